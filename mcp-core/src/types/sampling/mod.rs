//! Asking the client's model. Deprecated by SEP-2577 as of 2026-07-28: call a model provider instead.
#![expect(
    deprecated,
    reason = "values that go are read and written while they last"
)]

mod balance;
mod message;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

pub use message::{SamplingContent, SamplingMessage, ToolResultContent, ToolUseContent};
use message::{one_or_many, put_content};

use super::wire::{Shortest, filled, null_as_default, put, setters, shortest, words};
use super::{JsonObject, Role, SamplingCapability, Tool};

/// A question to the client's model, the parameters of `sampling/createMessage`. Deprecated by
/// SEP-2577.
///
/// Spec:
/// [`CreateMessageRequestParams`](https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessagerequestparams).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CreateMessageRequest {
    /// The conversation so far.
    pub messages: Vec<SamplingMessage>,
    /// Which model would suit; the client decides.
    pub model_preferences: Option<ModelPreferences>,
    /// What the model is told first; the client may change it.
    pub system_prompt: Option<String>,
    /// Whose context the client should add. Anything but none needs the capability
    /// `sampling.context`.
    pub include_context: Option<IncludeContext>,
    /// How freely the model samples.
    pub temperature: Option<f64>,
    /// Greatest number of tokens of the answer.
    pub max_tokens: u64,
    /// Texts at which the model stops.
    #[serde(default, deserialize_with = "null_as_default")]
    pub stop_sequences: Vec<String>,
    /// Settings for the provider of the model.
    pub metadata: Option<JsonObject>,
    /// Tools the model may use. Known since 2025-11-25; needs the capability `sampling.tools`.
    #[serde(default, deserialize_with = "null_as_default")]
    pub tools: Vec<Tool>,
    /// Whether the model uses them. Known since 2025-11-25.
    pub tool_choice: Option<ToolChoice>,
}

impl CreateMessageRequest {
    /// A conversation to go on with, and the greatest number of tokens of the answer.
    #[must_use]
    pub fn new(messages: impl Into<Vec<SamplingMessage>>, max_tokens: u64) -> Self {
        Self {
            messages: messages.into(),
            model_preferences: None,
            system_prompt: None,
            include_context: None,
            temperature: None,
            max_tokens,
            stop_sequences: Vec::new(),
            metadata: None,
            tools: Vec::new(),
            tool_choice: None,
        }
    }

    setters! {
        /// Says which model would suit.
        option with_model_preferences(model_preferences: ModelPreferences);
        /// Sets what the model is told first.
        option with_system_prompt(system_prompt: String);
        /// Says whose context the client should add.
        option with_include_context(include_context: IncludeContext);
        /// Sets how freely the model samples.
        option with_temperature(temperature: f64);
        /// Sets the texts at which the model stops.
        value with_stop_sequences(stop_sequences: Vec<String>);
        /// Sets what the provider of the model is told.
        option with_metadata(metadata: JsonObject);
        /// Gives the model tools.
        value with_tools(tools: Vec<Tool>);
        /// Says whether the model uses its tools.
        option with_tool_choice(tool_choice: ToolChoice);
    }

    /// What a client must have declared before it may be asked this.
    #[must_use]
    pub fn required_capability(&self) -> SamplingCapability {
        let tools = !self.tools.is_empty() || self.tool_choice.is_some() || self.tells_of_tools();
        let context = self
            .include_context
            .is_some_and(|context| context != IncludeContext::None);
        SamplingCapability::new(tools, context)
    }

    /// Writes the members that every revision knows, with `messages` given by the caller.
    pub(crate) fn write_common<M: SerializeMap>(
        &self,
        map: &mut M,
        messages: &impl Serialize,
    ) -> Result<(), M::Error> {
        map.serialize_entry("messages", messages)?;
        put(map, "modelPreferences", self.model_preferences.as_ref())?;
        put(map, "systemPrompt", self.system_prompt.as_ref())?;
        put(map, "includeContext", self.include_context.as_ref())?;
        put(map, "temperature", self.temperature.map(Shortest).as_ref())?;
        map.serialize_entry("maxTokens", &self.max_tokens)?;
        put(map, "stopSequences", filled(&self.stop_sequences))?;
        put(map, "metadata", self.metadata.as_ref())
    }

    /// Writes the tools, with their definitions given by the caller.
    pub(crate) fn write_tools<M: SerializeMap>(
        &self,
        map: &mut M,
        tools: &impl Serialize,
    ) -> Result<(), M::Error> {
        put(map, "tools", (!self.tools.is_empty()).then_some(tools))?;
        put(map, "toolChoice", self.tool_choice.as_ref())
    }
}

impl Serialize for CreateMessageRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.write_common(&mut map, &self.messages)?;
        self.write_tools(&mut map, &self.tools)?;
        map.end()
    }
}

/// Whose context a client adds to a question to its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IncludeContext {
    /// Nobody's.
    None,
    /// That of the server that asks.
    #[deprecated(
        note = "SEP-2596 deprecates it and allows its removal together with sampling, \
                         from 2027-07-28 on: leave it out"
    )]
    ThisServer,
    /// That of all servers.
    #[deprecated(
        note = "SEP-2596 deprecates it and allows its removal together with sampling, \
                         from 2027-07-28 on: leave it out"
    )]
    AllServers,
}

words!(IncludeContext {
    None = "none",
    ThisServer = "thisServer",
    AllServers = "allServers",
});

/// Whether the model uses its tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolChoice {
    /// The rule; absent means [`ToolChoiceMode::Auto`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<ToolChoiceMode>,
}

impl ToolChoice {
    /// A rule for the use of tools.
    #[must_use]
    pub const fn new(mode: ToolChoiceMode) -> Self {
        Self { mode: Some(mode) }
    }
}

/// The rule for the use of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolChoiceMode {
    /// The model decides.
    Auto,
    /// The model uses at least one.
    Required,
    /// The model uses none.
    None,
}

words!(ToolChoiceMode {
    Auto = "auto",
    Required = "required",
    None = "none",
});

/// Which model would suit a question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ModelPreferences {
    /// Models by name, the most wanted first.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "null_as_default"
    )]
    pub hints: Vec<ModelHint>,
    /// How much cost matters, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shortest")]
    pub cost_priority: Option<f64>,
    /// How much speed matters, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shortest")]
    pub speed_priority: Option<f64>,
    /// How much intelligence matters, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shortest")]
    pub intelligence_priority: Option<f64>,
}

impl ModelPreferences {
    /// No preferences yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    setters! {
        /// Names models, the most wanted first.
        value with_hints(hints: Vec<ModelHint>);
        /// Says how much cost matters, from 0 to 1.
        option with_cost_priority(cost_priority: f64);
        /// Says how much speed matters, from 0 to 1.
        option with_speed_priority(speed_priority: f64);
        /// Says how much intelligence matters, from 0 to 1.
        option with_intelligence_priority(intelligence_priority: f64);
    }
}

/// A model, by a part of its name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ModelHint {
    /// A part of the name, such as `sonnet`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl ModelHint {
    /// A model whose name has this part.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: Some(name.into()),
        }
    }
}

/// What the client's model said, the result of `sampling/createMessage`. Deprecated by SEP-2577.
///
/// Spec:
/// [`CreateMessageResult`](https://modelcontextprotocol.io/specification/2026-07-28/schema#createmessageresult).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CreateMessageResult {
    /// Who speaks: the model.
    pub role: Role,
    /// What it said; one block or several on the wire.
    #[serde(deserialize_with = "one_or_many")]
    pub content: Vec<SamplingContent>,
    /// The model that answered.
    pub model: String,
    /// Why it stopped: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a word of the
    /// provider's.
    pub stop_reason: Option<String>,
    /// Metadata.
    #[serde(rename = "_meta")]
    pub meta: Option<JsonObject>,
}

impl CreateMessageResult {
    /// What a model said.
    #[must_use]
    pub fn new(model: impl Into<String>, content: impl Into<Vec<SamplingContent>>) -> Self {
        Self {
            role: Role::Assistant,
            content: content.into(),
            model: model.into(),
            stop_reason: None,
            meta: None,
        }
    }

    setters! {
        /// Says why the model stopped.
        option with_stop_reason(stop_reason: String);
        /// Sets the metadata.
        option with_meta(meta: JsonObject);
    }
}

impl Serialize for CreateMessageResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("role", &self.role)?;
        put_content(&mut map, &self.content)?;
        map.serialize_entry("model", &self.model)?;
        put(&mut map, "stopReason", self.stop_reason.as_ref())?;
        put(&mut map, "_meta", self.meta.as_ref())?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Serialize + for<'de> Deserialize<'de>>(text: &str) -> T {
        let value: T = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        value
    }

    // S-SAMP-02, S-SAMP-04
    #[test]
    fn a_full_request_is_read_and_written_in_spec_spelling() {
        let request: CreateMessageRequest = round_trip(
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"hi"}}],"modelPreferences":{"hints":[{"name":"sonnet"}],"costPriority":0.25,"speedPriority":1,"intelligencePriority":0},"systemPrompt":"Be brief.","includeContext":"thisServer","temperature":0.5,"maxTokens":100,"stopSequences":["END"],"metadata":{"seed":1.5},"tools":[{"name":"t","inputSchema":{"type":"object"}}],"toolChoice":{"mode":"required"}}"#,
        );
        assert_eq!(
            request.required_capability(),
            SamplingCapability::new(true, true)
        );
    }

    // S-SAMP-02
    #[test]
    fn a_bare_request_is_messages_and_a_limit() {
        let request: CreateMessageRequest = round_trip(
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"hi"}},{"role":"assistant","content":{"type":"text","text":"ho"}}],"maxTokens":50}"#,
        );
        assert_eq!(request.required_capability(), SamplingCapability::default());
        let built = CreateMessageRequest::new(
            [
                SamplingMessage::user("hi"),
                SamplingMessage::assistant("ho"),
            ],
            50,
        );
        assert_eq!(
            serde_json::to_string(&built).unwrap(),
            serde_json::to_string(&request).unwrap()
        );
    }

    // S-SAMP-03
    #[test]
    fn a_conversation_with_tools_needs_them_though_it_offers_none() {
        let text = r#"{"messages":[{"role":"assistant","content":{"type":"tool_use","id":"1","name":"t","input":{}}}],"maxTokens":9}"#;
        let request: CreateMessageRequest = round_trip(text);
        assert_eq!(
            request.required_capability(),
            SamplingCapability::new(true, false)
        );
    }

    #[test]
    fn no_context_needs_no_capability() {
        let request = CreateMessageRequest::new([], 1).with_include_context(IncludeContext::None);
        assert_eq!(request.required_capability(), SamplingCapability::default());
    }

    // S-SAMP-08
    #[test]
    fn content_is_one_block_or_several() {
        let one: CreateMessageResult = round_trip(
            r#"{"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m","stopReason":"endTurn","_meta":{"n":1.5}}"#,
        );
        assert!(matches!(&one.content[..], [SamplingContent::Text(text)] if text.text == "Paris"));
        let two: CreateMessageResult = round_trip(
            r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"tool_use","id":"1","name":"t","input":{"x":1.5}}],"model":"m","stopReason":"toolUse"}"#,
        );
        assert_eq!(two.content.len(), 2);
        let single_in_list =
            r#"{"role":"assistant","content":[{"type":"text","text":"a"}],"model":"m"}"#;
        assert_eq!(
            serde_json::from_str::<CreateMessageResult>(single_in_list)
                .unwrap()
                .content
                .len(),
            1
        );
        assert!(
            serde_json::from_str::<CreateMessageResult>(
                r#"{"role":"assistant","content":"a","model":"m"}"#
            )
            .is_err()
        );
    }

    #[test]
    fn tool_results_carry_content_and_raw_data() {
        let message: SamplingMessage = round_trip(
            r#"{"role":"user","content":{"type":"tool_result","toolUseId":"1","content":[{"type":"text","text":"3"}],"structuredContent":{"z":1.10,"a":null},"isError":true,"_meta":{"k":1}}}"#,
        );
        assert!(
            matches!(&message.content[..], [SamplingContent::ToolResult(result)] if result.is_error)
        );
    }

    #[test]
    fn a_resource_is_no_part_of_a_conversation() {
        let text = r#"{"type":"resource_link","uri":"a://b","name":"b"}"#;
        assert!(serde_json::from_str::<SamplingContent>(text).is_err());
    }
}
