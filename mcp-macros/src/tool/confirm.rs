//! `confirm = "Refund {amount_cents} cents of {order_id}?"`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use crate::common::{Errors, nearest};
use crate::primitive::Param;

/// A question to the user in which parameters are named.
pub(super) struct Question {
    literal: LitStr,
    /// The text with its placeholders emptied of names: `Refund {} cents of {}?`.
    format: String,
    names: Vec<String>,
}

impl Question {
    pub(super) fn parse(literal: &LitStr) -> syn::Result<Self> {
        let fault = |message: &str| Err(syn::Error::new(literal.span(), message));
        let text = literal.value();
        if text.trim().is_empty() {
            return fault("the question is empty: the user reads it");
        }
        let mut format = String::new();
        let mut names = Vec::new();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            format.push(c);
            match c {
                '{' | '}' if chars.peek() == Some(&c) => format.extend(chars.next()),
                '{' => {
                    let mut inside = String::new();
                    loop {
                        match chars.next() {
                            Some('}') => break,
                            Some(c) => inside.push(c),
                            None => {
                                return fault(
                                    "a `{` is never closed; write `{{` for the character itself",
                                );
                            }
                        }
                    }
                    let (name, style) = match inside.split_once(':') {
                        Some((name, style)) => (name, Some(style)),
                        None => (&*inside, None),
                    };
                    if name.trim().is_empty() {
                        return fault("a placeholder names a parameter: `{order_id}`");
                    }
                    names.push(name.trim().to_owned());
                    if let Some(style) = style {
                        format.push(':');
                        format.push_str(style);
                    }
                    format.push('}');
                }
                '}' => return fault("a `}` was never opened; write `}}` for the character itself"),
                _ => {}
            }
        }
        Ok(Self {
            literal: literal.clone(),
            format,
            names,
        })
    }

    /// Every placeholder must be a parameter.
    pub(super) fn check(&self, params: &[Param], errors: &mut Errors) {
        let known = || {
            params
                .iter()
                .filter_map(|param| param.name.as_ref().map(|name| &*name.text))
        };
        for name in &self.names {
            if known().any(|known| known == name) {
                continue;
            }
            let mut message = format!("no parameter `{name}`");
            if let Some(meant) = nearest(name, known()) {
                message += &format!("; did you mean `{meant}`?");
            }
            errors.at(&self.literal, message);
        }
    }

    /// An expression for the rendered question.
    pub(super) fn expand(&self, params: &[Param]) -> TokenStream {
        let format = LitStr::new(&self.format, self.literal.span());
        let values = self.names.iter().filter_map(|name| {
            let index = params
                .iter()
                .position(|param| param.name.as_ref().is_some_and(|known| known.text == *name))?;
            let mut value = params[index].binding(index);
            // A value that cannot be shown is an error at the question.
            value.set_span(value.span().located_at(self.literal.span()));
            Some(value)
        });
        quote!(::std::format!(#format #(, #values)*))
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::Span;

    use super::*;

    fn parse(text: &str) -> Result<(String, Vec<String>), String> {
        match Question::parse(&LitStr::new(text, Span::call_site())) {
            Ok(question) => Ok((question.format, question.names)),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn placeholders_lose_their_names_and_keep_their_style() {
        let (format, names) = parse("Pay {sum:.2} to {who}? {{sure}}").unwrap();
        assert_eq!(format, "Pay {:.2} to {}? {{sure}}");
        assert_eq!(names, ["sum", "who"]);
    }

    #[test]
    fn broken_placeholders_are_named() {
        for text in ["Pay {sum", "Pay {}?", "Pay sum}?", " "] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
