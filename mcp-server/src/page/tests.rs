//! Pages, walked to the end and led astray.

use std::collections::HashMap;

use mcp_core::{ErrorCode, ProtocolVersion};
use serde::Serialize;
use serde_json::json;

use super::{Page, cut};
use crate::schema::output_schema_of;

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("tool_{number}")).collect()
}

fn cut_names<'a>(
    list: &str,
    items: &'a [String],
    cursor: Option<&str>,
    size: Option<usize>,
) -> Result<(&'a [String], Option<String>), mcp_core::Error> {
    let (page, next) = cut(list, items, |name| name, cursor, size)?;
    Ok((page, next.map(|next| next.as_str().to_owned())))
}

#[track_caller]
fn refused(list: &str, items: &[String], cursor: &str) {
    let error = cut_names(list, items, Some(cursor), Some(2)).unwrap_err();
    let code = error.code(ProtocolVersion::LATEST);
    assert_eq!(code, ErrorCode::INVALID_PARAMS, "{cursor}");
    assert!(error.message().starts_with("Unknown cursor"), "{error}");
}

// S-PAGE-01, S-PAGE-02, S-PAGE-06: pages of the size the server chose, which
// together are the list; the last one leads nowhere.
#[test]
fn pages_are_the_list_whatever_their_size() {
    for count in 0..=7 {
        let items = names(count);
        for size in [0, 1, 2, 3, 7, 8, usize::MAX] {
            let (mut walked, mut cursor, mut pages) = (Vec::new(), None, 0);
            loop {
                let (page, next) =
                    cut_names("tools", &items, cursor.as_deref(), Some(size)).unwrap();
                assert!(page.len() <= size.max(1));
                assert!(next.is_none() || !page.is_empty());
                walked.extend_from_slice(page);
                pages += 1;
                cursor = next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(walked, items);
            assert_eq!(pages, count.div_ceil(size.max(1)).max(1));
        }
    }
}

// P40: unpaginated unless asked for.
#[test]
fn without_a_size_the_list_is_one_page() {
    let items = names(500);
    let (page, next) = cut_names("tools", &items, None, None).unwrap();
    assert_eq!((page.len(), next), (500, None));
}

// S-PAGE-03: nobody keeps anything: an equal list takes the cursor, at any
// page size, and issues the same one again.
#[test]
fn a_cursor_works_on_every_replica() {
    let (here, there) = (names(5), names(5));
    let (_, cursor) = cut_names("tools", &here, None, Some(2)).unwrap();
    assert_eq!(cut_names("tools", &there, None, Some(2)).unwrap().1, cursor);
    let cursor = cursor.unwrap();
    let (page, next) = cut_names("tools", &there, Some(&cursor), Some(100)).unwrap();
    assert_eq!((page, next), (&here[2..], None));
    let (page, next) = cut_names("tools", &there, Some(&cursor), None).unwrap();
    assert_eq!((page, next), (&here[2..], None));
    // Pinned: it must not change from build to build.
    assert_eq!(cursor, "AAAAAiX8KVaZWxr3");
}

// S-PAGE-04, S-PAGE-05, S-PAGE-07: what was not issued for this list, as it
// stands, is refused; an empty string too, which is not the same as none.
#[test]
fn cursors_of_other_lists_are_invalid_params() {
    let items = names(5);
    let (_, cursor) = cut_names("tools", &items, None, Some(2)).unwrap();
    let cursor = cursor.unwrap();
    refused("prompts", &items, &cursor);
    refused("tools", &names(6), &cursor);
    refused("tools", &names(4), &cursor);
    let mut renamed = items.clone();
    renamed[4].push('x');
    refused("tools", &renamed, &cursor);
    renamed.clone_from(&items);
    renamed.swap(3, 4);
    refused("tools", &renamed, &cursor);
    // Borders between names count.
    let one = ["ab", "c", "d"].map(String::from);
    let other = ["a", "bc", "d"].map(String::from);
    let (_, of_one) = cut_names("tools", &one, None, Some(2)).unwrap();
    refused("tools", &other, &of_one.unwrap());

    for made_up in [
        "",
        " ",
        "2",
        "null",
        "eyJwYWdlIjogMn0=",
        "é",
        &"A".repeat(16),
    ] {
        refused("tools", &items, made_up);
    }
    for changed in [
        format!("{cursor}A"),
        format!("{cursor}="),
        cursor[1..].to_owned(),
    ] {
        refused("tools", &items, &changed);
    }
    for (index, character) in cursor.char_indices() {
        let mut forged = cursor.clone();
        let other = if character == 'A' { "B" } else { "A" };
        forged.replace_range(index..=index, other);
        if index < 5 {
            // Part of the offset: leads elsewhere in the list, or out of it.
            let page = cut_names("tools", &items, Some(&forged), Some(2));
            assert!(page.is_err() || page.unwrap().0 != &items[2..4]);
        } else {
            refused("tools", &items, &forged);
        }
    }
    refused("tools", &[], &cursor);
}

fn walk(mut list: impl FnMut(usize) -> Vec<String>, size: usize) -> Vec<String> {
    let (mut walked, mut cursor) = (Vec::new(), None::<String>);
    for step in 0..100 {
        let page = Page::of(list(step), cursor.as_deref(), size).unwrap();
        walked.extend(page.items);
        cursor = page.next_cursor;
        if cursor.is_none() {
            return walked;
        }
    }
    panic!("never ends");
}

#[test]
fn own_pages_are_the_list_whatever_their_size() {
    for count in 0..=7 {
        for size in [0, 1, 2, 3, 7, 8, usize::MAX] {
            assert_eq!(walk(|_| names(count), size), names(count));
        }
    }
}

#[test]
fn own_pages_go_on_behind_the_last_item_shown() {
    let mut items = names(6);
    let first = Page::of(items.clone(), None, 2).unwrap();
    let cursor = first.next_cursor.as_deref();
    let go_on = |items: &[String]| Page::of(items.to_vec(), cursor, 2).unwrap().items;
    items.insert(0, "new".into());
    assert_eq!(go_on(&items), ["tool_2", "tool_3"]);
    items.drain(..2); // `new`, and one that was shown
    assert_eq!(go_on(&items), ["tool_2", "tool_3"]);
    items.truncate(1);
    assert_eq!(Page::of(items.clone(), cursor, 2).unwrap().items, [""; 0]);
    // Its item has gone: the model is told what to do.
    items.clear();
    let error = Page::of(items, cursor, 2).unwrap_err();
    assert!(
        error.to_string().contains("leave the cursor out"),
        "{error}"
    );
}

#[test]
fn own_items_may_be_alike() {
    let alike = vec!["x".to_owned(); 5];
    assert_eq!(walk(|_| alike.clone(), 2), alike);
    // Moved by one: the nearest of them.
    let page = Page::of(alike.clone(), None, 2).unwrap();
    let mut moved = alike;
    moved[1] = "y".into();
    let page = Page::of(moved, page.next_cursor.as_deref(), 9).unwrap();
    assert_eq!(page.items.len(), 4);
}

#[test]
fn own_cursors_that_were_never_issued_are_refused_in_words() {
    for made_up in ["", "2", "AAAAAAAAAAAAAAAA", "_____wAAAAAAAAAA", "\u{1F600}"] {
        let error = Page::of(names(5), Some(made_up), 2).unwrap_err();
        assert!(
            error.to_string().contains("leave the cursor out"),
            "{error}"
        );
    }
}

#[test]
fn own_items_with_unordered_maps_are_recognised() {
    #[derive(Serialize)]
    struct Row(HashMap<String, u8>);
    let rows = || (0..4).map(|_| Row((0..20).map(|n| (format!("k{n}"), n)).collect()));
    for _ in 0..20 {
        let first = Page::of(rows(), None, 2).unwrap();
        let second = Page::of(rows(), first.next_cursor.as_deref(), 2).unwrap();
        assert_eq!((second.items.len(), second.next_cursor), (2, None));
    }
}

// S-PAGE-06: `nextCursor` is left out, never null; the schema says so.
#[test]
fn own_pages_on_the_wire() {
    let page = Page::new(vec![1, 2], Some("abc".into()));
    let wire = json!({ "items": [1, 2], "nextCursor": "abc" });
    assert_eq!(serde_json::to_value(&page).unwrap(), wire);
    assert_eq!(serde_json::from_value::<Page<i32>>(wire).unwrap(), page);
    let last = Page::new(vec![3], None);
    let wire = json!({ "items": [3] });
    assert_eq!(serde_json::to_value(&last).unwrap(), wire);
    assert_eq!(serde_json::from_value::<Page<i32>>(wire).unwrap(), last);

    let schema = output_schema_of::<Page<i32>>(crate::SchemaProfile::Portable).unwrap();
    assert_eq!(schema["required"], json!(["items"]));
    assert_eq!(schema["properties"]["nextCursor"]["type"], "string");
    assert_eq!(schema["properties"]["items"]["items"]["type"], "integer");
}
