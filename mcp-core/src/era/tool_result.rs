//! The members of a tool's result, written straight into bytes: the one
//! payload that every call pays for.

use std::mem;

use super::members::append;
use super::shape::Shaped;
use crate::ProtocolVersion;
use crate::jsonrpc::{WIDTH, first, special};
use crate::types::{CallToolResult, RawJson};

/// Writes `content`, `structuredContent` and `isError`, without the braces
/// around them.
///
/// Where structured content is an object by definition (until 2025-11-25),
/// another value goes out as `{"result": …}`, as the tool's output schema
/// says it does.
///
/// # Errors
///
/// When a value inside cannot be written as JSON.
pub(super) fn write_members(
    out: &mut Vec<u8>,
    result: &CallToolResult,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    out.extend_from_slice(br#""content":["#);
    for (index, value) in result.content.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        append(out, &Shaped { value, version })?;
    }
    if let Some(twin) = result.twin() {
        if !result.content.is_empty() {
            out.push(b',');
        }
        write_text_block(out, twin);
    }
    out.push(b']');
    if let Some(structured) = &result.structured_content {
        write_structured(out, structured, version);
    }
    if result.is_error {
        out.extend_from_slice(br#","isError":true"#);
    }
    Ok(())
}

fn write_structured(out: &mut Vec<u8>, structured: &RawJson, version: ProtocolVersion) {
    let json = structured.as_bytes();
    if version >= ProtocolVersion::V2026_07_28 || json.starts_with(b"{") {
        if version >= ProtocolVersion::V2025_06_18 {
            out.extend_from_slice(br#","structuredContent":"#);
            out.extend_from_slice(json);
        }
    } else if version >= ProtocolVersion::V2025_06_18 {
        out.extend_from_slice(br#","structuredContent":{"result":"#);
        out.extend_from_slice(json);
        out.push(b'}');
    }
}

/// Writes JSON as the text of a text block.
fn write_text_block(out: &mut Vec<u8>, json: &RawJson) {
    out.extend_from_slice(br#"{"type":"text","text":""#);
    write_escaped(out, json.as_bytes());
    out.extend_from_slice(br#""}"#);
}

/// Writes JSON as it stands in a string.
///
/// It holds hardly anything to escape but quotes, and those often: too often
/// for a general writer, which copies each run between two of them.
fn write_escaped(out: &mut Vec<u8>, mut json: &[u8]) {
    let start = out.len();
    // Room for the worst case, so that no byte has to ask for it.
    out.resize(start + 2 * json.len(), 0);
    let mut room = &mut out[start..];
    while let (Some(eight), Some(place)) = (json.first_chunk(), room.first_chunk_mut()) {
        // All of it; what does not stand for itself is written over.
        *place = *eight;
        let found = special(u64::from_le_bytes(*eight));
        if found == 0 {
            json = &json[WIDTH..];
            room = &mut mem::take(&mut room)[WIDTH..];
        } else {
            let plain = first(found);
            let letter = ESCAPE[usize::from(eight[plain])];
            let (escaped, behind) = mem::take(&mut room)[plain..].split_at_mut(2);
            escaped.copy_from_slice(&[b'\\', letter]);
            room = behind;
            json = &json[plain + 1..];
        }
    }
    for &byte in json {
        let written = match ESCAPE[usize::from(byte)] {
            0 => {
                room[0] = byte;
                1
            }
            letter => {
                room[..2].copy_from_slice(&[b'\\', letter]);
                2
            }
        };
        room = &mut mem::take(&mut room)[written..];
    }
    let spare = room.len();
    out.truncate(out.len() - spare);
}

/// The letter that follows the backslash, for bytes of JSON that need one.
/// Control characters other than white space do not stand in JSON.
const ESCAPE: [u8; 256] = {
    let mut table = [0; 256];
    table[b'"' as usize] = b'"';
    table[b'\\' as usize] = b'\\';
    // White space between the members of a value written elsewhere.
    table[b'\n' as usize] = b'n';
    table[b'\r' as usize] = b'r';
    table[b'\t' as usize] = b't';
    table
};

/// How many bytes a tool's result takes, roughly: for those who make room
/// for it.
#[must_use]
pub fn expected_len(result: &CallToolResult) -> usize {
    let structured = result
        .structured_content
        .as_ref()
        .map_or(0, |json| json.as_bytes().len());
    // A quote in eight bytes or so has to be escaped.
    let twin = if result.text_twin {
        structured + structured / 2
    } else {
        0
    };
    256 + structured + twin
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ContentBlock;

    fn members(result: &CallToolResult, version: ProtocolVersion) -> String {
        let mut out = Vec::new();
        write_members(&mut out, result, version).expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    fn data(json: &str) -> CallToolResult {
        let raw: RawJson = serde_json::from_str(json).expect("JSON");
        CallToolResult::new([])
            .with_structured_content(raw)
            .with_text_twin(true)
    }

    // S-TOOL-21
    #[test]
    fn data_has_a_twin_for_those_who_read_text() {
        let json = "{\"a\":\"x\\\"\\\\é\",\n\t\"n\":1.50}";
        let result = data(json);
        let written = format!("{{{}}}", members(&result, ProtocolVersion::LATEST));
        let value: serde_json::Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!(value["content"][0]["text"], json);
        assert!(
            written.contains(r#""structuredContent":{"a":"x\"\\é""#),
            "{written}"
        );
        assert_eq!(
            value["content"],
            serde_json::to_value(&result).expect("serialises")["content"],
            "both writers agree"
        );
    }

    #[test]
    fn a_twin_is_escaped_wherever_it_has_to_be() {
        for before in 0..20 {
            for special in ["\"", "\\\"", "\\\\", "\n", "é", "\"\"\"\"\"\"\"\"\""] {
                for after in 0..10 {
                    let (before, after) = ("x".repeat(before), "y".repeat(after));
                    let text = format!("{before}{special}{after}");
                    let mut out = Vec::new();
                    write_escaped(&mut out, text.as_bytes());
                    let expected = serde_json::to_string(&text).expect("a string");
                    assert_eq!(
                        String::from_utf8(out).expect("UTF-8"),
                        expected[1..expected.len() - 1]
                    );
                }
            }
        }
    }

    // S-TOOL-20, S-TOOL-21
    #[test]
    fn other_values_are_wrapped_for_peers_that_know_objects_only() {
        let list = data("[1]");
        assert_eq!(
            members(&list, ProtocolVersion::V2025_11_25),
            r#""content":[{"type":"text","text":"[1]"}],"structuredContent":{"result":[1]}"#
        );
        assert_eq!(
            members(&list, ProtocolVersion::LATEST),
            r#""content":[{"type":"text","text":"[1]"}],"structuredContent":[1]"#
        );
        assert_eq!(
            members(&list, ProtocolVersion::V2025_03_26),
            r#""content":[{"type":"text","text":"[1]"}]"#
        );
        assert_eq!(
            members(&data("{}"), ProtocolVersion::V2024_11_05),
            r#""content":[{"type":"text","text":"{}"}]"#
        );
    }

    #[test]
    fn blocks_come_before_the_twin() {
        let mut result = data("2");
        result.content.push(ContentBlock::text("one"));
        assert_eq!(
            members(&result, ProtocolVersion::LATEST),
            r#""content":[{"type":"text","text":"one"},{"type":"text","text":"2"}],"structuredContent":2"#
        );
    }

    #[test]
    fn an_error_says_so() {
        assert_eq!(
            members(&CallToolResult::error("no"), ProtocolVersion::LATEST),
            r#""content":[{"type":"text","text":"no"}],"isError":true"#
        );
    }

    fn whole(result: &CallToolResult, version: ProtocolVersion) -> String {
        format!("{{{}}}", members(result, version))
    }

    // S-TOOL-16, S-TOOL-20
    #[test]
    fn a_result_loses_what_the_peer_does_not_know() {
        let text = r#"{"content":[{"type":"audio","data":"","mimeType":"audio/wav"}],"structuredContent":{"z":1.10},"isError":true}"#;
        let result: CallToolResult = serde_json::from_str(text).expect("a result");
        assert_eq!(
            whole(&result, ProtocolVersion::V2024_11_05),
            r#"{"content":[{"type":"text","text":"[audio/wav audio, which this client cannot receive]"}],"isError":true}"#
        );
        assert_eq!(
            whole(&result, ProtocolVersion::V2025_03_26),
            text.replace(r#""structuredContent":{"z":1.10},"#, "")
        );
        for version in [
            ProtocolVersion::V2025_06_18,
            ProtocolVersion::V2025_11_25,
            ProtocolVersion::LATEST,
        ] {
            assert_eq!(whole(&result, version), text);
        }
    }

    // S-TOOL-20
    #[test]
    fn structured_content_is_an_object_until_modern() {
        for value in ["[1.10]", "null", "\"x\"", "7"] {
            let result: CallToolResult =
                serde_json::from_str(&format!(r#"{{"content":[],"structuredContent":{value}}}"#))
                    .expect(value);
            for version in [ProtocolVersion::V2025_06_18, ProtocolVersion::V2025_11_25] {
                assert_eq!(
                    whole(&result, version),
                    format!(r#"{{"content":[],"structuredContent":{{"result":{value}}}}}"#)
                );
            }
            assert_eq!(
                whole(&result, ProtocolVersion::LATEST),
                format!(r#"{{"content":[],"structuredContent":{value}}}"#)
            );
            assert_eq!(
                whole(&result, ProtocolVersion::V2025_03_26),
                r#"{"content":[]}"#
            );
        }
    }
}
