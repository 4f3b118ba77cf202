//! Text that is no message.

use mcp_transport_stdio::{Options, ParseErrorReply};
use serde_json::{Value, json};

use crate::fake::request;
use crate::host::Host;

/// Sends a line, then a `ping`: what comes before the answer to that?
async fn answers(line: &[u8], options: Options) -> Vec<Value> {
    let mut host = Host::start(options);
    host.send(line).await;
    host.send(b"\n").await;
    host.send(request("ping", "ping", json!({}))).await;
    host.end_input().await;
    let mut answers = host.rest().await;
    let last = answers.pop().expect("the session goes on");
    assert_eq!(last["id"], "ping");
    answers
}

/// A line; the code and id it is answered with; the code it is answered with
/// where every fault is answered.
type Case = (&'static [u8], Option<(i64, Value)>, Option<i64>);

/// `(code, id)`, where the line is answered; with every fault answered as well.
async fn check(line: &[u8], expected: Option<(i64, Value)>, always: Option<i64>) {
    let text = String::from_utf8_lossy(line);
    let found = answers(line, Options::new().max_line(200)).await;
    match &expected {
        Some((code, id)) => {
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(
                (&found[0]["error"]["code"], &found[0]["id"]),
                (&json!(code), id),
                "{text}"
            );
        }
        None => assert!(found.is_empty(), "{text} was answered: {found:?}"),
    }
    let options = Options::new()
        .max_line(200)
        .parse_error_reply(ParseErrorReply::Always);
    let found = answers(line, options).await;
    let code = expected.as_ref().map(|(code, _)| *code).or(always);
    match code {
        Some(code) => {
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0]["error"]["code"], code, "{text}");
            let id = expected.map(|(_, id)| id);
            assert_eq!(found[0].get("id"), id.as_ref(), "{text}: never null");
        }
        None => assert!(found.is_empty(), "{text} was answered: {found:?}"),
    }
}

// S-ENV-03, S-ENV-10, S-ENV-12, S-ENV-20, S-ENV-27, S-STDIO-06
#[tokio::test]
async fn what_names_a_request_is_answered_and_the_rest_is_silence() {
    let long = "x".repeat(300);
    let cases: &[Case] = &[
        (b"not json", None, Some(-32700)),
        (b"{", None, Some(-32700)),
        (b"5", None, Some(-32600)),
        (b"[]", None, Some(-32600)),
        (
            br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
            None,
            Some(-32600),
        ),
        (
            br#"{"jsonrpc":"2.0","id":null,"method":"echo"}"#,
            None,
            Some(-32600),
        ),
        (
            br#"{"jsonrpc":"2.0","id":7,"method":"echo""#,
            Some((-32700, json!(7))),
            None,
        ),
        (
            b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"echo\",\"params\":{\"s\":\"\xff\"}}",
            Some((-32700, json!(7))),
            None,
        ),
        (
            br#"{"jsonrpc":"2.0","id":"a","method":5}"#,
            Some((-32600, json!("a"))),
            None,
        ),
        (
            br#"{"id":7,"method":"ping"}"#,
            Some((-32600, json!(7))),
            None,
        ),
        (
            br#"{"jsonrpc":"2.0","id":7,"method":"echo","params":[]}"#,
            Some((-32602, json!(7))),
            None,
        ),
        // Notifications and responses are never answered, however broken.
        (
            br#"{"jsonrpc":"2.0","method":"notifications/whatever"}"#,
            None,
            None,
        ),
        (br#"{"jsonrpc":"2.0","method":"echo"}"#, None, None),
        (
            br#"{"jsonrpc":"2.0","method":"notifications/whatever","params":[]}"#,
            None,
            None,
        ),
        (br#"{"jsonrpc":"2.0","id":99,"result":{}}"#, None, None),
        (br#"{"id":99,"result":{}}"#, None, None),
        (
            br#"{"jsonrpc":"2.0","id":99,"result":{},"error":{}}"#,
            None,
            None,
        ),
    ];
    for (line, expected, always) in cases {
        check(line, expected.clone(), *always).await;
    }
    for (line, expected) in [
        (
            format!(r#"{{"jsonrpc":"2.0","id":7,"a":"{long}"}}"#),
            Some((-32600, json!(7))),
        ),
        (
            format!(r#"{{"a":"{long}","jsonrpc":"2.0","id":8}}"#),
            Some((-32600, json!(8))),
        ),
        (long.clone(), None),
    ] {
        check(line.as_bytes(), expected, Some(-32600)).await;
    }
}

#[tokio::test]
async fn an_over_long_message_is_told_the_limit() {
    let line = format!(r#"{{"jsonrpc":"2.0","id":7,"a":"{}"}}"#, "x".repeat(300));
    let found = answers(line.as_bytes(), Options::new().max_line(200)).await;
    assert_eq!(found[0]["error"]["message"], "message exceeds 200 bytes");
}

// S-SEC-16, S-STDIO-15
#[tokio::test]
async fn a_hundred_mebibytes_without_a_newline_are_not_kept() {
    let mut host = Host::start(Options::new());
    let piece = vec![b'x'; 1024 * 1024];
    let before = resident();
    for _ in 0..100 {
        host.send(&piece).await;
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 64 * 1024 * 1024, "{grown} bytes");
    host.send(b"\n").await;
    host.send(request(1, "ping", json!({}))).await;
    assert_eq!(host.id().await, 1);
}

#[tokio::test]
async fn a_legitimate_long_message_is_served() {
    let mut host = Host::start(Options::new());
    let text = "x".repeat(5 * 1024 * 1024);
    host.send(request(1, "echo", json!({"text": text}))).await;
    assert_eq!(host.message().await["result"]["text"], text);
}

/// Resident memory of this process, in bytes; 0 where the system does not say.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').nth(1)?.parse::<usize>().ok());
    pages.unwrap_or(0) * 4096
}
