//! Whether what asks is safe to run again.
//!
//! A client that holds no session answers a question by repeating its call,
//! and the handler runs again from the top, perhaps on another replica. A
//! client may also repeat an old round, by accident or not. [`check()`] does
//! all of that to a tool, [`check_prompt()`] to a prompt and
//! [`check_resource()`] to a resource, and compares what comes of it with one
//! straight run.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::sync::{Arc, Mutex};
//!
//! use mcp_server::test::replay;
//! use mcp_server::{Ctx, server};
//! use serde_json::json;
//!
//! #[derive(Clone, Default)]
//! struct Shop {
//!     ledger: Arc<Mutex<BTreeMap<String, u32>>>,
//! }
//!
//! #[server]
//! impl Shop {
//!     /// Refund an order.
//!     #[tool(destructive)]
//!     async fn refund(&self, ctx: Ctx, cents: u32) -> &'static str {
//!         ctx.confirm(format!("Refund {cents} cents?")).await;
//!         self.ledger.lock().unwrap().insert(ctx.idempotency_key(), cents);
//!         "refunded"
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! replay::check(Shop::default, "refund", json!({ "cents": 500 }))
//!     .effects(|shop| shop.ledger.lock().unwrap().len())
//!     .await
//!     .unwrap();
//! # }
//! ```

use std::fmt;
use std::future::{Future, IntoFuture};
use std::pin::Pin;

use mcp_core::ErrorCode;
use serde_json::{Value, json};

use super::client::{MOST_ROUNDS, answered};
use super::script::{Says, Script};
use super::{CallError, CallResult, Client, Era, PromptAnswer, ReadResult, TestClient};
use crate::era::Legacy;
use crate::server::IntoServer;

/// What seals the state of a round, so that the next instance can open it.
const KEY: &str = "every instance of a replayed server";

/// Checks that a tool may run again in every round, on any instance, and that
/// repeating an old round does no harm.
///
/// `make` makes the world of one run: a server with whatever it acts on.
/// Clones of it are the instances that serve the rounds, one each. So what
/// they share (behind an [`Arc`](std::sync::Arc), in a database) plays the
/// part of a shared store, and what they do not share is forgotten between
/// rounds.
///
/// The user agrees to whatever is asked, as far as a yes is an answer; say
/// more by [`Check::answer`]. Await it to run it.
pub fn check<S, F>(make: F, tool: impl Into<String>, arguments: Value) -> Check<S, F>
where
    F: Fn() -> S,
    S: IntoServer + Clone,
{
    let name = tool.into();
    let params = json!({ "name": name, "arguments": arguments });
    Check::new(make, CALL, name, params)
}

/// As [`check()`], for a prompt that asks. Arguments are strings in the
/// protocol.
pub fn check_prompt<S, F>(make: F, prompt: impl Into<String>, arguments: Value) -> Check<S, F>
where
    F: Fn() -> S,
    S: IntoServer + Clone,
{
    let name = prompt.into();
    let params = json!({ "name": name, "arguments": arguments });
    Check::new(make, GET, name, params)
}

/// As [`check()`], for a resource that asks.
pub fn check_resource<S, F>(make: F, uri: impl Into<String>) -> Check<S, F>
where
    F: Fn() -> S,
    S: IntoServer + Clone,
{
    let uri = uri.into();
    let params = json!({ "uri": uri });
    Check::new(make, READ, uri, params)
}

const CALL: &str = "tools/call";
const GET: &str = "prompts/get";
const READ: &str = "resources/read";

/// A check that is being set up; see [`check()`].
#[must_use = "it runs when it is awaited"]
pub struct Check<S, F, L = fn(&S)> {
    make: F,
    method: &'static str,
    /// What the author calls it: its name, or its URI.
    name: String,
    params: Value,
    lines: Vec<(String, Says)>,
    look: L,
    _world: std::marker::PhantomData<fn() -> S>,
}

impl<S, F> Check<S, F> {
    fn new(make: F, method: &'static str, name: String, params: Value) -> Self {
        Self {
            make,
            method,
            name,
            params,
            lines: Vec::new(),
            look: |_| (),
            _world: std::marker::PhantomData,
        }
    }
}

impl<S, F, L> Check<S, F, L> {
    /// The user fills every form whose text matches with this content; as
    /// [`TestClient::answer`].
    pub fn answer(self, pattern: impl Into<String>, content: Value) -> Self {
        self.line(pattern, Says::Accept(content))
    }

    /// The user declines questions whose text matches.
    pub fn decline(self, pattern: impl Into<String>) -> Self {
        self.line(pattern, Says::Decline)
    }

    /// The raw result for a question that is no elicitation; as
    /// [`TestClient::reply`].
    pub fn reply(self, method: impl Into<String>, result: Value) -> Self {
        self.line(method, Says::Raw(result))
    }

    /// What must be the same after one straight run and after all the
    /// replays: how many rows there are, which letters went out. Without it
    /// only results and questions are compared.
    pub fn effects<E>(self, look: impl Fn(&S) -> E) -> Check<S, F, impl Fn(&S) -> E>
    where
        E: PartialEq + fmt::Debug,
    {
        Check {
            make: self.make,
            method: self.method,
            name: self.name,
            params: self.params,
            lines: self.lines,
            look,
            _world: self._world,
        }
    }

    fn line(mut self, pattern: impl Into<String>, says: Says) -> Self {
        self.lines.push((pattern.into(), says));
        self
    }
}

impl<S, F, L, E> IntoFuture for Check<S, F, L>
where
    F: Fn() -> S + 'static,
    S: IntoServer + Clone + 'static,
    L: Fn(&S) -> E + 'static,
    E: PartialEq + fmt::Debug + 'static,
{
    type Output = Result<(), Divergence>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.run().await.map_err(Divergence) })
    }
}

/// How replays differ from a straight run, in words for the author.
#[derive(Clone, PartialEq, Eq)]
pub struct Divergence(String);

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The same words: `unwrap` is how a test meets them.
impl fmt::Debug for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Divergence {}

/// How one way through a call ended.
struct Way {
    end: End,
    asked: Vec<String>,
    /// The parameters of every request, round by round.
    sent: Vec<Value>,
}

/// What came last.
struct End {
    is_error: bool,
    text: String,
}

impl End {
    /// A tool says in its result that it failed; a prompt or a resource can
    /// only say so in an error.
    fn of(method: &str, result: Result<Value, CallError>) -> Result<Self, CallError> {
        let (is_error, text) = match result {
            Ok(raw) if method == GET => (false, PromptAnswer { raw }.text()),
            Ok(raw) if method == READ => (false, ReadResult { raw }.text()),
            Ok(raw) => {
                let result = CallResult { raw };
                (result.is_error(), result.text())
            }
            Err(error) if method != CALL && error.code() == Some(FAILED) => {
                (true, error.to_string())
            }
            Err(error) => return Err(error),
        };
        Ok(Self { is_error, text })
    }
}

/// What a handler fails with that has no result to say so in.
const FAILED: i64 = ErrorCode::INTERNAL_ERROR.0;

impl<S, F, L, E> Check<S, F, L>
where
    F: Fn() -> S,
    S: IntoServer + Clone,
    L: Fn(&S) -> E,
    E: PartialEq + fmt::Debug,
{
    async fn run(self) -> Result<(), String> {
        let world = (self.make)();
        let straight = self.straight(&world).await?;
        let expected = (self.look)(&world);

        let world = (self.make)();
        let rounds = self.rounds(&world, self.params.clone()).await?;
        self.compare(&straight, &rounds)?;
        self.effect(&expected, &world, rounds.sent.len(), "no replay")?;
        // Every state, that is: the first request has none, and sending it
        // again would be another call.
        for (round, request) in rounds.sent.iter().enumerate().skip(1) {
            let replayed = self.rounds(&world, request.clone()).await?;
            if replayed.end.is_error != rounds.end.is_error {
                return Err(format!(
                    "`{}`, repeated from round {}, ends otherwise: {}",
                    self.name,
                    round + 1,
                    replayed.end.text
                ));
            }
        }
        self.effect(&expected, &world, rounds.sent.len(), "every state replayed")
    }

    /// One run from top to bottom: its questions are answered while it waits.
    async fn straight(&self, world: &S) -> Result<Way, String> {
        let server = world.clone().into_server().legacy(Legacy::default());
        let client = self.client(TestClient::new(server).era(Era::Legacy)).await;
        let result = client.request(self.method, self.params.clone()).await;
        let end = End::of(self.method, result);
        Ok(Way {
            end: end.map_err(|error| self.failed("a straight run", &error))?,
            asked: client.asked(),
            sent: Vec::new(),
        })
    }

    /// The way on from a request, each round on an instance of its own.
    async fn rounds(&self, world: &S, start: Value) -> Result<Way, String> {
        let (mut asked, mut sent) = (Vec::new(), vec![start.clone()]);
        let mut request = start;
        while sent.len() <= MOST_ROUNDS {
            let server = world.clone().into_server().state_key(KEY);
            let client = self.client(TestClient::new(server)).await;
            let place = format!("round {}", sent.len());
            let result = client.once(self.method, request.clone()).await;
            let answer = |method: &str, params: &Value| client.script().answer(method, params);
            let next = result.as_ref().ok();
            let Some(next) = next.and_then(|result| answered(&request, result, answer)) else {
                let end = End::of(self.method, result);
                return Ok(Way {
                    end: end.map_err(|error| self.failed(&place, &error))?,
                    asked,
                    sent,
                });
            };
            asked.extend(client.asked());
            sent.push(next.clone());
            request = next;
        }
        Err(format!(
            "`{}` is still asking after {MOST_ROUNDS} rounds: {asked:?}",
            self.name
        ))
    }

    async fn client(&self, client: TestClient) -> Client {
        let mut lines = self.lines.clone();
        lines.push(("*".to_owned(), Says::Accept(json!({ "confirm": true }))));
        client.script(Script::of(lines)).connect().await
    }

    fn failed(&self, place: &str, error: &CallError) -> String {
        format!("`{}` fails in {place}: {error}", self.name)
    }

    fn compare(&self, straight: &Way, rounds: &Way) -> Result<(), String> {
        let name = &self.name;
        if straight.asked.len() != rounds.asked.len() {
            return Err(format!(
                "`{name}` asks {:?} in a straight run and {:?} in rounds: what it asks must follow from its \
                 arguments and from answers, or be kept by `Ctx::once`",
                straight.asked, rounds.asked
            ));
        }
        if straight.end.is_error != rounds.end.is_error {
            return Err(format!(
                "`{name}` ends with {:?} in a straight run and with {:?} in rounds: what it needs in a later round \
                 must come from a shared store, from answers, or from `Ctx::once`",
                straight.end.text, rounds.end.text
            ));
        }
        Ok(())
    }

    fn effect(&self, expected: &E, world: &S, rounds: usize, replays: &str) -> Result<(), String> {
        let found = (self.look)(world);
        if found == *expected {
            return Ok(());
        }
        Err(format!(
            "`{}` is not safe to run again: its effects are {expected:?} after a straight run, and {found:?} after \
             {rounds} rounds with {replays}. What happens before a question happens in every round: ask first, keep \
             it by `Ctx::once`, or hand `Ctx::idempotency_key` to whatever does it",
            self.name
        ))
    }
}

impl<S, F, L> fmt::Debug for Check<S, F, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check")
            .field("method", &self.method)
            .field("params", &self.params)
            .finish_non_exhaustive()
    }
}
