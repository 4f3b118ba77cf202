//! Results of 2026-07-28: `resultType`, identity, cache hints.

use super::VERSION;
pub use super::stamp::Stamp;
use crate::era::members::{self, append};
use crate::era::shape::Shaped;
use crate::era::{Listed, tool_result};
use crate::types::{
    CacheHint, CacheScope, CallToolResult, Completion, GetPromptResult, InputRequired, JsonObject,
    ReadResourceResult, ServerCapabilities,
};
use crate::{ProtocolVersion, RequestId};

/// How every result begins that is the answer itself.
const COMPLETE: &[u8] = br#"{"resultType":"complete","#;

/// Writes the result of `tools/call`.
///
/// # Errors
///
/// When a value inside it cannot be written as JSON.
pub fn tool_result(
    out: &mut Vec<u8>,
    result: &CallToolResult,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    out.extend_from_slice(COMPLETE);
    tool_result::write_members(out, result, VERSION)?;
    stamp.write(out, result.meta.as_ref())?;
    out.push(b'}');
    Ok(())
}

/// Writes an `InputRequiredResult` (specification, "Multi round-trip requests").
///
/// # Errors
///
/// As [`tool_result`].
pub fn input_required(
    out: &mut Vec<u8>,
    required: &InputRequired,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    out.extend_from_slice(br#"{"resultType":"input_required""#);
    // State alone asks the client to call again: there is nothing to answer then.
    if !required.input_requests.is_empty() {
        out.extend_from_slice(br#","inputRequests":"#);
        append(out, &required.input_requests)?;
    }
    if let Some(state) = &required.request_state {
        out.extend_from_slice(br#","requestState":"#);
        append(out, state)?;
    }
    stamp.write(out, None)?;
    out.push(b'}');
    Ok(())
}

/// Writes the result of `prompts/get`.
///
/// # Errors
///
/// As [`tool_result`].
pub fn prompt_result(
    out: &mut Vec<u8>,
    result: &GetPromptResult,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    out.extend_from_slice(COMPLETE);
    members::prompt(out, result, VERSION)?;
    stamp.write(out, result.meta.as_ref())?;
    out.push(b'}');
    Ok(())
}

/// Writes the result of `resources/read`.
///
/// # Errors
///
/// As [`tool_result`].
pub fn read_result(
    out: &mut Vec<u8>,
    result: &ReadResourceResult,
    hint: &CacheHint,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    out.extend_from_slice(COMPLETE);
    members::read(out, result, VERSION)?;
    cache_hint(out, hint)?;
    stamp.write(out, result.meta.as_ref())?;
    out.push(b'}');
    Ok(())
}

/// Writes the result of `completion/complete`: at most
/// [`Completion::MAX_VALUES`] suggestions of those given.
///
/// # Errors
///
/// As [`tool_result`].
pub fn completion(
    out: &mut Vec<u8>,
    completion: &Completion,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    out.extend_from_slice(COMPLETE);
    members::completion(out, completion)?;
    stamp.write(out, None)?;
    out.push(b'}');
    Ok(())
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
    hint: &CacheHint,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    out.extend_from_slice(COMPLETE);
    members::list(out, items, next_cursor, VERSION)?;
    cache_hint(out, hint)?;
    stamp.write(out, None)?;
    out.push(b'}');
    Ok(())
}

/// Writes the result of `subscriptions/listen`, which ends what `id` began
/// (specification, "Subscriptions: Graceful closure").
///
/// # Errors
///
/// As [`tool_result`].
pub fn listen_result(out: &mut Vec<u8>, id: &RequestId, stamp: &Stamp) -> serde_json::Result<()> {
    out.extend_from_slice(br#"{"resultType":"complete""#);
    stamp.write_subscription(out, id)?;
    out.push(b'}');
    Ok(())
}

/// Writes a result of an extension: of one of its own methods, or of a kind
/// that it adds to a method that can have it.
///
/// `resultType` and the server's identity in `_meta` are written here;
/// `members` need not name them, and do not win if they do.
///
/// # Errors
///
/// As [`tool_result`].
pub fn extension_result(
    out: &mut Vec<u8>,
    result_type: &str,
    members: &JsonObject,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    out.extend_from_slice(br#"{"resultType":"#);
    append(out, result_type)?;
    for (key, value) in members {
        if !matches!(key.as_str(), "resultType" | "_meta") {
            out.push(b',');
            append(out, key)?;
            out.push(b':');
            append(out, value)?;
        }
    }
    stamp.write(out, members.get("_meta").and_then(|meta| meta.as_object()))?;
    out.push(b'}');
    Ok(())
}

/// Writes the result of `server/discover` (specification, "Discovery").
///
/// # Errors
///
/// As [`tool_result`].
pub fn discover(
    out: &mut Vec<u8>,
    versions: &[ProtocolVersion],
    capabilities: &ServerCapabilities,
    instructions: Option<&str>,
    hint: &CacheHint,
    stamp: &Stamp,
) -> serde_json::Result<()> {
    out.extend_from_slice(COMPLETE);
    out.extend_from_slice(br#""supportedVersions":"#);
    append(out, versions)?;
    out.extend_from_slice(br#","capabilities":"#);
    append(out, &Shaped::new(capabilities, VERSION))?;
    if let Some(instructions) = instructions {
        out.extend_from_slice(br#","instructions":"#);
        append(out, instructions)?;
    }
    cache_hint(out, hint)?;
    stamp.write(out, None)?;
    out.push(b'}');
    Ok(())
}

fn cache_hint(out: &mut Vec<u8>, hint: &CacheHint) -> serde_json::Result<()> {
    out.extend_from_slice(br#","ttlMs":"#);
    append(out, &hint.ttl_ms)?;
    out.extend_from_slice(match hint.scope {
        CacheScope::Public => br#","cacheScope":"public""#,
        CacheScope::Private => br#","cacheScope":"private""#,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Implementation, Prompt, PromptMessage, Resource, ResourceContents};

    const HINT: CacheHint = CacheHint::new(5, CacheScope::Private);

    fn written(write: impl FnOnce(&mut Vec<u8>, &Stamp) -> serde_json::Result<()>) -> String {
        let stamp = Stamp::new(&Implementation::new("s", "1")).expect("plain");
        let mut out = Vec::new();
        write(&mut out, &stamp).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    const INFO: &str = r#""io.modelcontextprotocol/serverInfo":{"name":"s","version":"1"}"#;

    #[test]
    fn a_list_has_its_member_its_cursor_and_its_hint() {
        let prompts = [Prompt::new("a"), Prompt::new("b")];
        assert_eq!(
            written(|out, stamp| list(out, &prompts, Some("next"), &HINT, stamp)),
            format!(
                r#"{{"resultType":"complete","prompts":[{{"name":"a"}},{{"name":"b"}}],"nextCursor":"next","ttlMs":5,"cacheScope":"private","_meta":{{{INFO}}}}}"#
            )
        );
        assert_eq!(
            written(|out, stamp| list::<Resource>(out, [], None, &HINT, stamp)),
            format!(
                r#"{{"resultType":"complete","resources":[],"ttlMs":5,"cacheScope":"private","_meta":{{{INFO}}}}}"#
            )
        );
    }

    /// S-COMP-10
    #[test]
    fn only_what_may_be_kept_has_a_hint() {
        let result = GetPromptResult::new([PromptMessage::user("hi")]).with_description("A talk.");
        assert_eq!(
            written(|out, stamp| prompt_result(out, &result, stamp)),
            format!(
                r#"{{"resultType":"complete","description":"A talk.","messages":[{{"role":"user","content":{{"type":"text","text":"hi"}}}}],"_meta":{{{INFO}}}}}"#
            )
        );
        let result = ReadResourceResult::from(ResourceContents::text("a://b", "hi"));
        assert_eq!(
            written(|out, stamp| read_result(out, &result, &HINT, stamp)),
            format!(
                r#"{{"resultType":"complete","contents":[{{"uri":"a://b","text":"hi"}}],"ttlMs":5,"cacheScope":"private","_meta":{{{INFO}}}}}"#
            )
        );
        let found = Completion::new(["x".to_owned()]);
        assert_eq!(
            written(|out, stamp| completion(out, &found, stamp)),
            format!(
                r#"{{"resultType":"complete","completion":{{"values":["x"]}},"_meta":{{{INFO}}}}}"#
            )
        );
    }

    /// S-COMP-03
    #[test]
    fn no_more_than_a_hundred_suggestions_go_out() {
        let mut found = Completion::new([]);
        found.values = vec!["x".to_owned(); 1000];
        let text = written(|out, stamp| completion(out, &found, stamp));
        assert_eq!(text.matches(r#""x""#).count(), 100);
        assert!(text.contains(r#""total":1000,"hasMore":true"#));
    }

    /// S-SUBS-11
    #[test]
    fn the_end_of_listening_names_the_request_with_its_type() {
        for (json, id) in [("0", RequestId::from(0)), (r#""0""#, RequestId::from("0"))] {
            assert_eq!(
                written(|out, stamp| listen_result(out, &id, stamp)),
                format!(
                    r#"{{"resultType":"complete","_meta":{{{INFO},"io.modelcontextprotocol/subscriptionId":{json}}}}}"#
                )
            );
        }
    }

    #[test]
    fn an_extension_says_everything_but_who_answers() {
        let members: JsonObject = serde_json::from_str(
            r#"{"taskId":"t","resultType":"complete","_meta":{"own":1,"io.modelcontextprotocol/serverInfo":{}}}"#,
        )
        .expect("an object");
        assert_eq!(
            written(|out, stamp| extension_result(out, "task", &members, stamp)),
            format!(r#"{{"resultType":"task","taskId":"t","_meta":{{{INFO},"own":1}}}}"#)
        );
        assert_eq!(
            written(|out, stamp| extension_result(out, "complete", &JsonObject::new(), stamp)),
            format!(r#"{{"resultType":"complete","_meta":{{{INFO}}}}}"#)
        );
    }
}
