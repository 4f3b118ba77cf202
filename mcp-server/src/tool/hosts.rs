//! Keys of a tool's `_meta` that hosts are known to read.

use serde_json::{Value, json};

use super::ToolBuilder;

/// Who may use a tool that belongs to a user interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UiVisibility {
    /// The model.
    Model,
    /// The interface itself. Most hosts show such a tool to the model as
    /// well: it must be safe when the model calls it.
    App,
}

impl ToolBuilder {
    /// How long a result may be before Claude Code cuts it, in characters
    /// (`anthropic/maxResultSizeChars`).
    pub fn max_result_size_chars(self, chars: u64) -> Self {
        self.meta("anthropic/maxResultSizeChars", chars)
    }

    /// Has Claude Code show the tool to the model at once, instead of finding
    /// it by search (`anthropic/alwaysLoad`).
    pub fn always_load(self) -> Self {
        self.meta("anthropic/alwaysLoad", true)
    }

    /// More words by which Claude Code finds the tool (`anthropic/searchHint`).
    pub fn search_hint(self, words: impl Into<String>) -> Self {
        self.meta("anthropic/searchHint", words.into())
    }

    /// The resource that shows results of the tool in a user interface of its
    /// own (MCP Apps: `ui.resourceUri`), such as `ui://orders/list`. The alias
    /// that ChatGPT used to read (`openai/outputTemplate`) is set as well.
    pub fn ui(self, resource_uri: impl Into<String>) -> Self {
        let uri = resource_uri.into();
        self.ui_member("resourceUri", uri.clone().into())
            .meta("openai/outputTemplate", uri)
    }

    /// Who may use the tool (MCP Apps: `ui.visibility`). Default: both.
    pub fn ui_visibility(self, who: impl IntoIterator<Item = UiVisibility>) -> Self {
        let who = who.into_iter().map(|who| match who {
            UiVisibility::Model => "model",
            UiVisibility::App => "app",
        });
        let who: Vec<_> = who.collect();
        self.ui_member("visibility", json!(who))
    }

    fn ui_member(mut self, member: &str, value: Value) -> Self {
        let meta = self.about.meta.get_or_insert_default();
        let ui = meta.entry("ui").or_insert_with(|| json!({}));
        if let Some(ui) = ui.as_object_mut() {
            ui.insert(member.to_owned(), value);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tool;

    #[test]
    fn keys_are_spelt_as_hosts_read_them() {
        let tool = Tool::new("orders")
            .describe("List orders.")
            .max_result_size_chars(500_000)
            .always_load()
            .search_hint("purchases")
            .ui("ui://orders/list")
            .ui_visibility([UiVisibility::App])
            .handler(async || "none");
        assert_eq!(
            Value::Object(tool.about.meta.expect("set")),
            json!({
                "anthropic/maxResultSizeChars": 500_000,
                "anthropic/alwaysLoad": true,
                "anthropic/searchHint": "purchases",
                "ui": { "resourceUri": "ui://orders/list", "visibility": ["app"] },
                "openai/outputTemplate": "ui://orders/list",
            })
        );
    }
}
