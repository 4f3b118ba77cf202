//! Results that are longer than a model can use.
//!
//! A text is cut, and its end says so. Data cannot be cut: it would no longer
//! be what the tool promised, so the call fails with words that say how to
//! narrow it. Where the server keeps long results for a while
//! ([`Spill`]), either names the resource that has all of it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mcp_core::transport::Principal;
use mcp_core::types::{CallToolResult, ContentBlock, ResourceLink};

use crate::extract::State;
use crate::resource::{Resource, ResourceResult};
use crate::{Ctx, Error, Result};

/// How long a kept result can be read.
const LIFETIME: Duration = Duration::from_secs(10 * 60);

/// Most bytes of all kept results; the oldest go first.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Long results that are kept for a while, to be read as resources.
#[derive(Clone, Default)]
pub(crate) struct Spill(Arc<Mutex<VecDeque<Kept>>>);

struct Kept {
    id: String,
    /// Whose call it came from; nobody else reads it.
    owner: Option<String>,
    text: Arc<str>,
    mime: &'static str,
    until: Instant,
}

impl Spill {
    /// Keeps a text; says where it can be read. `None` where it is longer
    /// than all that is kept.
    fn keep(&self, text: &str, mime: &'static str, who: Option<&Principal>) -> Option<String> {
        if text.len() > MOST_BYTES {
            return None;
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        let id = data_encoding::HEXLOWER.encode(&bytes);
        let uri = format!("result://{id}");
        let mut kept = self.lock();
        kept.push_back(Kept {
            id,
            owner: who.map(Principal::key),
            text: text.into(),
            mime,
            until: Instant::now() + LIFETIME,
        });
        let mut bytes: usize = kept.iter().map(|kept| kept.text.len()).sum();
        while bytes > MOST_BYTES
            && let Some(oldest) = kept.pop_front()
        {
            bytes -= oldest.text.len();
        }
        Some(uri)
    }

    fn find(&self, id: &str, who: Option<&Principal>) -> Option<(Arc<str>, &'static str)> {
        let mut kept = self.lock();
        let now = Instant::now();
        kept.retain(|kept| kept.until > now);
        let owner = who.map(Principal::key);
        let found = kept.iter().find(|kept| kept.id == id)?;
        let own = found.owner.as_deref() == owner.as_deref();
        own.then(|| (Arc::clone(&found.text), found.mime))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The resources that have the kept results.
    pub(crate) fn resource() -> Resource {
        Resource::new("result://{id}")
            .name("long_result")
            .describe("The whole of a result that was too long to be given at once.")
            .arg::<String>("id", |id| id.describe("As the result names it"))
            .handler(
                async |State(spill): State<Spill>,
                       ctx: Ctx,
                       id: String|
                       -> Result<ResourceResult> {
                    let (text, mime) = spill
                        .find(&id, ctx.principal())
                        .ok_or_else(Error::not_found)?;
                    Ok(ResourceResult::text(&*text).mime(mime))
                },
            )
    }
}

/// Cuts a result of `tool` that has more than `limit` characters of text, or
/// refuses it where its data cannot be cut.
pub(crate) fn bound(
    tool: &str,
    result: CallToolResult,
    limit: usize,
    spill: Option<&Spill>,
    who: Option<&Principal>,
) -> CallToolResult {
    // Bytes are at least as many as characters: most results stop here.
    let length = bytes(&result);
    if length <= limit {
        return result;
    }
    match &result.structured_content {
        Some(data) if data.get().chars().count() > limit => {
            let uri = spill.and_then(|spill| spill.keep(data.get(), "application/json", who));
            refused(tool, data.get(), limit, uri)
        }
        _ => cut(result, limit, spill, who),
    }
}

fn bytes(result: &CallToolResult) -> usize {
    let text = result.content.iter().map(|block| match block {
        ContentBlock::Text(text) => text.text.len(),
        _ => 0,
    });
    let data = result.structured_content.as_ref();
    text.sum::<usize>() + data.map_or(0, |data| data.as_bytes().len())
}

/// Data that is too long, as a failure that says how to get less.
fn refused(tool: &str, data: &str, limit: usize, uri: Option<String>) -> CallToolResult {
    let length = data.chars().count();
    let words = format!(
        "The result of {tool} has {length} characters, more than the {limit} that are given at once. \
         Ask for less: a narrower search, fewer items, one page."
    );
    let mut content = vec![ContentBlock::text(words)];
    content.extend(link(uri));
    let mut result = CallToolResult::new(content);
    result.is_error = true;
    result
}

/// Text that is too long, cut, with an end that says so.
fn cut(
    mut result: CallToolResult,
    limit: usize,
    spill: Option<&Spill>,
    who: Option<&Principal>,
) -> CallToolResult {
    let mut left = limit;
    let mut whole = String::new();
    let mut length = 0;
    let mut kept = Vec::new();
    for block in std::mem::take(&mut result.content) {
        let ContentBlock::Text(mut text) = block else {
            kept.push(block);
            continue;
        };
        let chars = text.text.chars().count();
        length += chars;
        whole.push_str(&text.text);
        if left == 0 {
            continue;
        }
        if let Some((end, _)) = text.text.char_indices().nth(left) {
            text.text.truncate(end);
        }
        left = left.saturating_sub(chars);
        kept.push(ContentBlock::Text(text));
    }
    result.content = kept;
    if length <= limit {
        return result;
    }
    let uri = spill.and_then(|spill| spill.keep(&whole, "text/plain", who));
    result.content.push(ContentBlock::text(format!(
        "[Cut after {limit} of {length} characters. Ask for less: a narrower search, fewer items, one page.]"
    )));
    result.content.extend(link(uri));
    result
}

fn link(uri: Option<String>) -> Option<ContentBlock> {
    let link = ResourceLink::new(uri?, "long_result");
    Some(link.with_description("All of it, for ten minutes").into())
}

#[cfg(test)]
mod tests {
    use mcp_core::types::RawJson;

    use super::*;

    fn text(text: &str) -> CallToolResult {
        CallToolResult::new(vec![ContentBlock::text(text)])
    }

    fn shown(result: &CallToolResult) -> serde_json::Value {
        serde_json::to_value(&result.content).expect("plain data")
    }

    #[test]
    fn a_text_is_cut_between_characters_and_says_so() {
        let cut = bound("t", text("äöüäöü"), 4, None, None);
        let content = shown(&cut);
        assert_eq!(content[0]["text"], "äöüä");
        let words = content[1]["text"].as_str().expect("text");
        assert!(
            words.starts_with("[Cut after 4 of 6 characters."),
            "{words}"
        );
        assert!(!cut.is_error);
    }

    #[test]
    fn what_fits_is_left_as_it_is() {
        // More bytes than characters.
        assert_eq!(
            shown(&bound("t", text("äöüä"), 4, None, None))
                .as_array()
                .expect("list")
                .len(),
            1
        );
    }

    #[test]
    fn data_is_refused_whole() {
        let data = RawJson::of(&vec![1; 100]).expect("JSON");
        let mut result = CallToolResult::new(vec![]);
        result.structured_content = Some(data);
        let refused = bound("rows", result, 50, None, None);
        assert!(refused.is_error && refused.structured_content.is_none());
        let words = shown(&refused)[0]["text"]
            .as_str()
            .expect("text")
            .to_owned();
        assert!(
            words.contains("rows") && words.contains("201 characters"),
            "{words}"
        );
    }

    #[test]
    fn a_text_beside_short_data_is_cut_as_well() {
        let mut result = text("abcdef");
        result.structured_content = Some(RawJson::of(&1).expect("JSON"));
        let cut = bound("t", result, 3, None, None);
        assert_eq!(shown(&cut)[0]["text"], "abc");
        assert!(cut.structured_content.is_some() && !cut.is_error);
    }

    #[test]
    fn what_is_kept_is_its_owners_and_bounded() {
        let spill = Spill::default();
        let ann = Principal::new("i", "ann", "c");
        let cut = bound("t", text("abcdef"), 3, Some(&spill), Some(&ann));
        let uri = shown(&cut)[2]["uri"].as_str().expect("a link").to_owned();
        let id = uri.strip_prefix("result://").expect("ours");
        let (whole, mime) = spill.find(id, Some(&ann)).expect("kept");
        assert_eq!((&*whole, mime), ("abcdef", "text/plain"));
        assert!(spill.find(id, None).is_none());
        assert!(
            spill
                .find(id, Some(&Principal::new("i", "bob", "c")))
                .is_none()
        );
        let half = "x".repeat(MOST_BYTES / 2 + 1);
        spill.keep(&half, "text/plain", None);
        spill.keep(&half, "text/plain", None);
        assert_eq!(spill.lock().len(), 1);
    }
}
