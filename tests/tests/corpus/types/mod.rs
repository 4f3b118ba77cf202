//! The types themselves.

mod attributes;
mod enums;
mod foreign;
mod standard;
mod structs;

use serde_json::Value;

use crate::entry::Entry;

/// Bounds beyond 2^53 are left out of schemas: JavaScript rounds them.
const LIMIT_OF_64_BITS: &str = "the limits of 64 bits are beyond what JSON numbers carry safely";
/// schemars writes rules that serde knows nothing of.
const RULES: &str = "the schema holds rules of the author; serde knows none of them";
/// Hosts know no union whose branches are told apart by a key.
const EXACTLY_ONE: &str = "that exactly one is sent is said in words only";

/// Whether something else than one thing is sent.
fn not_one(value: &Value) -> bool {
    value.as_object().is_some_and(|object| object.len() != 1)
}

/// Whether an integer is beyond 64 bits, with a sign.
fn beyond_64_bits(value: &Value) -> bool {
    value.is_number() && value.as_i64().is_none() && value.as_f64().is_some_and(|n| n.abs() > 9e15)
}

pub(crate) fn all() -> Vec<Entry> {
    [
        standard::entries(),
        foreign::entries(),
        structs::entries(),
        attributes::entries(),
        enums::entries(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
