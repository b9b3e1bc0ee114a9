//! Daily copies of `notes.db`, and the removal of notes from the file and its copies for good.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::files::{Places, connect};
use super::notes_db::salvage;
use crate::store::notes::NoteRow;
use crate::store::subject::Subject;

/// Paths of the daily copies, the newest last.
pub(super) fn copies(places: &Places) -> Vec<PathBuf> {
    let folder = fs::read_dir(places.notes_copies()).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = folder.map(|entry| entry.path()).filter(|path| is_copy(path)).collect();
    all.sort();
    all
}

fn is_copy(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "db")
}

/// Rows of the newest copy that can be read, and a name for it in a sentence.
pub(super) fn newest_copy(places: &Places) -> (Vec<NoteRow>, String) {
    for copy in copies(places).iter().rev() {
        let rows = connect(copy, true).map(|db| salvage(&db)).unwrap_or_default();
        if !rows.is_empty() {
            return (rows, format!("its copy {}", copy.display()));
        }
    }
    (Vec::new(), String::new())
}

/// Removes all notes about these things from a file and rewrites the file, because deleted rows stay readable in its
/// free pages and in the write-ahead log.
pub(super) fn rewrite(db: &Connection, things: &[Subject]) -> rusqlite::Result<()> {
    for thing in things {
        for table in ["note", "aside"] {
            db.execute(&format!("DELETE FROM {table} WHERE subject = ?1"), [thing.to_string()])?;
        }
    }
    db.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
}
