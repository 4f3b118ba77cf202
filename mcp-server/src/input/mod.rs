//! Asking the user in the middle of a call.
//!
//! A handler that asks is an ordinary async body. What becomes of a question
//! depends on how its answer travels, which the handler cannot see:
//!
//! * *live*: the question goes out at once and its future waits for the
//!   answer ([`Carrier`]).
//! * *replay*: the answer comes with a repetition of the whole request. The
//!   question is noted, its future stays pending, and the driver drops the
//!   handler and hands back what was asked, with sealed state. The repeated
//!   request runs the body again from the top, and answered questions
//!   resolve at once.
//!
//! Everything here follows from one rule: **a handler goes on only with an
//! answer it asked for.** So an answer counts only for the very question
//! that was shown (same place, same text, same form), a refusal leaves the
//! question pending for ever, and a handler that gives up an open question
//! does not get to act on it (see `Question`'s `Drop`).
//!
//! | file | what it holds |
//! | --- | --- |
//! | `ask` | what a handler may ask: the methods of `Ctx` and their futures |
//! | `visit`, `page` | sending the user to a page |
//! | `answer`, `form` | what can be an answer |
//! | `question` | one question on its way: identity, pin, answer |
//! | `flow` | what is known of one call's questions |
//! | `replay` | `once`, the idempotency key, recorded time and randomness |
//! | `live` | the trait that carries questions out and answers back |
//! | `drive` | polls a handler until it ends or asks |
//! | `state`, `seal` | what travels between two rounds, and how it is sealed |
//!
//! Absent on purpose: any knowledge of protocol revisions. Which of the two
//! ways a call takes is decided by whoever makes its [`Flow`].

mod answer;
mod ask;
mod deprecated;
mod digest;
mod drive;
mod flow;
mod form;
mod live;
mod page;
mod question;
mod replay;
mod seal;
mod state;
#[cfg(test)]
mod tests;
mod visit;

pub use answer::{Answer, Answerable, Content, Refusal};
pub use ask::{Confirm, Elicit};
pub use deprecated::{Roots, Sample};
pub use form::{Form, FormBuilder, FormChoice, FormField, FormReader};
pub use visit::{OpenUrl, Visit, Visiting};

pub(crate) use deprecated::tell;
pub(crate) use drive::{Driven, drive};
pub(crate) use flow::Flow;
pub(crate) use live::{Asked, Carrier, Unanswered};
pub(crate) use seal::{KeyRing, Purpose};
pub(crate) use state::{Binding, Earlier, Suspended};
