//! Prompts and their messages by revision.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Shaped, shaped_list};
use crate::types::{Prompt, PromptMessage};
use crate::version::ProtocolVersion;

impl Serialize for Shaped<'_, Prompt> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.version >= ProtocolVersion::V2025_11_25 {
            return self.value.serialize(serializer);
        }
        let mut prompt = self.value.clone();
        prompt.icons.clear();
        if self.version < ProtocolVersion::V2025_06_18 {
            prompt.title = None;
            prompt.meta = None;
            for argument in &mut prompt.arguments {
                argument.title = None;
            }
        }
        prompt.serialize(serializer)
    }
}

impl Serialize for Shaped<'_, PromptMessage> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("role", &self.value.role)?;
        map.serialize_entry("content", &Shaped::new(&self.value.content, self.version))?;
        map.end()
    }
}

impl Serialize for Shaped<'_, [PromptMessage]> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        shaped_list(self, serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::types::ContentBlock;

    /// S-PROM-03
    #[test]
    fn members_come_with_their_revision() {
        let text = r#"{"name":"reply","title":"Reply","description":"Drafts.","arguments":[{"name":"tone","title":"Tone","required":true}],"icons":[{"src":"data:,"}],"_meta":{"n":1}}"#;
        let prompt: Prompt = read(text);
        for version in [V24, V0326] {
            assert_eq!(
                shaped(&prompt, version),
                r#"{"name":"reply","description":"Drafts.","arguments":[{"name":"tone","required":true}]}"#
            );
        }
        assert_eq!(
            shaped(&prompt, V0618),
            text.replace(r#""icons":[{"src":"data:,"}],"#, "")
        );
        for version in [V1125, MODERN] {
            assert_eq!(shaped(&prompt, version), text);
        }
    }

    /// S-PROM-08, S-PROM-10
    #[test]
    fn messages_hold_what_the_peer_knows() {
        let sound = PromptMessage::user(ContentBlock::audio(b"RIFF", "audio/wav"));
        let link = PromptMessage::assistant(ContentBlock::resource_link("a://b", "b"));
        for message in [&sound, &link] {
            assert_eq!(
                shaped(message, MODERN),
                serde_json::to_string(message).unwrap()
            );
        }
        assert_eq!(
            shaped(&sound, V24),
            r#"{"role":"user","content":{"type":"text","text":"[audio/wav audio, which this client cannot receive]"}}"#
        );
        assert_eq!(
            shaped(&[link][..], V0326),
            r#"[{"role":"assistant","content":{"type":"text","text":"b: a://b"}}]"#
        );
    }
}
