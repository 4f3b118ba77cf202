//! `_meta`: the keys the specification reserves, and everybody else's.

mod grammar;
pub mod keys;
mod request;
mod trace;

use serde_json::{Map, Value};

pub use grammar::{KeyFault, check_extension_id, check_key};
pub(crate) use request::RequestMeta;
pub use trace::TraceContext;

/// A `_meta` object. Unknown keys are kept and passed on untouched.
pub type Meta = Map<String, Value>;
