//! Tools that fail.

use serde_json::json;

use super::Cell;
use super::cell::{error_text, text};

// S-TOOL-26
pub(crate) async fn a_panic_is_contained(cell: Cell) {
    let mut client = cell.quiet().await;
    let result = client.call("boom", json!({})).await.unwrap();
    let words = error_text(&result);
    assert!(
        words.contains("boom failed") && words.contains("reference"),
        "{words}"
    );
    assert!(
        !result.to_string().contains("4711"),
        "the payload is for the log: {result}"
    );
    let result = client.call("greet", json!({})).await.unwrap();
    assert_eq!(text(&result), "Good morning.");
}

pub(crate) async fn an_opaque_error_is_for_the_operator(cell: Cell) {
    let result = cell.quiet().await.call("leak", json!({})).await.unwrap();
    let words = error_text(&result);
    assert!(
        words.contains("leak failed") && words.contains("reference"),
        "{words}"
    );
    // Whoever started the server may read its log as well; a peer on a network may not.
    assert_eq!(words.contains("10.0.0.7"), !cell.via.is_remote(), "{words}");
}

// S-TOOL-24
pub(crate) async fn an_error_of_the_tools_own_type_is_for_the_model(cell: Cell) {
    let result = cell.quiet().await.call("refuse", json!({})).await.unwrap();
    assert_eq!(
        error_text(&result),
        "parcels over 20000 g are not taken; pack two"
    );
}
