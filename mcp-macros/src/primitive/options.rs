//! The keys that all attributes take.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::{Expr, ExprLit, Lit, LitStr};

use super::model::{About, Description, Name};
use crate::common::{Attrs, Docs, Errors, Function};

pub(super) const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "undocumented",
    "timeout",
    "blocking",
];

/// The given name, or that of the function without `r#`.
pub(super) fn name(ident: &Ident, attrs: &mut Attrs, errors: &mut Errors) -> Name {
    match attrs.text("name", errors) {
        Some(given) => Name {
            text: given.value(),
            span: given.span(),
        },
        None => Name {
            text: ident.unraw().to_string(),
            span: ident.span(),
        },
    }
}

pub(super) fn about(function: &Function, attrs: &mut Attrs, errors: &mut Errors) -> About {
    About {
        description: description(function, attrs, errors),
        title: attrs.value("title", errors).map(|(_, title)| title),
        timeout: attrs
            .value("timeout", errors)
            .and_then(|(_, limit)| timeout(limit, errors)),
        blocking: blocking(function, attrs, errors),
    }
}

fn description(function: &Function, attrs: &mut Attrs, errors: &mut Errors) -> Option<Description> {
    let refused = attrs.flag("undocumented", errors).is_some_and(|(_, on)| on);
    if let Some((key, given)) = attrs.value("description", errors) {
        if refused {
            errors.at(&key, "`description` and `undocumented` exclude each other");
        }
        let empty = matches!(&given, Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if text.value().trim().is_empty());
        if empty {
            errors.at(&given, "the description is empty: the model reads it");
        }
        return Some(Description::Attribute(given));
    }
    match Docs::read(&function.attrs) {
        Some(docs) => Some(Description::Docs(docs)),
        None if refused => Some(Description::Refused),
        None => None,
    }
}

fn blocking(function: &Function, attrs: &mut Attrs, errors: &mut Errors) -> bool {
    let Some((key, on)) = attrs.flag("blocking", errors) else {
        return false;
    };
    if on && function.sig.asyncness.is_some() {
        errors.at(&key, "`blocking` moves a function that is not async to a thread of its own; drop it, or the `async`");
        return false;
    }
    on
}

/// `"30s"`, or any expression that is a `Duration`.
fn timeout(limit: Expr, errors: &mut Errors) -> Option<TokenStream> {
    match limit {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => {
            let milliseconds = errors.keep(milliseconds(&text))?;
            Some(quote!(::core::time::Duration::from_millis(#milliseconds)))
        }
        Expr::Lit(other) => {
            errors.at(
                other,
                "a time limit has a unit: \"30s\", \"500ms\", \"2m\" or \"1h\", or is a `Duration`",
            );
            None
        }
        other => Some(quote!(#other)),
    }
}

fn milliseconds(text: &LitStr) -> syn::Result<u64> {
    let value = text.value();
    let digits = value.trim_end_matches(|c: char| !c.is_ascii_digit());
    let scale = match value[digits.len()..].trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => {
            return Err(syn::Error::new(
                text.span(),
                "a time limit is a number and `ms`, `s`, `m` or `h`, such as \"30s\"",
            ));
        }
    };
    digits
        .parse::<u64>()
        .ok()
        .filter(|count| *count > 0)
        .and_then(|count| count.checked_mul(scale))
        .ok_or_else(|| {
            syn::Error::new(
                text.span(),
                "a time limit is a whole number above zero, such as \"30s\"",
            )
        })
}
