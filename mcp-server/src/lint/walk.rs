//! Where the schemas inside a schema are.

use serde_json::{Map, Value};

/// A schema inside a schema, or the root.
pub(super) struct Node<'a> {
    /// JSON pointer from the root.
    pub(super) pointer: String,
    pub(super) schema: &'a Value,
    pub(super) role: Role<'a>,
    /// Levels of objects and arrays down to this one, itself included if it is one.
    pub(super) depth: usize,
}

/// What a schema is to the one around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role<'a> {
    Root,
    /// The property of this name.
    Property(&'a str),
    /// What an array consists of.
    Item,
    /// One of several alternatives, or a part of the whole.
    Branch,
    /// What may stand below any other name.
    Additional,
    /// A definition that is used elsewhere.
    Definition,
    /// A condition, or something rarer.
    Other,
}

impl<'a> Node<'a> {
    /// The keywords; none where the schema is `true` or `false`.
    pub(super) fn keywords(&self) -> Option<&'a Map<String, Value>> {
        self.schema.as_object()
    }

    pub(super) fn has(&self, keyword: &str) -> bool {
        self.schema.get(keyword).is_some()
    }

    /// Whether `type` names this type, alone or among others.
    pub(super) fn is(&self, name: &str) -> bool {
        match self.schema.get("type") {
            Some(Value::String(one)) => one == name,
            Some(Value::Array(many)) => many.iter().any(|one| one == name),
            _ => false,
        }
    }

    /// Whether a value of an argument or result can be of this schema: not a definition that
    /// nothing might use, and no condition.
    pub(super) fn is_value(&self) -> bool {
        !matches!(self.role, Role::Other)
    }
}

/// Every schema in `root`, itself first, outermost first.
pub(super) fn nodes(root: &Value) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    visit(root, String::new(), Role::Root, 0, &mut found);
    found
}

fn visit<'a>(
    schema: &'a Value,
    pointer: String,
    role: Role<'a>,
    above: usize,
    found: &mut Vec<Node<'a>>,
) {
    let mut node = Node {
        pointer: pointer.clone(),
        schema,
        role,
        depth: above,
    };
    let is_container = node.is("object") || node.is("array") || node.has("properties");
    node.depth += usize::from(is_container);
    let depth = node.depth;
    found.push(node);
    let Some(keywords) = schema.as_object() else {
        return;
    };
    // What stands in a condition is part of it.
    let inherits = |own: Role<'a>| if role == Role::Other { role } else { own };
    for (keyword, value) in keywords {
        match (place(keyword), value) {
            (Some((Shape::Named, role)), Value::Object(named)) => {
                for (name, child) in named {
                    let role = inherits(role.unwrap_or(Role::Property(name)));
                    let pointer = format!("{pointer}/{keyword}/{}", escape(name));
                    // A list of names is no schema: `dependencies` of draft-07.
                    if child.is_object() || child.is_boolean() {
                        visit(child, pointer, role, depth, found);
                    }
                }
            }
            (Some((Shape::One, role)), Value::Object(_) | Value::Bool(_)) => {
                let role = inherits(role.unwrap_or(Role::Other));
                visit(value, format!("{pointer}/{keyword}"), role, depth, found);
            }
            (Some((Shape::One | Shape::List, role)), Value::Array(list)) => {
                let role = inherits(role.unwrap_or(Role::Other));
                for (index, child) in list.iter().enumerate() {
                    let pointer = format!("{pointer}/{keyword}/{index}");
                    visit(child, pointer, role, depth, found);
                }
            }
            _ => {}
        }
    }
}

enum Shape {
    One,
    List,
    Named,
}

/// What a keyword holds; the role is `None` for a property, which has a name.
fn place(keyword: &str) -> Option<(Shape, Option<Role<'static>>)> {
    Some(match keyword {
        "properties" => (Shape::Named, None),
        "$defs" | "definitions" => (Shape::Named, Some(Role::Definition)),
        "patternProperties" | "dependentSchemas" | "dependencies" => {
            (Shape::Named, Some(Role::Other))
        }
        // A list in draft-07.
        "items" => (Shape::One, Some(Role::Item)),
        "prefixItems" => (Shape::List, Some(Role::Item)),
        "oneOf" | "anyOf" | "allOf" => (Shape::List, Some(Role::Branch)),
        "additionalProperties" => (Shape::One, Some(Role::Additional)),
        "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "additionalItems"
        | "unevaluatedProperties"
        | "unevaluatedItems"
        | "contentSchema" => (Shape::One, Some(Role::Other)),
        _ => return None,
    })
}

/// A name as a token of a JSON pointer (RFC 6901, section 3).
fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_subschema_is_found_with_its_pointer() {
        let schema = json!({
            "type": "object",
            "properties": {
                "a/b": { "type": "array", "items": { "type": "string" } },
                "any": true,
            },
            "enum": [{ "properties": { "not": "a schema" } }],
            "anyOf": [{ "not": { "properties": { "p": {} } } }],
            "additionalProperties": false,
        });
        let nodes = nodes(&schema);
        let condition = nodes.iter().find(|node| node.pointer.ends_with("/p"));
        assert_eq!(condition.map(|node| node.role), Some(Role::Other));
        let found: Vec<_> = nodes
            .into_iter()
            .map(|node| (node.pointer, node.depth))
            .collect();
        let found: Vec<_> = found.iter().map(|(at, depth)| (&**at, *depth)).collect();
        let mut expected = vec![
            ("", 1),
            ("/additionalProperties", 1),
            ("/anyOf/0", 1),
            ("/anyOf/0/not", 2),
            ("/anyOf/0/not/properties/p", 2),
            ("/properties/a~1b", 2),
            ("/properties/a~1b/items", 2),
            ("/properties/any", 1),
        ];
        expected.sort_unstable();
        let mut found = found;
        found.sort_unstable();
        assert_eq!(found, expected);
    }
}
