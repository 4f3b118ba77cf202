//! Long lists, a page at a time.

use mcp_server::{Page, Result, ServerBuilder, tool};

/// Return a page of a list of one's own, and the cursor of the next.
#[tool(read_only)]
pub(super) fn test_pages(
    /// Where to go on: the `nextCursor` of the page before.
    cursor: Option<String>,
) -> Result<Page<u32>> {
    let squares = (1..=25).map(|number| number * number);
    Page::of(squares, cursor.as_deref(), 10)
}

/// The same server with lists that come five items at a time. By default a list comes whole, since many hosts read the
/// first page only.
#[must_use = "a server does nothing before it is served"]
pub fn paged() -> ServerBuilder {
    super::server().page_size(5)
}
