//! The portable profile: the part of JSON Schema that every host and model API takes.
//!
//! Rules are small functions over one schema at a time, applied from the leaves up. Where the
//! profile cannot say what the type means, a rule says *less* (and the words go to the
//! description); serde still decides at call time. A rule never says more than the type does, so
//! a value that serde accepts passes the published schema; what the server refuses beside it
//! comes later, in `settle`.

mod compose;
mod enums;
mod formats;
mod keys;
mod maps;
mod nulls;
mod numbers;
mod reading;
mod tuples;
mod unions;
mod words;

use serde_json::{Map, Value};

use super::{Direction, keywords};

pub(super) use formats::is_format;
pub(super) use keys::check_key;
pub(super) use unions::merge_variants;
pub(super) use words::{say, say_inside, unsaid};

type Rule = fn(&mut Map<String, Value>, Direction) -> Result<(), String>;

/// In this order: each rule may rely on what those before it left behind.
const RULES: &[Rule] = &[
    keys::names_are_plain,
    compose::merge_all_of,
    enums::constants_are_enums,
    enums::documented_variants_are_one_enum,
    unions::tagged_variants_are_one_object,
    tuples::tuples_have_one_kind_of_item,
    maps::maps_say_what_they_map,
    numbers::integer_formats_are_bounds,
    formats::only_date_time_is_a_format,
    compose::one_type_per_schema,
    compose::no_null_default,
    compose::anything_is_described,
];

/// Rewrites an inlined schema.
pub(super) fn portable(
    schema: Map<String, Value>,
    direction: Direction,
) -> Result<Map<String, Value>, String> {
    let mut schema = schema;
    schema.remove("$schema");
    if direction == Direction::Input {
        // The caller leaves an optional parameter out of `required`.
        nulls::drop_null(&mut schema);
    }
    rewrite(&mut schema, direction, "")?;
    Ok(schema)
}

fn rewrite(
    schema: &mut Map<String, Value>,
    direction: Direction,
    path: &str,
) -> Result<(), String> {
    if direction == Direction::Input {
        nulls::optional_properties_are_not_null(schema);
    }
    compose::no_boolean_schemas(schema, direction).map_err(|reason| at(path, reason))?;
    for (keyword, name, child) in keywords::children_mut(schema) {
        if let Value::Object(child) = child {
            let path = match name {
                Some(name) => format!("{path}/{keyword}/{name}"),
                None => format!("{path}/{keyword}"),
            };
            rewrite(child, direction, &path)?;
        }
    }
    for rule in RULES {
        rule(schema, direction).map_err(|reason| at(path, reason))?;
    }
    Ok(())
}

fn at(path: &str, reason: String) -> String {
    match path {
        "" => reason,
        path => format!("{reason} (at {path} of its schema)"),
    }
}
