//! The keys that only `#[resource]` takes.

use syn::{Expr, ExprLit, Lit, LitStr};

use super::template::Template;
use super::{Completer, Resource};
use crate::common::{Attrs, Calls, Errors, Function, LEAD, duration, pairs};
use crate::primitive::Helper;

pub(super) const KEYS: &[&str] = &[
    LEAD,
    "mime",
    "size",
    "annotations",
    "ttl",
    "public",
    "private",
    "list",
    "complete",
];

/// Those that are methods of the builder.
const VALUES: &[&str] = &["mime", "size", "annotations"];

pub(super) fn read(
    function: &Function,
    attrs: &mut Attrs,
    errors: &mut Errors,
) -> Option<Resource> {
    let uri = attrs.lead();
    if uri.is_none() {
        errors.at(
            &function.sig.ident,
            "a resource needs its URI, as a literal before all keys: `#[resource(\"orders://{order_id}\")]`",
        );
    }
    let list = attrs.value("list", errors);
    let completers = completers(attrs, errors);
    let calls = Calls::read(&[], VALUES, attrs, errors);
    let ttl = duration("ttl", true, attrs, errors);
    let scope = scope(attrs, errors);
    Some(Resource {
        uri: errors.keep(Template::parse(&uri?))?,
        calls,
        ttl,
        scope,
        list: list.map(|(key, function)| (key, Helper::new(function))),
        completers,
    })
}

fn scope(attrs: &mut Attrs, errors: &mut Errors) -> Option<&'static str> {
    let mut stated = |key| attrs.flag(key, errors).filter(|(_, on)| *on);
    match (stated("public"), stated("private")) {
        (Some(_), Some((key, _))) => {
            errors.at(key, "`public` and `private` exclude each other");
            None
        }
        (Some(_), None) => Some("Public"),
        (None, Some(_)) => Some("Private"),
        (None, None) => None,
    }
}

/// `complete = Self::ids`, `complete = [("order_id", Self::ids)]`.
fn completers(attrs: &mut Attrs, errors: &mut Errors) -> Vec<Completer> {
    let Some((key, given)) = attrs.value("complete", errors) else {
        return Vec::new();
    };
    let completer = |variable, function| Completer {
        key: key.clone(),
        variable,
        function: Helper::new(function),
    };
    let Expr::Array(_) = given else {
        return vec![completer(None, given)];
    };
    let pairs = pairs(&key, given, "(\"order_id\", Self::ids)", errors);
    let named = pairs.into_iter().filter_map(|(variable, function)| {
        let variable = text(variable, errors)?;
        Some(completer(Some(variable), function))
    });
    named.collect()
}

fn text(variable: Expr, errors: &mut Errors) -> Option<LitStr> {
    match variable {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        other => {
            errors.at(other, "a variable is named by a string literal");
            None
        }
    }
}
