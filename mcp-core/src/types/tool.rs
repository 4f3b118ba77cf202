//! Tools and what a call of one gives back.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::wire::{null_as_default, present, put, setters};
use super::{ContentBlock, Icon, JsonObject, RawJson};

/// A tool as a client sees it.
///
/// Both schemas are raw JSON, so that a schema written by hand reaches the model to the letter:
/// member order and digits included. Spec:
/// [`Tool`](https://modelcontextprotocol.io/specification/2026-07-28/schema#tool).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Tool {
    /// Name by which it is called: 1 to 128 characters of `[A-Za-z0-9_.-]`.
    pub name: String,
    /// Name for people. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, for the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// JSON Schema of the arguments; its root has `"type": "object"`.
    pub input_schema: Box<RawValue>,
    /// JSON Schema of the structured content. Known since 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Box<RawValue>>,
    /// Hints on what a call does. Known since 2025-03-26.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annotations: Option<ToolAnnotations>,
    /// Icons. Known since 2025-11-25.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub icons: Vec<Icon>,
    /// Metadata. Known since 2025-06-18.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<JsonObject>,
}

impl Tool {
    /// A tool by name and by the JSON Schema of its arguments.
    #[must_use]
    pub fn new(name: impl Into<String>, input_schema: Box<RawValue>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            input_schema,
            output_schema: None,
            annotations: None,
            icons: Vec::new(),
            meta: None,
        }
    }

    setters! {
        /// Sets the name for people.
        option with_title(title: String);
        /// Says what the tool does.
        option with_description(description: String);
        /// Sets the JSON Schema of the structured content.
        option with_output_schema(output_schema: Box<RawValue>);
        /// Sets the hints on what a call does.
        option with_annotations(annotations: ToolAnnotations);
        /// Sets the icons.
        value with_icons(icons: Vec<Icon>);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

/// Hints on what a call of a tool does. A client must not trust them unless it trusts the server.
///
/// Absent hints have the defaults of the specification: not read-only, destructive, not idempotent,
/// open world. Spec:
/// [`ToolAnnotations`](https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ToolAnnotations {
    /// Name for people, for revisions in which the tool itself has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The call changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// The call may undo or overwrite; `false` means it only adds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// The same call again changes nothing more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// The call touches things outside the server, such as the web.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
}

impl ToolAnnotations {
    /// No hints yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Sets the name for people.
        option with_title(title: String);
        /// Says whether the call changes nothing.
        option with_read_only_hint(read_only_hint: bool);
        /// Says whether the call may undo or overwrite.
        option with_destructive_hint(destructive_hint: bool);
        /// Says whether the same call again changes nothing more.
        option with_idempotent_hint(idempotent_hint: bool);
        /// Says whether the call touches things outside the server.
        option with_open_world_hint(open_world_hint: bool);
    }
}

/// What a call of a tool gives back.
///
/// Spec:
/// [`CallToolResult`](https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CallToolResult {
    /// What the model reads. Always written, even when empty: clients fail on its absence.
    #[serde(default, deserialize_with = "null_as_default")]
    pub content: Vec<ContentBlock>,
    /// The result as data: any JSON value, raw, so that its digits and member order reach the
    /// client as written.
    #[serde(default, deserialize_with = "present")]
    pub structured_content: Option<RawJson>,
    /// The content ends with the structured content as a text block, for clients that read text
    /// only. It is written from the data rather than kept twice.
    #[serde(skip)]
    pub text_twin: bool,
    /// The call failed in a way the model should hear about.
    #[serde(default, deserialize_with = "null_as_default")]
    pub is_error: bool,
    /// Metadata.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl CallToolResult {
    /// A success with this content.
    #[must_use]
    pub fn new(content: impl Into<Vec<ContentBlock>>) -> Self {
        Self {
            content: content.into(),
            ..Self::default()
        }
    }

    /// A failure the model can read and act on.
    #[must_use]
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            content: vec![ContentBlock::text(text)],
            is_error: true,
            ..Self::default()
        }
    }

    setters! {
        /// Sets the result as data.
        option with_structured_content(structured_content: RawJson);
        /// Says whether the content ends with the data as text.
        value with_text_twin(text_twin: bool);
        /// Says whether the call failed.
        value with_is_error(is_error: bool);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }

    /// The data that goes out as a text block, too.
    pub(crate) fn twin(&self) -> Option<&RawJson> {
        self.structured_content.as_ref().filter(|_| self.text_twin)
    }
}

impl Serialize for CallToolResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.twin() {
            None => map.serialize_entry("content", &self.content)?,
            Some(twin) => {
                let mut content = self.content.clone();
                content.push(ContentBlock::text(twin.get()));
                map.serialize_entry("content", &content)?;
            }
        }
        put(
            &mut map,
            "structuredContent",
            self.structured_content.as_ref(),
        )?;
        put(&mut map, "isError", self.is_error.then_some(&true))?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).unwrap()
    }

    #[test]
    fn a_tool_is_written_and_read_in_spec_spelling() {
        let text = r#"{"name":"refund","title":"Refund","description":"Pays back.","inputSchema":{"type":"object","required":["z","a"],"properties":{"z":{"multipleOf":0.10},"a":{}}},"outputSchema":{"type":"string"},"annotations":{"title":"Refund","readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true},"icons":[{"src":"data:,"}],"_meta":{"io.example/x":1.5}}"#;
        let tool: Tool = serde_json::from_str(text).unwrap();
        assert_eq!(tool.title.as_deref(), Some("Refund"));
        assert_eq!(
            tool.annotations.as_ref().unwrap().destructive_hint,
            Some(true)
        );
        assert_eq!(serde_json::to_string(&tool).unwrap(), text);
    }

    // S-TOOL-05
    #[test]
    fn a_bare_tool_is_name_and_input_schema() {
        let tool = Tool::new("ping", raw(r#"{"type":"object"}"#));
        assert_eq!(
            serde_json::to_string(&tool).unwrap(),
            r#"{"name":"ping","inputSchema":{"type":"object"}}"#
        );
    }

    // S-TOOL-15
    #[test]
    fn content_is_always_written() {
        assert_eq!(
            serde_json::to_string(&CallToolResult::new([])).unwrap(),
            r#"{"content":[]}"#
        );
    }

    #[test]
    fn an_error_says_so() {
        let text = r#"{"content":[{"type":"text","text":"no such order"}],"isError":true}"#;
        assert_eq!(
            serde_json::to_string(&CallToolResult::error("no such order")).unwrap(),
            text
        );
        assert!(
            serde_json::from_str::<CallToolResult>(text)
                .unwrap()
                .is_error
        );
    }

    #[test]
    fn digits_and_member_order_of_structured_content_survive() {
        let text = r#"{"content":[],"structuredContent":{"z":1.10,"a":123456789012345678901234567890,"e":1E5}}"#;
        let result: CallToolResult = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&result).unwrap(), text);
    }

    #[test]
    fn null_is_a_structured_value_of_its_own() {
        let result: CallToolResult =
            serde_json::from_str(r#"{"content":[],"structuredContent":null}"#).unwrap();
        assert_eq!(
            result.structured_content.as_ref().map(|raw| raw.get()),
            Some("null")
        );
        let result: CallToolResult =
            serde_json::from_str(r#"{"content":null,"isError":null}"#).unwrap();
        assert!(result.structured_content.is_none() && !result.is_error);
    }
}
