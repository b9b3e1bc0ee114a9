//! Writing of own values, which happens only here: the values that differ, their columns, and a version with the
//! changes.

use rusqlite::{Connection, params};
use serde_json::{Map, Value, json};

use super::holder::Holder;
use super::sale;

/// Author of a save: `source` and `source_ref` of a version.
#[derive(Clone, Copy, Debug)]
pub struct By<'a> {
    pub source: &'a str,
    pub reference: Option<&'a str>,
}

impl<'a> By<'a> {
    /// A call with the token of this name.
    pub fn token(name: &'a str) -> Self {
        Self { source: "api", reference: Some(name) }
    }
}

/// Writes own values (null removes one), and stores the changes as a version. True if anything changed.
///
/// # Errors
/// When the database fails.
pub fn save(
    db: &Connection,
    holder: &Holder<'_>,
    values: &[(String, Value)],
    by: By<'_>,
    at: i64,
) -> rusqlite::Result<bool> {
    let changes = write(db, holder, values)?;
    if changes.is_empty() {
        return Ok(false);
    }
    store(db, holder, &text(&changes), by, at)?;
    Ok(true)
}

/// Writes own values; returns those that differ, each with its value before and after.
pub fn write(db: &Connection, holder: &Holder<'_>, values: &[(String, Value)]) -> rusqlite::Result<Map<String, Value>> {
    let own = holder.own(db)?;
    let mut changes = Map::new();
    for (name, after) in values {
        let before = own.get(name).unwrap_or(&Value::Null);
        if before != after {
            holder.put(db, name, after)?;
            changes.insert(name.clone(), json!({ "before": before, "after": after }));
        }
    }
    sale::follow(db, holder, &changes)?;
    Ok(changes)
}

/// Changes in the form in which a version stores them.
pub fn text(changes: &Map<String, Value>) -> String {
    serde_json::to_string(changes).unwrap_or_default()
}

/// Stores a version with these changes, given as JSON. The first save of the profile has no version before it, so it
/// cannot be undone.
pub fn store(db: &Connection, holder: &Holder<'_>, changes: &str, by: By<'_>, at: i64) -> rusqlite::Result<()> {
    // The history has no scope for the portfolio.
    if *holder == Holder::Portfolio {
        return Ok(());
    }
    let domain = match holder {
        Holder::Domain { name, .. } => Some(*name),
        _ => None,
    };
    let first = *holder == Holder::Profile
        && !db.prepare_cached("SELECT 1 FROM versions WHERE domain IS NULL AND scope = 'profile'")?.exists([])?;
    db.prepare_cached(
        "INSERT INTO versions (date, scope, domain, changes, can_undo, source, source_ref) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![at, holder.scope(), domain, changes, !first, by.source, by.reference])?;
    Ok(())
}
