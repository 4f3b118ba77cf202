//! What is sent.

use std::net::SocketAddr;

use data_encoding::BASE64;
use serde_json::Value;

use crate::message;

/// A request to `/mcp`, with exactly these headers besides `Host` and `Content-Length`.
#[derive(Clone, Debug)]
pub struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Request {
    /// A POST of a message, with the headers that every client of every revision sends.
    #[must_use]
    pub fn post(message: &Value) -> Self {
        Self {
            body: message.to_string(),
            ..Self::bare("POST")
        }
        .with("content-type", "application/json")
        .with("accept", "application/json, text/event-stream")
    }

    /// A POST of a message that names its revision, with the headers that mirror it.
    #[must_use]
    pub fn stateless(message: &Value) -> Self {
        let params = &message["params"];
        let version = params["_meta"][message::VERSION_KEY].as_str();
        let request = Self::post(message)
            .with(
                "mcp-protocol-version",
                version.unwrap_or(message::STATELESS),
            )
            .with("mcp-method", message["method"].as_str().unwrap_or_default());
        let named = ["name", "uri"].map(|member| params[member].as_str());
        match named.into_iter().flatten().next() {
            Some(name) => request.with("mcp-name", &in_header(name)),
            None => request,
        }
    }

    /// A POST of a message that belongs to a session.
    #[must_use]
    pub fn in_session(message: &Value, session: &str) -> Self {
        Self::post(message).with("mcp-session-id", session)
    }

    /// A request without a body.
    #[must_use]
    pub fn bare(method: &'static str) -> Self {
        Self {
            method,
            path: "/mcp".to_owned(),
            headers: Vec::new(),
            body: String::new(),
        }
    }

    /// Says who is calling, as a [`Site`](crate::Site) takes it.
    #[must_use]
    pub fn by(self, name: Option<&str>) -> Self {
        match name {
            Some(name) => self.with("authorization", &format!("Bearer {name}")),
            None => self,
        }
    }

    /// Another body than a message.
    #[must_use]
    pub fn with_body(mut self, body: impl Into<String>) -> Self {
        self.body = body.into();
        self
    }

    /// Another path.
    #[must_use]
    pub fn at(mut self, path: &str) -> Self {
        self.path = path.to_owned();
        self
    }

    /// Sets a header.
    #[must_use]
    pub fn with(self, name: &str, value: &str) -> Self {
        self.without(name).and(name, value)
    }

    /// Adds a header, also where there is one of the name.
    #[must_use]
    pub fn and(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Removes a header.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers
            .retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self
    }

    pub(super) fn to_bytes(&self, address: SocketAddr) -> Vec<u8> {
        let mut text = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        let mut line = |name: &str, value: &str| {
            text.push_str(&format!("{name}: {value}\r\n"));
        };
        if !self
            .headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("host"))
        {
            line("host", &address.to_string());
        }
        for (name, value) in &self.headers {
            line(name, value);
        }
        if !self.body.is_empty() {
            line("content-length", &self.body.len().to_string());
        }
        text.push_str("\r\n");
        text.push_str(&self.body);
        text.into_bytes()
    }
}

/// As a header carries it: what is not plain ASCII travels as base64 of UTF-8.
fn in_header(value: &str) -> String {
    let plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    match plain && value.trim() == value && !value.starts_with("=?base64?") {
        true => value.to_owned(),
        false => format!("=?base64?{}?=", BASE64.encode(value.as_bytes())),
    }
}
