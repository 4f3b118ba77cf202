//! What cannot be returned from a prompt, nor from a resource.

use mcp_server::{prompt, resource};

struct Bad;

/// A prompt.
#[prompt]
fn ask() -> Bad {
    Bad
}

/// A prompt that may fail.
#[prompt]
async fn ask_again() -> Result<Bad, String> {
    Ok(Bad)
}

/// A prompt that says nothing.
#[prompt]
fn silent() {}

/// A resource.
#[resource("bad://main")]
fn read() -> Bad {
    Bad
}

fn main() {}
