//! Rules as method calls, each on the span of the user's key.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// A description and the rules applied to it, one statement for each:
///
/// ```text
/// { let rules = spec::<u8, _>("n"); let rules = rules.min(1); rules }
/// ```
///
/// In one chain, rustc would mark everything up to the rule that does not
/// apply; like this it marks the user's key and nothing else. That takes the
/// variable to have the span of the key in all respects, hygiene included.
pub(crate) fn ruled<'a, V: ToTokens>(
    described: TokenStream,
    rules: impl IntoIterator<Item = (&'a Ident, V)>,
) -> TokenStream {
    let mut rules = rules.into_iter().peekable();
    if rules.peek().is_none() {
        return described;
    }
    let name = |at: Span| Ident::new("__rules", at);
    let (first, last) = (name(Span::call_site()), name(Span::call_site()));
    let applied = rules.map(|(method, value)| {
        let name = name(method.span());
        quote!(let #name = #name.#method(#value);)
    });
    quote!({ let #first = #described; #(#applied)* #last })
}
