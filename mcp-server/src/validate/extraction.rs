//! Problems that only the Rust type knows: said in the form of every other problem.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use super::{Violation, keys, nearest, pointer, words};

/// Reads a value as its type; an error comes with the JSON Pointer to what cannot be read.
///
/// For the second time only: keeping track costs more than reading.
pub(crate) fn read_with_path<T: DeserializeOwned>(
    value: &Value,
) -> Result<T, (String, serde_json::Error)> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = place(error.path(), value);
        (path, error.into_inner())
    })
}

/// The pointer to what serde was reading, as far as it leads into the value: the name of a variant
/// is a key only where it stands before its content.
fn place(path: &Path, mut value: &Value) -> String {
    let mut place = String::new();
    for segment in path {
        let name = match segment {
            Segment::Seq { index } => index.to_string(),
            Segment::Map { key } => key.clone(),
            Segment::Enum { variant } => variant.clone(),
            Segment::Unknown => break,
        };
        let inner = match value {
            Value::Array(items) => name.parse().ok().and_then(|at: usize| items.get(at)),
            value => value.get(&name),
        };
        match (inner, segment) {
            (Some(inner), _) => value = inner,
            (None, Segment::Enum { .. }) => continue,
            (None, _) => break,
        }
        place = pointer::join(&place, &name);
    }
    place
}

/// Describes an integer that was written as a float too great to be exact.
pub(super) fn inexact(path: &str, sent: &serde_json::Number, secret: bool) -> Violation {
    let got = words::sent(&sent.clone().into(), secret);
    let expected =
        format!("must be an integer, got {got}; write it as digits, without exponent or point");
    Violation::new(path, "type", expected)
}

/// Describes why the value at `path` could not be read as its Rust type.
///
/// With `secret`, nothing that repeats the value is told: serde's messages quote it.
pub(super) fn violation(path: &str, error: &serde_json::Error, secret: bool) -> Violation {
    let message = error.to_string();
    let message = without_position(&message);
    let quoted = |prefix: &str| {
        let rest = message.strip_prefix(prefix)?;
        let (name, rest) = rest.split_once('`')?;
        Some((name, rest))
    };
    if let Some((name, _)) = quoted("missing field `") {
        return Violation::new(pointer::join(path, name), "required", "missing".to_owned());
    }
    if let Some((name, rest)) = quoted("unknown field `") {
        let known = match names(rest).as_slice() {
            [] => "there are none".to_owned(),
            names => format!("known are `{}`", names.join("`, `")),
        };
        let expected = format!("unknown key; {known}");
        // The key was being read, and may be on the path already.
        let own = pointer::join("", name);
        let parent = path.strip_suffix(&own).unwrap_or(path);
        return Violation::new(parent.to_owned() + &own, "additionalProperties", expected);
    }
    if let Some((name, rest)) = quoted("unknown variant `") {
        let one_of = match names(rest).as_slice() {
            [only] => format!("\"{only}\""),
            names => format!("one of \"{}\"", names.join("\", \"")),
        };
        let sent = match secret {
            true => String::new(),
            false => format!(", got \"{}\"", words::shorten(name, words::SHOWN)),
        };
        return Violation::new(path, "enum", format!("must be {one_of}{sent}"));
    }
    if is_of_union(error) {
        // The name of a Rust type follows, which says nothing to a model.
        return Violation::new(path, "type", "has none of the forms that it may have");
    }
    if message == "invalid number" {
        // All that serde_json says once its feature `arbitrary_precision` is on.
        let expected = "must be a number in the range of its type".to_owned();
        return Violation::new(path, "type", expected);
    }
    let typed = message
        .strip_prefix("invalid type: ")
        .or_else(|| message.strip_prefix("invalid value: "))
        .or_else(|| message.strip_prefix("invalid length "));
    if let Some((sent, expected)) = typed.and_then(|typed| typed.rsplit_once(", expected ")) {
        let advice = match in_spite_of_range(sent, expected) {
            true => "; write it as digits, without exponent or point",
            false => "",
        };
        let sent = match secret {
            true => String::new(),
            false => format!(", got {}", words::shorten(sent, 2 * words::SHOWN)),
        };
        return Violation::new(
            path.to_owned(),
            "type",
            format!("must be {}{sent}{advice}", rust_type(expected)),
        );
    }
    let expected = match secret {
        true => "is not acceptable".to_owned(),
        false => message.to_owned(),
    };
    Violation::new(path, "type", expected)
}

/// Says of a value that is no variant of an enum what its `schema` knows: serde names Rust's types,
/// and takes the key of a variant for the value.
pub(super) fn of_enum(
    violation: Violation,
    error: &serde_json::Error,
    schema: &Value,
    value: Option<&Value>,
) -> Violation {
    let properties = schema.get("properties").and_then(Value::as_object);
    let known: Vec<&str> = properties
        .into_iter()
        .flat_map(|all| all.keys().map(String::as_str))
        .collect();
    let path = violation.path.as_str();
    if is_of_union(error) {
        let described = words::described(schema).unwrap_or_default();
        return Violation::new(path, "type", violation.expected.clone() + &described);
    }
    let Some(Value::Object(sent)) = value.filter(|_| !known.is_empty()) else {
        return violation;
    };
    if violation
        .expected
        .starts_with("must be map with a single key")
    {
        let expected = format!("must have exactly one of the keys {}", keys::listed(&known));
        return Violation::new(path, "type", expected);
    }
    let unknown = sent.keys().find(|key| !known.contains(&key.as_str()));
    match unknown.filter(|_| violation.keyword == "enum") {
        Some(key) => {
            let expected = match nearest(key, known.iter().copied()) {
                Some(meant) => format!("unknown key; did you mean `{meant}`?"),
                None => format!("unknown key; known are {}", keys::listed(&known)),
            };
            Violation::new(pointer::join(path, key), "additionalProperties", expected)
        }
        None => violation,
    }
}

/// Says of a missing key that it may be missing deeper: serde puts an enum with a tag aside before
/// it reads it, and then nobody knows where it is. Of other types the schema knew what is required.
pub(super) fn of_part(
    violation: Violation,
    path: &str,
    error: &serde_json::Error,
    value: Option<&Value>,
) -> Violation {
    let message = error.to_string();
    let name = message.strip_prefix("missing field `");
    let Some((name, _)) = name.and_then(|rest| rest.split_once('`')) else {
        return violation;
    };
    let holds_objects = match value {
        Some(Value::Object(object)) => object.values().any(holds_object),
        _ => false,
    };
    match holds_objects {
        true => {
            let name = words::shorten(name, words::SHOWN);
            let expected = format!("missing `{name}`, here or in a part of it");
            Violation::new(path, "required", expected)
        }
        false => violation,
    }
}

fn holds_object(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(holds_object),
        value => value.is_object(),
    }
}

/// Whether no variant of an untagged enum could be read.
fn is_of_union(error: &serde_json::Error) -> bool {
    let message = error.to_string();
    message.starts_with("data did not match any variant of untagged enum")
}

/// The names that serde quotes in the list of what it expected.
fn names(list: &str) -> Vec<&str> {
    list.split('`').skip(1).step_by(2).collect()
}

/// Whether a float was refused that is an integer in the range of its type: the spelling is at
/// fault then, not the value.
fn in_spite_of_range(sent: &str, expected: &str) -> bool {
    let float = sent
        .strip_prefix("floating point `")
        .and_then(|sent| sent.strip_suffix('`'))
        .and_then(|float| float.parse::<f64>().ok());
    match (float, range(expected)) {
        (Some(float), Some((low, high))) => {
            // Saturates, and the range is far from the limits of an i128.
            float.fract() == 0.0 && (low..=high).contains(&(float as i128))
        }
        _ => false,
    }
}

/// `u32` means nothing to a model, its range does.
fn rust_type(expected: &str) -> String {
    match range(expected) {
        Some((low, high)) => format!("an integer from {low} to {high}"),
        None => expected.to_owned(),
    }
}

/// The least and the greatest value of an integer type of Rust.
fn range(expected: &str) -> Option<(i128, i128)> {
    Some(match expected {
        "u8" => (0, u8::MAX.into()),
        "u16" => (0, u16::MAX.into()),
        "u32" => (0, u32::MAX.into()),
        "u64" | "usize" => (0, u64::MAX.into()),
        "i8" => (i8::MIN.into(), i8::MAX.into()),
        "i16" => (i16::MIN.into(), i16::MAX.into()),
        "i32" => (i32::MIN.into(), i32::MAX.into()),
        "i64" | "isize" => (i64::MIN.into(), i64::MAX.into()),
        _ => return None,
    })
}

/// serde_json adds a position when it read text; it means nothing to whoever sent the value.
fn without_position(message: &str) -> &str {
    match message.rfind(" at line ") {
        Some(end) => &message[..end],
        None => message,
    }
}
