//! Rules of the protocol that no scenario is about: each test names those that it holds.
//!
//! `docs/protocol-coverage.md` shows which test holds which rule of the specification; what is not there yet is here.

mod composed;
mod extension;
mod legacy;
mod shown;
mod stateless;
mod strange;
mod tasks;
mod unchanging;

use mcp_core::ProtocolVersion;
use tests::Via;

use crate::scenarios::Cell;

/// Plays a check in every revision, over everything that carries messages, each time on a server of its own.
async fn everywhere(check: impl AsyncFn(Cell)) {
    for version in ProtocolVersion::ALL {
        over_each_carrier(version, &check).await;
    }
}

/// Plays a check in each revision that begins with a handshake.
async fn in_sessions(check: impl AsyncFn(Cell)) {
    for version in ProtocolVersion::ALL {
        if version.has_handshake() {
            over_each_carrier(version, &check).await;
        }
    }
}

/// Plays a check in one revision.
async fn over_each_carrier(version: ProtocolVersion, check: impl AsyncFn(Cell)) {
    let sse = (version == ProtocolVersion::V2024_11_05).then_some(Via::Sse);
    for via in [Via::Memory, Via::Stdio, Via::Http].into_iter().chain(sse) {
        // Shown only where the check fails.
        eprintln!("{version} over {via:?}");
        check(Cell::new(via, version)).await;
    }
}
