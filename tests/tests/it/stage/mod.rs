//! Servers with one thing for each that a test is about: tools on one, everything else on the other.
#![expect(
    deprecated,
    reason = "clients still ask for log messages, and answer for their models and roots"
)]

mod archive;
mod changes;
pub(crate) mod ledger;
mod parlour;
mod room;
mod tally;
mod tools;

use std::time::Duration;

use mcp_server::core::transport::Principal;
use mcp_server::core::types::CacheScope;
use mcp_server::schemars::JsonSchema;
use mcp_server::{IntoServer as _, Limits, Resource, Server, ServerBuilder, Tool};
use serde::Serialize;

pub(crate) use archive::{Archive, LETTERS};
pub(crate) use changes::{NOVELTY_URI, resource, tool};
use parlour::Parlour;
use room::Room;
pub(crate) use tally::{OnDrop, Tally};
pub(crate) use tools::Stage;

/// The name of every tool, in the order in which they are added.
pub(crate) const TOOLS: [&str; 11] = [
    "weigh", "count", "greet", "send", "wrap", "steps", "boom", "leak", "refuse", "wait", "label",
];

/// A GIF of one pixel.
pub(crate) const PIXEL: &[u8] = b"GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\0;";

/// Who gets to see what is for the staff.
pub(crate) const CLERK: &str = "clerk";

fn is_clerk(who: Option<&Principal>) -> bool {
    who.is_some_and(|who| who.subject() == CLERK)
}

/// The server of the archive, that a test may add to.
pub(crate) fn archive() -> ServerBuilder {
    Server::new("stage", "1.2.3")
        .logging()
        .with(Archive)
        .resource(map())
}

/// What happens on the stage, as seen from behind it.
#[derive(Clone, Default)]
pub(crate) struct Probe {
    /// Parcels that were sent: each is an effect that a client must not get for nothing.
    pub(crate) sent: Tally,
    /// What waits, and has begun.
    pub(crate) waiting: Tally,
    /// Signs of life that a test has heard.
    pub(crate) heard: Tally,
    /// What waited, and was dropped.
    pub(crate) dropped: Tally,
}

impl Probe {
    /// The server that is watched by this probe.
    pub(crate) fn builder(&self) -> ServerBuilder {
        // Names its identity in full, to see what older revisions leave out.
        Server::new("stage", "1.2.3")
            .title("The stage")
            .description("Tools for tests.")
            .website_url("https://example.com/stage")
            .instructions("Labels are three to eight letters.")
            .limits(Limits::default().with_cancel_grace(Duration::ZERO))
            .with(Stage::new(self.clone()).into_server())
            .tool(label())
    }

    /// The server of the waiting room, built.
    pub(crate) fn waiting_room(&self) -> Server {
        Server::new("room", "1.2.3")
            .limits(Limits::default().with_cancel_grace(Duration::ZERO))
            .with(Room(self.clone()))
            .build()
            .expect("a sound server")
    }

    /// The server of the parlour, built.
    pub(crate) fn parlour(&self) -> Server {
        let server = Server::new("parlour", "1.2.3").with(Parlour(self.clone()));
        server.build().expect("a sound server")
    }

    /// Waits for what never comes, and is seen to.
    pub(crate) async fn wait(&self) -> String {
        let _dropped = OnDrop(self.dropped.clone());
        self.waiting.add();
        std::future::pending().await
    }

    /// The server, built.
    pub(crate) fn server(&self) -> Server {
        self.builder().build().expect("a sound server")
    }
}

/// What everybody may hand on to everybody.
fn map() -> Resource {
    Resource::new("archive://map")
        .name("map")
        .describe("Where everything is.")
        .ttl(Duration::from_secs(3600))
        .scope(CacheScope::Public)
        .handler(async || "You are here.")
}

/// Everything that can be said of a tool, and that some revisions do not know.
fn label() -> Tool {
    /// A printed label.
    #[derive(Serialize, JsonSchema)]
    struct Label {
        /// What is on it.
        text: String,
    }
    let pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
    Tool::new("label")
        .title("Print a label")
        .describe("Print a label for a parcel.")
        .icon(mcp_server::core::types::Icon::new(pixel))
        .meta("example.com/printer", 3)
        .additive()
        .idempotent()
        .arg::<String>("text", |text| text.describe("What to print"))
        .handler(async |text: String| mcp_server::Json(Label { text }))
}
