//! Settings that are also columns of a domain, for the list's filters and rows.
//!
//! The columns have the values in force; own values are stored with those of all other settings.

use rusqlite::types::Value as Sql;
use rusqlite::{Connection, params};
use serde_json::{Map, Value};

use super::catalogue::known;
use super::holder::{Holder, Values};

const COLUMNS: [&str; 5] = ["for_sale", "bin_price", "target_price", "accept_offers", "min_offer"];

/// Value in the form of its column.
fn sql(column: &str, value: &Value) -> Sql {
    match value {
        // The type of this setting is not documented, so store it as JSON.
        value if column == "accept_offers" => Sql::Text(value.to_string()),
        Value::Null => Sql::Null,
        Value::Bool(yes) => Sql::Integer(i64::from(*yes)),
        value => Sql::Real(value.as_f64().unwrap_or(0.0)),
    }
}

/// Value in force of a domain without a value of its own.
fn inherited(column: &str, account: &Values) -> Value {
    account.get(column).cloned().or_else(|| known(column).map(|setting| setting.default.clone())).unwrap_or_default()
}

/// Writes the values in force into the columns of one domain.
pub fn refresh(db: &Connection, domain: i64) -> rusqlite::Result<()> {
    of_domain(db, &Holder::Domain { id: domain, name: "" }, COLUMNS.iter().copied())
}

/// Updates the columns after a save with these `changes`, by name.
pub fn follow(db: &Connection, holder: &Holder<'_>, changes: &Map<String, Value>) -> rusqlite::Result<()> {
    let columns = COLUMNS.iter().copied().filter(|column| changes.contains_key(*column));
    match holder {
        Holder::Domain { .. } => of_domain(db, holder, columns),
        Holder::Account => {
            let account = holder.own(db)?;
            for column in columns {
                let inherits = "approved = 1 AND NOT EXISTS \
                    (SELECT 1 FROM domain_settings own WHERE own.domain = domains.id AND own.name = ?2)";
                db.prepare_cached(&format!("UPDATE domains SET {column} = ?1 WHERE {inherits}"))?
                    .execute(params![sql(column, &inherited(column, &account)), column])?;
            }
            Ok(())
        }
        Holder::Profile | Holder::Portfolio => Ok(()),
    }
}

fn of_domain<'a>(db: &Connection, holder: &Holder<'_>, columns: impl Iterator<Item = &'a str>) -> rusqlite::Result<()> {
    let Holder::Domain { id, .. } = holder else { return Ok(()) };
    let mut columns = columns.peekable();
    if columns.peek().is_none() {
        return Ok(());
    }
    let (own, account) = (holder.own(db)?, Holder::Account.own(db)?);
    for column in columns {
        let value = own.get(column).cloned().unwrap_or_else(|| inherited(column, &account));
        db.prepare_cached(&format!("UPDATE domains SET {column} = ?2 WHERE id = ?1"))?
            .execute(params![id, sql(column, &value)])?;
    }
    Ok(())
}
