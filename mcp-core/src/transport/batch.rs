//! Several messages in one frame, which only sessions of 2025-03-26 may send.

use std::fmt;

use bytes::Bytes;
use serde::de::{Deserialize, Deserializer, Error as _, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::incoming::{Incoming, refused};
use crate::era::Claim;
use crate::jsonrpc::Fault;
use crate::{Error, Method};

impl Incoming {
    /// The most messages that a batch may hold: enough for a client that
    /// queues, few enough that one frame does not start work without bound.
    pub const MAX_BATCH: usize = 1024;

    /// Whether a frame is an array, and so [`Incoming::parse_batch`]'s to read.
    #[must_use]
    pub fn is_batch(frame: &[u8]) -> bool {
        frame.trim_ascii_start().starts_with(b"[")
    }

    /// Reads a frame that holds several messages (specification of
    /// 2025-03-26, "Base protocol: Batching"; JSON-RPC 2.0, section 6).
    ///
    /// Each message is judged on its own, in order: what is wrong with one is
    /// a [`Fault`] in its place, to be answered like any other. `initialize`
    /// is refused there, as is a message that names its own version: neither
    /// has a session whose revision knows batches.
    ///
    /// `declared` is as for [`Incoming::parse`].
    ///
    /// # Errors
    ///
    /// A [`Fault`] for the whole frame, which has one answer and no array:
    /// -32700 where it is no JSON, -32600 where it is no array, an empty one,
    /// or holds more than [`Incoming::MAX_BATCH`] messages.
    ///
    /// # Examples
    ///
    /// ```
    /// use mcp_core::transport::Incoming;
    ///
    /// let frame = br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},5]"#;
    /// assert!(Incoming::is_batch(frame));
    /// let messages = Incoming::parse_batch(&(&frame[..]).into(), None).unwrap();
    /// assert!(messages[0].is_ok() && messages[1].is_err());
    /// ```
    pub fn parse_batch(
        frame: &Bytes,
        declared: Option<&str>,
    ) -> Result<Vec<Result<Self, Fault>>, Fault> {
        let text = std::str::from_utf8(frame).map_err(|error| {
            let position = error.valid_up_to();
            refused(
                None,
                Error::parse(format_args!("invalid UTF-8 at byte {position}")),
            )
        })?;
        let Elements(elements) = serde_json::from_str(text).map_err(|error| {
            let error = match error.classify() {
                // No array, or too long a one.
                Category::Data => Error::invalid_request(format!(
                    "A batch is a JSON array of at most {} messages",
                    Self::MAX_BATCH
                )),
                _ => Error::parse(error),
            };
            refused(None, error)
        })?;
        if elements.is_empty() {
            let error = Error::invalid_request("A batch holds at least one message");
            return Err(refused(None, error));
        }
        let element =
            |raw: &RawValue| Self::parse_element(frame.slice_ref(raw.get().as_bytes()), declared);
        Ok(elements.into_iter().map(element).collect())
    }

    fn parse_element(frame: Bytes, declared: Option<&str>) -> Result<Self, Fault> {
        if !frame.starts_with(b"{") {
            return Err(refused(
                None,
                Error::invalid_request("A message is a JSON object"),
            ));
        }
        let incoming = Self::parse(frame, declared)?;
        let refuse = |message: &'static str| {
            Err(refused(
                incoming.id().cloned(),
                Error::invalid_request(message),
            ))
        };
        match incoming.claim() {
            Claim::Modern(_) => refuse("A message that names its version is sent on its own"),
            _ if incoming.method() == Some(&Method::Initialize) => {
                refuse("initialize is sent on its own")
            }
            _ => Ok(incoming),
        }
    }
}

/// The messages of a batch, raw, as many as may be.
struct Elements<'a>(Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Elements<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ElementsVisitor;
        impl<'de> Visitor<'de> for ElementsVisitor {
            type Value = Elements<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut elements = Vec::new();
                while let Some(element) = seq.next_element()? {
                    if elements.len() == Incoming::MAX_BATCH {
                        return Err(A::Error::custom("too many messages"));
                    }
                    elements.push(element);
                }
                Ok(Elements(elements))
            }
        }
        deserializer.deserialize_seq(ElementsVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorKind, RequestId};

    fn parse(text: &str) -> Result<Vec<Result<Incoming, Fault>>, Fault> {
        Incoming::parse_batch(&Bytes::copy_from_slice(text.as_bytes()), None)
    }

    #[test]
    fn an_array_is_told_from_an_object() {
        for (frame, batch) in [
            ("[]", true),
            (" \n\t[1", true),
            (r#"{"a":[]}"#, false),
            ("", false),
            (r#""[""#, false),
        ] {
            assert_eq!(Incoming::is_batch(frame.as_bytes()), batch, "{frame}");
        }
    }

    /// S-HTTPL-29, S-HTTPL-30, S-INIT-13
    #[test]
    fn each_message_is_judged_on_its_own() {
        let text = r#" [ {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}} ,
            {"jsonrpc":"2.0","method":"notifications/initialized"},
            {"jsonrpc":"2.0","id":"q","result":{}},
            {"jsonrpc":"2.0","id":2,"method":"initialize","params":{}},
            {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}},
            {"id":4,"method":"ping"},
            {"jsonrpc":"2.0","id":5,"method":"m","params":[]},
            1, [], [{"jsonrpc":"2.0","id":6,"method":"ping"}], {} ]"#;
        let messages = parse(text).expect("a batch");
        let (good, bad) = messages.split_at(3);
        assert_eq!(good[0].as_ref().expect("well-formed").id(), Some(&1.into()));
        assert!(good.iter().all(Result::is_ok));
        let faults: Vec<_> = bad
            .iter()
            .map(|message| {
                let fault = message.as_ref().expect_err("refused");
                (fault.id.clone(), fault.error.kind(), fault.response_like)
            })
            .collect();
        let refused = |id: Option<i64>| {
            let id = id.map(RequestId::from);
            (id, ErrorKind::InvalidRequest, false)
        };
        assert_eq!(
            faults,
            [
                refused(Some(2)),
                refused(Some(3)),
                refused(Some(4)),
                (Some(5.into()), ErrorKind::InvalidParams, false),
                refused(None),
                refused(None),
                refused(None),
                refused(None),
            ]
        );
    }

    #[test]
    fn a_batch_that_is_none_has_one_answer() {
        let long = |count: usize| {
            let message = r#"{"jsonrpc":"2.0","method":"n"}"#;
            format!("[{}]", vec![message; count].join(","))
        };
        assert_eq!(parse(&long(Incoming::MAX_BATCH)).expect("fits").len(), 1024);
        for (text, kind) in [
            ("[]", ErrorKind::InvalidRequest),
            ("{}", ErrorKind::InvalidRequest),
            (&long(Incoming::MAX_BATCH + 1), ErrorKind::InvalidRequest),
            ("[{},", ErrorKind::Parse),
            ("[] x", ErrorKind::Parse),
            ("", ErrorKind::Parse),
        ] {
            let fault = parse(text).expect_err(text);
            assert_eq!((fault.error.kind(), fault.id), (kind, None), "{text:.40}");
        }
        let broken = Incoming::parse_batch(&Bytes::from_static(b"[\"\xff\"]"), None);
        let fault = broken.expect_err("not UTF-8");
        assert_eq!(fault.error.kind(), ErrorKind::Parse);
    }
}
