//! What is written when there is no tool to write, so that one mistake gives
//! one message.

use proc_macro2::TokenStream;
use quote::quote;

use super::parse;
use crate::common::Function;

/// A stand-in for the tool; the compilation fails anyway.
pub(super) fn expression() -> TokenStream {
    quote!(::core::panic!("this tool did not compile"))
}

/// `#[tool]` on something else.
pub(super) fn no_function(item: TokenStream) -> TokenStream {
    let error =
        syn::Error::new_spanned(&item, "`#[tool]` belongs on a function").to_compile_error();
    quote!(#item #error)
}

/// A method with `#[tool]` whose block has no `#[server]`. Nothing else about
/// it is worth a message before that is mended.
pub(super) fn method(mut function: Function) -> TokenStream {
    parse::strip(&mut function);
    let error = syn::Error::new_spanned(
        &function.sig.ident,
        "this method is not registered: put `#[server]` on the impl block",
    )
    .to_compile_error();
    quote!(#function #error)
}
