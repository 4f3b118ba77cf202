//! Cancellation of one request.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::Poll;

use tokio::sync::Notify;

/// A token that fires once; clones share it. The default one has no memory of
/// its own, and never fires.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancel(Option<Arc<Shared>>);

#[derive(Debug, Default)]
struct Shared {
    fired: AtomicBool,
    watched: AtomicBool,
    reason: OnceLock<Box<str>>,
    wake: Notify,
}

impl Cancel {
    /// A token that can fire.
    pub(crate) fn armed() -> Self {
        Self(Some(Arc::default()))
    }

    /// Whether two tokens are clones of one.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }

    /// Fires it, and says why.
    pub(crate) fn fire_because(&self, reason: &str) {
        if let Some(shared) = &self.0 {
            // The first reason is the one that counts.
            let _ = shared.reason.set(reason.into());
        }
        self.fire();
    }

    /// Why it was fired, where somebody said so.
    pub(crate) fn reason(&self) -> Option<&str> {
        self.0.as_ref()?.reason.get().map(|reason| &**reason)
    }

    /// Fires it.
    pub(crate) fn fire(&self) {
        if let Some(shared) = &self.0 {
            shared.fired.store(true, Ordering::Release);
            shared.wake.notify_waiters();
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|shared| shared.fired.load(Ordering::Acquire))
    }

    /// Says that a handler looks at the token, so that it means to clean up.
    pub(crate) fn watch(&self) {
        if let Some(shared) = &self.0 {
            shared.watched.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.0
            .as_ref()
            .is_some_and(|shared| shared.watched.load(Ordering::Relaxed))
    }

    /// Resolves once the token has fired; never, if it cannot.
    pub(crate) async fn cancelled(&self) {
        let Some(shared) = &self.0 else {
            return std::future::pending().await;
        };
        loop {
            // Registered before the flag is read, so that a token fired in
            // between is not missed.
            let woken = shared.wake.notified();
            if shared.fired.load(Ordering::Acquire) {
                return;
            }
            woken.await;
        }
    }
}

/// Whichever of two futures comes first; the other one is dropped.
pub(crate) async fn first_of<T>(one: impl Future<Output = T>, other: impl Future<Output = T>) -> T {
    let (mut one, mut other) = (pin!(one), pin!(other));
    poll_fn(|cx| match one.as_mut().poll(cx) {
        Poll::Pending => other.as_mut().poll(cx),
        ready => ready,
    })
    .await
}

/// What comes of some work, unless `stop` comes first or at the same time.
pub(crate) async fn unless<T>(
    stop: impl Future<Output = ()>,
    work: impl Future<Output = T>,
) -> Option<T> {
    let stopped = async {
        stop.await;
        None
    };
    first_of(stopped, async { Some(work.await) }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn waiting_before_and_after_the_shot() {
        let cancel = Cancel::armed();
        let waiter = tokio::spawn({
            let cancel = cancel.clone();
            async move { cancel.cancelled().await }
        });
        tokio::task::yield_now().await;
        assert!(!cancel.is_cancelled());
        cancel.fire();
        waiter.await.expect("woken");
        cancel.cancelled().await;
        assert!(cancel.is_cancelled());
    }

    #[test]
    fn a_disarmed_token_never_fires() {
        let cancel = Cancel::default();
        cancel.fire();
        assert!(!cancel.is_cancelled());
    }
}
