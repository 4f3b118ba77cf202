//! Content blocks by revision.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use super::{Shaped, shaped_list};
use crate::types::{AudioContent, ContentBlock, ResourceLink, TextContent};
use crate::version::ProtocolVersion;

impl Serialize for Shaped<'_, ContentBlock> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        block(self.value, self.version).serialize(serializer)
    }
}

impl Serialize for Shaped<'_, [ContentBlock]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        shaped_list(self, serializer)
    }
}

/// The block as a peer of `version` knows it. Kinds it does not know become text: an unknown `type`
/// breaks its parser.
pub(super) fn block(block: &ContentBlock, version: ProtocolVersion) -> Cow<'_, ContentBlock> {
    match block {
        ContentBlock::ResourceLink(link) if version < ProtocolVersion::V2025_06_18 => {
            Cow::Owned(plain(ContentBlock::Text(link_as_text(link)), version))
        }
        ContentBlock::ResourceLink(link)
            if version < ProtocolVersion::V2025_11_25 && !link.icons.is_empty() =>
        {
            Cow::Owned(ContentBlock::ResourceLink(link.clone().with_icons([])))
        }
        ContentBlock::Audio(audio) if version < ProtocolVersion::V2025_03_26 => {
            Cow::Owned(plain(ContentBlock::Text(audio_as_text(audio)), version))
        }
        other if version < ProtocolVersion::V2025_06_18 && !is_plain(other) => {
            Cow::Owned(plain(other.clone(), version))
        }
        other => Cow::Borrowed(other),
    }
}

/// Whether a block has nothing that was added to all blocks with 2025-06-18.
fn is_plain(block: &ContentBlock) -> bool {
    let inner = match block {
        ContentBlock::EmbeddedResource(embedded) => embedded.resource.meta(),
        _ => None,
    };
    let dated = block
        .annotations()
        .is_some_and(|annotations| annotations.last_modified.is_some());
    block.meta().is_none() && inner.is_none() && !dated
}

/// Takes away what was added to all blocks with 2025-06-18.
fn plain(mut block: ContentBlock, version: ProtocolVersion) -> ContentBlock {
    debug_assert!(version < ProtocolVersion::V2025_06_18);
    *block.meta_mut() = None;
    if let Some(annotations) = block.annotations_mut() {
        annotations.last_modified = None;
    }
    if let ContentBlock::EmbeddedResource(embedded) = &mut block {
        *embedded.resource.meta_mut() = None;
    }
    block
}

fn link_as_text(link: &ResourceLink) -> TextContent {
    let name = link.title.as_ref().unwrap_or(&link.name);
    let mut text = format!("{name}: {}", link.uri);
    if let Some(description) = &link.description {
        text.push('\n');
        text.push_str(description);
    }
    TextContent {
        annotations: link.annotations.clone(),
        ..TextContent::new(text)
    }
}

pub(super) fn audio_as_text(audio: &AudioContent) -> TextContent {
    let text = format!(
        "[{} audio, which this client cannot receive]",
        audio.mime_type
    );
    TextContent {
        annotations: audio.annotations.clone(),
        ..TextContent::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::types::ResourceContents;

    const ALL: [ProtocolVersion; 5] = ProtocolVersion::ALL;

    // S-TOOL-16
    #[test]
    fn what_every_revision_knows_goes_out_as_it_is() {
        for block in [
            ContentBlock::text("hi"),
            ContentBlock::image(b"GIF89a"),
            ContentBlock::embedded(ResourceContents::blob("test://x", [0])),
        ] {
            for version in ALL {
                assert_eq!(
                    shaped(&block, version),
                    serde_json::to_string(&block).unwrap()
                );
                assert!(
                    matches!(super::block(&block, version), Cow::Borrowed(_)),
                    "{version}"
                );
            }
        }
    }

    // S-RES-23
    #[test]
    fn meta_and_dates_come_with_0618() {
        let text = r#"{"type":"text","text":"hi","annotations":{"audience":["user"],"lastModified":"2026-07-28"},"_meta":{"a":1}}"#;
        let block: ContentBlock = read(text);
        for version in [V24, V0326] {
            assert_eq!(
                shaped(&block, version),
                r#"{"type":"text","text":"hi","annotations":{"audience":["user"]}}"#
            );
        }
        for version in [V0618, V1125, MODERN] {
            assert_eq!(shaped(&block, version), text);
        }
    }

    #[test]
    fn meta_inside_an_embedded_resource_comes_with_0618() {
        let text =
            r#"{"type":"resource","resource":{"uri":"test://x","text":"hi","_meta":{"a":1}}}"#;
        let block: ContentBlock = read(text);
        assert_eq!(
            shaped(&block, V0326),
            r#"{"type":"resource","resource":{"uri":"test://x","text":"hi"}}"#
        );
        assert_eq!(shaped(&block, V0618), text);
    }

    // S-TOOL-16, S-PROM-08
    #[test]
    fn audio_is_a_note_before_0326() {
        let block = ContentBlock::audio(b"RIFF", "audio/wav");
        assert_eq!(
            shaped(&block, V24),
            r#"{"type":"text","text":"[audio/wav audio, which this client cannot receive]"}"#
        );
        assert_eq!(
            shaped(&block, V0326),
            r#"{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"}"#
        );
    }

    // S-TOOL-16, S-PROM-10
    #[test]
    fn a_resource_link_is_its_uri_before_0618() {
        let text = r#"{"type":"resource_link","uri":"file:///a","name":"a","title":"The A","description":"First.","icons":[{"src":"data:,"}],"annotations":{"priority":1},"_meta":{"k":1}}"#;
        let block: ContentBlock = read(text);
        for version in [V24, V0326] {
            assert_eq!(
                shaped(&block, version),
                r#"{"type":"text","text":"The A: file:///a\nFirst.","annotations":{"priority":1}}"#
            );
        }
        assert_eq!(
            shaped(&block, V0618),
            r#"{"type":"resource_link","uri":"file:///a","name":"a","title":"The A","description":"First.","annotations":{"priority":1},"_meta":{"k":1}}"#
        );
        for version in [V1125, MODERN] {
            assert_eq!(shaped(&block, version), text);
        }
    }
}
