//! A function whose body is left alone.

use proc_macro2::TokenStream;
use quote::{ToTokens, TokenStreamExt as _};
use syn::parse::discouraged::Speculative as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Signature, Token, Visibility, token};

/// A function or method. The body stays the tokens the user wrote: it is not
/// even parsed, so a half-typed body hides nothing from an editor.
pub(crate) struct Function {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    body: TokenStream,
}

impl Function {
    /// Reads a function if there is one; otherwise consumes nothing.
    pub(crate) fn peek(input: ParseStream<'_>) -> Option<Self> {
        let ahead = input.fork();
        let function = ahead.parse().ok()?;
        input.advance_to(&ahead);
        Some(function)
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let sig = input.parse()?;
        if input.peek(Token![;]) {
            return Err(input.error("a body is needed: `{ … }`"));
        }
        if !input.peek(token::Brace) {
            return Err(input.error("expected the body: `{ … }`"));
        }
        let body = input.parse::<proc_macro2::Group>()?.into_token_stream();
        Ok(Self {
            attrs,
            vis,
            sig,
            body,
        })
    }
}

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.vis.to_tokens(tokens);
        self.sig.to_tokens(tokens);
        self.body.to_tokens(tokens);
    }
}
