//! Names of the prelude mean something else here.

use mcp_server::serde_json::json;
use mcp_server::tools;

use crate::{call, client};

#[no_implicit_prelude]
#[allow(dead_code, unused_variables, clippy::needless_pass_by_value)]
mod inside {
    use ::mcp_server::{Choice, Form, Scalar, server, tool};

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

    pub(super) struct Shop;

    #[server]
    impl Shop {
        /// In a block.
        #[tool]
        async fn inside(&self, id: Id) -> ::std::result::Result<Id, ::std::string::String> {
            ::std::result::Result::Ok(id)
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
}
