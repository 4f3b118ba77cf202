//! Pages of an author's own lists.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cursor::{Cursor, Digest, digest};
use crate::error::{Error, Result};

/// A part of a long list, as the result of a tool.
///
/// A model that is handed thousands of rows reads none of them. Give it a page
/// and a cursor, and take the cursor as an argument of the same tool.
///
/// Serializes as `{"items":[…],"nextCursor":"…"}`; the last page has no
/// `nextCursor`.
///
/// # Examples
///
/// ```
/// use mcp_server::{Page, Result};
///
/// fn list_orders(cursor: Option<String>) -> Result<Page<String>> {
///     let orders = (1..=7).map(|number| format!("A-{number}"));
///     Page::of(orders, cursor.as_deref(), 5)
/// }
///
/// let first = list_orders(None)?;
/// assert_eq!(first.items.len(), 5);
/// let second = list_orders(first.next_cursor)?;
/// assert_eq!(second.items, ["A-6", "A-7"]);
/// assert_eq!(second.next_cursor, None);
/// # Ok::<(), mcp_server::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Page<T> {
    /// This part of the list.
    pub items: Vec<T>,
    /// Pass it as `cursor` to get the next part; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub next_cursor: Option<String>,
}

impl<T> Page<T> {
    /// A page from a store that has cursors of its own.
    #[must_use]
    pub fn new(items: Vec<T>, next_cursor: Option<String>) -> Self {
        Self { items, next_cursor }
    }

    /// Cuts a page of `size` items (at least 1) out of a whole list: the first
    /// one, or the one that a cursor leads to.
    ///
    /// A cursor remembers the last item that was shown and goes on behind it,
    /// wherever it stands by then: items that come and go meanwhile neither
    /// hide others nor show them twice. The list must have the same order each
    /// time. No state is kept; the cursor holds all.
    ///
    /// # Errors
    ///
    /// A public error, for the model to begin again, if the cursor is none of
    /// this list, or if the item it remembers has gone or changed. An opaque
    /// one if an item cannot be serialized.
    pub fn of(items: impl IntoIterator<Item = T>, cursor: Option<&str>, size: usize) -> Result<Self>
    where
        T: Serialize,
    {
        let mut items: Vec<T> = items.into_iter().collect();
        let start = match cursor {
            None => 0,
            Some(cursor) => resume(&items, cursor)?,
        };
        let end = start.saturating_add(size.max(1));
        if end >= items.len() {
            return Ok(Self::new(items.split_off(start), None));
        }
        let cursor = Cursor {
            offset: u32::try_from(end).map_err(Error::opaque)?,
            digest: fingerprint(&items[end - 1])?,
        };
        items.truncate(end);
        Ok(Self::new(items.split_off(start), Some(cursor.write())))
    }
}

/// Where the list goes on.
fn resume<T: Serialize>(items: &[T], cursor: &str) -> Result<usize> {
    let unknown = || {
        Error::hint(
            "the cursor is of another list, or the item it stands at has gone",
            "leave the cursor out to begin again",
        )
    };
    let cursor = Cursor::read(cursor).ok_or_else(unknown)?;
    let offset = usize::try_from(cursor.offset).map_err(Error::opaque)?;
    let last = offset.checked_sub(1).ok_or_else(unknown)?;
    if let Some(item) = items.get(last)
        && fingerprint(item)? == cursor.digest
    {
        return Ok(offset);
    }
    // It has moved. Where items are alike, to the nearest.
    let mut nearest: Option<usize> = None;
    for (index, item) in items.iter().enumerate() {
        if nearest.is_none_or(|nearest| index.abs_diff(last) < nearest.abs_diff(last))
            && fingerprint(item)? == cursor.digest
        {
            nearest = Some(index);
        }
    }
    nearest.map(|index| index + 1).ok_or_else(unknown)
}

fn fingerprint<T: Serialize>(item: &T) -> Result<Digest> {
    let mut value = serde_json::to_value(item)?;
    // Maps may have another order on another replica.
    value.sort_all_objects();
    Ok(digest([value.to_string().as_bytes()]))
}
