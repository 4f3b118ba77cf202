//! One tool for each feature of the protocol, with the names and texts that the official conformance suite looks for.
//!
//! Read the files of `examples::everything` as a catalogue: each shows one idea in as few lines as it takes.
//!
//! `cargo run --bin everything` serves over standard input and output, `cargo run --bin everything -- --http
//! 127.0.0.1:8080` over HTTP.

#[tokio::main]
async fn main() -> mcp_server::Result {
    examples::serve(examples::everything::server()).await
}
