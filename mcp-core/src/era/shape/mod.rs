//! Domain types in the shape of a revision: what a peer of that revision must not see is taken
//! away.
//!
//! Each type says once what it consists of, in its own `Serialize`. Here stands only the
//! difference: a value that the revision can carry as it is goes out as it is, another one is
//! changed first. So the newest revision costs nothing.

mod capabilities;
mod content;
mod identity;
mod input;
mod output_schema;
mod prompt;
mod resource;
mod sampling;
mod tool;

use serde::{Serialize, Serializer};

use crate::version::ProtocolVersion;

pub(crate) use input::ElicitWithId;
pub(crate) use tool::ProgressOf;

/// A value as a peer of `version` may see it, to be serialised.
pub(crate) struct Shaped<'a, T: ?Sized> {
    /// The value.
    pub(crate) value: &'a T,
    /// The revision the peer speaks.
    pub(crate) version: ProtocolVersion,
}

impl<'a, T: ?Sized> Shaped<'a, T> {
    pub(crate) fn new(value: &'a T, version: ProtocolVersion) -> Self {
        Self { value, version }
    }
}

/// A list whose items are shaped one by one.
fn shaped_list<'a, S, T>(list: &Shaped<'a, [T]>, serializer: S) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    Shaped<'a, T>: Serialize,
{
    serializer.collect_seq(
        list.value
            .iter()
            .map(|value| Shaped::new(value, list.version)),
    )
}

#[cfg(test)]
mod testing {
    use super::*;

    pub(super) use ProtocolVersion::{
        V2024_11_05 as V24, V2025_03_26 as V0326, V2025_06_18 as V0618, V2025_11_25 as V1125,
        V2026_07_28 as MODERN,
    };

    /// What a peer of `version` sees.
    pub(super) fn shaped<'a, T: ?Sized>(value: &'a T, version: ProtocolVersion) -> String
    where
        Shaped<'a, T>: Serialize,
    {
        serde_json::to_string(&Shaped::new(value, version)).unwrap()
    }

    /// Why a peer of `version` cannot see it.
    pub(super) fn refused<'a, T: ?Sized>(value: &'a T, version: ProtocolVersion) -> String
    where
        Shaped<'a, T>: Serialize,
    {
        serde_json::to_string(&Shaped::new(value, version))
            .unwrap_err()
            .to_string()
    }

    /// A value read from JSON.
    pub(super) fn read<T: for<'de> serde::Deserialize<'de>>(text: &str) -> T {
        serde_json::from_str(text).unwrap()
    }
}
