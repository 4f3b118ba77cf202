//! Resources of free functions.

use super::Resource;

/// The resource behind a free function with `#[resource]`.
///
/// Implemented by a hidden type of the function's name, so that one `use`
/// brings the function and the resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "put `#[resource(\"…\")]` on the function"
)]
pub trait ResourceFn {
    /// The resource.
    fn resource() -> Resource;
}

/// The resources of several functions, as a `Vec`: `resources![motto, shop::order]`.
///
/// # Examples
///
/// ```
/// use mcp_server::{Resource, ResourceFn, Server, resources};
///
/// struct Motto; // `#[resource("…")]` on a function writes both
///
/// impl ResourceFn for Motto {
///     fn resource() -> Resource {
///         Resource::new("shop://motto").describe("Ours.").handler(async || "Sell!")
///     }
/// }
///
/// let server = Server::new("shop", "1.0.0").resources(resources![Motto]).build()?;
/// # drop(server);
/// # Ok::<(), mcp_server::BuildError>(())
/// ```
#[macro_export]
macro_rules! resources {
    ($($resource:path),* $(,)?) => {
        ::std::vec![$(<$resource as $crate::ResourceFn>::resource()),*]
    };
}
