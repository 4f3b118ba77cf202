//! The members of `params` that core methods read, located in one pass.

use std::fmt;
use std::ops::Range;

use bytes::Bytes;
use serde::de::Deserialize;
use serde_json::value::RawValue;

use crate::jsonrpc::{Broken, Name, Scan};
use crate::meta::{RequestMeta, TraceContext};
use crate::{Error, Meta};

/// A member of `params` that some core method reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// What is located: the members, and the three of a trace in `_meta`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Member(Field),
    TraceParent,
    TraceState,
    Baggage,
}

/// What was located, and where its raw JSON stands in the frame: of the many
/// members there are, a message has a few.
type Spans = Vec<(Slot, Range<usize>)>;

/// The raw parameters of a message, with the known members located.
///
/// Shares the frame's memory, so it outlives the parse without a copy.
#[derive(Clone)]
pub struct Params {
    frame: Bytes,
    spans: Spans,
}

/// Parameters as they are found while the frame is read, still borrowing it.
#[derive(Default)]
pub(crate) struct Located<'a> {
    spans: Spans,
    pub(crate) meta: RequestMeta<'a>,
    /// A member that came twice: two readers could disagree on which counts.
    repeated: Option<Field>,
    /// What should be an object and is none.
    misshapen: Option<&'static str>,
}

impl<'a> Located<'a> {
    /// Room for as many members as core methods have, `_meta` apart.
    const USUAL: usize = 4;

    /// Reads the parameters at this place.
    pub(crate) fn scan(scan: &mut Scan<'a>) -> Result<Self, Broken> {
        let mut located = Self::default();
        if scan.peek() != Some(b'{') {
            located.misshapen = Some("params");
            return scan.value().map(|_| located);
        }
        located.spans.reserve_exact(Self::USUAL);
        let mut has_meta = false;
        scan.enter()?;
        while let Some(key) = scan.member()? {
            let Some(field) = Field::parse(&key) else {
                scan.value()?;
                continue;
            };
            let slot = Slot::Member(field);
            let seen = match field {
                Field::Meta => std::mem::replace(&mut has_meta, true),
                _ => located.spans.iter().any(|(known, _)| *known == slot),
            };
            match field {
                // Kept would be as many as somebody cares to send, and each looked through.
                _ if seen => {
                    located.repeated = Some(field);
                    scan.value()?;
                }
                Field::Meta => drop(scan.unless_null(|scan| located.scan_meta(scan))?),
                _ => located.spans.push((slot, scan.span()?)),
            }
        }
        Ok(located)
    }

    fn scan_meta(&mut self, scan: &mut Scan<'a>) -> Result<(), Broken> {
        if scan.peek() != Some(b'{') {
            self.misshapen = Some("_meta");
            return scan.value().map(drop);
        }
        self.meta = RequestMeta::scan(scan)?;
        let trace = [
            (Slot::TraceParent, self.meta.traceparent),
            (Slot::TraceState, self.meta.tracestate),
            (Slot::Baggage, self.meta.baggage),
        ];
        let found = trace.map(|(slot, raw)| Some((slot, scan.place(raw?))));
        self.spans.extend(found.into_iter().flatten());
        Ok(())
    }

    /// Keeps what was found in a frame, without borrowing it; gives `_meta`
    /// for those who read it at once.
    ///
    /// # Errors
    ///
    /// -32602 where the parameters or their `_meta` are no objects, or a known
    /// member was there twice.
    pub(crate) fn keep(self, frame: &Bytes) -> Result<(Params, RequestMeta<'a>), Error> {
        if let Some(name) = self.misshapen {
            return Err(Error::invalid_params(format!("{name} must be an object")));
        }
        if let Some(field) = self.repeated {
            return Err(Error::invalid_params(format!(
                "{field:?} appears twice in params"
            )));
        }
        let params = Params {
            frame: frame.clone(),
            spans: self.spans,
        };
        Ok((params, self.meta))
    }
}

impl Params {
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
        self.text(Slot::Member(field))
    }

    fn text(&self, slot: Slot) -> Option<&str> {
        let text = std::str::from_utf8(&self.frame[self.span(slot)?]);
        Some(text.expect("a frame is checked to be UTF-8 before it is located"))
    }

    fn span(&self, slot: Slot) -> Option<Range<usize>> {
        let (_, span) = self.spans.iter().find(|(known, _)| *known == slot)?;
        (self.frame[span.clone()] != b"null"[..]).then(|| span.clone())
    }

    /// The raw JSON of a member, sharing the frame's memory.
    #[must_use]
    pub fn slice(&self, field: Field) -> Option<Bytes> {
        self.span(Slot::Member(field))
            .map(|span| self.frame.slice(span))
    }

    /// Reads a string member.
    ///
    /// # Errors
    ///
    /// -32602 where the member is present and no string.
    pub fn string(&self, field: Field, name: &str) -> Result<Option<String>, Error> {
        let Some(raw) = self.get(field) else {
            return Ok(None);
        };
        match Name::of(raw) {
            Some(Name(text)) => Ok(Some(text.into_owned())),
            None => read(raw, name, "a string").map(Some),
        }
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
        let [parent, state, baggage] = [Slot::TraceParent, Slot::TraceState, Slot::Baggage]
            .map(|slot| self.text(slot).and_then(Name::of));
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

/// The parameters in a text that is nothing but them.
#[cfg(test)]
pub(crate) fn locate(text: &'static str) -> Result<Params, Error> {
    let frame = Bytes::from_static(text.as_bytes());
    let mut scan = Scan::new(text);
    let located = Located::scan(&mut scan).map_err(|Broken| Error::parse("no JSON"))?;
    located.keep(&frame).map(|(params, _)| params)
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
    fn what_comes_again_and_again_is_not_kept() {
        let meta = r#""_meta":{"traceparent":1,"baggage":2},"#;
        let text = ["\"name\":0,", "\"uri\":1,", meta].map(|member| member.repeat(1_000));
        let text = format!("{{{}\"x\":0}}", text.concat());
        let located = Located::scan(&mut Scan::new(&text)).expect("JSON");
        assert_eq!(located.spans.len(), 4);
        assert_eq!(located.repeated, Some(Field::Meta));
        assert!(located.keep(&Bytes::from(text.clone())).is_err());
    }

    #[test]
    fn the_whole_is_found_again_in_the_frame() {
        let frame = Bytes::from_static(br#"{"jsonrpc":"2.0","params":{"own": 1},"method":"m"}"#);
        let kept = |frame| Located::default().keep(frame).expect("nothing twice").0;
        assert_eq!(&kept(&frame).raw()[..], br#"{"own": 1}"#);
        assert!(kept(&Bytes::from_static(b"{}")).raw().is_empty());
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
