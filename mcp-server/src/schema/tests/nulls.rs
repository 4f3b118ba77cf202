//! What may be absent, and what may be `null`.

use super::*;

#[test]
fn an_option_is_optional_and_never_null_on_input() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Query {
        tags: Option<Vec<String>>,
        name: Option<String>,
        /// Which ones.
        filter: Option<Filter>,
        mode: Option<Option<Mode>>,
        unit: Option<Unit>,
    }
    assert_eq!(
        input::<Query>(),
        json!({
            "type": "object",
            "properties": {
                "tags": {"type": "array", "items": {"type": "string"}},
                "name": {"type": "string"},
                "filter": {
                    "type": "object",
                    "description": "Which ones.",
                    "properties": {"min": {"type": "number"}},
                    "required": ["min"]
                },
                "mode": {"type": "string", "enum": ["Fast", "Slow"]},
                "unit": {
                    "type": "string",
                    "enum": ["C", "F"],
                    "description": "C: metric. F: imperial."
                }
            }
        })
    );
    assert_eq!(input::<Option<u8>>(), input::<u8>());
    assert_eq!(input::<Option<Filter>>(), input::<Filter>());
}

#[test]
fn null_stays_on_input_where_it_has_a_meaning() {
    assert_eq!(
        input::<Vec<Option<bool>>>(),
        json!({"type": "array", "items": {"anyOf": [{"type": "boolean"}, {"type": "null"}]}})
    );
}

#[test]
fn null_stays_on_output() {
    #[derive(Serialize, JsonSchema)]
    struct Row {
        id: u8,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        hints: Vec<String>,
        note: Option<String>,
        filter: Option<Filter>,
    }
    let schema = output::<Row>();
    assert_eq!(schema["required"], json!(["id", "note", "filter"]));
    assert_eq!(
        schema["properties"]["note"],
        json!({"type": ["string", "null"]})
    );
    assert_eq!(
        schema["properties"]["filter"]["anyOf"][1],
        json!({"type": "null"})
    );
    let row = Row {
        id: 1,
        hints: vec![],
        note: None,
        filter: None,
    };
    let validator = check_output(&schema).expect("compiles");
    assert!(validator.is_valid(&serde_json::to_value(row).expect("serialises")));
}
