//! Choices are enums of distinct values without fields.

#![allow(unused)]

use mcp_server::Choice;

#[derive(Choice)]
enum Tone {
    Formal(u8),
    #[choice(rename = "brief")]
    Short,
    Brief,
}

#[derive(Choice)]
enum Nothing {}

#[derive(Choice)]
struct Struct;

fn main() {}
