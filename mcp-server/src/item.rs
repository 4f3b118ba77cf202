//! What tools, prompts and resources have in common once they are served.

use std::fmt;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::transport::Principal;

use crate::contained::contain;
use crate::place::Place;
use crate::signature::Signature;

/// Says whether somebody may know of an item and use it.
#[derive(Clone)]
pub(crate) struct Visible(Arc<Rule>);

type Rule = dyn Fn(Option<&Principal>) -> bool + Send + Sync;

impl Visible {
    pub(crate) fn new(rule: impl Fn(Option<&Principal>) -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(rule))
    }
}

impl fmt::Debug for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Visible")
    }
}

/// Something that is listed, found by its key, and run.
pub(crate) trait Item: Send + Sync + 'static {
    /// What all of them have.
    fn common(&self) -> &Common;

    /// What it is found by: a name, or a URI.
    fn key(&self) -> &str {
        &self.common().signature.name
    }

    /// Whether an item of another key means the same: one of the two would
    /// never answer.
    fn is_twin(&self, other: &Self) -> bool
    where
        Self: Sized,
    {
        let _ = other;
        false
    }
}

/// What all items have.
pub(crate) struct Common {
    pub(crate) signature: Arc<Signature>,
    /// How long a call may run.
    pub(crate) timeout: Option<Duration>,
    /// How often a call gives a sign of life.
    pub(crate) heartbeat: Option<Duration>,
    /// Where it was declared, for messages about clashes.
    pub(crate) declared: &'static Location<'static>,
    /// Who may know of it; everybody where nothing is said.
    pub(crate) visible: Option<Visible>,
    /// The servers between it and the one that is served.
    pub(crate) place: Place,
}

impl Common {
    /// Whether `who` may know of the item. Nobody may whom the author's rule
    /// panics about.
    pub(crate) fn is_visible_to(&self, who: Option<&Principal>) -> bool {
        self.visible.as_ref().is_none_or(|visible| {
            contain("a rule who may see an item", || (visible.0)(who)).unwrap_or(false)
        })
    }
}
