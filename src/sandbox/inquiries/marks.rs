//! The eight calls that set or clear a mark. Setting a mark again succeeds and changes nothing.
//!
//! The documents name one condition: restore needs a hidden inquiry. They list no error for it, so restoring an
//! inquiry that is not hidden succeeds and changes nothing.

use rusqlite::{Connection, Row, params};

use super::not_found;
use crate::sandbox::call::{Ask, Obj, Outcome, Refusal};
use crate::sandbox::world::{World, broken};

/// The `marks` object, from four columns beginning at `at`.
pub fn object(row: &Row<'_>, at: usize) -> rusqlite::Result<String> {
    let mut marks = Obj::new();
    for (index, name) in ["read", "starred", "archived", "removed"].iter().enumerate() {
        marks.put(name, row.get::<_, bool>(at + index)?);
    }
    Ok(marks.end())
}

/// Sets one mark; `mark` is the name of a column and only comes from this file or bulk.
pub fn set(db: &Connection, id: i64, mark: &'static str, on: bool) -> Result<(), Refusal> {
    let changed = db
        .prepare_cached(&format!("UPDATE inquiries SET {mark} = ?2 WHERE id = ?1"))
        .and_then(|mut query| query.execute(params![id, on]))
        .map_err(|error| broken(&error))?;
    if changed == 0 { Err(not_found()) } else { Ok(()) }
}

fn marked(world: &World, ask: &Ask, mark: &'static str, on: bool) -> Outcome {
    set(&world.db, ask.id(), mark, on)?;
    let marks = world
        .db
        .prepare_cached("SELECT read, starred, archived, removed FROM inquiries WHERE id = ?1")
        .and_then(|mut query| query.query_row([ask.id()], |row| object(row, 0)))
        .map_err(|error| broken(&error))?;
    Ok(Obj::new().put("success", true).raw("marks", &marks).end())
}

fn unmarked(world: &World, ask: &Ask, on: bool) -> Outcome {
    set(&world.db, ask.id(), "removed", on)?;
    Ok(Obj::new().put("success", true).end())
}

/// `POST parking/inquiry/{id}/read`.
pub fn read(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    marked(world, ask, "read", true)
}

/// `POST parking/inquiry/{id}/unread`.
pub fn unread(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    marked(world, ask, "read", false)
}

/// `POST parking/inquiry/{id}/star`.
pub fn star(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    marked(world, ask, "starred", true)
}

/// `POST parking/inquiry/{id}/unstar`.
pub fn unstar(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    marked(world, ask, "starred", false)
}

/// `POST parking/inquiry/{id}/archive`.
pub fn archive(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    marked(world, ask, "archived", true)
}

/// `POST parking/inquiry/{id}/unarchive`.
pub fn unarchive(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    marked(world, ask, "archived", false)
}

/// `POST parking/inquiry/{id}/hide`; answers without marks.
pub fn hide(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    unmarked(world, ask, true)
}

/// `POST parking/inquiry/{id}/restore`; answers without marks.
pub fn restore(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    unmarked(world, ask, false)
}
