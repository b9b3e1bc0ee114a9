//! `notes.db`: what the user notes. Several programs may write it at once; each row is written on its own, and the
//! later write wins. A thread of its own writes it, and copies the file before the first change of each day.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};

use super::Disk;
use super::files::{Places, connect, day, make_folder, set_aside, words};
use super::notes_copies::{copies, newest_copy, rewrite};
use super::told::{DiskEvent, Tell};
use super::unfit::{Unfit, checked, make_safe, migrate};
use crate::base::{Id, Moment, Timestamp, reason};
use crate::store::notes::{Key, NoteRow};
use crate::store::subject::Subject;

/// Number of daily copies kept.
const COPIES: usize = 7;
/// Application id that marks the file as one of notes: `PKnt`.
const APPLICATION: i64 = 0x504B_6E74;

/// First step of the migration; [`answered_before`] makes the second.
const TABLES: &str = "CREATE TABLE note (
        subject TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (subject, key)) WITHOUT ROWID;
     CREATE TABLE aside (subject, key, value, at, since INTEGER NOT NULL);";
/// Step that renames tags from before `ß` and `ss`, and `ς` and `σ`, were one spelling.
const FOLDED: &str =
    "UPDATE OR REPLACE note SET key = replace(replace(key, 'ß', 'ss'), 'ς', 'σ') WHERE key GLOB 'tag:*';";

pub(super) enum NotesJob {
    Put(Vec<NoteRow>, Timestamp),
    /// Remove all trace of these things from the file and its copies.
    Forget(Vec<Subject>),
    /// Send all rows again if another program has changed the file.
    Look,
    /// Send all rows again.
    Read,
    Call(Box<dyn FnOnce() + Send>),
}

/// Open file of notes.
pub struct NotesDb {
    places: Places,
    db: Connection,
    /// `data_version` of the file when its rows were last read; a commit of another program changes it.
    seen: i64,
    /// Day of the newest copy, `YYYY-MM-DD`.
    copied: String,
}

impl NotesDb {
    /// Opens the file, or makes it. A damaged file, or one of another program, is renamed, and a new one gets what can
    /// be read of it, else the rows of its newest copy. Also returns sentences that say what happened.
    ///
    /// # Errors
    /// Reason why the file cannot be used, as a sentence.
    pub fn open(places: &Places, now: Timestamp) -> Result<(Self, Vec<String>), String> {
        let path = places.notes_db();
        let mut notices = Vec::new();
        let ready = || connect(&path, false).map_err(Unfit::Unwritable).and_then(|db| prepare(db, places));
        let db = match ready() {
            Ok(db) => db,
            Err(unfit @ (Unfit::Newer | Unfit::Unwritable(_))) => return Err(refused(&unfit.words())),
            Err(Unfit::Damaged(why)) => {
                let rows = connect(&path, true).map(|db| salvage(&db)).unwrap_or_default();
                let aside = set_aside(&path, now).map_err(|error| refused(&reason(&error)))?;
                let (rows, from) = if rows.is_empty() { newest_copy(places) } else { (rows, "it".to_owned()) };
                let mut db = ready().map_err(|unfit| refused(&unfit.words()))?;
                write(&mut db, &rows).map_err(|error| refused(&words(&error)))?;
                let kept = match rows.len() {
                    0 => "no note could be read".to_owned(),
                    1 => format!("1 value was read from {from}"),
                    n => format!("{n} values were read from {from}"),
                };
                notices.push(format!(
                    "The file of notes cannot be used ({why}). It was moved to {}; {kept}.",
                    aside.display()
                ));
                db
            }
        };
        notices.extend(set_rows_aside(&db, now).map_err(|error| refused(&words(&error)))?);
        let copied = copies(places).pop().and_then(|copy| copy.file_stem()?.to_str().map(str::to_owned));
        Ok((Self { places: places.clone(), db, seen: 0, copied: copied.unwrap_or_default() }, notices))
    }

    /// All rows that can be read.
    pub fn rows(&mut self) -> Vec<NoteRow> {
        self.seen = self.version();
        salvage(&self.db)
    }

    /// Writes rows, and removes those without a value. The file is copied before the first change of a day.
    ///
    /// # Errors
    /// Reason why they are not written, as a sentence.
    pub fn put(&mut self, rows: &[NoteRow], now: Timestamp) -> Result<(), String> {
        self.copy(&day(now));
        write(&mut self.db, rows).map_err(|error| refused(&words(&error)))
    }

    /// Removes all trace of these things from the file and its copies; the sentences say where that was not possible.
    fn forget(&self, things: &[Subject]) -> Vec<String> {
        let of = |path: &Path, why: String| {
            format!("What was forgotten is still in {} ({why}). Delete that file to be rid of it.", path.display())
        };
        let here = self.places.notes_db();
        let here = rewrite(&self.db, things).err().map(|error| of(&here, words(&error)));
        let there = |copy: PathBuf| {
            let open = connect(&copy, false);
            let done = open.and_then(|db| rewrite(&db, things).map_err(|error| words(&error)));
            done.err().map(|why| of(&copy, why))
        };
        here.into_iter().chain(copies(&self.places).into_iter().filter_map(there)).collect()
    }

    /// True when another program has written since the rows were last read.
    fn is_changed(&self) -> bool {
        self.seen != self.version()
    }

    fn version(&self) -> i64 {
        self.db.query_row("PRAGMA data_version", [], |row| row.get(0)).unwrap_or(-1)
    }

    /// Makes the copy of the day if there is none and the file has notes. If that fails, notes are written without it.
    fn copy(&mut self, day: &str) {
        if self.copied == day {
            return;
        }
        let holds: bool =
            self.db.query_row("SELECT EXISTS (SELECT 1 FROM note)", [], |row| row.get(0)).unwrap_or(false);
        let path = self.places.notes_copies().join(format!("{day}.db"));
        if holds && !path.exists() {
            let made = make_folder(&path).map_err(|error| reason(&error)).and_then(|()| {
                let into = self.db.execute("VACUUM INTO ?1", [path.to_string_lossy()]);
                into.map_err(|error| words(&error))?;
                super::files::private(&path).map(drop).map_err(|error| reason(&error))
            });
            if let Err(why) = made {
                tracing::warn!("no copy of the notes was made: {why}");
            }
        }
        day.clone_into(&mut self.copied);
        let all = copies(&self.places);
        for old in &all[..all.len().saturating_sub(COPIES)] {
            let _ = fs::remove_file(old);
        }
    }
}

/// All notes, read while another program may have the file open; empty if there is no file.
///
/// # Errors
/// Reason why it cannot be read, with the file and what to do.
pub fn noted(places: &Places) -> Result<Vec<NoteRow>, String> {
    let path = places.notes_db();
    if !path.exists() {
        return Ok(Vec::new());
    }
    let rows = connect(&path, true).map_err(Unfit::Unwritable).and_then(|db| {
        if is_made(&db)? {
            drop(db.prepare("SELECT subject, key, value, at FROM note")?);
        }
        Ok(salvage(&db))
    });
    rows.map_err(|unfit| {
        let way = match unfit {
            Unfit::Damaged(_) => "Start parkade: it sets the file aside and keeps what can be read of it.",
            _ => "parkade doctor shows what is known of the file.",
        };
        format!("The notes in {} cannot be read: {}. {way}", path.display(), unfit.words())
    })
}

/// Notes about a thing for the first frame, read before any thread is started.
pub fn first_notes(places: &Places, about: &Subject) -> Vec<NoteRow> {
    let rows = |db: Connection| -> rusqlite::Result<Vec<NoteRow>> {
        let mut query = db.prepare("SELECT subject, key, value, at FROM note WHERE subject = ?1")?;
        let mut rows = query.query([about.to_string()])?;
        let mut notes = Vec::new();
        while let Some(row) = rows.next()? {
            notes.extend(read(row));
        }
        Ok(notes)
    };
    connect(&places.notes_db(), true).ok().and_then(|db| rows(db).ok()).unwrap_or_default()
}

/// Does jobs until the sender is dropped.
pub(super) fn run_notes(places: &Places, now: Timestamp, tell: &Tell, jobs: &Receiver<NotesJob>) {
    let mut open = NotesDb::open(places, now);
    let (mut has, mut unsaved, mut told_off) = (0, Vec::new(), false);
    match &mut open {
        Ok((file, notices)) => {
            let rows = file.rows();
            tell(DiskEvent::Notes { rows, has });
            notices.drain(..).for_each(|notice| tell(DiskEvent::Notice(notice)));
        }
        Err(why) => {
            tell(DiskEvent::Notes { rows: Vec::new(), has });
            tell(DiskEvent::Notice(why.clone()));
        }
    }
    while let Ok(job) = jobs.recv() {
        match (job, &mut open) {
            (NotesJob::Call(call), _) => call(),
            (NotesJob::Put(rows, at), Ok((file, _))) => {
                has += 1;
                unsaved.extend(rows);
                let kept = file.put(&unsaved, at);
                match &kept {
                    Ok(()) => unsaved.clear(),
                    // A failure is reported once; the rows are written again with the next change.
                    Err(why) if !told_off => tell(DiskEvent::Notice(why.clone())),
                    Err(_) => {}
                }
                told_off = kept.is_err();
            }
            (NotesJob::Forget(things), Ok((file, _))) => {
                file.forget(&things).into_iter().for_each(|notice| tell(DiskEvent::Notice(notice)));
            }
            (NotesJob::Put(..), Err(why)) => {
                has += 1;
                if !std::mem::replace(&mut told_off, true) {
                    tell(DiskEvent::Notice(why.clone()));
                }
            }
            (NotesJob::Look, Ok((file, _))) if unsaved.is_empty() && file.is_changed() => {
                tell(DiskEvent::Notes { rows: file.rows(), has });
            }
            (NotesJob::Read, Ok((file, _))) if unsaved.is_empty() => tell(DiskEvent::Notes { rows: file.rows(), has }),
            (NotesJob::Look | NotesJob::Read | NotesJob::Forget(_), _) => {}
        }
    }
}

fn refused(why: &str) -> String {
    format!("Notes are not saved: notes.db cannot be written ({why}).")
}

/// True for a file of notes, false for an empty file.
fn is_made(db: &Connection) -> Result<bool, Unfit> {
    let application: i64 = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && (application != 0 || tables > 0) {
        return Err(Unfit::Damaged("it is a file of another program".to_owned()));
    }
    Ok(application == APPLICATION)
}

fn prepare(mut db: Connection, places: &Places) -> Result<Connection, Unfit> {
    let is_made = is_made(&db)?;
    make_safe(&db, 1 << 20)?;
    let answered = answered_before(&db, places)?;
    migrate(&mut db, &[TABLES, &answered, FOLDED])?;
    if !is_made {
        db.pragma_update(None, "application_id", APPLICATION)?;
    }
    checked(db)
}

/// Step that takes over the marks of answered inquiries, which earlier versions kept in the journal's file. Empty
/// where the file has had it, or there are none.
fn answered_before(db: &Connection, places: &Places) -> rusqlite::Result<String> {
    let had: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let mut step = String::new();
    if had > 1 || !places.journal_db().exists() {
        return Ok(step);
    }
    let Ok(journal) = connect(&places.journal_db(), true) else { return Ok(step) };
    // A journal without the table has no such marks.
    let Ok(mut query) = journal.prepare("SELECT inquiry, at FROM answered") else { return Ok(step) };
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let (id, at): (i64, i64) = (row.get(0)?, row.get(1)?);
        let about = Subject::Inquiry(Id::new(id));
        let (key, value) = (Key::Answered.text(), Moment::At(Timestamp(at)).kept());
        let _ = writeln!(step, "INSERT OR IGNORE INTO note VALUES ('{about}', '{key}', '{value}', {at});");
    }
    Ok(step)
}

/// Rows that can be read. From a file that breaks off, those before the break.
pub(super) fn salvage(db: &Connection) -> Vec<NoteRow> {
    let mut found = Vec::new();
    let Ok(mut query) = db.prepare("SELECT subject, key, value, at FROM note") else { return found };
    let Ok(mut rows) = query.query([]) else { return found };
    while let Ok(Some(row)) = rows.next() {
        found.extend(read(row));
    }
    found
}

/// Note in a row; `None` for a damaged row, and for a key of another version.
fn read(row: &Row<'_>) -> Option<NoteRow> {
    let text = |place: usize| row.get_ref(place).ok()?.as_str().ok();
    Some(NoteRow {
        about: Subject::parse(text(0)?)?,
        key: Key::parse(text(1)?)?,
        value: Some(crate::base::clean_block(text(2)?).into()),
        at: Timestamp(row.get_ref(3).ok()?.as_i64().ok()?),
    })
}

/// Moves rows that cannot be read into a table of their own, so that one damaged row does not make others unreadable.
/// Returns a notice for the user.
fn set_rows_aside(db: &Connection, now: Timestamp) -> rusqlite::Result<Option<String>> {
    let mut damaged = Vec::new();
    let mut query = db.prepare("SELECT subject, key, value, at FROM note")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let text =
            |place: usize| matches!(row.get_ref(place), Ok(ValueRef::Text(text)) if std::str::from_utf8(text).is_ok());
        let whole = (0..3).all(text)
            && matches!(row.get_ref(3), Ok(ValueRef::Integer(_)))
            && row.get_ref(0)?.as_str().is_ok_and(|about| Subject::parse(about).is_some())
            // A reminder without a readable time would never appear, and nothing would report it.
            && Key::parse(row.get_ref(1)?.as_str().unwrap_or_default())
                .is_none_or(|key| key.takes(row.get_ref(2).and_then(|value| Ok(value.as_str()?)).unwrap_or_default()));
        if !whole {
            damaged.push((row.get::<_, rusqlite::types::Value>(0)?, row.get::<_, rusqlite::types::Value>(1)?));
        }
    }
    for (subject, key) in &damaged {
        let here = "subject IS ?1 AND key IS ?2";
        let aside = format!("INSERT INTO aside SELECT subject, key, value, at, ?3 FROM note WHERE {here}");
        db.execute(&aside, params![subject, key, now.0])?;
        db.execute(&format!("DELETE FROM note WHERE {here}"), params![subject, key])?;
    }
    Ok(match damaged.len() {
        0 => None,
        1 => Some("A damaged note could not be read. It is kept aside in notes.db.".to_owned()),
        n => Some(format!("{n} damaged notes could not be read. They are kept aside in notes.db.")),
    })
}

fn write(db: &mut Connection, rows: &[NoteRow]) -> rusqlite::Result<()> {
    let tx = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    for row in rows {
        let (about, key) = (row.about.to_string(), row.key.text());
        match &row.value {
            Some(value) => tx.execute(
                "INSERT OR REPLACE INTO note (subject, key, value, at) VALUES (?1, ?2, ?3, ?4)",
                params![about, key, value, row.at.0],
            )?,
            None => tx.execute("DELETE FROM note WHERE subject = ?1 AND key = ?2", params![about, key])?,
        };
    }
    tx.commit()
}

impl Disk {
    /// Writes notes. If that fails, the thread reports it.
    pub fn put_notes(&self, rows: Vec<NoteRow>, now: Timestamp) {
        self.notes(NotesJob::Put(rows, now));
    }

    /// Removes all trace of these things from the notes and their copies. A file that cannot be rewritten is reported.
    pub fn forget_notes(&self, things: Vec<Subject>) {
        self.notes(NotesJob::Forget(things));
    }

    /// Reads all notes again: [`DiskEvent::Notes`] follows.
    pub fn read_notes(&self) {
        self.notes(NotesJob::Read);
    }

    /// Reads all notes again if another program has changed them; [`DiskEvent::Notes`] follows.
    pub fn look_at_notes(&self) {
        self.notes(NotesJob::Look);
    }

    pub(super) fn notes(&self, job: NotesJob) {
        let _ = self.notes.as_ref().map(|sender| sender.send(job));
    }
}
