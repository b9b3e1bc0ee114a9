//! Tables of `cache.db`, and the steps by which earlier versions of the file get them.

/// Steps in their order. A released step is never changed; a change of the tables is a new step.
pub(super) const MIGRATIONS: [&str; 6] = [FIRST, DOMAINS, WITH_ROWID, MAIL, MAIL_TEXT, DOMAIN_FORM];

const FIRST: &str = "CREATE TABLE inquiry (
        id INTEGER PRIMARY KEY, date INTEGER, bits INTEGER NOT NULL, walk INTEGER NOT NULL, packed BLOB NOT NULL);
     CREATE INDEX inquiry_newest ON inquiry (date DESC, id DESC, bits);
     CREATE TABLE inquiry_raw (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, detailed INTEGER NOT NULL, raw TEXT NOT NULL);
     CREATE TABLE reply (key TEXT PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID;
     CREATE TABLE member_set (name TEXT PRIMARY KEY, ids BLOB NOT NULL) WITHOUT ROWID;
     CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;";

/// Step that moves long bodies to tables with a rowid: in a table without one, a search for a key reads every body it
/// passes. The dropped rows are read from the service again.
const WITH_ROWID: &str = "DROP TABLE reply; DROP TABLE member_set;
     CREATE TABLE reply (key TEXT PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL);
     CREATE TABLE member_set (name TEXT PRIMARY KEY, ids BLOB NOT NULL);";

const DOMAINS: &str = "
    CREATE TABLE domain (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bits INTEGER NOT NULL, packed BLOB NOT NULL);
    CREATE TABLE domain_raw (id INTEGER PRIMARY KEY, raw TEXT NOT NULL);
    CREATE TABLE domain_seen (id INTEGER PRIMARY KEY, pass INTEGER NOT NULL, keys BLOB NOT NULL);";

/// Step that adds the table of raw messages, with a rowid because its bodies are long.
const MAIL: &str = "CREATE TABLE mail (key TEXT PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL);";

/// Step that adds the searchable texts of raw messages, each made when its message was opened.
const MAIL_TEXT: &str = "CREATE TABLE mail_text (key TEXT PRIMARY KEY, id TEXT NOT NULL, text TEXT NOT NULL);";

/// Step that stores each form of the texts of domains once; rows refer to it by number. Rows of the earlier layout
/// cannot be read, so they are dropped and read from the service again.
const DOMAIN_FORM: &str = "CREATE TABLE domain_form (id INTEGER PRIMARY KEY, form TEXT NOT NULL);
     DROP INDEX IF EXISTS domain_by_name; DROP TABLE domain; DROP TABLE domain_raw; DELETE FROM domain_seen;
     CREATE TABLE domain (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bits INTEGER NOT NULL, packed BLOB NOT NULL);
     CREATE TABLE domain_raw (id INTEGER PRIMARY KEY, raw TEXT NOT NULL);
     DELETE FROM meta WHERE key IN ('domain_walk', 'domain_first');";
