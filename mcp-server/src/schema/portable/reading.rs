//! What an author's text says of numbers.
//!
//! `Line 1 of the address` has the number 1 in it and says nothing of a limit. So a number counts
//! only beside a word or sign that makes it one. In doubt it does not count: said twice is better
//! than never.

use serde_json::Value;

use super::words;

/// Words that make the number after them a limit; a word or two may stand between.
const BEFORE: [&str; 20] = [
    "least", "most", "min", "minimum", "max", "maximum", "from", "between", "up", "over", "above",
    "below", "under", "than", "exceed", "limit", "limited", "exactly", "within", "beyond",
];
/// Words that make the number before them one.
const AFTER: [&str; 8] = [
    "least",
    "most",
    "min",
    "minimum",
    "max",
    "maximum",
    "limit",
    "inclusive",
];
/// Signs that do.
const COMPARING: [&str; 6] = ["<", "<=", "≤", ">", ">=", "≥"];
/// What stands between the ends of a range.
const BETWEEN: [&str; 9] = ["-", "–", "—", "..", "..=", "…", "to", "and", "through"];
/// Words that make a number the size of a step.
const STEPPING: [&str; 6] = [
    "multiple",
    "multiples",
    "step",
    "steps",
    "divisible",
    "increments",
];
/// Words that tell of what is left out.
const DEFAULTING: [&str; 5] = ["default", "otherwise", "omitted", "left out", "unless"];

/// Whether `number` stands in `text` as a limit.
pub(super) fn limits(text: &str, number: &str) -> bool {
    stands(text, number, |tokens, at| {
        let (before, after) = (&tokens[at.saturating_sub(3)..at], &tokens[at + 1..]);
        let after = &after[..after.len().min(2)];
        let ends_range = |sign: Option<&String>, other: Option<&String>| {
            sign.is_some_and(|sign| BETWEEN.contains(&sign.as_str()))
                && other.is_some_and(|other| is_number(other))
        };
        let (sign, other) = (before.last(), before.iter().rev().nth(1));
        any(before, &BEFORE)
            || any(after, &AFTER)
            || sign.is_some_and(|sign| COMPARING.contains(&sign.as_str()))
            || ends_range(sign, other)
            || ends_range(after.first(), after.get(1))
    })
}

/// Whether `number` stands in `text` as a number of characters, items or entries.
pub(super) fn counts(text: &str, number: &str, unit: &str) -> bool {
    let units: &[&str] = match unit {
        "character" => &["character", "char", "letter", "digit"],
        "item" => &["item", "element", "value"],
        _ => &["entry", "entries", "key"],
    };
    stands(text, number, |tokens, at| {
        let after = tokens.get(at + 1).map(|word| word.trim_end_matches('s'));
        after.is_some_and(|word| units.contains(&word))
    })
}

/// Whether `number` stands in `text` as the size of a step.
pub(super) fn steps(text: &str, number: &str) -> bool {
    stands(text, number, |tokens, at| {
        any(&tokens[at.saturating_sub(3)..at], &STEPPING)
    })
}

/// Whether `text` says what is taken for an argument that is left out.
pub(super) fn says_default(text: &str, default: &Value) -> bool {
    let lower = text.to_lowercase();
    let named = match default {
        Value::String(value) => lower.contains(&value.to_lowercase()),
        Value::Number(_) => stands(text, &words::number(default), |_, _| true),
        _ => true,
    };
    named && DEFAULTING.iter().any(|word| lower.contains(word))
}

/// Whether `number` stands somewhere in `text` where it counts.
fn stands(text: &str, number: &str, counts: impl Fn(&[String], usize) -> bool) -> bool {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let number = number.trim_start_matches('-');
    let tokens = tokens(text);
    (0..tokens.len()).any(|at| tokens[at] == number && counts(&tokens, at))
}

fn any(tokens: &[String], words: &[&str]) -> bool {
    tokens.iter().any(|token| words.contains(&token.as_str()))
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

/// The words of a text in lower case, its numbers without `,` or `_` between their groups, and
/// the signs between them.
fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.to_lowercase().chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let first = chars[at];
        let (token, next) = if first.is_ascii_digit() {
            number(&chars, at)
        } else if first.is_alphabetic() {
            run(&chars, at, char::is_alphanumeric)
        } else {
            run(&chars, at, |c| "-–—<>≤≥=….".contains(c))
        };
        // One dot ends a sentence; more are a range.
        if !token.is_empty() && token != "." {
            tokens.push(token);
        }
        at = next.max(at + 1);
    }
    tokens
}

fn run(chars: &[char], at: usize, belongs: impl Fn(char) -> bool) -> (String, usize) {
    let token: String = chars[at..]
        .iter()
        .copied()
        .take_while(|c| belongs(*c))
        .collect();
    let length = token.chars().count();
    (token, at + length)
}

/// `1000`, `1,000` and `1_000` are one number.
fn number(chars: &[char], mut at: usize) -> (String, usize) {
    let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let group = |at: usize| (1..=3).all(|n| digit(at + n)) && !digit(at + 4);
    let mut found = String::new();
    while digit(at) {
        found.push(chars[at]);
        at += 1;
        match chars.get(at) {
            Some(',' | '_' | '\u{a0}' | '\u{202f}') if group(at) => at += 1,
            Some('.') if digit(at + 1) => {
                found.push('.');
                at += 1;
            }
            _ => {}
        }
    }
    (found, at)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_is_a_limit_beside_words_and_signs_that_make_it_one() {
        for text in [
            "At least 5",
            "5 at most",
            "Between 1 and 5",
            "1 to 5",
            "1-5",
            "(1–5)",
            "1..=5",
            "x <= 5",
            "Not more than about 5.",
            "max. 5",
            "Up to 5 of them",
        ] {
            assert!(limits(text, "5"), "{text}");
        }
        for text in [
            "Line 5 of the address",
            "Room 1-A, bed 5",
            "By 5 o'clock",
            "Step 4, then 5",
            "",
        ] {
            assert!(!limits(text, "5"), "{text}");
        }
        assert!(limits("up to 1,000", "1000") && limits("up to 1_000", "1000"));
        assert!(!limits("up to 10,00", "1000") && !limits("up to 1000", "100"));
        assert!(limits("from -5 to 2.5", "-5") && limits("from -5 to 2.5", "2.5"));
    }

    #[test]
    fn a_number_counts_what_stands_after_it() {
        assert!(counts("3 letters", "3", "character"));
        assert!(!counts("3 letters", "3", "item"));
        assert!(!counts("Page 3", "3", "character"));
        assert!(steps("In steps of 5", "5") && !steps("Like 5", "5"));
    }

    #[test]
    fn a_default_is_said_with_its_value() {
        assert!(says_default("How many; 20 by default", &json!(20)));
        assert!(says_default("Otherwise `low`", &json!("low")));
        assert!(!says_default("How many of 20", &json!(20)));
        assert!(!says_default("The default is best", &json!(20)));
        assert!(says_default("On by default", &json!(true)));
    }
}
