//! What the standard library and `serde_json` bring.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::{IpAddr, Ipv4Addr};
use std::num::{NonZeroI32, NonZeroU8};
use std::ops::{Bound, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::{Map, Value, json};

use super::LIMIT_OF_64_BITS;
use super::structs::Filter;
use crate::entry::{Entry, entry};

/// schemars does not say so of these.
const CLOSED: &str = "that other keys are refused is not said";

pub(super) fn entries() -> Vec<Entry> {
    [numbers(), texts(), collections(), others()]
        .into_iter()
        .flatten()
        .collect()
}

fn numbers() -> Vec<Entry> {
    vec![
        entry::<u8>("u8"),
        entry::<i16>("i16"),
        entry::<u32>("u32"),
        entry::<i64>("i64").wider(LIMIT_OF_64_BITS),
        entry::<u64>("u64"),
        entry::<usize>("usize"),
        entry::<i128>("i128"),
        entry::<u128>("u128"),
        entry::<f32>("f32"),
        entry::<f64>("f64"),
        entry::<NonZeroU8>("non-zero-u8"),
        entry::<NonZeroI32>("non-zero-i32").wider("that 0 is ruled out is said in words only"),
    ]
}

fn texts() -> Vec<Entry> {
    let not_text = "that the text has a form is said in words only";
    vec![
        entry::<bool>("bool"),
        entry::<char>("char"),
        entry::<String>("string"),
        entry::<Cow<'static, str>>("cow"),
        entry::<PathBuf>("path"),
        entry::<IpAddr>("ip-address")
            .sample(json!("192.0.2.1"))
            .wider(not_text),
        entry::<Ipv4Addr>("ipv4-address").wider(not_text),
    ]
}

fn collections() -> Vec<Entry> {
    vec![
        entry::<Vec<String>>("list"),
        entry::<Vec<Option<u8>>>("list-with-gaps"),
        entry::<BTreeSet<u8>>("set").narrower("what is given twice is refused rather than dropped"),
        entry::<[u8; 3]>("array"),
        entry::<(u8, u8)>("pair"),
        entry::<(String, f64)>("mixed-tuple")
            .sample(json!(["x", 1.5]))
            .wider("the order of a tuple is said in words only"),
        entry::<HashMap<String, Vec<u32>>>("map"),
        entry::<BTreeMap<i32, bool>>("map-by-number")
            .wider("that keys are numbers is said in words only"),
        entry::<HashMap<String, Value>>("map-of-anything"),
    ]
}

fn others() -> Vec<Entry> {
    vec![
        entry::<Option<u8>>("option"),
        entry::<Option<Option<String>>>("option-of-option"),
        entry::<Value>("value"),
        entry::<Map<String, Value>>("object"),
        entry::<Duration>("duration").wider(CLOSED),
        entry::<SystemTime>("system-time").wider(CLOSED),
        entry::<Box<Filter>>("boxed"),
        entry::<Arc<Filter>>("shared"),
        entry::<Range<u8>>("range").wider(CLOSED),
        entry::<Bound<u8>>("bound").wider("that exactly one is sent is said in words only"),
        entry::<Result<u8, String>>("result")
            .wider("that exactly one is sent is said in words only"),
        entry::<()>("unit"),
    ]
}
