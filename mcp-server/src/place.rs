//! Where an item stands: in the servers that the one it was written for was
//! mounted into.
//!
//! A server that is written to be mounted names its own things as if it stood
//! alone. What it says goes through its [`Place`], outwards; what comes to it
//! from clients, inwards.

use std::any::TypeId;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::caching::Keeping;
use crate::context::{States, find};
use crate::reading::Reading;

/// What a server says for those of its items that say nothing themselves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Defaults {
    pub(crate) reading: Reading,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_result: Option<usize>,
    pub(crate) keeping: Keeping,
}

/// A server that is mounted into another one below a prefix.
pub(crate) struct Mount {
    prefix: Box<str>,
    states: States,
    pub(crate) defaults: Defaults,
}

impl Mount {
    pub(crate) fn new(prefix: &str, states: States, defaults: Defaults) -> Arc<Self> {
        Arc::new(Self {
            prefix: prefix.into(),
            states,
            defaults,
        })
    }

    /// `refund` below `billing` is `billing_refund`.
    pub(crate) fn name(&self, name: &str) -> String {
        format!("{}_{name}", self.prefix)
    }

    /// `orders://{id}` below `billing` is `orders://billing/{id}`.
    pub(crate) fn uri(&self, uri: &str) -> String {
        let (scheme, rest) = split(uri);
        format!("{scheme}{}/{rest}", self.prefix)
    }

    /// The other way round; `None` for what is not below the prefix.
    fn own_uri(&self, uri: &str) -> Option<String> {
        let (scheme, rest) = split(uri);
        let rest = rest.strip_prefix(&*self.prefix)?.strip_prefix('/')?;
        Some(format!("{scheme}{rest}"))
    }
}

/// A URI up to where a prefix goes, and what follows.
fn split(uri: &str) -> (&str, &str) {
    let scheme = uri.find("://").map(|at| at + 3);
    let scheme = scheme.or_else(|| uri.find(':').map(|at| at + 1));
    uri.split_at(scheme.unwrap_or(0))
}

/// The servers around something, from its own outwards. None where it was
/// registered with the server that is served. A cheap clone.
#[derive(Clone, Default)]
pub(crate) struct Place(Option<Arc<Around>>);

#[derive(Clone, Default)]
struct Around {
    /// What its own server calls it.
    own: Box<str>,
    mounts: Vec<Arc<Mount>>,
}

impl Place {
    /// Goes one server further out. `own` is what the inner one calls it.
    pub(crate) fn enter(&mut self, mount: &Arc<Mount>, own: &str) {
        let around = Arc::make_mut(self.0.get_or_insert_default());
        if around.mounts.is_empty() {
            around.own = own.into();
        }
        around.mounts.push(Arc::clone(mount));
    }

    /// The servers, from its own outwards.
    pub(crate) fn mounts(&self) -> &[Arc<Mount>] {
        self.0.as_deref().map_or(&[], |around| &around.mounts)
    }

    /// What its own server calls it, where that is not the one that is served.
    pub(crate) fn own(&self) -> Option<&str> {
        self.0.as_deref().map(|around| &*around.own)
    }

    /// A name of its server, as clients know it.
    pub(crate) fn name<'a>(&self, name: &'a str) -> Cow<'a, str> {
        let outwards = |name: Cow<'a, str>, mount: &Arc<Mount>| mount.name(&name).into();
        self.mounts().iter().fold(name.into(), outwards)
    }

    /// A URI of its server, as clients know it.
    pub(crate) fn uri<'a>(&self, uri: &'a str) -> Cow<'a, str> {
        let outwards = |uri: Cow<'a, str>, mount: &Arc<Mount>| mount.uri(&uri).into();
        self.mounts().iter().fold(uri.into(), outwards)
    }

    /// A URI of a client's, as its server knows it; `None` for one that is
    /// another's.
    pub(crate) fn own_uri<'a>(&self, uri: &'a str) -> Option<Cow<'a, str>> {
        let inwards = |uri: Cow<'a, str>, mount: &Arc<Mount>| mount.own_uri(&uri).map(Cow::from);
        self.mounts().iter().rev().try_fold(uri.into(), inwards)
    }

    /// A value that one of the servers was given, the innermost first.
    pub(crate) fn state<T: Clone + 'static>(&self) -> Option<T> {
        let mut mounts = self.mounts().iter();
        mounts.find_map(|mount| find::<T>(&mount.states))
    }

    /// Whether one of the servers was given a value of this type.
    pub(crate) fn has_state(&self, id: &TypeId) -> bool {
        let mut mounts = self.mounts().iter();
        mounts.any(|mount| mount.states.contains_key(id))
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefixes = self.mounts().iter().map(|mount| &mount.prefix);
        f.debug_list().entries(prefixes).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mount(prefix: &str) -> Arc<Mount> {
        Mount::new(prefix, States::new(), Defaults::default())
    }

    #[test]
    fn a_prefix_stands_behind_the_scheme() {
        let billing = mount("billing");
        for (own, outer) in [
            ("orders://{id}", "orders://billing/{id}"),
            ("urn:x", "urn:billing/x"),
            ("file:///x", "file://billing//x"),
        ] {
            assert_eq!(billing.uri(own), outer);
            assert_eq!(billing.own_uri(outer).as_deref(), Some(own));
        }
        for other in ["orders://x", "orders://billings/x", "orders://billing"] {
            assert_eq!(billing.own_uri(other), None, "{other}");
        }
    }

    #[test]
    fn a_server_in_a_server_names_its_own_things() {
        let mut place = Place::default();
        assert_eq!(place.own_uri("a:x").as_deref(), Some("a:x"));
        place.enter(&mount("inner"), "refund");
        place.enter(&mount("outer"), "inner_refund");
        assert_eq!(place.own(), Some("refund"));
        assert_eq!(place.name("refund"), "outer_inner_refund");
        assert_eq!(place.uri("a://x"), "a://outer/inner/x");
        assert_eq!(place.own_uri("a://outer/inner/x").as_deref(), Some("a://x"));
        assert_eq!(place.own_uri("a://inner/outer/x"), None);
    }
}
