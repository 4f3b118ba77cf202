//! Doc comments as descriptions.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

/// The documentation of an item, as an expression of type `&'static str`.
pub(crate) struct Docs {
    span: Span,
    text: Text,
}

enum Text {
    Literal(String),
    /// Some part is a macro call, such as `include_str!("search.md")`.
    Built(Vec<Expr>),
}

impl Docs {
    /// Reads the `#[doc = …]` attributes; nothing, if there is no word in them.
    pub(crate) fn read(attributes: &[Attribute]) -> Option<Self> {
        let parts: Vec<&Expr> = attributes.iter().filter_map(part).collect();
        let span = parts.first()?.span();
        let literals: Option<Vec<String>> = parts.iter().copied().map(literal).collect();
        let text = match literals {
            Some(lines) => Text::Literal(plain(&lines.join("\n"))),
            None => Text::Built(parts.into_iter().cloned().collect()),
        };
        match &text {
            Text::Literal(text) if text.is_empty() => None,
            _ => Some(Self { span, text }),
        }
    }

    /// The text, where it is known while compiling.
    pub(crate) fn literal(&self) -> Option<&str> {
        match &self.text {
            Text::Literal(text) => Some(text),
            Text::Built(_) => None,
        }
    }
}

impl ToTokens for Docs {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.text {
            Text::Literal(text) => LitStr::new(text, self.span).to_tokens(tokens),
            Text::Built(parts) => {
                tokens.extend(quote!(::core::primitive::str::trim(
                    ::core::concat!(#(#parts, "\n"),*)
                )));
            }
        }
    }
}

/// The `#[cfg]` attributes, which whatever belongs to the item must repeat.
pub(crate) fn cfgs(attributes: &[Attribute]) -> Vec<Attribute> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("cfg"))
        .cloned()
        .collect()
}

fn part(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}

fn literal(part: &Expr) -> Option<String> {
    match part {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

/// Without the stars of a block comment, the common indentation and blank
/// lines at the ends; paragraphs stay.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let rest = lines.get(1..).unwrap_or_default();
    let starred = !rest.is_empty()
        && rest
            .iter()
            .all(|line| line.is_empty() || line.trim_start().starts_with('*'));
    let unstarred: Vec<&str> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| match line.trim_start().strip_prefix('*') {
            Some(line) if starred && index > 0 => line,
            _ => line,
        })
        .collect();
    let indent = unstarred
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let kept: Vec<&str> = unstarred
        .iter()
        .map(|line| line.get(indent..).unwrap_or(""))
        .collect();
    kept.join("\n").trim_matches('\n').trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(plain(text), expect);
    }

    #[test]
    fn indentation_goes_and_paragraphs_stay() {
        check(
            " Search orders.\n\n Newest first:\n   * paid\n   * open",
            "Search orders.\n\nNewest first:\n  * paid\n  * open",
        );
        check(" For complaints. ", "For complaints.");
        check(
            "\n * Search.\n *\n * Newest first.\n ",
            "Search.\n\nNewest first.",
        );
        check(" * paid\n * open", "* paid\n* open");
        check("  \n ", "");
    }
}
