//! Lists of fixed length and maps.

use super::*;

#[test]
fn tuples_have_items_and_a_length() {
    assert_eq!(
        input::<(u8, u8)>(),
        json!({
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 255},
            "minItems": 2,
            "maxItems": 2
        })
    );
    assert_eq!(
        input::<(String, f64)>(),
        json!({
            "type": "array",
            "items": {"anyOf": [{"type": "string"}, {"type": "number"}]},
            "minItems": 2,
            "maxItems": 2,
            "description": "In order: string, number."
        })
    );
    let empty = input::<[u8; 0]>();
    assert!(empty["items"].is_object());
}

#[test]
fn maps_show_an_example() {
    assert_eq!(
        input::<HashMap<String, String>>(),
        json!({
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "For example {\"key\": \"text\"}."
        })
    );
    assert_eq!(
        input::<BTreeMap<i32, bool>>(),
        json!({
            "type": "object",
            "additionalProperties": {"type": "boolean"},
            "description": "For example {\"1\": true}."
        })
    );
    assert_eq!(input::<Map<String, Value>>(), json!({"type": "object"}));
}
