//! Functions that an attribute names: `complete = Self::open_orders`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Expr, FnArg, Signature, Type};

use super::expand::repeatable;
use super::model::Receiver;
use super::signature::receiver;
use crate::common::{Errors, Krate};

/// What an expansion has to know of its surroundings.
pub(crate) struct Scope {
    pub(crate) krate: Krate,
    /// Of the impl block; none for a function that stands alone.
    methods: Option<Vec<Method>>,
}

struct Method {
    name: String,
    receiver: Receiver,
    passing: Option<Passing>,
}

/// How a function takes what it is asked.
#[derive(Clone, Copy)]
enum Passing {
    Lent,
    Owned,
}

impl Scope {
    pub(crate) fn free(krate: Krate) -> Self {
        Self {
            krate,
            methods: None,
        }
    }

    pub(crate) fn block<'a>(krate: Krate, signatures: impl Iterator<Item = &'a Signature>) -> Self {
        Self {
            krate,
            methods: Some(signatures.filter_map(Method::read).collect()),
        }
    }
}

impl Method {
    fn read(signature: &Signature) -> Option<Self> {
        let passing = signature.inputs.iter().find_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(typed) => Some(match &*typed.ty {
                Type::Reference(_) => Passing::Lent,
                _ => Passing::Owned,
            }),
        });
        Some(Self {
            name: signature.ident.unraw().to_string(),
            // Whatever is wrong with it, rustc finds where it is called.
            receiver: receiver(signature, &mut Errors::default())?,
            passing,
        })
    }
}

/// `Self::open_orders`, or any expression that can be called.
pub(crate) struct Helper(pub(super) Expr);

impl Helper {
    pub(crate) fn new(function: Expr) -> Self {
        Self(function)
    }

    /// A closure from the type `asked` to a future of what `answer` makes of
    /// whatever the function returns.
    pub(crate) fn closure(&self, asked: &str, answer: &str, scope: &Scope) -> TokenStream {
        let krate = &scope.krate;
        let function = &self.0;
        let span = function.span();
        let (receiver, passing) = match (self.method(), &scope.methods) {
            (Some(_), None) => {
                return syn::Error::new_spanned(
                    function,
                    "a function that stands alone has no `Self`: name another function",
                )
                .to_compile_error();
            }
            (Some(name), Some(methods)) => methods
                .iter()
                .find(|method| name == method.name)
                // In another block, of which nothing can be seen.
                .map_or((Receiver::Borrowed, Some(Passing::Lent)), |method| {
                    (method.receiver, method.passing)
                }),
            (None, _) => (Receiver::Free, Some(Passing::Lent)),
        };
        let (asked, answer) = (format_ident!("{asked}"), format_ident!("{answer}"));
        let question = Ident::new("question", Span::mixed_site());
        let (pattern, passed) = match passing {
            None => (quote!(_), None),
            Some(Passing::Lent) => (quote!(#question), Some(quote!(&#question))),
            Some(Passing::Owned) => (quote!(#question), Some(quote!(#question))),
        };
        let function = match function {
            Expr::Path(_) => quote!(#function),
            other => quote!((#other)),
        };
        let this = receiver.argument();
        let called = quote_spanned!(span=> #function(#this #passed));
        // All of it where the function is named, so that one mistake is one error.
        let krate_here = krate.at(span);
        let body =
            quote_spanned!(span=> async move { #krate_here::__private::#answer(#called).await });
        repeatable(
            quote!(#pattern: #krate::#asked),
            body,
            receiver.needs_this(),
        )
    }

    /// The name of the method if it is `Self::name`.
    fn method(&self) -> Option<String> {
        let Expr::Path(path) = &self.0 else {
            return None;
        };
        let segments = &path.path.segments;
        match (segments.len(), segments.first()) {
            (2, Some(first)) if path.qself.is_none() && first.ident == "Self" => {
                Some(segments[1].ident.unraw().to_string())
            }
            _ => None,
        }
    }
}
