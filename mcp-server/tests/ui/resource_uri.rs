//! URIs that are none, and templates of other levels.

#![allow(unused)]

use mcp_server::{resource, server};

/// Has none.
#[resource]
fn none() {}

/// Has none that can be read.
#[resource(uri = URI)]
fn constant() {}

/// Has no scheme.
#[resource("orders/{id}")]
fn scheme(id: u32) {}

/// Is never closed.
#[resource("orders://{id")]
fn open(id: u32) {}

/// Was never opened.
#[resource("orders://id}")]
fn closed(id: u32) {}

/// Level 3.
#[resource("orders://all{?id}")]
fn query(id: u32) {}

/// Level 3 as well.
#[resource("orders://{customer,id}")]
fn several(customer: u32, id: u32) {}

/// Level 4.
#[resource("orders://{id*}")]
fn exploded(id: u32) {}

/// No name.
#[resource("orders://{order id}")]
fn space(id: u32) {}

/// Twice the same.
#[resource("orders://{id}/{id}")]
fn twice(id: u32) {}

/// Where does one end?
#[resource("orders://{customer}{id}")]
fn adjacent(customer: u32, id: u32) {}

struct Shop;

#[server]
impl Shop {
    /// Two URIs.
    #[resource("orders://a")]
    #[resource("orders://b")]
    fn two(&self) {}

    /// None at all.
    #[resource]
    fn none(&self) {}
}

fn main() {}
