//! Missing and unknown keys of an object, judged together: a misspelt key is both.

use serde_json::{Map, Value};

use super::{
    nearest::nearest,
    pointer,
    report::{Fix, Violation},
    words,
};

/// Keys sent in an object that are looked at for one that is missing.
const STRAYS: usize = 200;

/// What is wrong with the keys of one object.
#[derive(Default)]
pub(super) struct Keys {
    pub(super) missing: Vec<String>,
    pub(super) unknown: Vec<String>,
    /// The object as it was sent.
    pub(super) sent: Map<String, Value>,
    /// The schema that governs it.
    pub(super) schema: Map<String, Value>,
}

impl Keys {
    /// One line per problem of the object at `path`; `place` orders the names of properties.
    pub(super) fn judge(&self, path: &str, place: impl Fn(&str) -> usize) -> Vec<Violation> {
        let mut known = self.known();
        known.sort_by_key(|name| place(name));
        let mut lines = Vec::new();
        let explained = self.judge_missing(path, &known, &mut lines);
        self.judge_unknown(path, &known, &explained, &mut lines);
        lines
    }

    /// Returns the keys that were sent in place of a missing one.
    fn judge_missing(&self, path: &str, known: &[&str], lines: &mut Vec<Violation>) -> Vec<&str> {
        // In an open object a misspelt key is no error of its own, but still explains a gap.
        let mut strays: Vec<&str> = self
            .sent
            .keys()
            .map(String::as_str)
            .filter(|name| self.schema.contains_key("properties") && !known.contains(name))
            .take(STRAYS)
            .collect();
        let mut explained = Vec::new();
        for name in &self.missing {
            let twin =
                nearest(name, strays.iter().copied()).or_else(|| self.sole_stray(name, &strays));
            let (expected, fix) = match twin {
                Some(twin) => {
                    strays.retain(|stray| *stray != twin);
                    explained.push(twin);
                    let shown = words::shorten(twin, words::SHOWN);
                    let expected = format!("missing (you sent `{shown}`; did you mean that?)");
                    (expected, Some(Fix::SentAs(twin.to_owned())))
                }
                None => ("missing".to_owned(), self.example(name).map(Fix::Value)),
            };
            lines.push(Violation {
                path: pointer::join(path, name),
                keyword: "required".to_owned(),
                expected,
                fix,
            });
        }
        explained
    }

    fn judge_unknown(
        &self,
        path: &str,
        known: &[&str],
        explained: &[&str],
        lines: &mut Vec<Violation>,
    ) {
        let noun = if path.is_empty() { "argument" } else { "key" };
        let unsent: Vec<&str> = known
            .iter()
            .copied()
            .filter(|name| !self.sent.contains_key(*name))
            .filter(|name| !self.missing.iter().any(|missing| missing == name))
            .collect();
        for name in &self.unknown {
            if explained.contains(&name.as_str()) {
                continue;
            }
            let meant =
                nearest(name, unsent.iter().copied()).or_else(|| self.sole_taker(name, &unsent));
            let fix = meant.map_or(Fix::Gone, |meant| Fix::Belongs(meant.to_owned()));
            let expected = match meant {
                Some(meant) => format!("unknown {noun}; did you mean `{meant}`?"),
                None if known.is_empty() => format!("unknown {noun}; there are none"),
                None => format!("unknown {noun}; known are {}", listed(known)),
            };
            lines.push(Violation {
                path: pointer::join(path, name),
                keyword: "additionalProperties".to_owned(),
                expected,
                fix: Some(fix),
            });
        }
    }

    /// The example that the author gave of a property.
    fn example(&self, name: &str) -> Option<Value> {
        let property = self.schema.get("properties")?.get(name)?;
        property.get("examples")?.get(0).cloned()
    }

    /// With one gap and one stray key of the right type, they belong together.
    fn sole_stray<'s>(&self, name: &str, strays: &[&'s str]) -> Option<&'s str> {
        let ([stray], [_]) = (strays, self.missing.as_slice()) else {
            return None;
        };
        let schema = self.schema.get("properties")?.get(name)?;
        let value = self.sent.get(*stray)?;
        fits(schema, value).then_some(stray)
    }

    /// The only property not sent whose type takes the value of an unknown key.
    fn sole_taker<'k>(&self, name: &str, unsent: &[&'k str]) -> Option<&'k str> {
        let value = self.sent.get(name)?;
        let schemas = self.schema.get("properties")?;
        let takes = |name: &&&str| {
            schemas
                .get(**name)
                .is_some_and(|schema| fits(schema, value))
        };
        let mut takers = unsent.iter().filter(takes);
        let only = takers.next()?;
        takers.next().is_none().then_some(*only)
    }

    fn known(&self) -> Vec<&str> {
        let properties = self.schema.get("properties").and_then(Value::as_object);
        let names = properties.into_iter().flat_map(Map::keys);
        names.map(String::as_str).collect()
    }
}

/// Whether a value is of the type a schema names. Without a type nothing can be concluded.
fn fits(schema: &Value, value: &Value) -> bool {
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => value.is_string(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => false,
    }
}

fn listed(names: &[&str]) -> String {
    const MOST: usize = 12;
    let mut list: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect();
    if names.len() > MOST {
        list.push(format!("… and {} more", names.len() - MOST));
    }
    list.join(", ")
}
