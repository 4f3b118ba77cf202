//! What idle sessions cost: nothing.

#![cfg(target_os = "linux")] // the size of a process is read from /proc

use serde_json::json;
use tests::http::{Connection, Request};
use tests::{Child, message};

/// Sessions that are opened and never used again.
const SESSIONS: usize = 20_000;

/// Room for what the allocator does; a table of sessions would take at least 100 bytes for each.
const NOISE_KIB: usize = 1024;

#[tokio::test]
async fn sessions_that_nobody_uses_cost_nothing() {
    let (child, address) =
        Child::serve(std::process::Command::new(env!("CARGO_BIN_EXE_fifty"))).await;
    let mut connection = Connection::open(address).await;
    let initialize = Request::post(&message::initialize(
        1,
        "2025-11-25",
        json!({ "elicitation": {} }),
    ));
    // The first ones fill caches and pools.
    for _ in 0..SESSIONS / 10 {
        open(&mut connection, &initialize).await;
    }
    let before = resident_kib(child.id());
    for _ in 0..SESSIONS {
        open(&mut connection, &initialize).await;
    }
    let after = resident_kib(child.id());
    assert!(
        after <= before + NOISE_KIB,
        "{before} KiB grew to {after} KiB"
    );
}

async fn open(connection: &mut Connection, initialize: &Request) {
    let response = connection.exchange(initialize).await;
    assert!(
        response.header("mcp-session-id").is_some(),
        "{}",
        response.status
    );
    connection.finish(response).await;
}

fn resident_kib(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|rest| rest.split_whitespace().next());
    kib.and_then(|kib| kib.parse().ok()).expect("a size")
}
