-- One row is one fact; totals are sums over the items and are stored nowhere.
CREATE TABLE orders (
    id        TEXT PRIMARY KEY,
    customer  TEXT NOT NULL,
    city      TEXT NOT NULL,
    status    TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'shipped', 'cancelled', 'refunded')),
    placed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE items (
    order_id    TEXT    NOT NULL REFERENCES orders (id),
    position    INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    quantity    INTEGER NOT NULL CHECK (quantity > 0),
    price_cents INTEGER NOT NULL CHECK (price_cents >= 0),
    PRIMARY KEY (order_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    id         INTEGER PRIMARY KEY,
    order_id   TEXT NOT NULL REFERENCES orders (id),
    text       TEXT NOT NULL,
    written_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

CREATE INDEX notes_by_order ON notes (order_id);

-- The primary key is the promise that an order is refunded at most once, whoever asks and from whichever process.
CREATE TABLE refunds (
    order_id        TEXT    PRIMARY KEY REFERENCES orders (id),
    amount_cents    INTEGER NOT NULL CHECK (amount_cents > 0),
    reason          TEXT    NOT NULL,
    refunded_at     TEXT    NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    idempotency_key TEXT    NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
