//! What comes back.

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::TcpStream;

use super::body::{Body, Framing};
use crate::soon;

/// The longest head that is read, in lines.
const MOST_HEADERS: usize = 64;

/// A response whose head has come; its body is read when asked for.
pub struct Response {
    /// The status code.
    pub status: u16,
    headers: Vec<(String, String)>,
    body: Body,
    /// What was read and not used yet.
    rest: Vec<u8>,
}

impl Response {
    /// Reads the head of the response to what was sent on a connection.
    ///
    /// # Panics
    ///
    /// When it is none of HTTP/1.1.
    pub async fn from_stream(stream: TcpStream) -> Self {
        Self::from_reader(BufReader::new(stream)).await
    }

    pub(super) async fn from_reader(mut reader: BufReader<TcpStream>) -> Self {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let read = reader.read_until(b'\n', &mut head).await.expect("readable");
            assert_ne!(
                read,
                0,
                "closed in the head: {:?}",
                String::from_utf8_lossy(&head)
            );
        }
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Response::new(&mut headers);
        parsed.parse(&head).expect("a head of HTTP/1.1");
        let status = parsed.code.expect("a whole head");
        let headers: Vec<_> = parsed
            .headers
            .iter()
            .map(|header| {
                let value = String::from_utf8_lossy(header.value).into_owned();
                (header.name.to_ascii_lowercase(), value)
            })
            .collect();
        let find = |name: &str| headers.iter().find(|(other, _)| other == name);
        let framing = match (find("transfer-encoding"), find("content-length")) {
            (Some((_, encoding)), _) => {
                assert_eq!(encoding, "chunked");
                Framing::Chunks
            }
            (None, Some((_, length))) => Framing::Length(length.parse().expect("a length")),
            (None, None) => Framing::Ended,
        };
        let body = Body::new(reader, framing);
        Self {
            status,
            headers,
            body,
            rest: Vec::new(),
        }
    }

    /// A header, if it was sent.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the body is a stream of events.
    #[must_use]
    pub fn is_stream(&self) -> bool {
        self.header("content-type") == Some("text/event-stream")
    }

    /// The whole body.
    ///
    /// # Panics
    ///
    /// When it is no text.
    pub async fn text(self) -> String {
        self.into_text().await.0
    }

    pub(super) async fn into_text(mut self) -> (String, BufReader<TcpStream>) {
        let mut bytes = self.rest;
        while let Some(piece) = soon(self.body.next()).await {
            bytes.extend(piece);
        }
        (
            String::from_utf8(bytes).expect("text"),
            self.body.into_reader(),
        )
    }

    /// The one JSON body.
    ///
    /// # Panics
    ///
    /// When it is none.
    pub async fn json(self) -> Value {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{}",
            self.status
        );
        let text = self.text().await;
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text:?}"))
    }

    /// The next message: that of an event of a stream (comments are skipped), or the JSON body. `None` at the end.
    ///
    /// # Panics
    ///
    /// When an event is no message.
    pub async fn next(&mut self) -> Option<Value> {
        if !self.is_stream() {
            let body = soon(self.body.next()).await?;
            return Some(serde_json::from_slice(&body).expect("JSON"));
        }
        loop {
            let event = self.event().await?;
            assert!(
                event.kind.as_deref().is_none_or(|kind| kind == "message"),
                "{event:?}"
            );
            if !event.data.is_empty() {
                return Some(serde_json::from_str(&event.data).expect("an event holds a message"));
            }
        }
    }

    /// All further messages.
    pub async fn messages(mut self) -> Vec<Value> {
        let mut messages = Vec::new();
        while let Some(message) = self.next().await {
            messages.push(message);
        }
        messages
    }

    /// The next event of a stream; comments alone are none. `None` at the end.
    ///
    /// # Panics
    ///
    /// When it is no event.
    pub async fn event(&mut self) -> Option<Event> {
        loop {
            let lines = self.lines().await?;
            let mut lines = lines
                .lines()
                .filter(|line| !line.is_empty() && !line.starts_with(':'))
                .peekable();
            if lines.peek().is_some() {
                return Some(Event::read(lines));
            }
        }
    }

    /// The lines up to the next empty one.
    async fn lines(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.rest.windows(2).position(|pair| pair == b"\n\n") {
                let event = self.rest.drain(..end + 2).collect();
                return Some(String::from_utf8(event).expect("text"));
            }
            self.rest.extend(soon(self.body.next()).await?);
        }
    }
}

/// An event of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// What it is; a message where nothing is said.
    pub kind: Option<String>,
    /// What a client names to read on after it.
    pub id: Option<String>,
    /// After how many milliseconds a client may come back.
    pub retry: Option<u64>,
    /// What it holds.
    pub data: String,
}

impl Event {
    fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let mut event = Self::default();
        let mut had_data = false;
        for line in lines {
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
            match field {
                "event" => event.kind = Some(value),
                "id" => event.id = Some(value),
                "retry" => event.retry = Some(value.parse().expect("milliseconds")),
                "data" => {
                    assert!(!had_data, "one line of data: {line:?}");
                    had_data = true;
                    event.data = value;
                }
                _ => panic!("no field of an event: {line:?}"),
            }
        }
        event
    }
}
