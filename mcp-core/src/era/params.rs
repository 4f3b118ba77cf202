//! The members of `params` that core methods read, located in one pass.

use std::fmt;

use bytes::Bytes;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::jsonrpc::Name;
use crate::meta::{RequestMeta, TraceContext};
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

/// How many spans are kept: the members, and the three of a trace in `_meta`.
const SPANS: usize = Field::COUNT + 3;

/// Where a member's raw JSON stands in the text of `params`; empty if absent.
#[derive(Clone, Copy, Default)]
struct Span {
    start: u32,
    end: u32,
}

/// The raw parameters of a message, with the known members located.
///
/// Shares the frame's memory, so it outlives the parse without a copy.
#[derive(Clone)]
pub struct Params {
    frame: Bytes,
    /// Boxed: parameters are moved from hand to hand until a handler runs.
    spans: Box<[Span; SPANS]>,
}

/// Parameters as they are found while the frame is read, still borrowing it.
#[derive(Default)]
pub(crate) struct Located<'a> {
    members: [Option<&'a RawValue>; Field::COUNT],
    pub(crate) meta: RequestMeta<'a>,
    /// A member that came twice: two readers could disagree on which counts.
    repeated: Option<Field>,
}

impl Params {
    /// Keeps what was found in a frame, without borrowing it.
    ///
    /// # Errors
    ///
    /// -32602 where a known member was there twice.
    pub(crate) fn keep(frame: &Bytes, located: &Located<'_>) -> Result<Self, Error> {
        if let Some(field) = located.repeated {
            return Err(Error::invalid_params(format!(
                "{field:?} appears twice in params"
            )));
        }
        let base = frame.as_ptr() as usize;
        let span = |raw: &RawValue| {
            let start = raw.get().as_ptr() as usize - base;
            let offset = |at: usize| {
                u32::try_from(at).map_err(|_| Error::invalid_params("params exceed 4 GiB"))
            };
            Ok(Span {
                start: offset(start)?,
                end: offset(start + raw.get().len())?,
            })
        };
        let meta = &located.meta;
        let trace = [meta.traceparent, meta.tracestate, meta.baggage];
        let mut spans = Box::new([Span::default(); SPANS]);
        for (slot, member) in spans.iter_mut().zip(located.members.iter().chain(&trace)) {
            if let Some(raw) = member {
                *slot = span(raw)?;
            }
        }
        Ok(Self {
            frame: frame.clone(),
            spans,
        })
    }

    /// The frame the parameters lie in.
    pub(crate) fn frame(&self) -> &Bytes {
        &self.frame
    }

    /// All parameters as raw JSON, for methods of extensions; empty where they
    /// are absent. Reads the frame once more.
    #[must_use]
    pub fn raw(&self) -> Bytes {
        #[derive(serde::Deserialize)]
        struct Message<'a> {
            #[serde(borrow)]
            params: Option<&'a RawValue>,
        }
        let message = serde_json::from_slice(&self.frame).unwrap_or(Message { params: None });
        message
            .params
            .map_or_else(Bytes::new, |raw| self.frame.slice_ref(raw.get().as_bytes()))
    }

    /// The raw JSON of a member. `null` counts as absent.
    #[must_use]
    pub fn get(&self, field: Field) -> Option<&str> {
        self.text(self.spans[field as usize])
    }

    fn text(&self, Span { start, end }: Span) -> Option<&str> {
        let text = std::str::from_utf8(&self.frame[start as usize..end as usize])
            .expect("a frame is checked to be UTF-8 before it is located");
        (start != end && text != "null").then_some(text)
    }

    /// The raw JSON of a member, sharing the frame's memory.
    #[must_use]
    pub fn slice(&self, field: Field) -> Option<Bytes> {
        self.get(field)
            .map(|text| self.frame.slice_ref(text.as_bytes()))
    }

    /// Reads a string member.
    ///
    /// # Errors
    ///
    /// -32602 where the member is present and no string.
    pub fn string(&self, field: Field, name: &str) -> Result<Option<String>, Error> {
        self.read(field, name, "a string")
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
    ///
    /// Reads the frame once more: hardly anybody asks.
    #[must_use]
    pub fn meta(&self) -> Option<Meta> {
        #[derive(serde::Deserialize)]
        struct Message {
            params: Option<WithMeta>,
        }
        #[derive(serde::Deserialize)]
        struct WithMeta {
            #[serde(rename = "_meta")]
            meta: Option<Meta>,
        }
        let message: Message = serde_json::from_slice(&self.frame).ok()?;
        message.params?.meta
    }

    /// The trace that `_meta` names, if it names one that is well-formed.
    #[must_use]
    pub fn trace_context(&self) -> Option<TraceContext> {
        let [parent, state, baggage] = [0, 1, 2].map(|index| {
            let raw = self.text(self.spans[Field::COUNT + index])?;
            serde_json::from_str::<Name<'_>>(raw).ok()
        });
        TraceContext::new(
            parent.as_ref().map(|Name(text)| &**text),
            state.as_ref().map(|Name(text)| &**text),
            baggage.as_ref().map(|Name(text)| &**text),
        )
    }

    /// Reads any member.
    ///
    /// # Errors
    ///
    /// -32602 where the member is present and is not what was `expected`.
    pub(crate) fn read<'a, T: Deserialize<'a>>(
        &'a self,
        field: Field,
        name: &str,
        expected: &str,
    ) -> Result<Option<T>, Error> {
        self.get(field)
            .map(|raw| read(raw, name, expected))
            .transpose()
    }

    /// A member that must be an object, as raw JSON.
    ///
    /// # Errors
    ///
    /// -32602 where the member is present and no object.
    pub(crate) fn object(&self, field: Field, name: &str) -> Result<Option<Bytes>, Error> {
        match self.slice(field) {
            Some(raw) if !raw.starts_with(b"{") => {
                Err(Error::invalid_params(format!("{name} must be an object")))
            }
            object => Ok(object),
        }
    }
}

impl fmt::Debug for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Params")
            .field("frame", &self.frame)
            .finish_non_exhaustive()
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

impl<'de: 'a, 'a> Deserialize<'de> for Located<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct LocatedVisitor;
        impl<'de> Visitor<'de> for LocatedVisitor {
            type Value = Located<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut located = Located::default();
                let mut has_meta = false;
                while let Some(Name(key)) = map.next_key()? {
                    match Field::parse(&key) {
                        None => drop(map.next_value::<IgnoredAny>()?),
                        Some(Field::Meta) => {
                            located.meta = map.next_value::<Option<_>>()?.unwrap_or_default();
                            if std::mem::replace(&mut has_meta, true) {
                                located.repeated = Some(Field::Meta);
                            }
                        }
                        Some(field) => {
                            let slot = &mut located.members[field as usize];
                            if slot.replace(map.next_value()?).is_some() {
                                located.repeated = Some(field);
                            }
                        }
                    }
                }
                Ok(located)
            }
        }
        deserializer.deserialize_map(LocatedVisitor)
    }
}

/// The parameters in a text that is nothing but them.
#[cfg(test)]
pub(crate) fn locate(text: &'static str) -> Result<Params, Error> {
    let frame = Bytes::from_static(text.as_bytes());
    let located: Located<'_> = serde_json::from_slice(&frame).map_err(Error::parse)?;
    Params::keep(&frame, &located)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// S-META-14, S-OTEL-02
    #[test]
    fn a_trace_is_read_where_it_is_one() {
        const TRACED: &str = r#"{"_meta":{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","tracestate":"a\u003d1","baggage":"k=v"},"name":"t"}"#;
        let params = locate(TRACED).expect("an object");
        let trace = params.trace_context().expect("a trace");
        assert_eq!(trace.parent_id(), Some("b7ad6b7169203331"));
        assert_eq!(
            (trace.tracestate(), trace.baggage()),
            (Some("a=1"), Some("k=v"))
        );
        for text in [
            "{}",
            r#"{"_meta":{}}"#,
            r#"{"_meta":{"traceparent":"no","baggage":5,"tracestate":null}}"#,
            r#"{"_meta":{"traceparent":{},"baggage":"\ud83d"}}"#,
            r#"{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}"#,
        ] {
            let params = locate(text).expect("an object");
            assert_eq!(params.trace_context(), None, "{text}");
        }
    }

    #[test]
    fn the_whole_is_found_again_in_the_frame() {
        let frame = Bytes::from_static(br#"{"jsonrpc":"2.0","params":{"own": 1},"method":"m"}"#);
        let located: Located<'_> = serde_json::from_str(r#"{"own": 1}"#).expect("an object");
        let params = Params::keep(&frame, &located).expect("nothing twice");
        assert_eq!(&params.raw()[..], br#"{"own": 1}"#);
        assert!(
            Params::keep(&Bytes::from_static(b"{}"), &located)
                .expect("kept")
                .raw()
                .is_empty()
        );
    }

    #[test]
    fn faults_name_the_member() {
        for (text, message) in [
            (r"{}", "missing field: name"),
            (r#"{"name":5}"#, "name must be a string"),
            (r#"{"name":null}"#, "missing field: name"),
        ] {
            let error = locate(text)
                .and_then(|params| params.required_string(Field::Name, "name"))
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
            .and_then(|params| params.required_string(Field::Name, "name"))
            .expect_err("broken");
        assert_eq!(error.kind(), crate::ErrorKind::Parse);
    }
}
