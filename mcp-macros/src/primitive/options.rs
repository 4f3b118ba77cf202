//! The keys that all attributes take.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::{Expr, ExprLit, Lit};

use super::Primitive;
use super::model::{About, Description, Name};
use crate::common::{Attrs, Docs, Errors, Function, duration};

pub(super) const KEYS: &[&str] = &[
    "name",
    "title",
    "description",
    "undocumented",
    "icon",
    "meta",
    "visible_when",
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

pub(super) fn about<P: Primitive>(
    function: &Function,
    attrs: &mut Attrs,
    errors: &mut Errors,
) -> About {
    let mut value = |key, errors: &mut _| attrs.value(key, errors).map(|(_, value)| value);
    About {
        title: value("title", errors),
        icons: value("icon", errors).map(icons).unwrap_or_default(),
        meta: value("meta", errors)
            .map(|meta| pairs(meta, errors))
            .unwrap_or_default(),
        visible_when: value("visible_when", errors),
        description: description::<P>(function, attrs, errors),
        timeout: duration("timeout", false, attrs, errors),
        blocking: blocking(function, attrs, errors),
    }
}

/// `icon = logo()`, `icon = [small(), large()]`.
fn icons(given: Expr) -> Vec<Expr> {
    match given {
        Expr::Array(list) => list.elems.into_iter().collect(),
        one => vec![one],
    }
}

/// `meta = [("example.com/tier", "gold"), …]`.
fn pairs(given: Expr, errors: &mut Errors) -> Vec<(Expr, Expr)> {
    let entries = match given {
        Expr::Array(list) => list.elems,
        one => std::iter::once(one).collect(),
    };
    let mut pairs = Vec::new();
    for entry in entries {
        match entry {
            Expr::Tuple(pair) if pair.elems.len() == 2 => {
                pairs.push((pair.elems[0].clone(), pair.elems[1].clone()));
            }
            other => errors.at(
                other,
                "`meta` is a list of keys and values: `meta = [(\"example.com/tier\", \"gold\")]`",
            ),
        }
    }
    pairs
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
