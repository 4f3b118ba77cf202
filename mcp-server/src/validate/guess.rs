//! Guesses what a value of the wrong type was meant to be.
//!
//! A guess is only ever shown, never acted upon: a reader who knows what was meant decides.

use serde_json::{Map, Number, Value};

use super::{Coercion, repair};

/// Bytes of a text that is looked at. What comes of a longer one is too long to be shown, and a
/// list that was sent as words with commas takes fifty times the room.
const LONGEST: usize = 4_096;

/// The value of the right type that another one most likely stands for.
pub(super) fn meant(schema: &Map<String, Value>, sent: &Value) -> Option<Value> {
    let kind = repair::sole_type(schema)?;
    if sent.as_str().is_some_and(|text| text.len() > LONGEST) || is_inexact(sent) {
        return None;
    }
    match (kind, sent) {
        ("string", Value::Number(number)) => Some(number.to_string().into()),
        ("string", Value::Bool(flag)) => Some(flag.to_string().into()),
        ("array", Value::String(text)) => list(schema, text),
        ("array", _) => {
            let item = schema.get("items")?.as_object()?;
            let fits = is_a(repair::sole_type(item)?, sent);
            fits.then(|| Value::Array(vec![sent.clone()]))
        }
        // One value in a list of one.
        (kind, Value::Array(items)) => match items.as_slice() {
            [only] => is_a(kind, only).then(|| only.clone()),
            _ => None,
        },
        ("integer", Value::String(text)) => number(text).filter(|it| it.is_i64() || it.is_u64()),
        ("number", Value::String(text)) => number(text).filter(|it| !is_inexact(it)),
        ("boolean", Value::String(text)) => flag(&text.trim().to_lowercase()),
        ("boolean", Value::Number(number)) => flag(&number.to_string()),
        ("object", Value::String(text)) => python(text).filter(Value::is_object),
        _ => None,
    }
}

/// Whether a number may be another than was written.
fn is_inexact(sent: &Value) -> bool {
    let float = sent.as_f64().filter(|_| sent.is_f64());
    float.is_some_and(|float| float.abs() >= repair::EXACT)
}

/// Whether a text stands for nothing at all, as forms and models write it.
pub(super) fn is_nothing(sent: &Value) -> bool {
    let words = ["", "null", "none", "undefined", "n/a"];
    let text = sent.as_str().map(|text| text.trim().to_lowercase());
    text.is_some_and(|text| words.contains(&&*text))
}

/// Whether a value is of a type of JSON Schema.
pub(super) fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

/// `['a', 'b']`, `a, b` and `a`, where texts are asked for; numbers likewise.
fn list(schema: &Map<String, Value>, text: &str) -> Option<Value> {
    if let Some(list) = python(text).filter(Value::is_array) {
        return Some(list);
    }
    if text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let item = schema.get("items")?.as_object()?;
    let of = |part: &str| match repair::sole_type(item)? {
        "string" => Some(part.into()),
        _ => {
            let lenient = Coercion::default().booleans(true);
            repair::text_as(item, &part.into(), lenient).map(|(value, _)| value)
        }
    };
    text.split(',').map(|part| of(part.trim())).collect()
}

/// JSON, or what Python prints in its place.
fn python(text: &str) -> Option<Value> {
    let parse = |text: &str| serde_json::from_str(text).ok();
    parse(text).or_else(|| {
        let json = text
            .replace('\'', "\"")
            .replace("True", "true")
            .replace("False", "false")
            .replace("None", "null");
        parse(&json)
    })
}

/// `1e3`, `+5`, `1,999`, `$20`, `#7`, `20 items`. Not `1,5`: nobody knows what its comma means.
fn number(text: &str) -> Option<Value> {
    let text = text.trim().trim_start_matches(['+', '$', '€', '£', '#']);
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let digits = thousands(&text[..end]);
    if let Ok(number) = digits.parse::<u64>() {
        return Some(number.into());
    }
    if let Ok(number) = digits.parse::<i64>() {
        return Some(number.into());
    }
    let float = digits.parse::<f64>().ok()?;
    if float.fract() == 0.0 && float.abs() < repair::EXACT {
        // Exact: a whole number below 2^53 fits.
        return Some(Value::from(float as i64));
    }
    Number::from_f64(float).map(Value::Number)
}

/// `1,999,000` → `1999000`; anything else as it is.
fn thousands(text: &str) -> String {
    let mut groups = text.split(',');
    let lead = groups.next().unwrap_or_default();
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    match (1..=3).contains(&lead.len()) && groups.all(|it| it.len() == 3 && digits(it)) {
        true => text.replace(',', ""),
        false => text.to_owned(),
    }
}

fn flag(word: &str) -> Option<Value> {
    match word {
        "true" | "yes" | "y" | "on" | "1" => Some(true.into()),
        "false" | "no" | "n" | "off" | "0" => Some(false.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(schema: Value, sent: Value, expected: Value) {
        let guess = meant(schema.as_object().expect("an object"), &sent);
        assert_eq!(guess.unwrap_or(json!("nothing")), expected, "{sent}");
    }

    fn of(kind: &str) -> Value {
        json!({ "type": kind })
    }

    fn list_of(kind: &str) -> Value {
        json!({ "type": "array", "items": { "type": kind } })
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("20", 20),
            (" 20 ", 20),
            ("+5", 5),
            ("-5", -5),
            ("1e3", 1000),
            ("30.0", 30),
            ("1,999", 1999),
            ("1,999,000", 1_999_000),
            ("$20", 20),
            ("#7", 7),
            ("20 items", 20),
        ] {
            check(of("integer"), json!(text), json!(number));
        }
        let nothing = [
            "twenty", "", "1,5", "10,00", "1.5", "0x7", "1e400", "NaN", "inf", "7th",
        ];
        for text in nothing {
            check(of("integer"), json!(text), json!("nothing"));
        }
        check(of("number"), json!("1.5"), json!(1.5));
        check(of("integer"), json!("9007199254740993.0"), json!("nothing"));
    }

    #[test]
    fn flags_are_words_or_bits() {
        for (sent, flag) in [
            (json!("True"), true),
            (json!("yes"), true),
            (json!(1), true),
            (json!(" no"), false),
            (json!(0), false),
        ] {
            check(of("boolean"), sent, json!(flag));
        }
        check(of("boolean"), json!("maybe"), json!("nothing"));
        check(of("boolean"), json!(2), json!("nothing"));
    }

    #[test]
    fn one_is_a_list_of_one_and_the_other_way_round() {
        check(list_of("string"), json!("a"), json!(["a"]));
        check(list_of("string"), json!("a, b"), json!(["a", "b"]));
        check(list_of("integer"), json!("1,2"), json!([1, 2]));
        check(list_of("integer"), json!("1,b"), json!("nothing"));
        check(list_of("integer"), json!(1), json!([1]));
        check(list_of("object"), json!({}), json!([{}]));
        check(list_of("object"), json!(1), json!("nothing"));
        check(list_of("string"), json!("[\"a\""), json!("nothing"));
        check(of("string"), json!(["a"]), json!("a"));
        check(of("string"), json!(["a", "b"]), json!("nothing"));
        check(of("object"), json!([{ "a": 1 }]), json!({ "a": 1 }));
    }

    #[test]
    fn of_a_long_text_nothing_is_guessed() {
        let words = |count| json!(vec!["a"; count].join(","));
        check(list_of("string"), words(2_048), json!(vec!["a"; 2_048]));
        check(list_of("string"), words(2_049), json!("nothing"));
    }

    #[test]
    fn what_python_prints_is_read() {
        check(list_of("string"), json!("['a', 'b']"), json!(["a", "b"]));
        let object = json!("{'a': True, 'b': None}");
        check(of("object"), object, json!({ "a": true, "b": null }));
        check(of("object"), json!("{a: 1}"), json!("nothing"));
    }
}
