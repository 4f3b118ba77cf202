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
mod helper;
mod model;
mod options;
mod param;
mod signature;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Attribute;

pub(crate) use check::duplicates;
pub(crate) use expand::{begin, closure, params};
pub(crate) use helper::{Helper, Scope};
pub(crate) use model::{Constraint, Handler, Kind, Name, Param, Value};

use self::model::Receiver;
use crate::common::{Attrs, Errors, Function, Krate, cfgs};

/// One of the things that a server offers, as far as it differs from the others.
pub(crate) trait Primitive: Sized {
    /// Of the attribute, and in sentences: `tool`.
    const NAME: &'static str;
    /// The type of the builder's result: `Tool`.
    const TYPE: &'static str;
    /// Who needs the description, and for what: `the model reads`.
    const READER: &'static str;
    /// Keys that only this attribute takes.
    const KEYS: &'static [&'static str];
    /// Keys of `#[arg]` that do not go with it, and why.
    const REFUSED: &'static [(&'static str, &'static str)];

    /// Reads [`Self::KEYS`]. Nothing, and an error, where it cannot do without.
    fn read(function: &Function, attrs: &mut Attrs, errors: &mut Errors) -> Option<Self>;

    /// Checks what is known by now, and decides what follows from all of it.
    fn settle(item: &mut Item<Self>, errors: &mut Errors);

    /// What no two of them can have in common, and what people call that.
    fn identity(item: &Item<Self>) -> (&str, &Name);

    /// An expression of the type [`Self::TYPE`]. For methods, `this` is an
    /// `Arc<Self>`.
    fn expression(item: &Item<Self>, scope: &Scope) -> TokenStream;
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
        return fallback::method::<P>(function);
    }
    let mut errors = Errors::default();
    let mut attrs = Attrs::read(P::NAME, &keys::<P>(&["crate"]), options, &mut errors);
    let krate = Krate::read(&mut attrs, &mut errors);
    let item: Option<Item<P>> = read(&mut function, &mut attrs, true, &mut errors);
    let scope = Scope::free(krate.clone());
    let expression = match item {
        Some(item) => P::expression(&item, &scope),
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
    let about = options::about::<P>(function, attrs, errors);
    let own = P::read(function, attrs, errors);
    let signature = signature::read::<P>(&mut function.sig, errors)?;
    let mut item = Item {
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
        own: own?,
    };
    check::check(&mut item, function, errors);
    Some(item).filter(|_| errors.is_empty())
}

fn keys<P: Primitive>(more: &[&'static str]) -> Vec<&'static str> {
    [options::KEYS, P::KEYS, more].concat()
}
