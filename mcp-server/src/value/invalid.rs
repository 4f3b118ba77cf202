//! The error of a value that breaks its rules.

use std::fmt;

/// A value that does not fit its type; says what would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidValue(String);

impl InvalidValue {
    /// `expected` continues the name of the value: `must be at least 1`.
    pub(crate) fn new(expected: impl Into<String>) -> Self {
        Self(expected.into())
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidValue {}
