//! Reads attributes of the form `key, key = value, …`.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::token::Paren;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token, parenthesized};

use super::{Errors, nearest};

/// One `key`, `key = value` or `key(word, …)`.
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) value: Option<Expr>,
    words: Option<Vec<Ident>>,
}

/// Keys that are written `key(word, …)`.
const WORDED: &[&str] = &["requires"];

/// The entries of one attribute, checked for unknown and repeated keys.
#[derive(Default)]
pub(crate) struct Attrs {
    lead: Option<LitStr>,
    entries: Vec<Entry>,
}

/// The key of a literal that stands before all entries and has no key.
pub(crate) const LEAD: &str = "\"…\"";

impl Attrs {
    /// Reads what stands between the parentheses of `#[name(…)]`.
    pub(crate) fn read(
        name: &str,
        keys: &[&str],
        tokens: TokenStream,
        errors: &mut Errors,
    ) -> Self {
        let mut attrs = Self::default();
        attrs.add(name, keys, tokens, errors);
        attrs
    }

    /// Reads every attribute of this name.
    pub(crate) fn of(
        name: &str,
        keys: &[&str],
        attributes: &[Attribute],
        errors: &mut Errors,
    ) -> Self {
        let mut attrs = Self::default();
        for attribute in attributes {
            match &attribute.meta {
                Meta::List(list) => attrs.add(name, keys, list.tokens.clone(), errors),
                Meta::Path(_) => {}
                Meta::NameValue(_) => {
                    errors.at(attribute, format_args!("write `#[{name}(key = value)]`"))
                }
            }
        }
        attrs
    }

    fn add(&mut self, name: &str, keys: &[&str], tokens: TokenStream, errors: &mut Errors) {
        let mut entries = Vec::new();
        let mut lead = None;
        let whole = |input: ParseStream<'_>| {
            if keys.contains(&LEAD) {
                lead = parse_lead(input)?;
            }
            parse_entries(input, &mut entries, errors)
        };
        let outcome = whole.parse2(tokens);
        errors.keep(outcome);
        match (&self.lead, lead) {
            (Some(_), Some(lead)) => errors.at(lead, format_args!("{LEAD} is given twice")),
            (None, lead) => self.lead = lead,
            (Some(_), None) => {}
        }
        for entry in entries {
            let key = entry.key.to_string();
            if !keys.contains(&&*key) {
                errors.at(&entry.key, unknown(name, &key, keys));
            } else if self.entries.iter().any(|known| known.key == entry.key) {
                errors.at(&entry.key, format_args!("`{key}` is given twice"));
            } else {
                self.entries.push(entry);
            }
        }
    }

    /// Takes an entry with any value, or none.
    pub(crate) fn entry(&mut self, key: &str) -> Option<Entry> {
        let index = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(index))
    }

    /// Takes the literal under [`LEAD`].
    pub(crate) fn lead(&mut self) -> Option<LitStr> {
        self.lead.take()
    }

    /// Takes `key`, `key = true` or `key = false`.
    pub(crate) fn flag(&mut self, key: &str, errors: &mut Errors) -> Option<(Ident, bool)> {
        let entry = self.entry(key)?;
        let on = match &entry.value {
            None => true,
            Some(Expr::Lit(ExprLit {
                lit: Lit::Bool(on), ..
            })) => on.value,
            Some(other) => {
                errors.at(
                    other,
                    format_args!("`{key}` stands alone, or is `true` or `false`"),
                );
                return None;
            }
        };
        Some((entry.key, on))
    }

    /// Takes `key = value`.
    pub(crate) fn value(&mut self, key: &str, errors: &mut Errors) -> Option<(Ident, Expr)> {
        let Entry { key, value, .. } = self.entry(key)?;
        match value {
            Some(value) => Some((key, value)),
            None => {
                errors.at(&key, format_args!("`{key}` needs a value: `{key} = …`"));
                None
            }
        }
    }

    /// Takes `key(word, …)`.
    pub(crate) fn words(&mut self, key: &str, errors: &mut Errors) -> Option<Vec<Ident>> {
        let Entry { key, words, .. } = self.entry(key)?;
        if words.is_none() {
            errors.at(
                &key,
                format_args!("`{key}` names what it is about in parentheses: `{key}(…)`"),
            );
        }
        words
    }

    /// Takes `key = "text"`.
    pub(crate) fn text(&mut self, key: &str, errors: &mut Errors) -> Option<LitStr> {
        match self.value(key, errors)? {
            (
                _,
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }),
            ) => Some(text),
            (key, other) => {
                errors.at(
                    other,
                    format_args!("`{key}` is read while compiling: a string literal is needed"),
                );
                None
            }
        }
    }
}

/// Removes the attributes of this name, under whatever path, and returns them.
pub(crate) fn take_attributes(attributes: &mut Vec<Attribute>, name: &str) -> Vec<Attribute> {
    attributes
        .extract_if(.., |attribute| {
            attribute
                .path()
                .segments
                .last()
                .is_some_and(|last| last.ident == name)
        })
        .collect()
}

fn unknown(name: &str, key: &str, keys: &[&str]) -> String {
    let mut message = format!("`#[{name}]` has no key `{key}`");
    if let Some(meant) = nearest(key, keys.iter().copied()) {
        message += &format!("; did you mean `{meant}`?");
    }
    message + &format!(" (keys: {})", keys.join(", "))
}

fn parse_lead(input: ParseStream<'_>) -> syn::Result<Option<LitStr>> {
    if !input.peek(LitStr) {
        return Ok(None);
    }
    let lead = input.parse()?;
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(Some(lead))
}

/// The entries that can be read; each other one becomes an error.
fn parse_entries(
    input: ParseStream<'_>,
    entries: &mut Vec<Entry>,
    errors: &mut Errors,
) -> syn::Result<()> {
    while !input.is_empty() {
        match parse_entry(input) {
            Ok(entry) => entries.push(entry),
            Err(error) => {
                errors.push(error);
                skip_entry(input)?;
            }
        }
    }
    Ok(())
}

fn parse_entry(input: ParseStream<'_>) -> syn::Result<Entry> {
    let key = input.call(Ident::parse_any)?;
    let value = match input.parse::<Option<Token![=]>>()? {
        Some(_) if input.is_empty() || input.peek(Token![,]) => {
            return Err(syn::Error::new(
                key.span(),
                format_args!("`{key}` needs a value: `{key} = …`"),
            ));
        }
        Some(_) => Some(input.parse()?),
        None => None,
    };
    let words = match value {
        None if input.peek(Paren) && WORDED.iter().any(|it| key == it) => Some(parse_words(input)?),
        None if input.peek(Paren) => {
            return Err(syn::Error::new(
                key.span(),
                format_args!("`{key}` has no parentheses: write `{key} = …`"),
            ));
        }
        _ => None,
    };
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(Entry { key, value, words })
}

fn parse_words(input: ParseStream<'_>) -> syn::Result<Vec<Ident>> {
    let content;
    parenthesized!(content in input);
    let words = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?;
    Ok(words.into_iter().collect())
}

fn skip_entry(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && input.parse::<Option<Token![,]>>()?.is_none() {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}
