//! Base64 as clients accept it, and the kinds of images models can see.

use std::fmt;

use data_encoding::BASE64;

/// A string that should have been base64 and is not.
///
/// Clients decode the standard alphabet with padding and without line breaks, and fail on
/// everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidBase64(Fault);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    DataUri,
    Byte(usize),
    Length,
}

impl fmt::Display for InvalidBase64 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Fault::DataUri => formatter.write_str("expected base64 without the `data:` prefix"),
            Fault::Byte(position) => write!(
                formatter,
                "not standard base64 (`A-Z a-z 0-9 + /`, padded with `=`, no line breaks) at byte {position}"
            ),
            Fault::Length => formatter.write_str("base64 is cut off or lacks its `=` padding"),
        }
    }
}

impl std::error::Error for InvalidBase64 {}

/// Standard base64 with padding.
pub(in crate::types) fn encode(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// `base64` itself, if clients will be able to decode it.
pub(in crate::types) fn validated(base64: String) -> Result<String, InvalidBase64> {
    if base64
        .get(..5)
        .is_some_and(|prefix| prefix.eq_ignore_ascii_case("data:"))
    {
        return Err(InvalidBase64(Fault::DataUri));
    }
    // The decoder takes padded pieces strung together; clients do not.
    let body = base64.trim_end_matches('=');
    if let Some(position) = body.find('=') {
        return Err(InvalidBase64(Fault::Byte(position)));
    }
    // Decoded in pieces on the stack: only the verdict is wanted, and images are large.
    const PIECE: usize = 4096; // whole groups of 4 characters
    let mut bytes = [0; PIECE / 4 * 3];
    for (index, piece) in base64.as_bytes().chunks(PIECE).enumerate() {
        let length = BASE64
            .decode_len(piece.len())
            .map_err(|_| InvalidBase64(Fault::Length))?;
        BASE64
            .decode_mut(piece, &mut bytes[..length])
            .map_err(|partial| {
                InvalidBase64(Fault::Byte(index * PIECE + partial.error.position))
            })?;
    }
    Ok(base64)
}

/// The media type of an image that models can see, by its first bytes.
pub(super) fn image_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        Some("image/gif")
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

/// The same for valid base64: the longest signature fits in its first 16 characters.
pub(super) fn image_type_of_base64(base64: &str) -> Option<&'static str> {
    let head = &base64.as_bytes()[..base64.len().min(16)];
    BASE64
        .decode(head)
        .ok()
        .and_then(|bytes| image_type(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(base64: &str) -> String {
        validated(base64.to_owned()).unwrap_err().to_string()
    }

    // S-RES-22
    #[test]
    fn standard_padded_base64_passes() {
        for text in ["", "AA==", "AAE=", "AAEC", "+/+/"] {
            assert_eq!(validated(text.to_owned()).unwrap(), text);
        }
        let long = encode(&[7; 100_000]);
        assert_eq!(validated(long.clone()).unwrap(), long);
    }

    // S-RES-22
    #[test]
    fn every_other_spelling_is_refused_with_the_reason() {
        assert!(fault("data:image/png;base64,AAEC").contains("without the `data:` prefix"));
        assert!(fault("DATA:,AAEC").contains("without the `data:` prefix"));
        assert!(fault("AAE").contains("padding"));
        assert!(fault("-_-_").contains("at byte 0"));
        assert!(fault("AAEC\nAAE").contains("at byte 4"));
        assert!(
            fault("AA==AAEC").contains("at byte 2"),
            "padding in the middle"
        );
        assert!(
            fault("AB==").contains("not standard base64"),
            "bits behind the end"
        );
    }

    #[test]
    fn faults_are_found_behind_the_first_piece() {
        let mut long = encode(&[7; 6000]);
        long.replace_range(5000..5001, "!");
        assert!(fault(&long).contains("at byte 5000"));

        let padded = format!("{}AA=={}", "A".repeat(4092), "AAEC");
        assert!(
            fault(&padded).contains("at byte 4094"),
            "padding at the end of a piece"
        );
    }
}
