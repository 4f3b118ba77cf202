//! Whether a text is well formed as one of the four formats a form may ask for.
//!
//! Deliberately plain: each check accepts everything its RFC allows in common use and refuses what
//! cannot be meant.

/// `local@domain` (RFC 5321), without quoted local parts and address literals.
pub(super) fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let atoms = local
        .split('.')
        .all(|atom| !atom.is_empty() && atom.chars().all(is_local));
    let labels = domain.split('.').all(|label| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || !c.is_ascii())
    });
    local.len() <= 64 && domain.len() <= 255 && atoms && labels
}

/// RFC 5322 `atext`, and anything outside ASCII (RFC 6531).
fn is_local(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || "!#$%&'*+/=?^_`{|}~-".contains(c)
        || (!c.is_ascii() && !c.is_whitespace() && !c.is_control())
}

/// A scheme and something behind it, in the characters of RFC 3986.
pub(super) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let spelled = rest
        .chars()
        .all(|c| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c));
    let escaped = rest.split('%').skip(1).all(|after| {
        let mut digits = after.bytes();
        digits.next().is_some_and(|b| b.is_ascii_hexdigit())
            && digits.next().is_some_and(|b| b.is_ascii_hexdigit())
    });
    named && !rest.is_empty() && spelled && escaped
}

/// RFC 3339 `full-date`: `YYYY-MM-DD`, a day that exists.
pub(super) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (
        number(&bytes[..4]),
        number(&bytes[5..7]),
        number(&bytes[8..]),
    ) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// RFC 3339 `date-time`: date, `T`, time, optional fraction, and an offset or `Z`; letters in
/// either case.
pub(super) fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else {
        return false;
    };
    let (clock, offset) = match time.strip_suffix(['Z', 'z']) {
        Some(clock) => (clock, None),
        None => match time.rfind(['+', '-']) {
            Some(at) => (&time[..at], Some(&time[at + 1..])),
            None => return false,
        },
    };
    let (clock, fraction) = match clock.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (clock, None),
    };
    is_date(date)
        && is_clock(clock, &[23, 59, 60]) // second 60 is a leap second
        && fraction.is_none_or(|fraction| number(fraction.as_bytes()).is_some())
        && offset.is_none_or(|offset| is_clock(offset, &[23, 59]))
}

/// Two-digit fields parted by colons, each at most its limit.
fn is_clock(text: &str, limits: &[u64]) -> bool {
    let fields: Vec<_> = text.split(':').collect();
    fields.len() == limits.len()
        && fields.iter().zip(limits).all(|(field, limit)| {
            field.len() == 2 && number(field.as_bytes()).is_some_and(|value| value <= *limit)
        })
}

/// One or more ASCII digits. Fractions may be long, so the value saturates.
fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0_u64, |value, digit| {
        value
            .saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(is: fn(&str) -> bool, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(is(text), "{text:?} is well formed");
        }
        for text in bad {
            assert!(!is(text), "{text:?} is not well formed");
        }
    }

    #[test]
    fn emails() {
        check(
            is_email,
            &[
                "a@b",
                "first.last+tag@sub.example.com",
                "käthe@exämple.de",
                "o'hara@example.org",
                "x@xn--p1ai",
            ],
            &[
                "", "a", "a@", "@b", "a b@c", "a@b c", "a..b@c", ".a@c", "a@-b", "a@b-", "a@b..c",
                "a@b_c", "a@b@c", "a\n@b",
            ],
        );
    }

    #[test]
    fn uris() {
        check(
            is_uri,
            &[
                "https://example.com/",
                "mailto:a@b",
                "urn:isbn:0451450523",
                "a+b-c.1:x",
                "http://[::1]:80/%20?q#f",
            ],
            &[
                "",
                "example.com",
                "http:",
                ":x",
                "1a:x",
                "http://a b",
                "http://a/%2",
                "http://a/%zz",
                "http://ä",
                "a:<b>",
            ],
        );
    }

    #[test]
    fn dates() {
        check(
            is_date,
            &["2026-07-28", "2024-02-29", "2000-02-29", "0001-01-01"],
            &[
                "",
                "2026-7-28",
                "2026-02-29",
                "1900-02-29",
                "2026-13-01",
                "2026-00-01",
                "2026-04-31",
                "2026-01-00",
                "2026/01/01",
                "+026-01-01",
                "２026-1-1",
            ],
        );
    }

    #[test]
    fn points_in_time() {
        check(
            is_date_time,
            &[
                "2026-07-28T12:00:00Z",
                "2026-07-28t12:00:00z",
                "2026-07-28T12:00:00.123456789012345678901234Z",
                "2026-07-28T23:59:60+05:30",
                "2026-07-28T00:00:00-23:59",
            ],
            &[
                "",
                "2026-07-28",
                "2026-07-28T12:00:00",
                "2026-07-28 12:00:00Z",
                "2026-07-28T12:00Z",
                "2026-07-28T24:00:00Z",
                "2026-07-28T12:60:00Z",
                "2026-07-28T12:00:00.Z",
                "2026-07-28T12:00:00+5:30",
                "2026-07-28T12:00:00+24:00",
                "2026-02-30T12:00:00Z",
            ],
        );
    }
}
