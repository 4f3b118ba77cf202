//! The error type of a handler.

use std::fmt::Display;

use crate::error::Error;

/// What can stand in `Result<_, E>` of a handler: anything that can be shown.
///
/// A value of the handler's own error type is part of its contract with the
/// model and is shown, an `anyhow` chain joined by `: `. What a
/// [`mcp_server::Error`](crate::Error) shows, it decides itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "the model could not read it",
    note = "implement `std::fmt::Display`, for example with `thiserror`; or return `mcp_server::Result` and use `?`"
)]
pub trait ToolError: 'static {
    #[doc(hidden)]
    fn into_error(self) -> Error;
}

#[diagnostic::do_not_recommend]
impl<E: Display + 'static> ToolError for E {
    fn into_error(self) -> Error {
        Error::from_contract(self)
    }
}
