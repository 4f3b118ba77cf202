//! What an answer tells of repairs, done once more by the letter.

use serde_json::{Map, Value, json};

/// The arguments as the notice says that they were read.
///
/// # Errors
///
/// When the notice does not fit what was sent.
pub(crate) fn as_told(sent: &Value, notice: &Value) -> Result<Value, String> {
    let mut arguments = sent.clone();
    for repair in notice.as_array().ok_or("no list of repairs")? {
        let text = |key: &str| repair[key].as_str().ok_or(format!("{repair} has no {key}"));
        let (path, was, read_as) = (text("path")?, text("sent")?, text("readAs")?);
        let value = arguments
            .pointer_mut(path)
            .ok_or(format!("nothing was sent at {path}"))?;
        if kind(value) != was {
            return Err(format!("{path}: {value} is no {was}"));
        }
        if read_as == "absent" {
            remove(&mut arguments, path)?;
            continue;
        }
        *value = match (&*value, read_as) {
            (Value::String(text), _) => serde_json::from_str(text).map_err(|it| it.to_string())?,
            (Value::Number(number), "string") => json!(number.to_string()),
            (Value::Number(number), "integer") => {
                let float = number.as_f64().ok_or("no number")?;
                json!(float as i64)
            }
            (other, _) => return Err(format!("{path}: {other} is never read as {read_as}")),
        };
        let now = kind(value);
        if now != read_as && (now, read_as) != ("integer", "number") {
            return Err(format!("{path}: {value} is no {read_as}"));
        }
    }
    Ok(arguments)
}

fn remove(arguments: &mut Value, path: &str) -> Result<(), String> {
    let (parent, key) = path.rsplit_once('/').ok_or("the whole is never absent")?;
    let key = key.replace("~1", "/").replace("~0", "~");
    let parent: Option<&mut Map<_, _>> =
        arguments.pointer_mut(parent).and_then(Value::as_object_mut);
    let removed = parent.and_then(|parent| parent.remove(&key));
    removed.map(drop).ok_or(format!("{path} is no property"))
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
