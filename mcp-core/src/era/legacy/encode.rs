//! Results until 2025-11-25: bare, each in the words of its revision.

use bytes::Bytes;
use serde::ser::{SerializeMap, Serializer};

use crate::era::members::{self, append};
use crate::era::shape::{ElicitWithId, Shaped};
use crate::era::{Listed, tool_result};
use crate::jsonrpc::write;
use crate::meta::TraceContext;
use crate::types::{
    CallToolResult, Completion, GetPromptResult, Implementation, InputRequest, JsonObject,
    ReadResourceResult, ServerCapabilities,
};
use crate::{Meta, ProtocolVersion, RequestId};

/// Writes the result of `tools/call`.
///
/// Structured content is an object in these revisions, so any other value
/// is wrapped as `{"result": …}`, as its `outputSchema` is in [`list`].
///
/// # Errors
///
/// When a value inside it cannot be written as JSON.
pub fn tool_result(
    out: &mut Vec<u8>,
    result: &CallToolResult,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    out.push(b'{');
    tool_result::write_members(out, result, version)?;
    end(out, result.meta.as_ref())
}

/// Writes the result of `prompts/get`.
///
/// # Errors
///
/// As [`tool_result`].
pub fn prompt_result(
    out: &mut Vec<u8>,
    result: &GetPromptResult,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    out.push(b'{');
    members::prompt(out, result, version)?;
    end(out, result.meta.as_ref())
}

/// Writes the result of `resources/read`.
///
/// # Errors
///
/// As [`tool_result`].
pub fn read_result(
    out: &mut Vec<u8>,
    result: &ReadResourceResult,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    out.push(b'{');
    members::read(out, result, version)?;
    end(out, result.meta.as_ref())
}

/// Writes the result of `completion/complete`: at most
/// [`Completion::MAX_VALUES`] suggestions of those given.
///
/// # Errors
///
/// As [`tool_result`].
pub fn completion(out: &mut Vec<u8>, completion: &Completion) -> serde_json::Result<()> {
    out.push(b'{');
    members::completion(out, completion)?;
    end(out, None)
}

/// Writes one page of a list, or all of it: tools, prompts, resources or
/// templates, as the items are.
///
/// `next_cursor` is left out on the last page.
///
/// # Errors
///
/// As [`tool_result`].
pub fn list<'a, T: Listed + 'a>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = &'a T>,
    next_cursor: Option<&str>,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    out.push(b'{');
    members::list(out, items, next_cursor, version)?;
    end(out, None)
}

/// Writes a result of an extension, which has no `resultType` here.
///
/// # Errors
///
/// As [`tool_result`].
pub fn extension_result(out: &mut Vec<u8>, members: &JsonObject) -> serde_json::Result<()> {
    let own = members.iter().filter(|(key, _)| *key != "resultType");
    serde_json::Serializer::new(out).collect_map(own)
}

/// Writes the metadata of a result and closes it.
fn end(out: &mut Vec<u8>, meta: Option<&Meta>) -> serde_json::Result<()> {
    if let Some(meta) = meta {
        out.extend_from_slice(br#","_meta":"#);
        append(out, meta)?;
    }
    out.push(b'}');
    Ok(())
}

/// Writes the result of `initialize`.
///
/// # Errors
///
/// As [`tool_result`].
pub fn initialize(
    out: &mut Vec<u8>,
    version: ProtocolVersion,
    identity: &Implementation,
    capabilities: &ServerCapabilities,
    instructions: Option<&str>,
) -> serde_json::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("protocolVersion", &version)?;
    map.serialize_entry(
        "capabilities",
        &Shaped {
            value: capabilities,
            version,
        },
    )?;
    map.serialize_entry(
        "serverInfo",
        &Shaped {
            value: identity,
            version,
        },
    )?;
    if let Some(instructions) = instructions {
        map.serialize_entry("instructions", instructions)?;
    }
    map.end()
}

/// The empty result of `ping`, `logging/setLevel` and their like: exactly
/// `{}`, as strict clients demand.
pub const EMPTY: &[u8] = b"{}";

/// A question to the client, as a request of ours.
///
/// `id` also serves as the `elicitationId` that URL elicitations of
/// 2025-11-25 carry, where they have none of their own. `trace` goes along in
/// `_meta` (SEP-414).
///
/// # Errors
///
/// When the revision has no form for the question (multi-select fields
/// before 2025-11-25, for one).
pub fn input_request(
    id: &RequestId,
    request: &InputRequest,
    trace: Option<&TraceContext>,
    version: ProtocolVersion,
) -> serde_json::Result<Bytes> {
    let mut params = match request {
        InputRequest::Elicit(request) => {
            let elicitation_id = &id.to_string();
            Some(serde_json::to_vec(&ElicitWithId {
                request,
                elicitation_id,
                version,
            })?)
        }
        InputRequest::CreateMessage(value) => Some(serde_json::to_vec(&Shaped { value, version })?),
        InputRequest::ListRoots => None,
    };
    if let Some(trace) = trace {
        add_meta(params.get_or_insert_with(|| EMPTY.to_vec()), trace)?;
    }
    Ok(write::request(
        id,
        request.method().as_str(),
        params.as_deref(),
    ))
}

/// Adds `_meta` to an object that has none.
fn add_meta(object: &mut Vec<u8>, trace: &TraceContext) -> serde_json::Result<()> {
    object.pop();
    if object.len() > 1 {
        object.push(b',');
    }
    object.extend_from_slice(br#""_meta":"#);
    serde_json::Serializer::new(&mut *object).collect_map(trace.iter())?;
    object.push(b'}');
    Ok(())
}

/// That a page the user was sent to has served its purpose
/// (`notifications/elicitation/complete`); `None` in revisions that do not
/// know it, which are all but 2025-11-25.
#[must_use]
pub fn elicitation_complete(elicitation_id: &str, version: ProtocolVersion) -> Option<Bytes> {
    let params = serde_json::json!({ "elicitationId": elicitation_id }).to_string();
    (version == ProtocolVersion::V2025_11_25).then(|| {
        write::notification(
            "notifications/elicitation/complete",
            Some(params.as_bytes()),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Prompt, PromptMessage, ResourceContents, ResourceTemplate};

    const ALL: [ProtocolVersion; 4] = [
        ProtocolVersion::V2024_11_05,
        ProtocolVersion::V2025_03_26,
        ProtocolVersion::V2025_06_18,
        ProtocolVersion::V2025_11_25,
    ];

    fn written(write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    /// S-RES-03, S-PROM-04
    #[test]
    fn results_are_bare() {
        let templates = [ResourceTemplate::new("a://{b}", "b")];
        let mut prompt = GetPromptResult::new([PromptMessage::user("hi")]);
        prompt.meta = Some(JsonObject::new());
        let read = ReadResourceResult::from(ResourceContents::text("a://b", "hi"));
        for version in ALL {
            assert_eq!(
                written(|out| list(out, &templates, Some("next"), version)),
                r#"{"resourceTemplates":[{"uriTemplate":"a://{b}","name":"b"}],"nextCursor":"next"}"#
            );
            assert_eq!(
                written(|out| list::<Prompt>(out, [], None, version)),
                r#"{"prompts":[]}"#
            );
            assert_eq!(
                written(|out| prompt_result(out, &prompt, version)),
                r#"{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"_meta":{}}"#
            );
            assert_eq!(
                written(|out| read_result(out, &read, version)),
                r#"{"contents":[{"uri":"a://b","text":"hi"}]}"#
            );
        }
        assert_eq!(
            written(|out| completion(out, &Completion::default())),
            r#"{"completion":{"values":[]}}"#
        );
    }

    // S-ELIC-27
    #[test]
    fn the_end_of_a_visit_is_told_in_1125_alone() {
        for version in ProtocolVersion::ALL {
            let frame = elicitation_complete("e-\"1\"", version);
            let expected = (version == ProtocolVersion::V2025_11_25).then_some(
                r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e-\"1\""}}"#,
            );
            assert_eq!(frame.as_deref(), expected.map(str::as_bytes), "{version}");
        }
    }

    #[test]
    fn an_extension_has_no_result_type() {
        let members: JsonObject =
            serde_json::from_str(r#"{"resultType":"task","taskId":"t","_meta":{"own":1}}"#)
                .expect("an object");
        let value: serde_json::Value =
            serde_json::from_str(&written(|out| extension_result(out, &members))).expect("JSON");
        assert_eq!(
            value,
            serde_json::json!({"taskId": "t", "_meta": {"own": 1}})
        );
        assert_eq!(
            written(|out| extension_result(out, &JsonObject::new())),
            "{}"
        );
    }
}
