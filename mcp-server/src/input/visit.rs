//! Sending the user to a page, for what must not pass through the client.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use mcp_core::types::{ClientCapabilities, ElicitRequest, ElicitationCapability, InputRequest};
use serde_json::value::RawValue;

use self::sealed::Sealed;
use super::answer::{Answer, Refusal, result};
use super::question::{Asking, Read, Reading};
use crate::context::Ctx;

/// Sending the user to a page: for passwords, keys, payments and the consent
/// of third parties, which must not pass through the client (specification,
/// "Elicitation: URL mode").
impl Ctx {
    /// Asks the user to open a page. Resolves only if the user agreed to;
    /// anything else ends the call, in the way of [`Ctx::confirm`].
    ///
    /// That the user agreed does not mean that anything is done there: wait
    /// for it by means of your own, and find the call again by
    /// [`Ctx::flow_id`] in the address. Then [`Visit::complete`] tells the
    /// client, where it wants to know.
    ///
    /// The page is `https`, or `http` on this machine. Keep what identifies
    /// the user out of its address, and let it open nothing by itself:
    /// whoever gets hold of the address can follow it. So **the page has to
    /// check that its visitor is the caller** ([`Ctx::principal`]), by a
    /// session cookie for one (specification, "Elicitation: Phishing"). It is
    /// no way to authorise the client itself.
    ///
    /// Clients that cannot open pages end the call; ask
    /// [`Ctx::can_open_url`] first where the tool can do without. An address
    /// that is none ends it with an error for the operator.
    ///
    /// # Panics
    ///
    /// As [`Ctx::confirm`].
    ///
    /// # Examples
    ///
    /// ```
    /// # struct Keys; impl Keys { async fn arrival(&self, _: &str) -> String { String::new() } }
    /// # async fn connect(ctx: mcp_server::Ctx, keys: Keys) {
    /// let flow = ctx.flow_id();
    /// let url = format!("https://shop.example/connect?flow={flow}");
    /// let visit = ctx.open_url(url, "Sign in to the shop").await;
    /// let key = keys.arrival(&flow).await; // told by the page's own handler
    /// visit.complete();
    /// # }
    /// ```
    pub fn open_url(&self, url: impl Into<String>, message: impl Into<String>) -> OpenUrl<Visit> {
        OpenUrl::new(self, url.into(), message.into())
    }

    /// Asks the user to open a page and goes on with an error after a
    /// refusal: [`Ctx::open_url`] for those who prefer a `Result`.
    ///
    /// # Panics
    ///
    /// As [`Ctx::confirm`].
    pub fn try_open_url(
        &self,
        url: impl Into<String>,
        message: impl Into<String>,
    ) -> OpenUrl<Result<Visit, Refusal>> {
        OpenUrl::new(self, url.into(), message.into())
    }

    /// Whether the client can send its user to a page.
    #[must_use]
    pub fn can_open_url(&self) -> bool {
        let pages = ClientCapabilities::new().with_elicitation(ElicitationCapability::URL);
        self.0.flow.missing(&pages).is_none()
    }
}

/// A page for the user; see [`Ctx::open_url`].
#[must_use = "the user is asked when this is awaited"]
pub struct OpenUrl<A: Visiting> {
    asking: Asking<Opened<A>>,
    ctx: Ctx,
}

impl<A: Visiting> OpenUrl<A> {
    fn new(ctx: &Ctx, url: String, message: String) -> Self {
        Self {
            asking: Asking::new(ctx, ElicitRequest::url(message, url)),
            ctx: ctx.clone(),
        }
    }

    /// Names the question, so that it is found again when the handler runs
    /// again: for questions inside of loops and branches, whose number or
    /// order may differ from run to run. Unique within a call.
    pub fn key(self, key: impl Into<String>) -> Self {
        Self {
            asking: self.asking.key(key.into()),
            ..self
        }
    }
}

impl OpenUrl<Visit> {
    /// Gives the full outcome in place of ending the call after a refusal.
    pub fn outcome(self) -> OpenUrl<Answer<Visit>> {
        OpenUrl {
            asking: self.asking.read_as(),
            ctx: self.ctx,
        }
    }
}

impl<A: Visiting> Future for OpenUrl<A> {
    type Output = A;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<A> {
        let opened = ready!(Pin::new(&mut self.asking).poll(cx));
        Poll::Ready(opened.map_or_else(
            |refused| refused,
            |()| {
                A::accept(Visit {
                    ctx: self.ctx.clone(),
                    id: self.asking.elicitation_id(),
                })
            },
        ))
    }
}

impl<A: Visiting> fmt::Debug for OpenUrl<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.asking.fmt(f)
    }
}

/// A page that the user agreed to open; see [`Ctx::open_url`].
#[derive(Clone)]
pub struct Visit {
    ctx: Ctx,
    id: String,
}

impl Visit {
    /// Says that what was to be done at the page is done, to clients that
    /// wait for it (2025-11-25, "Elicitation: Completion notifications").
    /// Elsewhere, and once the call has ended, this may mean nothing.
    pub fn complete(&self) {
        if let Some(carrier) = self.ctx.0.flow.carrier() {
            carrier.completed(&self.id);
        }
    }
}

impl fmt::Debug for Visit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").field("id", &self.id).finish()
    }
}

/// What a question to open a page can come to; the type says what a refusal
/// does.
///
/// | type | by | after a refusal |
/// | --- | --- | --- |
/// | [`Visit`] | [`Ctx::open_url`] | the call ends; the handler does not go on |
/// | [`Answer<Visit>`] | [`OpenUrl::outcome`] | [`Answer::Declined`] or [`Answer::Cancelled`] |
/// | `Result<Visit, Refusal>` | [`Ctx::try_open_url`] | `Err` |
pub trait Visiting: Sealed + Sized {}

impl<A: Sealed + Sized> Visiting for A {}

/// How the outcomes are made; nobody else has one.
mod sealed {
    use super::{Answer, Refusal, Visit};

    pub trait Sealed {
        fn accept(visit: Visit) -> Self;

        /// `None` ends the call.
        fn refuse(refusal: Refusal) -> Option<Self>
        where
            Self: Sized;
    }

    impl Sealed for Visit {
        fn accept(visit: Visit) -> Self {
            visit
        }

        fn refuse(_: Refusal) -> Option<Self> {
            None
        }
    }

    impl Sealed for Answer<Visit> {
        fn accept(visit: Visit) -> Self {
            Self::Accepted(visit)
        }

        fn refuse(refusal: Refusal) -> Option<Self> {
            Some(refusal.into())
        }
    }

    impl Sealed for Result<Visit, Refusal> {
        fn accept(visit: Visit) -> Self {
            Ok(visit)
        }

        fn refuse(refusal: Refusal) -> Option<Self> {
            Some(Err(refusal))
        }
    }
}

/// Reads whether the user agreed; what the handler gets if not is the error.
struct Opened<A>(PhantomData<fn() -> A>);

impl<A: Visiting> Read for Opened<A> {
    type Output = Result<(), A>;

    fn read(_: &InputRequest, answer: &RawValue) -> Result<Reading<Self::Output>, String> {
        // Content is for forms; a client that sends some says nothing by it.
        Ok(match result(answer)? {
            Ok(_) => Reading::Value(Ok(())),
            Err(refusal) => Reading::Refused(refusal),
        })
    }

    fn refuse(refusal: Refusal) -> Option<Self::Output> {
        A::refuse(refusal).map(Err)
    }
}
