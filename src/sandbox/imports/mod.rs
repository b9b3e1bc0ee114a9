//! Imports: every call that adds or checks names makes one, and so does every CSV file.
//!
//! `fate.rs` decides the outcome for a name, `holding.rs` applies it, and `run.rs` decides when. Look first at
//! [`start`] and at the table of actions in `assets/sandbox.md`.

mod cells;
pub mod csv;
pub mod entries;
mod fate;
mod holding;
mod lines;
mod order;
pub mod run;
mod under_way;
pub mod upload;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::call::{self, Ask, File, Obj, Outcome, Page, Refusal};
use super::world::{World, broken};
pub use order::{DOMAIN, Kind, Order};
pub use under_way::Run;

/// Columns read for a `ParkingImport`.
const COLUMNS: &str =
    "id, kind, status, queued, started, finished, done, total, added, updated, ignored, warned, failed";

/// Queues an import; its answer is the import.
pub fn start(world: &mut World, order: Order, now: i64) -> Outcome {
    let lines = lines::read(&order);
    let seconds = world.job_seconds;
    let id = queue(&world.db, None, &order, lines.len(), now, seconds).map_err(|error| broken(&error))?;
    world.imports.push(Run::new(id, order, lines, now, seconds));
    let import = one(&world.db, id)?.unwrap_or_default();
    Ok(Obj::new().raw("import", &import).end())
}

/// Writes the row of a new import.
///
/// `id` is given for those that exist from the start; without it the next one is taken.
pub fn queue(
    db: &Connection,
    id: Option<i64>,
    order: &Order,
    total: usize,
    now: i64,
    seconds: i64,
) -> rusqlite::Result<i64> {
    db.query_row(
        "INSERT INTO imports (id, kind, status, queued, seconds, total, done, options, input) \
         VALUES (?1, ?2, 'pending', ?3, ?4, ?5, 0, ?6, ?7) RETURNING id",
        params![id, order.kind.name(), now, seconds, total as i64, order.options(), order.input],
        |row| row.get(0),
    )
}

fn not_found() -> Refusal {
    Refusal::not_found("np_parking_api_error_import_not_found", "The requested import could not be found.")
}

/// `GET parking/imports`.
pub fn list(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let page = Page::of(ask, 200);
    let read = || -> rusqlite::Result<(i64, Vec<String>)> {
        let db = &world.db;
        let total = db.query_row("SELECT count(*) FROM imports", [], |row| row.get(0))?;
        let rows = db
            .prepare_cached(&format!("SELECT {COLUMNS} FROM imports ORDER BY id DESC LIMIT ?1 OFFSET ?2"))?
            // The documents spell the first status in two ways; use the other one in this list.
            .query_map(params![page.per_page as i64, page.skip()], |row| object(row, "queued"))?
            .collect::<Result<_, _>>()?;
        Ok((total, rows))
    };
    let (total, rows) = read().map_err(|error| broken(&error))?;
    Ok(call::list("imports", &rows, &page.object(total.unsigned_abs(), rows.len())))
}

/// `GET parking/import/{id}`: entries appear as their lines are reached.
pub fn get(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let import = one(&world.db, ask.id())?.ok_or_else(not_found)?;
    let page = Page::of(ask, 200);
    let (total, rows) = entries::page(&world.db, ask.id(), page).map_err(|error| broken(&error))?;
    let listed = call::list("entries", &rows, &page.object(total, rows.len()));
    // Put the import before the members of the list.
    Ok(format!("{{\"import\":{import},{}", &listed[1..]))
}

/// `GET parking/import/{id}/download`: the input, unchanged.
pub fn download(world: &mut World, ask: &Ask, _now: i64) -> Result<File, Refusal> {
    let (order, _) = order_of(&world.db, ask.id())?.ok_or_else(not_found)?;
    let (content_type, ending) = match order.kind {
        Kind::Csv => ("text/csv; charset=utf-8", "csv"),
        _ => ("text/plain; charset=utf-8", "txt"),
    };
    Ok(File { content_type, name: format!("import-{}.{ending}", ask.id()), body: order.input })
}

/// `POST parking/import/{id}/rerun`.
pub fn rerun(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let (order, status) = order_of(&world.db, ask.id())?.ok_or_else(not_found)?;
    if !matches!(status.as_str(), "finished" | "failed") {
        let message = "This import is still running; it can be run again when it has finished.";
        return Err(Refusal::new(409, "np_parking_api_error_import_cannot_rerun", message));
    }
    start(world, order, now)
}

/// Order from which an import was made, and its status.
fn order_of(db: &Connection, id: i64) -> Result<Option<(Order, String)>, Refusal> {
    db.query_row("SELECT kind, options, input, status FROM imports WHERE id = ?1", [id], |row| {
        let (kind, options): (String, String) = (row.get(0)?, row.get(1)?);
        Ok((Order::read(&kind, &options, row.get(2)?), row.get(3)?))
    })
    .optional()
    .map_err(|error| broken(&error))
}

fn one(db: &Connection, id: i64) -> Result<Option<String>, Refusal> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM imports WHERE id = ?1"))
        .and_then(|mut query| query.query_row([id], |row| object(row, "pending")).optional())
        .map_err(|error| broken(&error))
}

/// One `ParkingImport`; `first` is the spelling of the status before running.
fn object(row: &Row<'_>, first: &str) -> rusqlite::Result<String> {
    let (kind, status): (String, String) = (row.get(1)?, row.get(2)?);
    let (done, total): (i64, i64) = (row.get(6)?, row.get(7)?);
    let progress = if total == 0 { 1.0 } else { (done as f64 / total as f64 * 1e4).floor() / 1e4 };
    let mut json = Obj::new();
    json.put("import_id", row.get::<_, i64>(0)?)
        .put("status", if status == "pending" { first } else { &status })
        .put("data_type", if kind == "csv" { "csv" } else { "text" })
        .put("queue_date", row.get::<_, i64>(3)?)
        .put("start_date", row.get::<_, Option<i64>>(4)?)
        .put("finish_date", row.get::<_, Option<i64>>(5)?)
        .put("progress", progress);
    for (at, name) in ["new_count", "update_count", "ignore_count", "warning_count", "error_count"].iter().enumerate() {
        json.put(name, row.get::<_, i64>(8 + at)?);
    }
    Ok(json.end())
}
