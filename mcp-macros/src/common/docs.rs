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
        let literals: Option<Vec<String>> = parts
            .iter()
            .copied()
            .map(|part| literal(part).as_deref().map(unstarred))
            .collect();
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

/// Without the stars that run down a block comment.
fn unstarred(text: &str) -> String {
    let star = |line: &&str| {
        line.trim().is_empty() || line.starts_with(' ') && line.trim_start().starts_with('*')
    };
    let mut lines = text.lines();
    let Some(first) = lines.next() else {
        return String::new();
    };
    if text.lines().count() < 2 || !lines.clone().all(|line| star(&line)) {
        return text.to_owned();
    }
    let rest = lines.map(|line| line.trim_start().strip_prefix('*').unwrap_or(line));
    std::iter::once(first)
        .chain(rest)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Without the common indentation and blank lines at the ends; paragraphs stay.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let indent = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let kept: Vec<&str> = lines
        .iter()
        .map(|line| line.get(indent..).unwrap_or(""))
        .collect();
    kept.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use quote::ToTokens as _;
    use syn::{ItemFn, parse_str};

    use super::Docs;

    #[track_caller]
    fn check(comment: &str, expect: &str) {
        let item: ItemFn = parse_str(&format!("{comment}\nfn f() {{}}")).unwrap();
        let docs = Docs::read(&item.attrs);
        assert_eq!(docs.as_ref().and_then(Docs::literal).unwrap_or(""), expect);
    }

    #[test]
    fn indentation_goes_and_paragraphs_stay() {
        check(
            "/// Search orders.\n///\n/// Newest first:\n///   * paid\n///   * open",
            "Search orders.\n\nNewest first:\n  * paid\n  * open",
        );
        check("/// * paid\n/// * open", "* paid\n* open");
        check("///Tight.\n///  Wide.", "Tight.\n  Wide.");
    }

    #[test]
    fn block_comments_lose_their_stars() {
        check("/** For complaints. */", "For complaints.");
        check(
            "/**\n * Search.\n *\n * Newest first.\n */",
            "Search.\n\nNewest first.",
        );
        check("/** Search,\n    and find. */", "Search,\n   and find.");
    }

    #[test]
    fn nothing_said_is_no_description() {
        check("///", "");
        check("#[doc(hidden)]", "");
        check("#[inline]", "");
    }

    #[test]
    fn macros_are_kept_for_the_compiler() {
        let item: ItemFn = parse_str("#[doc = include_str!(\"a.md\")] fn f() {}").unwrap();
        let docs = Docs::read(&item.attrs).unwrap();
        assert!(docs.literal().is_none());
        assert!(docs.to_token_stream().to_string().contains("include_str"));
    }
}
