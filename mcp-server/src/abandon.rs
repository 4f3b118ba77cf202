//! Work whose client may go away.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use mcp_core::transport::Reply;
use tokio::runtime::Handle;

use crate::cancel::Cancel;

/// Work that is cancelled by dropping it, too: then its token fires. A handler
/// that watches the token has as long to clean up as after any other
/// cancellation; others end where they are.
///
/// What a handler has left running elsewhere (a thread, a task) hears of the
/// end through the token alone.
pub(crate) struct Abandonable {
    /// None once it is done.
    work: Option<Pin<Box<dyn Future<Output = Reply> + Send>>>,
    /// Work that nobody began has nothing to clean up.
    begun: bool,
    cancel: Cancel,
    grace: Duration,
}

impl Abandonable {
    pub(crate) fn new(
        work: impl Future<Output = Reply> + Send + 'static,
        cancel: Cancel,
        grace: Duration,
    ) -> Self {
        Self {
            work: Some(Box::pin(work)),
            begun: false,
            cancel,
            grace,
        }
    }
}

impl Future for Abandonable {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Reply> {
        self.begun = true;
        let Some(work) = &mut self.work else {
            return Poll::Pending;
        };
        let done = std::task::ready!(work.as_mut().poll(cx));
        self.work = None;
        Poll::Ready(done)
    }
}

impl Drop for Abandonable {
    fn drop(&mut self) {
        let Some(work) = self.work.take() else {
            return;
        };
        // Who was cancelled before has had the time to clean up.
        if self.cancel.is_cancelled() {
            return;
        }
        self.cancel.fire();
        if !self.begun || !self.cancel.is_watched() {
            return;
        }
        // Without a runtime there is nobody left to run it.
        if let Ok(runtime) = Handle::try_current() {
            let grace = self.grace;
            runtime.spawn(async move {
                let _ = tokio::time::timeout(grace, async { drop(work.await) }).await;
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use mcp_core::transport::{Accepted, Connection, Exchange, Incoming, Origin, Outlet};
    use serde_json::json;
    use tokio::sync::oneshot;
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::{Ctx, Limits, Server, Tool};

    const GRACE: Duration = Duration::from_secs(1);

    struct Nowhere;

    impl Outlet for Nowhere {
        fn send(&self, _: bytes::Bytes) -> bool {
            true
        }
    }

    /// Says when it is dropped.
    struct Last(Option<oneshot::Sender<()>>);

    impl Drop for Last {
        fn drop(&mut self) {
            let _ = self.0.take().expect("dropped once").send(());
        }
    }

    /// A call of a tool in the modern era over HTTP, where a client that hangs up cancels.
    fn call(tool: Tool) -> Exchange {
        let limits = Limits::default().with_cancel_grace(GRACE);
        let server = Server::new("test", "1").tool(tool).limits(limits);
        let service = server.build().expect("sound").service();
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "work", "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {} } } });
        let incoming = Incoming::parse(message.to_string().into(), None).expect("a message");
        let link: Arc<dyn Connection> = service.connect(Origin::exchange());
        match link.accept(incoming, Arc::new(Nowhere)) {
            Accepted::Request(exchange) => exchange,
            _ => panic!("a request"),
        }
    }

    /// Begins a call, and hangs up.
    async fn hang_up(exchange: Exchange) {
        let begun = timeout(Duration::from_millis(10), exchange).await;
        assert!(begun.is_err(), "it takes longer");
    }

    // S-CANC-01
    #[tokio::test(start_paused = true)]
    async fn a_handler_that_watches_cleans_up() {
        let clean = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&clean);
        hang_up(call(Tool::new("work").describe("Work.").handler(
            move |ctx: Ctx| {
                let flag = Arc::clone(&flag);
                async move {
                    ctx.cancelled().await;
                    sleep(GRACE / 2).await;
                    flag.store(true, Ordering::SeqCst);
                }
            },
        )))
        .await;
        sleep(GRACE).await;
        assert!(clean.load(Ordering::SeqCst));
    }

    #[tokio::test(start_paused = true)]
    async fn cleaning_up_comes_to_an_end() {
        let (last, mut gone) = oneshot::channel();
        let last = Arc::new(std::sync::Mutex::new(Some(Last(Some(last)))));
        hang_up(call(Tool::new("work").describe("Work.").handler(
            move |ctx: Ctx| {
                let last = last.lock().expect("no panic").take();
                async move {
                    let _last = last;
                    ctx.cancelled().await;
                    std::future::pending::<()>().await;
                }
            },
        )))
        .await;
        sleep(GRACE / 2).await;
        assert!(gone.try_recv().is_err(), "it still has time");
        timeout(GRACE, gone).await.expect("dropped").expect("said");
    }

    // S-CANC-02
    #[tokio::test(start_paused = true)]
    async fn a_handler_that_does_not_watch_ends_at_once() {
        let (last, mut gone) = oneshot::channel();
        let last = Arc::new(std::sync::Mutex::new(Some(Last(Some(last)))));
        hang_up(call(Tool::new("work").describe("Work.").handler(
            move || {
                let last = last.lock().expect("no panic").take();
                async move {
                    let _last = last;
                    std::future::pending::<()>().await;
                }
            },
        )))
        .await;
        assert_eq!(gone.try_recv(), Ok(()));
    }

    #[tokio::test]
    async fn a_thread_hears_that_the_client_is_gone() {
        let (said, heard) = oneshot::channel();
        let said = Arc::new(std::sync::Mutex::new(Some(said)));
        hang_up(call(Tool::new("work").describe("Work.").handler(
            move |ctx: Ctx| {
                let said = said.lock().expect("no panic").take();
                crate::__private::blocking(move || {
                    while !ctx.is_cancelled() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    said.expect("one call").send(()).expect("somebody listens");
                })
            },
        )))
        .await;
        let heard = timeout(Duration::from_secs(5), heard).await;
        heard.expect("soon").expect("said");
    }

    #[tokio::test(start_paused = true)]
    async fn what_never_began_is_not_begun_to_end_it() {
        let begun = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&begun);
        let exchange = call(
            Tool::new("work")
                .describe("Work.")
                .handler(move |ctx: Ctx| {
                    let flag = Arc::clone(&flag);
                    async move {
                        flag.store(true, Ordering::SeqCst);
                        ctx.cancelled().await;
                    }
                }),
        );
        drop(exchange);
        sleep(GRACE * 2).await;
        assert!(!begun.load(Ordering::SeqCst));
    }
}
