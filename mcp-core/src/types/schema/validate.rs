//! Checking an answer against the form it answers, in sentences a person can act on.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::{
    Choices, FormSchema, NumberSchema, PrimitiveSchema, StringFormat, StringSchema, format,
};
use crate::types::JsonObject;

impl FormSchema {
    /// What is wrong with an answer, one sentence for each violation; empty when nothing is.
    ///
    /// Keys that the form does not have are ignored. Formats are checked for being well formed, not
    /// for existing: an e-mail address may still belong to nobody.
    #[must_use]
    pub fn validate(&self, content: &JsonObject) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, schema) in &self.properties {
            // `null` is how several clients send a field that was left empty.
            match content.get(name) {
                None | Some(Value::Null) if self.required.contains(name) => {
                    faults.push(format!("`{name}` is required."));
                }
                None | Some(Value::Null) => {}
                Some(value) => schema.check(value, &mut |fault| {
                    faults.push(format!("`{name}` {fault}."))
                }),
            }
        }
        let undeclared = self
            .required
            .iter()
            .filter(|name| self.property(name).is_none());
        for name in undeclared.filter(|name| !content.contains_key(*name)) {
            faults.push(format!("`{name}` is required."));
        }
        faults
    }

    /// What is wrong with the form itself, one sentence for each fault; empty when nothing is.
    ///
    /// A field must start with a value that it would accept (SEP-1034), and a choice needs
    /// something to choose from.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, schema) in &self.properties {
            if schema.is_empty_choice() {
                faults.push(format!("`{name}` has nothing to choose from."));
            } else if let Some(default) = schema.default_value() {
                schema.check(&default, &mut |fault| {
                    faults.push(format!("The default of `{name}` {fault}."));
                });
            }
        }
        let undeclared = self
            .required
            .iter()
            .filter(|name| self.property(name).is_none());
        faults.extend(undeclared.map(|name| format!("`{name}` is required, but is no field.")));
        faults
    }
}

impl PrimitiveSchema {
    fn is_empty_choice(&self) -> bool {
        match self {
            Self::SingleSelect(schema) => schema.choices.values().next().is_none(),
            Self::MultiSelect(schema) => schema.choices.values().next().is_none(),
            Self::LegacyTitledEnum(schema) => schema.values.is_empty(),
            Self::String(_) | Self::Number(_) | Self::Integer(_) | Self::Boolean(_) => false,
        }
    }

    fn default_value(&self) -> Option<Value> {
        match self {
            Self::String(schema) => schema.default.clone().map(Value::String),
            Self::Number(schema) | Self::Integer(schema) => {
                schema.default.clone().map(Value::Number)
            }
            Self::Boolean(schema) => schema.default.map(Value::Bool),
            Self::SingleSelect(schema) => schema.default.clone().map(Value::String),
            Self::LegacyTitledEnum(schema) => schema.default.clone().map(Value::String),
            Self::MultiSelect(schema) => schema.default.clone().map(Value::from),
        }
    }

    fn check(&self, value: &Value, report: &mut impl FnMut(String)) {
        match (self, value) {
            (Self::String(schema), Value::String(text)) => schema.check(text, report),
            (Self::String(_), _) => report("must be a text".to_owned()),
            (Self::Number(schema), Value::Number(number)) => schema.check(number, report),
            (Self::Number(_), _) => report("must be a number".to_owned()),
            (Self::Integer(schema), Value::Number(number)) if is_whole(number) => {
                schema.check(number, report)
            }
            (Self::Integer(_), _) => report("must be a whole number".to_owned()),
            (Self::Boolean(_), Value::Bool(_)) => {}
            (Self::Boolean(_), _) => report("must be true or false".to_owned()),
            (Self::SingleSelect(schema), value) => check_choice(value, &schema.choices, report),
            (Self::LegacyTitledEnum(schema), value) => {
                let listed = |text: &str| schema.values.iter().any(|value| value == text);
                if !value.as_str().is_some_and(listed) {
                    report(one_of(schema.values.iter().map(String::as_str)));
                }
            }
            (Self::MultiSelect(schema), Value::Array(values)) => {
                check_count(
                    values.len(),
                    schema.min_items,
                    schema.max_items,
                    "choice",
                    report,
                );
                for value in values {
                    check_choice(value, &schema.choices, report);
                }
            }
            (Self::MultiSelect(_), _) => report("must be a list of choices".to_owned()),
        }
    }
}

impl StringSchema {
    fn check(&self, text: &str, report: &mut impl FnMut(String)) {
        // JSON Schema counts characters as defined by RFC 8259, that is Unicode code points.
        check_count(
            text.chars().count(),
            self.min_length,
            self.max_length,
            "character",
            report,
        );
        let (well_formed, expected) = match self.format {
            None => return,
            Some(StringFormat::Email) => (format::is_email(text), "an e-mail address"),
            Some(StringFormat::Uri) => (
                format::is_uri(text),
                "an absolute URI, such as https://example.com/",
            ),
            Some(StringFormat::Date) => (format::is_date(text), "a date, such as 2026-01-31"),
            Some(StringFormat::DateTime) => (
                format::is_date_time(text),
                "a date and time with offset, such as 2026-01-31T12:00:00Z",
            ),
        };
        if !well_formed {
            report(format!("must be {expected}"));
        }
    }
}

impl NumberSchema {
    fn check(&self, number: &Number, report: &mut impl FnMut(String)) {
        if let Some(minimum) = &self.minimum
            && compare(number, minimum) == Some(Ordering::Less)
        {
            report(format!("must be at least {minimum}"));
        }
        if let Some(maximum) = &self.maximum
            && compare(number, maximum) == Some(Ordering::Greater)
        {
            report(format!("must be at most {maximum}"));
        }
    }
}

fn check_count(
    count: usize,
    least: Option<u64>,
    greatest: Option<u64>,
    unit: &str,
    report: &mut impl FnMut(String),
) {
    let count = count as u64;
    let plural = |number: u64| if number == 1 { "" } else { "s" };
    if let Some(least) = least.filter(|least| count < *least) {
        report(format!("needs at least {least} {unit}{}", plural(least)));
    }
    if let Some(greatest) = greatest.filter(|greatest| count > *greatest) {
        report(format!(
            "may have at most {greatest} {unit}{}",
            plural(greatest)
        ));
    }
}

fn check_choice(value: &Value, choices: &Choices, report: &mut impl FnMut(String)) {
    if !value
        .as_str()
        .is_some_and(|text| choices.values().any(|choice| choice == text))
    {
        report(one_of(choices.values()));
    }
}

fn one_of<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let values: Vec<_> = values.map(|value| format!("`{value}`")).collect();
    format!("must be one of {}", values.join(", "))
}

/// `5` and `5.0` are whole: JSON Schema judges the value, not its spelling.
fn is_whole(number: &Number) -> bool {
    number.is_i64()
        || number.is_u64()
        || number
            .as_f64()
            .is_some_and(|value| value.is_finite() && value.fract() == 0.0)
}

/// Exact between integers, as doubles otherwise.
fn compare(left: &Number, right: &Number) -> Option<Ordering> {
    match (left.as_i128(), right.as_i128()) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(schema: &str, value: &str, expect: &[&str]) {
        let form = FormSchema::new().with_required(
            "x",
            serde_json::from_str::<PrimitiveSchema>(schema).unwrap(),
        );
        let answer: JsonObject =
            serde_json::from_str(&format!(r#"{{"x":{value},"unasked":[1]}}"#)).unwrap();
        assert_eq!(form.validate(&answer), expect, "{schema} with {value}");
    }

    #[test]
    fn required_fields_must_be_there() {
        let form = FormSchema::new()
            .with_required("a", StringSchema::new())
            .with_optional("b", StringSchema::new());
        assert_eq!(form.validate(&JsonObject::new()), ["`a` is required."]);
        let nulls: JsonObject = serde_json::from_str(r#"{"a":null,"b":null}"#).unwrap();
        assert_eq!(form.validate(&nulls), ["`a` is required."]);
    }

    #[test]
    fn a_required_name_without_a_field_is_still_required() {
        let form: FormSchema =
            serde_json::from_str(r#"{"type":"object","required":["ghost"]}"#).unwrap();
        assert_eq!(form.validate(&JsonObject::new()), ["`ghost` is required."]);
        let answer: JsonObject = serde_json::from_str(r#"{"ghost":1}"#).unwrap();
        assert!(form.validate(&answer).is_empty());
    }

    #[test]
    fn text_is_measured_in_characters() {
        let schema = r#"{"type":"string","minLength":2,"maxLength":3}"#;
        check(schema, r#""äöü""#, &[]);
        check(schema, r#""ä""#, &["`x` needs at least 2 characters."]);
        check(schema, r#""äöüß""#, &["`x` may have at most 3 characters."]);
        check(schema, "5", &["`x` must be a text."]);
        check(
            r#"{"type":"string","minLength":1}"#,
            r#""""#,
            &["`x` needs at least 1 character."],
        );
    }

    #[test]
    fn every_violation_is_reported() {
        let schema = r#"{"type":"string","minLength":9,"format":"email"}"#;
        check(
            schema,
            r#""nobody""#,
            &[
                "`x` needs at least 9 characters.",
                "`x` must be an e-mail address.",
            ],
        );
    }

    #[test]
    fn formats_are_checked() {
        check(
            r#"{"type":"string","format":"email"}"#,
            r#""a@example.com""#,
            &[],
        );
        check(
            r#"{"type":"string","format":"uri"}"#,
            r#""https://example.com/""#,
            &[],
        );
        check(
            r#"{"type":"string","format":"uri"}"#,
            r#""example""#,
            &["`x` must be an absolute URI, such as https://example.com/."],
        );
        check(
            r#"{"type":"string","format":"date"}"#,
            r#""2026-02-28""#,
            &[],
        );
        check(
            r#"{"type":"string","format":"date"}"#,
            r#""2026-02-29""#,
            &["`x` must be a date, such as 2026-01-31."],
        );
        check(
            r#"{"type":"string","format":"date-time"}"#,
            r#""2026-02-28T00:00:00Z""#,
            &[],
        );
        check(
            r#"{"type":"string","format":"date-time"}"#,
            r#""2026-02-28""#,
            &["`x` must be a date and time with offset, such as 2026-01-31T12:00:00Z."],
        );
    }

    #[test]
    fn numbers_have_bounds_and_kinds() {
        let number = r#"{"type":"number","minimum":0.5,"maximum":10}"#;
        check(number, "0.5", &[]);
        check(number, "10", &[]);
        check(number, "0", &["`x` must be at least 0.5."]);
        check(number, "10.25", &["`x` must be at most 10."]);
        check(number, r#""5""#, &["`x` must be a number."]);

        let integer = r#"{"type":"integer","minimum":1}"#;
        check(integer, "5", &[]);
        check(integer, "5.0", &[]);
        check(integer, "5.5", &["`x` must be a whole number."]);
        check(integer, "0", &["`x` must be at least 1."]);
        check(integer, "true", &["`x` must be a whole number."]);
    }

    #[test]
    fn large_integers_are_compared_exactly() {
        let schema = r#"{"type":"integer","maximum":9007199254740993}"#;
        check(schema, "9007199254740993", &[]);
        check(
            schema,
            "9007199254740994",
            &["`x` must be at most 9007199254740993."],
        );
        check(
            r#"{"type":"integer","minimum":-1}"#,
            "18446744073709551615",
            &[],
        );
    }

    #[test]
    fn choices_are_members() {
        for schema in [
            r#"{"type":"string","enum":["a","b"]}"#,
            r#"{"type":"string","oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}"#,
            r#"{"type":"string","enum":["a","b"],"enumNames":["A","B"]}"#,
        ] {
            check(schema, r#""b""#, &[]);
            check(schema, r#""B""#, &["`x` must be one of `a`, `b`."]);
            check(schema, "1", &["`x` must be one of `a`, `b`."]);
        }
        check(r#"{"type":"boolean"}"#, "false", &[]);
        check(
            r#"{"type":"boolean"}"#,
            r#""false""#,
            &["`x` must be true or false."],
        );
    }

    #[test]
    fn lists_have_counts_and_members() {
        for schema in [
            r#"{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b","c"]}}"#,
            r#"{"type":"array","minItems":1,"maxItems":2,"items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"},{"const":"c","title":"C"}]}}"#,
        ] {
            check(schema, r#"["a","c"]"#, &[]);
            check(schema, "[]", &["`x` needs at least 1 choice."]);
            check(
                schema,
                r#"["a","b","c"]"#,
                &["`x` may have at most 2 choices."],
            );
            check(
                schema,
                r#"["a","d"]"#,
                &["`x` must be one of `a`, `b`, `c`."],
            );
            check(schema, r#""a""#, &["`x` must be a list of choices."]);
        }
    }

    #[test]
    fn a_form_whose_defaults_it_would_refuse_is_at_fault() {
        let form: FormSchema = serde_json::from_str(
            r#"{"type":"object","properties":{
                "good":{"type":"integer","minimum":1,"default":1},
                "low":{"type":"integer","minimum":1,"default":0},
                "long":{"type":"string","maxLength":1,"default":"ab"},
                "tone":{"type":"string","enum":["a"],"default":"b"},
                "tags":{"type":"array","items":{"type":"string","enum":["a"]},"default":["b"]},
                "none":{"type":"string","enum":[]}
            },"required":["good","ghost"]}"#,
        )
        .unwrap();
        assert_eq!(
            form.faults(),
            [
                "The default of `low` must be at least 1.",
                "The default of `long` may have at most 1 character.",
                "The default of `tone` must be one of `a`.",
                "The default of `tags` must be one of `a`.",
                "`none` has nothing to choose from.",
                "`ghost` is required, but is no field.",
            ]
        );
        assert!(FormSchema::new().faults().is_empty());
    }
}
