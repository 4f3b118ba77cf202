//! Values for a schema: good ones, and good ones with something wrong.

use serde_json::{Map, Number, Value, json};

/// Texts that mean something to some type.
const TEXTS: [&str; 14] = [
    "",
    "x",
    "é",
    "text",
    "1",
    "-7",
    "true",
    "null",
    "Fast",
    "A-1042",
    "1.50",
    "{}",
    "[1]",
    "2026-01-31",
];
const KEYS: [&str; 4] = ["a", "key", "1", "-2"];

/// Always the same numbers, for always the same values.
pub(crate) struct Generator {
    state: u64,
    schema: Value,
}

impl Generator {
    /// Makes values for `schema`, whose references lead into itself.
    pub(crate) fn new(seed: u64, schema: Value) -> Self {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Self { state, schema }
    }

    /// Xorshift: quality does not matter here, repeatability does.
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).expect("a small number");
        usize::try_from((self.next() >> 16) % limit).expect("a small number")
    }

    fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        let at = self.below(choices.len());
        choices[at].clone()
    }

    /// A value that the schema allows, as far as keywords can be followed.
    pub(crate) fn value(&mut self, schema: &Value) -> Value {
        self.nested(schema, 0)
    }

    fn nested(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let target = self.schema.pointer(reference.trim_start_matches('#'));
            let target = target.cloned().expect("a reference that leads somewhere");
            return self.nested(&target, depth);
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return self.pick(values);
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            let branch = self.pick(branches);
            return self.nested(&branch, depth);
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("integer") => self.integer(schema),
            Some("number") => {
                self.pick(&[json!(0), json!(1.5), json!(-2.25), json!(1e10), json!(7)])
            }
            Some("boolean") => json!(self.below(2) == 1),
            Some("null") => Value::Null,
            Some("string") => self.text(schema),
            Some("array") => self.array(schema, depth),
            Some("object") => self.object(schema, depth),
            _ => self.anything(),
        }
    }

    fn integer(&mut self, schema: &Value) -> Value {
        let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_i64);
        let low = bound("minimum").or(bound("exclusiveMinimum").map(|low| low + 1));
        let high = bound("maximum").or(bound("exclusiveMaximum").map(|high| high - 1));
        let inside =
            |n: &i64| low.is_none_or(|low| *n >= low) && high.is_none_or(|high| *n <= high);
        let candidates = [
            low.unwrap_or(-3),
            high.unwrap_or(9_000_000_000),
            0,
            1,
            2,
            30,
            200,
        ];
        let fitting: Vec<i64> = candidates.into_iter().filter(inside).collect();
        json!(self.pick(&fitting))
    }

    fn text(&mut self, schema: &Value) -> Value {
        if schema.get("format") == Some(&json!("date-time")) {
            return json!(self.pick(&["2026-01-31T09:00:00Z", "1999-12-31T23:59:59.5+02:00"]));
        }
        if let Some(Value::Array(examples)) = schema.get("examples") {
            return self.pick(examples);
        }
        if let Some(example) = example_in_words(schema) {
            return json!(example);
        }
        let length = |keyword: &str| {
            let length = schema.get(keyword).and_then(Value::as_u64);
            length.map(|length| usize::try_from(length).expect("a small number"))
        };
        let least = length("minLength").unwrap_or(0);
        let most = length("maxLength").unwrap_or(usize::MAX);
        let mut text = self.pick(&TEXTS).to_owned();
        while text.chars().count() < least {
            text.push('z');
        }
        json!(text.chars().take(most).collect::<String>())
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Value {
        let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let least = bound("minItems").unwrap_or(0);
        let most = bound("maxItems").unwrap_or(least + 2);
        let spare = usize::try_from(most.saturating_sub(least)).expect("a small number");
        let more = if depth > 4 {
            0
        } else {
            self.below(spare.min(2) + 1)
        };
        let length = usize::try_from(least).expect("a small number") + more;
        let any = json!({});
        let items = schema.get("items").unwrap_or(&any);
        (0..length).map(|_| self.nested(items, depth + 1)).collect()
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let mut object = Map::new();
        let required = schema.get("required").cloned().unwrap_or_default();
        let required = required.as_array().cloned().unwrap_or_default();
        for (name, property) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let wanted = required.contains(&json!(name)) || (depth < 5 && self.below(2) == 0);
            if wanted {
                object.insert(name.clone(), self.nested(property, depth + 1));
            }
        }
        let rest = schema
            .get("additionalProperties")
            .filter(|rest| rest.is_object());
        if let Some(values) = rest.cloned().or((object.is_empty()).then(|| json!({}))) {
            for _ in 0..self.below(3) {
                let key = self.pick(&KEYS).to_owned();
                if rest.is_some() || schema.get("properties").is_none() {
                    object.insert(key, self.nested(&values, depth + 1));
                }
            }
        }
        Value::Object(object)
    }

    /// Any value at all.
    pub(crate) fn anything(&mut self) -> Value {
        match self.below(10) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => self.pick(&[json!(0), json!(-1), json!(1), json!(300), json!(-40_000)]),
            3 => self.pick(&[
                json!(30.0),
                json!(1.5),
                json!(5_000_000_000_u64),
                json!(u64::MAX),
            ]),
            4 | 5 => json!(self.pick(&TEXTS)),
            6 => json!([]),
            7 => json!([self.below(3)]),
            8 => json!({}),
            _ => json!({ self.pick(&KEYS): self.below(3) }),
        }
    }

    /// The value with one thing replaced, removed, added or doubled somewhere in it.
    pub(crate) fn damaged(&mut self, value: &Value) -> Value {
        let deeper = self.below(4) > 0;
        match value {
            Value::Object(object) if !object.is_empty() && deeper => self.damaged_object(object),
            Value::Array(items) if !items.is_empty() && deeper => self.damaged_array(items),
            Value::Number(number) if deeper => self.damaged_number(number),
            Value::String(text) if deeper => self.damaged_text(text),
            _ => loop {
                let other = self.anything();
                // serde reads a struct from a list of its fields in order; nobody sends that.
                if !(value.is_object() && other.is_array()) {
                    return other;
                }
            },
        }
    }

    fn damaged_object(&mut self, object: &Map<String, Value>) -> Value {
        let mut object = object.clone();
        let keys: Vec<String> = object.keys().cloned().collect();
        let key = self.pick(&keys);
        match self.below(6) {
            0 => {
                object.remove(&key);
            }
            1 => {
                object.insert("surplus".to_owned(), self.anything());
            }
            2 => {
                let moved = object.remove(&key).unwrap_or_default();
                object.insert(key.to_uppercase(), moved);
            }
            _ => {
                let part = self.damaged(&object[&key]);
                object.insert(key, part);
            }
        }
        Value::Object(object)
    }

    fn damaged_array(&mut self, items: &[Value]) -> Value {
        let mut items = items.to_vec();
        let at = self.below(items.len());
        match self.below(4) {
            0 => {
                items.remove(at);
            }
            1 => items.push(items[at].clone()),
            _ => items[at] = self.damaged(&items[at]),
        }
        Value::Array(items)
    }

    fn damaged_number(&mut self, number: &Number) -> Value {
        let Some(number) = number.as_i64() else {
            return self.pick(&[json!("1.5"), json!(-0.5), json!(null)]);
        };
        match self.below(5) {
            0 => json!(number.saturating_neg()),
            1 => json!(number.saturating_add(1)),
            2 => json!(number.saturating_sub(1)),
            3 => json!(number as f64 + 0.5),
            _ => json!(number.to_string()),
        }
    }

    fn damaged_text(&mut self, text: &str) -> Value {
        match self.below(4) {
            0 => json!(format!("{text}{text}")),
            1 => json!(text.chars().skip(1).collect::<String>()),
            2 => json!(text.to_lowercase()),
            _ => json!(self.pick(&TEXTS)),
        }
    }
}

/// The value after `e.g.` in a description: what a model would imitate.
fn example_in_words(schema: &Value) -> Option<String> {
    let text = schema.get("description")?.as_str()?;
    let (_, example) = text.split_once("e.g. ")?;
    let example = example.split_whitespace().next()?;
    Some(example.trim_end_matches(['.', ',']).to_owned())
}
