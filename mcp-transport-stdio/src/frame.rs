//! Bytes to lines: newline framing with a bound on the length.
//!
//! Specification, "stdio": messages are delimited by newlines and contain
//! none. Beyond the letter, `\r\n` ends a line too, blank lines and a byte
//! order mark at the start are skipped, and a last line needs no newline.

use bytes::{Buf, Bytes, BytesMut};
use mcp_core::RequestId;
use mcp_core::jsonrpc::recover_id;
use memchr::{memchr, memmem};

/// What is read at once. The memory is used again as soon as no frame points
/// into it, so one request at a time allocates nothing here.
const CHUNK: usize = 64 * 1024;
/// Below this much room a read is not worth its system call.
const LEAST_READ: usize = 4 * 1024;
/// A buffer that grew beyond this for one long line is given back.
const RETAINED: usize = 4 * CHUNK;
/// How far into an over-long line its id is looked for.
const HEAD: usize = 64 * 1024;
/// How much of the end of an over-long line is kept to look for its id.
const TAIL: usize = 256;
/// What may surround a line of the full length: byte order mark and `\r`.
const SLACK: usize = 4;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Cuts a byte stream into lines.
pub(crate) struct Lines {
    buffer: BytesMut,
    /// How much of `buffer` is known to hold no newline, so that a line which
    /// arrives in many pieces is scanned once.
    scanned: usize,
    max: usize,
    at_start: bool,
    overlong: Option<Overlong>,
}

/// One line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A message, without its newline; shares the buffer it was read into.
    Message(Bytes),
    /// A message over the limit, thrown away, with its id where that was found.
    TooLong(Option<RequestId>),
}

/// A line that is being thrown away.
struct Overlong {
    reported: bool,
    tail: Vec<u8>,
}

impl Lines {
    pub(crate) fn new(max: usize) -> Self {
        Self {
            buffer: BytesMut::new(),
            scanned: 0,
            max,
            at_start: true,
            overlong: None,
        }
    }

    /// The buffer to read into; has room for at least a few KiB.
    pub(crate) fn space(&mut self) -> &mut BytesMut {
        if self.buffer.is_empty() && self.buffer.capacity() > RETAINED {
            self.buffer = BytesMut::new();
        }
        if self.buffer.capacity() - self.buffer.len() < LEAST_READ {
            // Doubling keeps a long line from being copied at each read.
            self.buffer.reserve(self.buffer.len().max(CHUNK));
        }
        &mut self.buffer
    }

    /// The next line that is complete.
    pub(crate) fn next(&mut self) -> Option<Line> {
        loop {
            if self.overlong.is_some() {
                if let Some(line) = self.discard()? {
                    return Some(line);
                }
                continue;
            }
            let Some(newline) = memchr(b'\n', &self.buffer[self.scanned..]) else {
                self.scanned = self.buffer.len();
                return if self.scanned > self.max.saturating_add(SLACK) {
                    self.overflow()
                } else {
                    None
                };
            };
            let line = self.buffer.split_to(self.scanned + newline + 1).freeze();
            self.scanned = 0;
            if let Some(line) = self.judge(line) {
                return Some(line);
            }
        }
    }

    /// The stream has ended: what is left is a line, though it lacks its
    /// newline.
    pub(crate) fn finish(&mut self) {
        self.buffer.extend_from_slice(b"\n");
    }

    /// A whole line as it was read: blank, too long, or a message.
    fn judge(&mut self, mut line: Bytes) -> Option<Line> {
        if std::mem::take(&mut self.at_start) && line.starts_with(BYTE_ORDER_MARK) {
            line.advance(BYTE_ORDER_MARK.len());
        }
        if line.ends_with(b"\n") {
            line.truncate(line.len() - 1);
        }
        if line.ends_with(b"\r") {
            line.truncate(line.len() - 1);
        }
        if line.len() > self.max {
            let id =
                id_in_head(&line).or_else(|| id_at_end(&line[line.len().saturating_sub(TAIL)..]));
            return Some(Line::TooLong(id));
        }
        // A message starts with its brace, so this looks at one byte.
        let blank = line.iter().all(u8::is_ascii_whitespace);
        if blank {
            None
        } else {
            Some(Line::Message(line))
        }
    }

    /// The line in the buffer has no end within the limit: stop keeping it.
    fn overflow(&mut self) -> Option<Line> {
        let head = std::mem::take(&mut self.buffer);
        self.scanned = 0;
        self.at_start = false;
        let id = id_in_head(&head);
        let mut overlong = Overlong {
            reported: id.is_some(),
            tail: Vec::new(),
        };
        overlong.keep(&head);
        self.overlong = Some(overlong);
        id.map(|id| Line::TooLong(Some(id)))
    }

    /// Throws away up to the next newline. `None`: more is to come;
    /// `Some(None)`: the line has ended and had been reported.
    fn discard(&mut self) -> Option<Option<Line>> {
        let overlong = self.overlong.as_mut()?;
        let Some(newline) = memchr(b'\n', &self.buffer) else {
            overlong.keep(&self.buffer);
            self.buffer.clear();
            return None;
        };
        overlong.keep(&self.buffer[..newline]);
        self.buffer.advance(newline + 1);
        let overlong = self.overlong.take()?;
        Some((!overlong.reported).then(|| Line::TooLong(id_at_end(&overlong.tail))))
    }
}

impl Overlong {
    /// Keeps the last bytes of what is thrown away.
    fn keep(&mut self, bytes: &[u8]) {
        if self.reported {
            return;
        }
        let new = &bytes[bytes.len().saturating_sub(TAIL)..];
        let surplus = (self.tail.len() + new.len()).saturating_sub(TAIL);
        self.tail.drain(..surplus);
        self.tail.extend_from_slice(new);
    }
}

fn id_in_head(line: &[u8]) -> Option<RequestId> {
    recover_id(&line[..line.len().min(HEAD)])
}

/// Finds the id of a message whose last member it is, as several client
/// libraries write it (`…,"id":7}`).
///
/// In a JSON text that ends so, the member belongs to the outermost object:
/// one brace follows it, and a quote inside a string would be escaped.
fn id_at_end(tail: &[u8]) -> Option<RequestId> {
    let key = memmem::rfind(tail, br#""id""#)?;
    if !matches!(tail[..key].trim_ascii_end().last(), Some(b',' | b'{')) {
        return None;
    }
    let member = tail[key..].trim_ascii_end().strip_suffix(b"}")?;
    if member
        .iter()
        .any(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b','))
    {
        return None;
    }
    recover_id(&[b"{", member, b"}"].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: usize = 64;

    /// Feeds `input` in pieces of `size` bytes.
    fn cut(input: &[u8], size: usize) -> Vec<Line> {
        let mut lines = Lines::new(MAX);
        let mut found = Vec::new();
        for piece in input.chunks(size) {
            lines.space().extend_from_slice(piece);
            found.extend(std::iter::from_fn(|| lines.next()));
        }
        lines.finish();
        found.extend(std::iter::from_fn(|| lines.next()));
        found
    }

    fn message(text: &str) -> Line {
        Line::Message(Bytes::copy_from_slice(text.as_bytes()))
    }

    fn too_long(id: impl Into<RequestId>) -> Line {
        Line::TooLong(Some(id.into()))
    }

    // S-STDIO-01
    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let long = "x".repeat(3 * MAX);
        let full = format!("{{{}}}", "y".repeat(MAX - 2));
        let over = format!("{{{}}}", "y".repeat(MAX - 1));
        let cases: Vec<(String, Vec<Line>)> = vec![
            (String::new(), vec![]),
            ("\n\r\n  \n\t\r\n".into(), vec![]),
            ("{}\n[1]\n".into(), vec![message("{}"), message("[1]")]),
            (
                "{}\r\n{\"a\":\"\\r\"}\r\n".into(),
                vec![message("{}"), message("{\"a\":\"\\r\"}")],
            ),
            (
                "\u{feff}{}\n\u{feff}{}\n".into(),
                vec![message("{}"), message("\u{feff}{}")],
            ),
            ("\u{feff}\n{}\n".into(), vec![message("{}")]),
            (
                "{}\n{\"last\":1}".into(),
                vec![message("{}"), message("{\"last\":1}")],
            ),
            ("{}\r".into(), vec![message("{}")]),
            ("ünï\n日本\n".into(), vec![message("ünï"), message("日本")]),
            (
                format!("{full}\n{full}\r\n{full}"),
                vec![message(&full), message(&full), message(&full)],
            ),
            (
                format!("{over}\n{{}}\n"),
                vec![Line::TooLong(None), message("{}")],
            ),
            (
                format!("{long}\n{{}}\n"),
                vec![Line::TooLong(None), message("{}")],
            ),
            (
                format!("{{\"id\":7,\"a\":\"{long}\"}}\n{{}}\n"),
                vec![too_long(7), message("{}")],
            ),
            (
                format!("{{\"a\":\"{long}\",\"id\":\"s\"}}\r\n{{}}\n"),
                vec![too_long("s"), message("{}")],
            ),
            (
                format!("{{\"a\":\"{long}\", \"id\" : 8 }}"),
                vec![too_long(8)],
            ),
            (
                format!("{{\"a\":{{\"b\":\"{long}\",\"id\":8}}}}\n{{}}"),
                vec![Line::TooLong(None), message("{}")],
            ),
            (
                format!("{long}\n{long}\n"),
                vec![Line::TooLong(None), Line::TooLong(None)],
            ),
            (long.clone(), vec![Line::TooLong(None)]),
        ];
        for (input, expected) in &cases {
            for size in 1..=input.len().max(1) {
                assert_eq!(
                    &cut(input.as_bytes(), size),
                    expected,
                    "{input:?} in pieces of {size}"
                );
            }
        }
    }

    #[test]
    fn every_single_cut_is_the_same() {
        let input = format!(
            "\u{feff}{{\"id\":1}}\r\n\n{{\"a\":\"{}\",\"id\":2}}\r\n{{\"id\":3}}\n",
            "z".repeat(2 * MAX)
        );
        let expected = cut(input.as_bytes(), input.len());
        assert_eq!(expected.len(), 3);
        for at in 0..=input.len() {
            let mut lines = Lines::new(MAX);
            let mut found = Vec::new();
            for piece in [&input.as_bytes()[..at], &input.as_bytes()[at..]] {
                lines.space().extend_from_slice(piece);
                found.extend(std::iter::from_fn(|| lines.next()));
            }
            lines.finish();
            found.extend(std::iter::from_fn(|| lines.next()));
            assert_eq!(found, expected, "cut at {at}");
        }
    }

    // S-STDIO-15
    #[test]
    fn an_endless_line_is_not_kept() {
        let mut lines = Lines::new(1024 * 1024);
        let piece = vec![b'x'; CHUNK];
        let mut most = 0;
        for _ in 0..1600 {
            lines.space().extend_from_slice(&piece);
            assert_eq!(lines.next(), None);
            most = most.max(lines.buffer.capacity());
        }
        assert!(
            most <= 4 * 1024 * 1024,
            "{most} bytes kept of a line of 100 MiB"
        );
        lines.space().extend_from_slice(b"\n{}\n");
        assert_eq!(lines.next(), Some(Line::TooLong(None)));
        assert_eq!(lines.next(), Some(message("{}")));
        assert!(lines.space().capacity() <= RETAINED);
    }

    #[test]
    fn a_long_line_is_scanned_once() {
        let mut lines = Lines::new(usize::MAX);
        for _ in 0..100 {
            lines.space().extend_from_slice(&[b'x'; 1000]);
            assert_eq!(lines.next(), None);
            assert_eq!(lines.scanned, lines.buffer.len());
        }
    }

    #[test]
    fn the_buffer_is_used_again_once_frames_are_gone() {
        let mut lines = Lines::new(MAX);
        lines.space().extend_from_slice(b"{}\n");
        let first = lines.buffer.as_ptr() as usize;
        for _ in 0..(3 * CHUNK) {
            drop(lines.next());
            lines.space().extend_from_slice(b"{}\n");
            let at = lines.buffer.as_ptr() as usize;
            assert!(at.abs_diff(first) <= 2 * CHUNK, "another allocation");
        }
    }

    #[test]
    fn only_the_envelope_s_own_id_counts_at_the_end() {
        for (tail, id) in [
            (r#"x","id":5}"#, Some(RequestId::from(5))),
            (
                r#"x","jsonrpc":"2.0","id":"a-1"}"#,
                Some(RequestId::from("a-1")),
            ),
            (r#"x","id":null}"#, None),
            (r#"x","id":5}}"#, None),
            (r#"x","id":5,"params":{}}"#, None),
            (r#"x\"id\":5"}"#, None),
            (r#"x \"id":5}"#, None),
            (r#"x","id":5"#, None),
            (r#"x"#, None),
        ] {
            assert_eq!(id_at_end(tail.as_bytes()), id, "{tail}");
        }
    }
}
