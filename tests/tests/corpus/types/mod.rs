//! The types themselves.

mod attributes;
mod enums;
mod foreign;
mod standard;
mod structs;

use crate::entry::Entry;

/// Bounds beyond 2^53 are left out of schemas: JavaScript rounds them.
const LIMIT_OF_64_BITS: &str = "the limits of 64 bits are beyond what JSON numbers carry safely";
/// schemars writes rules that serde knows nothing of.
const RULES: &str = "the schema holds rules of the author; serde knows none of them";

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
