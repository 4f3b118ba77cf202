//! What the handler of a resource may return, with the kind inferred.

use std::any::Any;
use std::borrow::Cow;

use bytes::Bytes;
use mcp_core::types::ResourceContents;
use serde::Serialize;

use super::ResourceResult;
use super::content::Body;
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
    note = "as it is: text, bytes (`Vec<u8>`, `&'static [u8]`), `ResourceContents`, `ResourceResult`",
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
        if let Some(result) = body(&mut slot) {
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

/// The value as contents, where it is text, bytes or contents already.
fn body<T: 'static>(slot: &mut Option<T>) -> Option<ResourceResult> {
    fn taken<B: Body + 'static>(slot: &mut dyn Any) -> Option<ResourceResult> {
        let slot = slot.downcast_mut::<Option<B>>()?;
        slot.take().map(Body::into_result)
    }
    let slot = slot as &mut dyn Any;
    taken::<String>(slot)
        .or_else(|| taken::<&'static str>(slot))
        .or_else(|| taken::<Cow<'static, str>>(slot))
        .or_else(|| taken::<Box<str>>(slot))
        .or_else(|| taken::<Vec<u8>>(slot))
        .or_else(|| taken::<&'static [u8]>(slot))
        .or_else(|| taken::<Bytes>(slot))
        .or_else(|| taken::<ResourceContents>(slot))
        .or_else(|| taken::<Vec<ResourceContents>>(slot))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn wire<Via>(value: impl IntoResource<Via>) -> Value {
        let result = value.into_resource().expect("contents");
        let wire = result.into_wire("shop://x", None);
        serde_json::to_value(wire).expect("plain data")["contents"][0].clone()
    }

    #[test]
    fn kinds_are_told_apart() {
        assert_eq!(wire("hi")["text"], "hi");
        assert_eq!(wire(vec![0_u8, 255])["blob"], "AP8=");
        let data = wire(json!({ "a": 1 }));
        assert_eq!(data["mimeType"], "application/json");
        assert_eq!(data["text"], r#"{"a":1}"#);
        assert_eq!(
            wire(ResourceContents::text("shop://y", "y"))["uri"],
            "shop://y"
        );
        assert_eq!(wire(ResourceResult::text("t"))["text"], "t");
        assert_eq!(
            wire(Ok::<_, std::fmt::Error>(ResourceResult::text("t")))["text"],
            "t"
        );
    }
}
