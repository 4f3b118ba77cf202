//! The members of results as both eras write them, without the braces around
//! them: what an era adds of its own comes before or after.

use serde::Serialize;

use super::Listed;
use super::shape::Shaped;
use crate::ProtocolVersion;
use crate::types::{Completion, GetPromptResult, ReadResourceResult};

/// Appends a value as JSON.
///
/// # Errors
///
/// When it cannot be written as JSON.
pub(super) fn append<T: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    value: &T,
) -> serde_json::Result<()> {
    serde_json::to_writer(out, value)
}

/// Writes the items of a list and, where there is one, the cursor of the next
/// page: a client takes an empty cursor or `null` for a page that exists.
///
/// # Errors
///
/// As [`append`].
pub(super) fn list<'a, T: Listed + 'a>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = &'a T>,
    next_cursor: Option<&str>,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    append(out, T::KIND.member())?;
    out.extend_from_slice(b":[");
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        item.append(out, version)?;
    }
    out.push(b']');
    if let Some(cursor) = next_cursor {
        out.extend_from_slice(br#","nextCursor":"#);
        append(out, cursor)?;
    }
    Ok(())
}

/// Writes the members of a prompt's result.
///
/// # Errors
///
/// As [`append`].
pub(super) fn prompt(
    out: &mut Vec<u8>,
    result: &GetPromptResult,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    if let Some(description) = &result.description {
        out.extend_from_slice(br#""description":"#);
        append(out, description)?;
        out.push(b',');
    }
    out.extend_from_slice(br#""messages":"#);
    append(out, &Shaped::new(&result.messages[..], version))
}

/// Writes the contents of a resource.
///
/// # Errors
///
/// As [`append`].
pub(super) fn read(
    out: &mut Vec<u8>,
    result: &ReadResourceResult,
    version: ProtocolVersion,
) -> serde_json::Result<()> {
    out.extend_from_slice(br#""contents":"#);
    append(out, &Shaped::new(&result.contents[..], version))
}

/// Writes suggestions, of which no more may go out than
/// [`Completion::MAX_VALUES`].
///
/// # Errors
///
/// As [`append`].
pub(super) fn completion(out: &mut Vec<u8>, completion: &Completion) -> serde_json::Result<()> {
    out.extend_from_slice(br#""completion":"#);
    if completion.values.len() <= Completion::MAX_VALUES {
        return append(out, completion);
    }
    append(out, &completion.clone().capped())
}
