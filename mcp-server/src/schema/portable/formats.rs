//! String formats: only `date-time` is known everywhere, the others are said in words.

use serde_json::{Map, Value};

use super::super::{Direction, keywords};

/// What a format means, with an example a model can imitate.
const WORDS: &[(&str, &str)] = &[
    ("date", "A date, e.g. 2026-01-31."),
    ("time", "A time of day with offset, e.g. 09:00:00Z."),
    (
        "partial-date-time",
        "A local date and time without offset, e.g. 2026-01-31T09:00:00.",
    ),
    (
        "zoned-date-time",
        "A date and time with its zone, e.g. 2026-01-31T09:00:00+01:00[Europe/Berlin].",
    ),
    ("partial-time", "A local time of day, e.g. 09:00:00."),
    ("duration", "An ISO 8601 duration, e.g. PT1H30M."),
    ("uuid", "A UUID, e.g. 67e55044-10b1-426f-9247-bb680e5fe0c8."),
    ("uri", "An absolute URI, e.g. https://example.com/."),
    ("email", "An e-mail address."),
    ("ip", "An IP address."),
    ("ipv4", "An IPv4 address, e.g. 192.0.2.1."),
    ("ipv6", "An IPv6 address, e.g. 2001:db8::1."),
    ("hostname", "A host name, e.g. example.com."),
    ("regex", "A regular expression."),
];

/// Other formats than `date-time` give way to a sentence.
pub(super) fn only_date_time_is_a_format(
    schema: &mut Map<String, Value>,
    _: Direction,
) -> Result<(), String> {
    let Some(Value::String(format)) = schema.get("format").cloned() else {
        return Ok(());
    };
    if format == "date-time" {
        return Ok(());
    }
    schema.remove("format");
    let known = WORDS.iter().find(|(name, _)| *name == format);
    let words = match known {
        Some((_, words)) => (*words).to_owned(),
        None => format!("Format: {format}."),
    };
    keywords::describe(schema, &words);
    Ok(())
}
