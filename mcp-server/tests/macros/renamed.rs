//! The runtime under another name: `crate = path`.

/// A dependency that was renamed, or re-exported by a framework.
mod framework {
    pub(crate) mod mcp {
        pub(crate) use ::mcp_server::*;
    }
}

/// Hides the real name from every path that is not absolute.
#[allow(non_snake_case, dead_code)]
mod mcp_server {}

use framework::mcp;
use framework::mcp::serde_json::json;
use framework::mcp::{Choice, Form, Scalar};

use crate::{call, client};

#[derive(Scalar)]
#[scalar(crate = framework::mcp, len = 1..)]
struct Id(String);

#[derive(Choice)]
#[choice(crate = framework::mcp)]
enum Size {
    Small,
}

#[derive(Form)]
#[form(crate = mcp)]
struct Address {
    city: String,
}

/// Free.
#[mcp::tool(crate = framework::mcp)]
async fn free(id: Id, size: Size) -> String {
    format!("{id} {size}")
}

struct Block;

#[mcp::server(crate = framework::mcp)]
impl Block {
    /// In a block.
    #[tool]
    fn method(&self, id: Id) -> String {
        id.to_string()
    }
}

#[tokio::test]
async fn macros_find_the_runtime_where_they_are_told() {
    let filled = json!({ "city": "Bern" });
    assert_eq!(
        Address::read(filled.as_object().unwrap()).unwrap().city,
        "Bern"
    );
    let tools = client(mcp::tools![free]).await;
    assert_eq!(
        call(&tools, "free", json!({ "id": "x", "size": "small" }))
            .await
            .text(),
        "x small"
    );
    let block = client(Block).await;
    assert_eq!(
        call(&block, "method", json!({ "id": "y" })).await.text(),
        "y"
    );
}
