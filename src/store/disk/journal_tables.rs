//! Tables of `journal.db`, and the steps by which earlier versions of the file get them.

pub(super) const MIGRATIONS: [&str; 7] = [
        "CREATE TABLE entry (
            id INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, origin TEXT NOT NULL, program TEXT NOT NULL);
         CREATE TABLE target (
            entry INTEGER NOT NULL, id INTEGER NOT NULL, before INTEGER, state TEXT NOT NULL,
            sends INTEGER NOT NULL, at INTEGER NOT NULL, evidence TEXT NOT NULL,
            PRIMARY KEY (entry, id)) WITHOUT ROWID;",
        // Targets that are not inquiries; the service's answers to bulk calls.
        "CREATE TABLE about (
                entry INTEGER NOT NULL, subject TEXT NOT NULL, before INTEGER, newest INTEGER, made INTEGER,
                state TEXT NOT NULL, sends INTEGER NOT NULL, at INTEGER NOT NULL, evidence TEXT NOT NULL,
                PRIMARY KEY (entry, subject)) WITHOUT ROWID;
             INSERT INTO about SELECT entry, 'inquiry:' || id, before, NULL, NULL, state, sends, at, evidence FROM target;
             DROP TABLE target;
             ALTER TABLE about RENAME TO target;
             ALTER TABLE entry ADD COLUMN answers TEXT NOT NULL DEFAULT '[]';",
        // Wait the service asked for, at most one row.
        "CREATE TABLE wait (asked INTEGER NOT NULL, until INTEGER NOT NULL);",
        // Targets that are a field with its values; a mark is such a field.
        "CREATE TABLE field (
                entry INTEGER NOT NULL, subject TEXT NOT NULL, field TEXT NOT NULL, before TEXT, after TEXT NOT NULL,
                newest INTEGER, made INTEGER, state TEXT NOT NULL, sends INTEGER NOT NULL, at INTEGER NOT NULL,
                evidence TEXT NOT NULL, PRIMARY KEY (entry, subject, field)) WITHOUT ROWID;
             WITH mark AS (
                SELECT id, coalesce(json_extract(what, '$.mark.mark'), json_extract(what, '$.mark_all.mark')) AS field,
                    coalesce(json_extract(what, '$.mark.to'), json_extract(what, '$.mark_all.to')) AS sets
                FROM entry)
             INSERT INTO field
                SELECT entry, subject, coalesce(field, ''), iif(before, 'true', iif(before = 0, 'false', NULL)),
                    iif(sets = 0, 'false', 'true'), newest, made, state, sends, at, evidence
                FROM target LEFT JOIN mark ON mark.id = target.entry;
             DROP TABLE target;
             ALTER TABLE field RENAME TO target;",
        // Inquiries the user has answered, and when.
        "CREATE TABLE answered (inquiry INTEGER PRIMARY KEY, at INTEGER NOT NULL);",
        // Notes about caught mail.
        "CREATE TABLE mail (
                id TEXT PRIMARY KEY, read INTEGER NOT NULL, starred INTEGER NOT NULL, note TEXT NOT NULL) WITHOUT ROWID;",
        // Number of times the journal was written.
        "CREATE TABLE written (times INTEGER NOT NULL); INSERT INTO written VALUES (0);",
];
