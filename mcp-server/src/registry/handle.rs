//! Changing what is offered while the server runs.

use std::fmt;
use std::sync::Arc;

use mcp_core::types::JsonObject;

use crate::notify::Event;
use crate::place::Place;
use crate::prompt::Prompt;
use crate::resource::Resource;
use crate::server::{BuildError, Shared};
use crate::tool::Tool;

/// A server in the hands of whoever changes it: adds and removes tools,
/// prompts and resources, and says that a resource has changed.
///
/// Clients that want to know are told by themselves, after the change is
/// made; a storm of changes is told as a few. A cheap clone, for background
/// tasks as well as for handlers ([`Ctx::server`](crate::Ctx::server)).
///
/// # Examples
///
/// ```
/// use mcp_server::{Server, Tool};
///
/// let server = Server::new("shop", "1").build()?;
/// let handle = server.handle();
/// handle.tools().add(Tool::new("ping").describe("Ping.").handler(async || "pong"))?;
/// assert!(handle.tools().enable("ping", false));
/// assert!(handle.tools().remove("ping"));
/// handle.resource_updated("orders://A-1042");
/// # Ok::<(), mcp_server::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Handle {
    server: Arc<Shared>,
    /// Whose names and URIs are meant.
    place: Place,
}

impl Handle {
    pub(crate) fn new(server: Arc<Shared>) -> Self {
        Self::at(server, Place::default())
    }

    /// In the hands of a server that was mounted into the one that is served.
    pub(crate) fn at(server: Arc<Shared>, place: Place) -> Self {
        Self { server, place }
    }

    /// The tools.
    #[must_use]
    pub fn tools(&self) -> Tools<'_> {
        Tools(self)
    }

    /// The prompts.
    #[must_use]
    pub fn prompts(&self) -> Prompts<'_> {
        Prompts(self)
    }

    /// The resources, families of them included.
    #[must_use]
    pub fn resources(&self) -> Resources<'_> {
        Resources(self)
    }

    /// Says that what a resource holds has changed. Clients that subscribed
    /// to this URI are told.
    pub fn resource_updated(&self, uri: impl Into<String>) {
        let uri = self.public_uri(&uri.into());
        self.server.hub.publish(Event::ResourceUpdated { uri });
    }

    /// Sends a notification of an extension to those clients that the
    /// extension tells of it ([`Extension::tells`](crate::Extension::tells)).
    pub fn notify(&self, method: impl Into<String>, params: JsonObject) {
        let method = method.into();
        self.server.hub.publish(Event::Extension { method, params });
    }

    /// How many clients of this process listen for a resource.
    #[must_use]
    pub fn listeners(&self, uri: &str) -> usize {
        self.server.hub.listeners(&self.place.uri(uri))
    }

    /// What clients call a tool or a prompt: below its prefix, where the
    /// server is [nested](crate::ServerBuilder::nest). For texts that name it.
    #[must_use]
    pub fn public_name(&self, name: &str) -> String {
        self.place.name(name).into_owned()
    }

    /// Where clients find a resource: below its prefix, where the server is
    /// [nested](crate::ServerBuilder::nest). For links in results.
    #[must_use]
    pub fn public_uri(&self, uri: &str) -> String {
        self.place.uri(uri).into_owned()
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").finish_non_exhaustive()
    }
}

macro_rules! shelves {
    ($($(#[$doc:meta])* $name:ident of $item:ident by $key:literal ($outwards:ident): $admit:ident $(with $setting:ident)?, $event:ident, [$($family:ident),+];)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'a>(&'a Handle);

        impl $name<'_> {
            /// Adds one, for every request from now on.
            ///
            /// # Errors
            ///
            /// [`BuildError`] where it has faults, or where there is one of
            #[doc = concat!("the same ", $key, " already.")]
            pub fn add(&self, item: $item) -> Result<(), BuildError> {
                let Handle { server, place } = self.0;
                let item = place.mounts().iter().fold(item, $item::mounted);
                let admitted = server.registry.$admit(item, &server.states $(, &server.$setting)?);
                admitted.map_err(BuildError::new)?;
                server.hub.publish(Event::$event);
                Ok(())
            }

            #[doc = concat!("Takes one away, by its ", $key, ". `false` where there is none.")]
            /// Calls of it that run go on.
            pub fn remove(&self, key: &str) -> bool {
                let (registry, key) = (&self.0.server.registry, self.0.place.$outwards(key));
                self.changed($(registry.$family.remove(&key))||+)
            }

            #[doc = concat!("Shows or hides one, by its ", $key, ". `false` where there is none, or nothing changed.")]
            pub fn enable(&self, key: &str, enabled: bool) -> bool {
                let (registry, key) = (&self.0.server.registry, self.0.place.$outwards(key));
                self.changed($(registry.$family.enable(&key, enabled))||+)
            }

            fn changed(&self, changed: bool) -> bool {
                if changed {
                    self.0.server.hub.publish(Event::$event);
                }
                changed
            }
        }

        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    )*};
}

shelves! {
    /// The tools of a server that runs.
    Tools of Tool by "name" (name): admit_tool with reading, ToolsChanged, [tools];
    /// The prompts of a server that runs.
    Prompts of Prompt by "name" (name): admit_prompt, PromptsChanged, [prompts];
    /// The resources of a server that runs.
    Resources of Resource by "URI or template" (uri): admit_resource, ResourcesChanged, [resources, templates];
}
