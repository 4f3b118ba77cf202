//! Values that are several.

use proc_macro2::Ident;
use syn::Expr;

use super::Errors;

/// The elements of `[a, b]`, or the one value that stands without brackets.
pub(crate) fn elements(given: Expr) -> Vec<Expr> {
    match given {
        Expr::Array(list) => list.elems.into_iter().collect(),
        one => vec![one],
    }
}

/// The elements of `[(a, b), …]`, one of which is shown as an `example`.
pub(crate) fn pairs(
    key: &Ident,
    given: Expr,
    example: &str,
    errors: &mut Errors,
) -> Vec<(Expr, Expr)> {
    let mut pairs = Vec::new();
    for entry in elements(given) {
        match entry {
            Expr::Tuple(pair) if pair.elems.len() == 2 => {
                pairs.push((pair.elems[0].clone(), pair.elems[1].clone()));
            }
            other => errors.at(
                other,
                format_args!("`{key}` is a list of keys and values: `{key} = [{example}]`"),
            ),
        }
    }
    pairs
}
