//! What the user says.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

/// Answers to questions, found by their text; notes what was asked.
#[derive(Debug, Default)]
pub(super) struct Script {
    lines: Vec<(String, Says)>,
    asked: Mutex<Vec<Asked>>,
}

/// One question as it came, and its text.
#[derive(Debug)]
struct Asked {
    text: String,
    question: Value,
}

#[derive(Clone, Debug)]
pub(super) enum Says {
    /// Fills the form.
    Accept(Value),
    /// Opens the page.
    Agree,
    Decline,
    Cancel,
    /// The raw result of a question that is no form (sampling, roots).
    Raw(Value),
}

impl Script {
    pub(super) fn of(lines: Vec<(String, Says)>) -> Self {
        Self {
            lines,
            asked: Mutex::default(),
        }
    }

    pub(super) fn add(&mut self, pattern: String, says: Says) {
        self.lines.push((pattern, says));
    }

    /// The raw answer to a question, by method and parameters.
    pub(super) fn answer(&self, method: &str, params: &Value) -> Value {
        let text = match method {
            "elicitation/create" => params["message"].as_str().unwrap_or_default().to_owned(),
            other => other.to_owned(),
        };
        let says = self
            .lines
            .iter()
            .find(|(pattern, _)| matches(pattern, &text))
            .map(|(_, says)| says.clone());
        let question = json!({ "method": method, "params": params });
        self.lock().push(Asked { text, question });
        match says {
            Some(Says::Accept(content)) => json!({ "action": "accept", "content": content }),
            Some(Says::Agree) => json!({ "action": "accept" }),
            Some(Says::Decline) => json!({ "action": "decline" }),
            Some(Says::Raw(result)) => result,
            Some(Says::Cancel) | None => json!({ "action": "cancel" }),
        }
    }

    /// Whether a raw result is there for a method.
    pub(super) fn answers(&self, method: &str) -> bool {
        self.lines
            .iter()
            .any(|(pattern, says)| matches!(says, Says::Raw(_)) && matches(pattern, method))
    }

    /// The texts of all questions so far.
    pub(super) fn asked(&self) -> Vec<String> {
        self.lock().iter().map(|asked| asked.text.clone()).collect()
    }

    /// All questions so far, as they came.
    pub(super) fn questions(&self) -> Vec<Value> {
        self.lock()
            .iter()
            .map(|asked| asked.question.clone())
            .collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A pattern is the whole text, or its beginning followed by `*`.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => text.starts_with(beginning),
        None => pattern == text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_matching_line_answers_and_silence_cancels() {
        let mut script = Script::default();
        script.add("Refund*".into(), Says::Accept(json!({ "confirm": true })));
        script.add("*".into(), Says::Decline);
        let ask = |text: &str| script.answer("elicitation/create", &json!({ "message": text }));
        assert_eq!(ask("Refund 5?")["action"], "accept");
        assert_eq!(ask("Ship?")["action"], "decline");
        assert_eq!(script.asked(), ["Refund 5?", "Ship?"]);
        assert_eq!(
            Script::default().answer("elicitation/create", &json!({}))["action"],
            "cancel"
        );
    }
}
