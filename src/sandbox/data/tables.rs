//! The tables. Indexes are made after the rows, which is nine times faster. The indexes of tabs have all columns that
//! a query checks, so that only rows of the page are fetched.

/// Version of the tables: data made with another version cannot be used.
pub const LAYOUT: i64 = 7;

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
    ever INTEGER NOT NULL,          -- verified at some time
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
-- Own values of single domains, as JSON. What is in force of the sale settings is in the columns above, too.
CREATE TABLE domain_settings (
    domain INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (domain, name)
) WITHOUT ROWID;
-- Own values of the account, its profile and its portfolio, as JSON.
CREATE TABLE own_settings (
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, name)
) WITHOUT ROWID;
-- Every save of settings.
CREATE TABLE versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    date INTEGER NOT NULL,
    scope TEXT NOT NULL,
    domain TEXT,                    -- punycode; null for account and profile
    changes TEXT NOT NULL,          -- JSON, by name: before and after
    can_undo INTEGER NOT NULL,
    source TEXT NOT NULL,
    source_ref TEXT
);
CREATE TABLE images (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    url TEXT NOT NULL,
    date INTEGER NOT NULL,
    mark TEXT UNIQUE                -- by what the same image is known again
);
-- The names of the account's own nameservers; the newest is in force.
CREATE TABLE nameserver_names (name TEXT PRIMARY KEY, date INTEGER NOT NULL);
-- The ads service.
CREATE TABLE campaigns (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    tag TEXT NOT NULL,
    fields TEXT NOT NULL,           -- JSON, by name
    active INTEGER NOT NULL,
    date INTEGER NOT NULL
);
CREATE TABLE listings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL,
    domain TEXT NOT NULL,           -- punycode
    expires INTEGER,
    label TEXT,
    url TEXT,
    UNIQUE (campaign, domain)
);
CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    queued INTEGER NOT NULL,
    started INTEGER,
    finished INTEGER,
    seconds INTEGER NOT NULL,       -- how long it takes
    total INTEGER NOT NULL,
    done INTEGER NOT NULL,
    added INTEGER NOT NULL DEFAULT 0,
    updated INTEGER NOT NULL DEFAULT 0,
    ignored INTEGER NOT NULL DEFAULT 0,
    warned INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    options TEXT NOT NULL,          -- JSON
    input BLOB NOT NULL             -- as it was sent
);
CREATE TABLE import_entries (
    id INTEGER PRIMARY KEY,
    import INTEGER NOT NULL,
    line INTEGER NOT NULL,
    domain TEXT,
    flags INTEGER NOT NULL,         -- bits, see entries.rs
    approve TEXT,
    verify TEXT,
    notice TEXT
);
CREATE TABLE exports (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    queued INTEGER NOT NULL,
    started INTEGER,
    finished INTEGER,
    seconds INTEGER NOT NULL,
    expected INTEGER NOT NULL,
    fetched INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    error TEXT,
    filters TEXT NOT NULL,          -- JSON, as it is sent
    file BLOB                       -- of a finished one, for seven days
);
-- Large bulk calls that are not finished.
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    list TEXT NOT NULL,
    action TEXT NOT NULL,
    queued INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    done INTEGER NOT NULL,
    ids TEXT NOT NULL               -- JSON
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
-- A visitor of a lander on one day.
CREATE TABLE visits (
    id INTEGER PRIMARY KEY,
    ts INTEGER NOT NULL,
    domain TEXT NOT NULL,
    human INTEGER NOT NULL,         -- passed the check
    country TEXT,
    device TEXT,
    browser TEXT,
    system TEXT,
    language TEXT,
    referrer TEXT,
    source TEXT,
    campaign TEXT,
    seconds INTEGER,                -- active; null where it was not timed
    went_on INTEGER NOT NULL,
    form_start INTEGER NOT NULL,
    contact INTEGER NOT NULL,
    via TEXT,                       -- the kind of link of a contact
    inquiry INTEGER                 -- what was sent
);
-- A visitor of the portfolio site on one day, and what was searched or filtered for.
CREATE TABLE site_visits (
    id INTEGER PRIMARY KEY,
    ts INTEGER NOT NULL,
    searched INTEGER NOT NULL,
    referrers TEXT,
    countries TEXT,
    devices TEXT,
    browsers TEXT,
    systems TEXT,
    languages TEXT,
    campaigns TEXT
);
CREATE TABLE site_facts (visit INTEGER NOT NULL, section TEXT NOT NULL, label TEXT NOT NULL);
-- What buyers look for on the portfolios of all sellers.
CREATE TABLE searches (ts INTEGER NOT NULL, portfolio INTEGER NOT NULL, section TEXT NOT NULL, label TEXT NOT NULL);
CREATE TABLE emails (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,              -- the id as it is sent
    date INTEGER NOT NULL,
    labels TEXT NOT NULL,           -- between commas
    row TEXT NOT NULL,              -- JSON members as they are sent: of every row, and those a compact one omits
    more TEXT NOT NULL,
    raw BLOB                        -- the message; null once it is gone
);
-- The parked domains a message reached.
CREATE TABLE email_domains (email INTEGER NOT NULL, domain INTEGER NOT NULL, PRIMARY KEY (email, domain)) WITHOUT ROWID;
-- Their extensions in the sender's domain, and where.
CREATE TABLE email_extensions (email INTEGER NOT NULL, extension TEXT NOT NULL, place TEXT NOT NULL);
CREATE VIRTUAL TABLE email_words USING fts5(sender, subject, message, domain);
CREATE TABLE senders (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, value TEXT NOT NULL, date INTEGER NOT NULL);
";

pub const INDEXES: &str = "
CREATE UNIQUE INDEX domains_name ON domains (punycode);
CREATE INDEX domains_mine ON domains (approved, punycode, for_sale, folded);
CREATE INDEX domains_state ON domains (state, punycode, for_sale, folded);
CREATE INDEX versions_domain ON versions (domain, id);
CREATE INDEX domains_host ON domains (host) WHERE host = 1;
CREATE INDEX import_entries_import ON import_entries (import, id);
CREATE INDEX import_entries_domain ON import_entries (domain, id);
CREATE UNIQUE INDEX emails_key ON emails (key);
CREATE INDEX emails_date ON emails (date, id);
CREATE INDEX email_extensions_email ON email_extensions (email);
CREATE INDEX inquiries_date ON inquiries (date, id);
CREATE INDEX inquiries_domain ON inquiries (domain, date, id);
CREATE INDEX inquiries_email ON inquiries (email, date);
CREATE INDEX inquiries_ip ON inquiries (ip, date);
CREATE INDEX visits_ts ON visits (ts);
CREATE INDEX visits_domain ON visits (domain, ts);
CREATE INDEX inquiries_conversation ON inquiries (conversation);
";
