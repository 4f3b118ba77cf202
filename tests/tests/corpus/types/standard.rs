//! What the standard library and `serde_json` bring.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr};
use std::num::{NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU64};
use std::ops::{Bound, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::{Map, Value, json};

use super::structs::Filter;
use super::{EXACTLY_ONE, LIMIT_OF_64_BITS, beyond_64_bits, not_one};
use crate::entry::{Entry, entry};

pub(super) fn entries() -> Vec<Entry> {
    [numbers(), texts(), collections(), others()]
        .into_iter()
        .flatten()
        .collect()
}

/// `not` is refused by some APIs.
const NOT_ZERO: &str = "that 0 is ruled out is said in words only";

fn is_zero(value: &Value) -> bool {
    value.as_f64() == Some(0.0)
}

fn has_twins(value: &Value) -> bool {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let twin =
        |(at, item): (usize, &Value)| items[..at].iter().any(|it| it.as_f64() == item.as_f64());
    items.iter().enumerate().any(twin)
}

fn numbers() -> Vec<Entry> {
    vec![
        entry::<u8>("u8"),
        entry::<i16>("i16"),
        entry::<u32>("u32"),
        entry::<i64>("i64").wider(LIMIT_OF_64_BITS, beyond_64_bits),
        entry::<u64>("u64"),
        entry::<usize>("usize"),
        entry::<i128>("i128"),
        entry::<u128>("u128"),
        entry::<f32>("f32"),
        entry::<f64>("f64"),
        entry::<NonZeroU8>("non-zero-u8"),
        entry::<NonZeroI32>("non-zero-i32").wider(NOT_ZERO, is_zero),
        entry::<NonZeroU64>("non-zero-u64"),
        entry::<NonZeroI64>("non-zero-i64")
            .wider(NOT_ZERO, |value| is_zero(value) || beyond_64_bits(value)),
    ]
}

fn texts() -> Vec<Entry> {
    vec![
        entry::<bool>("bool"),
        entry::<char>("char"),
        entry::<String>("string"),
        entry::<Cow<'static, str>>("cow"),
        entry::<PathBuf>("path"),
        entry::<IpAddr>("ip-address")
            .sample(json!("192.0.2.1"))
            .checked(json!({ "format": "ip" })),
        entry::<Ipv4Addr>("ipv4-address").checked(json!({ "format": "ipv4" })),
    ]
}

fn collections() -> Vec<Entry> {
    vec![
        entry::<Vec<String>>("list"),
        entry::<Vec<Option<u8>>>("list-with-gaps"),
        entry::<BTreeSet<u8>>("set").narrower(
            "what is given twice is refused rather than dropped",
            has_twins,
        ),
        entry::<[u8; 3]>("array"),
        entry::<(u8, u8)>("pair"),
        entry::<(String, f64)>("mixed-tuple")
            .sample(json!(["x", 1.5]))
            .wider("the order of a tuple is said in words only", |value| {
                !(value[0].is_string() && value[1].is_number())
            }),
        entry::<HashMap<String, Vec<u32>>>("map"),
        entry::<BTreeMap<i32, bool>>("map-by-number").wider(
            "that keys are numbers is said in words only",
            |value| {
                let keys = value.as_object().into_iter().flat_map(Map::keys);
                !keys.into_iter().all(|key| key.parse::<i32>().is_ok())
            },
        ),
        entry::<HashMap<String, Value>>("map-of-anything"),
    ]
}

fn others() -> Vec<Entry> {
    vec![
        entry::<Option<u8>>("option"),
        entry::<Option<Option<String>>>("option-of-option"),
        entry::<Value>("value"),
        entry::<Map<String, Value>>("object"),
        entry::<Duration>("duration"),
        entry::<SystemTime>("system-time"),
        entry::<Box<Filter>>("boxed"),
        entry::<Arc<Filter>>("shared"),
        entry::<Range<u8>>("range"),
        entry::<Bound<u8>>("bound").wider(EXACTLY_ONE, not_one),
        entry::<Result<u8, String>>("result").wider(EXACTLY_ONE, not_one),
        entry::<()>("unit"),
    ]
}
