//! Resources and their contents by revision.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::{Shaped, shaped_list};
use crate::types::{Annotations, Icon, JsonObject, Resource, ResourceContents, ResourceTemplate};
use crate::version::ProtocolVersion;

impl Serialize for Shaped<'_, Resource> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.version >= ProtocolVersion::V2025_11_25 {
            return self.value.serialize(serializer);
        }
        let mut resource = self.value.clone();
        older(
            self.version,
            &mut resource.title,
            &mut resource.icons,
            resource.annotations.as_mut(),
            &mut resource.meta,
        );
        resource.serialize(serializer)
    }
}

impl Serialize for Shaped<'_, ResourceTemplate> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.version >= ProtocolVersion::V2025_11_25 {
            return self.value.serialize(serializer);
        }
        let mut template = self.value.clone();
        older(
            self.version,
            &mut template.title,
            &mut template.icons,
            template.annotations.as_mut(),
            &mut template.meta,
        );
        template.serialize(serializer)
    }
}

/// Takes away what a revision before 2025-11-25 does not know of a resource or a family of them.
fn older(
    version: ProtocolVersion,
    title: &mut Option<String>,
    icons: &mut Vec<Icon>,
    annotations: Option<&mut Annotations>,
    meta: &mut Option<JsonObject>,
) {
    icons.clear();
    if version < ProtocolVersion::V2025_06_18 {
        *title = None;
        *meta = None;
        if let Some(annotations) = annotations {
            annotations.last_modified = None;
        }
    }
}

impl Serialize for Shaped<'_, ResourceContents> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut contents = Cow::Borrowed(self.value);
        if self.version < ProtocolVersion::V2025_06_18 && contents.meta().is_some() {
            *contents.to_mut().meta_mut() = None;
        }
        contents.serialize(serializer)
    }
}

impl Serialize for Shaped<'_, [ResourceContents]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        shaped_list(self, serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    /// S-RES-04
    #[test]
    fn members_come_with_their_revision() {
        for text in [
            r#"{"uri":"a://b","name":"b","title":"B","description":"The b.","mimeType":"text/plain","size":3,"icons":[{"src":"data:,"}],"annotations":{"priority":1,"lastModified":"2026-07-28"},"_meta":{"n":1}}"#,
            r#"{"uriTemplate":"a://{b}","name":"b","title":"B","description":"The b.","mimeType":"text/plain","icons":[{"src":"data:,"}],"annotations":{"priority":1,"lastModified":"2026-07-28"},"_meta":{"n":1}}"#,
        ] {
            let as_seen_by = |version| match text.starts_with(r#"{"uri":"#) {
                true => shaped(&read::<Resource>(text), version),
                false => shaped(&read::<ResourceTemplate>(text), version),
            };
            let without_icons = text.replace(r#""icons":[{"src":"data:,"}],"#, "");
            let plain = without_icons
                .replace(r#""title":"B","#, "")
                .replace(r#","lastModified":"2026-07-28""#, "")
                .replace(r#","_meta":{"n":1}"#, "");
            for version in [V24, V0326] {
                assert_eq!(as_seen_by(version), plain);
            }
            assert_eq!(as_seen_by(V0618), without_icons);
            for version in [V1125, MODERN] {
                assert_eq!(as_seen_by(version), text);
            }
        }
    }

    #[test]
    fn contents_have_metadata_from_0618_on() {
        for text in [
            r#"{"uri":"a://b","text":"hi","_meta":{"n":1}}"#,
            r#"{"uri":"a://b","blob":"AAE=","_meta":{"n":1}}"#,
        ] {
            let contents = [read::<ResourceContents>(text)];
            let plain = text.replace(r#","_meta":{"n":1}"#, "");
            for version in [V24, V0326] {
                assert_eq!(shaped(&contents[..], version), format!("[{plain}]"));
            }
            for version in [V0618, V1125, MODERN] {
                assert_eq!(shaped(&contents[..], version), format!("[{text}]"));
            }
        }
    }
}
