//! What every result is stamped with: `_meta`.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::VERSION;
use crate::era::members::append;
use crate::era::shape::Shaped;
use crate::meta::keys;
use crate::types::Implementation;
use crate::{Meta, RequestId};

/// What every result is stamped with: who answered, written once.
#[derive(Debug)]
pub struct Stamp {
    server_info: Option<Box<RawValue>>,
    /// `,"_meta":{…}` of a result that has no keys of its own.
    plain: Vec<u8>,
}

impl Stamp {
    /// A stamp that names the server in each result's `_meta`.
    ///
    /// # Errors
    ///
    /// When the identity cannot be written as JSON.
    pub fn new(identity: &Implementation) -> serde_json::Result<Self> {
        let server_info = Shaped {
            value: identity,
            version: VERSION,
        };
        let server_info = serde_json::value::to_raw_value(&server_info)?;
        let mut stamp = Self {
            server_info: Some(server_info),
            plain: Vec::new(),
        };
        let mut plain = Vec::new();
        stamp.write_with(&mut plain, None)?;
        stamp.plain = plain;
        Ok(stamp)
    }

    /// A stamp that leaves the identity out (it is optional: SHOULD).
    #[must_use]
    pub fn anonymous() -> Self {
        Self {
            server_info: None,
            plain: Vec::new(),
        }
    }

    /// Writes `,"_meta":{…}`: the result's own keys and the identity.
    ///
    /// # Errors
    ///
    /// When a value inside cannot be written as JSON.
    pub(super) fn write(&self, out: &mut Vec<u8>, own: Option<&Meta>) -> serde_json::Result<()> {
        match own {
            Some(_) => self.write_with(out, own),
            None => {
                out.extend_from_slice(&self.plain);
                Ok(())
            }
        }
    }

    /// Writes `,"_meta":{…}`: the listen request that ends, and the identity.
    ///
    /// # Errors
    ///
    /// As [`Stamp::write`].
    pub(super) fn write_subscription(
        &self,
        out: &mut Vec<u8>,
        subscription: &RequestId,
    ) -> serde_json::Result<()> {
        out.extend_from_slice(br#","_meta":"#);
        append(
            out,
            &Stamped {
                stamp: self,
                subscription: Some(subscription),
                own: None,
            },
        )
    }

    fn write_with(&self, out: &mut Vec<u8>, own: Option<&Meta>) -> serde_json::Result<()> {
        out.extend_from_slice(br#","_meta":"#);
        append(
            out,
            &Stamped {
                stamp: self,
                subscription: None,
                own,
            },
        )
    }
}

struct Stamped<'a> {
    stamp: &'a Stamp,
    subscription: Option<&'a RequestId>,
    own: Option<&'a Meta>,
}

impl Serialize for Stamped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(info) = &self.stamp.server_info {
            map.serialize_entry(keys::SERVER_INFO, info)?;
        }
        if let Some(id) = self.subscription {
            map.serialize_entry(keys::SUBSCRIPTION_ID, id)?;
        }
        for (key, value) in self.own.into_iter().flatten() {
            // The identity is the server's to state, not a handler's.
            if key != keys::SERVER_INFO {
                map.serialize_entry(key, value)?;
            }
        }
        map.end()
    }
}
