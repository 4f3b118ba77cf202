//! The members of a family that `resources/list` shows.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use mcp_core::types::Resource as ListedResource;

use crate::completion::{Later, Now};
use crate::error::Result;
use crate::list_ctx::ListCtx;
use crate::place::Mount;
use crate::respond::ToolError;

type ListFuture = Pin<Box<dyn Future<Output = Result<Vec<ListedResource>>> + Send>>;

/// What a list handler may give: resources, or a `Result` of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of resources",
    note = "give a `Vec<ListedResource>`, or a `Result` of one"
)]
pub trait Listed: Send {
    /// The list.
    ///
    /// # Errors
    ///
    /// Where the handler failed.
    #[doc(hidden)]
    fn into_listed(self) -> Result<Vec<ListedResource>>;
}

impl Listed for Vec<ListedResource> {
    fn into_listed(self) -> Result<Vec<ListedResource>> {
        Ok(self)
    }
}

impl<E: ToolError + Send> Listed for std::result::Result<Vec<ListedResource>, E> {
    fn into_listed(self) -> Result<Vec<ListedResource>> {
        self.map_err(E::into_error)
    }
}

/// A list at once, or a future of one. `Via` tells the two apart and is
/// inferred.
pub trait Listing<Via>: Send {
    /// The list.
    fn listing(self) -> impl Future<Output = Result<Vec<ListedResource>>> + Send;
}

#[diagnostic::do_not_recommend]
impl<T: Listed> Listing<Now> for T {
    async fn listing(self) -> Result<Vec<ListedResource>> {
        self.into_listed()
    }
}

#[diagnostic::do_not_recommend]
impl<F: Future<Output: Listed> + Send> Listing<Later> for F {
    async fn listing(self) -> Result<Vec<ListedResource>> {
        self.await.into_listed()
    }
}

/// A list handler, erased.
#[derive(Clone)]
pub(crate) struct Lister(Arc<dyn Fn(ListCtx) -> ListFuture + Send + Sync>);

impl Lister {
    pub(super) fn new<L: Listing<Via> + 'static, Via>(
        list: impl Fn(ListCtx) -> L + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(move |ctx| {
            let listing = list(ctx);
            Box::pin(async move { listing.listing().await })
        }))
    }

    /// Runs the handler.
    pub(crate) fn list(&self, ctx: ListCtx) -> ListFuture {
        (self.0)(ctx)
    }

    /// The lister of a server that is mounted into another one.
    pub(super) fn mounted(self, mount: &Arc<Mount>) -> Self {
        let mount = Arc::clone(mount);
        Self(Arc::new(move |ctx| {
            let (listed, mount) = ((self.0)(ctx), Arc::clone(&mount));
            Box::pin(async move {
                let mut listed = listed.await?;
                for resource in &mut listed {
                    resource.uri = mount.uri(&resource.uri);
                }
                Ok(listed)
            })
        }))
    }
}

impl fmt::Debug for Lister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lister")
    }
}
