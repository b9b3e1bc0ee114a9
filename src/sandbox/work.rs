//! Background work (bulk calls, imports and exports), done turn by turn.

use rusqlite::params;

use super::SandboxError;
use super::call::Refusal;
use super::jobs::{self, Job, List, reached};
use super::world::{World, broken};
use super::{domains, exports, imports, inquiries};

/// Loads the work left unfinished by an earlier run on these data.
///
/// # Errors
/// A sentence when the database fails.
pub fn resume(world: &mut World) -> Result<(), SandboxError> {
    let failed = |error: rusqlite::Error| SandboxError(format!("The sandbox's database failed: {error}."));
    world.jobs = jobs::load(&world.db).map_err(failed)?;
    world.imports = imports::run::load(&world.db).map_err(failed)?;
    world.exports = exports::run::load(&world.db).map_err(failed)?;
    Ok(())
}

/// Does one turn of the due work.
pub fn turn(world: &mut World, now: i64) -> Result<(), Refusal> {
    advance_jobs(world, now)?;
    imports::run::advance(world, now)?;
    exports::run::advance(world, now)
}

/// Brings the state up to `now`: due background work and new inquiries.
pub fn settle(world: &mut World, now: i64) -> Result<(), Refusal> {
    turn(world, now)?;
    world.arrive(now)
}

/// Brings every job to its state at `now`.
fn advance_jobs(world: &mut World, now: i64) -> Result<(), Refusal> {
    let mut jobs = std::mem::take(&mut world.jobs);
    let result = jobs.iter_mut().try_for_each(|job| advance(job, world, now));
    jobs.retain(|job| job.done < job.ids.len());
    world.jobs = jobs;
    result
}

fn advance(job: &mut Job, world: &World, now: i64) -> Result<(), Refusal> {
    let reached = reached(job.ids.len(), job.done, job.queued, job.seconds, now);
    if reached == job.done {
        return Ok(());
    }
    world.together(|| {
        let ids = &job.ids[job.done..reached];
        match job.list {
            List::Domains => domains::bulk::step(world, &job.action, ids, now)?,
            List::Inquiries => inquiries::bulk::step(world, &job.action, ids, now)?,
        };
        let kept = if reached < job.ids.len() {
            world.db.execute("UPDATE jobs SET done = ?2 WHERE id = ?1", params![job.id, reached as i64])
        } else {
            world.db.execute("DELETE FROM jobs WHERE id = ?1", [job.id])
        };
        kept.map(|_| ()).map_err(|error| broken(&error))
    })?;
    job.done = reached;
    Ok(())
}
