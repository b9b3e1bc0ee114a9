//! Progress of an export on the sandbox's clock: pending, then row by row, then finished.

use rusqlite::{Connection, params};

use super::{Filter, Kind, Run, rows};
use crate::sandbox::call::Refusal;
use crate::sandbox::jobs::reached;
use crate::sandbox::world::{World, broken};

impl Run {
    /// Brings the export to its state at `now`; true once it is finished.
    fn advance(&mut self, world: &World, now: i64) -> rusqlite::Result<bool> {
        if now < self.begins {
            return Ok(false);
        }
        let reached = reached(self.ids.len(), self.done, self.begins, self.seconds, now);
        if reached <= self.done && !self.file.is_empty() {
            return Ok(false);
        }
        let over = self.write(world, reached)?;
        let state = if over { "finished" } else { "running" };
        let finished = over.then_some(self.begins + self.seconds);
        world
            .db
            .prepare_cached(
                "UPDATE exports SET state = ?2, started = ?3, finished = ?4, fetched = ?5, bytes = ?6, file = ?7 \
                 WHERE id = ?1",
            )?
            .execute(params![
                self.id,
                state,
                self.begins,
                finished,
                self.fetched as i64,
                self.file.len() as i64,
                over.then_some(&self.file)
            ])?;
        Ok(over)
    }

    /// Writes the rows up to `reached`; true when all are written.
    pub fn write(&mut self, world: &World, reached: usize) -> rusqlite::Result<bool> {
        if self.file.is_empty() {
            rows::header(world, self.kind, &mut self.file);
        }
        for id in self.ids.get(self.done..reached).unwrap_or_default() {
            self.fetched += u64::from(rows::row(world, self.kind, *id, &mut self.file)?);
        }
        self.done = self.done.max(reached);
        Ok(self.done == self.ids.len())
    }
}

/// Exports left unfinished by an earlier run on these data; they start again at their first row.
pub fn load(db: &Connection) -> rusqlite::Result<Vec<Run>> {
    let left: Vec<(i64, String, String, i64, i64)> = db
        .prepare(
            "SELECT id, kind, filters, queued, seconds FROM exports WHERE state IN ('pending', 'running') ORDER BY id",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?
        .collect::<Result<_, _>>()?;
    left.into_iter()
        .map(|(id, kind, filters, queued, seconds)| {
            let kind = if kind == Kind::Domains.name() { Kind::Domains } else { Kind::Inquiries };
            let ids = Filter::of_json(&filters).ids(db, kind)?;
            db.execute("UPDATE exports SET expected = ?2 WHERE id = ?1", params![id, ids.len() as i64])?;
            Ok(Run::new(id, kind, ids, queued, seconds))
        })
        .collect()
}

/// Brings every export to its state at `now`.
pub fn advance(world: &mut World, now: i64) -> Result<(), Refusal> {
    let mut left = Vec::new();
    let mut result = Ok(());
    for mut run in std::mem::take(&mut world.exports) {
        match run.advance(world, now) {
            Ok(true) => {}
            Ok(false) => left.push(run),
            Err(error) => {
                result = Err(broken(&error));
                left.push(run);
            }
        }
    }
    world.exports = left;
    result
}
