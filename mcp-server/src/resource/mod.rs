//! A resource: where it is, what it holds, how it is read.
//!
//! One builder makes both kinds: a URI without variables is one resource, a
//! template (`orders://{order_id}`) a family of them. Variables are arguments
//! of the handler, typed like those of a tool.

mod build;
mod content;
mod list;
pub(crate) mod probe;
mod respond;
mod result;
mod set;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_core::types::{Annotations, CacheScope};

pub(crate) use build::ResourceDef;
pub use list::Listed;
pub use list::Listing;
pub use mcp_core::types::Resource as ListedResource;
pub use respond::{IntoResource, IntoResourceResult};
pub use result::ResourceResult;
pub use set::ResourceFn;

use crate::about::{About, shared_setters};
use crate::caching::Keeping;
use crate::call::Call;
use crate::handler::{Handler, HandlerFuture, Run, erase};
use crate::list_ctx::ListCtx;
use crate::place::{Defaults, Mount};

/// A resource, complete with its handler: ready for
/// [`ServerBuilder::resource`](crate::ServerBuilder::resource).
///
/// Made by `#[resource]`, or by hand:
///
/// ```
/// use mcp_server::Resource;
///
/// let motto = Resource::new("shop://motto").describe("Ours.").handler(async || "Sell!");
/// let order = Resource::new("orders://{order_id}")
///     .describe("One order.")
///     .arg::<u32>("order_id", |id| id)
///     .handler(async |order_id: u32| format!("order {order_id}"));
/// assert_eq!(order.uri(), "orders://{order_id}");
/// # drop(motto);
/// ```
pub struct Resource {
    about: About,
    facts: Facts,
    run: Run<ResourceResult>,
}

/// A resource that has no handler yet.
#[must_use = "a resource does nothing before it has a handler and is added to a server"]
#[derive(Debug)]
pub struct ResourceBuilder {
    about: About,
    facts: Facts,
}

/// What an author says of a resource alone.
#[derive(Debug, Default)]
struct Facts {
    name: Option<Cow<'static, str>>,
    mime: Option<Cow<'static, str>>,
    size: Option<u64>,
    annotations: Option<Annotations>,
    keeping: Keeping,
    list: Option<list::Lister>,
}

impl Resource {
    /// Starts a resource at a URI, such as `shop://motto`, or a family of
    /// them at a template, such as `orders://{order_id}`.
    ///
    /// Templates are those of RFC 6570, levels 1 and 2: `{x}` is one segment,
    /// `{+x}` may have slashes in it, but nothing that leads upwards. Each
    /// variable is an argument of the handler. Where it opens files, symbolic
    /// links are for it to look at: a sound path may lead out of a folder. Schemes are your own, or registered ones; `https` only where
    /// the client could as well fetch the URI itself (specification,
    /// "Resources: Common URI schemes").
    #[expect(
        clippy::new_ret_no_self,
        reason = "a resource starts as what it is built with"
    )]
    #[track_caller]
    pub fn new(uri: impl Into<Cow<'static, str>>) -> ResourceBuilder {
        ResourceBuilder {
            about: About::new(uri),
            facts: Facts::default(),
        }
    }

    /// Its URI or template.
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.about.key
    }

    /// Takes what its server says, where it says nothing itself.
    pub(crate) fn defaulting(mut self, defaults: &Defaults) -> Self {
        self.about.timeout = self.about.timeout.or(defaults.timeout);
        self.facts.keeping = self.facts.keeping.or(defaults.keeping);
        self
    }

    /// Puts the resource into a server that is mounted into another one, and
    /// the URIs that it lists.
    pub(crate) fn mounted(self, mount: &Arc<Mount>) -> Self {
        let mut resource = self.defaulting(&mount.defaults);
        resource.about.mount_uri(mount);
        let list = &mut resource.facts.list;
        *list = list.take().map(|list| list.mounted(mount));
        resource
    }
}

impl fmt::Debug for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resource")
            .field("about", &self.about)
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

impl ResourceBuilder {
    /// The name for programs. Default: the URI's last part without variables.
    pub fn name(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.facts.name = Some(name.into());
        self
    }

    /// What the resource holds; the model reads it.
    pub fn describe(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.about.description = Some(text.into());
        self
    }

    /// The media type of its contents. Default: by what the handler gives.
    pub fn mime(mut self, mime: impl Into<Cow<'static, str>>) -> Self {
        self.facts.mime = Some(mime.into());
        self
    }

    /// How many bytes the contents have, before base64. Not for templates.
    pub fn size(mut self, bytes: u64) -> Self {
        self.facts.size = Some(bytes);
        self
    }

    /// Whom the contents are for, and how much they matter.
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.facts.annotations = Some(annotations);
        self
    }

    /// How long a client may keep what it read (2026-07-28, "Caching").
    /// Default: as the server says
    /// ([`ServerBuilder::ttl`](crate::ServerBuilder::ttl)), else not at all.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.facts.keeping.ttl = Some(ttl);
        self
    }

    /// Who may be given what another client read. Default: as the server says
    /// ([`ServerBuilder::scope`](crate::ServerBuilder::scope)), else nobody
    /// else ([`CacheScope::Private`]).
    pub fn scope(mut self, scope: CacheScope) -> Self {
        self.facts.keeping.scope = Some(scope);
        self
    }

    /// Lists members of the family in `resources/list`: a function of a
    /// [`ListCtx`], async or not, that gives [`ListedResource`]s, or a
    /// `Result` of them.
    pub fn list<L: Listing<Via> + 'static, Via>(
        mut self,
        list: impl Fn(ListCtx) -> L + Send + Sync + 'static,
    ) -> Self {
        self.facts.list = Some(list::Lister::new(list));
        self
    }

    /// The handler, in its erased form.
    pub fn read(
        self,
        read: impl Fn(Call) -> HandlerFuture<ResourceResult> + Send + Sync + 'static,
    ) -> Resource {
        Resource {
            about: self.about,
            facts: self.facts,
            run: Arc::new(read),
        }
    }

    /// The handler: an async function whose parameters are the variables, in
    /// the order of [`ResourceBuilder::arg`], and extractors, anywhere.
    pub fn handler<Kinds: 'static>(self, handler: impl Handler<ResourceResult, Kinds>) -> Resource {
        let Self { mut about, facts } = self;
        about.fit(&handler);
        Resource {
            about,
            facts,
            run: erase(handler),
        }
    }
}

shared_setters!(ResourceBuilder, "resource");
