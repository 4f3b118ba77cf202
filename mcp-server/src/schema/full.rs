//! The full profile: what schemars writes, as far as the protocol lets it.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde_json::{Map, Value};

use super::derive::{Derived, derive};
use super::{Direction, inline, keywords};

/// The schema of one value. Definitions it refers to are in its `$defs`, only the root itself is
/// no reference: readers look for its type there.
pub(super) fn schema_of<T: JsonSchema + ?Sized>(
    direction: Direction,
    description: Option<&str>,
) -> Result<Map<String, Value>, String> {
    let Derived { root, definitions } = derive::<T>(direction)?;
    let mut schema = inline::object(root)?;
    if let Some(name) = inline::target(&schema) {
        schema.remove("$ref");
        let definition = definitions.get(&name).cloned().unwrap_or_default();
        schema = inline::merge(inline::object(definition)?, schema)?;
    }
    if let Some(description) = description {
        schema.insert("description".into(), description.into());
    }
    let used = reachable(&schema, &definitions);
    if !used.is_empty() {
        let definitions = definitions
            .into_iter()
            .filter(|(name, _)| used.contains(name));
        schema.insert("$defs".into(), Value::Object(definitions.collect()));
    }
    Ok(schema)
}

/// Whether a schema is an object that can be taken apart into its properties without loss.
pub(super) fn is_plain_object(schema: &Map<String, Value>) -> bool {
    let known = [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "$defs",
    ];
    keywords::type_of(schema) == Some("object")
        && schema
            .keys()
            .all(|keyword| known.contains(&keyword.as_str()) || keywords::is_annotation(keyword))
}

/// Names of the definitions that a schema refers to, by however many steps.
fn reachable(schema: &Map<String, Value>, definitions: &Map<String, Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut pending = vec![Value::Object(schema.clone())];
    while let Some(schema) = pending.pop() {
        keywords::for_each(&schema, &mut |part| {
            if let Some(name) = inline::target(part)
                && found.insert(name.clone())
            {
                pending.extend(definitions.get(&name).cloned());
            }
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use serde_json::{Value, json};

    use super::super::{
        SchemaProfile, arguments_of, check_input, check_output, described_input_schema_of,
        output_schema_of,
    };

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Filter {
        min: f64,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Query {
        name: Option<String>,
        size: u8,
        filter: Option<Filter>,
        pair: (u8, String),
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Node {
        next: Option<Box<Node>>,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "op")]
    enum Operation {
        Read { path: String },
        Write { path: String, body: String },
    }

    fn arguments<T: JsonSchema>() -> Value {
        let arguments = arguments_of::<T>(SchemaProfile::Full).expect("publishable");
        serde_json::from_str(arguments.schema().get()).expect("JSON")
    }

    fn output<T: JsonSchema>() -> Value {
        output_schema_of::<T>(SchemaProfile::Full).expect("publishable")
    }

    #[test]
    fn what_schemars_writes_is_published() {
        let schema = arguments::<Query>();
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["required"], json!(["pair", "size"]));
        let properties = &schema["properties"];
        assert_eq!(properties["name"], json!({"type": ["string", "null"]}));
        assert_eq!(
            properties["size"],
            json!({"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255})
        );
        assert_eq!(
            properties["filter"],
            json!({"anyOf": [{"$ref": "#/$defs/Filter"}, {"type": "null"}]})
        );
        assert!(properties["pair"]["prefixItems"].is_array());
        assert_eq!(schema["$defs"]["Filter"]["type"], "object");

        let validator = check_input(&schema).expect("compiles");
        let good = json!({"size": 1, "pair": [1, "x"], "filter": {"min": 1}, "name": null});
        let bad = json!({"size": 1, "pair": ["x", 1]});
        assert!(validator.is_valid(&good));
        assert!(!validator.is_valid(&bad));
    }

    #[test]
    fn a_root_is_no_reference() {
        let schema = output::<Node>();
        assert_eq!(schema["type"], "object");
        assert_eq!(
            schema["properties"]["next"]["anyOf"][0],
            json!({"$ref": "#/$defs/Node"})
        );
        assert_eq!(schema["$defs"]["Node"]["type"], "object");
        check_output(&schema).expect("compiles");
        // A definition that nothing refers to is left out.
        assert_eq!(output::<Filter>().get("$defs"), None);
    }

    #[test]
    fn an_enum_as_all_arguments_is_one_object_in_both_profiles() {
        let schema = arguments::<Operation>();
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["required"], json!(["op", "path"]));
        assert_eq!(schema.get("oneOf"), None);
    }

    #[test]
    fn the_words_of_a_parameter_stand_beside_the_reference() {
        let schema =
            described_input_schema_of::<Option<Filter>>(Some("Which ones"), SchemaProfile::Full);
        assert_eq!(schema.expect("publishable")["description"], "Which ones");
    }
}
