//! A URI, character by character, in the one spelling that is compared.

/// One character of a URI, or one byte that is percent-encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// Stands for itself: unreserved or reserved (RFC 3986, section 2).
    Plain(u8),
    /// Percent-encoded; or sent raw though no URI may hold it raw.
    Escaped(u8),
    /// A `%` without two hexadecimal digits.
    Broken,
}

impl Unit {
    /// The byte it stands for; none if it is broken.
    pub(super) fn byte(self) -> Option<u8> {
        match self {
            Self::Plain(byte) | Self::Escaped(byte) => Some(byte),
            Self::Broken => None,
        }
    }

    /// Whether it delimits parts of a URI that a simple variable stays within.
    pub(super) fn is_border(self) -> bool {
        matches!(self, Self::Plain(b'/' | b'?' | b'#'))
    }
}

/// Reads a URI, or a literal of a template.
pub(super) fn units(text: &str) -> Units<'_> {
    Units(text.as_bytes())
}

/// See [`units`].
pub(super) struct Units<'a>(&'a [u8]);

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(match first {
            b'%' => match escaped(rest) {
                Some((byte, rest)) => {
                    self.0 = rest;
                    match is_unreserved(byte) {
                        // Equivalent, whatever the scheme: RFC 3986, section 6.2.2.2.
                        true => Unit::Plain(byte),
                        false => Unit::Escaped(byte),
                    }
                }
                None => Unit::Broken,
            },
            byte if is_unreserved(byte) || is_reserved(byte) => Unit::Plain(byte),
            byte => Unit::Escaped(byte),
        })
    }
}

pub(super) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

pub(super) fn is_reserved(byte: u8) -> bool {
    b":/?#[]@!$&'()*+,;=".contains(&byte)
}

/// The byte that two hexadecimal digits give, and what follows them.
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let ([high, low], rest) = text.split_first_chunk()?;
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let byte = u8::try_from(digit(high)? * 16 + digit(low)?).ok()?;
    Some((byte, rest))
}
