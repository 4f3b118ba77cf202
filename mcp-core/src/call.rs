//! What both eras ask of a server, in one vocabulary.

use std::collections::BTreeMap;

use bytes::Bytes;

use crate::types::{CompletionArgument, CompletionReference, InputResponses};

/// A request that reaches dispatch: one of the methods that both eras share, or an extension's.
///
/// Lifecycle (`initialize`, `ping`, `server/discover`, …) is answered by the
/// era that owns it and never becomes a `Call`.
#[derive(Debug)]
#[non_exhaustive]
pub enum Call {
    /// `tools/list`
    ListTools(Page),
    /// `tools/call`
    CallTool(CallTool),
    /// `prompts/list`
    ListPrompts(Page),
    /// `prompts/get`
    GetPrompt(GetPrompt),
    /// `resources/list`
    ListResources(Page),
    /// `resources/templates/list`
    ListResourceTemplates(Page),
    /// `resources/read`
    ReadResource(ReadResource),
    /// `completion/complete`
    Complete(Complete),
    /// A method that no revision defines.
    Extension {
        /// Its name.
        method: Box<str>,
        /// All parameters: the raw JSON of an object, `_meta` included. Empty where there are none.
        params: Bytes,
    },
}

/// Which part of a list is wanted.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Page {
    /// The cursor of an earlier page; opaque to everybody but its issuer.
    pub cursor: Option<String>,
}

/// The parameters of `tools/call`.
#[derive(Debug)]
#[non_exhaustive]
pub struct CallTool {
    /// The tool's name.
    pub name: String,
    /// The arguments: the raw JSON of an object. Absent and `null` are `None`.
    pub arguments: Option<Bytes>,
    /// Answers to the questions of an earlier round (2026-07-28).
    pub input_responses: Option<InputResponses>,
    /// The state of an earlier round, as we sealed it (2026-07-28).
    pub request_state: Option<String>,
}

impl CallTool {
    /// A first call, without answers or state.
    #[must_use]
    pub fn new(name: impl Into<String>, arguments: Option<Bytes>) -> Self {
        Self {
            name: name.into(),
            arguments,
            input_responses: None,
            request_state: None,
        }
    }
}

/// The parameters of `prompts/get`.
#[derive(Debug)]
#[non_exhaustive]
pub struct GetPrompt {
    /// The prompt's name.
    pub name: String,
    /// What a person filled in: the raw JSON of an object. Absent and `null` are `None`.
    pub arguments: Option<Bytes>,
    /// Answers to the questions of an earlier round (2026-07-28).
    pub input_responses: Option<InputResponses>,
    /// The state of an earlier round, as we sealed it (2026-07-28).
    pub request_state: Option<String>,
}

impl GetPrompt {
    /// A first request, without answers or state.
    #[must_use]
    pub fn new(name: impl Into<String>, arguments: Option<Bytes>) -> Self {
        Self {
            name: name.into(),
            arguments,
            input_responses: None,
            request_state: None,
        }
    }
}

/// The parameters of `resources/read`.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadResource {
    /// The resource's URI, exactly as the client wrote it.
    pub uri: String,
    /// Answers to the questions of an earlier round (2026-07-28).
    pub input_responses: Option<InputResponses>,
    /// The state of an earlier round, as we sealed it (2026-07-28).
    pub request_state: Option<String>,
}

impl ReadResource {
    /// A first request, without answers or state.
    #[must_use]
    pub fn new(uri: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            input_responses: None,
            request_state: None,
        }
    }
}

/// The parameters of `completion/complete`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Complete {
    /// What the argument belongs to.
    pub reference: CompletionReference,
    /// The argument that is being typed.
    pub argument: CompletionArgument,
    /// The other arguments, so far as they are filled in, by name (`context.arguments`). Known
    /// since 2025-06-18.
    pub context: BTreeMap<String, String>,
}

impl Complete {
    /// An argument of which nothing else is known.
    #[must_use]
    pub fn new(reference: CompletionReference, argument: CompletionArgument) -> Self {
        Self {
            reference,
            argument,
            context: BTreeMap::new(),
        }
    }
}
