//! Nothing but messages on the wire.

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::child::Child;
use crate::fake::request;
use crate::test;

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        test(
            "what_is_printed_goes_to_standard_error",
            what_is_printed_goes_to_standard_error,
        ),
        test(
            "without_the_guard_it_does_not",
            without_the_guard_it_does_not,
        ),
        test(
            "the_streams_are_given_back_at_the_end",
            the_streams_are_given_back_at_the_end,
        ),
        test(
            "a_child_reads_nothing_of_the_conversation",
            a_child_reads_nothing_of_the_conversation,
        ),
        test(
            "forty_requests_from_a_file_are_answered",
            forty_requests_from_a_file_are_answered,
        ),
        test("a_socket_serves_as_well", a_socket_serves_as_well),
        test(
            "big_answers_pass_a_small_pipe",
            big_answers_pass_a_small_pipe,
        ),
        test(
            "a_stalled_host_stalls_nothing_else",
            a_stalled_host_stalls_nothing_else,
        ),
        test(
            "blocked_workers_hold_up_no_ping",
            blocked_workers_hold_up_no_ping,
        ),
        test("a_panic_ends_nothing", a_panic_ends_nothing),
        test("a_batch_has_one_answer", a_batch_has_one_answer),
        test(
            "a_blocked_runtime_holds_up_no_ping",
            a_blocked_runtime_holds_up_no_ping,
        ),
    ]
}

pub(crate) fn messages(output: &str) -> Vec<Value> {
    output
        .lines()
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

fn what_is_printed_goes_to_standard_error() {
    let mut child = Child::start("plain");
    for id in 0..3 {
        child.send(&request(id, "print", json!({})));
        assert_eq!(child.message()["id"], id);
    }
    child.close_input();
    let end = child.end();
    assert!(end.status.success(), "{}", end.errors);
    assert_eq!(end.output, "");
    assert_eq!(end.errors.matches("printed by a handler").count(), 3);
    assert_eq!(end.errors.matches("printed by a child").count(), 3);
    assert_eq!(end.errors.matches("without a newline").count(), 3);
}

fn without_the_guard_it_does_not() {
    let mut child = Child::start("unguarded");
    child.send(&request(0, "print", json!({})));
    child.close_input();
    let end = child.end();
    assert!(end.output.contains("printed by a handler"));
    assert!(end.output.contains("printed by a child"));
}

fn the_streams_are_given_back_at_the_end() {
    let mut child = Child::start("chatty");
    child.send(&request(0, "print", json!({})));
    assert_eq!(child.message()["id"], 0);
    child.close_input();
    assert_eq!(child.end().output, "printed after the end\n");
}

fn a_child_reads_nothing_of_the_conversation() {
    let mut child = Child::start("plain");
    child.send(&(request(1, "read", json!({})) + &request(2, "echo", json!({}))));
    let mut answers = [child.message(), child.message()];
    answers.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(answers[0]["result"], "");
    child.send(&request(3, "echo", json!({})));
    assert_eq!(child.message()["id"], 3);
}

fn forty_requests_from_a_file_are_answered() {
    let path = std::env::temp_dir().join(format!("mcp-stdio-{}.jsonl", std::process::id()));
    let lines: String = (0..40).map(|id| request(id, "echo", json!({}))).collect();
    std::fs::write(&path, lines).unwrap();
    let input = std::fs::File::open(&path).unwrap();
    let child = Child::start_with("plain", |command| {
        command.stdin(input);
    });
    let end = child.end();
    std::fs::remove_file(&path).unwrap();
    assert!(end.status.success());
    assert!(end.took < Duration::from_secs(1), "{:?}", end.took);
    assert_eq!(messages(&end.output).len(), 40);
}

fn a_socket_serves_as_well() {
    // As Node.js does for a child's streams; non-blocking at our end, too.
    let (mut ours, theirs) = UnixStream::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    let child = Child::start_with("plain", |command| {
        command.stdin(Stdio::from(std::os::fd::OwnedFd::from(theirs)));
    });
    for id in 0..3 {
        ours.write_all(request(id, "echo", json!({})).as_bytes())
            .unwrap();
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(ours);
    let end = child.end();
    assert!(end.status.success(), "{}", end.errors);
    assert_eq!(messages(&end.output).len(), 3);
}

fn big_answers_pass_a_small_pipe() {
    let mut child = Child::start("plain");
    let sizes = [10, 4000, 4090, 4096, 5000, 70_000, 300_000, 1];
    let lines: String = sizes
        .iter()
        .enumerate()
        .map(|(id, bytes)| request(id, "big", json!({"bytes": bytes})))
        .collect();
    child.send(&lines);
    std::thread::sleep(Duration::from_millis(200));
    let mut found = vec![0; sizes.len()];
    for _ in sizes {
        let answer = child.message();
        found[answer["id"].as_u64().unwrap() as usize] = answer["result"].as_str().unwrap().len();
    }
    assert_eq!(found, sizes);
    child.close_input();
    assert_eq!(child.end().output, "");
}

fn a_stalled_host_stalls_nothing_else() {
    let mut child = Child::start("plain");
    // More than the pipe takes, all of it unread.
    for id in 0..30 {
        child.send(&request(id, "big", json!({"bytes": 64 * 1024})));
    }
    std::thread::sleep(Duration::from_millis(500));
    let mut ids: Vec<_> = (0..30)
        .map(|_| child.message()["id"].as_u64().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, (0..30).collect::<Vec<_>>());
    child.close_input();
    assert!(child.end().status.success());
}

fn blocked_workers_hold_up_no_ping() {
    pings_while_blocked("plain", 2);
}

fn a_blocked_runtime_holds_up_no_ping() {
    pings_while_blocked("one-thread", 1);
}

/// Blocks every thread of the runtime, then pings.
fn pings_while_blocked(kind: &str, workers: u64) {
    let mut child = Child::start(kind);
    child.send(&request("warm", "echo", json!({})));
    child.message();
    for id in 0..workers {
        child.send(&request(id, "block", json!({"ms": 1000})));
    }
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    for _ in 0..10 {
        child.send(&request("ping", "ping", json!({})));
        assert_eq!(child.message()["id"], "ping");
    }
    assert!(
        start.elapsed() < Duration::from_millis(500),
        "{:?}",
        start.elapsed()
    );
    for _ in 0..workers {
        assert!(child.message()["id"].is_u64());
    }
}

fn a_panic_ends_nothing() {
    let mut child = Child::start("plain");
    for id in 0..6 {
        let method = if id % 2 == 0 {
            "panic"
        } else {
            "panic-at-once"
        };
        child.send(&request(id, method, json!({})));
        let answer = child.message();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&json!(id), &json!(-32603))
        );
    }
    child.send(&request(6, "echo", json!({})));
    assert_eq!(child.message()["id"], 6);
}

fn a_batch_has_one_answer() {
    let mut child = Child::start("batches");
    let batch = |ids: [u64; 3]| {
        let messages = ids.map(|id| request(id, "sleep", json!({"ms": 10 * (id % 3)})));
        format!(
            "[{}]",
            messages.map(|line| line.trim_end().to_owned()).join(",")
        )
    };
    child.send(&(batch([1, 2, 3]) + "\n" + &batch([4, 5, 6])));
    child.close_input();
    let end = child.end();
    let mut found: Vec<Vec<u64>> = messages(&end.output).iter().map(ids).collect();
    found.sort();
    assert_eq!(found, [[1, 2, 3], [4, 5, 6]]);
}

/// The ids of the answers in an array.
fn ids(answers: &Value) -> Vec<u64> {
    let answers = answers.as_array().expect("an array");
    let mut ids: Vec<_> = answers
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    ids.sort_unstable();
    ids
}
