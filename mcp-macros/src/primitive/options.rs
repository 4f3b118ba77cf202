//! The keys that all attributes take.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::{Expr, ExprLit, Lit};

use super::Primitive;
use super::model::{About, Description, Name};
use crate::common::{Attrs, Docs, Errors, Function, duration, elements, pairs};

pub(super) const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "undocumented",
    "icon",
    "meta",
    "visible_when",
    "timeout",
    "heartbeat",
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

pub(super) fn about<P: Primitive>(
    function: &Function,
    attrs: &mut Attrs,
    errors: &mut Errors,
) -> About {
    let mut value = |key| attrs.value(key, errors);
    let (title, icons) = (value("title"), value("icon"));
    let (meta, visible_when) = (value("meta"), value("visible_when"));
    About {
        title: title.map(|(_, title)| title),
        icons: icons.map_or_else(Vec::new, |(_, icons)| elements(icons)),
        meta: meta.map_or_else(Vec::new, |(key, meta)| {
            pairs(&key, meta, "(\"example.com/tier\", \"gold\")", errors)
        }),
        visible_when: visible_when.map(|(_, rule)| rule),
        description: description::<P>(function, attrs, errors),
        timeout: duration("timeout", false, attrs, errors),
        heartbeat: duration("heartbeat", false, attrs, errors),
        blocking: blocking(function, attrs, errors),
    }
}

fn description<P: Primitive>(
    function: &Function,
    attrs: &mut Attrs,
    errors: &mut Errors,
) -> Option<Description> {
    let refused = attrs.flag("undocumented", errors).is_some_and(|(_, on)| on);
    if let Some((key, given)) = attrs.value("description", errors) {
        if refused {
            errors.at(&key, "`description` and `undocumented` exclude each other");
        }
        let empty = matches!(&given, Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if text.value().trim().is_empty());
        if empty {
            let reader = P::READER;
            errors.at(
                &given,
                format_args!("the description is empty: {reader} it"),
            );
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
