//! Servers as processes of their own: what they say on their streams, and how they end.

#![cfg(unix)] // tools, signals and streams as a shell has them

mod end;
mod memory;
mod wire;

use std::process::Command;

use serde_json::{Value, json};
use tests::{Child, message};

/// A server whose tools misbehave.
fn chatty() -> Child {
    Child::start(Command::new(env!("CARGO_BIN_EXE_chatty")))
}

fn call(id: i64, tool: &str, arguments: Value) -> Value {
    message::stateless_call(id, tool, arguments)
}

/// A call that goes on until somebody ends it.
fn forever(id: i64) -> Value {
    call(id, "dawdle", json!({ "millis": 86_400_000 }))
}

/// Answered at once, whatever runs: when it comes back, what was sent before it has been taken.
fn list(id: i64) -> Value {
    message::stateless(id, "tools/list", json!({}))
}

fn signal(child: &Child, name: &str) {
    let number = child.id().to_string();
    let status = Command::new("kill")
        .args([&format!("-{name}"), &number])
        .status();
    assert!(status.expect("kill runs").success());
}
