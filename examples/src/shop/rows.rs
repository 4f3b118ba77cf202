//! From rows to the shop's types.

use std::str::FromStr;

use rusqlite::{OptionalExtension as _, Row, Transaction, types::Type};

use super::{Item, Note, Order, Refund, StoreError};

/// One order, whole.
pub(super) fn load(tx: &Transaction<'_>, id: &str) -> Result<Order, StoreError> {
    let mut find = tx.prepare_cached(
        "SELECT customer, city, status, placed_at, amount_cents, reason, refunded_at
         FROM orders LEFT JOIN refunds ON order_id = id WHERE id = ?1",
    )?;
    let order = find.query_row([id], |row| {
        let refund = match row.get(4)? {
            Some(amount_cents) => Some(Refund {
                order_id: id.to_owned(),
                amount_cents,
                reason: parsed(row, 5)?,
                refunded_at: row.get(6)?,
            }),
            None => None,
        };
        Ok(Order {
            id: id.to_owned(),
            customer: row.get(0)?,
            city: row.get(1)?,
            status: parsed(row, 2)?,
            placed_at: row.get(3)?,
            total_cents: 0,
            items: Vec::new(),
            notes: Vec::new(),
            refund,
        })
    });
    let mut order = order
        .optional()?
        .ok_or_else(|| StoreError::NoOrder { id: id.to_owned() })?;

    let mut items = tx.prepare_cached(
        "SELECT name, quantity, price_cents FROM items WHERE order_id = ?1 ORDER BY position",
    )?;
    order.items = items.query_map([id], item)?.collect::<Result<_, _>>()?;
    order.total_cents = order
        .items
        .iter()
        .map(|item| item.quantity * item.price_cents)
        .sum();

    let mut notes = tx.prepare_cached(
        "SELECT id, order_id, text, written_at FROM notes WHERE order_id = ?1 ORDER BY id",
    )?;
    order.notes = notes.query_map([id], note)?.collect::<Result<_, _>>()?;
    Ok(order)
}

/// The refund that this key led to, if it did.
pub(super) fn refund_by_key(tx: &Transaction<'_>, key: &str) -> Result<Option<Refund>, StoreError> {
    let mut find = tx.prepare_cached(
        "SELECT order_id, amount_cents, reason, refunded_at FROM refunds WHERE idempotency_key = ?1",
    )?;
    Ok(find.query_row([key], refund).optional()?)
}

/// `order_id, amount_cents, reason, refunded_at`
pub(super) fn refund(row: &Row<'_>) -> rusqlite::Result<Refund> {
    Ok(Refund {
        order_id: row.get(0)?,
        amount_cents: row.get(1)?,
        reason: parsed(row, 2)?,
        refunded_at: row.get(3)?,
    })
}

/// `id, order_id, text, written_at`
pub(super) fn note(row: &Row<'_>) -> rusqlite::Result<Note> {
    Ok(Note {
        id: row.get(0)?,
        order_id: row.get(1)?,
        text: row.get(2)?,
        written_at: row.get(3)?,
    })
}

/// `name, quantity, price_cents`
fn item(row: &Row<'_>) -> rusqlite::Result<Item> {
    Ok(Item {
        name: row.get(0)?,
        quantity: row.get(1)?,
        price_cents: row.get(2)?,
    })
}

/// A choice by its wire name.
fn parsed<T>(row: &Row<'_>, column: usize) -> rusqlite::Result<T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let word: String = row.get(column)?;
    word.parse().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}
