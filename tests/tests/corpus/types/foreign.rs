//! Types of other crates for which schemars has a feature, and one for which it has none.

use arrayvec::ArrayVec;
use bytes::Bytes;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};
use either::Either;
use indexmap::IndexMap;
use jiff::civil;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smallvec::SmallVec;
use smol_str::SmolStr;
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

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
        entry::<DateTime<Utc>>("chrono-date-time").narrower(OTHER_FORMS),
        entry::<NaiveDate>("chrono-date").wider(FORM),
        entry::<NaiveDateTime>("chrono-naive-date-time").wider(FORM),
        entry::<NaiveTime>("chrono-time").wider(FORM),
        entry::<Weekday>("chrono-weekday")
            .narrower("the type reads names in any case, and whole names"),
        entry::<jiff::Timestamp>("jiff-timestamp")
            .sample(json!("2026-01-31T09:00:00+01[Europe/Berlin]"))
            .narrower(OTHER_FORMS),
        entry::<jiff::Zoned>("jiff-zoned").wider(FORM),
        entry::<civil::Date>("jiff-date").wider(FORM),
        entry::<civil::DateTime>("jiff-date-time").wider(FORM),
        entry::<civil::Time>("jiff-time").wider(FORM),
        entry::<jiff::Span>("jiff-span").wider(FORM),
        entry::<jiff::SignedDuration>("jiff-duration").wider(FORM),
        entry::<WithTime>("time-date-time"),
    ]
}

fn others() -> Vec<Entry> {
    vec![
        entry::<Uuid>("uuid").wider(FORM),
        entry::<Url>("url").wider(FORM),
        entry::<Decimal>("decimal")
            .sample(json!("1.50"))
            .sample(json!(3))
            .narrower("the type reads numbers without a digit before the point"),
        entry::<Bytes>("bytes"),
        entry::<Either<u8, String>>("either")
            .wider("that exactly one is sent is said in words only"),
        entry::<SmolStr>("smol-str"),
        entry::<semver::Version>("semver").sample(json!("1.2.3-rc.1")),
        entry::<IndexMap<String, u8>>("index-map"),
        entry::<SmallVec<[u8; 2]>>("small-vec"),
        entry::<ArrayVec<u8, 3>>("array-vec"),
    ]
}
