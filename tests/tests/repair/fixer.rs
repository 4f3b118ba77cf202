//! A reader without a mind: changes a call as the words of a refusal say, and knows nothing else.
//!
//! It sees neither the schema nor the data beside the text. Where the text gives no value it does
//! not invent one, so what it cannot mend shows where the text says too little. It says whether it
//! took a value that nobody had sent: an example, the first of a list.

use serde_json::{Map, Value};

/// The arguments to try next, and whether some of them were never sent.
pub(crate) fn fixed(sent: Option<&Value>, text: &str) -> (Value, bool) {
    if let Some((_, fit)) = text.split_once("\nThis would fit: ") {
        let fit = serde_json::from_str(fit).unwrap_or_else(|error| panic!("{fit}: {error}"));
        return (fit, false);
    }
    let mut invented = false;
    let mut arguments = match sent {
        None | Some(Value::Null) => Value::Object(Map::new()),
        Some(sent) => sent.clone(),
    };
    let sent = arguments.clone();
    for line in text.lines() {
        if let Some((path, words)) = line.strip_prefix("- ").and_then(|it| it.split_once(": ")) {
            follow(&mut arguments, &sent, path, words, &mut invented);
        }
    }
    (arguments, invented)
}

/// Does what one line says of one value.
fn follow(arguments: &mut Value, sent: &Value, path: &str, words: &str, invented: &mut bool) {
    let Some((parent, name)) = path.rsplit_once('/') else {
        return;
    };
    open_texts(arguments, parent);
    let Some(parent) = arguments.pointer_mut(parent) else {
        return;
    };
    if let Value::Array(items) = parent {
        let item = name.parse::<usize>().ok();
        if let Some(item) = item.and_then(|index| items.get_mut(index))
            && let Some(better) = replaced(item, words, invented)
        {
            *item = better;
        }
        return;
    }
    let Value::Object(object) = parent else {
        return;
    };
    if let Some(twin) = between(words, "missing (you sent `", "`") {
        if let Some(value) = object.remove(twin) {
            object.insert(name.to_owned(), value);
        }
    } else if let Some(from) = between(words, "missing (you sent it as ", ")") {
        if let Some(value) = sent.pointer(from) {
            object.insert(name.to_owned(), value.clone());
        }
    } else if words.starts_with("missing") {
        if let Some(value) = offered(words, invented) {
            object.insert(name.to_owned(), value);
        }
    } else if words.starts_with("unknown ") {
        let value = object.remove(name);
        if let (Some(value), Some(meant)) = (value.clone(), between(words, "did you mean `", "`")) {
            object.insert(meant.to_owned(), value);
        } else if let (Some(Value::Object(inner)), true) =
            (value, words.contains("send what is in it by itself"))
        {
            object.extend(inner);
        }
    } else if words.contains("leave it out") {
        object.remove(name);
    } else if let Some(value) = object.get_mut(name)
        && let Some(better) = replaced(value, words, invented)
    {
        *value = better;
    }
}

/// Puts what stands in a text in its place, where a path leads into it.
fn open_texts(arguments: &mut Value, path: &str) {
    let ends = path.match_indices('/').map(|(at, _)| at).skip(1);
    for end in ends.chain([path.len()]) {
        if let Some(value) = arguments.pointer_mut(&path[..end])
            && let Some(read) = value.as_str().and_then(|it| serde_json::from_str(it).ok())
        {
            *value = read;
        }
    }
}

/// What the words make of a value.
fn replaced(value: &Value, words: &str, invented: &mut bool) -> Option<Value> {
    let number = |after: &str| json_after(words, after).filter(Value::is_number);
    let more = |limit: &Value, by| limit.as_i64().map(|limit| Value::from(limit + by));
    if let Some(meant) = json_after(words, "did you mean ") {
        return Some(meant);
    }
    if let (Value::String(text), Some(limit)) = (value, number("must be at most ")) {
        let kept: String = text.chars().take(limit.as_u64()? as usize).collect();
        return Some(kept.into());
    }
    if let Some(limit) = number("must have at most ") {
        // The list may have been sent as text.
        let read = value
            .as_str()
            .and_then(|text| serde_json::from_str::<Value>(text).ok());
        let items = read.as_ref().unwrap_or(value).as_array()?;
        return Some(
            items
                .iter()
                .take(limit.as_u64()? as usize)
                .cloned()
                .collect(),
        );
    }
    if value.is_number()
        && let Some(limit) = number("must be at least ").or_else(|| number("must be at most "))
    {
        return Some(limit);
    }
    if let Some(limit) = number("must be greater than ") {
        return more(&limit, 1);
    }
    if let Some(limit) = number("must be less than ") {
        return more(&limit, -1);
    }
    converted(value, words).or_else(|| offered(words, invented))
}

/// The value in the type that is asked for, where that takes no thought.
fn converted(value: &Value, words: &str) -> Option<Value> {
    let wanted = words.strip_prefix("must be ")?;
    let wanted = wanted.split([',', ';']).next()?;
    match value {
        Value::Number(number) if wanted.starts_with("an integer") => number
            .as_f64()
            .map(|number| Value::from(number.trunc() as i64)),
        Value::Number(number) if wanted.starts_with("a string") => Some(number.to_string().into()),
        Value::String(text) if !wanted.starts_with("a string") => serde_json::from_str(text).ok(),
        _ => None,
    }
}

/// A value that the words name: an example, or the first that is allowed.
fn offered(words: &str, invented: &mut bool) -> Option<Value> {
    let offered =
        json_after(words, "for example ").or_else(|| json_after(words, "must be one of "));
    *invented |= offered.is_some();
    offered
}

/// The JSON value that follows these words.
fn json_after(words: &str, lead: &str) -> Option<Value> {
    let (_, rest) = words.split_once(lead)?;
    serde_json::Deserializer::from_str(rest)
        .into_iter()
        .next()?
        .ok()
}

fn between<'a>(words: &'a str, lead: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = words.split_once(lead)?;
    rest.split_once(end).map(|(inner, _)| inner)
}
