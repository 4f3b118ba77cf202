//! How every example is started: arguments, logging, transport.

use std::io::{self, IsTerminal as _};

use clap::Parser;
use mcp_server::{IntoServer, log_layer};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::{EnvFilter, Layer as _, fmt, prelude::*};

/// Serves the Model Context Protocol over standard input and output, or over HTTP.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Serve Streamable HTTP at /mcp of this address, such as 127.0.0.1:8080, instead of standard input and output.
    #[arg(long, value_name = "ADDR")]
    http: Option<String>,
    /// Serve HTTP+SSE at /sse and /messages beside it, for clients that know nothing newer than 2024-11-05.
    #[arg(long, requires = "http")]
    sse: bool,
}

/// Serves as the arguments of the process say: none is stdio, `--http ADDR` is Streamable HTTP at `/mcp`.
///
/// Logs go to standard error; `RUST_LOG` chooses which, by default those of level `info` and above.
///
/// # Errors
///
/// When the server cannot be built, or the transport fails.
pub async fn serve(server: impl IntoServer) -> mcp_server::Result {
    let arguments = Arguments::parse();
    log();
    let server = server.into_server();
    match arguments.http {
        Some(address) if arguments.sse => {
            let server = server.build()?;
            let both = server.http().legacy_sse("/sse", "/messages");
            server.serve_bound(both.bind(address).await?).await
        }
        Some(address) => server.serve_http(address).await,
        None => server.serve_stdio().await,
    }
}

/// Logs for people, and, of the calls of the everything server, for the client that asks for them.
fn log() {
    let filter = EnvFilter::builder()
        .with_default_directive(LevelFilter::INFO.into())
        .from_env_lossy();
    let stderr = fmt::layer()
        .with_writer(io::stderr)
        // Hosts keep the log in a file, where colours are noise.
        .with_ansi(io::stderr().is_terminal());
    tracing_subscriber::registry()
        .with(stderr.with_filter(filter))
        .with(log_layer(["examples::everything"]))
        .init();
}
