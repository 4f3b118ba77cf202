//! Unknown keys are errors, with the nearest known one.

#![allow(unused)]

use mcp_server::{Choice, Scalar, server, tool};

/// Search.
#[tool(descripton = "x", readonly, blue)]
fn search() {}

/// Contradicts itself.
#[tool(read_only, destructive)]
fn contradicts() {}

/// Has no unit.
#[tool(timeout = 30)]
fn unit() {}

/// Has a strange one.
#[tool(timeout = "30 fortnights", idempotent = "yes")]
fn strange() {}

struct Shop;

#[server(instruction = "x", groups = admin)]
impl Shop {
    /// Look up.
    #[tool(crate = somewhere)]
    fn lookup(&self) {}
}

#[derive(Scalar)]
#[scalar(patern = "x")]
struct Id(String);

#[derive(Choice)]
#[choice(rename_all = "snake")]
enum Tone {
    #[choice(renam = "x")]
    Formal,
}

fn main() {}
