//! Forms are flat.

#![allow(unused)]

use mcp_server::Form;

#[derive(Form)]
struct Address {
    city: String,
}

#[derive(Form)]
struct Delivery {
    address: Address,
    days: Vec<String>,
    #[form(min = 1)]
    contact: String,
    #[form(len = 1..)]
    parcels: u8,
    #[form(format = "date")]
    express: bool,
}

fn main() {}
