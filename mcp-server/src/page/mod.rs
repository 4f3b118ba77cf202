//! Lists in pages: those of the protocol, and authors' own.
//!
//! A cursor says all that is needed to go on, so that no session keeps it and
//! every replica takes it. It is no secret and grants nothing: what it leads
//! to is cut from the list that its bearer may see anyway. So it is checked,
//! not signed.

mod cursor;
mod list;
mod own;
#[cfg(test)]
mod tests;

pub(crate) use list::cut;
pub use own::Page;
