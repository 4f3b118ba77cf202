//! The options of `#[tool(…)]`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, ExprLit, Lit, LitStr};

use super::confirm::Question;
use super::model::{Description, Effect, Name, Options};
use crate::common::{Attrs, Docs, Errors, Function, Krate};

/// Keys of `#[tool]`; `crate` only on functions that stand alone.
const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "undocumented",
    "read_only",
    "additive",
    "destructive",
    "idempotent",
    "open_world",
    "timeout",
    "blocking",
    "confirm",
];
const FREE_KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "undocumented",
    "read_only",
    "additive",
    "destructive",
    "idempotent",
    "open_world",
    "timeout",
    "blocking",
    "confirm",
    "crate",
];

/// Reads the options of a method in a `#[server]` block.
pub(super) fn of_method(
    function: &Function,
    attrs: &[syn::Attribute],
    errors: &mut Errors,
) -> (Name, Options) {
    let mut attrs = Attrs::of("tool", KEYS, attrs, errors);
    read(function, &mut attrs, errors)
}

/// Reads the options of a function that stands alone.
pub(super) fn of_free(
    function: &Function,
    tokens: TokenStream,
    errors: &mut Errors,
) -> (Name, Options, Krate) {
    let mut attrs = Attrs::read("tool", FREE_KEYS, tokens, errors);
    let krate = Krate::read(&mut attrs, errors);
    let (name, options) = read(function, &mut attrs, errors);
    (name, options, krate)
}

fn read(function: &Function, attrs: &mut Attrs, errors: &mut Errors) -> (Name, Options) {
    let name = name(&function.sig.ident, attrs, errors);
    let options = Options {
        description: description(function, attrs, errors),
        title: attrs.value("title", errors).map(|(_, title)| title),
        effect: effect(attrs, errors),
        idempotent: attrs.flag("idempotent", errors).is_some_and(|(_, on)| on),
        open_world: attrs.flag("open_world", errors).map(|(_, on)| on),
        timeout: attrs
            .value("timeout", errors)
            .and_then(|(_, limit)| timeout(limit, errors)),
        blocking: blocking(function, attrs, errors),
        confirm: attrs
            .text("confirm", errors)
            .and_then(|text| errors.keep(Question::parse(&text))),
    };
    (name, options)
}

/// The given name, or that of the function without `r#`.
fn name(ident: &Ident, attrs: &mut Attrs, errors: &mut Errors) -> Name {
    use syn::ext::IdentExt as _;
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

fn effect(attrs: &mut Attrs, errors: &mut Errors) -> Option<Effect> {
    let mut stated: Option<(Ident, Effect)> = None;
    for (key, effect) in [
        ("read_only", Effect::ReadOnly),
        ("additive", Effect::Additive),
        ("destructive", Effect::Destructive),
    ] {
        let Some((key, on)) = attrs.flag(key, errors) else {
            continue;
        };
        let effect = match (effect, on) {
            (effect, true) => effect,
            // "It changes something, but destroys nothing."
            (Effect::Destructive, false) => Effect::Additive,
            (_, false) => continue,
        };
        match &stated {
            Some((other, known)) if *known != effect => {
                errors.at(
                    &key,
                    format_args!("a tool cannot be both `{other}` and `{key}`"),
                );
            }
            _ => stated = Some((key, effect)),
        }
    }
    stated.map(|(_, effect)| effect)
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
