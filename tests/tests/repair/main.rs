//! The repair benchmark: wrong calls as models make them, and whether the answer is enough to make
//! them right.
//!
//! For each of three tools there are sixty calls that are wrong in a way seen in the field. Each
//! is either repaired and told, or refused with words that name every problem; a [`fixer`] that
//! reads those words and nothing else calls once more. `docs/repair.md` explains the kinds; the
//! table is printed with `cargo test -p tests --test repair -- --nocapture`.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod case;
mod fixer;
mod shop;

use case::{Answer, Case};
use mcp_server::test::{Client, TestClient};
use serde_json::{Value, json};

/// Calls of each tool.
const CALLS: usize = 60;
/// How many of them come right, at most one refusal later.
const ENOUGH: usize = 55;
/// Characters of the longest answer.
const LONGEST: usize = 1_500;

#[tokio::test]
async fn searching_products_is_repaired() {
    judge("search_products").await;
}

#[tokio::test]
async fn placing_an_order_is_repaired() {
    judge("place_order").await;
}

#[tokio::test]
async fn recording_a_payment_is_repaired() {
    judge("record_payment").await;
}

/// Makes the calls of a tool; prints the table.
async fn judge(tool: &str) {
    let client = TestClient::new(shop::server()).connect().await;
    let cases = case::cases(tool);
    assert_eq!(cases.len(), CALLS);
    let mut table = format!("{tool}: kind, call, answer, path and rule, right in the end\n");
    let (mut wrong, mut right, mut invented) = (Vec::new(), 0, 0);
    for case in cases {
        let first = call(&client, tool, case.call.as_ref()).await;
        if let Err(why) = agrees(&case, &first) {
            wrong.push(format!("{}: {why}\n{}", sent(&case), text(&first)));
        }
        let (last, new) = match first["isError"] == true {
            true => {
                let (next, new) = fixer::fixed(case.call.as_ref(), text(&first));
                (call(&client, tool, Some(&next)).await, new)
            }
            false => (first.clone(), false),
        };
        // A value that was moved to its bound is none that was sent.
        let moved = |(_, rule): &(String, String)| ["minimum", "maximum"].contains(&&**rule);
        let new = new || case.names.iter().any(moved);
        let came_right = last["isError"] != true && heard(&last) == case.heard;
        right += usize::from(came_right);
        invented += usize::from(came_right && new);
        let mark = match (came_right, new) {
            (true, false) => "yes",
            (true, true) => "with a value nobody sent",
            (false, _) => "NO",
        };
        let names: Vec<_> = case
            .names
            .iter()
            .map(|(path, rule)| format!("{path} {rule}"))
            .collect();
        table += &format!(
            "{} | {} | {} | {} | {mark}\n",
            case.kind,
            sent(&case),
            case.answer.word(),
            names.join(", "),
        );
        if !came_right {
            table += &format!("      {}\n", text(&first).replace('\n', "\n      "));
            table += &format!("      then: {}\n", text(&last).replace('\n', "\n      "));
        }
    }
    let sent = right - invented;
    table += &format!(
        "{tool}: {right} of {CALLS} came right, {sent} with what was sent, {invented} with a value nobody sent\n"
    );
    print(&table);
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(right >= ENOUGH, "{right} of {CALLS}");
}

/// Whether an answer is the expected one and names exactly the expected problems, as data and in
/// the text.
fn agrees(case: &Case, result: &Value) -> Result<(), String> {
    let meta = &result["_meta"];
    let (key, rule) = match case.answer {
        Answer::Refused => ("mcp-server/problems", "keyword"),
        Answer::Repaired => ("mcp-server/repairs", "readAs"),
        Answer::Accepted => ("", ""),
    };
    let refused = result["isError"] == true;
    if refused != (case.answer == Answer::Refused) {
        return Err(format!("should be {}", case.answer.word()));
    }
    let told = meta[key].as_array().map_or(&[][..], Vec::as_slice);
    let word = |it: &Value, key: &str| it[key].as_str().unwrap().to_owned();
    let mut told: Vec<_> = told
        .iter()
        .map(|it| (word(it, "path"), word(it, rule)))
        .collect();
    let mut names = case.names.clone();
    told.sort();
    names.sort();
    if told != names {
        return Err(format!("names {told:?} instead of {:?}", case.names));
    }
    if refused {
        let text = text(result);
        let lines: Vec<_> = text.lines().skip(1).collect();
        for (path, rule) in &case.names {
            let lead = format!("- {path}: ");
            let mut lines = lines.iter().filter_map(|line| line.strip_prefix(&lead));
            if !lines.any(|words| says(words, rule)) {
                return Err(format!("no line on {path} says {rule}"));
            }
        }
        if text.chars().count() > LONGEST {
            return Err("the text is too long".to_owned());
        }
    }
    Ok(())
}

/// Whether words say which rule was broken.
fn says(words: &str, rule: &str) -> bool {
    let leads: &[&str] = match rule {
        "required" => &["missing"],
        "additionalProperties" => &["unknown "],
        "type" => &[
            "must be a",
            "must be true or false",
            "has none of the forms",
        ],
        "anyOf" => &["must be ", "needs ", "fits none of the forms"],
        "enum" => &["must be one of "],
        "pattern" => &["must match the pattern "],
        "format" => &["must be a"],
        "minimum" => &["must be at least "],
        "maximum" => &["must be at most "],
        "minLength" => &["must not be empty", "must be at least "],
        "maxLength" => &["must be at most "],
        "minItems" => &["must have at least "],
        "maxItems" => &["must have at most "],
        other => panic!("no words are known for {other}"),
    };
    leads.iter().any(|lead| words.starts_with(lead))
}

async fn call(client: &Client, tool: &str, arguments: Option<&Value>) -> Value {
    let params = match arguments {
        Some(arguments) => json!({ "name": tool, "arguments": arguments }),
        None => json!({ "name": tool }),
    };
    let answer = client.request("tools/call", params).await;
    answer.unwrap_or_else(|error| panic!("{tool} {arguments:?}: {error}"))
}

/// What the tool heard; absent and `null` are the same to it.
fn heard(result: &Value) -> Value {
    let mut heard = serde_json::from_str(text(result)).unwrap();
    without_nulls(&mut heard);
    heard
}

fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|_, value| !value.is_null());
            object.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

fn sent(case: &Case) -> String {
    case.call
        .as_ref()
        .map_or("(nothing)".to_owned(), Value::to_string)
}

/// To standard error, which no protocol runs over.
fn print(table: &str) {
    eprintln!("{table}");
}
