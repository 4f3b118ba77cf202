//! A result that the model could not read.

#![allow(unused)]

use std::rc::Rc;

use mcp_server::{Result, server, tool};

struct Bad;

/// Plain.
#[tool]
fn plain() -> Bad {
    Bad
}

/// Behind a result.
#[tool]
async fn fallible() -> Result<Vec<Bad>> {
    Ok(Vec::new())
}

struct Shop;

#[server]
impl Shop {
    /// A type of serde that schemars does not know.
    #[tool]
    fn shared(&self) -> Rc<std::cell::Cell<u8>> {
        Rc::default()
    }
}

fn main() {}
