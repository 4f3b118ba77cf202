//! The result of a call, under full control.

use mcp_core::types::{CallToolResult, ContentBlock, JsonObject, RawJson};
use serde::Serialize;
use serde_json::Value;

use super::data::structured;
use crate::error::Result;
use crate::meta;

/// What a call of a tool gives back, piece by piece.
///
/// Most tools return a type of their own instead; this is for those that mix
/// content blocks, data and metadata. Specification: "Tools: Tool result".
///
/// # Examples
///
/// ```
/// use mcp_server::ToolResult;
/// use mcp_server::core::ResourceLink;
///
/// let result = ToolResult::text("Two invoices are open.")
///     .block(ResourceLink::new("file:///invoices/7", "invoice 7"))
///     .meta("example.com/rows", 2);
/// assert_eq!(result.content().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a result does nothing before it is returned"]
pub struct ToolResult {
    content: Vec<ContentBlock>,
    structured: Option<RawJson>,
    is_error: bool,
    meta: JsonObject,
}

impl ToolResult {
    /// A success without content.
    pub fn new() -> Self {
        Self::default()
    }

    /// A success of one text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new().block(ContentBlock::text(text))
    }

    /// A success with data: see [`ToolResult::with_structured`].
    ///
    /// # Errors
    ///
    /// Where the value is no JSON.
    pub fn structured(value: &(impl Serialize + ?Sized)) -> Result<Self> {
        Self::new().with_structured(value)
    }

    /// A failure that the model reads and may repair.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// Adds content: text, an [`Image`](super::Image), a link, …
    pub fn block(mut self, block: impl Into<ContentBlock>) -> Self {
        self.content.push(block.into());
        self
    }

    /// Sets the data of the result (`structuredContent`).
    ///
    /// For hosts that read content only, the same JSON is added as text, unless
    /// there is a text block already: then that is the reading of the data.
    /// A failure has no data: it would not fit the tool's output schema.
    ///
    /// # Errors
    ///
    /// Where the value is no JSON: maps whose keys are no text, numbers that
    /// are not finite.
    pub fn with_structured(mut self, value: &(impl Serialize + ?Sized)) -> Result<Self> {
        self.structured = Some(structured(value)?);
        Ok(self)
    }

    /// Sets a key of the result's `_meta`, which the model does not see.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        meta::set(&mut self.meta, key.into(), value.into());
        self
    }

    /// The content so far.
    #[must_use]
    pub fn content(&self) -> &[ContentBlock] {
        &self.content
    }

    /// The data so far, as JSON.
    #[must_use]
    pub fn structured_content(&self) -> Option<&str> {
        self.structured.as_ref().map(RawJson::get)
    }

    /// Whether it says that the call failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// Puts content before what is there.
    pub(super) fn preceded_by(mut self, blocks: impl IntoIterator<Item = ContentBlock>) -> Self {
        self.content.splice(0..0, blocks);
        self
    }

    pub(super) fn from_content(content: Vec<ContentBlock>) -> Self {
        Self {
            content,
            ..Self::default()
        }
    }

    pub(super) fn from_structured(structured: RawJson) -> Self {
        Self {
            structured: Some(structured),
            ..Self::default()
        }
    }

    /// The result as the protocol has it.
    pub(crate) fn into_wire(self) -> CallToolResult {
        let Self {
            content,
            structured,
            is_error,
            meta,
        } = self;
        let structured = structured.filter(|_| !is_error);
        let has_text = content
            .iter()
            .any(|block| matches!(block, ContentBlock::Text(_)));
        let mut wire = CallToolResult::new(content);
        wire.text_twin = structured.is_some() && !has_text;
        wire.structured_content = structured;
        wire.is_error = is_error;
        wire.meta = Some(meta).filter(|meta| !meta.is_empty());
        wire
    }
}
