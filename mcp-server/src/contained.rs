//! Code whose panics stay with it.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Runs an author's code that must not take ours down.
pub(crate) fn contain<T>(what: &str, code: impl FnOnce() -> T) -> Option<T> {
    let outcome = catch_unwind(AssertUnwindSafe(code));
    if outcome.is_err() {
        tracing::error!("{what} panicked");
    }
    outcome.ok()
}

/// What comes of a future, or the payload of its panic.
pub(crate) async fn contained<F: Future>(future: F) -> Result<F::Output, Box<dyn Any + Send>> {
    let mut future = pin!(future);
    poll_fn(
        |cx| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(polled) => polled.map(Ok),
            Err(payload) => Poll::Ready(Err(payload)),
        },
    )
    .await
}
