//! Enums without data: one `enum` list, with the variants' docs in words.

use serde_json::{Map, Value};

use super::super::{Direction, keywords};

/// `const` is an `enum` with one value: some APIs know only the latter.
pub(super) fn constants_are_enums(
    schema: &mut Map<String, Value>,
    _: Direction,
) -> Result<(), String> {
    if let Some(value) = schema.remove("const") {
        schema
            .entry("type")
            .or_insert_with(|| keywords::type_name(&value).into());
        schema.insert("enum".into(), Value::Array(vec![value]));
    }
    Ok(())
}

/// A union of listed values is one list.
///
/// schemars writes it as a union as soon as one variant has a doc comment.
pub(super) fn documented_variants_are_one_enum(
    schema: &mut Map<String, Value>,
    _: Direction,
) -> Result<(), String> {
    for union in ["oneOf", "anyOf"] {
        let Some(Value::Array(branches)) = schema.get(union) else {
            continue;
        };
        let Some(listed) = listed_variants(branches) else {
            continue;
        };
        schema.remove(union);
        schema.insert("type".into(), listed.kind.into());
        schema.insert("enum".into(), Value::Array(listed.values));
        if !listed.docs.is_empty() {
            keywords::describe(schema, &listed.docs.join(" "));
        }
    }
    Ok(())
}

struct Listed {
    kind: String,
    values: Vec<Value>,
    docs: Vec<String>,
}

fn listed_variants(branches: &[Value]) -> Option<Listed> {
    let mut kind = None;
    let mut values = Vec::new();
    let mut docs = Vec::new();
    for branch in branches {
        let branch = branch.as_object()?;
        let plain = branch.keys().all(|keyword| {
            matches!(keyword.as_str(), "type" | "enum") || keywords::is_annotation(keyword)
        });
        let branch_kind = keywords::type_of(branch)?;
        if !plain || *kind.get_or_insert(branch_kind) != branch_kind {
            return None;
        }
        let listed = branch.get("enum")?.as_array()?;
        if let Some(doc) = keywords::description(branch) {
            let names: Vec<String> = listed.iter().map(plain_text).collect();
            docs.push(format!("{}: {}", names.join(", "), keywords::sentence(doc)));
        }
        values.extend(listed.iter().cloned());
    }
    Some(Listed {
        kind: kind?.to_owned(),
        values,
        docs,
    })
}

/// A value as it reads in a sentence: text without quotes.
pub(super) fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
