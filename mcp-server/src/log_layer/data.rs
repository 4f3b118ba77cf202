//! An event as JSON.

use std::error::Error;
use std::fmt::{self, Write as _};

use serde_json::{Map, Value};
use tracing::Event;
use tracing::field::{Field, Visit};

use crate::secret::is_secret;

/// What stands in place of a value that messages must not contain
/// (specification, "Logging: Security").
const HIDDEN: &str = "[hidden]";

/// Longest value of a field, in bytes.
const LONGEST: usize = 4 * 1024;

/// The message and the fields of an event.
pub(super) fn of(event: &Event<'_>) -> Map<String, Value> {
    let mut data = Data(Map::new());
    event.record(&mut data);
    data.0
}

struct Data(Map<String, Value>);

impl Data {
    fn insert(&mut self, field: &Field, value: impl Into<Value>) {
        let name = field.name();
        let value = match is_secret(name) {
            true => HIDDEN.into(),
            false => value.into(),
        };
        self.0.insert(name.to_owned(), value);
    }

    fn insert_text(&mut self, field: &Field, text: fmt::Arguments<'_>) {
        let mut cut = Cut(String::new());
        // An error means that the text is full.
        let _ = cut.write_fmt(text);
        self.insert(field, cut.0);
    }
}

impl Visit for Data {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.insert(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.insert(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.insert(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.insert(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.insert_text(field, format_args!("{value}"));
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.insert_text(field, format_args!("{value}"));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.insert_text(field, format_args!("{value:?}"));
    }
}

/// A text that takes no more than [`LONGEST`] bytes, and says so.
struct Cut(String);

impl fmt::Write for Cut {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let room = LONGEST.saturating_sub(self.0.len());
        if more.len() <= room {
            self.0.push_str(more);
            return Ok(());
        }
        self.0.push_str(&more[..more.floor_char_boundary(room)]);
        self.0.push('…');
        Err(fmt::Error)
    }
}
