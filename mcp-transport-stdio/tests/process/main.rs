//! What `serve` does with a process, seen by the host that started it.
//!
//! The host starts this program again, as the server: there it must have its
//! standard output to itself, so the usual test harness is out of place.

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a failed unwrap is a failed test

#[path = "../fake/mod.rs"]
mod fake;

#[cfg_attr(not(unix), allow(dead_code))] // most of the trials need Unix tools
mod child;
#[cfg(unix)]
mod end;
#[cfg(unix)]
mod listen;
#[cfg(unix)]
mod wire;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial, run};

fn main() -> ExitCode {
    if let Ok(kind) = std::env::var(child::KIND) {
        return child::main(&kind);
    }
    #[cfg_attr(not(unix), allow(unused_mut))]
    let mut trials = vec![test(
        "the_server_answers_and_ends",
        the_server_answers_and_ends,
    )];
    #[cfg(unix)]
    {
        trials.extend(wire::trials());
        trials.extend(end::trials());
        trials.extend(listen::trials());
    }
    run(&Arguments::from_args(), trials).exit_code()
}

fn test(name: &str, body: fn()) -> Trial {
    Trial::test(name, move || {
        body();
        Ok(())
    })
}

fn the_server_answers_and_ends() {
    let mut child = child::Child::start("plain");
    child.send(&fake::request(1, "echo", serde_json::json!({"a": 1})));
    assert_eq!(child.message()["result"], serde_json::json!({"a": 1}));
    child.close_input();
    assert_eq!(child.end().status.code(), Some(0));
}
