//! Large bulk calls, kept in the database so that they survive a restart; `work.rs` does them within the job time.

use rusqlite::{Connection, params};

/// List that a bulk call is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    Domains,
    Inquiries,
}

impl List {
    fn name(self) -> &'static str {
        match self {
            Self::Domains => "domains",
            Self::Inquiries => "inquiries",
        }
    }
}

/// Queued bulk call.
#[derive(Clone, Debug)]
pub struct Job {
    pub id: i64,
    pub list: List,
    pub action: String,
    pub queued: i64,
    pub seconds: i64,
    pub done: usize,
    pub ids: Vec<i64>,
}

/// Most rows of a job in one turn, so that no answer waits for a large job; the next turn continues.
const TURN: usize = 2_000;

/// Number of `total` rows to be done at `now`, if the work began at `start` and takes `seconds`. At least
/// `done`, because the clock may be earlier after a restart, and at most one turn more.
pub fn reached(total: usize, done: usize, start: i64, seconds: i64, now: i64) -> usize {
    let due = if now >= start.saturating_add(seconds) {
        total
    } else {
        let share = i128::from((now - start).max(0)) * total as i128 / i128::from(seconds.max(1));
        usize::try_from(share).unwrap_or(0)
    };
    due.clamp(done, (done + TURN).min(total))
}

/// Jobs left unfinished by an earlier run on these data.
pub fn load(db: &Connection) -> rusqlite::Result<Vec<Job>> {
    db.prepare("SELECT id, list, action, queued, seconds, done, ids FROM jobs ORDER BY id")?
        .query_map([], |row| {
            let list = if row.get::<_, String>(1)? == "domains" { List::Domains } else { List::Inquiries };
            let ids: String = row.get(6)?;
            Ok(Job {
                id: row.get(0)?,
                list,
                action: row.get(2)?,
                queued: row.get(3)?,
                seconds: row.get(4)?,
                done: row.get::<_, i64>(5)?.unsigned_abs() as usize,
                ids: serde_json::from_str(&ids).unwrap_or_default(),
            })
        })?
        .collect()
}

/// Writes a new job, which takes `seconds` from `now` on.
pub fn queue(
    db: &Connection,
    list: List,
    action: &str,
    ids: Vec<i64>,
    now: i64,
    seconds: i64,
) -> rusqlite::Result<Job> {
    let text = serde_json::to_string(&ids).unwrap_or_default();
    let id = db.query_row(
        "INSERT INTO jobs (list, action, queued, seconds, done, ids) VALUES (?1, ?2, ?3, ?4, 0, ?5) RETURNING id",
        params![list.name(), action, now, seconds, text],
        |row| row.get(0),
    )?;
    Ok(Job { id, list, action: action.to_owned(), queued: now, seconds, done: 0, ids })
}
