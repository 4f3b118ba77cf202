-- The orders that a fresh shop starts with: one of each status, and A-1042, which the documentation talks about.
INSERT INTO orders (id, customer, city, status, placed_at) VALUES
    ('A-1042', 'Maya Lindqvist',  'Gothenburg', 'paid',      '2026-05-04T09:12:44Z'),
    ('A-1043', 'Tomás Ferreira',  'Porto',      'pending',   '2026-05-04T10:03:10Z'),
    ('A-1044', 'Aiko Tanaka',     'Sapporo',    'shipped',   '2026-05-05T23:41:02Z'),
    ('A-1045', 'Ines Moreau',     'Lyon',       'refunded',  '2026-05-06T07:30:00Z'),
    ('B-2001', 'Kwame Mensah',    'Accra',      'paid',      '2026-05-07T15:55:31Z'),
    ('B-2002', 'Saoirse Kelly',   'Galway',     'cancelled', '2026-05-08T12:00:09Z');

INSERT INTO items (order_id, position, name, quantity, price_cents) VALUES
    ('A-1042', 1, 'Walnut desk lamp',     1,  3499),
    ('A-1042', 2, 'Warm white bulb',      2,   750),
    ('A-1043', 1, 'Linen notebook',       3,   890),
    ('A-1044', 1, 'Cast iron teapot',     1, 12900),
    ('A-1045', 1, 'Wool blanket',         1,  7450),
    ('B-2001', 1, 'Bamboo cutting board', 1,  2600),
    ('B-2001', 2, 'Paring knife',         1,  1850),
    ('B-2002', 1, 'Enamel mug',           4,  1100);

INSERT INTO notes (order_id, text, written_at) VALUES
    ('A-1044', 'Leave the parcel with the neighbour in flat 3.', '2026-05-06T08:15:00Z');

INSERT INTO refunds (order_id, amount_cents, reason, refunded_at, idempotency_key) VALUES
    ('A-1045', 7450, 'damaged', '2026-05-12T16:20:00Z', 'seed/A-1045');
