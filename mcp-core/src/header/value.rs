//! The spelling of values: plain ASCII where it is safe, `=?base64?…?=` where it is not.

use std::borrow::Cow;
use std::fmt;

use data_encoding::BASE64;

const PREFIX: &str = "=?base64?";
const SUFFIX: &str = "?=";

/// Spells a value for the header `Mcp-Name` or one of `Mcp-Param-…`.
///
/// Printable ASCII without spaces at its ends goes as it is; everything else, and text that would
/// be taken for an encoded value, goes as base64 of its UTF-8. Spec: [Value
/// encoding](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding).
///
/// # Examples
///
/// ```
/// use mcp_core::header::{decode, encode};
///
/// assert_eq!(encode("us-west1"), "us-west1");
/// assert_eq!(encode("Hello, 世界"), "=?base64?SGVsbG8sIOS4lueVjA==?=");
/// assert_eq!(decode("=?base64?SGVsbG8sIOS4lueVjA==?=").unwrap(), "Hello, 世界");
/// ```
#[must_use]
pub fn encode(value: &str) -> Cow<'_, str> {
    // A tab is legal inside a value, but intermediaries may fold it into a space.
    let printable = value
        .bytes()
        .all(|byte| byte == b' ' || byte.is_ascii_graphic());
    let padded = value.starts_with(' ') || value.ends_with(' ');
    // The shortest look-alike, `=?base64?=`, shares a `?` between its markers; readers disagree on
    // it, so it is encoded too.
    let looks_encoded = value.starts_with(PREFIX) && value.ends_with(SUFFIX);
    if printable && !padded && !looks_encoded {
        Cow::Borrowed(value)
    } else {
        Cow::Owned(format!(
            "{PREFIX}{}{SUFFIX}",
            BASE64.encode(value.as_bytes())
        ))
    }
}

/// Reads a value of the header `Mcp-Name` or one of `Mcp-Param-…`.
///
/// Spaces and tabs around the value are not part of it (RFC 9110, section 5.5). The markers are
/// case-sensitive, and a value that lacks either of them stands for itself.
///
/// # Errors
///
/// When the value has characters that a header must not have, or both markers around something that
/// is not standard base64, with padding, of UTF-8.
pub fn decode(raw: &str) -> Result<Cow<'_, str>, InvalidHeaderValue> {
    let raw = raw.trim_matches([' ', '\t']);
    if !raw
        .bytes()
        .all(|byte| byte == b'\t' || byte == b' ' || byte.is_ascii_graphic())
    {
        return Err(InvalidHeaderValue(Fault::Character));
    }
    let Some(base64) = raw
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.strip_suffix(SUFFIX))
    else {
        return Ok(Cow::Borrowed(raw));
    };
    // The decoder takes padded pieces strung together, which is not what the specification means.
    let in_one_piece = !base64.trim_end_matches('=').contains('=');
    let bytes = BASE64
        .decode(base64.as_bytes())
        .ok()
        .filter(|_| in_one_piece)
        .ok_or(InvalidHeaderValue(Fault::Base64))?;
    String::from_utf8(bytes)
        .map(Cow::Owned)
        .map_err(|_| InvalidHeaderValue(Fault::Utf8))
}

/// A header value that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidHeaderValue(Fault);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Character,
    Base64,
    Utf8,
}

impl fmt::Display for InvalidHeaderValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self.0 {
            Fault::Character => "has characters outside printable ASCII",
            Fault::Base64 => "is not standard base64 with padding between its `=?base64?` and `?=`",
            Fault::Utf8 => "is base64 of something that is not UTF-8",
        })
    }
}

impl std::error::Error for InvalidHeaderValue {}

#[cfg(test)]
mod tests {
    use super::*;

    // S-HTTPM-28
    #[test]
    fn values_are_spelled_as_in_the_table_of_the_specification() {
        for (value, spelled) in [
            ("us-west1", "us-west1"),
            ("Seattle, WA", "Seattle, WA"),
            ("", ""),
            ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
            ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
            ("a\tb", "=?base64?YQli?="),
            ("=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
        ] {
            assert_eq!(encode(value), spelled, "{value:?}");
            assert_eq!(decode(spelled).unwrap(), value, "{spelled:?}");
        }
    }

    // S-HTTPM-30
    #[test]
    fn a_value_that_lacks_a_marker_stands_for_itself() {
        for literal in [
            "SGVsbG8=",
            "=?base64?SGVsbG8=",
            "SGVsbG8=?=",
            "=?BASE64?SGVsbG8=?=",
            "=?Base64?SGVsbG8=?=",
            "=?base64?=",
            "a\tb",
        ] {
            assert_eq!(decode(literal).unwrap(), literal);
        }
    }

    // S-HTTPM-27
    #[test]
    fn space_around_a_value_is_not_part_of_it() {
        assert_eq!(decode("  refund \t").unwrap(), "refund");
        assert_eq!(decode(" =?base64?IHg=?= ").unwrap(), " x");
    }

    // S-HTTPM-29
    #[test]
    fn base64_is_strict() {
        for broken in [
            "=?base64?SGVsbG8?=",
            "=?base64?SGVs!!!bG8=?=",
            "=?base64?SGVsbG8==?=",
            "=?base64?SGVs bG8=?=",
            "=?base64?SGVsbG9=?=",
            "=?base64?_-8=?=",
            "=?base64?SA==SGVs?=",
        ] {
            assert_eq!(
                decode(broken),
                Err(InvalidHeaderValue(Fault::Base64)),
                "{broken}"
            );
        }
        assert_eq!(
            decode("=?base64?/w==?="),
            Err(InvalidHeaderValue(Fault::Utf8))
        );
        assert_eq!(decode("=?base64??=").unwrap(), "");
    }

    // S-HTTPM-36
    #[test]
    fn other_characters_are_refused() {
        for broken in ["Hällo", "a\nb", "a\u{7f}", "a\0"] {
            assert_eq!(
                decode(broken),
                Err(InvalidHeaderValue(Fault::Character)),
                "{broken:?}"
            );
        }
    }
}
