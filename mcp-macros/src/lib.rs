//! The macros of `mcp-server`, which re-exports and documents them by example.
//!
//! All of them go the same way: a signature or a type is *parsed* into a
//! model, the model is *checked*, and then *expanded* to calls of the public
//! builder that could be typed by hand (`cargo expand` shows them). Errors are
//! collected, so that one compilation shows them all, each on the token that
//! has to change, and whatever is right still expands.
//!
//! Deliberately absent: decisions by the name of a type. Whether a parameter
//! is an argument and what a return type becomes is decided by traits in the
//! expansion, so aliases, re-exports and generics change nothing.

mod common;
mod server;
mod tool;

use proc_macro::TokenStream;

/// Makes a tool of a function.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(options.into(), item.into()).into()
}

/// Makes a server of an impl block.
#[proc_macro_attribute]
pub fn server(options: TokenStream, item: TokenStream) -> TokenStream {
    server::expand(options.into(), item.into()).into()
}
