//! Filters of an export, and the rows they select.

use rusqlite::Connection;
use serde_json::{Map, Value};

use super::Kind;
use crate::sandbox::call::{Obj, Refusal};
use crate::sandbox::domains;
use crate::sandbox::inquiries::filter::Source;

/// The filters of an inquiries export; a domains export has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    status: String,
    delivery: String,
    order: String,
    /// Domain name in punycode.
    domain: Option<String>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { status: "all".into(), delivery: "all".into(), order: "newest".into(), domain: None }
    }
}

fn one_of(body: &Map<String, Value>, name: &str, known: &[&str]) -> Result<String, Refusal> {
    let value = body.text(name).unwrap_or_else(|| known[0].to_owned());
    if known.contains(&value.as_str()) {
        return Ok(value);
    }
    let message = format!("The {name} must be one of: {}.", known.join(", "));
    Err(Refusal::new(400, "np_parking_api_error_invalid_export_filter", message))
}

impl Filter {
    /// Filter of one domain, for exports that exist from the start.
    pub fn of_domain(punycode: &str) -> Self {
        Self { domain: Some(punycode.to_owned()), ..Self::default() }
    }

    /// Reads the body of the call.
    ///
    /// # Errors
    /// 400 for an unknown value, 404 for a domain that is not the account's.
    pub fn read(body: &Map<String, Value>, db: &Connection) -> Result<Self, Refusal> {
        Ok(Self {
            status: one_of(body, "status", &["all", "confirmed", "unconfirmed"])?,
            delivery: one_of(body, "delivery", &["all", "delivered", "unsent"])?,
            order: one_of(body, "order", &["newest", "offer"])?,
            domain: match body.text("domain") {
                Some(name) => Some(domains::find(db, &name)?.ok_or_else(domains::not_found)?.1),
                None => None,
            },
        })
    }

    /// Filter in the form of an export's `filters`.
    pub fn json(&self, kind: Kind) -> String {
        let of = |value: &str| (kind == Kind::Inquiries).then(|| value.to_owned());
        let mut json = Obj::new();
        json.put("status", of(&self.status))
            .put("delivery", of(&self.delivery))
            .put("order", of(&self.order))
            .put("domain", &self.domain);
        json.end()
    }

    /// Filter with which an export was made.
    pub fn of_json(text: &str) -> Self {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let word = |name: &str| value[name].as_str().map(str::to_owned);
        let plain = Self::default();
        Self {
            status: word("status").unwrap_or(plain.status),
            delivery: word("delivery").unwrap_or(plain.delivery),
            order: word("order").unwrap_or(plain.order),
            domain: word("domain"),
        }
    }

    /// Ids of all rows, in order, including archived and excluding hidden inquiries.
    pub fn ids(&self, db: &Connection, kind: Kind) -> rusqlite::Result<Vec<i64>> {
        let mut sql = match kind {
            Kind::Domains => {
                let sql = "SELECT id FROM domains WHERE approved = 1 ORDER BY punycode";
                return db.prepare(sql)?.query_map([], |row| row.get(0))?.collect();
            }
            Kind::Inquiries => "SELECT id FROM inquiries WHERE removed = 0".to_owned(),
        };
        if self.domain.is_some() {
            sql.push_str(" AND domain = ?1");
        }
        sql.push_str(match self.status.as_str() {
            "confirmed" => " AND confirmed = 1",
            "unconfirmed" => " AND confirmed = 0",
            _ => "",
        });
        sql.push_str(match self.delivery.as_str() {
            "delivered" => " AND delivered = 1",
            "unsent" => " AND delivered = 0",
            _ => "",
        });
        sql.push_str(if self.order == "offer" {
            " ORDER BY offer DESC NULLS LAST, date DESC, id DESC"
        } else {
            " ORDER BY date DESC, id DESC"
        });
        db.prepare(&sql)?.query_map(rusqlite::params_from_iter(&self.domain), |row| row.get(0))?.collect()
    }
}
