//! Holders of own values (the account, its profile, its portfolio, or one domain), and reading and writing these
//! values.

use std::collections::HashMap;

use rusqlite::{Connection, params};
use serde_json::Value;

/// Own values by name; a missing name inherits, or has its default.
pub type Values = HashMap<String, Value>;

/// A holder of own values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder<'a> {
    Account,
    Profile,
    Portfolio,
    /// A domain, with its punycode name.
    Domain {
        id: i64,
        name: &'a str,
    },
}

impl Holder<'_> {
    /// Holder as the `scope` of a version; the portfolio has none.
    pub fn scope(&self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Profile => "profile",
            Self::Portfolio => "portfolio",
            Self::Domain { .. } => "domain",
        }
    }

    /// Every own value.
    pub fn own(&self, db: &Connection) -> rusqlite::Result<Values> {
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, json(&row.get::<_, String>(1)?)));
        match self {
            Self::Domain { id, .. } => db
                .prepare_cached("SELECT name, value FROM domain_settings WHERE domain = ?1")?
                .query_map([id], read)?
                .collect(),
            _ => db
                .prepare_cached("SELECT name, value FROM own_settings WHERE scope = ?1")?
                .query_map([self.scope()], read)?
                .collect(),
        }
    }

    /// Writes one own value, or removes it if null.
    pub fn put(&self, db: &Connection, name: &str, value: &Value) -> rusqlite::Result<()> {
        let (table, column) = match self {
            Self::Domain { .. } => ("domain_settings", "domain"),
            _ => ("own_settings", "scope"),
        };
        let scope = self.scope();
        let key: &dyn rusqlite::ToSql = match self {
            Self::Domain { id, .. } => id,
            _ => &scope,
        };
        if value.is_null() {
            db.prepare_cached(&format!("DELETE FROM {table} WHERE {column} = ?1 AND name = ?2"))?
                .execute(params![key, name])?;
        } else {
            db.prepare_cached(&format!("INSERT OR REPLACE INTO {table} ({column}, name, value) VALUES (?1, ?2, ?3)"))?
                .execute(params![key, name, value.to_string()])?;
        }
        Ok(())
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}
