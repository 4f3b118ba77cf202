//! What tools, prompts and resources have in common: each is a function whose
//! signature is its contract.
//!
//! [`signature`] reads the function and [`options`] the keys that all
//! attributes take into the [`model`]; [`check`] finds what rustc would not or
//! not well; [`expand`] writes calls of the public builder. What rustc can say
//! better (is this type an argument? can that be returned?) is left to trait
//! bounds, placed on the user's own tokens.
//!
//! A [`Primitive`] adds what only it has.

mod check;
mod expand;
mod fallback;
mod model;
mod options;
mod param;
mod signature;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Attribute;

pub(crate) use check::duplicates;
pub(crate) use expand::{about, closure, params};
pub(crate) use model::{Handler, Name, Param};

use self::model::Receiver;
use crate::common::{Attrs, Errors, Function, Krate, cfgs};

/// One of the things that a server offers, as far as it differs from the others.
pub(crate) trait Primitive: Sized {
    /// Of the attribute, and in sentences: `tool`.
    const NAME: &'static str;
    /// The type of the builder's result: `Tool`.
    const TYPE: &'static str;
    /// Keys that only this attribute takes.
    const KEYS: &'static [&'static str];

    fn read(attrs: &mut Attrs, errors: &mut Errors) -> Self;

    fn check(item: &Item<Self>, errors: &mut Errors);

    /// What no two of them can have in common.
    fn identity(item: &Item<Self>) -> &Name;

    /// An expression of the type [`Self::TYPE`]. For methods, `this` is an
    /// `Arc<Self>`.
    fn expression(item: &Item<Self>, krate: &Krate) -> TokenStream;
}

/// A tool, a prompt or a resource.
pub(crate) struct Item<P> {
    pub(crate) handler: Handler,
    pub(crate) own: P,
}

/// The attribute on a function that stands alone.
pub(crate) fn expand<P: Primitive>(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut function: Function = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(_) => return fallback::no_function::<P>(item),
    };
    if function.sig.receiver().is_some() {
        return fallback::method(function);
    }
    let mut errors = Errors::default();
    let mut attrs = Attrs::read(P::NAME, &keys::<P>(&["crate"]), options, &mut errors);
    let krate = Krate::read(&mut attrs, &mut errors);
    let item: Option<Item<P>> = read(&mut function, &mut attrs, true, &mut errors);
    let expression = match item {
        Some(item) => P::expression(&item, &krate),
        None => fallback::expression::<P>(),
    };
    let vis = &function.vis;
    let ident = &function.sig.ident;
    let cfgs = cfgs(&function.attrs);
    let errors = errors.into_tokens();
    let (of_function, method, ty) = (
        format_ident!("{}Fn", P::TYPE),
        format_ident!("{}", P::NAME),
        format_ident!("{}", P::TYPE),
    );
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
        impl #krate::#of_function for #ident {
            fn #method() -> #krate::#ty {
                #expression
            }
        }
    }
}

/// Reads a method of a `#[server]` block and takes our attributes from it.
/// Nothing, and at least one error, if it cannot serve.
pub(crate) fn method<P: Primitive>(
    attrs: &[Attribute],
    function: &mut Function,
    errors: &mut Errors,
) -> Option<Item<P>> {
    let mut found = Errors::default();
    let mut attrs = Attrs::of(P::NAME, &keys::<P>(&[]), attrs, &mut found);
    let item = read(function, &mut attrs, false, &mut found);
    errors.append(found);
    item
}

/// Nothing, if there is any error.
fn read<P: Primitive>(
    function: &mut Function,
    attrs: &mut Attrs,
    is_free: bool,
    errors: &mut Errors,
) -> Option<Item<P>> {
    let name = options::name(&function.sig.ident, attrs, errors);
    let about = options::about(function, attrs, errors);
    let own = P::read(attrs, errors);
    let signature = signature::read(&mut function.sig, errors)?;
    let item = Item {
        handler: Handler {
            ident: function.sig.ident.clone(),
            name,
            cfgs: cfgs(&function.attrs),
            receiver: match is_free {
                true => Receiver::Free,
                false => signature.receiver,
            },
            is_async: function.sig.asyncness.is_some(),
            params: signature.params,
            output: signature.output,
            about,
        },
        own,
    };
    check::check(&item, function, errors);
    Some(item).filter(|_| errors.is_empty())
}

fn keys<P: Primitive>(more: &[&'static str]) -> Vec<&'static str> {
    [options::KEYS, P::KEYS, more].concat()
}
