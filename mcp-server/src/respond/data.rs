//! Typed values as data.

use mcp_core::types::RawJson;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::finite::Finite;
use crate::error::{Error, Result};
use crate::schema::SchemaProfile;

/// The value as JSON text, digits and member order as its type writes them.
pub(super) fn structured(value: &(impl Serialize + ?Sized)) -> Result<RawJson> {
    RawJson::of(&Finite(value)).map_err(Error::opaque)
}

/// The schema of what [`structured`] writes.
pub(super) fn schema_of<T: JsonSchema>(profile: SchemaProfile) -> Result<Value, String> {
    crate::schema::output_schema_of::<T>(profile).map_err(|error| error.to_string())
}
