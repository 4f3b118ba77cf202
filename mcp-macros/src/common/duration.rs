//! Spans of time.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprLit, Lit, LitStr};

use super::{Attrs, Errors};

/// Takes the [`time`] of a key.
pub(crate) fn duration(
    key: &str,
    zero: bool,
    attrs: &mut Attrs,
    errors: &mut Errors,
) -> Option<TokenStream> {
    time(attrs.value(key, errors)?.1, zero, errors)
}

/// `"30s"`, or any expression that is a `Duration`. Zero only where it means
/// something.
pub(crate) fn time(given: Expr, zero: bool, errors: &mut Errors) -> Option<TokenStream> {
    match given {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => {
            let milliseconds = errors.keep(milliseconds(&text, zero))?;
            Some(quote!(::core::time::Duration::from_millis(#milliseconds)))
        }
        Expr::Lit(other) => {
            errors.at(
                other,
                "a time has a unit: \"30s\", \"500ms\", \"2m\" or \"1h\", or is a `Duration`",
            );
            None
        }
        other => Some(quote!(#other)),
    }
}

fn milliseconds(text: &LitStr, zero: bool) -> syn::Result<u64> {
    let fault = |message| syn::Error::new(text.span(), message);
    let value = text.value();
    let digits = value.trim_end_matches(|c: char| !c.is_ascii_digit());
    let scale = match value[digits.len()..].trim() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => {
            return Err(fault(
                "a time is a number and `ms`, `s`, `m` or `h`, such as \"30s\"",
            ));
        }
    };
    digits
        .parse::<u64>()
        .ok()
        .filter(|count| zero || *count > 0)
        .and_then(|count| count.checked_mul(scale))
        .ok_or_else(|| {
            fault(match zero {
                true => "a time is a whole number, such as \"30s\"",
                false => "a time is a whole number above zero, such as \"30s\"",
            })
        })
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    #[track_caller]
    fn check(text: &str, zero: bool, expect: Option<u64>) {
        let found = milliseconds(&LitStr::new(text, Span::call_site()), zero);
        assert_eq!(found.ok(), expect, "{text}");
    }

    #[test]
    fn times_have_units() {
        check("250ms", false, Some(250));
        check("30s", false, Some(30_000));
        check("2 m", false, Some(120_000));
        check("1h", false, Some(3_600_000));
        for text in ["30", "s", "-1s", "1.5s", "1d", "", "99999999999999999999s"] {
            check(text, true, None);
        }
    }

    #[test]
    fn zero_is_a_time_for_those_who_ask() {
        check("0s", true, Some(0));
        check("0s", false, None);
    }
}
