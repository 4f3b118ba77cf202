//! Events between replicas.

use std::fmt;
use std::sync::Weak;

use super::event::Event;
use super::hub::Shared;

/// Carries events between the replicas of one server.
///
/// Without a bus an event reaches the clients that are connected to this
/// process. Behind a load balancer a client may listen on another one: "a
/// change made through another connection" has to reach it as well
/// (specification "Tools: List changed notification"). A bus hands each event
/// of this replica to the others, and theirs to this one; a broker that you
/// have already (Redis, NATS, PostgreSQL's `NOTIFY`) does it in few lines.
///
/// Delivery need not be reliable or ordered: an event says that something
/// changed, not how. It should be single, though, and must not come back to
/// the replica that published it, which has told its own clients already.
///
/// # Examples
///
/// ```
/// use mcp_server::{Deliver, Event, EventBus};
/// use tokio::sync::broadcast::{self, error::RecvError};
///
/// /// A broker in this process: each message names the replica it is from.
/// struct Channel {
///     replica: u32,
///     broker: broadcast::Sender<(u32, Event)>,
/// }
///
/// impl EventBus for Channel {
///     fn publish(&self, event: &Event) {
///         // An error means that no replica has subscribed.
///         drop(self.broker.send((self.replica, event.clone())));
///     }
///
///     fn start(&self, deliver: Deliver) {
///         let (own, mut messages) = (self.replica, self.broker.subscribe());
///         tokio::spawn(async move {
///             loop {
///                 match messages.recv().await {
///                     Ok((from, _)) if from == own => {}
///                     Ok((_, event)) => {
///                         if !deliver.event(event) {
///                             break; // the server has gone
///                         }
///                     }
///                     Err(RecvError::Lagged(_)) => {}
///                     Err(RecvError::Closed) => break,
///                 }
///             }
///         });
///     }
/// }
/// ```
pub trait EventBus: Send + Sync + 'static {
    /// Hands an event of this replica to the others.
    ///
    /// Called by whoever caused the event, so it must not block: queue what
    /// takes time. A panic is logged, and the event is lost to the others.
    fn publish(&self, event: &Event);

    /// Begins to deliver what other replicas publish.
    ///
    /// Called once, inside the runtime, before the first connection is served.
    fn start(&self, deliver: Deliver);
}

/// Brings events of other replicas to the clients of this one.
///
/// They are not published again. A handle does not keep the server alive.
#[derive(Clone)]
pub struct Deliver(Weak<Shared>);

impl Deliver {
    pub(super) fn new(hub: Weak<Shared>) -> Self {
        Self(hub)
    }

    /// Tells the clients that listen here. Never blocks.
    ///
    /// Returns whether the server still exists; if not, nothing more needs to
    /// be delivered.
    pub fn event(&self, event: Event) -> bool {
        let hub = self.0.upgrade();
        if let Some(hub) = &hub {
            hub.deliver(&event);
        }
        hub.is_some()
    }
}

impl fmt::Debug for Deliver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deliver")
    }
}
