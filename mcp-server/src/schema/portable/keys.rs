//! Names of properties.

use serde_json::{Map, Value};

use super::super::Direction;

/// Characters of a name at most.
const LONGEST: usize = 64;

/// A name of an input's property that a model API does not take makes it refuse the whole
/// conversation, so it is not published.
///
/// # Errors
///
/// When the name is not `[A-Za-z_][A-Za-z0-9_]{0,63}`, the narrowest rule known.
pub(in crate::schema) fn check_key(name: &str) -> Result<(), String> {
    let plain = plain(name);
    if plain == name {
        return Ok(());
    }
    Err(format!(
        "the name `{name}` is refused by model APIs, which take at most {LONGEST} of A-Z a-z 0-9 _ \
         without a digit in front; rename it, say to `{plain}`, or publish it to clients that take \
         it with `SchemaProfile::Full`"
    ))
}

/// The nearest name that is taken everywhere.
fn plain(name: &str) -> String {
    let digit = name.starts_with(|c: char| c.is_ascii_digit());
    let front = if digit || name.is_empty() { "_" } else { "" };
    let allowed = |c: char| match c {
        c if c.is_ascii_alphanumeric() => c,
        _ => '_',
    };
    let plain = front.chars().chain(name.chars().map(allowed));
    plain.take(LONGEST).collect()
}

/// Every property of an input has a name that is taken everywhere.
pub(super) fn names_are_plain(
    schema: &mut Map<String, Value>,
    direction: Direction,
) -> Result<(), String> {
    match schema.get("properties") {
        Some(Value::Object(properties)) if direction == Direction::Input => {
            properties.keys().try_for_each(|name| check_key(name))
        }
        _ => Ok(()),
    }
}
