//! Keys that are methods of the builder.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

use super::{Attrs, Errors};

/// Calls of methods of the builder, each named as its key.
#[derive(Default)]
pub(crate) struct Calls(Vec<(Ident, Option<Expr>)>);

impl Calls {
    /// Takes `flags`, which stand alone, and `values`, which have one.
    pub(crate) fn read(
        flags: &[&str],
        values: &[&str],
        attrs: &mut Attrs,
        errors: &mut Errors,
    ) -> Self {
        let mut calls = Vec::new();
        for flag in flags {
            if let Some((key, true)) = attrs.flag(flag, errors) {
                calls.push((key, None));
            }
        }
        for value in values {
            let taken = attrs.value(value, errors);
            calls.extend(taken.map(|(key, value)| (key, Some(value))));
        }
        Self(calls)
    }

    /// Where a key was given.
    pub(crate) fn key(&self, name: &str) -> Option<&Ident> {
        let mut keys = self.0.iter().map(|(key, _)| key);
        keys.find(|key| *key == name)
    }
}

impl ToTokens for Calls {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for (key, value) in &self.0 {
            tokens.extend(quote!(.#key(#value)));
        }
    }
}
