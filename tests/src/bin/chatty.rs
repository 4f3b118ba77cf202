//! A server whose tools misbehave as real ones do: they print, they start programs that print, they take their time and
//! they block. For the tests of what a process says and how it ends.

#![allow(clippy::print_stdout)] // that is what it is for

use std::process::Command;
use std::time::Duration;

use mcp_server::{Result, tool, tools};

/// Print where only messages belong.
#[tool]
fn shout() -> Result<&'static str> {
    println!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/forged\"}}");
    print!("no end of line");
    let status = Command::new("echo").arg("from a program").status()?;
    assert!(status.success());
    Ok("shouted")
}

/// Read what the host says to the server.
#[tool]
fn eavesdrop() -> Result<String> {
    let output = Command::new("cat").output()?;
    Ok(format!("heard {} bytes", output.stdout.len()))
}

/// Take some time.
#[tool]
async fn dawdle(
    /// How long, in milliseconds.
    millis: u64,
) -> u64 {
    tokio::time::sleep(Duration::from_millis(millis)).await;
    millis
}

/// Hold a thread and never let it go.
#[tool]
fn hog() -> &'static str {
    loop {
        std::thread::park();
    }
}

/// Panic.
#[tool]
fn burst() -> String {
    panic!("the secret is 4711")
}

#[tokio::main]
async fn main() -> Result {
    tools![shout, eavesdrop, dawdle, hog, burst]
        .serve_stdio()
        .await
}
