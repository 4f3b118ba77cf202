//! What tools, prompts and resources have in common once they are served.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::transport::Principal;

use crate::contained::contain;
use crate::context::States;
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
}

/// What all items have.
pub(crate) struct Common {
    pub(crate) signature: Arc<Signature>,
    /// How long a call may run.
    pub(crate) timeout: Option<Duration>,
    /// How often a call gives a sign of life.
    pub(crate) heartbeat: Option<Duration>,
    /// Where it was declared, for messages about clashes.
    pub(crate) declared: Option<&'static str>,
    /// Who may know of it; everybody where nothing is said.
    pub(crate) visible: Option<Visible>,
    /// Values for `State<T>` of a server that was mounted into this one.
    pub(crate) states: Option<Arc<States>>,
}

impl Common {
    pub(crate) fn new(signature: Signature) -> Self {
        Self {
            signature: Arc::new(signature),
            timeout: None,
            heartbeat: None,
            declared: None,
            visible: None,
            states: None,
        }
    }

    /// Whether `who` may know of the item. Nobody may whom the author's rule
    /// panics about.
    pub(crate) fn is_visible_to(&self, who: Option<&Principal>) -> bool {
        self.visible.as_ref().is_none_or(|visible| {
            contain("a rule who may see an item", || (visible.0)(who)).unwrap_or(false)
        })
    }
}
