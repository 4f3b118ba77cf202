//! Missing and unknown keys of an object, judged together: a misspelt key is both.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::{
    guess,
    nearest::nearest,
    pointer,
    report::{Fix, Violation},
    words,
};

/// Keys sent in all objects together that are looked at for one that is missing.
pub(super) const STRAYS: usize = 200;

/// Names that hosts and models give to an object of all arguments.
const WRAPPERS: [&str; 6] = [
    "arguments",
    "args",
    "input",
    "kwargs",
    "parameters",
    "params",
];

/// What is in a wrapper, which may have become a text.
pub(super) fn unwrapped(value: &Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(inner) => Some(inner.clone()),
        Value::String(text) if text.len() <= MOST_WRAPPED => serde_json::from_str(text).ok(),
        _ => None,
    }
}

/// Bytes of a text that is tried as a wrapper.
const MOST_WRAPPED: usize = 64 * 1024;

/// What is wrong with the keys of one object.
#[derive(Default)]
pub(super) struct Keys {
    pub(super) missing: Vec<String>,
    pub(super) unknown: Vec<String>,
    /// The object as it was sent.
    pub(super) sent: Map<String, Value>,
    /// The schema that governs it.
    pub(super) schema: Map<String, Value>,
    /// Missing keys that were sent in another object, with the pointers to them.
    moved: BTreeMap<String, String>,
    /// Unknown keys that are missing in another object.
    strayed: BTreeSet<String>,
}

/// Finds keys that are missing in one object and unknown in another.
pub(super) fn find_moved(all: &mut BTreeMap<String, Keys>) {
    let mut unknown: BTreeMap<String, String> = BTreeMap::new();
    for (path, keys) in &*all {
        let here = keys.unknown.iter().take(STRAYS);
        unknown.extend(here.map(|name| (name.clone(), path.clone())));
    }
    let mut strayed = Vec::new();
    for (path, keys) in &mut *all {
        for name in &keys.missing {
            if let Some(from) = unknown.get(name)
                && from != path
            {
                keys.moved.insert(name.clone(), pointer::join(from, name));
                strayed.push((from.clone(), name.clone()));
            }
        }
    }
    for (path, name) in strayed {
        if let Some(keys) = all.get_mut(&path) {
            keys.strayed.insert(name);
        }
    }
}

impl Keys {
    /// One line per problem of the object at `path`; `place` orders the names of properties. Takes
    /// from `left` the keys looked at for one that is missing.
    pub(super) fn judge(
        &self,
        path: &str,
        place: impl Fn(&str) -> usize,
        left: &mut usize,
    ) -> Vec<Violation> {
        let mut known = self.known();
        known.sort_by_key(|name| place(name));
        let mut lines = Vec::new();
        let explained = self.judge_missing(path, &known, left, &mut lines);
        self.judge_unknown(path, &known, &explained, &mut lines);
        lines
    }

    /// Returns the keys that were sent in place of a missing one.
    fn judge_missing(
        &self,
        path: &str,
        known: &[&str],
        left: &mut usize,
        lines: &mut Vec<Violation>,
    ) -> Vec<&str> {
        // In an open object a misspelt key is no error of its own, but still explains a gap.
        let mut strays: Vec<&str> = self
            .sent
            .keys()
            .map(String::as_str)
            .filter(|name| self.schema.contains_key("properties") && !known.contains(name))
            .take(*left + 1)
            .collect();
        // Of a part nobody knows whether one is the only one.
        let all = strays.len() <= *left;
        strays.truncate(*left);
        if !self.missing.is_empty() {
            *left -= strays.len();
        }
        let mut explained = Vec::new();
        for name in &self.missing {
            if self.is_wrapped(name, known) {
                continue;
            }
            let inside = || self.inside(path, name, &strays);
            if let Some(from) = self.moved.get(name).cloned().or_else(inside) {
                let expected = format!("missing (you sent it as {})", pointer::shown(&from));
                lines.push(Violation {
                    fix: Some(Fix::Moved(from)),
                    ..Violation::new(pointer::join(path, name), "required", expected)
                });
                continue;
            }
            let twin = nearest(name, strays.iter().copied())
                .or_else(|| self.sole_stray(name, &strays).filter(|_| all));
            let (expected, fix) = match twin {
                Some(twin) => {
                    strays.retain(|stray| *stray != twin);
                    explained.push(twin);
                    let shown = words::shorten(twin, words::SHOWN);
                    let expected = format!("missing (you sent `{shown}`; did you mean that?)");
                    (expected, Some(Fix::SentAs(twin.to_owned())))
                }
                None => self.wanted(name),
            };
            lines.push(Violation {
                fix,
                ..Violation::new(pointer::join(path, name), "required", expected)
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
            let (strayed, wraps) = (self.strayed.contains(name), self.wraps(name, known));
            let meant = match strayed || wraps.is_some() {
                true => None,
                false => {
                    nearest(name, unsent.iter().copied()).or_else(|| self.sole_taker(name, &unsent))
                }
            };
            let fix = match meant {
                Some(meant) => Fix::Belongs(meant.to_owned()),
                None if wraps.is_some() => Fix::Unwrapped,
                None => Fix::Gone,
            };
            let expected = match (meant, wraps) {
                (Some(meant), _) => format!("unknown {noun}; did you mean `{meant}`?"),
                (None, Some(keys)) => {
                    format!(
                        "unknown {noun}; send what is in it by itself: {}",
                        listed(&keys.iter().map(String::as_str).collect::<Vec<_>>())
                    )
                }
                _ if strayed => format!("unknown {noun}; it belongs elsewhere"),
                _ if known.is_empty() => format!("unknown {noun}; there are none"),
                _ => format!("unknown {noun}; known are {}", listed(known)),
            };
            lines.push(Violation {
                fix: Some(fix),
                ..Violation::new(pointer::join(path, name), "additionalProperties", expected)
            });
        }
    }

    /// What a missing property asks for.
    fn wanted(&self, name: &str) -> (String, Option<Fix>) {
        let properties = self.schema.get("properties");
        let property = properties.and_then(|all| all.get(name)?.as_object());
        let wanted = property.and_then(words::wanted);
        let words = match wanted {
            Some(wanted) => format!("missing; {wanted}"),
            None => "missing".to_owned(),
        };
        (words, property.and_then(words::only_text).map(Fix::Value))
    }

    /// The keys in the object under an unknown one, if that is a wrapper: it has known keys only,
    /// or a name for all arguments and nothing beside it.
    fn wraps(&self, name: &str, known: &[&str]) -> Option<Vec<String>> {
        let inner = unwrapped(self.sent.get(name)?)?;
        let alone = WRAPPERS.contains(&name) && self.sent.len() == 1;
        let fits = |key: &String| {
            (alone || known.contains(&&**key)) && (key == name || !self.sent.contains_key(key))
        };
        let all = !inner.is_empty() && inner.keys().all(fits);
        all.then(|| inner.keys().cloned().collect())
    }

    /// Whether a missing key comes with what is in a wrapper, which is told in one line.
    fn is_wrapped(&self, name: &str, known: &[&str]) -> bool {
        self.unknown.iter().any(|wrapper| {
            let keys = self.wraps(wrapper, known);
            keys.is_some_and(|keys| {
                keys.iter().any(|key| key == name) || WRAPPERS.contains(&&**wrapper)
            })
        })
    }

    /// Where a missing key is in an object that was sent under a key that nothing asks for.
    fn inside(&self, path: &str, name: &str, strays: &[&str]) -> Option<String> {
        let holds = |stray: &&&str| {
            let object = self.sent.get(**stray).and_then(Value::as_object);
            object.is_some_and(|object| object.contains_key(name))
        };
        let stray = strays.iter().find(holds)?;
        Some(pointer::join(&pointer::join(path, stray), name))
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
        let mut takers: Vec<&str> = unsent.iter().filter(takes).copied().collect();
        if takers.len() > 1 {
            // One that lists the value was meant more likely than one that takes any.
            takers.retain(|name| schemas[*name].get("enum").is_some());
        }
        match takers.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    fn known(&self) -> Vec<&str> {
        let properties = self.schema.get("properties").and_then(Value::as_object);
        let names = properties.into_iter().flat_map(Map::keys);
        names.map(String::as_str).collect()
    }
}

/// Whether a value is of the type a schema names, and allowed if it lists values. Without a type
/// nothing can be concluded.
fn fits(schema: &Value, value: &Value) -> bool {
    let kind = schema.get("type").and_then(Value::as_str);
    let listed = schema.get("enum").and_then(Value::as_array);
    kind.is_some_and(|kind| guess::is_a(kind, value))
        && listed.is_none_or(|options| options.contains(value))
}

pub(super) fn listed(names: &[&str]) -> String {
    const MOST: usize = 12;
    let mut list: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{}`", words::shorten(name, words::SHOWN)))
        .collect();
    if names.len() > MOST {
        list.push(format!("… and {} more", names.len() - MOST));
    }
    list.join(", ")
}
