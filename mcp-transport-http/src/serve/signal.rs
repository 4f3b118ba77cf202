//! Signals that ask a process to end.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether signals come to us instead of ending the process, for good.
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// Resolves at the next signal, if signals are caught anyway: to catch them
/// now would change what they do to a program that never asked for it.
pub(super) async fn another() {
    if CAUGHT.load(Ordering::Relaxed) {
        shutdown_signal().await;
    } else {
        std::future::pending::<()>().await;
    }
}

/// Resolves at SIGINT (Ctrl-C) or, on Unix, SIGTERM.
///
/// From the first poll on, these signals do not end the process by
/// themselves.
pub async fn shutdown_signal() {
    CAUGHT.store(true, Ordering::Relaxed);
    let interrupt = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::warn!(%error, "Ctrl-C cannot be awaited");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                terminate.recv().await;
            }
            Err(error) => {
                tracing::warn!(%error, "SIGTERM cannot be awaited");
                std::future::pending::<()>().await;
            }
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
