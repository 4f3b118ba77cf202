use std::{env, fs, path::PathBuf, sync::Arc};

use tokio::{runtime::Runtime, sync::Barrier};

use super::{Reason, Refund, Status, Store, StoreError};

/// A database file that is removed, with its companions, when the test ends.
struct TempFile(PathBuf);

impl TempFile {
    fn new(test: &str) -> Self {
        let file = Self(env::temp_dir().join(format!("shop-{test}-{}.sqlite", std::process::id())));
        file.remove();
        file
    }

    fn open(&self) -> Store {
        Store::open(&self.0).unwrap()
    }

    fn remove(&self) {
        for suffix in ["", "-wal", "-shm"] {
            let mut path = self.0.clone().into_os_string();
            path.push(suffix);
            let _ = fs::remove_file(path);
        }
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        self.remove();
    }
}

fn store() -> Store {
    Store::in_memory().unwrap()
}

/// What went wrong, as the model reads it.
fn sentence<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    result.unwrap_err().to_string()
}

#[tokio::test]
async fn a_fresh_shop_has_an_order_that_was_paid() {
    let order = store().get("A-1042").await.unwrap();
    assert_eq!(
        (order.status, order.total_cents, order.items.len()),
        (Status::Paid, 4999, 2)
    );
    assert_eq!(
        (order.customer.as_str(), order.city.as_str()),
        ("Maya Lindqvist", "Gothenburg")
    );
    assert_eq!((order.notes, order.refund), (vec![], None));
}

#[tokio::test]
async fn a_fresh_shop_has_an_order_of_each_status() {
    for (id, status) in [
        ("A-1043", Status::Pending),
        ("A-1044", Status::Shipped),
        ("A-1045", Status::Refunded),
        ("B-2001", Status::Paid),
        ("B-2002", Status::Cancelled),
    ] {
        assert_eq!(store().get(id).await.unwrap().status, status, "{id}");
    }
    assert_eq!(
        store().get("A-1045").await.unwrap().refund.unwrap().reason,
        Reason::Damaged
    );
    assert_eq!(store().get("A-1044").await.unwrap().notes.len(), 1);
}

#[tokio::test]
async fn an_unknown_order_is_answered_with_the_way_out() {
    let expected = "no order A-9999; call lookup_order with an id such as A-1042";
    assert_eq!(sentence(store().get("A-9999").await), expected);
    assert_eq!(sentence(store().note("A-9999", "Hello.").await), expected);
    assert_eq!(
        sentence(store().refund("A-9999", 1, Reason::Late, "key").await),
        expected
    );
}

#[tokio::test]
async fn search_finds_words_in_ids_names_cities_and_items() {
    async fn ids(words: &str, status: Option<Status>, limit: u32) -> Vec<String> {
        store()
            .search(words, status, limit)
            .await
            .unwrap()
            .into_iter()
            .map(|order| order.id)
            .collect()
    }
    assert_eq!(
        ids("A-104", None, 2).await,
        ["A-1045", "A-1044"],
        "newest first, at most two"
    );
    assert_eq!(ids("KWAME", None, 9).await, ["B-2001"], "in any case");
    assert_eq!(ids("porto", None, 9).await, ["A-1043"]);
    assert_eq!(ids("lamp", None, 9).await, ["A-1042"]);
    assert_eq!(ids("", Some(Status::Paid), 9).await, ["B-2001", "A-1042"]);
    assert!(
        ids("%", None, 9).await.is_empty(),
        "a percent sign is not a wildcard"
    );
}

#[tokio::test]
async fn notes_are_kept_in_order() {
    let store = store();
    let first = store.note("A-1042", "Call before delivery.").await.unwrap();
    let second = store
        .note("A-1042", "Bobby'); DROP TABLE notes;--")
        .await
        .unwrap();
    assert_eq!(first.order_id, "A-1042");
    assert!(first.written_at.ends_with('Z'), "{}", first.written_at);
    assert_eq!(store.get("A-1042").await.unwrap().notes, [first, second]);
}

#[tokio::test]
async fn a_refund_shows_on_the_order() {
    let store = store();
    let refund = store
        .refund("A-1042", 500, Reason::Late, "key")
        .await
        .unwrap();
    assert_eq!(
        (refund.order_id.as_str(), refund.amount_cents, refund.reason),
        ("A-1042", 500, Reason::Late)
    );
    let order = store.get("A-1042").await.unwrap();
    assert_eq!(
        (order.status, order.refund),
        (Status::Refunded, Some(refund))
    );
}

#[tokio::test]
async fn notes_and_refunds_last() {
    let file = TempFile::new("last");
    let note = file.open().note("A-1042", "Still here.").await.unwrap();
    let refund = file
        .open()
        .refund("A-1042", 4999, Reason::Other, "key")
        .await
        .unwrap();
    let order = file.open().get("A-1042").await.unwrap();
    assert_eq!((order.notes, order.refund), (vec![note], Some(refund)));
}

#[tokio::test]
async fn a_second_refund_is_refused() {
    let store = store();
    let first = store
        .refund("A-1042", 500, Reason::Late, "first")
        .await
        .unwrap();
    let expected = format!(
        "A-1042 was already refunded on {}; an order is refunded only once, so tell the user that it is done",
        first.refunded_at
    );
    assert_eq!(
        sentence(store.refund("A-1042", 500, Reason::Late, "second").await),
        expected
    );
    assert_eq!(
        sentence(store.refund("A-1042", 1, Reason::Other, "third").await),
        expected
    );
}

#[tokio::test]
async fn the_same_key_returns_the_same_refund() {
    let file = TempFile::new("replay");
    let first = file
        .open()
        .refund("A-1042", 500, Reason::Late, "key")
        .await
        .unwrap();
    assert_eq!(
        file.open()
            .refund("A-1042", 500, Reason::Late, "key")
            .await
            .unwrap(),
        first
    );
}

#[tokio::test]
async fn a_key_is_good_for_one_decision_only() {
    let store = store();
    store
        .refund("A-1042", 500, Reason::Late, "key")
        .await
        .unwrap();
    for (id, amount_cents, reason) in [
        ("A-1042", 501, Reason::Late),
        ("A-1042", 500, Reason::Other),
        ("B-2001", 500, Reason::Late),
    ] {
        let refused = store
            .refund(id, amount_cents, reason, "key")
            .await
            .unwrap_err();
        assert!(matches!(refused, StoreError::KeyReused), "{refused}");
    }
    assert_eq!(store.get("B-2001").await.unwrap().refund, None);
}

#[tokio::test]
async fn an_order_that_holds_no_money_is_not_refunded() {
    let store = store();
    for (id, status) in [("A-1043", "pending"), ("B-2002", "cancelled")] {
        assert_eq!(
            sentence(store.refund(id, 1, Reason::Late, id).await),
            format!("{id} is {status}; only a paid or shipped order can be refunded"),
        );
    }
    store
        .refund("A-1044", 12900, Reason::Damaged, "shipped")
        .await
        .unwrap();
}

#[tokio::test]
async fn the_amount_is_at_least_one_cent_and_at_most_the_price() {
    let store = store();
    for amount_cents in [5000, 0, -1, i64::MIN] {
        assert_eq!(
            sentence(
                store
                    .refund("A-1042", amount_cents, Reason::Late, "key")
                    .await
            ),
            format!(
                "cannot refund {amount_cents} cents of A-1042; choose an amount from 1 to 4999 cents"
            ),
        );
    }
    store
        .refund("A-1042", 4999, Reason::Late, "key")
        .await
        .unwrap();
}

/// Asks for one refund from eight threads at the same moment, each with its key.
fn refund_from_eight_threads(
    store: impl Fn() -> Store,
    key: impl Fn(usize) -> String,
) -> Vec<Result<Refund, StoreError>> {
    let start = Arc::new(Barrier::new(8));
    let threads: Vec<_> = (0..8)
        .map(|n| {
            let (store, key, start) = (store(), key(n), start.clone());
            std::thread::spawn(move || {
                Runtime::new().unwrap().block_on(async {
                    start.wait().await;
                    store.refund("A-1042", 500, Reason::Late, &key).await
                })
            })
        })
        .collect();
    threads
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .collect()
}

fn assert_one_refund(results: &[Result<Refund, StoreError>]) {
    let (done, refused): (Vec<_>, Vec<_>) = results.iter().partition(|result| result.is_ok());
    assert_eq!((done.len(), refused.len()), (1, 7), "{results:?}");
    assert!(
        refused
            .iter()
            .all(|result| matches!(result, Err(StoreError::AlreadyRefunded { .. }))),
        "{refused:?}"
    );
}

#[test]
fn of_eight_refunds_at_once_one_succeeds() {
    let store = store();
    assert_one_refund(&refund_from_eight_threads(
        || store.clone(),
        |n| n.to_string(),
    ));
}

#[test]
fn of_eight_refunds_at_once_through_eight_connections_one_succeeds() {
    let file = TempFile::new("connections");
    assert_one_refund(&refund_from_eight_threads(
        || file.open(),
        |n| n.to_string(),
    ));
}

#[test]
fn eight_replays_at_once_are_one_refund() {
    let file = TempFile::new("replays");
    let results = refund_from_eight_threads(|| file.open(), |_| "key".to_owned());
    let first = results[0].as_ref().unwrap();
    assert!(
        results
            .iter()
            .all(|result| result.as_ref().is_ok_and(|refund| refund == first)),
        "{results:?}"
    );
}

#[test]
fn eight_processes_may_meet_a_new_file_at_once() {
    let file = TempFile::new("new");
    let start = std::sync::Barrier::new(8);
    std::thread::scope(|scope| {
        let opened: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    start.wait();
                    Store::open(&file.0)
                })
            })
            .collect();
        for store in opened {
            store.join().unwrap().unwrap();
        }
    });
    let orders = Runtime::new()
        .unwrap()
        .block_on(file.open().search("", None, 100))
        .unwrap();
    assert_eq!(orders.len(), 6, "filled once");
}

#[test]
fn a_file_that_is_no_database_is_named() {
    let file = TempFile::new("text");
    fs::write(
        &file.0,
        "not a database at all, only words that fill a page",
    )
    .unwrap();
    assert_eq!(
        sentence(Store::open(&file.0)),
        format!("cannot open the order database {}", file.0.display())
    );
}

#[tokio::test]
async fn a_broken_database_keeps_its_cause_from_the_model() {
    let file = TempFile::new("broken");
    let store = file.open();
    rusqlite::Connection::open(&file.0)
        .unwrap()
        .execute_batch("DROP TABLE notes")
        .unwrap();
    assert_eq!(
        sentence(store.get("A-1042").await),
        "the order database failed; nothing was changed, try again later",
    );
}
