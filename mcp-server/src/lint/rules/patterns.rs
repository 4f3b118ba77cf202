//! `pattern`, which every host reads with an engine of its own.

use serde_json::Value;

use crate::lint::hosts::Part;
use crate::lint::rule::Rule;
use crate::lint::sink::Sink;
use crate::lint::walk::Node;

pub(super) fn have_no_look_around(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if let Some(what) = pattern(node).and_then(|pattern| search(pattern, look_around)) {
        let message = format!("its pattern has `{what}`");
        sink.find(Rule::PatternLookaround, &node.pointer, message);
    }
}

/// Ajv compiles patterns with the flag `u`, under which unknown escapes are errors (ECMA-262,
/// "Patterns": `IdentityEscape`).
pub(super) fn are_javascript(node: &Node<'_>, _: Part, sink: &mut Sink<'_>) {
    if let Some(what) = pattern(node).and_then(|pattern| search(pattern, foreign)) {
        let message = format!("its pattern has `{what}`, which JavaScript does not know");
        sink.find(Rule::PatternSyntax, &node.pointer, message);
    }
}

fn pattern<'a>(node: &Node<'a>) -> Option<&'a str> {
    node.schema.get("pattern").and_then(Value::as_str)
}

/// The first piece of a pattern that is found wanting. `wanting` gets the rest of the pattern
/// from each position on, and whether that is inside of a class, and gives the length.
fn search(pattern: &str, wanting: fn(&str, bool) -> Option<usize>) -> Option<&str> {
    let mut in_class = false;
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        if let Some(length) = wanting(rest, in_class) {
            return rest.get(..length);
        }
        match first {
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        let step = match first {
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            other => other.len_utf8(),
        };
        rest = &rest[step..];
    }
    None
}

fn look_around(rest: &str, in_class: bool) -> Option<usize> {
    let groups = ["(?=", "(?!", "(?<=", "(?<!"];
    let group = groups.iter().find(|group| rest.starts_with(**group));
    let back = |rest: &str| {
        let escape = rest.strip_prefix('\\')?;
        let is_back = escape.starts_with(|c: char| ('1'..='9').contains(&c));
        (is_back || escape.starts_with("k<")).then_some(2)
    };
    match in_class {
        true => None,
        false => group.map(|group| group.len()).or_else(|| back(rest)),
    }
}

fn foreign(rest: &str, in_class: bool) -> Option<usize> {
    if let Some(escape) = rest.strip_prefix('\\') {
        let escaped = escape.chars().next()?;
        let syntax = "^$\\.*+?()[]{}|/";
        let known = "dDwWsSbBfnrtv0123456789cxukpP";
        let is_known =
            syntax.contains(escaped) || known.contains(escaped) || (in_class && escaped == '-');
        return (!is_known).then_some(1 + escaped.len_utf8());
    }
    if in_class {
        return None;
    }
    let possessive = ["*+", "++", "?+", "}+"];
    let groups = ["(?:", "(?=", "(?!", "(?<"];
    let begins = |with: &&str| rest.starts_with(*with);
    match rest {
        _ if possessive.iter().any(begins) => Some(2),
        _ if rest.starts_with("(?") && !groups.iter().any(begins) => {
            let end = rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at);
            Some(end)
        }
        _ if rest.starts_with("[[:") => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::lint::tests::{property, rules_of_output};

    fn input(pattern: &str) -> Vec<String> {
        property(json!({ "type": "string", "pattern": pattern }))
    }

    #[test]
    fn plain_patterns_pass() {
        for pattern in [
            r"^[A-Z]-\d{4}$",
            r"^(?:a|b)+$",
            r"^[\w\-]+\.(?<ext>\w+)$",
            "",
            "日本+",
        ] {
            assert_eq!(input(pattern), [""; 0], "{pattern}");
        }
    }

    #[test]
    fn look_around_is_not_linear() {
        for pattern in ["^(?=a)", "(?!b)", "(?<=c)d", "(?<!e)f", r"(a)\1"] {
            assert_eq!(input(pattern), ["pattern-lookaround"], "{pattern}");
        }
        assert_eq!(input(r"[(?=]\\1"), [""; 0]);
    }

    #[test]
    fn what_only_other_engines_know_does_not_compile_in_javascript() {
        for pattern in [
            r"\Aa\z",
            "(?i)a",
            "(?P<name>a)",
            "a++",
            r"^\@",
            r"a\-b",
            "[[:alpha:]]",
        ] {
            assert_eq!(input(pattern), ["pattern-syntax"], "{pattern}");
            let result = json!({ "type": "string", "pattern": pattern });
            let result = json!({ "type": "object", "properties": { "x": result } });
            assert_eq!(rules_of_output(&result), ["pattern-syntax"], "{pattern}");
        }
    }
}
