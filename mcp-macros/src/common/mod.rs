//! What all macros share: collected errors, attributes, docs, the path to the runtime.

mod attrs;
mod calls;
mod docs;
mod duration;
mod errors;
mod function;
mod krate;
mod lists;
mod nearest;
mod rules;
mod types;

pub(crate) use attrs::{Attrs, LEAD, take_attributes};
pub(crate) use calls::Calls;
pub(crate) use docs::{Docs, cfgs};
pub(crate) use duration::{duration, time};
pub(crate) use errors::Errors;
pub(crate) use function::Function;
pub(crate) use krate::Krate;
pub(crate) use lists::{elements, pairs};
pub(crate) use nearest::nearest;
pub(crate) use rules::ruled;
pub(crate) use types::{has_impl_trait, has_inner_borrow, is_static_reference, owning};
