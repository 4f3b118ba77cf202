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
mod derive;
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

/// Makes a value with rules of a struct around one value.
#[proc_macro_derive(Scalar, attributes(scalar))]
pub fn scalar(input: TokenStream) -> TokenStream {
    derive(input, derive::scalar::derive)
}

/// Makes a choice of an enum without fields.
#[proc_macro_derive(Choice, attributes(choice))]
pub fn choice(input: TokenStream) -> TokenStream {
    derive(input, derive::choice::derive)
}

/// Makes a form of a struct with flat fields.
#[proc_macro_derive(Form, attributes(form))]
pub fn form(input: TokenStream) -> TokenStream {
    derive(input, derive::form::derive)
}

fn derive(
    input: TokenStream,
    expand: fn(&syn::DeriveInput) -> proc_macro2::TokenStream,
) -> TokenStream {
    match syn::parse(input) {
        Ok(input) => expand(&input).into(),
        Err(error) => error.to_compile_error().into(),
    }
}
