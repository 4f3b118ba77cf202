//! Scalars are one value whose type supports its rules.

#![allow(unused)]

use mcp_server::Scalar;

#[derive(Scalar)]
#[scalar(min = 1)]
struct Text(String);

#[derive(Scalar)]
#[scalar(pattern = "x")]
struct Number(u8);

#[derive(Scalar)]
struct Pair(u8, u8);

#[derive(Scalar)]
enum Either {
    A,
}

#[derive(Scalar)]
struct Generic<T>(T);

fn main() {}
