//! The corpus: types as people write them, as parameters and results of tools.
//!
//! Each is published by a server like any other, and judged from outside: its schemas are on file
//! ([`golden`]); serde, the schema and the answers of the server agree about what is good
//! ([`agreement`]); no host stumbles over it ([`hosts`]).

mod agreement;
mod entry;
mod generate;
mod golden;
mod hosts;

mod types;
