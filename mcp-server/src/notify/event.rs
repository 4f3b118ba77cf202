//! What can have happened.

use mcp_core::types::JsonObject;
use serde::{Deserialize, Serialize};

/// A change that clients may have asked to be told of.
///
/// It has a serde form for an [`EventBus`](crate::EventBus) between replicas;
/// what clients are sent is the specification's ("Subscriptions") and differs
/// from revision to revision. A replica of an older build does not know each
/// kind: skip what does not deserialize.
///
/// # Examples
///
/// ```
/// use mcp_server::Event;
///
/// let event = Event::ResourceUpdated { uri: "orders://A-1042".into() };
/// let text = serde_json::to_string(&event)?;
/// assert_eq!(text, r#"{"event":"resourceUpdated","uri":"orders://A-1042"}"#);
/// assert_eq!(serde_json::from_str::<Event>(&text)?, event);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase")]
#[non_exhaustive]
pub enum Event {
    /// The list of tools changed.
    ToolsChanged,
    /// The list of prompts changed.
    PromptsChanged,
    /// The list of resources or of resource templates changed.
    ResourcesChanged,
    /// The content of a resource changed.
    ResourceUpdated {
        /// Which resource.
        uri: String,
    },
    /// A notification of an extension.
    ///
    /// Each is delivered, in order; of those a listener has not fetched, the
    /// newest 1024 are kept.
    Extension {
        /// The method of the notification.
        method: String,
        /// Its parameters.
        params: JsonObject,
    },
}
