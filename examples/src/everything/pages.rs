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

#[cfg(test)]
mod tests {
    use mcp_server::test::TestClient;
    use serde_json::json;

    #[tokio::test]
    async fn pages_lead_through_the_whole_list() {
        let whole = TestClient::new(crate::everything::server()).connect().await;
        let paged = TestClient::new(super::paged()).connect().await;
        let mut params = json!({});
        let mut tools = Vec::new();
        loop {
            let page = paged.once("tools/list", params).await.expect("a page");
            let items = page["tools"].as_array().expect("a list");
            assert!(items.len() <= 5);
            tools.extend(items.clone());
            match &page["nextCursor"] {
                serde_json::Value::Null => break,
                cursor => params = json!({ "cursor": cursor }),
            }
        }
        assert_eq!(tools, whole.tools().await.expect("a list"));
    }

    #[tokio::test]
    async fn a_cursor_leads_to_the_next_page() {
        let client = TestClient::new(super::super::server()).connect().await;
        let first = client.call("test_pages", json!({})).await.expect("a page");
        let cursor = first.raw()["structuredContent"]["nextCursor"].clone();
        let next = client.call("test_pages", json!({ "cursor": cursor })).await;
        let next = next.expect("a page").raw()["structuredContent"]["items"].clone();
        assert_eq!(next[0], 11 * 11);
    }
}
