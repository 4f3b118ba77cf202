//! `_meta`: the keys the specification reserves, and everybody else's.

pub mod keys;
mod request;

use serde_json::{Map, Value};

pub use request::RequestMeta;

/// A `_meta` object. Unknown keys are kept and passed on untouched.
pub type Meta = Map<String, Value>;
