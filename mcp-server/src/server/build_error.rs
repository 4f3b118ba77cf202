//! What keeps a server from being built.

use std::error::Error as StdError;
use std::fmt;

/// Everything that is wrong with a server, found before its first request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    faults: Vec<String>,
}

impl BuildError {
    /// A sentence for each fault.
    #[must_use]
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    pub(crate) fn new(faults: Vec<String>) -> Self {
        Self { faults }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this cannot be served:")?;
        self.faults
            .iter()
            .try_for_each(|fault| write!(f, "\n- {fault}"))
    }
}

impl StdError for BuildError {}
