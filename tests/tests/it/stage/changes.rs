//! Tools that change what is offered while the server runs, and tools that talk while they run.

use mcp_server::core::LoggingLevel;
use mcp_server::{Choice, Ctx, Prompt, Resource, Result, Tool, server};

use super::Archive;

/// A list of the archive.
#[derive(Choice)]
pub(crate) enum Shelf {
    Tools,
    Prompts,
    Resources,
}

/// What is added and taken away again.
const NOVELTY: &str = "novelty";

/// Where it is read, if it is a resource.
pub(crate) const NOVELTY_URI: &str = "archive://novelty";

#[server(group = changes)]
impl Archive {
    /// Put something new on a shelf.
    #[tool]
    fn add(ctx: Ctx, shelf: Shelf) -> Result<&'static str> {
        let server = ctx.server();
        match shelf {
            Shelf::Tools => server.tools().add(tool(NOVELTY))?,
            Shelf::Prompts => server.prompts().add(prompt())?,
            Shelf::Resources => server.resources().add(resource())?,
        }
        Ok("added")
    }

    /// Take it away again.
    #[tool]
    fn remove(ctx: Ctx, shelf: Shelf) -> bool {
        let server = ctx.server();
        match shelf {
            Shelf::Tools => server.tools().remove(NOVELTY),
            Shelf::Prompts => server.prompts().remove(NOVELTY),
            Shelf::Resources => server.resources().remove(NOVELTY_URI),
        }
    }

    /// Say that a resource has changed.
    #[tool]
    fn touch(ctx: Ctx, uri: String) -> &'static str {
        ctx.server().resource_updated(uri);
        "touched"
    }

    /// Lose count on the way.
    #[tool]
    fn wander(ctx: Ctx) -> &'static str {
        let progress = ctx.progress(None);
        for done in [0.5, 0.25, 0.5, 0.75, f64::NAN, 1.5, 1.0] {
            progress.set(done, None);
        }
        "lost"
    }

    /// Send the user to a page.
    #[tool]
    async fn visit(ctx: Ctx) -> &'static str {
        let visit = ctx
            .open_url("https://example.com/sign-in", "Please sign in.")
            .await;
        visit.complete();
        "signed in"
    }

    /// Say one thing on each level, and that it is said.
    #[tool]
    async fn say(ctx: Ctx) -> &'static str {
        ctx.log(LoggingLevel::Debug, "a mouse");
        ctx.log(LoggingLevel::Info, "a cat");
        ctx.log(LoggingLevel::Error, &["a", "fire"]);
        ctx.progress(1.0).step("said").await;
        "said"
    }
}

/// A tool that says its name.
pub(crate) fn tool(name: impl Into<String>) -> Tool {
    let name = name.into();
    let said = name.clone();
    Tool::new(name)
        .describe("Say its name.")
        .handler(move || std::future::ready(said.clone()))
}

fn prompt() -> Prompt {
    Prompt::new(NOVELTY)
        .describe("Something new.")
        .handler(async || "What is new?")
}

/// Something new to read.
pub(crate) fn resource() -> Resource {
    Resource::new(NOVELTY_URI)
        .name("novelty")
        .describe("Something new.")
        .handler(async || "new")
}
