//! The domain types of the protocol, one family a file.
//!
//! They are neutral: no `resultType`, no version fields, nothing that only one revision knows.
//! Their own `Serialize` writes the newest revision; what an older peer must not see is taken away
//! by the era that speaks to it. They know no other module of this crate but the names of methods.
//!
//! All of them ignore members they do not know, as the specification asks of readers, and keep
//! numbers as they were sent whichever features of `serde_json` the rest of the build turns on. The
//! tests of this crate hold that when they are run again with those features:
//!
//! ```text
//! cargo test -p mcp-core --features serde_json/arbitrary_precision,serde_json/preserve_order
//! ```

mod annotations;
mod cache;
mod capabilities;
mod completion;
mod content;
mod elicitation;
mod icon;
mod identity;
mod input;
mod list;
mod logging;
mod page;
mod progress;
mod prompt;
mod raw_json;
mod resource;
mod roots;
mod sampling;
mod schema;
mod subscription;
mod tool;
pub(crate) mod wire;

pub use annotations::{Annotations, Role};
pub use cache::{CacheHint, CacheScope};
pub use capabilities::{
    ClientCapabilities, ElicitationCapability, ListChanged, ResourcesCapability, RootsCapability,
    SamplingCapability, ServerCapabilities,
};
pub use completion::{Completion, CompletionArgument, CompletionReference};
pub use content::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, InvalidBase64, ResourceLink,
    TextContent,
};
pub use elicitation::{ElicitAction, ElicitRequest, ElicitResult, FormElicitation, UrlElicitation};
pub use icon::{Icon, Theme};
pub use identity::Implementation;
pub use input::{InputRequest, InputRequests, InputRequired, InputResponses};
pub use list::ListKind;
pub use logging::{LoggingLevel, UnknownLoggingLevel};
pub use page::Cursor;
pub use progress::{Progress, ProgressToken};
pub use prompt::{GetPromptResult, Prompt, PromptArgument, PromptMessage};
pub use raw_json::RawJson;
pub use resource::{
    BlobResourceContents, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
    TextResourceContents,
};
pub use roots::{ListRootsResult, Root};
pub use sampling::{
    CreateMessageRequest, CreateMessageResult, IncludeContext, ModelHint, ModelPreferences,
    SamplingContent, SamplingMessage, ToolChoice, ToolChoiceMode, ToolResultContent,
    ToolUseContent,
};
pub use schema::{
    BooleanSchema, Choices, EnumOption, FormSchema, LegacyTitledEnumSchema, MultiSelectSchema,
    NumberSchema, PrimitiveSchema, SingleSelectSchema, StringFormat, StringSchema,
};
pub use subscription::SubscriptionFilter;
pub use tool::{CallToolResult, Tool, ToolAnnotations};

/// A JSON object: the type of every `_meta` and of settings the protocol leaves open.
pub type JsonObject = serde_json::Map<String, serde_json::Value>;
