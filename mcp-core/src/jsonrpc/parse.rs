//! A frame to its envelope, in one pass.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::scan::{Broken, Scan};
use super::{Name, RequestId};
use crate::Error;

/// A frame that is JSON.
#[derive(Debug)]
pub enum Parsed<'a, P = &'a str> {
    /// One message.
    Message(Message<'a, P>),
    /// An array: a batch, which only 2025-03-26 (and plain JSON-RPC) knows.
    Batch,
}

/// One JSON-RPC message, borrowing the frame. `P` is what its parameters are
/// read as: raw JSON, unless somebody reads them in the same pass.
#[derive(Debug)]
pub enum Message<'a, P = &'a str> {
    /// A call that wants an answer.
    Request {
        /// Echoed in the answer.
        id: RequestId,
        /// The method's name.
        method: Cow<'a, str>,
        /// The parameters; `null` counts as absent.
        params: Option<P>,
    },
    /// A message that is never answered.
    Notification {
        /// The method's name.
        method: Cow<'a, str>,
        /// The parameters; `null` counts as absent.
        params: Option<P>,
    },
    /// The peer's answer to a request of ours.
    Response {
        /// The id we gave the request; absent when the peer could not read it.
        id: Option<RequestId>,
        /// The result, or the error object, as raw JSON.
        outcome: Result<&'a str, &'a str>,
    },
}

/// A frame that cannot be served, with the id to answer under if one was readable.
#[derive(Debug)]
pub struct Fault {
    /// The id of the broken request, where one could be read.
    pub id: Option<RequestId>,
    /// What is wrong: -32700 or -32600.
    pub error: Error,
    /// The message looks like a response: it is never answered.
    pub response_like: bool,
}

/// Reads the envelope of one frame.
///
/// # Errors
///
/// A [`Fault`] with -32700 where the frame is not JSON in UTF-8, and -32600
/// where it is JSON but no JSON-RPC message.
///
/// # Examples
///
/// ```
/// use mcp_core::jsonrpc::{Message, Parsed, parse};
///
/// let frame = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
/// assert!(matches!(parse(frame), Ok(Parsed::Message(Message::Request { .. }))));
/// assert!(parse(b"not json").is_err());
/// ```
pub fn parse(frame: &[u8]) -> Result<Parsed<'_>, Fault> {
    parse_with(frame, Scan::value)
}

/// As [`parse`], with the parameters read in the same pass.
///
/// # Errors
///
/// As [`parse`].
pub(crate) fn parse_with<'a, P>(
    frame: &'a [u8],
    params: impl Fn(&mut Scan<'a>) -> Result<P, Broken>,
) -> Result<Parsed<'a, P>, Fault> {
    let text = std::str::from_utf8(frame).map_err(|error| Fault {
        id: recover_id(frame),
        error: Error::parse(format_args!(
            "invalid UTF-8 at byte {}",
            error.valid_up_to()
        )),
        response_like: false,
    })?;
    match text.trim_ascii_start().as_bytes().first() {
        Some(b'[') => return batch(frame, text).map(|()| Parsed::Batch),
        Some(b'{') => {}
        // Say what is wrong only once the text is known to be JSON at all.
        _ => {
            return Err(match serde_json::from_str::<IgnoredAny>(text) {
                Ok(_) => fault(None, Error::invalid_request("A message is a JSON object")),
                // A stray byte before a whole message (NUL, BOM, comma) hides no id.
                Err(error) => fault(recover_id(frame), Error::parse(error)),
            });
        }
    }
    let envelope = Envelope::scan(text, params)
        .map_err(|Broken| fault(recover_id(frame), Error::parse(broken(text))))?;
    envelope.classify().map(Parsed::Message)
}

/// What is wrong with a text that could not be passed over.
#[cold]
fn broken(text: &str) -> String {
    match serde_json::from_str::<IgnoredAny>(text) {
        Err(error) => error.to_string(),
        // It looks at no escapes of text that nobody reads.
        Ok(_) => "a member's name has escapes that mean no character".to_owned(),
    }
}

fn batch(frame: &[u8], text: &str) -> Result<(), Fault> {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(fault(recover_id(frame), Error::parse(error))),
    }
}

fn fault(id: Option<RequestId>, error: Error) -> Fault {
    Fault {
        id,
        error,
        response_like: false,
    }
}

/// The members of an envelope, before they are judged.
struct Envelope<'a, P> {
    jsonrpc: Option<&'a str>,
    id: Option<&'a str>,
    method: Option<&'a str>,
    params: Option<P>,
    result: Option<&'a str>,
    error: Option<&'a str>,
    /// A member that came twice: two readers could disagree on which counts. `id` before any
    /// other, since nobody can be answered then.
    repeated: Option<&'static str>,
}

impl<'a, P> Envelope<'a, P> {
    fn scan(
        text: &'a str,
        read: impl Fn(&mut Scan<'a>) -> Result<P, Broken>,
    ) -> Result<Self, Broken> {
        let (mut jsonrpc, mut id, mut method) = (None, None, None);
        let (mut params, mut result, mut error) = (None, None, None);
        let mut repeated = None;
        let mut scan = Scan::new(text);
        scan.enter()?;
        while let Some(key) = scan.member()? {
            let (member, name) = match &*key {
                "jsonrpc" => (&mut jsonrpc, "jsonrpc"),
                "id" => (&mut id, "id"),
                "method" => (&mut method, "method"),
                "result" => (&mut result, "result"),
                "error" => (&mut error, "error"),
                "params" => {
                    // `null` is `None`, and counts as seen.
                    let value = scan.unless_null(&read)?;
                    if params.replace(value).is_some() && repeated != Some("id") {
                        repeated = Some("params");
                    }
                    continue;
                }
                _ => {
                    scan.value()?;
                    continue;
                }
            };
            if member.replace(scan.value()?).is_some() && repeated != Some("id") {
                repeated = Some(name);
            }
        }
        scan.end()?;
        Ok(Self {
            jsonrpc,
            id,
            method,
            params: params.flatten(),
            result,
            error,
            repeated,
        })
    }

    fn classify(self) -> Result<Message<'a, P>, Fault> {
        let response_like =
            self.method.is_none() && (self.result.is_some() || self.error.is_some());
        let id = self.id.map(RequestId::from_json);
        let readable = id.clone().flatten();
        let refuse = |message: &'static str| Fault {
            id: readable.clone(),
            error: Error::invalid_request(message),
            response_like,
        };
        if let Some(member) = self.repeated {
            return Err(Fault {
                id: readable.clone().filter(|_| member != "id"),
                error: Error::invalid_request(format!("Member \"{member}\" appears twice")),
                response_like,
            });
        }
        if self.jsonrpc.is_none_or(|raw| raw != r#""2.0""#) {
            return Err(refuse("Member \"jsonrpc\" must be \"2.0\""));
        }
        if response_like {
            return self.response(id, refuse);
        }
        let Some(method) = self.method else {
            return Err(refuse("Member \"method\" is missing"));
        };
        let Some(Name(method)) = Name::of(method) else {
            return Err(refuse("Member \"method\" must be a string"));
        };
        if self.result.is_some() || self.error.is_some() {
            return Err(refuse("A message has either a method or an outcome"));
        }
        let params = self.params;
        match id {
            None => Ok(Message::Notification { method, params }),
            Some(Some(id)) => Ok(Message::Request { id, method, params }),
            Some(None) => Err(refuse(
                "Member \"id\" must be a string or an integer, not null",
            )),
        }
    }

    fn response(
        self,
        id: Option<Option<RequestId>>,
        refuse: impl Fn(&'static str) -> Fault,
    ) -> Result<Message<'a, P>, Fault> {
        let outcome = match (self.result, self.error) {
            (Some(result), None) => Ok(result),
            (None, Some(error)) => Err(error),
            _ => return Err(refuse("A response has either a result or an error")),
        };
        match id {
            Some(Some(id)) => Ok(Message::Response {
                id: Some(id),
                outcome,
            }),
            None if outcome.is_err() => Ok(Message::Response { id: None, outcome }),
            _ => Err(refuse("A response repeats the id of its request")),
        }
    }
}

/// Finds the id of a request in text that is not JSON, so that the caller
/// does not wait for ever.
///
/// Walks the top-level object only, so that an `"id"` inside the parameters
/// or inside a string is never mistaken for the message's own.
#[must_use]
pub fn recover_id(frame: &[u8]) -> Option<RequestId> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(&byte) = frame.get(at) {
        match byte {
            b'"' => {
                let end = string_end(frame, at)?;
                let key = depth == 1 && &frame[at..end] == br#""id""#;
                if let Some(value) = key.then(|| after_colon(frame, end)).flatten() {
                    return id_at(frame, value);
                }
                at = end;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The position behind the closing quote of the string that starts at `start`.
fn string_end(frame: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match frame.get(at)? {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn after_colon(frame: &[u8], at: usize) -> Option<usize> {
    let rest = &frame[at..];
    let colon = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
    if rest[colon] != b':' {
        return None;
    }
    let value = rest[colon + 1..]
        .iter()
        .position(|byte| !byte.is_ascii_whitespace())?;
    Some(at + colon + 1 + value)
}

fn id_at(frame: &[u8], start: usize) -> Option<RequestId> {
    let end = if frame[start] == b'"' {
        string_end(frame, start)?
    } else {
        let rest = &frame[start..];
        let length = rest
            .iter()
            .position(|byte| matches!(byte, b',' | b'}') || byte.is_ascii_whitespace())?;
        start + length
    };
    RequestId::from_json(std::str::from_utf8(&frame[start..end]).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorCode, ProtocolVersion};

    fn refused(frame: &str) -> (i64, Option<RequestId>) {
        let fault = parse(frame.as_bytes()).expect_err(frame);
        (fault.error.code(ProtocolVersion::LATEST).0, fault.id)
    }

    #[test]
    fn a_request_borrows_its_params() {
        let frame = br#"{"id":"x","jsonrpc":"2.0","params":{"a":[1]},"method":"m","extra":1}"#;
        let Ok(Parsed::Message(Message::Request { id, method, params })) = parse(frame) else {
            panic!("a request");
        };
        assert_eq!((id, &*method), (RequestId::from("x"), "m"));
        assert_eq!(params, Some(r#"{"a":[1]}"#));
    }

    #[test]
    fn null_params_are_absent_params() {
        let frame = br#"{"jsonrpc":"2.0","method":"m","params":null}"#;
        assert!(matches!(
            parse(frame),
            Ok(Parsed::Message(Message::Notification { params: None, .. }))
        ));
    }

    // S-ENV-01, S-ENV-10, S-ENV-12
    #[test]
    fn faults_are_told_apart_and_keep_the_id() {
        let seven = Some(RequestId::from(7));
        for (frame, code, id) in [
            ("", ErrorCode::PARSE_ERROR, None),
            ("not json", ErrorCode::PARSE_ERROR, None),
            ("5", ErrorCode::INVALID_REQUEST, None),
            (r#""text""#, ErrorCode::INVALID_REQUEST, None),
            ("[1,", ErrorCode::PARSE_ERROR, None),
            ("{}", ErrorCode::INVALID_REQUEST, None),
            (
                r#"{"id":7,"method":"ping"}"#,
                ErrorCode::INVALID_REQUEST,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#,
                ErrorCode::INVALID_REQUEST,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":5}"#,
                ErrorCode::INVALID_REQUEST,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7}"#,
                ErrorCode::INVALID_REQUEST,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#,
                ErrorCode::INVALID_REQUEST,
                None,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#,
                ErrorCode::INVALID_REQUEST,
                None,
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"id":8,"method":"m"}"#,
                ErrorCode::INVALID_REQUEST,
                None,
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"m","method":"m"}"#,
                ErrorCode::INVALID_REQUEST,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"m","params":{},"params":null,"id":7}"#,
                ErrorCode::INVALID_REQUEST,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"id":7,"method":"m","method":"m"}"#,
                ErrorCode::INVALID_REQUEST,
                None,
            ),
            (
                "\0{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\"}",
                ErrorCode::PARSE_ERROR,
                seven.clone(),
            ),
            (
                "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\"}",
                ErrorCode::PARSE_ERROR,
                seven.clone(),
            ),
            (
                r#",{"jsonrpc":"2.0","id":7,"method":"m"}"#,
                ErrorCode::PARSE_ERROR,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"result":{},"error":{}}"#,
                ErrorCode::INVALID_REQUEST,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"m","#,
                ErrorCode::PARSE_ERROR,
                seven.clone(),
            ),
            (
                r#"{"jsonrpc":"2.0","id":7,"method":"m"} x"#,
                ErrorCode::PARSE_ERROR,
                seven.clone(),
            ),
        ] {
            assert_eq!(refused(frame), (code.0, id), "{frame}");
        }
    }

    #[test]
    fn broken_bytes_still_name_their_caller() {
        let fault = parse(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"params\":{\"s\":\"\xff\"}}");
        let fault = fault.expect_err("not UTF-8");
        assert_eq!(fault.id, Some(RequestId::from(7)));
        assert_eq!(
            fault.error.message(),
            "Parse error: invalid UTF-8 at byte 39"
        );
    }

    // S-ENV-10
    #[test]
    fn only_the_message_s_own_id_is_recovered() {
        for (text, id) in [
            (r#"{"params":{"id":1},"id":2,"#, Some(RequestId::from(2))),
            (
                r#"{"a":"\"id\":3","id" : "b" ,"#,
                Some(RequestId::from("b")),
            ),
            (r#"{"params":{"id":1"#, None),
            (r#"{"id":null,"#, None),
            (r#"{"id":1"#, None),
            (r#"{"id"#, None),
            (r#"[{"id":1},"#, None),
        ] {
            assert_eq!(recover_id(text.as_bytes()), id, "{text}");
        }
    }

    // S-ENV-20
    #[test]
    fn responses_are_marked_so_that_nobody_answers_them() {
        let fault = parse(br#"{"id":1,"result":{}}"#).expect_err("no version");
        assert!(fault.response_like);
        assert!(matches!(
            parse(br#"{"jsonrpc":"2.0","error":{"code":1,"message":"m"}}"#),
            Ok(Parsed::Message(Message::Response {
                id: None,
                outcome: Err(_)
            }))
        ));
    }

    #[test]
    fn arrays_are_recognised() {
        assert!(matches!(parse(b" [ ]"), Ok(Parsed::Batch)));
    }

    // S-SEC-16
    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        let frame = format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"m","params":{}"#,
            "[".repeat(100_000)
        );
        assert!(parse(frame.as_bytes()).is_err());
    }
}
