//! Results that are longer than a model can use.
//!
//! A text is cut, and its end says so; an image, a sound, bytes that do not
//! fit are left out. Data cannot be cut: it would no longer be what the tool
//! promised, so the call fails with words that say how to narrow it. Where the
//! server keeps long results for a while ([`Spill`]), texts and data name the
//! resource that has all of it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mcp_core::transport::Principal;
use mcp_core::types::{CallToolResult, ContentBlock, ResourceContents, ResourceLink};

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

/// How long a result of a tool may be, and what is said of a longer one.
#[derive(Clone, Copy)]
pub(crate) struct Bound<'a> {
    pub(crate) tool: &'a str,
    /// Characters of text and data; of bytes, those of their base64.
    pub(crate) limit: usize,
    /// How to ask for less, in the author's words.
    pub(crate) hint: Option<&'a str>,
    pub(crate) spill: Option<&'a Spill>,
    pub(crate) who: Option<&'a Principal>,
}

/// What is said where the author gave no hint.
const HINT: &str = "Ask for less: a narrower search, fewer items, one page.";

impl Bound<'_> {
    /// Cuts a result that is longer, or refuses it where its data cannot be
    /// cut.
    pub(crate) fn apply(self, result: CallToolResult) -> CallToolResult {
        // Bytes are at least as many as characters: most results stop here.
        if bytes(&result) <= self.limit {
            return result;
        }
        match &result.structured_content {
            Some(data) if data.get().chars().count() > self.limit => self.refused(data.get()),
            _ => self.cut(result),
        }
    }

    /// Data that is too long, as a failure that says how to get less.
    fn refused(self, data: &str) -> CallToolResult {
        let words = format!(
            "The result of {} has {} characters, more than the {} that are given at once. {}",
            self.tool,
            data.chars().count(),
            self.limit,
            self.hint.unwrap_or(HINT)
        );
        let mut content = vec![ContentBlock::text(words)];
        content.extend(self.kept(data, "application/json"));
        let mut result = CallToolResult::new(content);
        result.is_error = true;
        result
    }

    /// Content that is too long, cut, with an end that says so.
    fn cut(self, mut result: CallToolResult) -> CallToolResult {
        let mut cutter = Cutter {
            left: self.limit,
            ..Cutter::default()
        };
        let blocks = std::mem::take(&mut result.content);
        result.content = blocks
            .into_iter()
            .filter_map(|block| cutter.cut(block))
            .collect();
        if cutter.given < cutter.length {
            let (given, length) = (cutter.given, cutter.length);
            let hint = self.hint.unwrap_or(HINT);
            let words = format!("[Cut after {given} of {length} characters. {hint}]");
            result.content.push(ContentBlock::text(words));
            result
                .content
                .extend(self.kept(&cutter.whole, "text/plain"));
        }
        for omitted in cutter.omitted {
            let (limit, hint) = (self.limit, self.hint.unwrap_or(HINT));
            let words =
                format!("[Left out {omitted}: {limit} characters are given at once. {hint}]");
            result.content.push(ContentBlock::text(words));
        }
        result
    }

    /// A link to the whole of it, where it is kept.
    fn kept(self, text: &str, mime: &'static str) -> Option<ContentBlock> {
        let uri = self.spill?.keep(text, mime, self.who)?;
        let link = ResourceLink::new(uri, "long_result");
        Some(link.with_description("All of it, for ten minutes").into())
    }
}

/// Characters that a block holds: its text, or its bytes as base64.
fn held(block: &ContentBlock) -> &str {
    match block {
        ContentBlock::Text(text) => &text.text,
        ContentBlock::Image(image) => &image.data,
        ContentBlock::Audio(audio) => &audio.data,
        ContentBlock::EmbeddedResource(embedded) => match &embedded.resource {
            ResourceContents::Text(contents) => &contents.text,
            ResourceContents::Blob(contents) => &contents.blob,
            _ => "",
        },
        _ => "",
    }
}

/// The text of a block, which can be cut.
fn text_of(block: &mut ContentBlock) -> Option<&mut String> {
    match block {
        ContentBlock::Text(text) => Some(&mut text.text),
        ContentBlock::EmbeddedResource(embedded) => match &mut embedded.resource {
            ResourceContents::Text(contents) => Some(&mut contents.text),
            _ => None,
        },
        _ => None,
    }
}

fn bytes(result: &CallToolResult) -> usize {
    let content = result.content.iter().map(|block| held(block).len());
    let data = result.structured_content.as_ref();
    content.sum::<usize>() + data.map_or(0, |data| data.as_bytes().len())
}

/// Cuts one block after the other.
#[derive(Default)]
struct Cutter {
    /// Characters that may still be given.
    left: usize,
    /// Characters of all texts, and those of them that are given.
    length: usize,
    given: usize,
    /// All texts.
    whole: String,
    /// What could not be cut, in words.
    omitted: Vec<String>,
}

impl Cutter {
    fn cut(&mut self, mut block: ContentBlock) -> Option<ContentBlock> {
        let kind = match &block {
            ContentBlock::Image(_) => "an image",
            ContentBlock::Audio(_) => "a sound",
            _ => "a file",
        };
        let chars = held(&block).chars().count();
        let left = self.left;
        let Some(text) = text_of(&mut block) else {
            if chars > left {
                self.omitted.push(format!("{kind} of {chars} characters"));
                return None;
            }
            self.left -= chars;
            return Some(block);
        };
        self.length += chars;
        self.given += chars.min(left);
        self.whole.push_str(text);
        if let Some((end, _)) = text.char_indices().nth(left) {
            text.truncate(end);
        }
        self.left = left.saturating_sub(chars);
        (left > 0).then_some(block)
    }
}

#[cfg(test)]
mod tests {
    use mcp_core::types::{EmbeddedResource, RawJson};

    use super::*;

    fn text(text: &str) -> CallToolResult {
        CallToolResult::new(vec![ContentBlock::text(text)])
    }

    fn of(limit: usize) -> Bound<'static> {
        Bound {
            tool: "rows",
            limit,
            hint: None,
            spill: None,
            who: None,
        }
    }

    fn bound(result: CallToolResult, limit: usize) -> CallToolResult {
        of(limit).apply(result)
    }

    fn shown(result: &CallToolResult) -> serde_json::Value {
        serde_json::to_value(&result.content).expect("plain data")
    }

    #[test]
    fn a_text_is_cut_between_characters_and_says_so() {
        let cut = bound(text("äöüäöü"), 4);
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
            shown(&bound(text("äöüä"), 4))
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
        let refused = bound(result, 50);
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
        let cut = bound(result, 3);
        assert_eq!(shown(&cut)[0]["text"], "abc");
        assert!(cut.structured_content.is_some() && !cut.is_error);
    }

    #[test]
    fn embedded_text_is_cut_and_bytes_are_left_out() {
        let embedded = ResourceContents::text("a://b", "abcdef");
        let content = vec![
            ContentBlock::image(b"\x89PNG\r\n\x1a\n"),
            ContentBlock::EmbeddedResource(EmbeddedResource::new(embedded)),
            ContentBlock::audio([0; 300], "audio/wav"),
            ContentBlock::text("more"),
        ];
        let bound = Bound {
            hint: Some("Pass `page`."),
            ..of(15)
        };
        let cut = shown(&bound.apply(CallToolResult::new(content)));
        assert_eq!(cut[0]["type"], "image");
        assert_eq!(cut[1]["resource"]["text"], "abc");
        assert_eq!(
            cut[2]["text"],
            "[Cut after 3 of 10 characters. Pass `page`.]"
        );
        let left_out =
            "[Left out a sound of 400 characters: 15 characters are given at once. Pass `page`.]";
        assert_eq!(cut[3]["text"], left_out);
        assert_eq!(cut.as_array().expect("a list").len(), 4);
    }

    #[test]
    fn what_is_kept_is_its_owners_and_bounded() {
        let spill = Spill::default();
        let ann = Principal::new("i", "ann", "c");
        let bound = Bound {
            spill: Some(&spill),
            who: Some(&ann),
            ..of(3)
        };
        let cut = bound.apply(text("abcdef"));
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
