//! What is the contents of a resource by itself.

use std::borrow::Cow;

use bytes::Bytes;
use mcp_core::types::ResourceContents;

use super::ResourceResult;

/// Text, bytes, or contents that are ready.
pub trait Body {
    fn into_result(self) -> ResourceResult;
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl Body for $text {
            fn into_result(self) -> ResourceResult {
                ResourceResult::text(self)
            }
        }
    )*};
}
texts!(String, &str, Cow<'_, str>, Box<str>);

impl Body for Vec<u8> {
    fn into_result(self) -> ResourceResult {
        ResourceResult::bytes(self)
    }
}

impl Body for Bytes {
    fn into_result(self) -> ResourceResult {
        ResourceResult::bytes(self)
    }
}

impl Body for &[u8] {
    fn into_result(self) -> ResourceResult {
        ResourceResult::bytes(self.to_vec())
    }
}

impl<const N: usize> Body for &[u8; N] {
    fn into_result(self) -> ResourceResult {
        ResourceResult::bytes(self.to_vec())
    }
}

impl<const N: usize> Body for [u8; N] {
    fn into_result(self) -> ResourceResult {
        ResourceResult::bytes(self.to_vec())
    }
}

impl Body for ResourceContents {
    fn into_result(self) -> ResourceResult {
        self.into()
    }
}

impl Body for Vec<ResourceContents> {
    fn into_result(self) -> ResourceResult {
        self.into()
    }
}
