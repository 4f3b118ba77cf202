//! What tools, prompts and resources have in common once they are served.

use std::fmt;
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
    pub(crate) declared: Option<&'static str>,
    /// Who may know of it; everybody where nothing is said.
    pub(crate) visible: Option<Visible>,
    /// The servers between it and the one that is served.
    pub(crate) place: Place,
}

impl Common {
    pub(crate) fn new(signature: Signature) -> Self {
        Self {
            signature: Arc::new(signature),
            timeout: None,
            heartbeat: None,
            declared: None,
            visible: None,
            place: Place::default(),
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

/// What the builders of tools, prompts and resources have in common: each has
/// `facts` with the fields named here.
macro_rules! shared_setters {
    ($builder:ident, $noun:literal) => {
        impl $builder {
            /// A short name for people (2025-06-18 and later).
            pub fn title(mut self, title: impl Into<::std::borrow::Cow<'static, str>>) -> Self {
                self.facts.title = Some(title.into());
                self
            }

            /// An icon for people (2025-11-25 and later).
            pub fn icon(mut self, icon: $crate::Icon) -> Self {
                self.facts.icons.push(icon);
                self
            }

            #[doc = concat!("A key of the ", $noun, "'s `_meta` (2025-06-18 and later). Keys of the")]
            /// specification's own are reported when the server is built.
            pub fn meta(mut self, key: impl Into<String>, value: impl Into<::serde_json::Value>) -> Self {
                let key = key.into();
                if let Err(fault) = ::mcp_core::meta::check_key(&key) {
                    self.facts.faults.push(format!("meta \"{key}\": {fault}"));
                }
                let meta = self.facts.meta.get_or_insert_default();
                meta.insert(key, value.into());
                self
            }

            /// How long a request may run. The clock stands still while a
            /// question to the user is open. Default: the server's limit
            /// (`Limits::call`).
            pub fn timeout(mut self, limit: ::std::time::Duration) -> Self {
                self.facts.timeout = Some(limit);
                self
            }

            #[doc = concat!("Shows the ", $noun, " to some callers only: the others neither find it in")]
            /// the list nor can they use it. Such a list is private to its
            /// caller (specification, "Caching").
            pub fn visible_when(
                mut self,
                rule: impl Fn(Option<&$crate::Principal>) -> bool + Send + Sync + 'static,
            ) -> Self {
                self.facts.visible = Some($crate::item::Visible::new(rule));
                self
            }

            /// Describes an argument, typed: `min` and its like exist where
            /// the type supports them.
            pub fn arg<T: $crate::Param<$crate::ViaArg>>(
                self,
                name: &'static str,
                describe: impl FnOnce($crate::Spec<T, $crate::ViaArg>) -> $crate::Spec<T, $crate::ViaArg>,
            ) -> Self {
                self.param(describe($crate::spec::<T, $crate::ViaArg>(name)))
            }

            /// Adds a parameter, in the order in which the handler takes them.
            #[doc(hidden)]
            pub fn param<T, Via>(mut self, spec: $crate::Spec<T, Via>) -> Self {
                self.facts.params.push(spec.param);
                self
            }

            /// Where it was declared, for messages about clashes.
            #[doc(hidden)]
            pub fn declared(mut self, place: &'static str) -> Self {
                self.facts.declared = Some(place);
                self
            }
        }
    };
}

pub(crate) use shared_setters;
