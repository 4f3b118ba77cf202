//! `#[prompt]`: a function becomes a prompt.

use proc_macro2::TokenStream;
use quote::quote;

use crate::common::{Attrs, Errors, Function};
use crate::primitive::{Item, Name, Primitive, Scope, begin, closure, params};

/// What only prompts have: nothing.
pub(crate) struct Prompt;

impl Primitive for Prompt {
    const NAME: &'static str = "prompt";
    const TYPE: &'static str = "Prompt";
    const READER: &'static str = "people choose by";
    const KEYS: &'static [&'static str] = &[];
    const REFUSED: &'static [(&'static str, &'static str)] = &[
        (
            "header",
            "`header` is for arguments of tools: no others are repeated in HTTP headers",
        ),
        (
            "rest",
            "a prompt names all of its arguments: people fill them in one by one",
        ),
    ];

    fn read(_: &Function, _: &mut Attrs, _: &mut Errors) -> Option<Self> {
        Some(Self)
    }

    fn settle(item: &mut Item<Self>, errors: &mut Errors) {
        let name = &item.handler.name;
        if name.text.trim().is_empty() {
            errors.push(syn::Error::new(
                name.span,
                "a prompt's name cannot be empty",
            ));
        }
    }

    fn identity(item: &Item<Self>) -> (&str, &Name) {
        let name = &item.handler.name;
        (&name.text, name)
    }

    fn expression(item: &Item<Self>, scope: &Scope) -> TokenStream {
        let krate = &scope.krate;
        let handler = &item.handler;
        let begun = begin(handler, Self::TYPE, &handler.name.text, krate);
        let params = params(handler, scope);
        let closure = closure(handler, None, "prompt_probe", krate);
        quote! {
            #begun
                #params
                .get(#closure)
        }
    }
}
