//! The user behind a client, by script.

use serde_json::{Value, json};

/// What the user does with one question.
#[derive(Clone, Debug)]
pub enum Says {
    /// Fills the form so, or agrees to open the page.
    Accept(Value),
    /// Says no.
    Decline,
    /// Closes it.
    Cancel,
}

/// Answers questions by the beginning of their text, and remembers them.
///
/// A question that no line of the script is about fails the test: nothing may be asked by surprise.
#[derive(Clone, Debug, Default)]
pub struct User {
    script: Vec<(String, Says)>,
    replies: Vec<(String, Value)>,
    asked: Vec<String>,
}

impl User {
    /// Knows nothing to say.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says this to questions that begin so.
    #[must_use]
    pub fn says(mut self, beginning: &str, says: Says) -> Self {
        self.script.push((beginning.to_owned(), says));
        self
    }

    /// Agrees to questions that begin so.
    #[must_use]
    pub fn agrees(self, beginning: &str) -> Self {
        self.says(beginning, Says::Accept(json!({ "confirm": true })))
    }

    /// The model or the client itself replies this to a question of the method, for whoever is asked beside the user.
    #[must_use]
    pub fn replies(mut self, method: &str, result: Value) -> Self {
        self.replies.push((method.to_owned(), result));
        self
    }

    /// Every question so far, by its text.
    #[must_use]
    pub fn asked(&self) -> &[String] {
        &self.asked
    }

    /// The result for one question.
    ///
    /// # Panics
    ///
    /// When the script does not have it.
    pub fn answer(&mut self, method: &str, params: &Value) -> Value {
        if let Some((_, reply)) = self.replies.iter().find(|(known, _)| known == method) {
            return reply.clone();
        }
        assert_eq!(
            method, "elicitation/create",
            "only forms and pages are asked: {params}"
        );
        let text = params["message"].as_str().expect("a question has a text");
        self.asked.push(text.to_owned());
        let line = self
            .script
            .iter()
            .find(|(beginning, _)| text.starts_with(beginning));
        match line.map(|(_, says)| says) {
            // Of what was done at a page the client learns nothing.
            Some(Says::Accept(_)) if params["mode"] == "url" => json!({ "action": "accept" }),
            Some(Says::Accept(content)) => json!({ "action": "accept", "content": content }),
            Some(Says::Decline) => json!({ "action": "decline" }),
            Some(Says::Cancel) => json!({ "action": "cancel" }),
            None => panic!("nobody expected to be asked {text:?}"),
        }
    }
}
