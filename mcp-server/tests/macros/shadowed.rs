//! Names of the prelude mean something else here.

use mcp_server::serde_json::json;
use mcp_server::{prompts, resources, tools};

use crate::{call, client};

#[no_implicit_prelude]
#[allow(dead_code, unused_variables, clippy::needless_pass_by_value)]
mod inside {
    use ::mcp_server::{Choice, Form, Scalar, prompt, resource, server, tool};

    struct Option;
    struct Result;
    struct Box;
    struct Vec;
    struct String;
    #[derive(::std::fmt::Debug)]
    struct Some;
    trait Clone {}
    trait Fn {}

    #[derive(Scalar)]
    #[scalar(len = 1..)]
    pub(super) struct Id(::std::string::String);

    #[derive(Choice)]
    pub(super) enum Tone {
        Formal,
        Ok,
    }

    #[derive(Form)]
    struct Empty {}

    #[derive(Form)]
    struct Address {
        city: ::std::string::String,
    }

    /// Alone.
    #[tool(blocking, timeout = "1m", confirm = "Do {id}?")]
    pub(super) fn alone(id: Id, tone: Tone, text: &str, #[arg(default)] flag: bool) {}

    /// Alone as well.
    #[prompt(timeout = "1m", undocumented)]
    pub(super) fn ask(id: Id, #[arg(complete = words)] text: &str) -> &'static str {
        ""
    }

    fn words(_: &::mcp_server::Completing) -> [&'static str; 1] {
        ["word"]
    }

    /// And again.
    #[resource("shadow://{id}", ttl = "1m", private)]
    pub(super) fn shadow(id: Id) -> &'static str {
        ""
    }

    pub(super) struct Shop;

    #[server]
    impl Shop {
        /// In a block.
        #[tool]
        async fn inside(&self, id: Id) -> ::std::result::Result<Id, ::std::string::String> {
            ::std::result::Result::Ok(id)
        }

        /// In a block, too.
        #[prompt]
        fn asked(&self, #[arg(complete = Self::known)] id: Id) -> ::std::string::String {
            ::std::format!("{id}")
        }

        async fn known(&self) -> [&'static str; 1] {
            ["x"]
        }

        /// One of many.
        #[resource("inside://{id}", list = Self::all)]
        fn one(&self, id: Id) -> ::std::string::String {
            ::std::format!("{id}")
        }

        fn all(&self) -> ::std::vec::Vec<::mcp_server::ListedResource> {
            ::std::vec![::mcp_server::ListedResource::new("inside://x", "x")]
        }
    }
}

#[tokio::test]
async fn names_of_the_prelude_may_mean_something_else() {
    let client = client(inside::Shop).await;
    assert_eq!(
        call(&client, "inside", json!({ "id": "x" })).await.raw()["structuredContent"],
        "x"
    );
    let alone = crate::client(tools![inside::alone]).await;
    assert_eq!(alone.tools().await.unwrap().len(), 1);

    let params = json!({ "name": "asked", "arguments": { "id": "x" } });
    let asked = client.request("prompts/get", params).await.unwrap();
    assert_eq!(asked["messages"][0]["content"]["text"], "x");
    let listed = client.request("resources/list", json!({})).await.unwrap();
    assert_eq!(listed["resources"][0]["uri"], "inside://x");
    assert_eq!(prompts![inside::ask].len(), 1);
    assert_eq!(resources![inside::shadow].len(), 1);
}
