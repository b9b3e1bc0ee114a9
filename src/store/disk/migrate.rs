//! Steps that bring an `SQLite` file to the tables of this version. The file counts the steps it has had in
//! `user_version`.
//!
//! Written here, because the crate for it needs the newest compiler and ties the `SQLite` binding to one version.

use rusqlite::{Connection, TransactionBehavior};

/// Reason why a file was not brought to the tables of this version.
#[derive(Debug)]
pub(super) enum NotMigrated {
    /// The file has had more steps than this version has.
    Newer,
    Failed(rusqlite::Error),
}

impl From<rusqlite::Error> for NotMigrated {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error)
    }
}

/// Runs the steps that the file has not had: all of them, or none.
pub(super) fn to_latest(db: &mut Connection, steps: &[&str]) -> Result<(), NotMigrated> {
    if left(db, steps)?.is_empty() {
        return Ok(());
    }
    let tx = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have run these steps before the transaction began.
    for step in left(&tx, steps)? {
        tx.execute_batch(step)?;
    }
    tx.pragma_update(None, "user_version", steps.len() as i64)?;
    Ok(tx.commit()?)
}

fn left<'a>(db: &Connection, steps: &'a [&'a str]) -> Result<&'a [&'a str], NotMigrated> {
    let had: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    usize::try_from(had).ok().and_then(|had| steps.get(had..)).ok_or(NotMigrated::Newer)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [&str; 2] = ["CREATE TABLE name (id INTEGER)", "ALTER TABLE name ADD COLUMN price INTEGER"];

    fn version(db: &Connection) -> i64 {
        db.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a file has a version")
    }

    #[test]
    fn a_file_takes_each_step_once_from_any_version() {
        let mut db = Connection::open_in_memory().expect("a file in memory");
        to_latest(&mut db, &STEPS[..1]).expect("the first step");
        to_latest(&mut db, &STEPS).expect("the second step alone");
        to_latest(&mut db, &STEPS).expect("nothing left to do");
        assert_eq!(version(&db), 2);
        db.execute("INSERT INTO name (id, price) VALUES (1, 2)", []).expect("both steps were taken");
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let mut db = Connection::open_in_memory().expect("a file in memory");
        let steps = [STEPS[0], "CREATE TABLE name (id INTEGER)"];
        assert!(matches!(to_latest(&mut db, &steps), Err(NotMigrated::Failed(_))));
        assert_eq!(version(&db), 0);
        assert!(db.prepare("SELECT id FROM name").is_err(), "the first step was taken back too");
    }

    #[test]
    fn a_file_of_a_newer_version_is_left_alone() {
        let mut db = Connection::open_in_memory().expect("a file in memory");
        for version in [3, -1] {
            db.pragma_update(None, "user_version", version).expect("a version can be set");
            assert!(matches!(to_latest(&mut db, &STEPS), Err(NotMigrated::Newer)));
        }
    }
}
