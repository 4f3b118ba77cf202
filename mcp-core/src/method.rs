//! Every method name of every revision, read once at the door.

use std::fmt;

macro_rules! methods {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// A method that some published revision defines, or another name.
        ///
        /// Which of them a peer may use is decided by its era
        /// ([`crate::era`]); this is only the vocabulary.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Method {
            $($(#[$doc])* $variant,)*
            /// A name that no revision defines: an extension's, or a mistake.
            Other(Box<str>),
        }

        impl Method {
            /// Reads a method name. Never fails: unknown names are kept.
            #[must_use]
            pub fn parse(name: &str) -> Self {
                match name {
                    $($name => Self::$variant,)*
                    other => Self::Other(other.into()),
                }
            }

            /// The name on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Other(name) => name,
                }
            }
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$($name,)*];
    };
}

methods! {
    /// `tools/list`
    ToolsList = "tools/list",
    /// `tools/call`
    ToolsCall = "tools/call",
    /// `prompts/list`
    PromptsList = "prompts/list",
    /// `prompts/get`
    PromptsGet = "prompts/get",
    /// `resources/list`
    ResourcesList = "resources/list",
    /// `resources/templates/list`
    ResourceTemplatesList = "resources/templates/list",
    /// `resources/read`
    ResourcesRead = "resources/read",
    /// `completion/complete`
    CompletionComplete = "completion/complete",
    /// `server/discover` (2026-07-28)
    Discover = "server/discover",
    /// `subscriptions/listen` (2026-07-28)
    Listen = "subscriptions/listen",
    /// `initialize` (until 2025-11-25)
    Initialize = "initialize",
    /// `ping` (until 2025-11-25)
    Ping = "ping",
    /// `logging/setLevel` (until 2025-11-25)
    SetLevel = "logging/setLevel",
    /// `resources/subscribe` (until 2025-11-25)
    Subscribe = "resources/subscribe",
    /// `resources/unsubscribe` (until 2025-11-25)
    Unsubscribe = "resources/unsubscribe",
    /// `elicitation/create`, asked by a server
    ElicitationCreate = "elicitation/create",
    /// `sampling/createMessage`, asked by a server
    SamplingCreateMessage = "sampling/createMessage",
    /// `roots/list`, asked by a server
    RootsList = "roots/list",
    /// `notifications/initialized` (until 2025-11-25)
    Initialized = "notifications/initialized",
    /// `notifications/cancelled`
    Cancelled = "notifications/cancelled",
    /// `notifications/progress`
    Progress = "notifications/progress",
    /// `notifications/message`
    Message = "notifications/message",
    /// `notifications/tools/list_changed`
    ToolsListChanged = "notifications/tools/list_changed",
    /// `notifications/prompts/list_changed`
    PromptsListChanged = "notifications/prompts/list_changed",
    /// `notifications/resources/list_changed`
    ResourcesListChanged = "notifications/resources/list_changed",
    /// `notifications/resources/updated`
    ResourcesUpdated = "notifications/resources/updated",
    /// `notifications/roots/list_changed` (until 2025-11-25)
    RootsListChanged = "notifications/roots/list_changed",
    /// `notifications/subscriptions/acknowledged` (2026-07-28)
    SubscriptionsAcknowledged = "notifications/subscriptions/acknowledged",
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for name in NAMES {
            let method = Method::parse(name);
            assert!(!matches!(method, Method::Other(_)), "{name}");
            assert_eq!(method.as_str(), *name);
        }
    }

    #[test]
    fn other_names_are_kept_and_case_matters() {
        assert_eq!(Method::parse("Tools/List").as_str(), "Tools/List");
        assert_eq!(
            Method::parse("tasks/get"),
            Method::Other("tasks/get".into())
        );
    }
}
