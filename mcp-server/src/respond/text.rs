//! What is text by itself.

use std::borrow::Cow;

/// Text that is returned as words, not as a JSON string.
pub trait PlainText {
    fn into_text(self) -> String;
}

impl PlainText for String {
    fn into_text(self) -> String {
        self
    }
}

impl PlainText for &str {
    fn into_text(self) -> String {
        self.to_owned()
    }
}

impl PlainText for Cow<'_, str> {
    fn into_text(self) -> String {
        self.into_owned()
    }
}

impl PlainText for Box<str> {
    fn into_text(self) -> String {
        self.into_string()
    }
}

impl PlainText for () {
    /// Some hosts take a result without content for a failure.
    fn into_text(self) -> String {
        "ok".to_owned()
    }
}
