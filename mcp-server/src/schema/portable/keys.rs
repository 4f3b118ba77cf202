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
/// When the name is not 1 to 64 of `A-Z a-z 0-9 _ . -`, the narrowest rule known.
pub(in crate::schema) fn check_key(name: &str) -> Result<(), String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(allowed) {
        return Err(format!(
            "the name `{name}` is refused by model APIs; rename it to 1 to {LONGEST} of \
             A-Z a-z 0-9 _ . -"
        ));
    }
    Ok(())
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
