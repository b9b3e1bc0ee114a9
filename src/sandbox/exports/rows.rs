//! The rows of an export.

use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;

use super::Kind;
use crate::sandbox::data::BANT;
use crate::sandbox::imports::{DOMAIN, csv};
use crate::sandbox::inquiries;
use crate::sandbox::settings::{self, Holder, cells};
use crate::sandbox::world::World;

/// Columns of an inquiry, named like its fields; times are Unix times, as everywhere.
const INQUIRY: [&str; 22] = [
    "inquiry_id",
    "reference",
    "inquire_date",
    "domain",
    "intent",
    "origin",
    "country",
    "full_name",
    "email",
    "company",
    "phone",
    "message",
    "offer",
    "offer_text",
    "offer_currency",
    "email_confirmed",
    "email_confirmed_date",
    "seller_notified",
    "buyer_notified",
    "source",
    "spam_risk",
    "delivery",
];
const MARKS: [&str; 3] = ["read", "starred", "archived"];

/// Writes the header row.
pub fn header(world: &World, kind: Kind, out: &mut Vec<u8>) {
    match kind {
        Kind::Domains => csv::write(out, domain_columns(world)),
        Kind::Inquiries => inquiry_header(out),
    }
}

/// Writes the header row of an inquiries export.
pub fn inquiry_header(out: &mut Vec<u8>) {
    let bant = BANT.iter().map(|name| format!("bant_{name}"));
    csv::write(out, INQUIRY.iter().map(|name| (*name).to_owned()).chain(bant).chain(MARKS.map(str::to_owned)));
}

fn domain_columns(world: &World) -> Vec<&'static str> {
    std::iter::once(DOMAIN).chain(settings::of_domains(world).map(|setting| setting.name.as_str())).collect()
}

/// Writes one row; returns false for one that has been deleted since, which is left out.
pub fn row(world: &World, kind: Kind, id: i64, out: &mut Vec<u8>) -> rusqlite::Result<bool> {
    let before = out.len();
    match kind {
        Kind::Domains => domain(world, id, out)?,
        Kind::Inquiries => inquiry(&world.db, id, out)?,
    }
    Ok(out.len() > before)
}

/// Writes one domain with its own values only. An empty cell means that the value is inherited, also to the importer.
fn domain(world: &World, id: i64, out: &mut Vec<u8>) -> rusqlite::Result<()> {
    let name: Option<String> = world
        .db
        .prepare_cached("SELECT name FROM domains WHERE id = ?1 AND approved = 1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    let Some(name) = name else { return Ok(()) };
    let values = Holder::Domain { id, name: &name }.own(&world.db)?;
    let row =
        settings::of_domains(world).map(|setting| values.get(&setting.name).map(cells::write).unwrap_or_default());
    csv::write(out, std::iter::once(name).chain(row));
    Ok(())
}

/// Writes one inquiry; leaves out one that has been deleted since.
pub fn inquiry(db: &Connection, id: i64, out: &mut Vec<u8>) -> rusqlite::Result<()> {
    let Some(text) = inquiries::read(db, id, false, &[])? else { return Ok(()) };
    let inquiry: Value = serde_json::from_str(&text).unwrap_or_default();
    let cells = INQUIRY.iter().map(|name| match *name {
        "delivery" => cells::write(&inquiry["delivery"]["state"]),
        name => cells::write(&inquiry[name]),
    });
    let bant = BANT.iter().map(|name| cells::write(&inquiry["bant"][*name]));
    let marks = MARKS.iter().map(|name| cells::write(&inquiry["marks"][*name]));
    csv::write(out, cells.chain(bant).chain(marks));
    Ok(())
}
