//! JSON that is written already.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A JSON value, written: its digits and the order of its members reach the peer as they are.
///
/// What [`RawValue`] is as well, made with fewer allocations: a result of every call is one.
///
/// # Examples
///
/// ```
/// use mcp_core::types::RawJson;
///
/// let json = RawJson::of(&["a"]).unwrap();
/// assert_eq!(json.get(), r#"["a"]"#);
/// ```
#[derive(Clone)]
pub struct RawJson(Vec<u8>);

impl RawJson {
    /// How many bytes there is room for at first: many values are no longer.
    const USUAL: usize = 512;

    /// Writes a value.
    ///
    /// # Errors
    ///
    /// Where the value is no JSON: maps whose keys are no text, or what its type fails with.
    pub fn of(value: &(impl Serialize + ?Sized)) -> serde_json::Result<Self> {
        let mut json = Vec::with_capacity(Self::USUAL);
        serde_json::to_writer(&mut json, value)?;
        Ok(Self(json))
    }

    /// The JSON text.
    #[must_use]
    pub fn get(&self) -> &str {
        std::str::from_utf8(&self.0).expect("JSON is written in UTF-8")
    }

    /// The bytes of the JSON text.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<Box<RawValue>> for RawJson {
    fn from(raw: Box<RawValue>) -> Self {
        Self(Box::<str>::from(raw).into_string().into_bytes())
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawJson({})", self.get())
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_slice(&self.0).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn it_stays_as_it_is_written() {
        const JSON: &str = r#"{"z":1.10,"a":[1E5,"é\"",null]}"#;
        let json: RawJson = serde_json::from_str(JSON).expect("JSON");
        assert_eq!((json.get(), json.as_bytes()), (JSON, JSON.as_bytes()));
        assert_eq!(serde_json::to_string(&json).expect("JSON"), JSON);
        assert_eq!(RawJson::of(&json).expect("JSON").get(), JSON);
        assert_eq!(format!("{json:?}"), format!("RawJson({JSON})"));
        let long = "x".repeat(10_000);
        assert_eq!(RawJson::of(&long).expect("JSON").get().len(), 10_002);
    }

    #[test]
    fn what_is_no_json_is_refused() {
        assert!(RawJson::of(&BTreeMap::from([([1], 2)])).is_err());
        assert!(serde_json::from_str::<RawJson>("[1,").is_err());
    }
}
