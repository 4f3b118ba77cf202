//! JSON Pointers ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) made of keys that a peer chose.

use super::words;

/// Characters of a key that are kept.
const KEY: usize = 256;

/// The pointer to a member of what `path` points to.
pub(super) fn join(path: &str, name: &str) -> String {
    let name = words::shorten(name, KEY);
    format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// The key of the root's property that `path` leads through, empty for the root itself.
pub(super) fn first(path: &str) -> String {
    let segment = path.split('/').nth(1).unwrap_or_default();
    segment.replace("~1", "/").replace("~0", "~")
}

/// A pointer as it is shown: of bounded length, whatever the keys are.
pub(super) fn shown(path: &str) -> String {
    let segments: Vec<String> = path
        .split('/')
        .map(|segment| words::shorten(segment, words::SHOWN))
        .collect();
    words::shorten(&segments.join("/"), 2 * words::SHOWN)
}
