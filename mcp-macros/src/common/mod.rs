//! What all macros share: collected errors, attributes, docs, the path to the runtime.

mod attrs;
mod docs;
mod duration;
mod errors;
mod function;
mod krate;
mod nearest;
mod rules;
mod types;

pub(crate) use attrs::{Attrs, LEAD, take_attributes};
pub(crate) use docs::{Docs, cfgs};
pub(crate) use duration::duration;
pub(crate) use errors::Errors;
pub(crate) use function::Function;
pub(crate) use krate::Krate;
pub(crate) use nearest::nearest;
pub(crate) use rules::ruled;
pub(crate) use types::{has_impl_trait, has_inner_borrow, is_static_reference, owning};
