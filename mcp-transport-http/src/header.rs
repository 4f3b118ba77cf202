//! The headers of the protocol, and how one is read.

use http::header::AsHeaderName;
use http::{HeaderMap, HeaderName};
use mcp_core::transport::Headers;

/// The revision a message speaks.
pub(crate) static PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The session a message belongs to.
pub(crate) static SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
/// Mirrors the method of the body.
pub(crate) static METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// Mirrors the name or URI in the body.
pub(crate) static NAME: HeaderName = HeaderName::from_static("mcp-name");
/// Tells a proxy not to hold events back.
pub(crate) static ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// What a header that may come once holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Single<'a> {
    /// Not sent.
    Absent,
    /// Sent once, without the optional whitespace around it (RFC 9110, 5.5).
    Value(&'a str),
    /// Sent more than once, or no visible ASCII: two readers could disagree
    /// on what it says.
    Malformed,
}

/// Reads a header that may come once.
pub(crate) fn single(headers: &HeaderMap, name: impl AsHeaderName) -> Single<'_> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Single::Absent,
        (Some(value), None) => match value.to_str() {
            Ok(text) => Single::Value(trim(text)),
            Err(_) => Single::Malformed,
        },
        (Some(_), Some(_)) => Single::Malformed,
    }
}

/// Nearly always there is nothing to trim: HTTP/1 drops the whitespace.
fn trim(text: &str) -> &str {
    let is_space = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    let bytes = text.as_bytes();
    if is_space(bytes.first()) || is_space(bytes.last()) {
        text.trim_matches([' ', '\t'])
    } else {
        text
    }
}

/// What proves who calls. That is for a layer in front to check, which leaves a
/// `Principal`: a handler that saw it could log it or pass it on, and "the MCP
/// server MUST NOT pass through the token it received from the MCP client"
/// (specification, "Authorization: Security considerations").
static CREDENTIALS: [HeaderName; 3] = [
    http::header::AUTHORIZATION,
    http::header::PROXY_AUTHORIZATION,
    http::header::COOKIE,
];

/// The headers of a request, handed to the engine without a copy, and without
/// credentials.
pub(crate) struct RequestHeaders(pub(crate) HeaderMap);

impl Headers for RequestHeaders {
    fn get(&self, name: &str) -> Option<&str> {
        let mut hidden = CREDENTIALS.iter().map(HeaderName::as_str);
        if hidden.any(|hidden| hidden.eq_ignore_ascii_case(name)) {
            return None;
        }
        self.0.get(name)?.to_str().ok()
    }

    fn for_each(&self, visit: &mut dyn FnMut(&str, &str)) {
        let shown = self
            .0
            .iter()
            .filter(|(name, _)| !CREDENTIALS.contains(name));
        for (name, value) in shown {
            if let Ok(value) = value.to_str() {
                visit(name.as_str(), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn read(values: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for value in values {
            let value = HeaderValue::from_bytes(value).expect("a header value");
            headers.append(&NAME, value);
        }
        format!("{:?}", single(&headers, &NAME))
    }

    #[test]
    fn a_value_is_read_without_the_whitespace_around_it() {
        assert_eq!(read(&[]), "Absent");
        assert_eq!(read(&[b"a b"]), r#"Value("a b")"#);
        assert_eq!(read(&[b" \ta\t "]), r#"Value("a")"#);
        assert_eq!(read(&[b""]), r#"Value("")"#);
    }

    #[test]
    fn repeated_and_foreign_bytes_are_malformed() {
        assert_eq!(read(&[b"a", b"a"]), "Malformed");
        assert_eq!(read(&["é".as_bytes()]), "Malformed");
    }

    #[test]
    fn the_engine_sees_readable_headers_only() {
        let mut headers = HeaderMap::new();
        headers.insert(&NAME, HeaderValue::from_static("t"));
        headers.insert(
            &METHOD,
            HeaderValue::from_bytes(b"\xff").expect("opaque bytes"),
        );
        let headers = RequestHeaders(headers);
        assert_eq!(headers.get("MCP-Name"), Some("t"));
        assert_eq!(headers.get("mcp-method"), None);
        let mut seen = Vec::new();
        headers.for_each(&mut |name, value| seen.push(format!("{name}={value}")));
        assert_eq!(seen, ["mcp-name=t"]);
    }

    // S-AUTH-19, S-AUTH-22, S-SEC-04
    #[test]
    fn the_engine_sees_no_credentials() {
        let secret = HeaderValue::from_static("secret");
        let mut headers = HeaderMap::new();
        headers.insert(&NAME, HeaderValue::from_static("t"));
        for name in &CREDENTIALS {
            headers.insert(name, secret.clone());
        }
        let headers = RequestHeaders(headers);
        for name in ["Authorization", "proxy-authorization", "COOKIE"] {
            assert_eq!(headers.get(name), None);
        }
        headers.for_each(&mut |name, _| assert_eq!(name, "mcp-name"));
    }
}
