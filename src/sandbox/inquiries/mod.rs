//! Buyer inquiries: the list with its filters, one with its details, marks, bulk, history, and calls that send mail.
//!
//! Texts are JSON in a table of their own, so that filters scan narrow rows. Look first at `filter.rs`.

pub mod bulk;
pub mod contact;
pub mod filter;
pub mod history;
pub mod list;
pub mod marks;

use rusqlite::{Connection, OptionalExtension, Row};

use super::call::{Ask, Obj, Outcome, Refusal};
use super::world::{World, broken};

/// Columns read for one row of an answer.
const COLUMNS: &str = "i.id, t.head, i.seller_notified, t.tail, i.delivered, i.reason, i.spam_risk, i.read, i.starred, \
                       i.archived, i.removed, t.details";

/// `GET parking/inquiry/{id}`.
pub fn get(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let row = one(&world.db, ask.id(), true, &[])?.ok_or_else(not_found)?;
    Ok(Obj::new().raw("inquiry", &row).end())
}

/// True for a hidden inquiry.
pub fn is_hidden(db: &Connection, id: i64) -> bool {
    let hidden = db.query_row("SELECT removed FROM inquiries WHERE id = ?1", [id], |row| row.get(0));
    hidden.unwrap_or(false)
}

/// Refusal with status 404 of an inquiry that is not the caller's.
pub fn not_found() -> Refusal {
    Refusal::not_found("np_parking_api_error_inquiry_not_found", "The requested inquiry could not be found.")
}

/// One inquiry as JSON, with further members at its end.
fn one(db: &Connection, id: i64, details: bool, more: &[(&str, &str)]) -> Result<Option<String>, Refusal> {
    read(db, id, details, more).map_err(|error| broken(&error))
}

/// One inquiry as JSON, with its details or without.
pub fn read(db: &Connection, id: i64, details: bool, more: &[(&str, &str)]) -> rusqlite::Result<Option<String>> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM inquiries i JOIN inquiry_text t ON t.id = i.id WHERE i.id = ?1"))?
        .query_row([id], |row| object(row, details, more))
        .optional()
}

fn object(row: &Row<'_>, details: bool, more: &[(&str, &str)]) -> rusqlite::Result<String> {
    let mut delivery = Obj::new();
    delivery
        .put("state", if row.get::<_, bool>(4)? { "delivered" } else { "unsent" })
        .put("reason", row.get::<_, Option<String>>(5)?);
    let text = |index: usize| row.get_ref(index).and_then(|value| Ok(value.as_str()?));
    let mut json = Obj::new();
    json.members(text(1)?)
        .put("seller_notified", row.get::<_, Option<i64>>(2)?)
        .members(text(3)?)
        .raw("delivery", &delivery.end())
        .put("spam_risk", row.get::<_, Option<String>>(6)?)
        .raw("marks", &marks::object(row, 7)?);
    if details {
        json.raw("details", text(11)?);
    }
    for (key, value) in more {
        json.raw(key, value);
    }
    Ok(json.end())
}
