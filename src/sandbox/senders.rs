//! Ignored senders: the addresses whose inquiries are ignored.

use std::net::IpAddr;

use rusqlite::{Connection, Row, params};
use serde_json::Value;

use super::call::{Ask, Obj, Outcome, Refusal};
use super::world::{World, broken};

/// Most addresses one member may ignore.
const MOST: i64 = 200;

fn object(row: &Row<'_>) -> rusqlite::Result<String> {
    let mut json = Obj::new();
    json.put("id", row.get::<_, i64>(0)?)
        .put("type", row.get::<_, String>(1)?)
        .put("value", row.get::<_, String>(2)?)
        .put("date", row.get::<_, i64>(3)?);
    Ok(json.end())
}

fn rows(db: &Connection) -> rusqlite::Result<Vec<String>> {
    db.prepare_cached("SELECT id, type, value, date FROM senders ORDER BY id DESC")?.query_map([], object)?.collect()
}

/// `GET parking/ignored-senders`; the newest first.
pub fn list(world: &mut World, _ask: &Ask, _now: i64) -> Outcome {
    let rows = rows(&world.db).map_err(|error| broken(&error))?;
    Ok(Obj::new().raw("senders", &format!("[{}]", rows.join(","))).end())
}

fn refused(message: &str) -> Refusal {
    Refusal::new(400, "np_parking_api_error_sender_refused", message)
}

/// Address in its canonical spelling, with its type.
fn address(text: &str) -> Option<(&'static str, String)> {
    let text = text.trim();
    if let Ok(ip) = text.parse::<IpAddr>() {
        return Some(("ip", ip.to_string()));
    }
    let (local, domain) = text.rsplit_once('@')?;
    let plain =
        |part: &str| !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c.is_control() || c == '@');
    (plain(local) && plain(domain) && domain.contains('.') && !domain.starts_with('.') && !domain.ends_with('.'))
        .then(|| ("email", text.to_lowercase()))
}

/// `POST parking/ignored-senders`.
pub fn add(world: &mut World, ask: &Ask, now: i64) -> Outcome {
    let body = ask.json()?;
    let text = body.get("sender").and_then(Value::as_str).unwrap_or_default();
    let (kind, value) = address(text).ok_or_else(|| refused("This is neither an email address nor an IP address."))?;
    let db = &world.db;
    let known: (i64, bool) = db
        .query_row("SELECT count(*), coalesce(max(value = ?1), 0) FROM senders", [&value], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .map_err(|error| broken(&error))?;
    match known {
        (_, true) => return Err(refused("This address is already ignored.")),
        (count, _) if count >= MOST => return Err(refused("The list is full: at most 200 addresses can be ignored.")),
        _ => {}
    }
    let row = db
        .query_row(
            "INSERT INTO senders (type, value, date) VALUES (?1, ?2, ?3) RETURNING id, type, value, date",
            params![kind, value, now],
            object,
        )
        .map_err(|error| broken(&error))?;
    Ok(Obj::new().raw("sender", &row).end())
}

/// `DELETE parking/ignored-sender/{id}`.
pub fn remove(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let removed = world.db.execute("DELETE FROM senders WHERE id = ?1", [ask.id()]).map_err(|error| broken(&error))?;
    if removed == 0 {
        return Err(Refusal::not_found(
            "np_parking_api_error_sender_not_found",
            "The requested sender could not be found.",
        ));
    }
    Ok(Obj::new().put("success", true).end())
}
