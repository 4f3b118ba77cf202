//! Pages of the protocol's lists.

use mcp_core::Error;
use mcp_core::types::Cursor as Next;

use super::cursor::{Cursor, Digest, digest};

/// Cuts a page out of a list: what to send, and where the next page begins if
/// there is one. Without a `size` the page is the rest of the list.
///
/// The cursor is bound to the `list` (its name) and to the keys of all its
/// items in their order, so it is refused as soon as one comes or goes, and
/// under other eyes if they see other items. Specification: "Pagination".
///
/// # Errors
///
/// -32602 for a cursor that is none of this list as it stands. An empty
/// string is a cursor like any other, and never was issued.
pub(crate) fn cut<'a, T>(
    list: &str,
    items: &'a [T],
    key: impl Fn(&T) -> &str,
    cursor: Option<&str>,
    size: Option<usize>,
) -> Result<(&'a [T], Option<Next>), Error> {
    // Lists that fit on a page are the rule, and are not digested.
    let version = || version(list, items, &key);
    let start = match cursor {
        None => 0,
        Some(cursor) => open(cursor, version(), items.len())?,
    };
    let rest = &items[start..];
    let length = size.map_or(rest.len(), |size| size.clamp(1, rest.len().max(1)));
    let Some((page, [_, ..])) = rest.split_at_checked(length) else {
        return Ok((rest, None));
    };
    let offset = u32::try_from(start + length).map_err(|_| Error::internal("Internal error"))?;
    let next = Cursor {
        offset,
        digest: version(),
    };
    Ok((page, Some(Next::new(next.write()))))
}

fn open(cursor: &str, version: Digest, length: usize) -> Result<usize, Error> {
    Cursor::read(cursor)
        .filter(|cursor| cursor.digest == version)
        .and_then(|cursor| usize::try_from(cursor.offset).ok())
        .filter(|offset| (1..length).contains(offset))
        .ok_or_else(|| {
            Error::invalid_params(
                "Unknown cursor: it is of another list, or the list has changed; begin again \
                 without a cursor",
            )
        })
}

fn version<T>(list: &str, items: &[T], key: impl Fn(&T) -> &str) -> Digest {
    let keys = items.iter().map(|item| key(item).as_bytes());
    digest([list.as_bytes()].into_iter().chain(keys))
}
