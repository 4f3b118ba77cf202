//! What a handler of the builder may return, with the kind inferred.

use std::any::{Any, TypeId};
use std::borrow::Cow;

use mcp_core::types::ContentBlock;
use schemars::JsonSchema;
use serde::Serialize;

use super::data::{schema_of, structured};
use super::error::ToolError;
use super::explicit::IntoToolResult;
use super::text::PlainText;
use super::{OutputSchema, ToolResult};
use crate::error::Result;
use crate::handler::Respond;

/// A value that a handler may return.
///
/// `Via` tells the kinds apart and is inferred. A type of two kinds, such as a
/// tuple of texts, is ambiguous here: wrap it in [`Json`](super::Json) or
/// [`Text`](super::Text). Tools written with `#[tool]` never need that.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be returned from a tool",
    label = "the model could not read it",
    note = "data derives `serde::Serialize` and `schemars::JsonSchema` (schemars 1.x; `cargo tree -i schemars` shows a second version)",
    note = "as it is: text, `()`, `ToolResult`, `Image`, `Audio`, `ResourceLink`, other content, a tuple of content and a last value",
    note = "a `Result` of any of these with an error that is `Display`",
    note = "a type of your own implements `mcp_server::IntoToolResult`"
)]
pub trait IntoOutcome<Via> {
    /// The schema of the data, if the results always have data.
    #[doc(hidden)]
    #[must_use]
    fn schema() -> OutputSchema;

    /// The result.
    #[doc(hidden)]
    fn into_outcome(self) -> Result<ToolResult>;
}

/// The kind of what implements [`IntoToolResult`].
#[derive(Debug)]
pub struct Explicit;

/// The kind of what is `Serialize` and `JsonSchema`.
#[derive(Debug)]
pub struct Data;

/// The kind of a tuple that ends with a value of kind `Last`.
#[derive(Debug)]
pub struct Blocks<Last>(Last);

/// The kind of a `Result` whose value is of kind `Value`.
#[derive(Debug)]
pub struct Fallible<Value>(Value);

#[diagnostic::do_not_recommend]
impl<T: IntoToolResult> IntoOutcome<Explicit> for T {
    fn schema() -> OutputSchema {
        T::schema()
    }

    fn into_outcome(self) -> Result<ToolResult> {
        self.into_tool_result()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema + 'static> IntoOutcome<Data> for T {
    fn schema() -> OutputSchema {
        (!is_text::<T>()).then_some(schema_of::<T>)
    }

    fn into_outcome(self) -> Result<ToolResult> {
        match into_text(self) {
            Ok(text) => Ok(ToolResult::text(text)),
            Err(data) => structured(&data).map(ToolResult::from_structured),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoOutcome<Via>, E: ToolError, Via> IntoOutcome<Fallible<Via>> for Result<T, E> {
    fn schema() -> OutputSchema {
        T::schema()
    }

    fn into_outcome(self) -> Result<ToolResult> {
        self.map_err(E::into_error)?.into_outcome()
    }
}

impl<T: IntoOutcome<Via>, Via> Respond<ToolResult, Via> for T {
    fn schema() -> OutputSchema {
        <T as IntoOutcome<Via>>::schema()
    }

    fn respond(self) -> Result<ToolResult> {
        self.into_outcome()
    }
}

macro_rules! tuples {
    ($(($($block:ident)*))*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($block: Into<ContentBlock>,)* Last: IntoOutcome<Via>, Via> IntoOutcome<Blocks<Via>> for ($($block,)* Last) {
            fn schema() -> OutputSchema {
                Last::schema()
            }

            #[allow(non_snake_case)]
            fn into_outcome(self) -> Result<ToolResult> {
                let ($($block,)* last) = self;
                Ok(last.into_outcome()?.preceded_by([$($block.into()),*]))
            }
        }
    )*};
}

tuples!((A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G));

/// Whether the type is text although it could be data: an author who returns
/// a `String` means words, not a JSON string.
fn is_text<T: 'static>() -> bool {
    let known = [
        TypeId::of::<()>(),
        TypeId::of::<String>(),
        TypeId::of::<&'static str>(),
        TypeId::of::<Cow<'static, str>>(),
        TypeId::of::<Box<str>>(),
    ];
    known.contains(&TypeId::of::<T>())
}

/// The value as text, or the value back.
fn into_text<T: 'static>(value: T) -> Result<String, T> {
    let mut slot = Some(value);
    let text = taken::<(), T>(&mut slot)
        .or_else(|| taken::<String, T>(&mut slot))
        .or_else(|| taken::<&'static str, T>(&mut slot))
        .or_else(|| taken::<Cow<'static, str>, T>(&mut slot))
        .or_else(|| taken::<Box<str>, T>(&mut slot));
    match (text, slot) {
        (Some(text), _) => Ok(text),
        (None, Some(value)) => Err(value),
        (None, None) => unreachable!("a value is taken only to become text"),
    }
}

fn taken<Text: PlainText + 'static, T: 'static>(slot: &mut Option<T>) -> Option<String> {
    let slot = (slot as &mut dyn Any).downcast_mut::<Option<Text>>()?;
    slot.take().map(PlainText::into_text)
}
