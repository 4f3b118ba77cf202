//! What reading a resource gives back, under full control.

use std::borrow::Cow;
use std::time::Duration;

use bytes::Bytes;
use mcp_core::types::{CacheScope, JsonObject, ReadResourceResult, ResourceContents};
use serde_json::Value;

use crate::caching::Keeping;
use crate::meta;

/// The contents of a resource, piece by piece.
///
/// Most resources return text, bytes or a type of their own instead; this is
/// for those with several contents, metadata or a lifetime of their own.
/// Contents that name no URI are those of the URI that was asked for.
/// Specification: "Resources: Reading resources".
///
/// # Examples
///
/// ```
/// use mcp_server::ResourceResult;
///
/// let result = ResourceResult::text("Sell!").mime("text/markdown").meta("example.com/rows", 2);
/// # drop(result);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a result does nothing before it is returned"]
pub struct ResourceResult {
    parts: Vec<Part>,
    meta: JsonObject,
    pub(crate) keeping: Keeping,
}

/// One piece of the contents.
#[derive(Clone, Debug)]
enum Part {
    Text(String, Option<Cow<'static, str>>),
    Bytes(Bytes, Option<Cow<'static, str>>),
    /// With a URI of its own.
    Whole(ResourceContents),
}

impl ResourceResult {
    /// No contents yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Text at the URI that was asked for.
    pub fn text(text: impl Into<String>) -> Self {
        Self::default().and(Part::Text(text.into(), None))
    }

    /// Bytes at the URI that was asked for.
    pub fn bytes(bytes: impl Into<Bytes>) -> Self {
        Self::default().and(Part::Bytes(bytes.into(), None))
    }

    /// JSON text at the URI that was asked for.
    pub(super) fn json(text: String) -> Self {
        Self::default().and(Part::Text(text, Some(Cow::Borrowed("application/json"))))
    }

    fn and(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// Adds contents that name their own URI: a file of a folder that was read.
    pub fn contents(self, contents: impl Into<ResourceContents>) -> Self {
        self.and(Part::Whole(contents.into()))
    }

    /// The media type of the piece that was added last, in place of the one
    /// that the resource declares.
    pub fn mime(mut self, mime: impl Into<Cow<'static, str>>) -> Self {
        let mime = mime.into();
        match self.parts.pop() {
            Some(Part::Text(text, _)) => self.and(Part::Text(text, Some(mime))),
            Some(Part::Bytes(bytes, _)) => self.and(Part::Bytes(bytes, Some(mime))),
            Some(Part::Whole(whole)) => self.and(Part::Whole(whole.with_mime_type(mime))),
            None => self,
        }
    }

    /// Sets a key of the result's `_meta`.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        meta::set(&mut self.meta, key.into(), value.into());
        self
    }

    /// How long a client may keep it, in place of what the resource says.
    pub fn ttl(mut self, ttl: Duration) -> Self {
        self.keeping.ttl = Some(ttl);
        self
    }

    /// Who may be given the kept result, in place of what the resource says.
    pub fn scope(mut self, scope: CacheScope) -> Self {
        self.keeping.scope = Some(scope);
        self
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The result as the protocol has it. `declared` is the media type that
    /// the resource declares.
    pub(crate) fn into_wire(self, uri: &str, declared: Option<&str>) -> ReadResourceResult {
        let pick = |own: Option<Cow<'static, str>>, default: &str| match own {
            // The media type of JSON gives way to a closer one, such as
            // `application/geo+json`.
            Some(own) if own != "application/json" => own.into_owned(),
            own => declared
                .map(str::to_owned)
                .or(own.map(Cow::into_owned))
                .unwrap_or_else(|| default.to_owned()),
        };
        let contents: Vec<_> = self
            .parts
            .into_iter()
            .map(|part| match part {
                Part::Text(text, mime) => {
                    ResourceContents::text(uri, text).with_mime_type(pick(mime, "text/plain"))
                }
                Part::Bytes(bytes, mime) => ResourceContents::blob(uri, bytes)
                    .with_mime_type(pick(mime, "application/octet-stream")),
                Part::Whole(whole) => whole,
            })
            .collect();
        let mut result = ReadResourceResult::new(contents);
        result.meta = Some(self.meta).filter(|meta| !meta.is_empty());
        result
    }
}

impl From<ResourceContents> for ResourceResult {
    fn from(contents: ResourceContents) -> Self {
        Self::new().contents(contents)
    }
}

impl From<Vec<ResourceContents>> for ResourceResult {
    fn from(contents: Vec<ResourceContents>) -> Self {
        contents.into_iter().fold(Self::new(), Self::contents)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn wire(result: ResourceResult, declared: Option<&str>) -> Value {
        serde_json::to_value(result.into_wire("shop://x", declared)).expect("plain data")
    }

    // S-RES-05, S-RES-06, S-RES-22, S-RES-24
    #[test]
    fn each_kind_of_contents_has_its_media_type_and_the_uri_asked_for() {
        assert_eq!(
            wire(ResourceResult::text("hi"), None)["contents"],
            json!([{ "uri": "shop://x", "mimeType": "text/plain", "text": "hi" }])
        );
        assert_eq!(
            wire(ResourceResult::bytes(&b"\x00\xff"[..]), None)["contents"],
            json!([{ "uri": "shop://x", "mimeType": "application/octet-stream", "blob": "AP8=" }])
        );
        assert_eq!(
            wire(
                ResourceResult::json("1".into()),
                Some("application/geo+json")
            )["contents"][0]["mimeType"],
            "application/geo+json"
        );
        let several = ResourceResult::text("a")
            .contents(ResourceContents::text("shop://y", "b"))
            .meta("example.com/n", 2);
        let several = wire(several, Some("text/markdown"));
        assert_eq!(several["contents"][0]["mimeType"], "text/markdown");
        assert_eq!(several["contents"][1]["uri"], "shop://y");
        assert_eq!(several["_meta"]["example.com/n"], 2);
    }
}
