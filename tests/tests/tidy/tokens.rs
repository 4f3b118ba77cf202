//! Sources as tokens: what the compiler sees, without comments, documentation and unit tests.

use std::str::FromStr as _;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tree;

/// A token that can be looked for: an identifier, a literal as it is written, or a mark.
pub(crate) type Token = String;

/// The tokens of a source, in order; groups are flattened.
pub(crate) fn of(path: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    flatten(parse(path), false, &mut tokens);
    tokens
}

/// The tokens inside the attributes of a name, such as `serde`.
pub(crate) fn attributes(path: &str, name: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    collect_attributes(parse(path), name, &mut tokens);
    tokens
}

fn parse(path: &str) -> TokenStream {
    TokenStream::from_str(&tree::read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Leaves out `#[doc = …]`, and the item that follows `#[cfg(test)]`.
fn flatten(stream: TokenStream, with_tests: bool, tokens: &mut Vec<Token>) {
    let mut trees = stream.into_iter().peekable();
    while let Some(tree) = trees.next() {
        match tree {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                let inner =
                    matches!(trees.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!');
                let mark_after = inner.then(|| trees.next());
                match trees.next() {
                    Some(TokenTree::Group(attribute))
                        if attribute.delimiter() == Delimiter::Bracket =>
                    {
                        let text = attribute.stream().to_string();
                        if text.starts_with("doc") {
                            continue;
                        }
                        if text.replace(' ', "") == "cfg(test)" && !inner && !with_tests {
                            skip_item(&mut trees);
                            continue;
                        }
                        flatten(attribute.stream(), with_tests, tokens);
                    }
                    other => {
                        tokens.push("#".to_owned());
                        let rest = mark_after.flatten().into_iter().chain(other);
                        flatten(rest.collect(), with_tests, tokens);
                    }
                }
            }
            TokenTree::Group(group) => flatten(group.stream(), with_tests, tokens),
            other => tokens.push(other.to_string()),
        }
    }
}

/// Skips to the end of an item: a block or a semicolon.
fn skip_item(trees: &mut impl Iterator<Item = TokenTree>) {
    for tree in trees {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            TokenTree::Punct(mark) if mark.as_char() == ';' => return,
            _ => {}
        }
    }
}

fn collect_attributes(stream: TokenStream, name: &str, tokens: &mut Vec<Token>) {
    let trees: Vec<_> = stream.into_iter().collect();
    for (at, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else {
            continue;
        };
        let after_hash =
            at > 0 && matches!(&trees[at - 1], TokenTree::Punct(mark) if mark.as_char() == '#');
        let mut inside = group.stream().into_iter();
        let named = matches!(inside.next(), Some(TokenTree::Ident(ident)) if ident == name);
        if after_hash && group.delimiter() == Delimiter::Bracket && named {
            flatten(inside.collect(), true, tokens);
        } else {
            collect_attributes(group.stream(), name, tokens);
        }
    }
}

/// Whether these tokens stand one after the other.
pub(crate) fn contains(tokens: &[Token], sequence: &[&str]) -> bool {
    tokens
        .windows(sequence.len())
        .any(|window| window.iter().eq(sequence))
}

#[test]
fn comments_documentation_and_unit_tests_are_no_code() {
    let source = "
        //! modern
        /// legacy
        #[cfg(test)]
        mod tests { fn era() {} }
        #[derive(Debug)] // modern
        struct Plain(/* era */ &'static str);
        const A: Plain = Plain(\"words\");
    ";
    let mut tokens = Vec::new();
    flatten(TokenStream::from_str(source).unwrap(), false, &mut tokens);
    let found = tokens.join(" ");
    for absent in ["modern", "legacy", "era", "tests"] {
        assert!(!found.contains(absent), "{absent} in {found}");
    }
    assert!(
        contains(&tokens, &["struct", "Plain"]) && found.contains("\"words\""),
        "{found}"
    );
}
