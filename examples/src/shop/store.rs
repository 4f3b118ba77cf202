//! The door to the database: every question is one short transaction, run off the async threads.

use std::{env, path::Path, sync::Arc, time::Duration};

use rusqlite::{Connection, Transaction, TransactionBehavior, config::DbConfig, params};
use tokio::{sync::Mutex, task};

use super::{Note, Order, Reason, Refund, Status, StoreError, rows};

/// How long a process waits while another one writes to the same file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The version of `schema.sql`, kept in the file.
const SCHEMA_VERSION: i64 = 1;

/// The orders of the shop. A clone is another handle on the same database.
///
/// One connection serves a process: SQLite answers these questions in microseconds, so a queue in front of it is
/// shorter than the work of keeping more of them. Several processes may share one file.
///
/// Dropping the future of a method does not undo it: once the transaction has started it runs to its end.
#[derive(Clone, Debug)]
pub struct Store {
    // tokio's mutex: callers queue up as futures instead of each holding a blocking thread, and a panic poisons nothing.
    connection: Arc<Mutex<Connection>>,
}

impl Store {
    /// The store that the environment names: a file in `ORDERS_DB`, or `:memory:`; by default `orders.sqlite` in the
    /// current directory.
    ///
    /// # Errors
    ///
    /// As [`Store::open`].
    pub fn from_env() -> Result<Self, StoreError> {
        match env::var_os("ORDERS_DB") {
            Some(memory) if memory == ":memory:" => Self::in_memory(),
            Some(path) => Self::open(path),
            None => Self::open("orders.sqlite"),
        }
    }

    /// Opens a file, creating it with a few orders when it does not exist.
    ///
    /// # Errors
    ///
    /// [`StoreError::Open`] when the file cannot be created or is not an order database.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        Connection::open(path)
            .and_then(Self::prepare)
            .map_err(|source| StoreError::Open {
                path: path.into(),
                source,
            })
    }

    /// A store of its own that is gone with its last handle, filled with a few orders.
    ///
    /// # Errors
    ///
    /// [`StoreError::Open`] when SQLite refuses.
    pub fn in_memory() -> Result<Self, StoreError> {
        Connection::open_in_memory()
            .and_then(Self::prepare)
            .map_err(|source| StoreError::Open {
                path: ":memory:".into(),
                source,
            })
    }

    fn prepare(mut connection: Connection) -> rusqlite::Result<Self> {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // A plan that depends on no parameter: without this, SQLite compiles a cached statement anew each time a
        // parameter is bound, which costs more than all the rest of a lookup.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        // Readers do not wait for a writer. `synchronous` stays at its default, FULL: a refund that was reported must
        // outlive a power cut.
        switch_to_wal(&connection)?;

        // IMMEDIATE: of several processes that meet a new file, one fills it and the others wait.
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if tx.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))? < SCHEMA_VERSION
        {
            tx.execute_batch(include_str!("schema.sql"))?;
            tx.execute_batch(include_str!("seed.sql"))?;
            tx.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        }
        tx.commit()?;

        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
        })
    }

    /// One order with its items, notes and refund.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoOrder`], or [`StoreError::Database`].
    pub async fn get(&self, id: &str) -> Result<Order, StoreError> {
        let id = id.to_owned();
        self.run(TransactionBehavior::Deferred, move |tx| rows::load(tx, &id))
            .await
    }

    /// One order, as [`Store::get`] has it; nothing where there is no such order.
    ///
    /// # Errors
    ///
    /// [`StoreError::Database`].
    pub async fn find(&self, id: &str) -> Result<Option<Order>, StoreError> {
        match self.get(id).await {
            Err(StoreError::NoOrder { .. }) => Ok(None),
            found => found.map(Some),
        }
    }

    /// The orders whose id, customer, city or items contain `words`, newest first, at most `limit` of them.
    ///
    /// # Errors
    ///
    /// [`StoreError::Database`].
    pub async fn search(
        &self,
        words: &str,
        status: Option<Status>,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let words = words.to_owned();
        self.run(TransactionBehavior::Deferred, move |tx| {
            // instr, not LIKE: a percent sign in the words is only a percent sign.
            let mut ids = tx.prepare_cached(
                "SELECT id FROM orders
                 WHERE (?2 IS NULL OR status = ?2)
                   AND (instr(lower(id || char(10) || customer || char(10) || city), lower(?1)) > 0
                        OR EXISTS (SELECT 1 FROM items WHERE order_id = id AND instr(lower(name), lower(?1)) > 0))
                 ORDER BY placed_at DESC, id LIMIT ?3",
            )?;
            let ids = ids.query_map(params![words, status.map(|status| status.to_string()), limit], |row| row.get::<_, String>(0))?;
            ids.map(|id| rows::load(tx, &id?)).collect()
        })
        .await
    }

    /// Attaches a note to an order.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoOrder`], or [`StoreError::Database`].
    pub async fn note(&self, id: &str, text: &str) -> Result<Note, StoreError> {
        let (id, text) = (id.to_owned(), text.to_owned());
        self.run(TransactionBehavior::Immediate, move |tx| {
            rows::load(tx, &id)?;
            let mut insert = tx.prepare_cached(
                "INSERT INTO notes (order_id, text) VALUES (?1, ?2) RETURNING id, order_id, text, written_at",
            )?;
            Ok(insert.query_row(params![id, text], rows::note)?)
        })
        .await
    }

    /// Gives money back, once for each order.
    ///
    /// `idempotency_key` names the decision to refund: a call with a key that was used before, for the same order,
    /// amount and reason, changes nothing and returns the refund it led to.
    ///
    /// # Errors
    ///
    /// - [`StoreError::NoOrder`]
    /// - [`StoreError::AlreadyRefunded`] when another decision came first
    /// - [`StoreError::NotRefundable`] when the order is neither paid nor shipped
    /// - [`StoreError::AmountOutOfRange`]
    /// - [`StoreError::KeyReused`] when the key belongs to another refund
    /// - [`StoreError::Database`]; then nothing was changed
    pub async fn refund(
        &self,
        id: &str,
        amount_cents: i64,
        reason: Reason,
        idempotency_key: &str,
    ) -> Result<Refund, StoreError> {
        let (id, key) = (id.to_owned(), idempotency_key.to_owned());
        // IMMEDIATE: nobody else writes between the checks and the payment.
        self.run(TransactionBehavior::Immediate, move |tx| {
            if let Some(first) = rows::refund_by_key(tx, &key)? {
                let same = (first.order_id.as_str(), first.amount_cents, first.reason)
                    == (id.as_str(), amount_cents, reason);
                return if same { Ok(first) } else { Err(StoreError::KeyReused) };
            }
            check_refundable(rows::load(tx, &id)?, amount_cents)?;

            tx.prepare_cached("UPDATE orders SET status = ?2 WHERE id = ?1")?
                .execute(params![id, Status::Refunded.to_string()])?;
            let mut insert = tx.prepare_cached(
                "INSERT INTO refunds (order_id, amount_cents, reason, idempotency_key) VALUES (?1, ?2, ?3, ?4)
                 RETURNING order_id, amount_cents, reason, refunded_at",
            )?;
            Ok(insert.query_row(params![id, amount_cents, reason.to_string(), key], rows::refund)?)
        })
        .await
    }

    /// Runs `work` in a transaction on a thread that may block; commits when it returns `Ok`, else rolls back.
    async fn run<T: Send + 'static>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection.clone().lock_owned().await;
        let done = task::spawn_blocking(move || {
            let tx = connection.transaction_with_behavior(behavior)?;
            let value = work(&tx)?;
            tx.commit()?;
            Ok(value)
        });
        match done.await {
            Ok(result) => result,
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => Err(StoreError::Closing),
        }
    }
}

/// Whether this much of this order may go back.
fn check_refundable(order: Order, amount_cents: i64) -> Result<(), StoreError> {
    if let Some(refund) = order.refund {
        return Err(StoreError::AlreadyRefunded {
            id: order.id,
            refunded_at: refund.refunded_at,
        });
    }
    if !order.status.is_refundable() {
        return Err(StoreError::NotRefundable {
            id: order.id,
            status: order.status,
        });
    }
    if !(1..=order.total_cents).contains(&amount_cents) {
        return Err(StoreError::AmountOutOfRange {
            id: order.id,
            amount_cents,
            left_cents: order.total_cents,
        });
    }
    Ok(())
}

/// Switching the journal needs the file alone for a moment, and SQLite does not wait for that by itself.
fn switch_to_wal(connection: &Connection) -> rusqlite::Result<()> {
    let begin = std::time::Instant::now();
    loop {
        match connection.pragma_update_and_check(None, "journal_mode", "wal", |_| Ok(())) {
            Err(error) if is_busy(&error) && begin.elapsed() < BUSY_TIMEOUT => {
                std::thread::sleep(Duration::from_millis(10));
            }
            switched => return switched,
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(
        error.sqlite_error_code(),
        Some(DatabaseBusy | DatabaseLocked)
    )
}
