//! `VeryBrief` → `very_brief`, and the other spellings.

/// How the names of variants are written.
#[derive(Clone, Copy)]
pub(super) enum Case {
    Snake,
    Kebab,
    Camel,
    Pascal,
    Lower,
    Upper,
    ScreamingSnake,
}

const CASES: &[(&str, Case)] = &[
    ("snake_case", Case::Snake),
    ("kebab-case", Case::Kebab),
    ("camelCase", Case::Camel),
    ("PascalCase", Case::Pascal),
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
];

impl Case {
    /// The case of this name, or the names there are.
    pub(super) fn parse(name: &str) -> Result<Self, String> {
        match CASES.iter().find(|(known, _)| *known == name) {
            Some((_, case)) => Ok(*case),
            None => {
                let known: Vec<String> = CASES
                    .iter()
                    .map(|(known, _)| format!("\"{known}\""))
                    .collect();
                Err(format!("`rename_all` is one of {}", known.join(", ")))
            }
        }
    }

    /// Writes the name of a variant.
    pub(super) fn apply(self, variant: &str) -> String {
        let words = words(variant);
        match self {
            Self::Snake => words.join("_"),
            Self::Kebab => words.join("-"),
            Self::Lower => words.concat(),
            Self::Upper => words.concat().to_uppercase(),
            Self::ScreamingSnake => words.join("_").to_uppercase(),
            Self::Pascal => words.iter().map(|word| capital(word)).collect(),
            Self::Camel => {
                let rest = words.iter().skip(1).map(|word| capital(word));
                words.first().cloned().into_iter().chain(rest).collect()
            }
        }
    }
}

/// `VeryBrief` → `Very brief`, for people; the same for `very_brief`.
pub(super) fn human(name: &str) -> String {
    capital(&words(name).join(" "))
}

/// The words of a name, in lower case: `HTTPServer2` → `http`, `server2`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let chars: Vec<char> = name.chars().collect();
    let mut open = false;
    for (index, c) in chars.iter().enumerate() {
        if *c == '_' {
            open = false;
            continue;
        }
        let after_small = index > 0 && !chars[index - 1].is_uppercase();
        let before_small = chars.get(index + 1).is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && (after_small || before_small) {
            open = false;
        }
        match words.last_mut().filter(|_| open) {
            Some(word) => word.extend(c.to_lowercase()),
            None => words.push(c.to_lowercase().collect()),
        }
        open = true;
    }
    words
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map(char::to_uppercase)
        .into_iter()
        .flatten()
        .chain(chars)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(case: &str, expect: [&str; 4]) {
        let case = Case::parse(case).unwrap();
        assert_eq!(
            ["Formal", "VeryBrief", "HTTPServer", "V2"].map(|name| case.apply(name)),
            expect
        );
    }

    #[test]
    fn variants_are_written_in_every_case() {
        check("snake_case", ["formal", "very_brief", "http_server", "v2"]);
        check("kebab-case", ["formal", "very-brief", "http-server", "v2"]);
        check("camelCase", ["formal", "veryBrief", "httpServer", "v2"]);
        check("PascalCase", ["Formal", "VeryBrief", "HttpServer", "V2"]);
        check("lowercase", ["formal", "verybrief", "httpserver", "v2"]);
        check("UPPERCASE", ["FORMAL", "VERYBRIEF", "HTTPSERVER", "V2"]);
        check(
            "SCREAMING_SNAKE_CASE",
            ["FORMAL", "VERY_BRIEF", "HTTP_SERVER", "V2"],
        );
        assert!(Case::parse("snake").is_err());
    }

    #[test]
    fn people_read_words() {
        assert_eq!(human("VeryBrief"), "Very brief");
        assert_eq!(human("delivery_day"), "Delivery day");
    }
}
