//! What the handler of a resource may return, with the kind inferred.

use serde::Serialize;

use super::ResourceResult;
use super::content::ready;
use crate::error::{Error, Result};
use crate::handler::Respond;
use crate::respond::ToolError;

/// A type with its own way of becoming the contents of a resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no way of its own to become the contents of a resource",
    note = "return text, bytes, a type that is `serde::Serialize`, or implement `IntoResourceResult`"
)]
pub trait IntoResourceResult {
    /// The contents.
    ///
    /// # Errors
    ///
    /// Ends the call as if the handler had returned the error.
    fn into_resource_result(self) -> Result<ResourceResult>;
}

impl IntoResourceResult for ResourceResult {
    fn into_resource_result(self) -> Result<ResourceResult> {
        Ok(self)
    }
}

/// A value that the handler of a resource may return.
///
/// `Via` tells the kinds apart and is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a resource",
    label = "no contents can be made of it",
    note = "as it is: text, bytes (`Vec<u8>`, `&'static [u8]`, `Bytes`), `ResourceContents`, `ResourceResult`",
    note = "an array of more than 32 bytes as a slice: `&include_bytes!(\"logo.png\")[..]`",
    note = "data derives `serde::Serialize` and becomes JSON",
    note = "a `Result` of any of these with an error that is `Display`"
)]
pub trait IntoResource<Via> {
    /// The contents.
    ///
    /// # Errors
    ///
    /// Those of the handler.
    #[doc(hidden)]
    fn into_resource(self) -> Result<ResourceResult>;
}

/// The kind of what implements [`IntoResourceResult`].
#[derive(Debug)]
pub struct Explicit;

/// The kind of what is `Serialize`, text and bytes among it.
#[derive(Debug)]
pub struct Data;

/// The kind of a `Result` whose value is of kind `Value`.
#[derive(Debug)]
pub struct Fallible<Value>(Value);

#[diagnostic::do_not_recommend]
impl<T: IntoResourceResult> IntoResource<Explicit> for T {
    fn into_resource(self) -> Result<ResourceResult> {
        self.into_resource_result()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + 'static> IntoResource<Data> for T {
    fn into_resource(self) -> Result<ResourceResult> {
        let mut slot = Some(self);
        if let Some(result) = ready(&mut slot) {
            return Ok(result);
        }
        slot.map_or_else(|| Err(Error::opaque("taken twice")), |value| json(&value))
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoResource<Via>, E: ToolError, Via> IntoResource<Fallible<Via>> for Result<T, E> {
    fn into_resource(self) -> Result<ResourceResult> {
        self.map_err(E::into_error)?.into_resource()
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoResource<Via>, Via> Respond<ResourceResult, Via> for T {
    fn respond(self) -> Result<ResourceResult> {
        self.into_resource()
    }
}

/// Data as JSON text.
pub(super) fn json(value: &(impl Serialize + ?Sized)) -> Result<ResourceResult> {
    let text = serde_json::to_string(value).map_err(Error::opaque)?;
    Ok(ResourceResult::json(text))
}
