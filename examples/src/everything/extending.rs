//! An extension of the protocol: a method of one's own, for the clients that declare the extension.

use std::time::{SystemTime, UNIX_EPOCH};

use mcp_server::core::types::JsonObject;
use mcp_server::{Extension, ExtensionFuture, ExtensionResult, ListCtx};

/// Serves `clock/now`.
pub(super) struct Clock;

impl Extension for Clock {
    fn id(&self) -> &str {
        "com.example/clock"
    }

    fn methods(&self) -> &[&str] {
        &["clock/now"]
    }

    fn call<'a>(&'a self, _: ListCtx, _: &'a str, _: JsonObject) -> ExtensionFuture<'a> {
        Box::pin(async {
            let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
            Ok(ExtensionResult::new().with("seconds", now.as_secs()))
        })
    }
}
