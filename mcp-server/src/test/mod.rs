//! An in-memory client with a scripted user, for tests of servers.
//!
//! The same test runs in every revision: the client speaks each one as real
//! clients do, asks nobody for permission, and lets the script answer
//! whatever a handler asks its user.
//!
//! ```
//! use mcp_server::test::{Era, TestClient};
//! use mcp_server::{Ctx, Server, Tool};
//! use serde_json::json;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! for era in Era::ALL {
//!     let refund = Tool::new("refund").describe("Refund.").handler(async |ctx: Ctx| {
//!         ctx.confirm("Refund it?").await;
//!         "refunded"
//!     });
//!     let client = TestClient::new(Server::new("shop", "1.0.0").tool(refund))
//!         .era(era)
//!         .answer("Refund*", json!({ "confirm": true }))
//!         .connect()
//!         .await;
//!     let result = client.call("refund", json!({})).await.unwrap();
//!     assert_eq!(result.text(), "refunded");
//!     assert_eq!(client.asked(), ["Refund it?"]);
//! }
//! # }
//! ```
//!
//! | part of a server | how a test gets at it |
//! | --- | --- |
//! | tools | [`Client::call`], [`Client::tools`] |
//! | prompts | [`Client::prompt`], [`Client::prompts`] |
//! | resources | [`Client::read`], [`Client::resources`], [`Client::templates`] |
//! | suggestions | [`Client::complete`], [`Client::complete_uri`] |
//! | changes | [`Client::listen`] |
//! | progress, logs | [`Client::progress`], [`Client::logs`] |
//! | questions | [`TestClient::answer`] and its like, [`Client::asked`] |
//! | whether a result is what its type says | [`assert_output_matches_schema`] |
//! | whether what asks may run again | [`replay::check()`] and its like |
//! | anything else | [`Client::request`], [`Client::wire`] |

mod calls;
mod client;
mod heard;
mod listen;
mod promise;
pub mod replay;
mod result;
mod script;
mod setup;
#[cfg(test)]
mod tests;
mod wire;

use mcp_core::ProtocolVersion;

pub use client::Client;
pub use heard::Logged;
pub use listen::Listening;
pub use promise::assert_output_matches_schema;
pub use result::{CallError, CallResult, PromptAnswer, ReadResult};
pub use setup::TestClient;
pub use wire::Wire;

/// The two ways in which a client can open a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// The newest revision: each request names its version.
    Modern,
    /// The newest revision that starts with `initialize`.
    Legacy,
}

impl Era {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Modern, Self::Legacy];

    /// The newest revision of the era.
    #[must_use]
    pub fn version(self) -> ProtocolVersion {
        match self {
            Self::Modern => ProtocolVersion::LATEST,
            Self::Legacy => ProtocolVersion::LATEST_HANDSHAKE,
        }
    }
}
