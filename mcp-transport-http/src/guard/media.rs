//! Media types: what a body is, and what an answer may be.

use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, StatusCode};
use mcp_core::Error;

use crate::header::{self, Single};
use crate::refusal::Refusal;

/// Requires that the body is declared as JSON, and as nothing that has to be
/// decoded first: a layer in front may do that, and then drops the header.
///
/// A body without a type is refused as well: a web page can send one to
/// another site without asking, which it cannot with `application/json`.
///
/// # Errors
///
/// 415.
pub(crate) fn require_json(headers: &HeaderMap) -> Result<(), Refusal> {
    if headers.contains_key(CONTENT_ENCODING) {
        let mut codings = headers.get_all(CONTENT_ENCODING).iter();
        if !codings.all(is_identity) {
            return Err(encoded());
        }
    }
    let Single::Value(value) = header::single(headers, &CONTENT_TYPE) else {
        return Err(unsupported());
    };
    // What hosts send, nearly always, needs no parsing.
    if value == "application/json" || essence(value).eq_ignore_ascii_case("application/json") {
        Ok(())
    } else {
        Err(unsupported())
    }
}

fn unsupported() -> Refusal {
    let error = Error::invalid_request("Content-Type must be application/json");
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error)
}

/// Whether a list of codings leaves a body as it is (RFC 9110, 8.4).
fn is_identity(codings: &HeaderValue) -> bool {
    let is_identity = |coding: &str| {
        let coding = coding.trim();
        coding.is_empty() || coding.eq_ignore_ascii_case("identity")
    };
    let codings = codings.to_str();
    codings.is_ok_and(|codings| codings.split(',').all(is_identity))
}

/// What could have been sent is told in `Accept-Encoding` (RFC 9110, 15.5.16).
fn encoded() -> Refusal {
    let error = Error::invalid_request(
        "Content-Encoding is not served: send the body as it is, without that header",
    );
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error).with(ACCEPT_ENCODING, "identity")
}

/// The forms of an answer that a client takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accepts {
    /// One JSON body.
    pub(crate) json: bool,
    /// A stream of events.
    pub(crate) events: bool,
}

impl Accepts {
    const BOTH: Self = Self {
        json: true,
        events: true,
    };

    /// Reads `Accept` (RFC 9110, 12.5.1).
    ///
    /// The specification has clients list both types; one of them is enough
    /// here, and none at all means both.
    ///
    /// # Errors
    ///
    /// 406 where neither is taken.
    pub(crate) fn read(headers: &HeaderMap) -> Result<Self, Refusal> {
        let mut values = headers.get_all(ACCEPT).iter().peekable();
        if values.peek().is_none() {
            return Ok(Self::BOTH);
        }
        let mut accepts = Self {
            json: false,
            events: false,
        };
        for value in values {
            // What hosts send, nearly always.
            if value == "application/json, text/event-stream" {
                return Ok(Self::BOTH);
            }
            for range in value.to_str().unwrap_or_default().split(',') {
                accepts.add(range);
            }
        }
        if accepts.json || accepts.events {
            Ok(accepts)
        } else {
            Err(not_acceptable())
        }
    }

    fn add(&mut self, range: &str) {
        if is_refused(range) {
            return;
        }
        let range = essence(range);
        let is = |name: &str| range.eq_ignore_ascii_case(name);
        let any = is("*/*");
        self.json |= any || is("application/json") || is("application/*");
        self.events |= any || is("text/event-stream") || is("text/*");
    }
}

fn not_acceptable() -> Refusal {
    let error = Error::invalid_request("Accept must list application/json and text/event-stream");
    Refusal::new(StatusCode::NOT_ACCEPTABLE, error)
}

/// What is asked for can only be told as a stream.
pub(crate) fn needs_events() -> Refusal {
    let error = Error::invalid_request("Accept must list text/event-stream");
    Refusal::new(StatusCode::NOT_ACCEPTABLE, error)
}

/// The type without its parameters.
fn essence(value: &str) -> &str {
    value.split(';').next().unwrap_or_default().trim()
}

/// Whether a media range has the weight 0: "not acceptable".
fn is_refused(range: &str) -> bool {
    let weight = |parameter: &str| {
        let (name, value) = parameter.split_once('=')?;
        let value = name.trim().eq_ignore_ascii_case("q").then_some(value)?;
        value.trim().parse::<f32>().ok()
    };
    range
        .split(';')
        .skip(1)
        .find_map(weight)
        .is_some_and(|weight| weight <= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(values: &[&'static str]) -> Option<(bool, bool)> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(ACCEPT, HeaderValue::from_static(value));
        }
        Accepts::read(&headers)
            .ok()
            .map(|accepts| (accepts.json, accepts.events))
    }

    #[test]
    fn one_type_is_enough() {
        let both = Some((true, true));
        assert_eq!(accepts(&[]), both);
        assert_eq!(accepts(&["application/json, text/event-stream"]), both);
        assert_eq!(
            accepts(&["text/event-stream;q=0.9, application/json"]),
            both
        );
        assert_eq!(accepts(&["application/json", "text/event-stream"]), both);
        assert_eq!(accepts(&["*/*"]), both);
        assert_eq!(accepts(&["text/html, */*;q=0.1"]), both);
        assert_eq!(accepts(&["Application/JSON"]), Some((true, false)));
        assert_eq!(accepts(&["application/*"]), Some((true, false)));
        assert_eq!(accepts(&["text/event-stream"]), Some((false, true)));
        assert_eq!(
            accepts(&["application/json, text/event-stream;q=0"]),
            Some((true, false))
        );
        assert_eq!(accepts(&["text/html"]), None);
        assert_eq!(accepts(&[""]), None);
    }

    #[test]
    fn a_body_is_json_or_refused() {
        let check = |value: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            if let Some(value) = value {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static(value));
            }
            require_json(&headers).is_ok()
        };
        assert!(check(Some("application/json")));
        assert!(check(Some("Application/JSON; charset=UTF-8")));
        assert!(!check(Some("text/plain")));
        assert!(!check(Some("application/jsonp")));
        assert!(!check(None));
    }
    #[test]
    fn a_body_is_sent_as_it_is() {
        let check = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            for value in values {
                headers.append(CONTENT_ENCODING, HeaderValue::from_static(value));
            }
            require_json(&headers).is_ok()
        };
        assert!(check(&["identity"]) && check(&["Identity , identity"]) && check(&[""]));
        for coding in ["gzip", "identity, gzip", "x-gzip", "br", "identity;q=1"] {
            assert!(!check(&[coding]), "{coding}");
        }
        assert!(!check(&["identity", "zstd"]), "in another line");
    }
}
