//! What a key of `_meta` may look like.

use std::fmt;

/// Checks a key that an application is about to set in `_meta`.
///
/// A key is a name, with or without a prefix before a slash: `rows`,
/// `com.example/rows`. A prefix is made of labels separated by dots, each of
/// which begins with a letter and ends with a letter or a digit; prefixes
/// whose second label is `modelcontextprotocol` or `mcp` belong to the
/// specification ("Overview: `_meta`").
///
/// # Errors
///
/// [`KeyFault`], which says what to write instead.
///
/// # Examples
///
/// ```
/// use mcp_core::meta::{KeyFault, check_key};
///
/// assert_eq!(check_key("com.example/rows"), Ok(()));
/// assert_eq!(check_key("io.modelcontextprotocol/rows"), Err(KeyFault::Reserved));
/// assert_eq!(check_key("com..example/rows"), Err(KeyFault::Malformed));
/// ```
pub fn check_key(key: &str) -> Result<(), KeyFault> {
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    if !is_name(name) {
        return Err(KeyFault::Malformed);
    }
    match prefix {
        Some(prefix) => check_prefix(prefix),
        None => Ok(()),
    }
}

/// Checks the identifier of an extension: a key of `_meta` that has a prefix
/// (specification, "Versioning: Extension negotiation").
///
/// The specification's own extensions may be implemented by anybody, so that
/// reserved prefixes are fine here.
///
/// # Errors
///
/// [`KeyFault`], which says what to write instead.
pub fn check_extension_id(id: &str) -> Result<(), KeyFault> {
    match (id.contains('/'), check_key(id)) {
        (false, _) => Err(KeyFault::Unprefixed),
        (true, Err(KeyFault::Reserved)) => Ok(()),
        (true, checked) => checked,
    }
}

/// What is wrong with a key of `_meta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyFault {
    /// It is no key.
    Malformed,
    /// It belongs to the specification.
    Reserved,
    /// It has no prefix, and needs one.
    Unprefixed,
}

impl fmt::Display for KeyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "a key is a name, or a prefix and a name such as com.example/rows",
            Self::Reserved => {
                "keys of modelcontextprotocol and mcp belong to the specification; use a prefix of your own"
            }
            Self::Unprefixed => "it needs a prefix that you control, such as com.example/rows",
        })
    }
}

impl std::error::Error for KeyFault {}

fn check_prefix(prefix: &str) -> Result<(), KeyFault> {
    if !prefix.split('.').all(is_label) {
        return Err(KeyFault::Malformed);
    }
    match prefix.split('.').nth(1) {
        Some("modelcontextprotocol" | "mcp") => Err(KeyFault::Reserved),
        _ => Ok(()),
    }
}

fn is_label(label: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let bytes = label.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && label.bytes().all(inner)
}

/// Empty is a name, behind a prefix.
fn is_name(name: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let bytes = name.as_bytes();
    let ends = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_alphanumeric);
    ends(bytes.first()) && ends(bytes.last()) && name.bytes().all(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    // S-META-01
    #[test]
    fn keys_are_names_with_or_without_a_prefix() {
        for key in [
            "rows",
            "ui",
            "a.b_c-d",
            "com.example/rows",
            "a-1.b2/x",
            "com.example/",
            "anthropic/alwaysLoad",
        ] {
            assert_eq!(check_key(key), Ok(()), "{key}");
        }
        for key in [
            "-rows",
            "rows.",
            "my rows",
            "/rows",
            ".com/rows",
            "com./rows",
            "1com/rows",
            "com-/rows",
            "a/b/c",
            "é/rows",
            "a_b/rows",
        ] {
            assert_eq!(check_key(key), Err(KeyFault::Malformed), "{key}");
        }
    }

    // S-META-02
    #[test]
    fn keys_of_the_specification_are_its_own() {
        for key in [
            "io.modelcontextprotocol/x",
            "dev.mcp/x",
            "org.modelcontextprotocol.api/x",
            "com.mcp.tools/",
        ] {
            assert_eq!(check_key(key), Err(KeyFault::Reserved), "{key}");
        }
        for key in ["com.example.mcp/x", "mcp/x", "modelcontextprotocol.io/x"] {
            assert_eq!(check_key(key), Ok(()), "{key}");
        }
    }

    // S-META-22
    #[test]
    fn an_extension_needs_a_prefix() {
        assert_eq!(check_extension_id("com.example/clock"), Ok(()));
        assert_eq!(check_extension_id("io.modelcontextprotocol/tasks"), Ok(()));
        assert_eq!(check_extension_id("clock"), Err(KeyFault::Unprefixed));
        assert_eq!(
            check_extension_id("com..example/clock"),
            Err(KeyFault::Malformed)
        );
    }
}
