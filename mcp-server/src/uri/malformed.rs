//! Values that no handler is given.

use std::fmt;

use mcp_core::Error;
use serde_json::json;

/// A URI that belongs to a template, with a value that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    variable: String,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Escape,
    Utf8,
    Nul,
    Climbs,
    Absolute,
}

impl Malformed {
    pub(super) fn new(variable: &str, fault: Fault) -> Self {
        Self {
            variable: variable.to_owned(),
            fault,
        }
    }

    /// The protocol's answer: -32602, with the URI as it was sent.
    pub(crate) fn into_error(self, uri: &str) -> Error {
        Error::invalid_params(format!("Invalid resource URI: {self}"))
            .with_data(json!({ "uri": uri }))
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = match self.fault {
            Fault::Escape => "has a `%` without two hexadecimal digits",
            Fault::Utf8 => "is not UTF-8 after percent-decoding",
            Fault::Nul => "holds a NUL character",
            Fault::Climbs => "holds a `.` or `..` path segment",
            Fault::Absolute => "begins with a slash where the template already has one",
        };
        write!(f, "`{}` {fault}", self.variable)
    }
}
