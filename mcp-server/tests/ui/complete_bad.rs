//! Completers that nobody can call, or that suggest nothing.

#![allow(unused)]

use mcp_server::{Completing, prompt, server, tool};

/// Tools are not completed.
#[tool]
fn search(#[arg(complete = words)] query: String) {}

fn words(_: &Completing) -> Vec<String> {
    Vec::new()
}

/// Stands alone.
#[prompt]
fn alone(#[arg(complete = Self::words)] word: String) -> String {
    word
}

/// Suggests a number.
#[prompt]
fn number(#[arg(complete = one)] word: String) -> String {
    word
}

fn one(_: &Completing) -> u8 {
    1
}

/// Completes without a completer.
#[prompt]
fn nobody(#[arg(complete)] word: String) -> String {
    word
}

/// Completes what is extracted.
#[prompt]
fn extracted(#[arg(complete = words)] ctx: mcp_server::Ctx) -> &'static str {
    ""
}

struct Shop;

#[server]
impl Shop {
    /// Names nothing.
    #[prompt]
    fn ask(&self, #[arg(complete = Self::wrods)] word: String) -> String {
        word
    }

    fn words(&self, _: &Completing) -> Vec<String> {
        Vec::new()
    }
}

fn main() {}
