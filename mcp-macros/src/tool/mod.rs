//! `#[tool]`: a function becomes a tool.
//!
//! [`parse`] reads a signature into the [`model`], [`check`] finds what rustc
//! would not or not well, [`expand`] writes calls of the public builder. What
//! rustc can say better (is this type an argument? can that be returned?) is
//! left to trait bounds, placed on the user's own tokens.

mod check;
mod confirm;
mod expand;
mod fallback;
mod model;
mod options;
mod param;
mod parse;

use proc_macro2::TokenStream;
use quote::quote;

pub(crate) use check::duplicates;
pub(crate) use expand::expression;
pub(crate) use model::Tool;
pub(crate) use parse::method;

use crate::common::{Errors, Function, cfgs};

/// `#[tool]` on a function that stands alone.
pub(crate) fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut function: Function = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(_) => return fallback::no_function(item),
    };
    if function.sig.receiver().is_some() {
        return fallback::method(function);
    }
    let mut errors = Errors::default();
    let (tool, krate) = parse::free(options, &mut function, &mut errors);
    let vis = &function.vis;
    let ident = &function.sig.ident;
    let cfgs = cfgs(&function.attrs);
    let tool = match tool {
        Some(tool) => expression(&tool, &krate),
        None => fallback::expression(),
    };
    let errors = errors.into_tokens();
    quote! {
        #function
        #errors
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, unreachable_pub)]
        #vis struct #ident {}
        #(#cfgs)*
        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery)]
        impl #krate::ToolFn for #ident {
            fn tool() -> #krate::Tool {
                #tool
            }
        }
    }
}
