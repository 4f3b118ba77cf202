//! Finding `x-mcp-header` in an input schema, and finding fault with it.

use std::fmt;

use serde_json::Value;

use super::MirroredHeader;

const KEYWORD: &str = "x-mcp-header";

/// Keywords whose value is a schema or a list of schemas, through which no mirrored argument can be
/// reached.
const OPAQUE: [&str; 18] = [
    "items",
    "prefixItems",
    "additionalItems",
    "contains",
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "propertyNames",
    "contentSchema",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "extends",
    "disallow",
];

/// Keywords whose value maps names to schemas, through which no mirrored argument can be reached.
const OPAQUE_BY_NAME: [&str; 5] = [
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
    "dependencies",
];

/// The headers that an input schema asks clients to send, in the order of the schema.
///
/// Spec:
/// [`x-mcp-header`](https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header).
///
/// # Errors
///
/// The first use of `x-mcp-header` that makes the tool invalid for clients: see [`HeaderFault`].
pub fn mirrored_headers(schema: &Value) -> Result<Vec<MirroredHeader>, HeaderFault> {
    let mut found = Vec::new();
    if schema.get(KEYWORD).is_some() {
        return Err(HeaderFault::Unreachable { at: "#".to_owned() });
    }
    walk(schema, &mut Place::default(), &mut found)?;
    Ok(found)
}

/// Where in the schema we are.
#[derive(Default)]
struct Place {
    /// Keywords and names from the root, for messages.
    pointer: Vec<String>,
    /// Names of properties from the root.
    path: Vec<String>,
    /// Whether something other than `properties` lies on the way.
    opaque: bool,
}

impl Place {
    fn at(&self) -> String {
        let steps = self
            .pointer
            .iter()
            .map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1")));
        std::iter::once("#".to_owned()).chain(steps).collect()
    }

    fn step<T>(&mut self, steps: &[&str], inside: impl FnOnce(&mut Self) -> T) -> T {
        let depth = self.pointer.len();
        self.pointer
            .extend(steps.iter().map(|step| (*step).to_owned()));
        let result = inside(self);
        self.pointer.truncate(depth);
        result
    }
}

fn walk(
    schema: &Value,
    place: &mut Place,
    found: &mut Vec<MirroredHeader>,
) -> Result<(), HeaderFault> {
    let Value::Object(keywords) = schema else {
        return Ok(());
    };
    for (keyword, value) in keywords {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    place.step(&["properties", name], |place| {
                        place.path.push(name.clone());
                        let result = read(property, place, found)
                            .and_then(|()| walk(property, place, found));
                        place.path.pop();
                        result
                    })?;
                }
            }
            (name, Value::Object(schemas)) if OPAQUE_BY_NAME.contains(&name) => {
                for (key, schema) in schemas {
                    place.step(&[name, key], |place| walk_opaque(schema, place, found))?;
                }
            }
            (name, Value::Array(schemas)) if OPAQUE.contains(&name) => {
                for (index, schema) in schemas.iter().enumerate() {
                    place.step(&[name, &index.to_string()], |place| {
                        walk_opaque(schema, place, found)
                    })?;
                }
            }
            (name, schema) if OPAQUE.contains(&name) => {
                place.step(&[name], |place| walk_opaque(schema, place, found))?;
            }
            // Everything else is data (`default`, `examples`, `const`, …) or no schema keyword at
            // all.
            _ => {}
        }
    }
    Ok(())
}

fn walk_opaque(
    schema: &Value,
    place: &mut Place,
    found: &mut Vec<MirroredHeader>,
) -> Result<(), HeaderFault> {
    let before = std::mem::replace(&mut place.opaque, true);
    let result = read(schema, place, found).and_then(|()| walk(schema, place, found));
    place.opaque = before;
    result
}

/// Reads the keyword of one schema, if it has it.
fn read(schema: &Value, place: &Place, found: &mut Vec<MirroredHeader>) -> Result<(), HeaderFault> {
    let Some(value) = schema.get(KEYWORD) else {
        return Ok(());
    };
    let at = place.at();
    if place.opaque {
        return Err(HeaderFault::Unreachable { at });
    }
    let header = value.as_str().filter(|name| is_token(name));
    let Some(header) = header else {
        return Err(HeaderFault::NotAName { at });
    };
    if !matches!(
        schema.get("type").and_then(Value::as_str),
        Some("string" | "integer" | "boolean")
    ) {
        return Err(HeaderFault::NotPrimitive { at });
    }
    if found
        .iter()
        .any(|other| other.header.eq_ignore_ascii_case(header))
    {
        return Err(HeaderFault::Repeated {
            at,
            header: header.to_owned(),
        });
    }
    found.push(MirroredHeader::new(header, place.path.clone()));
    Ok(())
}

/// `token = 1*tchar` (RFC 9110, section 5.6.2).
fn is_token(name: &str) -> bool {
    let tchar = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(tchar)
}

/// A use of `x-mcp-header` for which clients must drop the tool.
///
/// Each names the place as a JSON pointer into the input schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeaderFault {
    /// The value is no header name: not a string, empty, or with characters that a header name
    /// cannot have.
    NotAName {
        /// Where in the schema.
        at: String,
    },
    /// The argument's type is not `string`, `integer` or `boolean`.
    NotPrimitive {
        /// Where in the schema.
        at: String,
    },
    /// Another argument has the same header, ignoring case.
    Repeated {
        /// Where in the schema.
        at: String,
        /// The header.
        header: String,
    },
    /// The place cannot be reached from the root through `properties` alone.
    Unreachable {
        /// Where in the schema.
        at: String,
    },
}

impl fmt::Display for HeaderFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAName { at } => {
                write!(
                    formatter,
                    "`{KEYWORD}` at {at} must be a header name: letters, digits and !#$%&'*+-.^_`|~"
                )
            }
            Self::NotPrimitive { at } => {
                write!(
                    formatter,
                    "`{KEYWORD}` at {at} needs an argument of type string, integer or boolean"
                )
            }
            Self::Repeated { at, header } => {
                write!(
                    formatter,
                    "`{KEYWORD}` at {at} repeats the header `{header}` of another argument"
                )
            }
            Self::Unreachable { at } => {
                write!(
                    formatter,
                    "`{KEYWORD}` at {at} must be on an argument that is reached through `properties` alone"
                )
            }
        }
    }
}

impl std::error::Error for HeaderFault {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn headers(schema: Value) -> Vec<(String, String)> {
        let found = mirrored_headers(&schema).unwrap();
        found
            .into_iter()
            .map(|mirrored| (mirrored.header, mirrored.path.join("/")))
            .collect()
    }

    fn of_property(property: Value) -> Result<Vec<MirroredHeader>, HeaderFault> {
        mirrored_headers(&json!({ "type": "object", "properties": { "a": property } }))
    }

    // S-HTTPM-38
    #[test]
    fn annotated_properties_are_found_at_any_depth() {
        let found = headers(json!({
            "type": "object",
            "properties": {
                "region": { "type": "string", "x-mcp-header": "Region" },
                "plain": { "type": "string" },
                "nested": {
                    "type": "object",
                    "properties": {
                        "count": { "type": "integer", "x-mcp-header": "Count" },
                        "flag": { "type": "boolean", "x-mcp-header": "X-Flag.1" },
                    },
                },
            },
        }));
        let mut expected = [
            ("Region", "region"),
            ("Count", "nested/count"),
            ("X-Flag.1", "nested/flag"),
        ]
        .map(|(header, path)| (header.to_owned(), path.to_owned()));
        let mut found = found;
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!(headers(json!({ "type": "object" })), []);
        assert_eq!(headers(json!(true)), []);
    }

    // S-TOOL-10
    #[test]
    fn a_header_name_is_a_token() {
        for name in [
            json!(""),
            json!("a b"),
            json!("a:b"),
            json!("a\r\nb"),
            json!("ä"),
            json!(1),
            json!(null),
        ] {
            let fault = of_property(json!({ "type": "string", "x-mcp-header": name })).unwrap_err();
            assert_eq!(
                fault,
                HeaderFault::NotAName {
                    at: "#/properties/a".to_owned()
                },
                "{name}"
            );
        }
    }

    // S-TOOL-11
    #[test]
    fn only_strings_integers_and_booleans_are_mirrored() {
        for r#type in [
            json!("number"),
            json!("object"),
            json!("array"),
            json!(["string", "null"]),
            json!(null),
        ] {
            let fault = of_property(json!({ "type": r#type, "x-mcp-header": "A" })).unwrap_err();
            assert_eq!(
                fault,
                HeaderFault::NotPrimitive {
                    at: "#/properties/a".to_owned()
                },
                "{}",
                r#type
            );
        }
        assert!(of_property(json!({ "enum": ["x"], "x-mcp-header": "A" })).is_err());
    }

    // S-TOOL-10
    #[test]
    fn names_are_unique_whatever_their_case() {
        let fault = mirrored_headers(&json!({
            "properties": {
                "a": { "type": "string", "x-mcp-header": "Region" },
                "b": { "properties": { "c": { "type": "string", "x-mcp-header": "REGION" } } },
            },
        }))
        .unwrap_err();
        assert!(matches!(fault, HeaderFault::Repeated { .. }), "{fault}");
    }

    // S-TOOL-12
    #[test]
    fn no_other_keyword_may_lie_on_the_way() {
        let mirrored = json!({ "type": "string", "x-mcp-header": "A" });
        let object = json!({ "properties": { "b": mirrored } });
        for (schema, at) in [
            (json!({ "x-mcp-header": "A", "type": "string" }), "#"),
            (
                json!({ "properties": { "a": { "items": mirrored } } }),
                "#/properties/a/items",
            ),
            (
                json!({ "properties": { "a": { "items": [mirrored] } } }),
                "#/properties/a/items/0",
            ),
            (
                json!({ "properties": { "a": { "prefixItems": [mirrored] } } }),
                "#/properties/a/prefixItems/0",
            ),
            (json!({ "allOf": [object] }), "#/allOf/0/properties/b"),
            (json!({ "anyOf": [{}, object] }), "#/anyOf/1/properties/b"),
            (json!({ "oneOf": [object] }), "#/oneOf/0/properties/b"),
            (json!({ "not": object }), "#/not/properties/b"),
            (json!({ "if": object }), "#/if/properties/b"),
            (json!({ "then": object }), "#/then/properties/b"),
            (json!({ "else": object }), "#/else/properties/b"),
            (
                json!({ "$defs": { "a/b": object } }),
                "#/$defs/a~1b/properties/b",
            ),
            (
                json!({ "definitions": { "d": mirrored } }),
                "#/definitions/d",
            ),
            (
                json!({ "patternProperties": { ".": mirrored } }),
                "#/patternProperties/.",
            ),
            (
                json!({ "additionalProperties": mirrored }),
                "#/additionalProperties",
            ),
            (
                json!({ "dependentSchemas": { "a": object } }),
                "#/dependentSchemas/a/properties/b",
            ),
        ] {
            assert_eq!(
                mirrored_headers(&schema),
                Err(HeaderFault::Unreachable { at: at.to_owned() }),
                "{schema}"
            );
        }
    }

    #[test]
    fn data_and_names_that_look_like_the_keyword_are_left_alone() {
        assert_eq!(
            headers(json!({
                "properties": {
                    "x-mcp-header": { "type": "string" },
                    "a": {
                        "type": "object",
                        "default": { "x-mcp-header": "no" },
                        "examples": [{ "x-mcp-header": "no" }],
                        "const": { "x-mcp-header": "no" },
                        "enum": [{ "x-mcp-header": "no" }],
                        "x-vendor": { "x-mcp-header": "no" },
                    },
                },
            })),
            []
        );
    }
}
