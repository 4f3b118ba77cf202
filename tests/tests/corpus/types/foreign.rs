//! Types of other crates for which schemars has a feature, and one for which it has none.

use arrayvec::ArrayVec;
use bytes::Bytes;
use chrono::{DateTime, FixedOffset, Local, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};
use either::Either;
use indexmap::IndexMap;
use jiff::civil;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smallvec::SmallVec;
use smol_str::SmolStr;
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

use super::{EXACTLY_ONE, not_one};
use crate::entry::{Entry, entry};

const FORM: &str = "the form of the text is said in words only";
const OTHER_FORMS: &str = "the type reads forms that RFC 3339 does not know";

/// `time` is none of schemars' crates: the schema is said at the field.
#[derive(Serialize, Deserialize, JsonSchema)]
struct WithTime {
    /// When it happens.
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String", extend("format" = "date-time"))]
    at: OffsetDateTime,
}

pub(super) fn entries() -> Vec<Entry> {
    [dates(), others()].into_iter().flatten().collect()
}

fn dates() -> Vec<Entry> {
    vec![
        entry::<DateTime<Utc>>("chrono-date-time").narrower(OTHER_FORMS, Value::is_string),
        entry::<DateTime<FixedOffset>>("chrono-date-time-fixed")
            .narrower(OTHER_FORMS, Value::is_string),
        entry::<DateTime<Local>>("chrono-date-time-local").narrower(OTHER_FORMS, Value::is_string),
        entry::<NaiveDate>("chrono-date")
            .sample(json!("2026-1-31"))
            .checked(json!({ "format": "date" }))
            .narrower(OTHER_FORMS, Value::is_string),
        entry::<NaiveDateTime>("chrono-naive-date-time").wider(FORM, Value::is_string),
        entry::<NaiveTime>("chrono-time").wider(FORM, Value::is_string),
        entry::<Weekday>("chrono-weekday").narrower(
            "the type reads names in any case, and whole names",
            Value::is_string,
        ),
        entry::<jiff::Timestamp>("jiff-timestamp")
            .sample(json!("2026-01-31T09:00:00+01[Europe/Berlin]"))
            .narrower(OTHER_FORMS, Value::is_string),
        entry::<jiff::Zoned>("jiff-zoned").wider(FORM, Value::is_string),
        entry::<civil::Date>("jiff-date")
            .sample(json!("20260131"))
            .checked(json!({ "format": "date" }))
            .narrower(OTHER_FORMS, Value::is_string),
        entry::<civil::DateTime>("jiff-date-time").wider(FORM, Value::is_string),
        entry::<civil::Time>("jiff-time").wider(FORM, Value::is_string),
        entry::<jiff::Span>("jiff-span").wider(FORM, Value::is_string),
        entry::<jiff::SignedDuration>("jiff-duration").wider(FORM, Value::is_string),
        entry::<WithTime>("time-date-time"),
    ]
}

fn others() -> Vec<Entry> {
    vec![
        entry::<Uuid>("uuid")
            .sample(json!("67e5504410b1426f9247bb680e5fe0c8"))
            .checked(json!({ "format": "uuid" }))
            .narrower(
                "the type reads other forms than that of RFC 4122",
                Value::is_string,
            ),
        entry::<Url>("url")
            .sample(json!("https://example.com/straße"))
            .sample(json!("https://example.com/a b"))
            .checked(json!({ "format": "iri" }))
            .narrower("the type mends what is no address", Value::is_string),
        entry::<Decimal>("decimal")
            .sample(json!("1.50"))
            .sample(json!(3))
            .narrower(
                "the type reads numbers without a digit before the point",
                Value::is_string,
            ),
        entry::<Bytes>("bytes"),
        entry::<Either<u8, String>>("either").wider(EXACTLY_ONE, not_one),
        entry::<SmolStr>("smol-str"),
        entry::<semver::Version>("semver").sample(json!("1.2.3-rc.1")),
        entry::<IndexMap<String, u8>>("index-map"),
        entry::<SmallVec<[u8; 2]>>("small-vec"),
        entry::<ArrayVec<u8, 3>>("array-vec"),
    ]
}
