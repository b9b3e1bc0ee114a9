//! Exports: all domains with their settings, or inquiries, as a CSV made in the background.
//!
//! Look first at `run.rs`, which writes the rows as time passes; `rows.rs` has their content. Finished files are kept
//! in the database for seven days.

mod filter;
mod kind;
pub mod rows;
pub mod run;
mod under_way;

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;

use super::call::{self, Ask, File, Obj, Outcome, Page, Refusal};
use super::options::Feature;
use super::world::{World, broken};
pub use filter::Filter;
pub use kind::Kind;
pub use under_way::Run;

/// Seconds for which a finished export can be downloaded.
pub const KEPT: i64 = 7 * 24 * 60 * 60;

/// Columns read for a `ParkingExport`.
const COLUMNS: &str = "id, kind, state, expected, fetched, bytes, queued, started, finished, error, filters";

fn not_found() -> Refusal {
    Refusal::not_found("np_parking_api_error_export_not_found", "The requested export could not be found.")
}

/// `GET parking/exports`.
pub fn list(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let only = ask.param("type").map(Kind::parse).transpose()?.map(Kind::name);
    let page = Page::of(ask, 200);
    let read = || -> rusqlite::Result<(i64, Vec<String>)> {
        let total = world
            .db
            .prepare_cached("SELECT count(*) FROM exports WHERE ?1 IS NULL OR kind = ?1")?
            .query_row([only], |row| row.get(0))?;
        let rows = world
            .db
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM exports WHERE ?1 IS NULL OR kind = ?1 ORDER BY id DESC LIMIT ?2 OFFSET ?3"
            ))?
            .query_map(params![only, page.per_page as i64, page.skip()], |row| object(row, now))?
            .collect::<Result<_, _>>()?;
        Ok((total, rows))
    };
    let (total, rows) = read().map_err(|error| broken(&error))?;
    Ok(call::list("exports", &rows, &page.object(total.unsigned_abs(), rows.len())))
}

/// `GET parking/export/{export_id}`.
pub fn get(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let export = one(&world.db, ask.id(), now)?.ok_or_else(not_found)?;
    Ok(Obj::new().raw("export", &export).end())
}

/// `POST parking/exports`; while one of the type is running, the answer is that one, whatever its filters.
pub fn create(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let kind = Kind::parse(body.get("type").and_then(Value::as_str).unwrap_or_default())?;
    if kind == Kind::Inquiries && !world.has(Feature::Export) {
        return Err(Refusal::forbidden("The account does not have the permission to export inquiries."));
    }
    let filter = match kind {
        Kind::Domains => Filter::default(),
        Kind::Inquiries => Filter::read(&body, &world.db)?,
    };
    let running: Option<i64> = world
        .db
        .query_row("SELECT id FROM exports WHERE kind = ?1 AND state IN ('pending', 'running')", [kind.name()], |row| {
            row.get(0)
        })
        .optional()
        .map_err(|error| broken(&error))?;
    let id = match running {
        Some(id) => id,
        None => start(world, kind, &filter, now)?,
    };
    let export = one(&world.db, id, now)?.unwrap_or_default();
    Ok(Obj::new().raw("export", &export).end())
}

fn start(world: &mut World, kind: Kind, filter: &Filter, now: i64) -> Result<i64, Refusal> {
    let ids = filter.ids(&world.db, kind).map_err(|error| broken(&error))?;
    if ids.is_empty() {
        return Err(Refusal::not_found("np_parking_api_error_nothing_to_export", "There is nothing to export."));
    }
    let seconds = world.job_seconds;
    let id = queue(&world.db, None, kind, filter, ids.len(), now, seconds).map_err(|error| broken(&error))?;
    // Delete files that can no longer be downloaded.
    world
        .db
        .execute("UPDATE exports SET file = NULL WHERE finished <= ?1 AND file IS NOT NULL", [now - KEPT])
        .map_err(|error| broken(&error))?;
    world.exports.push(Run::new(id, kind, ids, now, seconds));
    Ok(id)
}

/// Writes the row of a new export; `id` is given for exports that exist from the start.
pub fn queue(
    db: &Connection,
    id: Option<i64>,
    kind: Kind,
    filter: &Filter,
    expected: usize,
    now: i64,
    seconds: i64,
) -> rusqlite::Result<i64> {
    db.query_row(
        "INSERT INTO exports (id, kind, state, queued, seconds, expected, fetched, bytes, filters) \
         VALUES (?1, ?2, 'pending', ?3, ?4, ?5, 0, 0, ?6) RETURNING id",
        params![id, kind.name(), now, seconds, expected as i64, filter.json(kind)],
        |row| row.get(0),
    )
}

/// `GET parking/export/{export_id}/download`.
pub fn download(world: &mut World, ask: &Ask, now: i64) -> Result<File, Refusal> {
    let found = world
        .db
        .query_row("SELECT kind, state, queued, finished, file FROM exports WHERE id = ?1", [ask.id()], |row| {
            let (kind, state): (String, String) = (row.get(0)?, row.get(1)?);
            let times: (i64, Option<i64>) = (row.get(2)?, row.get(3)?);
            Ok((kind, state, times, row.get::<_, Option<Vec<u8>>>(4)?))
        })
        .optional()
        .map_err(|error| broken(&error))?;
    let (kind, state, (queued, finished), file) = found.ok_or_else(not_found)?;
    if state != "finished" {
        let message = if state == "failed" { "This export has failed." } else { "This export has not finished." };
        return Err(Refusal::new(409, "np_parking_api_error_export_not_ready", message));
    }
    // After seven days, answer as if there had never been a file.
    let fresh = finished.is_some_and(|finished| now < finished + KEPT);
    let body = file.filter(|_| fresh).ok_or_else(not_found)?;
    Ok(File { content_type: "text/csv; charset=utf-8", name: file_name(&kind, queued, ask.id()), body })
}

fn one(db: &Connection, id: i64, now: i64) -> Result<Option<String>, Refusal> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM exports WHERE id = ?1"))
        .and_then(|mut query| query.query_row([id], |row| object(row, now)).optional())
        .map_err(|error| broken(&error))
}

/// Name of an export's file, with the day it was asked for: `domains-2026-11-21-318.csv`.
fn file_name(kind: &str, queued: i64, id: i64) -> String {
    let day = jiff::Timestamp::from_second(queued).unwrap_or_default().strftime("%Y-%m-%d");
    format!("{kind}-{day}-{id}.csv")
}

/// One `ParkingExport`.
fn object(row: &Row<'_>, now: i64) -> rusqlite::Result<String> {
    let (id, kind, state): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let (expected, fetched): (i64, i64) = (row.get(3)?, row.get(4)?);
    let (queued, finished): (i64, Option<i64>) = (row.get(6)?, row.get(8)?);
    let progress =
        if expected == 0 || state == "finished" { 1.0 } else { (fetched as f64 / expected as f64 * 1e4).floor() / 1e4 };
    let mut json = Obj::new();
    json.put("export_id", id)
        .put("type", &kind)
        .put("state", &state)
        .put("progress", progress)
        .put("total_expected", expected)
        .put("total_fetched", fetched)
        .put("total_bytes", row.get::<_, i64>(5)?)
        .put("queue_date", queued)
        .put("start_date", row.get::<_, Option<i64>>(7)?)
        .put("finish_date", finished)
        .put("error_message", row.get::<_, Option<String>>(9)?)
        .raw("filters", &row.get::<_, String>(10)?)
        .put("file_name", file_name(&kind, queued, id))
        .put("downloadable", state == "finished" && finished.is_some_and(|finished| now < finished + KEPT));
    Ok(json.end())
}
