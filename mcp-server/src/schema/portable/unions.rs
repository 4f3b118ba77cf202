//! Enums with data: one object where the variants can be told apart by a property.
//!
//! Unions at the root kill whole sessions, and models ignore those below it. So variants that
//! share a tag, or that are told apart by which one property is present, become one object that
//! allows the properties of all. It accepts more than the enum does; serde decides at call time.
//! Other unions stay `anyOf`, each branch with one type, nothing beside it.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::super::{Direction, inline, keywords};
use super::enums::plain_text;

/// Merges a union of variants, or puts it into its plainest form.
pub(super) fn tagged_variants_are_one_object(
    schema: &mut Map<String, Value>,
    _: Direction,
) -> Result<(), String> {
    let Some(branches) = take_branches(schema) else {
        return Ok(());
    };
    if branches.len() == 1 {
        let only = branches.into_iter().next().unwrap_or_default();
        *schema = inline::merge(only, std::mem::take(schema))?;
        return Ok(());
    }
    let beside_properties = schema.contains_key("properties");
    let merged = match merge_told_apart(&branches) {
        Ok(Some(merged)) => Some(merged),
        // Beside properties of the enclosing struct (`flatten`) there is no other way.
        Ok(None) if beside_properties => Some(merge_variants(&branches)?),
        Err(reason) if beside_properties => return Err(reason),
        Ok(None) | Err(_) => None,
    };
    if let Some(mut merged) = merged {
        let rule = merged.remove("description");
        *schema = inline::merge(merged, std::mem::take(schema))?;
        if let Some(Value::String(rule)) = rule {
            keywords::describe(schema, &rule);
        }
        return Ok(());
    }
    schema.remove("type");
    let branches = gather_externally_tagged(branches);
    schema.insert(
        "anyOf".into(),
        branches.into_iter().map(Value::Object).collect(),
    );
    Ok(())
}

/// Removes the union from a schema; unions directly inside it are spliced in.
fn take_branches(schema: &mut Map<String, Value>) -> Option<Vec<Map<String, Value>>> {
    let union = ["oneOf", "anyOf"]
        .into_iter()
        .find(|union| schema.get(*union).is_some_and(Value::is_array))?;
    let Some(Value::Array(branches)) = schema.remove(union) else {
        return None;
    };
    let mut flat = Vec::new();
    for branch in branches {
        match branch {
            Value::Object(mut branch) if branch.len() == 1 => match branch.remove("anyOf") {
                Some(Value::Array(inner)) => flat.extend(inner.into_iter().filter_map(as_object)),
                Some(other) => {
                    branch.insert("anyOf".into(), other);
                    flat.push(branch);
                }
                None => flat.push(branch),
            },
            Value::Object(branch) => flat.push(branch),
            _ => {}
        }
    }
    Some(flat)
}

fn as_object(schema: Value) -> Option<Map<String, Value>> {
    match schema {
        Value::Object(schema) => Some(schema),
        _ => None,
    }
}

/// One object for variants that a tag or a single property tells apart; none if nothing does.
fn merge_told_apart(branches: &[Map<String, Value>]) -> Result<Option<Map<String, Value>>, String> {
    if !branches.iter().all(is_plain_object) {
        return Ok(None);
    }
    if let Some(tag) = tag_of(branches) {
        return merge_by_tag(branches, &tag).map(Some);
    }
    let external = branches
        .iter()
        .all(|branch| only_property(branch).is_some());
    Ok(external.then(|| merge_external(branches)))
}

/// One object for variants that nothing tells apart, for a place where no union may stand.
///
/// # Errors
///
/// When a variant is not an object, or two need different types under one name.
pub(in crate::schema) fn merge_variants(
    branches: &[Map<String, Value>],
) -> Result<Map<String, Value>, String> {
    if let Some(odd) = branches.iter().find(|branch| !is_plain_object(branch)) {
        let kind = keywords::type_of(odd).unwrap_or("value of no fixed type");
        return Err(format!(
            "one of its variants is a {kind}, not an object with named fields; \
             give the variants fields, or use the enum as one field of a struct"
        ));
    }
    match merge_told_apart(branches)? {
        Some(merged) => Ok(merged),
        None => merge_objects(branches, &[], None),
    }
}

/// Whether an object has keys that it does not name.
fn takes_any_key(branch: &Map<String, Value>) -> bool {
    match branch.get("additionalProperties") {
        None => !branch.contains_key("properties") || branch.contains_key("patternProperties"),
        Some(rest) => *rest != json!(false),
    }
}

fn is_plain_object(branch: &Map<String, Value>) -> bool {
    keywords::type_of(branch) == Some("object") && !branch.contains_key("anyOf")
}

/// The property that every variant requires with a listed text of its own.
fn tag_of(branches: &[Map<String, Value>]) -> Option<String> {
    let candidates = properties(branches.first()?)?;
    let tells_apart = |name: &&String| {
        let mut seen: Vec<&Value> = Vec::new();
        branches.iter().all(|branch| {
            let Some(Value::Object(tag)) = properties(branch).and_then(|all| all.get(*name)) else {
                return false;
            };
            let Some(Value::Array(values)) = tag.get("enum") else {
                return false;
            };
            let fresh = values.iter().all(|value| !seen.contains(&value));
            seen.extend(values);
            fresh && keywords::is_string_enum(tag) && keywords::required(branch).contains(name)
        })
    };
    // The least of several, whatever order the map keeps.
    candidates.keys().filter(tells_apart).min().cloned()
}

fn properties(schema: &Map<String, Value>) -> Option<&Map<String, Value>> {
    schema.get("properties").and_then(Value::as_object)
}

fn merge_by_tag(branches: &[Map<String, Value>], tag: &str) -> Result<Map<String, Value>, String> {
    let mut names = Vec::new();
    let mut values = Vec::new();
    let mut docs = Vec::new();
    for branch in branches {
        let own = properties(branch).and_then(|all| all.get(tag)?.get("enum")?.as_array());
        let own = own.cloned().unwrap_or_default();
        let name = own.iter().map(plain_text).collect::<Vec<_>>().join(" or ");
        if let Some(doc) = keywords::description(branch) {
            docs.push(format!("{name}: {}", keywords::sentence(doc)));
        }
        names.push(name);
        values.extend(own);
    }
    let mut tag_schema = Map::from_iter([
        ("type".to_owned(), json!("string")),
        ("enum".to_owned(), Value::Array(values)),
    ]);
    if !docs.is_empty() {
        keywords::describe(&mut tag_schema, &docs.join(" "));
    }
    merge_objects(branches, &names, Some((tag, tag_schema)))
}

/// The properties of all variants, required where all of them require it.
fn merge_objects(
    branches: &[Map<String, Value>],
    names: &[String],
    tag: Option<(&str, Map<String, Value>)>,
) -> Result<Map<String, Value>, String> {
    let mut all = Map::new();
    let mut required: Vec<String> = Vec::new();
    if let Some((tag, schema)) = &tag {
        all.insert((*tag).to_owned(), Value::Object(schema.clone()));
        required.push((*tag).to_owned());
    }
    let everywhere = |name: &String| {
        let requires = |branch: &Map<String, Value>| keywords::required(branch).contains(name);
        branches.iter().all(requires)
    };
    for branch in branches {
        let own: BTreeSet<_> = properties(branch).into_iter().flat_map(Map::keys).collect();
        for name in own {
            if all.contains_key(name) {
                continue;
            }
            let uses = uses_of(branches, name);
            let mut schema = combine(name, uses.iter().map(|(_, schema)| *schema))?;
            if let Some((tag, _)) = &tag
                && let Some(when) = when(branches, names, name, tag)
            {
                add_condition(&mut schema, &when);
            }
            if everywhere(name) {
                required.push(name.clone());
            }
            all.insert(name.clone(), Value::Object(schema));
        }
    }
    let mut merged = object_of(all);
    if !required.is_empty() {
        merged.insert("required".into(), json!(required));
    }
    let closed =
        |branch: &Map<String, Value>| branch.get("additionalProperties") == Some(&json!(false));
    if branches.iter().any(takes_any_key) {
        merged.insert("additionalProperties".into(), json!(true));
    } else if branches.iter().all(closed) {
        merged.insert("additionalProperties".into(), json!(false));
    }
    Ok(merged)
}

/// The schemas a property has in the variants that know it, with the variants' positions.
fn uses_of<'a>(
    branches: &'a [Map<String, Value>],
    name: &str,
) -> Vec<(usize, &'a Map<String, Value>)> {
    let find = |(index, branch): (usize, &'a Map<String, Value>)| {
        let schema = properties(branch)?.get(name)?.as_object()?;
        Some((index, schema))
    };
    branches.iter().enumerate().filter_map(find).collect()
}

/// What all schemas of one property have in common.
///
/// Scalars of one type keep the keywords they agree on; anything else must be equal, because an
/// object without its properties would tell the model nothing.
fn combine<'a>(
    name: &str,
    mut schemas: impl Iterator<Item = &'a Map<String, Value>>,
) -> Result<Map<String, Value>, String> {
    let Some(mut common) = schemas.next().cloned() else {
        return Ok(Map::new());
    };
    for schema in schemas {
        if same_apart_from_annotations(&common, schema) {
            continue;
        }
        let kind = keywords::type_of(&common);
        let scalar = matches!(kind, Some("string" | "integer" | "number" | "boolean"));
        if !scalar || kind != keywords::type_of(schema) {
            return Err(format!(
                "its variants give `{name}` different types; \
                 use different names, or make it one type"
            ));
        }
        common.retain(|keyword, value| {
            keywords::is_annotation(keyword) || schema.get(keyword) == Some(value)
        });
    }
    Ok(common)
}

fn same_apart_from_annotations(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    let restrictions = |schema: &Map<String, Value>| {
        let mut schema = schema.clone();
        schema.retain(|keyword, _| !keywords::is_annotation(keyword));
        schema
    };
    restrictions(one) == restrictions(other)
}

/// With which variants a property comes; none if with all of them alike.
fn when(
    branches: &[Map<String, Value>],
    names: &[String],
    property: &str,
    tag: &str,
) -> Option<String> {
    let (mut required, mut used) = (Vec::new(), Vec::new());
    for (branch, name) in branches.iter().zip(names) {
        if keywords::required(branch).iter().any(|it| it == property) {
            required.push(name.as_str());
        } else if properties(branch).is_some_and(|all| all.contains_key(property)) {
            used.push(name.as_str());
        }
    }
    let everywhere = required.len() + used.len() == branches.len();
    if everywhere {
        used.clear();
    }
    if required.len() == branches.len() {
        required.clear();
    }
    let sides = [("required", required), ("used", used)];
    let sides = sides.iter().filter(|(_, variants)| !variants.is_empty());
    let sides: Vec<String> = sides
        .map(|(word, variants)| format!("{word} when {tag}={}", variants.join(" or ")))
        .collect();
    (!sides.is_empty()).then(|| sides.join(", "))
}

fn add_condition(schema: &mut Map<String, Value>, condition: &str) {
    let text = match keywords::description(schema) {
        None => condition.to_owned(),
        Some(text) => format!("{} ({condition})", text.trim_end_matches('.')),
    };
    schema.insert("description".into(), Value::String(text));
}

/// The one property an externally tagged variant consists of.
fn only_property(branch: &Map<String, Value>) -> Option<(&String, &Map<String, Value>)> {
    let all = properties(branch)?;
    let (name, schema) = all.iter().next()?;
    let alone = all.len() == 1 && keywords::required(branch) == [name.as_str()];
    alone.then_some((name, schema.as_object()?))
}

fn merge_external(branches: &[Map<String, Value>]) -> Map<String, Value> {
    let mut all = Map::new();
    for branch in branches {
        let Some((name, schema)) = only_property(branch) else {
            continue;
        };
        let mut schema = schema.clone();
        if let Some(doc) = keywords::description(branch) {
            schema.insert("description".into(), doc.into());
        }
        all.insert(name.clone(), Value::Object(schema));
    }
    let names: Vec<String> = branches
        .iter()
        .filter_map(|branch| Some(format!("`{}`", only_property(branch)?.0)))
        .collect();
    let rule = format!("Exactly one of {}.", names.join(", "));
    let mut merged = object_of(all);
    merged.insert("description".into(), rule.into());
    merged
}

/// Among other branches, the externally tagged ones still become one object.
fn gather_externally_tagged(branches: Vec<Map<String, Value>>) -> Vec<Map<String, Value>> {
    let is_external =
        |branch: &Map<String, Value>| is_plain_object(branch) && only_property(branch).is_some();
    let listed = branches.iter().any(keywords::is_string_enum);
    let objects = branches.iter().filter(|branch| is_external(branch)).count();
    // Only serde's own mixture of bare names and one-property objects is known to mean this.
    let mixture = branches
        .iter()
        .all(|branch| is_external(branch) || keywords::is_string_enum(branch));
    if !listed || objects < 2 || !mixture {
        return branches;
    }
    let (external, mut rest): (Vec<_>, Vec<_>) = branches.into_iter().partition(is_external);
    rest.push(merge_external(&external));
    rest
}

fn object_of(properties: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), Value::Object(properties)),
    ])
}
