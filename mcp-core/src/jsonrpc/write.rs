//! Envelopes around payloads, written straight into bytes.

use bytes::Bytes;
use serde::Serialize;

use super::RequestId;
use crate::{Error, ProtocolVersion};

const HEAD: &[u8] = br#"{"jsonrpc":"2.0","#;

/// A response whose `result` is written by `result`.
///
/// # Errors
///
/// Whatever `result` fails with; nothing of the frame is kept then.
pub fn response<E>(
    id: &RequestId,
    result: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
) -> Result<Bytes, E> {
    response_of(id, 512, result)
}

/// As [`response`], with room for as many bytes from the start.
///
/// # Errors
///
/// As [`response`].
pub fn response_of<E>(
    id: &RequestId,
    length: usize,
    result: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
) -> Result<Bytes, E> {
    let mut out = start(id, length);
    out.extend_from_slice(br#","result":"#);
    result(&mut out)?;
    out.push(b'}');
    Ok(out.into())
}

/// An error response in the words of a peer's revision.
///
/// Without an id (it could not be read) the member is left out, as revisions
/// from 2025-11-25 on allow and no revision's clients choke on.
#[must_use]
pub fn error(id: Option<&RequestId>, error: &Error, version: ProtocolVersion) -> Bytes {
    let mut out = match id {
        Some(id) => start(id, 192),
        None => {
            let mut out = Vec::with_capacity(160);
            out.extend_from_slice(br#"{"jsonrpc":"2.0""#);
            out
        }
    };
    out.extend_from_slice(br#","error":{"code":"#);
    integer(&mut out, error.code(version).0);
    out.extend_from_slice(br#","message":"#);
    string(&mut out, error.message());
    if let Some(data) = error.data() {
        out.extend_from_slice(br#","data":"#);
        value(&mut out, data);
    }
    out.extend_from_slice(b"}}");
    out.into()
}

/// A request of ours, with `params` already written as JSON.
#[must_use]
pub fn request(id: &RequestId, method: &str, params: Option<&[u8]>) -> Bytes {
    let mut out = start(id, 64 + params.map_or(0, <[u8]>::len));
    out.push(b',');
    method_and_params(&mut out, method, params);
    out.into()
}

/// A notification of ours, with `params` already written as JSON.
#[must_use]
pub fn notification(method: &str, params: Option<&[u8]>) -> Bytes {
    let mut out = Vec::with_capacity(64 + method.len() + params.map_or(0, <[u8]>::len));
    out.extend_from_slice(HEAD);
    method_and_params(&mut out, method, params);
    out.into()
}

/// A batch: frames in one array (2025-03-26 only).
#[must_use]
pub fn batch(replies: &[Bytes]) -> Bytes {
    let length: usize = replies.iter().map(|reply| reply.len() + 1).sum();
    let mut out = Vec::with_capacity(length + 1);
    out.push(b'[');
    for (index, reply) in replies.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(reply);
    }
    out.push(b']');
    out.into()
}

fn method_and_params(out: &mut Vec<u8>, method: &str, params: Option<&[u8]>) {
    out.extend_from_slice(br#""method":"#);
    string(out, method);
    if let Some(params) = params {
        out.extend_from_slice(br#","params":"#);
        out.extend_from_slice(params);
    }
    out.push(b'}');
}

fn start(id: &RequestId, capacity: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(capacity);
    out.extend_from_slice(HEAD);
    out.extend_from_slice(br#""id":"#);
    id.write(&mut out);
    out
}

/// Writes an integer.
pub(crate) fn integer(out: &mut Vec<u8>, integer: i64) {
    value(out, &integer);
}

/// Writes a JSON string.
pub(crate) fn string(out: &mut Vec<u8>, text: &str) {
    value(out, text);
}

/// Writes a value whose serialisation cannot fail: strings, numbers and JSON
/// values, into memory.
fn value<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(out, value).expect("plain JSON data written to memory");
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(frame: &Bytes) -> &str {
        std::str::from_utf8(frame).expect("JSON is UTF-8")
    }

    // S-ENV-01, S-ENV-07
    #[test]
    fn a_response_wraps_what_was_written() {
        let frame = response::<()>(&"a".into(), |out| {
            out.extend_from_slice(b"{}");
            Ok(())
        });
        assert_eq!(
            text(&frame.expect("written")),
            r#"{"jsonrpc":"2.0","id":"a","result":{}}"#
        );
    }

    // S-ENV-10
    #[test]
    fn an_error_without_a_readable_id_has_no_id_member() {
        let frame = error(None, &Error::parse("x"), ProtocolVersion::LATEST);
        assert_eq!(
            text(&frame),
            r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: x"}}"#
        );
    }

    // S-ENV-11
    #[test]
    fn data_and_quotes_survive() {
        let frame = error(
            Some(&7.into()),
            &Error::invalid_params("say \"hi\"").with_data(json!({"a": 1})),
            ProtocolVersion::LATEST,
        );
        assert_eq!(
            text(&frame),
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"say \"hi\"","data":{"a":1}}}"#
        );
    }

    #[test]
    fn a_batch_is_an_array() {
        let frames = [Bytes::from_static(b"{\"a\":1}"), Bytes::from_static(b"{}")];
        assert_eq!(text(&batch(&frames)), r#"[{"a":1},{}]"#);
        assert_eq!(text(&batch(&frames[1..])), "[{}]");
        assert_eq!(text(&batch(&[])), "[]");
    }

    #[test]
    fn params_are_left_out_rather_than_null() {
        assert_eq!(
            text(&request(&1.into(), "roots/list", None)),
            r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#
        );
        assert_eq!(
            text(&notification("n", Some(b"{}"))),
            r#"{"jsonrpc":"2.0","method":"n","params":{}}"#
        );
    }
}
