//! The lists of a server.

use crate::Method;

/// A list of a server: what its items are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// `tools/list`
    Tools,
    /// `prompts/list`
    Prompts,
    /// `resources/list`
    Resources,
    /// `resources/templates/list`
    ResourceTemplates,
}

impl ListKind {
    /// Every list.
    pub const ALL: [Self; 4] = [
        Self::Tools,
        Self::Prompts,
        Self::Resources,
        Self::ResourceTemplates,
    ];

    /// The method that asks for it.
    #[must_use]
    pub fn method(self) -> Method {
        match self {
            Self::Tools => Method::ToolsList,
            Self::Prompts => Method::PromptsList,
            Self::Resources => Method::ResourcesList,
            Self::ResourceTemplates => Method::ResourceTemplatesList,
        }
    }

    /// The notification that says it has changed. Templates have none of their own: they are part
    /// of what a client knows as resources.
    #[must_use]
    pub fn list_changed(self) -> Method {
        match self {
            Self::Tools => Method::ToolsListChanged,
            Self::Prompts => Method::PromptsListChanged,
            Self::Resources | Self::ResourceTemplates => Method::ResourcesListChanged,
        }
    }

    /// The member of a result that holds the items.
    #[must_use]
    pub fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::ResourceTemplates => "resourceTemplates",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_a_method_of_its_own() {
        for kind in ListKind::ALL {
            let method = kind.method();
            let items = method.as_str().trim_end_matches("/list").replace('/', " ");
            let member = match kind {
                ListKind::ResourceTemplates => "resources templates",
                other => other.member(),
            };
            assert_eq!(items, member);
        }
        assert_eq!(
            ListKind::ResourceTemplates.list_changed().as_str(),
            "notifications/resources/list_changed"
        );
    }
}
