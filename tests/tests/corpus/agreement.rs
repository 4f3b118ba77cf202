//! serde, the published schema and the answers of the server agree.
//!
//! For each pair of a type and a value: a value that serde reads and the schema allows is taken,
//! and comes back as serde writes it. A value that both refuse is refused in words, unless it was
//! repaired, and then the answer tells, and what it tells is what was read. Where serde and the
//! schema differ, the entry of the type says of which values, and an exception that never occurs
//! is none. One exception is for all types: serde reads over keys that a type does not name, and a
//! call with such a key is refused.

use std::collections::HashSet;
use std::mem::discriminant;
use std::net::IpAddr;

use jsonschema::Validator;
use mcp_server::test::{CallError, CallResult, Client};
use serde_json::Value;

use crate::entry::{Entry, Exception, all, client, lenient_client};
use crate::generate::Generator;
use crate::repaired::as_told;

/// Values of each type; most of them damaged.
const VALUES: usize = 250;

#[derive(Default)]
struct Tally {
    /// The values, each once.
    values: HashSet<String>,
    read: usize,
    wider: usize,
    narrower: usize,
    /// Values with a key that the type does not name, refused for it alone.
    unknown: usize,
    repaired: usize,
    faults: Vec<String>,
}

/// The same corpus, taken strictly and leniently.
struct Servers {
    strict: Client,
    lenient: Client,
}

#[tokio::test]
async fn serde_the_schema_and_the_answer_agree() {
    let entries = all();
    let servers = Servers {
        strict: client(&entries).await,
        lenient: lenient_client(&entries).await,
    };
    let tools = servers.strict.tools().await.expect("a list");
    let (mut pairs, mut unknown, mut repaired) = (0, 0, 0);
    let mut faults = Vec::new();
    for (seed, (entry, tool)) in (1..).zip(entries.iter().zip(&tools)) {
        assert_eq!(tool["name"], entry.name);
        let mut tally = judge(entry, tool, &servers, seed).await;
        pairs += tally.values.len();
        unknown += tally.unknown;
        repaired += tally.repaired;
        faults.append(&mut tally.faults);
        if tally.read < VALUES / 20 {
            faults.push(format!(
                "{}: serde reads {} values only",
                entry.name, tally.read
            ));
        }
        if entry.wider.is_some() && tally.wider == 0 {
            faults.push(format!("{}: the schema is not wider", entry.name));
        }
        if entry.narrower.is_some() && tally.narrower == 0 {
            faults.push(format!("{}: the schema is not narrower", entry.name));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(pairs >= 10_000, "only {pairs} pairs, each counted once");
    assert!(unknown >= 100, "only {unknown} refused for a key alone");
    assert!(repaired >= 500, "only {repaired} repaired");
}

async fn judge(entry: &Entry, tool: &Value, servers: &Servers, seed: u64) -> Tally {
    let input = compile(&tool["inputSchema"]);
    let checked = compile(&entry.checked);
    let output = compile(&tool["outputSchema"]);
    let property = match entry.whole {
        true => &tool["inputSchema"],
        false => &tool["inputSchema"]["properties"]["value"],
    };
    let mut generator = Generator::new(seed, tool["inputSchema"].clone());
    let mut tally = Tally::default();
    for round in 0..VALUES {
        let good = match entry.samples.as_slice() {
            samples if !samples.is_empty() && round % 2 == 0 => {
                samples[generator.below(samples.len())].clone()
            }
            _ => generator.value(property),
        };
        let value = match round % 4 {
            0 | 1 => good.clone(),
            2 => generator.damaged(&good),
            _ => {
                let once = generator.damaged(&good);
                match discriminant(&once) == discriminant(&good) {
                    true => generator.damaged(&once),
                    false => once,
                }
            }
        };
        if entry.whole && !value.is_object() {
            // The protocol has arguments be an object.
            continue;
        }
        tally.values.insert(value.to_string());
        let arguments = entry.arguments(&value);
        let by_serde = (entry.through_serde)(&value);
        let by_schema = input.is_valid(&arguments) && checked.is_valid(&value);
        let answer = servers.strict.call(entry.name, arguments.clone()).await;
        tally.read += usize::from(by_serde.is_some());
        let excepted = |of: &Option<Exception>| of.as_ref().is_some_and(|it| (it.of)(&value));
        match (&by_serde, by_schema) {
            (None, true) if !is_taken(&answer) => {
                tally.wider += 1;
                if !excepted(&entry.wider) {
                    tally.fault(
                        entry,
                        &value,
                        "the schema allows it, serde does not read it",
                    );
                }
            }
            (Some(_), false) if !is_taken(&answer) => {
                if excepted(&entry.narrower) {
                    tally.narrower += 1;
                } else if is_taken(&servers.lenient.call(entry.name, arguments.clone()).await) {
                    tally.unknown += 1;
                } else {
                    tally.fault(entry, &value, "serde reads it, the schema refuses it");
                }
            }
            _ => {}
        }
        // What was not good to begin with is wrong in other places as well.
        let was_good = (entry.through_serde)(&good).is_some()
            && input.is_valid(&entry.arguments(&good))
            && checked.is_valid(&good);
        let root = if entry.whole { "" } else { "/value" };
        let damage = match was_good {
            true => Damage::between(&good, &value, root),
            false => Damage::none(root),
        };
        if let Some(fault) = wrong(by_serde.as_ref(), by_schema, &answer, &output, &damage) {
            tally.fault(entry, &value, &fault);
        }
        match misread(entry, &arguments, &answer) {
            Ok(repaired) => tally.repaired += usize::from(repaired),
            Err(fault) => tally.fault(entry, &value, &fault),
        }
    }
    tally
}

/// What is not as it was in a value.
#[derive(Debug)]
struct Damage {
    /// The pointer to the value among the arguments.
    root: &'static str,
    /// Pointers to the parts that differ.
    parts: Vec<String>,
    /// Pointers to the objects that got or lost a key: what is wrong may be said of them.
    holders: Vec<String>,
    /// Pointers to the lists of which an item differs: it may be in them twice.
    lists: Vec<String>,
}

impl Damage {
    fn none(root: &'static str) -> Self {
        Self {
            root,
            parts: Vec::new(),
            holders: Vec::new(),
            lists: Vec::new(),
        }
    }

    fn between(good: &Value, value: &Value, root: &'static str) -> Self {
        let mut damage = Self::none(root);
        damage.find(good, value, root);
        damage
    }

    fn find(&mut self, good: &Value, value: &Value, path: &str) {
        match (good, value) {
            (Value::Object(good), Value::Object(value)) => {
                for name in good.keys().chain(value.keys()) {
                    let inner = format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
                    match (good.get(name), value.get(name)) {
                        // `null` counts as absent.
                        (Some(good), Some(value)) if !value.is_null() => {
                            self.find(good, value, &inner);
                        }
                        (Some(Value::Null), Some(Value::Null)) => {}
                        _ => {
                            self.parts.push(inner);
                            self.holders.push(path.to_owned());
                        }
                    }
                }
            }
            (Value::Array(good), Value::Array(value)) if good.len() == value.len() => {
                if good != value {
                    self.lists.push(path.to_owned());
                }
                for (index, (good, value)) in good.iter().zip(value).enumerate() {
                    self.find(good, value, &format!("{path}/{index}"));
                }
            }
            _ if good != value => self.parts.push(path.to_owned()),
            _ => {}
        }
    }

    /// Whether a line of a refusal begins with the pointer to what was damaged, or to a part of
    /// it. Where nothing was, the type refuses what its schema allows, somewhere in the value.
    fn is_named(&self, text: &str) -> bool {
        // serde reads some enums without knowing where it is.
        if text.contains(", here or in a part of it") {
            return true;
        }
        let mut lines = text.lines().skip(1).filter_map(|line| {
            let (path, words) = line.strip_prefix("- ")?.split_once(": ")?;
            Some((if path == "(the whole)" { "" } else { path }, words))
        });
        let inside = |path: &str, of: &str| {
            let rest = path.strip_prefix(of);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        match self.parts.is_empty() {
            true => lines.any(|(path, _)| inside(path, self.root)),
            false => lines.any(|(path, words)| {
                self.parts.iter().any(|of| inside(path, of))
                    || self.holders.iter().any(|holder| holder == path)
                    || words.contains("an item twice") && self.lists.iter().any(|it| it == path)
            }),
        }
    }
}

/// What is wrong with an answer, whatever the schema and serde say of the value, in which the
/// parts of `damage` are not what they were.
fn wrong(
    by_serde: Option<&Value>,
    by_schema: bool,
    answer: &Result<CallResult, CallError>,
    output: &Validator,
    damage: &Damage,
) -> Option<String> {
    let result = match answer {
        Ok(result) if result.is_error() => {
            let text = result.text();
            if by_serde.is_some() && by_schema {
                return Some(format!("it is good and was refused: {text}"));
            }
            let named = text.starts_with("Invalid arguments for ") && damage.is_named(&text);
            return (!named)
                .then(|| format!("the refusal does not name {:?}: {text}", damage.parts));
        }
        Ok(result) => result,
        Err(other) => return Some(format!("the call failed: {other:?}")),
    };
    let given = &result.raw()["structuredContent"];
    if !output.is_valid(given) {
        return Some(format!(
            "the result {given} is not what the output schema says"
        ));
    }
    match by_serde {
        Some(written) if by_schema && given != written => {
            Some(format!("serde gives {written}, the server {given}"))
        }
        None if !by_schema && result.raw()["_meta"]["mcp-server/repairs"].is_null() => {
            Some("it was taken, and nothing tells of a repair".to_owned())
        }
        _ => None,
    }
}

/// Whether something was repaired; an error where the answer is not that to the arguments as it
/// tells them.
fn misread(
    entry: &Entry,
    arguments: &Value,
    answer: &Result<CallResult, CallError>,
) -> Result<bool, String> {
    let Ok(result) = answer else {
        return Ok(false);
    };
    let notice = &result.raw()["_meta"]["mcp-server/repairs"];
    if notice.is_null() || result.is_error() {
        return Ok(false);
    }
    let read = entry.value(&as_told(arguments, notice)?);
    let given = &result.raw()["structuredContent"];
    match (entry.through_serde)(&read) {
        Some(written) if written == *given => Ok(true),
        written => Err(format!(
            "it tells of {read}, which serde makes {written:?}, and gives {given}"
        )),
    }
}

fn is_taken(answer: &Result<CallResult, CallError>) -> bool {
    answer.as_ref().is_ok_and(|result| !result.is_error())
}

fn compile(schema: &Value) -> Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .with_format("ip", |text: &str| text.parse::<IpAddr>().is_ok())
        .build(schema)
        .expect("a schema")
}

impl Tally {
    fn fault(&mut self, entry: &Entry, value: &Value, fault: &str) {
        self.faults
            .push(format!("{}: {value}: {fault}", entry.name));
    }
}
