//! String formats: only `date-time` is known everywhere, the others are said in words.
//!
//! Inputs keep some of them for the server, which checks what serde may know nothing of (an e-mail
//! address in a `String`); they are taken out before anything is published.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::super::{Direction, keywords};
use super::words;

/// What a format means, with an example a model can imitate, and words by which it is known.
const WORDS: &[(&str, &str, &[&str])] = &[
    (
        "date-time",
        "A date and time with offset, e.g. 2026-01-31T09:00:00Z.",
        &["8601", "3339"],
    ),
    ("date", "A date, e.g. 2026-01-31.", &["yyyy-mm-dd"]),
    (
        "time",
        "A time of day with offset, e.g. 09:00:00Z.",
        &["hh:mm", "hh:mm:ss"],
    ),
    (
        "partial-date-time",
        "A local date and time without offset, e.g. 2026-01-31T09:00:00.",
        &["without offset"],
    ),
    (
        "zoned-date-time",
        "A date and time with its zone, e.g. 2026-01-31T09:00:00+01:00[Europe/Berlin].",
        &["with its zone"],
    ),
    (
        "partial-time",
        "A local time of day, e.g. 09:00:00.",
        &["local time of day"],
    ),
    ("duration", "An ISO 8601 duration, e.g. PT1H30M.", &["8601"]),
    (
        "uuid",
        "A UUID, e.g. 67e55044-10b1-426f-9247-bb680e5fe0c8.",
        &["uuid"],
    ),
    (
        "uri",
        "An absolute URI, e.g. https://example.com/.",
        &["uri", "url"],
    ),
    (
        "iri",
        "An absolute URI, e.g. https://example.com/.",
        &["uri", "url", "iri"],
    ),
    (
        "email",
        "An e-mail address.",
        &["e-mail address", "email address", "mail address"],
    ),
    ("ip", "An IP address.", &["ip address", "ipv4", "ipv6"]),
    ("ipv4", "An IPv4 address, e.g. 192.0.2.1.", &["ipv4"]),
    ("ipv6", "An IPv6 address, e.g. 2001:db8::1.", &["ipv6"]),
    (
        "hostname",
        "A host name, e.g. example.com.",
        &["host name", "hostname"],
    ),
    (
        "regex",
        "A regular expression.",
        &["regular expression", "regex"],
    ),
];

/// The formats that the server checks, and as what.
///
/// Missing are those whose own types write what the format does not allow: `PT1.5S` is a duration
/// to everybody but RFC 3339. An address with letters beyond ASCII is none by RFC 3986, but people
/// and models write it, and types of URLs take it.
const CHECKED: &[(&str, &str)] = &[
    ("date-time", "date-time"),
    ("date", "date"),
    ("time", "time"),
    ("uuid", "uuid"),
    ("uri", "iri"),
    ("iri", "iri"),
    ("email", "email"),
    ("hostname", "hostname"),
    ("ip", "ip"),
    ("ipv4", "ipv4"),
    ("ipv6", "ipv6"),
];

/// Other formats than `date-time` give way to a sentence, unless the author wrote it already.
pub(super) fn only_date_time_is_a_format(
    schema: &mut Map<String, Value>,
    direction: Direction,
) -> Result<(), String> {
    let Some(Value::String(format)) = schema.get("format").filter(|it| !is_format(it)).cloned()
    else {
        return Ok(());
    };
    schema.remove("format");
    let checked = CHECKED.iter().find(|(name, _)| *name == format);
    if let (Direction::Input, Some((_, checked))) = (direction, checked) {
        schema.insert("format".into(), (*checked).into());
    }
    let text = keywords::description(schema).unwrap_or_default();
    if !words::says_format(text, &format) {
        keywords::describe(schema, &in_words(&format));
    }
    Ok(())
}

/// Whether a format is known everywhere.
pub(in crate::schema) fn is_format(format: &Value) -> bool {
    format == "date-time"
}

/// A format as a sentence.
pub(super) fn in_words(format: &str) -> Cow<'static, str> {
    match known(format) {
        Some((_, words, _)) => Cow::Borrowed(words),
        None => Cow::Owned(format!("Format: {format}.")),
    }
}

/// What a text has to contain, in lower case, to have named the format.
pub(super) fn names(format: &str) -> &'static [&'static str] {
    known(format).map_or(&[], |(_, _, names)| names)
}

/// Whether the words of the format are known.
pub(super) fn is_known(format: &str) -> bool {
    known(format).is_some()
}

fn known(format: &str) -> Option<&'static (&'static str, &'static str, &'static [&'static str])> {
    WORDS.iter().find(|(name, ..)| *name == format)
}
