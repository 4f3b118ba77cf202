//! Values with rules of their own: one type for arguments, forms and results.
//!
//! [`Scalar`] is a value with constraints, [`Choice`] one of several. Both
//! carry their rules, their words and their parser, so that a constraint is
//! written once and checked wherever the type is used: parse, don't validate.
//! Texts are parsed by the target type: an id given as `42` stays text.
//!
//! The derives implement them together with `Serialize`, `Deserialize`,
//! `FromStr`, `Display`, `JsonSchema` and [`FormField`](crate::FormField); what
//! those have in common is here, so that an expansion is a few short calls.

pub(crate) mod choice;
pub(crate) mod field;
mod invalid;
pub(crate) mod lent;
pub(crate) mod scalar;
pub(crate) mod string_id;

pub use choice::Choice;
pub use invalid::InvalidValue;
pub use scalar::{Rules, Scalar, ScalarInner};
pub use string_id::{Digits, StringId};
