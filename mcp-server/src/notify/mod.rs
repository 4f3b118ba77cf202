//! Events that belong to no request: from whoever changes something to
//! everybody who listens.
//!
//! A [`Hub`] fans [`Event`]s out. It knows no messages and no revisions: what
//! an event becomes on the wire is the business of those who listen. The rules:
//!
//! * Publishing waits for nobody. Each [`Listener`] has a place where events
//!   gather; a storm leaves as one batch at once and one for each 50 ms after
//!   it, the last one after the final change.
//! * What gathers is a set. That tools changed is told once however often they
//!   did, and a listener nobody polls costs bounded memory.
//! * No lock of this module is held while somebody else's code runs: filters,
//!   hooks and buses may publish, listen and watch.

mod bus;
mod event;
mod hub;
mod listener;
mod pending;
#[cfg(test)]
mod tests;
mod watch;

pub use bus::{Deliver, EventBus};
pub use event::Event;
pub(crate) use hub::Hub;
pub(crate) use listener::{Listener, WINDOW};
pub(crate) use watch::{Hook, Hooks, LONGEST, Watch};

use crate::contained::contain;
