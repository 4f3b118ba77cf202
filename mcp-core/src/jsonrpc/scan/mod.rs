//! JSON that is passed over: where values begin and end, and nothing of what they are.
//!
//! What is taken for JSON is what `serde_json` takes for it, so that a value found here can be read
//! there later. Nothing is said of what is wrong: whoever wants to tell asks `serde_json`, since
//! broken text need not be quick. Nesting is bounded by the length of the text alone.

use std::borrow::Cow;
use std::mem;
use std::ops::Range;

use super::plain::plain;

/// A place in a text.
pub(crate) struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// How what is open around the innermost value ends.
    outer: Vec<u8>,
    /// An object was entered, and no member of it was asked for.
    fresh: bool,
}

/// The text is no JSON, or a key that is looked at has escapes that mean no character.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Broken;

impl<'a> Scan<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            outer: Vec::new(),
            fresh: false,
        }
    }

    /// The first byte of the next value, or whatever else is next.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        while let Some(&byte) = self.text.as_bytes().get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    /// Enters an object: its members come next.
    pub(crate) fn enter(&mut self) -> Result<(), Broken> {
        self.fresh = true;
        self.expect(b'{')
    }

    /// The name of the next member of the object that was entered last and not
    /// left, whose value comes next; leaves the object where there is none.
    // A function of its own, since whoever calls it has better use for registers.
    #[inline(never)]
    pub(crate) fn member(&mut self) -> Result<Option<Cow<'a, str>>, Broken> {
        match (self.next()?, mem::take(&mut self.fresh)) {
            (b'}', _) => return Ok(None),
            (b',', false) => drop(self.peek()),
            (b'"', true) => self.at -= 1,
            _ => return Err(Broken),
        }
        let start = self.at;
        let plain = self.string()?;
        let end = self.at;
        self.expect(b':')?;
        match plain {
            true => Ok(Some(Cow::Borrowed(&self.text[start + 1..end - 1]))),
            false => match serde_json::from_str(&self.text[start..end]) {
                Ok(key) => Ok(Some(Cow::Owned(key))),
                Err(_) => Err(Broken),
            },
        }
    }

    /// Passes over a value, and gives it raw.
    pub(crate) fn value(&mut self) -> Result<&'a str, Broken> {
        self.span().map(|span| &self.text[span])
    }

    /// Passes over a value, and says where it stands in the text.
    pub(crate) fn span(&mut self) -> Result<Range<usize>, Broken> {
        self.peek();
        let start = self.at;
        self.pass()?;
        Ok(start..self.at)
    }

    /// Reads a value, unless that is `null`.
    pub(crate) fn unless_null<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Broken>,
    ) -> Result<Option<T>, Broken> {
        match self.peek() {
            Some(b'n') => self.word(b"null").map(|()| None),
            _ => read(self).map(Some),
        }
    }

    /// Nothing but white space is left.
    pub(crate) fn end(&mut self) -> Result<(), Broken> {
        self.peek().map_or(Ok(()), |_| Err(Broken))
    }

    /// Where a part of the text stands in it.
    pub(crate) fn place(&self, part: &'a str) -> Range<usize> {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + part.len()
    }

    fn pass(&mut self) -> Result<(), Broken> {
        let mut open = None;
        loop {
            match self.peek().ok_or(Broken)? {
                b'"' => drop(self.string()?),
                b'-' | b'0'..=b'9' => self.number()?,
                b't' => self.word(b"true")?,
                b'f' => self.word(b"false")?,
                b'n' => self.word(b"null")?,
                begin @ (b'{' | b'[') => {
                    self.at += 1;
                    let end = if begin == b'{' { b'}' } else { b']' };
                    if self.peek() == Some(end) {
                        self.at += 1;
                    } else {
                        self.outer.extend(open.replace(end));
                        self.name_within(end)?;
                        continue;
                    }
                }
                _ => return Err(Broken),
            }
            // A value has ended, and perhaps what it stands in.
            loop {
                let Some(end) = open else {
                    return Ok(());
                };
                match self.next()? {
                    b',' => break self.name_within(end)?,
                    byte if byte == end => open = self.outer.pop(),
                    _ => return Err(Broken),
                }
            }
        }
    }

    /// Passes over the name of the next member, within an object.
    fn name_within(&mut self, end: u8) -> Result<(), Broken> {
        if end == b'}' {
            self.peek();
            self.string()?;
            self.expect(b':')?;
        }
        Ok(())
    }

    /// Passes over a string; says whether it is free of escapes.
    fn string(&mut self) -> Result<bool, Broken> {
        if self.byte() != Some(b'"') {
            return Err(Broken);
        }
        self.at += 1;
        let mut free = true;
        loop {
            self.at += plain(&self.text.as_bytes()[self.at..]);
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(free);
                }
                Some(b'\\') => {
                    self.escape()?;
                    free = false;
                }
                _ => return Err(Broken),
            }
        }
    }

    fn escape(&mut self) -> Result<(), Broken> {
        let rest = &self.text.as_bytes()[self.at + 1..];
        self.at += match rest {
            [b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => 2,
            [b'u', a, b, c, d, ..] if [a, b, c, d].iter().all(|it| it.is_ascii_hexdigit()) => 6,
            _ => return Err(Broken),
        };
        Ok(())
    }

    fn number(&mut self) -> Result<(), Broken> {
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        match self.byte() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    /// Passes over digits, of which there is at least one.
    fn digits(&mut self) -> Result<(), Broken> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        if self.at == start {
            return Err(Broken);
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Broken> {
        if !self.text.as_bytes()[self.at..].starts_with(word) {
            return Err(Broken);
        }
        self.at += word.len();
        Ok(())
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Result<u8, Broken> {
        let byte = self.peek().ok_or(Broken)?;
        self.at += 1;
        Ok(byte)
    }

    fn expect(&mut self, byte: u8) -> Result<(), Broken> {
        match self.next()? == byte {
            true => Ok(()),
            false => Err(Broken),
        }
    }
}

#[cfg(test)]
mod tests;
