//! The bytes of a JSON string that stand for themselves, found eight at a time.

/// How many bytes are looked at together.
pub(crate) const WIDTH: usize = size_of::<u64>();

/// How many bytes at the start stand for themselves in a JSON string: all before the first quote,
/// backslash or control character (RFC 8259, section 7).
pub(crate) fn plain(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&together) = bytes[at..].first_chunk() {
        match special(u64::from_le_bytes(together)) {
            0 => at += WIDTH,
            found => return at + first(found),
        }
    }
    let rest = &bytes[at..];
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    at + rest.iter().position(special).unwrap_or(rest.len())
}

/// Which of eight bytes do not stand for themselves: the top bit of each of them, and no other.
#[inline]
pub(crate) fn special(bytes: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xff;
    const TOP: u64 = ONES << 7;
    const REST: u64 = !TOP;
    // Seven bits each, so that a sum stays within its byte: it sets the top bit unless the byte
    // is the one that is looked for, or is below the least.
    let low = bytes & REST;
    let no_quote = (low ^ (ONES * b'"' as u64)) + REST;
    let no_backslash = (low ^ (ONES * b'\\' as u64)) + REST;
    let no_control = low + ONES * (0x80 - 0x20);
    !(no_quote & no_backslash & no_control | bytes) & TOP
}

/// Which byte is the first of those that [`special`] found.
#[inline]
pub(crate) fn first(found: u64) -> usize {
    found.trailing_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_judged_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            let special = byte < 0x20 || byte == b'"' || byte == b'\\';
            for length in 1..20 {
                for at in 0..length {
                    for around in [b' ', b'!', b'#', b']', b'x', 0x7f, 0x80, 0xff] {
                        let mut bytes = vec![around; length];
                        bytes[at] = byte;
                        let expected = if special { at } else { length };
                        assert_eq!(plain(&bytes), expected, "{byte:#x} at {at} of {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_first_of_several_counts() {
        assert_eq!(plain(br#"ab"\" "#), 2);
        assert_eq!(plain(b"0123456\n\"\\"), 7);
        assert_eq!(plain(b""), 0);
        let found = special(u64::from_le_bytes(*b"\"a\x1f \\\"\xa2\xdc"));
        assert_eq!(found.to_le_bytes(), [0x80, 0, 0x80, 0, 0x80, 0x80, 0, 0]);
    }
}
