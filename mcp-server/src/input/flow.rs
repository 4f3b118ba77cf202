//! What is known of one call's questions.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_core::Error;
use mcp_core::types::{
    ClientCapabilities, ElicitationCapability, InputRequest, InputRequests, InputResponses,
    SamplingCapability,
};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::digest::Digest;
use super::live::Carrier;
use super::seal::entropy;
use super::state::{Earlier, Memory, ROUNDS, Suspended};

/// The questions of one call. Costs nothing until the first is asked: no
/// allocation, no lock.
pub(crate) struct Flow {
    capabilities: Arc<ClientCapabilities>,
    carrier: Option<Arc<dyn Carrier>>,
    /// Something happened that ends this run of the handler.
    raised: AtomicBool,
    /// Questions that wait for a live answer.
    waiting: AtomicU32,
    /// Questions made so far.
    ordinal: AtomicU32,
    book: Mutex<Option<Box<Book>>>,
}

#[derive(Default)]
pub(super) struct Book {
    pub(super) memory: Memory,
    /// Answers to questions that the last round did not ask.
    loose: InputResponses,
    /// Keys of the questions polled in this run.
    claimed: Vec<String>,
    /// Keys of `once` in this run.
    pub(super) kept: Vec<String>,
    /// Calls of `now` in this run.
    pub(super) looks: usize,
    /// Random values drawn in this run.
    pub(super) draws: u64,
    /// Questions of this run without an answer.
    open: Vec<(String, Digest, InputRequest)>,
    end: Option<End>,
    /// Since when questions wait for live answers, and for how long they did.
    waiting_since: Option<Instant>,
    waited: Duration,
}

/// Why a run of a handler ended, other than by finishing.
#[derive(Debug)]
pub(super) enum End {
    /// A question's capability is missing.
    Lacking(ClientCapabilities),
    /// There is no answer and will be none; words for the model.
    Refused(String),
    /// Somebody broke a rule.
    Failed(Error),
}

impl End {
    /// Where several happen in one poll, the gravest counts; what is missing
    /// adds up.
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Lacking(one), Self::Lacking(two)) => Self::Lacking(union(one, two)),
            (one, two) if one.gravity() < two.gravity() => two,
            (one, _) => one,
        }
    }

    fn gravity(&self) -> u8 {
        match self {
            Self::Lacking(_) => 0,
            Self::Refused(_) => 1,
            Self::Failed(_) => 2,
        }
    }
}

/// What questions need: modes of elicitation, sampling and roots.
fn union(one: ClientCapabilities, two: ClientCapabilities) -> ClientCapabilities {
    let mut both = one;
    both.elicitation = match (both.elicitation, two.elicitation) {
        (Some(a), Some(b)) => Some(ElicitationCapability::new(a.form || b.form, a.url || b.url)),
        (a, b) => a.or(b),
    };
    both.sampling = match (both.sampling, two.sampling) {
        (Some(a), Some(b)) => Some(SamplingCapability::new(
            a.tools || b.tools,
            a.context || b.context,
        )),
        (a, b) => a.or(b),
    };
    both.roots = both.roots.or(two.roots);
    both
}

/// How a run ended that did not finish.
pub(super) enum Stop {
    Suspended(Suspended),
    Ended(End),
}

thread_local! {
    /// The flow whose handler is being polled on this thread.
    static DRIVEN: Cell<*const Flow> = const { Cell::new(ptr::null()) };
}

/// Marks that a flow's handler is being polled, until dropped.
pub(super) struct Turn(*const Flow);

impl Drop for Turn {
    fn drop(&mut self) {
        DRIVEN.set(self.0);
    }
}

impl Flow {
    /// A call whose answers come with the request: what an earlier round
    /// left, if there was one.
    pub(crate) fn replay(
        capabilities: Arc<ClientCapabilities>,
        earlier: impl Into<Option<Earlier>>,
    ) -> Self {
        let book = earlier
            .into()
            .map(|earlier| Box::new(Book::continued(earlier)));
        Self::new(capabilities, None, book)
    }

    /// A call whose questions are carried out and answered while it waits.
    /// For a client that cannot be reached, pass no capabilities.
    pub(crate) fn live(capabilities: Arc<ClientCapabilities>, carrier: Arc<dyn Carrier>) -> Self {
        Self::new(capabilities, Some(carrier), None)
    }

    fn new(
        capabilities: Arc<ClientCapabilities>,
        carrier: Option<Arc<dyn Carrier>>,
        book: Option<Box<Book>>,
    ) -> Self {
        Self {
            capabilities,
            carrier,
            raised: AtomicBool::new(false),
            waiting: AtomicU32::new(0),
            ordinal: AtomicU32::new(0),
            book: Mutex::new(book),
        }
    }

    /// Whether forms can be asked of the client, before any work is done.
    ///
    /// # Errors
    ///
    /// What the client lacks.
    pub(crate) fn require_elicitation(&self) -> Result<(), ClientCapabilities> {
        let form = ClientCapabilities::new().with_elicitation(ElicitationCapability::FORM);
        self.missing(&form).map_or(Ok(()), Err)
    }

    /// For how long questions have been open; time limits stand still then.
    pub(crate) fn paused(&self) -> Duration {
        let book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        book.as_ref().map_or(Duration::ZERO, |book| {
            let open = book
                .waiting_since
                .map_or(Duration::ZERO, |since| since.elapsed());
            book.waited + open
        })
    }

    /// Whether a question waits for a live answer.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
    }

    pub(super) fn carrier(&self) -> Option<&Arc<dyn Carrier>> {
        self.carrier.as_ref()
    }

    pub(super) fn is_live(&self) -> bool {
        self.carrier.is_some()
    }

    pub(super) fn missing(&self, required: &ClientCapabilities) -> Option<ClientCapabilities> {
        self.capabilities.missing(required)
    }

    /// Begins a poll of this flow's handler on this thread.
    pub(super) fn turn(&self) -> Turn {
        Turn(DRIVEN.replace(self))
    }

    /// Whether this thread is polling this flow's handler.
    pub(super) fn is_driven(&self) -> bool {
        DRIVEN
            .try_with(|driven| ptr::eq(driven.get(), self))
            .unwrap_or(false)
    }

    /// Holds the rule that a question belongs to its call.
    ///
    /// # Panics
    ///
    /// Outside of the handler's own polls: what a spawned task asks could
    /// neither be dropped with the handler nor answered in the next round.
    pub(super) fn assert_driven(&self, what: &str) {
        if !self.is_driven() {
            // The panic may be swallowed with its task; the call must not
            // finish as if nothing had been asked.
            self.end(End::Failed(Error::internal(
                "a question was asked outside of its call",
            )));
            panic!(
                "{what} belongs to the call it was made for: await it in the handler itself, not in a \
                 spawned task or another thread (use `join!` to ask several questions at once)"
            );
        }
    }

    /// Whether this run of the handler must not go on.
    pub(super) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// Ends the run.
    pub(super) fn end(&self, end: End) {
        self.with_book(|book| {
            book.end = Some(match book.end.take() {
                Some(earlier) => earlier.join(end),
                None => end,
            });
        });
        self.raised.store(true, Ordering::Release);
    }

    /// The place of the next question.
    pub(super) fn next_ordinal(&self) -> u32 {
        self.ordinal.fetch_add(1, Ordering::Relaxed)
    }

    /// Gives a place back, so that a question with a key of its own does not
    /// shift those that follow.
    pub(super) fn return_ordinal(&self, ordinal: u32) {
        let _ = self.ordinal.compare_exchange(
            ordinal + 1,
            ordinal,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }

    /// Takes a key for one question of this run; `false` if it is taken.
    pub(super) fn claim(&self, key: &str) -> bool {
        self.with_book(|book| claim(&mut book.claimed, key))
    }

    /// The answer to a question, if the client brought one to this very
    /// question.
    pub(super) fn answer(&self, key: &str, pin: Digest, unsealed: bool) -> Option<Box<RawValue>> {
        self.with_book(|book| {
            let pinned = book
                .memory
                .answers
                .iter()
                .find(|(place, of, _)| place == key && *of == pin);
            match pinned {
                Some((_, _, answer)) => Some(answer.clone()),
                None if unsealed => book.loose.get(key).map(RawValue::to_owned),
                None => None,
            }
        })
    }

    /// Keeps a good answer for the rounds that follow.
    pub(super) fn keep(&self, key: &str, pin: Digest, answer: Box<RawValue>) {
        self.with_book(|book| book.keep(key, pin, answer));
    }

    /// Notes a question for the client and ends the run.
    pub(super) fn ask(&self, key: &str, pin: Digest, request: InputRequest) {
        self.with_book(|book| book.open.push((key.to_owned(), pin, request)));
        self.raised.store(true, Ordering::Release);
    }

    /// A question went out and waits.
    pub(super) fn wait_begins(&self) {
        self.with_book(|book| {
            book.waiting_since.get_or_insert_with(Instant::now);
            self.waiting.fetch_add(1, Ordering::AcqRel);
        });
    }

    /// A question no longer waits.
    pub(super) fn wait_ends(&self) {
        self.with_book(|book| {
            if self.waiting.fetch_sub(1, Ordering::AcqRel) == 1 {
                book.waited += book
                    .waiting_since
                    .take()
                    .map_or(Duration::ZERO, |at| at.elapsed());
            }
        });
    }

    /// How a raised run ended.
    pub(super) fn stop(&self) -> Stop {
        self.with_book(|book| match book.end.take() {
            Some(end) => Stop::Ended(end),
            None if book.memory.round >= ROUNDS => {
                let words = format!("gave up after {ROUNDS} rounds of questions");
                Stop::Ended(End::Refused(words))
            }
            None => Stop::Suspended(book.suspend()),
        })
    }

    /// Whether nothing was allocated for it.
    #[cfg(test)]
    pub(super) fn is_untouched(&self) -> bool {
        self.book.lock().is_ok_and(|book| book.is_none())
    }

    pub(super) fn with_book<R>(&self, act: impl FnOnce(&mut Book) -> R) -> R {
        // Nothing that is done under the lock can leave the book half written.
        let mut book = self.book.lock().unwrap_or_else(PoisonError::into_inner);
        act(book.get_or_insert_default())
    }
}

impl Book {
    fn continued(earlier: Earlier) -> Self {
        let Earlier {
            mut memory,
            responses,
        } = earlier;
        let mut book = Self::default();
        let asked = std::mem::take(&mut memory.asked);
        book.memory = memory;
        for (key, response) in responses.iter() {
            match asked.iter().find(|(place, _)| place == key) {
                // An answer counts for the question that was shown, and for
                // no other that may have taken its place.
                Some((_, pin)) => book.keep(key, *pin, response.to_owned()),
                None => {
                    book.loose.insert(key, response.to_owned());
                }
            }
        }
        book
    }

    fn keep(&mut self, key: &str, pin: Digest, answer: Box<RawValue>) {
        self.memory.answers.retain(|(place, ..)| place != key);
        self.memory.answers.push((key.to_owned(), pin, answer));
    }

    fn suspend(&mut self) -> Suspended {
        let mut memory = std::mem::take(&mut self.memory);
        let open = std::mem::take(&mut self.open);
        memory.round += 1;
        // Now or never: what a later round mints differs from replay to replay.
        memory.seed.get_or_insert_with(|| Digest(entropy()));
        memory
            .answers
            .retain(|(place, ..)| !open.iter().any(|(key, ..)| key == place));
        memory.asked = open
            .iter()
            .map(|(key, pin, _)| (key.clone(), *pin))
            .collect();
        let requests: InputRequests = open
            .into_iter()
            .map(|(key, _, request)| (key, request))
            .collect();
        Suspended { requests, memory }
    }
}

/// Adds a key to those taken; `false` if it is among them.
pub(super) fn claim(taken: &mut Vec<String>, key: &str) -> bool {
    let free = !taken.iter().any(|other| other == key);
    if free {
        taken.push(key.to_owned());
    }
    free
}
