//! The daily copies of `notes.db`, and how things are taken out of them for good.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::files::{Places, connect};
use super::notes_db::salvage;
use crate::store::notes::NoteRow;
use crate::store::subject::Subject;

/// The daily copies, the newest last.
pub(super) fn copies(places: &Places) -> Vec<PathBuf> {
    let folder = fs::read_dir(places.notes_copies()).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = folder.map(|entry| entry.path()).filter(|path| is_copy(path)).collect();
    all.sort();
    all
}

fn is_copy(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "db")
}

/// Rows of the newest copy that can be read, and its name.
pub(super) fn newest_copy(places: &Places) -> (Vec<NoteRow>, String) {
    for copy in copies(places).iter().rev() {
        let rows = connect(copy, true).map(|db| salvage(&db)).unwrap_or_default();
        if !rows.is_empty() {
            return (rows, format!("its copy {}", copy.display()));
        }
    }
    (Vec::new(), String::new())
}

/// Takes everything about these things out of a file of notes. The file is written anew: what a row held before stays
/// readable in the pages it leaves free, and in the log beside the file.
pub(super) fn rewrite(db: &Connection, things: &[Subject]) -> rusqlite::Result<()> {
    for thing in things {
        for table in ["note", "aside"] {
            db.execute(&format!("DELETE FROM {table} WHERE subject = ?1"), [thing.to_string()])?;
        }
    }
    db.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
}
