//! What a client can ask of a server.

use mcp_core::types::{Completion, CompletionReference};
use serde_json::{Value, json};

use super::{CallError, CallResult, Client, PromptAnswer, ReadResult};

/// Most pages of one list.
const MOST_PAGES: usize = 1000;

/// Requests; the script answers what handlers ask their user.
impl Client {
    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// Protocol errors. A tool that fails has a result
    /// ([`CallResult::is_error`]).
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<CallResult, CallError> {
        let params = json!({ "name": tool, "arguments": arguments });
        self.request("tools/call", params)
            .await
            .map(|raw| CallResult { raw })
    }

    /// Gets a prompt. Arguments are strings in the protocol.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn prompt(&self, name: &str, arguments: Value) -> Result<PromptAnswer, CallError> {
        let params = json!({ "name": name, "arguments": arguments });
        self.request("prompts/get", params)
            .await
            .map(|raw| PromptAnswer { raw })
    }

    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// Protocol errors; a resource that does not exist is one
    /// ([`CallError::code`]).
    pub async fn read(&self, uri: &str) -> Result<ReadResult, CallError> {
        self.request("resources/read", json!({ "uri": uri }))
            .await
            .map(|raw| ReadResult { raw })
    }

    /// Suggestions for an argument of a prompt that begins with `value`.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn complete(
        &self,
        prompt: &str,
        argument: &str,
        value: &str,
    ) -> Result<Completion, CallError> {
        let name = prompt.to_owned();
        let prompt = CompletionReference::Prompt { name };
        self.complete_with(&prompt, argument, value, json!({}))
            .await
    }

    /// Suggestions for a variable of a resource template that begins with
    /// `value`.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn complete_uri(
        &self,
        template: &str,
        variable: &str,
        value: &str,
    ) -> Result<Completion, CallError> {
        let uri = template.to_owned();
        let template = CompletionReference::Resource { uri };
        self.complete_with(&template, variable, value, json!({}))
            .await
    }

    /// Suggestions for an argument, given the values of others: an object of
    /// strings, which revisions before 2025-06-18 do not have.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn complete_with(
        &self,
        of: &CompletionReference,
        argument: &str,
        value: &str,
        others: Value,
    ) -> Result<Completion, CallError> {
        let argument = json!({ "name": argument, "value": value });
        let mut params = json!({ "ref": of, "argument": argument });
        if others.as_object().is_some_and(|others| !others.is_empty()) {
            params["context"] = json!({ "arguments": others });
        }
        let mut result = self.request("completion/complete", params).await?;
        serde_json::from_value(result["completion"].take())
            .map_err(|error| CallError::Misfit(error.to_string()))
    }

    /// The tools, as they are listed, over all pages.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn tools(&self) -> Result<Vec<Value>, CallError> {
        self.list("tools/list", "tools").await
    }

    /// The prompts, as they are listed, over all pages.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn prompts(&self) -> Result<Vec<Value>, CallError> {
        self.list("prompts/list", "prompts").await
    }

    /// The resources, as they are listed, over all pages.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn resources(&self) -> Result<Vec<Value>, CallError> {
        self.list("resources/list", "resources").await
    }

    /// The resource templates, as they are listed, over all pages.
    ///
    /// # Errors
    ///
    /// Protocol errors.
    pub async fn templates(&self) -> Result<Vec<Value>, CallError> {
        self.list("resources/templates/list", "resourceTemplates")
            .await
    }

    async fn list(&self, method: &str, member: &str) -> Result<Vec<Value>, CallError> {
        let (mut items, mut params) = (Vec::new(), json!({}));
        for _ in 0..MOST_PAGES {
            let mut page = self.request(method, params).await?;
            match page[member].take() {
                Value::Array(more) => items.extend(more),
                other => return Err(CallError::Misfit(format!("{member} is {other}"))),
            }
            match page["nextCursor"].take() {
                Value::Null => return Ok(items),
                cursor => params = json!({ "cursor": cursor }),
            }
        }
        Err(CallError::Misfit(format!(
            "{method} has more than {MOST_PAGES} pages"
        )))
    }
}
