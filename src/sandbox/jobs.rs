//! Large bulk calls, done over the job time and kept in the database, so that they survive a restart.

use rusqlite::{Connection, params};

use super::call::Refusal;
use super::world::{World, broken};
use super::{domains, inquiries};

/// The list a bulk call is about.
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

/// One queued bulk call.
#[derive(Clone, Debug)]
pub struct Job {
    id: i64,
    list: List,
    action: String,
    queued: i64,
    seconds: i64,
    done: usize,
    ids: Vec<i64>,
}

/// Most rows of one turn, so that no answer waits long for a large job; the next turn continues.
const TURN: usize = 2_000;

/// Progress of work on `total` rows in a turn at `now`, if it began at `start`, takes `seconds`, and `done` rows are
/// done. Rows that are done stay done, although after a restart the clock may be further back.
pub fn reached(total: usize, done: usize, start: i64, seconds: i64, now: i64) -> usize {
    let due = if now >= start.saturating_add(seconds) {
        total
    } else {
        let share = i128::from((now - start).max(0)) * total as i128 / i128::from(seconds.max(1));
        usize::try_from(share).unwrap_or(0)
    };
    due.clamp(done, (done + TURN).min(total))
}

/// Jobs left by an earlier run of the same data.
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

/// Queues a job that takes the job time from `now` on.
pub fn queue(world: &mut World, list: List, action: &str, ids: Vec<i64>, now: i64) -> Result<(), Refusal> {
    let seconds = world.job_seconds;
    let text = serde_json::to_string(&ids).unwrap_or_default();
    let id = world
        .db
        .query_row(
            "INSERT INTO jobs (list, action, queued, seconds, done, ids) VALUES (?1, ?2, ?3, ?4, 0, ?5) RETURNING id",
            params![list.name(), action, now, seconds, text],
            |row| row.get(0),
        )
        .map_err(|error| broken(&error))?;
    world.jobs.push(Job { id, list, action: action.to_owned(), queued: now, seconds, done: 0, ids });
    Ok(())
}

/// Brings every job to its state at `now`.
pub fn advance(world: &mut World, now: i64) -> Result<(), Refusal> {
    let mut jobs = std::mem::take(&mut world.jobs);
    let result = jobs.iter_mut().try_for_each(|job| job.advance(world, now));
    jobs.retain(|job| job.done < job.ids.len());
    world.jobs = jobs;
    result
}

impl Job {
    fn advance(&mut self, world: &World, now: i64) -> Result<(), Refusal> {
        let reached = reached(self.ids.len(), self.done, self.queued, self.seconds, now);
        if reached == self.done {
            return Ok(());
        }
        together(world, || {
            apply(world, self.list, &self.action, &self.ids[self.done..reached], now)?;
            let kept = if reached < self.ids.len() {
                world.db.execute("UPDATE jobs SET done = ?2 WHERE id = ?1", params![self.id, reached as i64])
            } else {
                world.db.execute("DELETE FROM jobs WHERE id = ?1", [self.id])
            };
            kept.map(|_| ()).map_err(|error| broken(&error))
        })?;
        self.done = reached;
        Ok(())
    }
}

/// Carries out a small selection before the answer; returns the number of changed rows.
pub fn whole(world: &World, list: List, action: &str, ids: &[i64], now: i64) -> Result<usize, Refusal> {
    together(world, || apply(world, list, action, ids, now))
}

fn apply(world: &World, list: List, action: &str, ids: &[i64], now: i64) -> Result<usize, Refusal> {
    match list {
        List::Domains => domains::bulk::step(world, action, ids, now),
        List::Inquiries => inquiries::bulk::step(world, action, ids, now),
    }
}

/// Does `work` as one change of the database, for speed, and so that a killed process leaves no half of it.
pub fn together<T>(world: &World, work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    let run = |sql: &str| world.db.execute_batch(sql).map_err(|error| broken(&error));
    run("SAVEPOINT work")?;
    let result = work();
    if result.is_err() {
        run("ROLLBACK TO work")?;
    }
    run("RELEASE work")?;
    result
}
