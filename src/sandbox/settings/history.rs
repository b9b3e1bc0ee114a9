//! The versions of the account and its profile, and those of one domain.

use rusqlite::{Connection, Row, params};
use serde_json::{Map, Value};

use crate::sandbox::call::{self, Ask, Obj, Outcome, Page, Refusal};
use crate::sandbox::domains;
use crate::sandbox::world::{World, broken};

/// Columns read for a `ParkingSettingsHistory`.
pub const COLUMNS: &str = "id, date, scope, domain, changes, can_undo, source, source_ref";

pub struct Version {
    pub id: i64,
    date: i64,
    pub scope: String,
    pub domain: Option<String>,
    /// Changes by name, each with the value before and after.
    pub changes: Map<String, Value>,
    pub can_undo: bool,
    source: String,
    source_ref: Option<String>,
}

impl Version {
    /// The version in a row of [`COLUMNS`].
    pub fn of(row: &Row<'_>) -> rusqlite::Result<Self> {
        let changes: String = row.get(4)?;
        Ok(Self {
            id: row.get(0)?,
            date: row.get(1)?,
            scope: row.get(2)?,
            domain: row.get(3)?,
            changes: serde_json::from_str(&changes).unwrap_or_default(),
            can_undo: row.get(5)?,
            source: row.get(6)?,
            source_ref: row.get(7)?,
        })
    }

    /// Version in the form of an answer.
    pub fn object(&self) -> String {
        let mut json = Obj::new();
        json.put("history_id", self.id)
            .put("date", self.date)
            .put("scope", &self.scope)
            .put("domain", &self.domain)
            .put("changed", self.changes.keys().collect::<Vec<_>>())
            .put("changes", &self.changes)
            .put("can_undo", self.can_undo)
            .put("source", &self.source)
            .put("source_ref", &self.source_ref);
        json.end()
    }
}

/// `GET parking/settings-history`.
pub fn of_account(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    answer(&world.db, ask, None)
}

/// `GET parking/domain-settings-history`. A domain that has left the account keeps its versions.
pub fn of_domain(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let (_, name) = domains::named(&world.db, ask)?.ok_or_else(domains::not_found)?;
    answer(&world.db, ask, Some(&name))
}

fn answer(db: &Connection, ask: &Ask, domain: Option<&str>) -> Result<String, Refusal> {
    let page = Page::of(ask, 200);
    let read = || -> rusqlite::Result<(i64, Vec<String>)> {
        let total = db
            .prepare_cached("SELECT count(*) FROM versions WHERE domain IS ?1")?
            .query_row([domain], |row| row.get(0))?;
        let rows = db
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM versions WHERE domain IS ?1 ORDER BY id DESC LIMIT ?2 OFFSET ?3"
            ))?
            .query_map(params![domain, page.per_page as i64, page.skip()], |row| Ok(Version::of(row)?.object()))?
            .collect::<Result<_, _>>()?;
        Ok((total, rows))
    };
    let (total, rows) = read().map_err(|error| broken(&error))?;
    Ok(call::list("versions", &rows, &page.object(total.unsigned_abs(), rows.len())))
}
