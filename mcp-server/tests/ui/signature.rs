//! Signatures that have no schema.

#![allow(unused)]

use mcp_server::tool;

/// Generic.
#[tool]
fn generic<T: Into<String>, const N: usize>(text: T, list: [u8; N]) {}

/// Opaque.
#[tool]
fn opaque(text: impl Into<String>, many: Vec<impl Into<String>>) {}

/// Unsafe.
#[tool]
unsafe fn unsafely() {}

/// Lends what it cannot.
#[tool]
fn lends(forever: &'static str, mutable: &mut String, inside: Option<&str>) {}

/// Objects.
#[tool]
fn objects(any: &dyn Send, boxed: Box<dyn Send>) {}

/// Depends.
#[tool]
fn depends(#[cfg(unix)] text: String) {}

/// Both at once.
#[tool]
fn both(
    #[arg]
    #[extract]
    text: String,
) {
}

/// Twice.
#[tool]
fn twice(limit: u8, #[arg(rename = "limit")] most: u8) {}

/// Blocks, and does not.
#[tool(blocking)]
async fn blocks() {}

fn main() {}
