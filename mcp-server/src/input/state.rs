//! What travels with the client between two rounds of one call.
//!
//! The client holds the state, so it is sealed, short-lived and bound to the
//! request it belongs to. Specification: "Multi Round-Trip Requests", server
//! requirements 4 and 5.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mcp_core::Error;
use mcp_core::types::{InputRequests, InputRequired, InputResponses};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::digest::Digest;
use super::seal::{KeyRing, Purpose};

/// Longest sealed state, in bytes as the client sees it.
const LONGEST: usize = 8 * 1024;
/// How long sealed state can be answered; every round begins anew.
const LIFETIME: Duration = Duration::from_secs(10 * 60);
/// Most rounds of questions in one call.
pub(super) const ROUNDS: u32 = 10;

/// The request a state belongs to. It cannot be used with any other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<'a> {
    /// The method.
    pub(crate) method: &'a str,
    /// What is called: the tool's name, or the like of it.
    pub(crate) name: &'a str,
    /// The raw arguments; absent is the same as `{}`. The order of keys does
    /// not matter.
    pub(crate) arguments: Option<&'a [u8]>,
    /// The key of the authenticated caller, if there is one.
    pub(crate) principal: Option<&'a str>,
    /// Which server the state is for.
    pub(crate) audience: &'a str,
}

/// The digest of each part of a [`Binding`], apart, so that the log can say
/// which of them differs.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Bound {
    request: Digest,
    arguments: Digest,
    principal: Digest,
    audience: Digest,
}

impl Binding<'_> {
    fn bound(&self) -> Result<Bound, Error> {
        let arguments = serde_json::from_slice(self.arguments.unwrap_or(b"{}"))
            .map_err(|_| Error::invalid_params("arguments must be an object"))?;
        let principal = self.principal.map(str::as_bytes);
        Ok(Bound {
            request: Digest::of("request", &[self.method.as_bytes(), self.name.as_bytes()]),
            arguments: Digest::of_json("arguments", &arguments),
            principal: Digest::of("principal", principal.as_slice()),
            audience: Digest::of("audience", &[self.audience.as_bytes()]),
        })
    }
}

impl Bound {
    /// What differs, in a word for the log.
    fn difference(&self, other: &Self) -> Option<&'static str> {
        let parts = [
            (
                self.request == other.request,
                "made for another method or tool",
            ),
            (
                self.arguments == other.arguments,
                "made for other arguments",
            ),
            (
                self.principal == other.principal,
                "made for another principal",
            ),
            (self.audience == other.audience, "made for another server"),
        ];
        parts
            .into_iter()
            .find(|(same, _)| !same)
            .map(|(_, difference)| difference)
    }
}

/// What a call remembers from round to round.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Memory {
    /// Rounds of questions so far.
    pub(super) round: u32,
    /// What ids and random values follow from.
    pub(super) seed: Option<Digest>,
    /// Questions of the last round: key and pin.
    pub(super) asked: Vec<(String, Digest)>,
    /// Answers so far, each with the pin of its question.
    pub(super) answers: Vec<(String, Digest, Box<RawValue>)>,
    /// What `once` gave, by key.
    pub(super) once: Vec<(String, Box<RawValue>)>,
    /// What `now` gave, in order, in milliseconds since the epoch.
    pub(super) times: Vec<u64>,
}

/// The plain text of sealed state.
#[derive(Serialize, Deserialize)]
struct State<M> {
    bound: Bound,
    /// Seconds since the epoch.
    expires: u64,
    memory: M,
}

/// What a repeated request brought along.
#[derive(Debug)]
pub(crate) struct Earlier {
    pub(super) memory: Memory,
    pub(super) responses: InputResponses,
}

impl Earlier {
    /// Opens the state a request came with and joins its answers; `None` for
    /// a request that has neither.
    ///
    /// # Errors
    ///
    /// -32602 without detail where the state is not ours, was altered, has
    /// expired or was made for another request. The log has the detail.
    pub(crate) fn open(
        keys: &KeyRing,
        binding: &Binding<'_>,
        state: Option<&str>,
        responses: Option<InputResponses>,
        now: SystemTime,
    ) -> Result<Option<Self>, Error> {
        if state.is_none() && responses.is_none() {
            return Ok(None);
        }
        let memory = match state {
            None => Memory::default(),
            Some(state) => open(keys, binding, state, now)?.map_err(|detail| {
                tracing::warn!(tool = binding.name, detail, "refused requestState");
                Error::invalid_params("invalid requestState")
            })?,
        };
        Ok(Some(Self {
            memory,
            responses: responses.unwrap_or_default(),
        }))
    }
}

/// The outer error is about the request, the inner one about its state.
fn open(
    keys: &KeyRing,
    binding: &Binding<'_>,
    state: &str,
    now: SystemTime,
) -> Result<Result<Memory, String>, Error> {
    let bound = binding.bound()?;
    Ok((|| {
        if state.len() > LONGEST {
            return Err("longer than any we seal".to_owned());
        }
        let plain = keys
            .open(Purpose::RequestState, state)
            .map_err(|fault| fault.to_string())?;
        let state: State<Memory> = serde_json::from_slice(&plain)
            .map_err(|fault| format!("of another layout: {fault}"))?;
        if let Some(difference) = state.bound.difference(&bound) {
            return Err(difference.to_owned());
        }
        if state.expires <= seconds(now) {
            return Err("expired".to_owned());
        }
        Ok(state.memory)
    })())
}

/// A call that asked and was put aside: what to ask, and what to remember.
#[derive(Debug)]
pub(crate) struct Suspended {
    pub(crate) requests: InputRequests,
    pub(super) memory: Memory,
}

impl Suspended {
    /// The answer that asks, with sealed state.
    ///
    /// # Errors
    ///
    /// When the state has grown beyond 8 KiB: the author recorded too much.
    pub(crate) fn seal(
        self,
        keys: &KeyRing,
        binding: &Binding<'_>,
        now: SystemTime,
    ) -> Result<InputRequired, Error> {
        let expires = seconds(now + LIFETIME);
        let state = State {
            bound: binding.bound()?,
            expires,
            memory: &self.memory,
        };
        let plain = serde_json::to_vec(&state).map_err(|fault| {
            tracing::error!(tool = binding.name, %fault, "state cannot be written");
            Error::internal("the state of this call cannot be written")
        })?;
        let sealed = keys.seal(Purpose::RequestState, &plain);
        if sealed.len() > LONGEST {
            tracing::error!(
                tool = binding.name,
                bytes = sealed.len(),
                limit = LONGEST,
                "answers and values kept by `once` do not fit into requestState: keep ids, not documents",
            );
            return Err(Error::internal("the state of this call exceeds 8 KiB"));
        }
        Ok(InputRequired::new(self.requests).with_request_state(sealed))
    }
}

fn seconds(time: SystemTime) -> u64 {
    // A clock before 1970 makes everything expired, which is the safe side.
    time.duration_since(UNIX_EPOCH)
        .map_or(u64::MAX, |time| time.as_secs())
}
