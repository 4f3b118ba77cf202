//! Server capabilities by revision.

use serde::{Serialize, Serializer};

use super::Shaped;
use crate::types::ServerCapabilities;
use crate::version::ProtocolVersion;

impl Serialize for Shaped<'_, ServerCapabilities> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.version >= ProtocolVersion::V2026_07_28 {
            return self.value.serialize(serializer);
        }
        let mut capabilities = self.value.clone();
        capabilities.extensions.clear();
        if self.version < ProtocolVersion::V2025_03_26 {
            capabilities.completions = false;
        }
        capabilities.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    // S-INIT-12, S-INIT-18, S-META-21, S-COMP-01
    #[test]
    fn capabilities_come_with_their_revision() {
        let capabilities: ServerCapabilities = read(
            r#"{"tools":{"listChanged":true},"logging":{},"completions":{},"extensions":{"a/b":{}},"experimental":{"c":{}}}"#,
        );
        assert_eq!(
            shaped(&capabilities, V24),
            r#"{"tools":{"listChanged":true},"logging":{},"experimental":{"c":{}}}"#
        );
        for version in [V0326, V0618, V1125] {
            assert_eq!(
                shaped(&capabilities, version),
                r#"{"tools":{"listChanged":true},"logging":{},"completions":{},"experimental":{"c":{}}}"#
            );
        }
        assert!(shaped(&capabilities, MODERN).contains(r#""extensions":{"a/b":{}}"#));
    }
}
