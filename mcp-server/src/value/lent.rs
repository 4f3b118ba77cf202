//! What is taken from a call for a parameter `&T`.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};

/// A type that a tool may take by reference.
///
/// Like `ToOwned`, but without `Clone`: the value is taken for this one call,
/// and every type with a size is its own owner.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be a parameter",
    label = "has no owned form that could be taken from the call",
    note = "take an owned type"
)]
pub trait Lent {
    /// What is taken.
    type Owned;

    /// Lends what was taken.
    fn lend(owned: &Self::Owned) -> &Self;
}

impl<T> Lent for T {
    type Owned = T;

    fn lend(owned: &T) -> &T {
        owned
    }
}

impl<T> Lent for [T] {
    type Owned = Vec<T>;

    fn lend(owned: &Vec<T>) -> &[T] {
        owned
    }
}

macro_rules! lent {
    ($($borrowed:ty as $owned:ty;)*) => {$(
        impl Lent for $borrowed {
            type Owned = $owned;

            fn lend(owned: &$owned) -> &$borrowed {
                owned
            }
        }
    )*};
}

lent! {
    str as String;
    Path as PathBuf;
    OsStr as OsString;
    CStr as CString;
}
