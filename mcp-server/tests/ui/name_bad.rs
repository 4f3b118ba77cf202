//! Names of tools are 1 to 128 of `A-Z a-z 0-9 _ - .`: S-TOOL-08.

#![allow(unused)]

use mcp_server::tool;

/// Space.
#[tool(name = "get user.info")]
fn space() {}

/// Umlaut.
#[tool]
fn größe() {}

/// Empty.
#[tool(name = "")]
fn empty() {}

/// Long.
#[tool(name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
fn long() {}

/// No literal.
#[tool(name = NAME)]
fn constant() {}

const NAME: &str = "x";

fn main() {}
