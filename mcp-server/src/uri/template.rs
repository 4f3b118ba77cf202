//! Templates, parsed.

use std::cmp::Reverse;
use std::fmt;

use super::check::{check_scheme, check_uri};
use super::units::{Unit, units};

/// A resource's URI: fixed, or an RFC 6570 template of level 1 or 2.
#[derive(Clone)]
pub(crate) struct Template {
    text: String,
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub(super) enum Part {
    /// Never empty; two never follow each other.
    Literal(Vec<Unit>),
    /// Two never follow each other.
    Variable(Variable),
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    /// `{+x}` and `{#x}`: reserved characters, so slashes too, are part of the
    /// value. The `#` of the latter is a literal before it.
    pub(super) reserved: bool,
}

/// Which of two templates that hold the same URI answers: the lesser one.
///
/// More literal characters come first, then fewer variables that span
/// slashes, then a longer literal beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Precedence {
    literal: Reverse<usize>,
    reserved: usize,
    beginning: Reverse<usize>,
}

impl Template {
    /// Reads a URI or a template.
    ///
    /// # Errors
    ///
    /// What is wrong with it and what to write instead.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text.split_once('{') {
            None if text.contains('}') => {} // told below
            None => check_uri(text)?,
            // A scheme that a variable completes could become any scheme.
            Some((before, _)) => drop(check_scheme(before)?),
        }
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            rest = match rest.strip_prefix('{') {
                Some(after) => expression(text, after, &mut parts)?,
                None => literal(text, rest, &mut parts)?,
            };
        }
        Ok(Self {
            text: text.to_owned(),
            parts,
        })
    }

    /// As it was written.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether it has no variables, and so is the URI of one resource.
    pub(crate) fn is_fixed(&self) -> bool {
        self.variables().next().is_none()
    }

    /// The names of its variables, from left to right.
    pub(crate) fn variables(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Variable(variable) => Some(variable.name.as_str()),
            Part::Literal(_) => None,
        })
    }

    /// Sorts templates so that the first to match is the right one.
    pub(crate) fn precedence(&self) -> Precedence {
        let literal = |part: &Part| match part {
            Part::Literal(units) => units.len(),
            Part::Variable(_) => 0,
        };
        let reserved = |part: &&Part| matches!(part, Part::Variable(v) if v.reserved);
        Precedence {
            literal: Reverse(self.parts.iter().map(literal).sum()),
            reserved: self.parts.iter().filter(reserved).count(),
            beginning: Reverse(self.parts.first().map_or(0, literal)),
        }
    }

    /// Whether both hold exactly the same URIs: they differ in names at most,
    /// so that one of them would never answer.
    pub(crate) fn same_uris(&self, other: &Self) -> bool {
        self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|pair| match pair {
                (Part::Literal(one), Part::Literal(other)) => one == other,
                (Part::Variable(one), Part::Variable(other)) => one.reserved == other.reserved,
                _ => false,
            })
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Template({:?})", self.text)
    }
}

/// Reads up to the next `{`. Literals are those of RFC 6570, section 2.1, and
/// the space and `'`, which clients encode like any other character.
fn literal<'a>(text: &str, rest: &'a str, parts: &mut Vec<Part>) -> Result<&'a str, String> {
    let (literal, rest) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
    if literal.contains('}') {
        return Err(format!("`{text}` has a `}}` that closes nothing"));
    }
    if let Some(bad) = literal.find(|c: char| c.is_control() || "\"<>\\^`|".contains(c)) {
        let bad = literal[bad..].chars().next().unwrap_or_default();
        return Err(format!(
            "`{}` holds {bad:?}, which no URI may; percent-encode it",
            text.escape_debug()
        ));
    }
    push_literal(parts, units(literal));
    match parts.last() {
        Some(Part::Literal(units)) if units.contains(&Unit::Broken) => Err(format!(
            "`{text}` has a `%` without two hexadecimal digits; a percent sign is `%25`"
        )),
        _ => Ok(rest),
    }
}

/// Reads `x}`, `+x}` or `#x}`.
fn expression<'a>(text: &str, after: &'a str, parts: &mut Vec<Part>) -> Result<&'a str, String> {
    let Some((inner, rest)) = after.split_once('}') else {
        return Err(format!("`{text}` has a `{{` that is never closed"));
    };
    let operator = inner.chars().next().filter(|c| "+#./;?&=,!@|".contains(*c));
    let name = &inner[operator.map_or(0, char::len_utf8)..];
    if let Some(operator) = operator.filter(|operator| !"+#".contains(*operator)) {
        return Err(format!(
            "`{{{inner}}}` of `{text}` has the operator `{operator}`; resources have `{{x}}`, \
             `{{+x}}` and `{{#x}}` (RFC 6570, levels 1 and 2)"
        ));
    }
    check_name(text, inner, name)?;
    if parts
        .iter()
        .any(|part| matches!(part, Part::Variable(variable) if variable.name == name))
    {
        return Err(format!("`{text}` has the variable `{name}` twice"));
    }
    if operator == Some('#') {
        push_literal(parts, [Unit::Plain(b'#')]);
    }
    if let Some(Part::Variable(before)) = parts.last() {
        return Err(format!(
            "`{text}` has nothing between `{}` and `{name}`, so that nobody can tell where one \
             ends; put a character between them",
            before.name
        ));
    }
    parts.push(Part::Variable(Variable {
        name: name.to_owned(),
        reserved: operator.is_some(),
    }));
    Ok(rest)
}

/// Checks `varname` of RFC 6570, section 2.3, and that nothing else is there.
fn check_name(text: &str, inner: &str, name: &str) -> Result<(), String> {
    if name.contains(',') {
        return Err(format!(
            "`{{{inner}}}` of `{text}` names several variables; write one expression for each"
        ));
    }
    if name.ends_with('*') || name.contains(':') {
        return Err(format!(
            "`{{{inner}}}` of `{text}` has a modifier; resources have `{{x}}`, `{{+x}}` and \
             `{{#x}}` (RFC 6570, levels 1 and 2)"
        ));
    }
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    match name.split('.').all(is_word) {
        true => Ok(()),
        false => Err(format!(
            "`{{{inner}}}` of `{text}` names no variable: names have letters, digits and `_`"
        )),
    }
}

/// Adds to the literal at the end, or begins one.
fn push_literal(parts: &mut Vec<Part>, more: impl IntoIterator<Item = Unit>) {
    match parts.last_mut() {
        Some(Part::Literal(units)) => units.extend(more),
        _ => parts.push(Part::Literal(more.into_iter().collect())),
    }
}
