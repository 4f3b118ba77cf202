//! What a client reads by URI: one resource, or a family of them.

use mcp_server::{
    Completing, Completion, ListCtx, ListedResource, Result, ResultExt as _, resource,
};
use serde::Serialize;

use super::content::PIXEL;

/// A text that never changes: clients may keep it for a minute, and hand it on to anybody.
#[resource("test://static-text", mime = "text/plain", ttl = "60s", public)]
pub(super) fn static_text() -> &'static str {
    "This is the content of the static text resource."
}

/// Bytes: one red pixel.
#[resource("test://static-binary", mime = "image/png", size = PIXEL.len() as u64)]
pub(super) fn static_binary() -> &'static [u8] {
    PIXEL
}

/// What the template gives for an id.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Record {
    id: String,
    template_test: bool,
    data: String,
}

/// A family of resources, one for each id. What serializes is read as JSON.
#[resource("test://template/{id}/data")]
pub(super) fn template(id: String) -> Record {
    Record {
        data: format!("Data for ID: {id}"),
        template_test: true,
        id,
    }
}

/// Words that somebody put into a resource each.
const WORDS: [(&str, &str); 3] = [
    ("oak", "A tree that takes its time."),
    ("oar", "It moves a boat."),
    ("owl", "It sees at night."),
];

/// A family that lists its members, suggests them while somebody types, and says which do not exist.
#[resource("test://words/{word}", mime = "text/plain", list = words)]
pub(super) fn word(#[arg(complete = matching)] word: String) -> Result<&'static str> {
    let known = WORDS.iter().find(|(known, _)| *known == word);
    known.map(|(_, meaning)| *meaning).or_not_found()
}

fn words(_: &ListCtx) -> Vec<ListedResource> {
    WORDS
        .map(|(word, _)| ListedResource::new(format!("test://words/{word}"), word))
        .to_vec()
}

fn matching(q: &Completing) -> Completion {
    q.matching(WORDS.map(|(word, _)| word))
}
