//! `journal.db`: every write of the user. Each entry is on the disk before the first byte of its request is sent.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, params};

use super::files::{Places, connect, identity, set_aside, words};
use super::journal_tables::MIGRATIONS;
use super::noted::{self, Noted};
use super::tally::{Tally, Written, doubt};
use super::unfit::{Unfit, checked, make_safe, migrate};
use crate::base::{Timestamp, reason};
use crate::store::session::left_of_wait;
use crate::store::subject::{EntryId, FieldName, Subject};
use crate::store::writes::intent::Intent;
use crate::store::writes::journal::{BulkAnswer, Entry, KEPT, Origin, Target};

pub(super) struct JournalDb {
    places: Places,
    db: Option<Connection>,
    /// Device and inode of the open file.
    file: Option<(u64, u64)>,
    off: Option<String>,
    /// Parts that could not be written, in order. They are written first when the disk can be written again.
    unsaved: Parts,
    tally: Tally,
}

/// Entries, answers and notes that are written in one transaction.
#[derive(Default)]
pub(super) struct Parts {
    pub entries: Vec<Entry>,
    pub answers: Vec<(EntryId, Vec<BulkAnswer>)>,
    pub noted: Noted,
}

impl Parts {
    /// Whole entries, each with the service's answers to it, and notes.
    fn of(entries: Vec<Entry>, noted: Noted) -> Self {
        let answers = entries.iter().map(|entry| (entry.id, entry.answers.clone())).collect();
        Self { entries, answers, noted }
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.answers.is_empty() && self.noted.is_empty()
    }
}

/// Time left of the last wait the service asked for. Read while another program may have the account open.
pub fn wait_left(places: &Places, now: Timestamp) -> Option<Duration> {
    let (asked, until) = wait_of(&connect(&places.journal_db(), true).ok()?)?;
    left_of_wait(asked, until, now)
}

/// Number of changes in the journal, and number of those whose outcome is open. Read while another program may have
/// the account open. `None` without a journal.
pub fn changes_kept(places: &Places) -> Option<(usize, usize)> {
    let (entries, _) = read(&connect(&places.journal_db(), true).ok()?);
    Some((entries.len(), entries.iter().filter(|entry| entry.open()).count()))
}

fn wait_of(db: &Connection) -> Option<(Timestamp, Timestamp)> {
    let row = |row: &rusqlite::Row<'_>| Ok((Timestamp(row.get(0)?), Timestamp(row.get(1)?)));
    db.query_row("SELECT asked, until FROM wait", [], row).ok()
}

type Opened = (JournalDb, Vec<Entry>, Vec<String>);

impl JournalDb {
    /// Opens the file. A damaged one is renamed, and what can be read of it is written to a new one. Also returns the
    /// entries, and notices for the user.
    pub fn open(places: &Places, now: Timestamp, readonly: bool) -> Result<Opened, String> {
        let path = places.journal_db();
        if readonly {
            let entries = connect(&path, true).ok().map(|db| read(&db).0).unwrap_or_default();
            return Ok((Self::of(places, None), entries, Vec::new()));
        }
        let db = connect(&path, false).map_err(refused)?;
        let (db, trouble) = match prepare(db) {
            Ok(db) => {
                let (entries, trouble) = read(&db);
                match trouble {
                    None => return Ok(Self::checked(places, db, entries)),
                    Some(trouble) => (Some(db), trouble),
                }
            }
            Err(Unfit::Newer) => {
                let why = "it was written by a newer version of the program; use that one";
                return Err(format!("Read-only: the journal cannot be used, {why}."));
            }
            Err(Unfit::Unwritable(why)) => return Err(refused(why)),
            Err(Unfit::Damaged(why)) => (connect(&path, true).ok(), why),
        };
        let entries = db.as_ref().map(|db| read(db).0).unwrap_or_default();
        let marks = db.as_ref().map(noted::read).unwrap_or_default();
        drop(db);
        let aside = set_aside(&path, now).map_err(|error| refused(reason(&error)))?;
        let db = connect(&path, false).and_then(|db| prepare(db).map_err(Unfit::words)).map_err(refused)?;
        let mut journal = Self::of(places, Some(db));
        journal.put(Parts::of(entries.clone(), marks))?;
        let kept = match entries.len() {
            0 => "no change could be read from it".to_owned(),
            1 => "its first change could be read".to_owned(),
            n => format!("its first {n} changes could be read"),
        };
        let notice = format!("The journal was damaged ({trouble}). It was moved to {}; {kept}.", aside.display());
        Ok((journal, entries, vec![notice]))
    }

    fn of(places: &Places, db: Option<Connection>) -> Self {
        let file = db.as_ref().and_then(|_| identity(&places.journal_db()));
        let tally = if db.is_some() { Tally::open(places, Written::default()) } else { Tally::default() };
        Self { places: places.clone(), db, file, off: None, unsaved: Parts::default(), tally }
    }

    fn checked(places: &Places, db: Connection, mut entries: Vec<Entry>) -> Opened {
        let times = db.query_row("SELECT times FROM written", [], |row| row.get(0)).unwrap_or_default();
        let held = Written { times, newest: entries.last().map(|entry| entry.id).unwrap_or_default() };
        let lost = Written::noted(places).and_then(|noted| held.lost(noted));
        if lost.is_some() {
            doubt(&mut entries);
        }
        let mut journal = Self { tally: Tally::open(places, held), ..Self::of(places, Some(db)) };
        journal.cut(&entries);
        if lost.is_some() {
            // Writes the count of writes, so that a loss is reported only once. If that fails, the next write reports
            // the failure.
            let _ = journal.put(Parts::default());
        }
        journal.checkpoint();
        (journal, entries, lost.into_iter().collect())
    }

    /// Copies the write-ahead log into the file itself, so that nothing is lost if the log is damaged or removed
    /// later.
    pub fn checkpoint(&self) {
        let Some(db) = &self.db else { return };
        if let Err(error) = db.execute_batch("PRAGMA wal_checkpoint(PASSIVE)") {
            tracing::warn!("the journal stays in its write-ahead log: {error}");
        }
    }

    /// Wait the service asked for: since when and until when.
    pub fn wait(&self) -> Option<(Timestamp, Timestamp)> {
        wait_of(self.db.as_ref()?)
    }

    /// Keeps since when and until when the service asked to wait. If it cannot be kept, the next run sends one request
    /// too early; so the failure is only logged.
    pub fn put_wait(&mut self, wait: Option<(Timestamp, Timestamp)>) {
        let Some(db) = &mut self.db else { return };
        let put = |db: &mut Connection| -> rusqlite::Result<()> {
            let tx = db.transaction()?;
            tx.execute("DELETE FROM wait", [])?;
            if let Some((asked, until)) = wait {
                tx.execute("INSERT INTO wait (asked, until) VALUES (?1, ?2)", params![asked.0, until.0])?;
            }
            tx.commit()
        };
        if let Err(error) = put(db) {
            tracing::warn!("the wait the service asked for is not kept: {error}");
        }
    }

    /// Journal that takes no entries, for this reason.
    pub fn closed(places: &Places, why: String) -> Self {
        Self { off: Some(why), ..Self::of(places, None) }
    }

    /// Reason why no entries are taken.
    pub fn off(&self) -> Option<&str> {
        self.off.as_deref()
    }

    pub fn turn_off(&mut self, why: &str) {
        self.off = Some(why.to_owned());
    }

    /// True when the file is open for writing.
    pub fn is_open(&self) -> bool {
        self.db.is_some()
    }

    /// True when another file, or none, has the journal's name now.
    pub fn was_removed(&self) -> bool {
        self.file.is_some() && self.file != identity(&self.places.journal_db())
    }

    /// Writes all entries and notes into a new file under the journal's name; the removed file stays readable while it
    /// is open. Returns the number of writes as words for a message.
    pub fn write_anew(&mut self) -> Result<String, String> {
        let entries = self.db.as_ref().map(|db| read(db).0).unwrap_or_default();
        let marks = self.db.as_ref().map(noted::read).unwrap_or_default();
        let path = self.places.journal_db();
        let db = connect(&path, false).and_then(|db| prepare(db).map_err(Unfit::words)).map_err(refused)?;
        (self.db, self.file) = (Some(db), identity(&path));
        let writes = crate::base::grouped(entries.len());
        self.put(Parts::of(entries, marks))?;
        Ok(if writes == "1" { "1 write".to_owned() } else { format!("{writes} writes") })
    }

    /// Writes one page, to find out whether the journal can be written.
    pub fn try_writing(&mut self) -> Result<(), String> {
        let Some(db) = &self.db else { return Err(self.why_off()) };
        // Writes the header of the file, with its fsync, which needs as much room as an entry.
        db.execute_batch("PRAGMA application_id = 1348563820").map_err(|error| refused(words(&error)))?;
        self.put(Parts::default())
    }

    fn why_off(&self) -> String {
        self.off.clone().unwrap_or_else(|| "Read-only: another program is writing the journal.".to_owned())
    }

    /// Writes entries with their targets, answers and notes, after those left unwritten before. Returns when all are
    /// safe on the disk.
    pub fn put(&mut self, parts: Parts) -> Result<(), String> {
        let why = self.why_off();
        let Some(db) = &mut self.db else { return Err(why) };
        let mut all = std::mem::take(&mut self.unsaved);
        all.entries.extend(parts.entries);
        all.answers.extend(parts.answers);
        all.noted.extend(parts.noted);
        let newest = all.entries.iter().map(|entry| entry.id).fold(self.tally.written.newest, Ord::max);
        let written = Written { times: self.tally.written.times + 1, newest };
        // With `synchronous = FULL` the commit returns after the fsync.
        match write(db, &all, written.times) {
            Ok(()) => {
                self.tally.note(written);
                self.off = None;
                Ok(())
            }
            Err(error) => {
                let why = refused(words(&error));
                self.off = Some(why.clone());
                self.unsaved = all;
                Err(why)
            }
        }
    }

    /// Removes entries among the oldest beyond `KEPT` whose outcome is not open.
    fn cut(&mut self, entries: &[Entry]) {
        let Some(db) = &self.db else { return };
        let extra = entries.len().saturating_sub(KEPT);
        for entry in entries.iter().take(extra).filter(|entry| !entry.open()) {
            let _ = db.execute("DELETE FROM target WHERE entry = ?1", [entry.id.0]);
            let _ = db.execute("DELETE FROM entry WHERE id = ?1", [entry.id.0]);
        }
    }
}

fn refused(why: impl std::fmt::Display) -> String {
    format!("Read-only: the journal cannot be written ({why}).")
}

fn prepare(mut db: Connection) -> Result<Connection, Unfit> {
    make_safe(&db, 4 << 20)?;
    migrate(&mut db, &MIGRATIONS)?;
    checked(db)
}

fn write(db: &mut Connection, parts: &Parts, times: i64) -> rusqlite::Result<()> {
    let tx = db.transaction()?;
    tx.execute("UPDATE written SET times = ?1", [times])?;
    {
        let mut known = tx.prepare_cached("SELECT 1 FROM entry WHERE id = ?1")?;
        let mut whole =
            tx.prepare_cached("INSERT INTO entry (id, at, what, origin, program) VALUES (?1, ?2, ?3, ?4, ?5)")?;
        let mut target = tx.prepare_cached(
            "INSERT INTO target (entry, subject, field, before, after, newest, made, state, sends, at, evidence)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
             ON CONFLICT (entry, subject, field) DO UPDATE SET before = excluded.before, after = excluded.after,
             newest = excluded.newest, made = excluded.made, state = excluded.state, sends = excluded.sends,
             at = excluded.at, evidence = excluded.evidence",
        )?;
        for entry in &parts.entries {
            // An intent can be large. It is written once, and again only where the service gives it a number later.
            if !known.exists([entry.id.0])? {
                // The things of a write are kept as its targets, so `kept` leaves them out of the intent.
                let what = text(&*entry.intent.kept())?;
                whole.execute(params![entry.id.0, entry.at.0, what, text(&entry.origin)?, entry.program])?;
            } else if entry.intent.rule().needs_number {
                tx.execute(
                    "UPDATE entry SET what = ?2 WHERE id = ?1",
                    params![entry.id.0, text(&*entry.intent.kept())?],
                )?;
            }
            for t in &entry.targets {
                let (subject, state) = (t.subject.to_string(), text(&t.state)?);
                let field = t.field.as_ref().map_or("", FieldName::as_str);
                let (before, after) = (t.before.as_ref().map(text).transpose()?, text(&t.after)?);
                target.execute(params![
                    entry.id.0, subject, field, before, after, t.newest, t.made, state, t.sends, t.at.0, t.evidence
                ])?;
            }
        }
        let mut said = tx.prepare_cached("UPDATE entry SET answers = ?2 WHERE id = ?1")?;
        for (entry, answers) in parts.answers.iter().filter(|(_, answers)| !answers.is_empty()) {
            said.execute(params![entry.0, text(answers)?])?;
        }
        noted::write(&tx, &parts.noted)?;
    }
    tx.commit()
}

fn text<T: serde::Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// Entries up to the first that cannot be read, and what is wrong with that one.
fn read(db: &Connection) -> (Vec<Entry>, Option<String>) {
    let mut entries = Vec::new();
    let trouble = (|| -> Result<(), String> {
        let told = |error: rusqlite::Error| words(&error);
        let mut all =
            db.prepare("SELECT id, at, what, origin, program, answers FROM entry ORDER BY id").map_err(told)?;
        let mut of = db
            .prepare("SELECT subject, field, before, after, newest, made, state, sends, at, evidence FROM target WHERE entry = ?1")
            .map_err(told)?;
        let mut found = all.query([]).map_err(told)?;
        while let Some(row) = found.next().map_err(told)? {
            let entry = one(row, &mut of).map_err(|why| format!("an entry is not readable: {why}"))?;
            entries.push(entry);
        }
        Ok(())
    })();
    (entries, trouble.err())
}

fn one(row: &rusqlite::Row<'_>, of: &mut rusqlite::Statement<'_>) -> Result<Entry, String> {
    let sql = |error: rusqlite::Error| words(&error);
    let id: i64 = row.get(0).map_err(sql)?;
    let what: Intent = json(&row.get::<_, String>(2).map_err(sql)?)?;
    let origin: Origin = json(&row.get::<_, String>(3).map_err(sql)?)?;
    let mut targets = Vec::new();
    let mut found = of.query([id]).map_err(sql)?;
    while let Some(row) = found.next().map_err(sql)? {
        let subject: String = row.get(0).map_err(sql)?;
        let field: String = row.get(1).map_err(sql)?;
        let before: Option<String> = row.get(2).map_err(sql)?;
        targets.push(Target {
            subject: Subject::parse(&subject).ok_or_else(|| "it names an unknown thing".to_owned())?,
            field: (!field.is_empty()).then(|| FieldName::named(field)),
            before: before.as_deref().map(json).transpose()?,
            after: json(&row.get::<_, String>(3).map_err(sql)?)?,
            newest: row.get(4).map_err(sql)?,
            made: row.get(5).map_err(sql)?,
            state: json(&row.get::<_, String>(6).map_err(sql)?)?,
            sends: row.get(7).map_err(sql)?,
            at: Timestamp(row.get(8).map_err(sql)?),
            evidence: row.get(9).map_err(sql)?,
            refused: None,
        });
    }
    let mut entry = Entry {
        id: EntryId(id),
        intent: Arc::new(what),
        origin,
        at: Timestamp(row.get(1).map_err(sql)?),
        targets,
        answers: json(&row.get::<_, String>(5).map_err(sql)?)?,
        program: row.get(4).map_err(sql)?,
    };
    entry.sort();
    let targets = entry.targets.iter().filter(|target| !target.is_left_out());
    entry.intent = Arc::new(entry.intent.about(targets));
    Ok(entry)
}

fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| crate::base::clean_line(&error.to_string()).into_owned())
}
