//! Numbers: bounds instead of Rust's names for integer sizes.

use serde_json::{Map, Value, json};

use super::super::{Direction, keywords};

/// `uint8`, `int64`, `double` and the like are unknown to validators and refused by some APIs.
/// What they mean is said by bounds, except where the bounds exceed what JSON numbers carry
/// safely: those would only be noise.
pub(super) fn integer_formats_are_bounds(
    schema: &mut Map<String, Value>,
    _: Direction,
) -> Result<(), String> {
    let Some(format) = schema.get("format").and_then(Value::as_str) else {
        return Ok(());
    };
    let (low, high) = match format {
        "int8" => (Some(i64::from(i8::MIN)), Some(i64::from(i8::MAX))),
        "int16" => (Some(i64::from(i16::MIN)), Some(i64::from(i16::MAX))),
        "int32" => (Some(i64::from(i32::MIN)), Some(i64::from(i32::MAX))),
        "int64" | "int128" | "int" => (None, None),
        "uint8" => (Some(0), Some(i64::from(u8::MAX))),
        "uint16" => (Some(0), Some(i64::from(u16::MAX))),
        "uint32" => (Some(0), Some(i64::from(u32::MAX))),
        "uint64" | "uint128" | "uint" => (Some(0), None),
        "float" | "double" => (None, None),
        _ => return Ok(()),
    };
    schema.remove("format");
    if let Some(low) = low {
        tighten(schema, "minimum", low, |stated, low| stated < low);
    }
    if let Some(high) = high {
        tighten(schema, "maximum", high, |stated, high| stated > high);
    }
    not_zero(schema);
    Ok(())
}

/// Sets a bound unless the author stated one that is at least as strict.
fn tighten(
    schema: &mut Map<String, Value>,
    keyword: &str,
    bound: i64,
    looser: fn(f64, f64) -> bool,
) {
    let exclusive = match keyword {
        "minimum" => "exclusiveMinimum",
        _ => "exclusiveMaximum",
    };
    let as_strict = |keyword: &str| {
        let stated = schema.get(keyword).and_then(Value::as_f64);
        stated.is_some_and(|stated| !looser(stated, bound as f64))
    };
    if !as_strict(keyword) && !as_strict(exclusive) {
        schema.insert(keyword.into(), bound.into());
    }
}

/// A signed non-zero integer comes with `not: {const: 0}`, which several hosts drop or refuse.
fn not_zero(schema: &mut Map<String, Value>) {
    if schema.get("not") == Some(&json!({"const": 0})) {
        schema.remove("not");
        keywords::describe(schema, "Not 0.");
    }
}
