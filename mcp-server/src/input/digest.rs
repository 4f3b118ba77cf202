//! Digests of what sealed state is bound to.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, or a secret of the same length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Digest(pub(super) [u8; 32]);

impl Digest {
    /// Digests parts under a label, so that no two uses share a digest. Parts
    /// carry their lengths, so that no two lists of parts do.
    pub(super) fn of(label: &str, parts: &[&[u8]]) -> Self {
        let mut hasher = labelled(label);
        for part in parts {
            text(&mut hasher, part);
        }
        Self(hasher.finalize().into())
    }

    /// Digests a JSON value. Equal values have equal digests, whatever the
    /// order of their keys; numbers are compared as they are spelt.
    pub(super) fn of_json(label: &str, value: &Value) -> Self {
        let mut hasher = labelled(label);
        json(&mut hasher, value);
        Self(hasher.finalize().into())
    }

    /// The first half as lowercase hexadecimal: 128 bits, for ids.
    pub(super) fn to_id(self) -> String {
        data_encoding::HEXLOWER.encode(&self.0[..16])
    }
}

fn labelled(label: &str) -> Sha256 {
    let mut hasher = Sha256::new();
    text(&mut hasher, b"mcp-server");
    text(&mut hasher, label.as_bytes());
    hasher
}

fn text(hasher: &mut Sha256, bytes: &[u8]) {
    hasher.update((bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

fn json(hasher: &mut Sha256, value: &Value) {
    match value {
        Value::Null => hasher.update(b"0"),
        Value::Bool(false) => hasher.update(b"f"),
        Value::Bool(true) => hasher.update(b"t"),
        Value::Number(number) => {
            hasher.update(b"n");
            text(hasher, number.to_string().as_bytes());
        }
        Value::String(string) => {
            hasher.update(b"s");
            text(hasher, string.as_bytes());
        }
        Value::Array(items) => {
            hasher.update(b"a");
            hasher.update((items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| json(hasher, item));
        }
        Value::Object(members) => {
            hasher.update(b"o");
            hasher.update((members.len() as u64).to_le_bytes());
            // A map keeps insertion order where some crate of the build turns
            // on `serde_json/preserve_order`.
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(key, _)| *key);
            for (key, member) in members {
                text(hasher, key.as_bytes());
                json(hasher, member);
            }
        }
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(…)")
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64URL_NOPAD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = BASE64URL_NOPAD
            .decode(text.as_bytes())
            .map_err(D::Error::custom)?;
        bytes
            .try_into()
            .map(Self)
            .map_err(|_| D::Error::custom("not 32 bytes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(text: &str) -> Digest {
        Digest::of_json("test", &serde_json::from_str(text).unwrap())
    }

    #[test]
    fn the_order_of_keys_does_not_matter() {
        assert_eq!(
            digest(r#"{"a":1,"b":{"c":[],"d":2}}"#),
            digest(r#"{ "b":{"d":2,"c":[]}, "a":1 }"#)
        );
    }

    #[test]
    fn different_values_have_different_digests() {
        let values = [
            "{}",
            "[]",
            "null",
            "false",
            "true",
            "0",
            "1",
            "\"1\"",
            "\"\"",
            "[1]",
            "[[1]]",
            "[1,2]",
            "[2,1]",
            r#"{"a":1}"#,
            r#"{"a":"1"}"#,
            r#"{"b":1}"#,
            r#"{"a":null}"#,
            r#"["a",1]"#,
            r#"{"a":{"b":1}}"#,
            r#"{"a":1,"b":1}"#,
            r#"{"ab":1}"#,
            r#"["ab"]"#,
            r#"["a","b"]"#,
        ];
        for (i, one) in values.iter().enumerate() {
            for (j, other) in values.iter().enumerate() {
                assert_eq!(digest(one) == digest(other), i == j, "{one} and {other}");
            }
        }
    }

    #[test]
    fn labels_and_borders_of_parts_count() {
        assert_ne!(Digest::of("a", &[b"x"]), Digest::of("b", &[b"x"]));
        assert_ne!(
            Digest::of("a", &[b"xy", b"z"]),
            Digest::of("a", &[b"x", b"yz"])
        );
        assert_ne!(Digest::of("a", &[]), Digest::of("a", &[b""]));
    }
}
