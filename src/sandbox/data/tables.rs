//! The tables. Indexes are made after the rows: nine times faster than the other way round. Those of the tabs hold all that
//! a query looks at, so that no row is fetched before it is on the page.

pub const TABLES: &str = "
CREATE TABLE meta (recipe TEXT NOT NULL, base INTEGER NOT NULL);
CREATE TABLE domains (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT,                    -- lower-case Unicode name where it is not the punycode one
    punycode TEXT NOT NULL,
    state TEXT NOT NULL,
    approved INTEGER NOT NULL,
    verified INTEGER NOT NULL,
    host INTEGER NOT NULL,
    added INTEGER,
    verified_since INTEGER,
    last_verified INTEGER,
    next_check INTEGER,
    for_sale INTEGER NOT NULL,
    bin_price REAL,
    target_price REAL,
    accept_offers TEXT NOT NULL,    -- JSON: its type is not documented
    min_offer REAL NOT NULL,
    worth REAL NOT NULL             -- what buyers measure their offers by
);
CREATE TABLE inquiries (
    id INTEGER PRIMARY KEY,
    date INTEGER NOT NULL,
    domain TEXT NOT NULL,
    conversation INTEGER NOT NULL,
    confirmed INTEGER NOT NULL,
    confirmed_date INTEGER,
    delivered INTEGER NOT NULL,
    conversation_delivered INTEGER NOT NULL,
    reasons INTEGER NOT NULL,       -- bits, see filter.rs
    reason TEXT,
    seller_notified INTEGER,
    emailed_again INTEGER,
    unreachable INTEGER,
    offer REAL,
    spam_risk TEXT,
    email TEXT NOT NULL,
    ip TEXT NOT NULL,
    read INTEGER NOT NULL,
    starred INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    removed INTEGER NOT NULL
);
-- JSON members as they are sent: before seller_notified, between it and delivery, and the details object.
CREATE TABLE inquiry_text (id INTEGER PRIMARY KEY, head TEXT NOT NULL, tail TEXT NOT NULL, details TEXT NOT NULL);
CREATE TABLE senders (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, value TEXT NOT NULL, date INTEGER NOT NULL);
";

pub const INDEXES: &str = "
CREATE UNIQUE INDEX domains_name ON domains (punycode);
CREATE INDEX domains_mine ON domains (approved, punycode, for_sale, folded);
CREATE INDEX domains_state ON domains (state, punycode, for_sale, folded);
CREATE INDEX inquiries_date ON inquiries (date, id);
CREATE INDEX inquiries_domain ON inquiries (domain, date, id);
CREATE INDEX inquiries_email ON inquiries (email, date);
CREATE INDEX inquiries_ip ON inquiries (ip, date);
CREATE INDEX inquiries_conversation ON inquiries (conversation);
";
