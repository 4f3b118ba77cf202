//! Letters and papers: what can be read, and what can be started by name.

use std::io;

use mcp_server::core::types::{Annotations, Icon};
use mcp_server::core::{EmbeddedResource, LoggingLevel, ResourceContents, Role};
use mcp_server::{
    Assistant, Choice, Completing, Completion, Ctx, Image, ListCtx, ListedResource, PromptResult,
    Result, ResultExt as _, User, server,
};
use serde::Serialize;

use super::{PIXEL, is_clerk};

/// What is kept here, and who may see it.
pub(crate) struct Archive;

/// How many letters there are.
pub(crate) const LETTERS: u16 = 150;

/// A letter.
#[derive(Serialize)]
pub(crate) struct Letter {
    number: u16,
    sender: &'static str,
}

/// Tone of voice.
#[derive(Choice)]
pub(crate) enum Tone {
    Formal,
    Friendly,
}

fn icon() -> Icon {
    Icon::new("https://example.com/reply.png")
}

/// Who wrote the letter: two people in turn.
fn sender(number: u16) -> &'static str {
    match number % 2 {
        0 => "anna",
        _ => "otto",
    }
}

#[server(groups = [prompts, changes])]
impl Archive {
    /// What everybody keeps to.
    #[resource(
        "archive://rules",
        title = "House rules",
        mime = "text/markdown",
        ttl = "60s",
        size = 10,
        icon = icon(),
        annotations = Annotations::new().with_audience([Role::User]).with_priority(0.5),
        meta = [("example.com/shelf", 3)],
    )]
    fn rules() -> &'static str {
        "# Be quiet"
    }

    /// The stamp of the house.
    #[resource("archive://stamp", mime = "image/gif", ttl = "1h", public)]
    fn stamp() -> &'static [u8] {
        PIXEL
    }

    /// A letter by its number.
    #[resource("archive://letters/{number}", title = "Letter", mime = "application/json", ttl = "5s", private, list = Self::listed)]
    fn letter(&self, #[arg(complete = Self::numbers)] number: u16) -> Result<Letter> {
        let kept = (1..=LETTERS).contains(&number);
        kept.then(|| Letter {
            number,
            sender: sender(number),
        })
        .or_not_found()
    }

    /// A paper by its place.
    #[resource("archive://papers/{+path}")]
    fn paper(path: &str) -> String {
        format!("the paper at {path}")
    }

    /// Two letters and a seal, in one.
    #[resource("archive://folder")]
    async fn folder(ctx: Ctx) -> Vec<ResourceContents> {
        ctx.log(LoggingLevel::Info, "opened");
        ctx.progress(1.0).step("opened").await;
        vec![
            ResourceContents::text("archive://folder/a", "Dear Anna").with_mime_type("text/plain"),
            ResourceContents::text("archive://folder/b", "Dear Otto").with_mime_type("text/plain"),
            ResourceContents::blob("archive://folder/seal", PIXEL).with_mime_type("image/gif"),
        ]
    }

    /// A letter that the user opens.
    #[resource("archive://sealed")]
    async fn sealed(ctx: Ctx) -> &'static str {
        ctx.confirm("Break the seal?").await;
        "It is empty."
    }

    /// For the staff.
    #[resource("archive://rota", visible_when = is_clerk)]
    fn rota() -> &'static str {
        "Nobody works today."
    }

    /// Eaten by mice.
    #[resource("archive://eaten")]
    fn eaten() -> Result<String> {
        Err(io::Error::other("mice at 10.0.0.7"))?
    }

    fn listed(_: &ListCtx) -> Vec<ListedResource> {
        let letter = |number| ListedResource::new(format!("archive://letters/{number}"), "letter");
        [1, 2].map(letter).to_vec()
    }

    fn numbers(&self, q: &Completing) -> Completion {
        let of = q.argument("sender");
        let kept = (1..=LETTERS).filter(|number| of.is_none_or(|of| of == sender(*number)));
        q.matching(kept)
    }
}

#[server(group = prompts)]
impl Archive {
    /// Draft a reply to a letter.
    #[prompt(title = "Reply", icon = icon(), meta = [("example.com/shelf", 3)])]
    fn reply(
        &self,
        /// Who wrote it.
        #[arg(complete = |q: &Completing| q.matching(["anna", "otto"]))]
        sender: String,
        /// Which letter.
        #[arg(complete = Self::numbers, min = 1)]
        number: u16,
        tone: Option<Tone>,
        #[arg(default = 3)] lines: u8,
    ) -> String {
        let tone = tone.map_or("no".to_owned(), |tone| tone.to_string());
        format!("{lines} lines to {sender} about {number} in {tone} tone")
    }

    /// A conversation that has begun.
    #[prompt]
    async fn debate(
        ctx: Ctx,
    ) -> (
        User<&'static str>,
        Assistant<&'static str>,
        User<Image>,
        User<EmbeddedResource>,
    ) {
        ctx.log(LoggingLevel::Info, "opened");
        ctx.progress(1.0).step("opened").await;
        let rules = ResourceContents::text("archive://rules", "# Be quiet");
        (
            User("Who is right?"),
            Assistant("Show me."),
            User(Image::new(PIXEL)),
            User(EmbeddedResource::new(rules.with_mime_type("text/markdown"))),
        )
    }

    /// Close the archive, after the user has agreed.
    #[prompt]
    async fn close(ctx: Ctx) -> PromptResult {
        ctx.confirm("Close the archive?").await;
        PromptResult::new()
            .describe("The end of the day")
            .user("Sum it up.")
    }

    /// For the staff.
    #[prompt(visible_when = is_clerk)]
    fn minutes() -> &'static str {
        "Write the minutes."
    }

    /// Drops a shelf.
    #[prompt]
    fn crash() -> String {
        panic!("the secret is 4711")
    }

    /// Cannot be written.
    #[prompt]
    fn smudge() -> Result<String> {
        Err(io::Error::other("ink at 10.0.0.7"))?
    }
}
