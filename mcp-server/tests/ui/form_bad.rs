//! Forms are structs whose fields people can read.

#![allow(unused)]

use mcp_server::Form;

#[derive(Form)]
struct Contact {
    #[form(format = "telephone", titel = "x")]
    telephone: String,
    #[form(rename = "telephone")]
    mobile: String,
}

#[derive(Form)]
struct Pair(String, u8);

#[derive(Form)]
enum Either {
    A,
}

#[derive(Form)]
struct Generic<T> {
    value: T,
}

fn main() {}
