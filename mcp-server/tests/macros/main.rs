//! The macros, as a server author meets them.

mod values;
