//! What is written when there is nothing to serve, so that one mistake gives
//! one message.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Primitive, signature};
use crate::common::{Errors, Function};

/// A stand-in for the item; the compilation fails anyway.
pub(super) fn expression<P: Primitive>() -> TokenStream {
    let message = format!("this {} did not compile", P::NAME);
    quote!(::core::panic!(#message))
}

/// The attribute on something else.
pub(super) fn no_function<P: Primitive>(item: TokenStream) -> TokenStream {
    let message = format!("`#[{}]` belongs on a function", P::NAME);
    let error = syn::Error::new_spanned(&item, message).to_compile_error();
    quote!(#item #error)
}

/// A method with the attribute whose block has no `#[server]`. Nothing else
/// about it is worth a message before that is mended.
pub(super) fn method<P: Primitive>(mut function: Function) -> TokenStream {
    // Takes our attributes from the parameters, whatever they say.
    let _ = signature::read::<P>(&mut function.sig, &mut Errors::default());
    let error = syn::Error::new_spanned(
        &function.sig.ident,
        "this method is not registered: put `#[server]` on the impl block",
    )
    .to_compile_error();
    quote!(#function #error)
}
