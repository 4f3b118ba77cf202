//! Names of programs by revision.

use serde::{Serialize, Serializer};

use super::Shaped;
use crate::types::Implementation;
use crate::version::ProtocolVersion;

impl Serialize for Shaped<'_, Implementation> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.version >= ProtocolVersion::V2025_11_25 {
            return self.value.serialize(serializer);
        }
        let mut identity = Implementation::new(&self.value.name, &self.value.version);
        if self.version >= ProtocolVersion::V2025_06_18 {
            identity.title.clone_from(&self.value.title);
        }
        identity.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    // S-META-09
    #[test]
    fn members_come_with_their_revision() {
        let text = r#"{"name":"shop","version":"1","title":"Shop","description":"Sells","icons":[{"src":"data:,"}],"websiteUrl":"https://example.com"}"#;
        let shop: Implementation = read(text);
        for version in [V24, V0326] {
            assert_eq!(shaped(&shop, version), r#"{"name":"shop","version":"1"}"#);
        }
        assert_eq!(
            shaped(&shop, V0618),
            r#"{"name":"shop","version":"1","title":"Shop"}"#
        );
        for version in [V1125, MODERN] {
            assert_eq!(shaped(&shop, version), text);
        }
    }
}
