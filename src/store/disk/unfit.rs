//! Code shared by the databases that must not be lost: safe settings, migration, and reasons why one cannot be used.

use std::time::Duration;

use rusqlite::Connection;

use super::files::{is_damage, words};
use super::migrate::{NotMigrated, to_latest};
use crate::base::clean_line;

/// Reason why a database cannot be used.
pub(super) enum Unfit {
    Newer,
    Damaged(String),
    Unwritable(String),
}

impl Unfit {
    pub fn words(self) -> String {
        match self {
            Self::Newer => "it was written by a newer version of the program".to_owned(),
            Self::Damaged(why) | Self::Unwritable(why) => why,
        }
    }
}

impl From<rusqlite::Error> for Unfit {
    fn from(error: rusqlite::Error) -> Self {
        if is_damage(&error) { Self::Damaged(words(&error)) } else { Self::Unwritable(words(&error)) }
    }
}

/// Makes every commit durable. The write-ahead log beside the file is cut to `log_bytes` bytes.
pub(super) fn make_safe(db: &Connection, log_bytes: u32) -> Result<(), Unfit> {
    db.busy_timeout(Duration::from_secs(5))?;
    let log = format!("PRAGMA journal_size_limit = {log_bytes};");
    Ok(db.execute_batch(&format!("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; {log}"))?)
}

/// Runs the migration steps that the file has not had.
pub(super) fn migrate(db: &mut Connection, steps: &[&str]) -> Result<(), Unfit> {
    to_latest(db, steps).map_err(|error| match error {
        NotMigrated::Newer => Unfit::Newer,
        NotMigrated::Failed(error) => error.into(),
    })
}

/// Checks the whole file. It is small, so this is quick.
pub(super) fn checked(db: Connection) -> Result<Connection, Unfit> {
    let check: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if check == "ok" { Ok(db) } else { Err(Unfit::Damaged(clean_line(&check).into_owned())) }
}
