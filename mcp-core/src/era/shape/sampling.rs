//! Questions to the client's model by revision.

use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};

use super::Shaped;
use super::content::audio_as_text;
use crate::types::{CreateMessageRequest, SamplingContent, SamplingMessage};
use crate::version::ProtocolVersion;

impl Serialize for Shaped<'_, CreateMessageRequest> {
    /// # Errors
    ///
    /// When the request needs tools and the revision has none in sampling.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            value: request,
            version,
        } = *self;
        if version >= ProtocolVersion::V2026_07_28 {
            return request.serialize(serializer);
        }
        let mut map = serializer.serialize_map(None)?;
        if version >= ProtocolVersion::V2025_11_25 {
            request.write_common(&mut map, &request.messages)?;
            request.write_tools(&mut map, &Shaped::new(&request.tools[..], version))?;
        } else {
            let messages = older_messages(request, version).map_err(S::Error::custom)?;
            request.write_common(&mut map, &messages)?;
        }
        map.end()
    }
}

/// Messages of one block each, without tools and metadata, as revisions before 2025-11-25 know
/// them.
fn older_messages(
    request: &CreateMessageRequest,
    version: ProtocolVersion,
) -> Result<Vec<SamplingMessage>, String> {
    let without_tools = || format!("a client of {version} has no tools in sampling");
    if !request.tools.is_empty() {
        return Err(without_tools());
    }
    let mut older = Vec::with_capacity(request.messages.len());
    for message in &request.messages {
        for block in &message.content {
            let block = match block {
                SamplingContent::ToolUse(_) | SamplingContent::ToolResult(_) => {
                    return Err(without_tools());
                }
                SamplingContent::Audio(audio) if version < ProtocolVersion::V2025_03_26 => {
                    SamplingContent::Text(audio_as_text(audio))
                }
                other => other.clone(),
            };
            older.push(SamplingMessage::new(message.role, [plain(block, version)]));
        }
    }
    Ok(older)
}

/// Takes away what was added to all blocks with 2025-06-18.
fn plain(mut block: SamplingContent, version: ProtocolVersion) -> SamplingContent {
    if version >= ProtocolVersion::V2025_06_18 {
        return block;
    }
    let (annotations, meta) = match &mut block {
        SamplingContent::Text(block) => (&mut block.annotations, &mut block.meta),
        SamplingContent::Image(block) => (&mut block.annotations, &mut block.meta),
        SamplingContent::Audio(block) => (&mut block.annotations, &mut block.meta),
        SamplingContent::ToolUse(_) | SamplingContent::ToolResult(_) => return block,
    };
    *meta = None;
    if let Some(annotations) = annotations {
        annotations.last_modified = None;
    }
    block
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    const PLAIN: &str = r#"{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"systemPrompt":"s","includeContext":"none","temperature":0.5,"maxTokens":9,"stopSequences":["x"],"metadata":{"n":1.5}}"#;

    #[test]
    fn what_every_revision_knows_goes_out_as_it_is() {
        let request: CreateMessageRequest = read(PLAIN);
        for version in ProtocolVersion::ALL {
            assert_eq!(shaped(&request, version), PLAIN);
        }
    }

    // S-SAMP-09
    #[test]
    fn several_blocks_become_several_messages_before_1125() {
        let text = r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a","_meta":{"k":1}},{"type":"audio","data":"","mimeType":"audio/wav"}],"_meta":{"m":1}}],"maxTokens":9}"#;
        let request: CreateMessageRequest = read(text);
        assert_eq!(shaped(&request, MODERN), text);
        assert_eq!(shaped(&request, V1125), text);
        assert_eq!(
            shaped(&request, V0618),
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"a","_meta":{"k":1}}},{"role":"user","content":{"type":"audio","data":"","mimeType":"audio/wav"}}],"maxTokens":9}"#
        );
        assert_eq!(
            shaped(&request, V24),
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"user","content":{"type":"text","text":"[audio/wav audio, which this client cannot receive]"}}],"maxTokens":9}"#
        );
    }

    // S-SAMP-02, S-SAMP-09
    #[test]
    fn tools_are_shaped_too_and_refused_before_1125() {
        let request: CreateMessageRequest = read(
            r#"{"messages":[],"maxTokens":9,"tools":[{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"string"}}],"toolChoice":{"mode":"auto"}}"#,
        );
        assert!(shaped(&request, MODERN).contains(r#""outputSchema":{"type":"string"}"#));
        assert!(shaped(&request, V1125).contains(r#""outputSchema":{"type":"object""#));
        assert!(shaped(&request, V1125).ends_with(r#""toolChoice":{"mode":"auto"}}"#));
        assert!(refused(&request, V0618).contains("no tools in sampling"));

        let request: CreateMessageRequest = read(
            r#"{"messages":[{"role":"assistant","content":{"type":"tool_use","id":"1","name":"t","input":{}}}],"maxTokens":9}"#,
        );
        assert!(refused(&request, V0618).contains("no tools in sampling"));
    }
}
