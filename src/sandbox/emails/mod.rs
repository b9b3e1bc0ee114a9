//! Catchall mail: the list with its filters, the search, one message, and the raw message.
//!
//! `data/mail.rs` makes the messages. Look first at `matching.rs` (why a message matched), then at `list.rs` and
//! `search.rs`.

mod list;
pub mod matching;
pub mod mime;
mod search;

use rusqlite::OptionalExtension;

use super::call::{Ask, File, Obj, Outcome, Page, Refusal};
use super::domains;
use super::world::{World, broken};

pub use list::answer as list;
pub use search::answer as search;

/// `GET parking/email/{id}`.
pub fn get(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let row: Option<(String, String)> = world
        .db
        .query_row("SELECT row, more FROM emails WHERE key = ?1", [key(ask)], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
        .map_err(|error| broken(&error))?;
    let (row, more) = row.ok_or_else(not_found)?;
    Ok(Obj::new().raw("email", &Obj::new().members(&row).members(&more).end()).end())
}

/// `GET parking/email/{id}/download`: the raw message, as long as it is kept.
pub fn download(world: &mut World, ask: &Ask, _now: i64) -> Result<File, Refusal> {
    let raw: Option<Option<Vec<u8>>> = world
        .db
        .query_row("SELECT raw FROM emails WHERE key = ?1", [key(ask)], |row| row.get(0))
        .optional()
        .map_err(|error| broken(&error))?;
    let body = raw.flatten().ok_or_else(not_found)?;
    Ok(File { content_type: "message/rfc822", name: format!("{}.eml", key(ask)), body })
}

fn key(ask: &Ask) -> &str {
    ask.places.first().map_or("", String::as_str)
}

fn not_found() -> Refusal {
    Refusal::not_found("np_parking_api_error_email_not_found", "The requested email could not be found.")
}

/// Condition in SQL for the domain in the query.
fn of_domain(world: &World, ask: &Ask) -> Result<String, Refusal> {
    let Some(name) = ask.param("domain") else { return Ok("1".to_owned()) };
    let (id, _) = domains::find(&world.db, name)?.ok_or_else(domains::not_found)?;
    Ok(format!("EXISTS (SELECT 1 FROM email_domains WHERE email = emails.id AND domain = {id})"))
}

/// Page of the messages for which these conditions hold, newest first.
fn page(world: &World, ask: &Ask, conditions: &str, words: &[&dyn rusqlite::ToSql]) -> Outcome {
    let page = Page::of(ask, 100);
    let full = ask.param("type") != Some("compact");
    let read = || -> rusqlite::Result<(u64, Vec<String>)> {
        let count = format!("SELECT count(*) FROM emails WHERE {conditions}");
        let total: i64 = world.db.query_row(&count, words, |row| row.get(0))?;
        let rows = format!(
            "SELECT row, more FROM emails WHERE {conditions} ORDER BY date DESC, id DESC LIMIT {} OFFSET {}",
            page.per_page,
            page.skip()
        );
        let mut query = world.db.prepare(&rows)?;
        let rows = query.query_map(words, |row| {
            let (row, more): (String, String) = (row.get(0)?, row.get(1)?);
            let mut json = Obj::new();
            json.members(&row);
            Ok(if full { json.members(&more).end() } else { json.end() })
        })?;
        Ok((total.unsigned_abs(), rows.collect::<Result<_, _>>()?))
    };
    let (total, rows) = read().map_err(|error| broken(&error))?;
    Ok(super::call::list("emails", &rows, &page.object(total, rows.len())))
}
