//! Progress of an import on the sandbox's clock: queued, then line by line, then finished or failed.

use rusqlite::{Connection, params};

use super::{Kind, Order, Run, cells, entries, holding, lines};
use crate::sandbox::call::Refusal;
use crate::sandbox::jobs::reached;
use crate::sandbox::world::{World, broken};

impl Run {
    fn advance(&mut self, world: &World, now: i64) -> Result<(), Refusal> {
        if now < self.begins {
            return Ok(());
        }
        let reached = reached(self.lines.len(), self.done, self.begins, self.seconds, now);
        if reached == self.done && self.started && reached < self.lines.len() {
            return Ok(());
        }
        world.together(|| self.work(world, reached).map_err(|error| broken(&error)))?;
        (self.done, self.started) = (reached, true);
        Ok(())
    }

    /// Carries out the lines up to `reached` and saves the progress.
    fn work(&self, world: &World, reached: usize) -> rusqlite::Result<()> {
        let mut tallies = [0_i64; 5];
        for at in self.done..reached {
            let time = self.begins + self.seconds * at as i64 / self.lines.len() as i64;
            let line = &self.lines[at];
            let (mut entry, domain) = holding::settle(&world.db, world.maker.seed, &self.order, line, time)?;
            if let (Kind::Csv, Some(domain)) = (self.order.kind, domain) {
                cells::apply(&world.db, domain, &self.order.columns, line, &mut entry, (self.id, time))?;
            }
            for (tally, set) in tallies.iter_mut().zip(entry.flags()) {
                *tally += i64::from(set);
            }
            entries::add(&world.db, self.id, &entry)?;
        }
        let over = reached == self.lines.len();
        let status = match over {
            false => "running",
            true if any_domain(&world.db, self.id)? => "finished",
            true => "failed",
        };
        world
            .db
            .prepare_cached(
                "UPDATE imports SET status = ?2, started = ?3, finished = ?4, done = ?5, added = added + ?6, \
                 updated = updated + ?7, ignored = ignored + ?8, warned = warned + ?9, failed = failed + ?10 WHERE id = ?1",
            )?
            .execute(params![
                self.id,
                status,
                self.begins,
                over.then_some(self.begins + self.seconds),
                reached as i64,
                tallies[0],
                tallies[1],
                tallies[2],
                tallies[3],
                tallies[4],
            ])?;
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.started && self.done == self.lines.len()
    }
}

/// True when an import has any domain; one without has failed.
fn any_domain(db: &Connection, id: i64) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT 1 FROM import_entries WHERE import = ?1 AND domain IS NOT NULL LIMIT 1")?.exists([id])
}

/// Imports left unfinished by an earlier run on these data.
pub fn load(db: &Connection) -> rusqlite::Result<Vec<Run>> {
    db.prepare(
        "SELECT id, kind, options, input, queued, seconds, done, started IS NOT NULL FROM imports \
         WHERE status IN ('pending', 'running') ORDER BY id",
    )?
    .query_map([], |row| {
        let (kind, options): (String, String) = (row.get(1)?, row.get(2)?);
        let order = Order::read(&kind, &options, row.get(3)?);
        let lines = lines::read(&order);
        let run = Run::new(row.get(0)?, order, lines, row.get(4)?, row.get(5)?);
        Ok(Run { done: row.get::<_, i64>(6)?.unsigned_abs() as usize, started: row.get(7)?, ..run })
    })?
    .collect()
}

/// Brings every import to its state at `now`.
pub fn advance(world: &mut World, now: i64) -> Result<(), Refusal> {
    let mut runs = std::mem::take(&mut world.imports);
    let result = runs.iter_mut().try_for_each(|run| run.advance(world, now));
    runs.retain(|run| !run.is_over());
    world.imports = runs;
    result
}
