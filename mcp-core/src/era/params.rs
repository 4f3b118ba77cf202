//! The members of `params` that core methods read, located in one pass.

use std::fmt;

use bytes::Bytes;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::call::{CallTool, Page};
use crate::jsonrpc::Name;
use crate::types::InputResponses;
use crate::{Error, Meta};

/// A member of `params` that some core method reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[repr(u8)]
pub enum Field {
    /// `_meta`
    Meta,
    /// `name`
    Name,
    /// `arguments`
    Arguments,
    /// `inputResponses`
    InputResponses,
    /// `requestState`
    RequestState,
    /// `uri`
    Uri,
    /// `cursor`
    Cursor,
    /// `level`
    Level,
    /// `protocolVersion`
    ProtocolVersion,
    /// `capabilities`
    Capabilities,
    /// `clientInfo`
    ClientInfo,
    /// `requestId`
    RequestId,
    /// `reason`
    Reason,
    /// `ref`
    Reference,
    /// `argument`
    Argument,
    /// `context`
    Context,
    /// `notifications`
    Notifications,
}

impl Field {
    const COUNT: usize = 17;

    fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "_meta" => Self::Meta,
            "name" => Self::Name,
            "arguments" => Self::Arguments,
            "inputResponses" => Self::InputResponses,
            "requestState" => Self::RequestState,
            "uri" => Self::Uri,
            "cursor" => Self::Cursor,
            "level" => Self::Level,
            "protocolVersion" => Self::ProtocolVersion,
            "capabilities" => Self::Capabilities,
            "clientInfo" => Self::ClientInfo,
            "requestId" => Self::RequestId,
            "reason" => Self::Reason,
            "ref" => Self::Reference,
            "argument" => Self::Argument,
            "context" => Self::Context,
            "notifications" => Self::Notifications,
            _ => return None,
        })
    }
}

/// Where a member's raw JSON stands in the text of `params`; empty if absent.
#[derive(Clone, Copy, Default)]
struct Span {
    start: u32,
    end: u32,
}

/// The raw parameters of a message, with the known members located.
///
/// Owns a slice of the frame, so it outlives the parse without a copy.
#[derive(Clone)]
pub struct Params {
    text: Bytes,
    spans: [Span; Field::COUNT],
}

impl Params {
    /// Parameters that are absent: the same as `{}`.
    #[must_use]
    pub fn absent() -> Self {
        Self {
            text: Bytes::new(),
            spans: Default::default(),
        }
    }

    /// Locates the members of raw parameters that lie in `frame`.
    ///
    /// # Errors
    ///
    /// -32602 where the parameters are no object or name a known member
    /// twice.
    pub(crate) fn locate(frame: &Bytes, raw: &RawValue) -> Result<Self, Error> {
        let text = raw.get();
        if !text.starts_with('{') {
            return Err(Error::invalid_params("params must be an object"));
        }
        let locator = Locator {
            base: text.as_ptr() as usize,
        };
        let spans = locator
            .deserialize(&mut serde_json::Deserializer::from_str(text))
            .map_err(|error| Error::invalid_params(format!("params: {error}")))?;
        Ok(Self {
            text: frame.slice_ref(text.as_bytes()),
            spans,
        })
    }

    /// All parameters as raw JSON; empty where they are absent.
    #[must_use]
    pub fn raw(&self) -> &Bytes {
        &self.text
    }

    /// The raw JSON of a member. `null` counts as absent.
    #[must_use]
    pub fn get(&self, field: Field) -> Option<&str> {
        let Span { start, end } = self.spans[field as usize];
        let text = std::str::from_utf8(&self.text[start as usize..end as usize])
            .expect("a frame is checked to be UTF-8 before it is located");
        (start != end && text != "null").then_some(text)
    }

    /// The raw JSON of a member, sharing the frame's memory.
    #[must_use]
    pub fn slice(&self, field: Field) -> Option<Bytes> {
        self.get(field)
            .map(|text| self.text.slice_ref(text.as_bytes()))
    }

    /// Reads a string member.
    ///
    /// # Errors
    ///
    /// -32602 where the member is present and no string.
    pub fn string(&self, field: Field, name: &str) -> Result<Option<String>, Error> {
        self.get(field)
            .map(|raw| read(raw, name, "a string"))
            .transpose()
    }

    /// Reads a string member that must be there.
    ///
    /// # Errors
    ///
    /// -32602 where the member is missing or no string.
    pub fn required_string(&self, field: Field, name: &str) -> Result<String, Error> {
        self.string(field, name)?
            .ok_or_else(|| Error::invalid_params(format!("missing field: {name}")))
    }

    /// The whole `_meta` object, for handlers that look for keys of their own.
    #[must_use]
    pub fn meta(&self) -> Option<Meta> {
        self.get(Field::Meta)
            .and_then(|raw| serde_json::from_str(raw).ok())
    }

    /// Reads the parameters of a list method.
    pub(crate) fn page(&self) -> Result<Page, Error> {
        Ok(Page {
            cursor: self.string(Field::Cursor, "cursor")?,
        })
    }

    /// Reads the parameters of `tools/call` that every revision has.
    pub(crate) fn call_tool(&self) -> Result<CallTool, Error> {
        let name = self.required_string(Field::Name, "name")?;
        let arguments = self.slice(Field::Arguments);
        if arguments.as_ref().is_some_and(|raw| !raw.starts_with(b"{")) {
            return Err(Error::invalid_params("arguments must be an object"));
        }
        Ok(CallTool::new(name, arguments))
    }

    /// Reads `inputResponses`: an object whose values are the client's answers.
    pub(crate) fn input_responses(&self) -> Result<Option<InputResponses>, Error> {
        self.get(Field::InputResponses)
            .map(|raw| read(raw, "inputResponses", "an object"))
            .transpose()
    }
}

impl fmt::Debug for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Params({:?})", self.text)
    }
}

/// Reads raw JSON that has been scanned once already. Broken escapes (lone
/// surrogates) come to light only here: they are the frame's fault, -32700.
fn read<'a, T: Deserialize<'a>>(raw: &'a str, name: &str, expected: &str) -> Result<T, Error> {
    serde_json::from_str(raw).map_err(|error| match error.classify() {
        serde_json::error::Category::Syntax => Error::parse(format_args!("{name}: {error}")),
        _ => Error::invalid_params(format!("{name} must be {expected}")),
    })
}

struct Locator {
    base: usize,
}

impl<'de> DeserializeSeed<'de> for Locator {
    type Value = [Span; Field::COUNT];

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Locator {
    type Value = [Span; Field::COUNT];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut spans = Self::Value::default();
        while let Some(Name(key)) = map.next_key()? {
            let Some(field) = Field::parse(&key) else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let raw: &'de RawValue = map.next_value()?;
            let start = raw.get().as_ptr() as usize - self.base;
            let offset = |at: usize| {
                u32::try_from(at).map_err(|_| serde::de::Error::custom("more than 4 GiB"))
            };
            let span = Span {
                start: offset(start)?,
                end: offset(start + raw.get().len())?,
            };
            let slot = &mut spans[field as usize];
            if slot.end != 0 {
                return Err(serde::de::Error::custom(format_args!(
                    "\"{key}\" appears twice"
                )));
            }
            *slot = span;
        }
        Ok(spans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locate(text: &'static str) -> Result<Params, Error> {
        let frame = Bytes::from_static(text.as_bytes());
        let raw: &RawValue = serde_json::from_slice(&frame).expect("JSON");
        Params::locate(&frame, raw)
    }

    #[test]
    fn members_share_the_frame() {
        let params = locate(r#" {"arguments": {"a": 1}, "x": [], "name":"t"}"#).expect("object");
        assert_eq!(
            params.slice(Field::Arguments).as_deref(),
            Some(&br#"{"a": 1}"#[..])
        );
        assert_eq!(params.get(Field::Name), Some(r#""t""#));
        assert_eq!(params.get(Field::Uri), None);
    }

    #[test]
    fn arguments_are_an_object_or_nothing() {
        for (text, expected) in [
            (r#"{"name":"t"}"#, None),
            (r#"{"name":"t","arguments":null}"#, None),
            (r#"{"name":"t","arguments":{}}"#, Some(&b"{}"[..])),
        ] {
            let call = locate(text)
                .and_then(|params| params.call_tool())
                .expect(text);
            assert_eq!(call.arguments.as_deref(), expected, "{text}");
        }
        for text in [
            r#"{"name":"t","arguments":[]}"#,
            r#"{"name":"t","arguments":"{}"}"#,
        ] {
            assert!(
                locate(text).and_then(|params| params.call_tool()).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn faults_name_the_member() {
        for (text, message) in [
            (r"{}", "missing field: name"),
            (r#"{"name":5}"#, "name must be a string"),
            (r#"{"name":null}"#, "missing field: name"),
        ] {
            let error = locate(text)
                .and_then(|params| params.call_tool())
                .expect_err(text);
            assert_eq!(error.message(), message);
        }
        for text in ["[]", r#""x""#, "5", r#"{"name":"a","name":"b"}"#] {
            assert!(locate(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_lone_surrogate_is_a_parse_error() {
        let error = locate(r#"{"name":"\ud83d"}"#)
            .and_then(|params| params.call_tool())
            .expect_err("broken");
        assert_eq!(error.kind(), crate::ErrorKind::Parse);
    }
}
