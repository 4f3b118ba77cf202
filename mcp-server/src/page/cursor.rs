//! What a cursor holds.

use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest as _, Sha256};

/// A place in a list, and what the list is recognised by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    /// How many items come before it.
    pub(super) offset: u32,
    pub(super) digest: Digest,
}

/// Enough to tell apart what changes by itself. Whoever makes one up gains
/// nothing.
pub(super) type Digest = [u8; 8];

impl Cursor {
    /// As clients see it: 16 characters.
    pub(super) fn write(self) -> String {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.offset.to_be_bytes());
        bytes[4..].copy_from_slice(&self.digest);
        BASE64URL_NOPAD.encode(&bytes)
    }

    /// None if it never was one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let (offset, digest) = bytes.split_first_chunk()?;
        Some(Self {
            offset: u32::from_be_bytes(*offset),
            digest: digest.try_into().ok()?,
        })
    }
}

/// Digests texts, in order, with their borders.
pub(super) fn digest<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Digest {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_be_bytes());
        hasher.update(text);
    }
    let mut digest = Digest::default();
    digest.copy_from_slice(&hasher.finalize()[..size_of::<Digest>()]);
    digest
}
