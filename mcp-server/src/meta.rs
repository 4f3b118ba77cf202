//! Metadata that handlers add to their results.

use mcp_core::meta::check_key;
use mcp_core::types::JsonObject;
use serde_json::Value;

/// Sets a key of a result's `_meta`. One that is not the author's to set is
/// left out, and the operator told: strict clients would refuse the result.
pub(crate) fn set(meta: &mut JsonObject, key: String, value: Value) {
    match check_key(&key) {
        Ok(()) => drop(meta.insert(key, value)),
        Err(fault) => tracing::error!(key, %fault, "a key of _meta is left out"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // S-META-01, S-META-02
    #[test]
    fn only_keys_of_the_author_are_set() {
        let mut meta = JsonObject::new();
        set(&mut meta, "example.com/rows".into(), 2.into());
        set(&mut meta, "io.modelcontextprotocol/rows".into(), 2.into());
        set(&mut meta, "my rows".into(), 2.into());
        assert!(meta.keys().eq(["example.com/rows"]));
    }
}
