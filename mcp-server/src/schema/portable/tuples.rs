//! Lists of fixed length.

use serde_json::{Map, Value, json};

use super::super::{Direction, keywords};

/// A tuple is a list whose items may be any of the tuple's types, with the order in words:
/// `prefixItems` is unknown to older validators, and some hosts refuse any list without `items`.
pub(super) fn tuples_have_one_kind_of_item(
    schema: &mut Map<String, Value>,
    _: Direction,
) -> Result<(), String> {
    if let Some(Value::Array(positions)) = schema.remove("prefixItems") {
        let mut kinds: Vec<Value> = Vec::new();
        for position in &positions {
            if !kinds.contains(position) {
                kinds.push(position.clone());
            }
        }
        let items = match kinds.len() {
            1 => kinds.swap_remove(0),
            _ => {
                let order: Vec<&str> = positions.iter().map(kind_in_words).collect();
                keywords::describe(schema, &format!("In order: {}.", order.join(", ")));
                json!({ "anyOf": kinds })
            }
        };
        schema.insert("items".into(), items);
    }
    if keywords::type_of(schema) == Some("array") && !schema.contains_key("items") {
        let mut items = Map::new();
        keywords::describe(&mut items, "Any JSON value, not encoded as a string.");
        schema.insert("items".into(), Value::Object(items));
    }
    Ok(())
}

fn kind_in_words(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(kind)) => kind,
        _ => "value",
    }
}
