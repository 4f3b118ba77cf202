//! The corpus: types as people write them, as parameters and results of tools.
//!
//! Each is published by a server like any other, and judged from outside: its schemas are on file
//! ([`golden`]); serde, the schema and the answers of the server agree about what is good
//! ([`agreement`]); no host stumbles over it ([`hosts`]). Beside it: what an author says of how
//! much is published ([`profile`]), types that are not ([`refused`]), and schemas that an author
//! wrote ([`raw`]).

mod agreement;
mod entry;
mod generate;
mod golden;
mod hosts;
mod profile;
mod raw;
mod refused;
mod repaired;
mod types;
