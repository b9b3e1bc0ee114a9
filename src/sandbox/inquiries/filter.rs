//! Filters of the list and of bulk calls, read once and turned into SQL once.

use rusqlite::Connection;

use crate::sandbox::call::Refusal;
use crate::sandbox::domains;
use crate::sandbox::world::broken;

/// Number of the newest matching inquiries that the list and bulk calls reach.
pub const REACH: usize = 10_000;

/// Reasons why an inquiry was not emailed, with their bits in the `reasons` column.
pub const REASONS: [(&str, i64); 5] =
    [("unconfirmed", 1), ("below_min_offer", 2), ("unqualified_interest", 4), ("unqualified_bant", 8), ("other", 16)];

/// Filter of inquiries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Complete conditions; their values are our own words and numbers, except for `domain`.
    conditions: Vec<&'static str>,
    /// Domain name in punycode.
    domain: Option<String>,
    /// Bits of [`REASONS`] asked for; 0 for all.
    reasons: i64,
    /// True when `delivery=unsent` was asked for.
    pub unsent: bool,
    /// True for the highest offer first.
    by_offer: bool,
    /// View: `active`, `archived`, `removed`, `all`, or `""` when not given.
    pub visibility: String,
}

/// Source of a filter's values: the query of the list, the body of bulk.
pub trait Source {
    /// A value as text; `None` when not given or empty.
    fn text(&self, name: &str) -> Option<String>;
    /// A value as a boolean.
    fn flag(&self, name: &str) -> bool;
    /// True when the view of all inquiries leaves out hidden ones.
    fn hidden_apart(&self) -> bool {
        false
    }
}

fn invalid(what: &str) -> Refusal {
    Refusal::new(
        400,
        "np_parking_api_error_invalid_inquiry_filter",
        format!("The value given for {what} is not one of its values."),
    )
}

impl Filter {
    /// Reads the filter; `default_view` is used when no view is given.
    ///
    /// # Errors
    /// 400 for an unknown value, 404 for a domain that is not the account's.
    pub fn read(source: &impl Source, db: &Connection, default_view: &str) -> Result<Self, Refusal> {
        let mut conditions = Vec::new();
        let word = |name: &str, default: &str| source.text(name).unwrap_or_else(|| default.to_owned());
        match word("status", "confirmed").as_str() {
            "confirmed" => conditions.push("confirmed = 1"),
            "unconfirmed" => conditions.push("confirmed = 0"),
            "all" => {}
            _ => return Err(invalid("status")),
        }
        let unsent = match word("delivery", "all").as_str() {
            "all" => false,
            "delivered" => {
                conditions.push("delivered = 1");
                false
            }
            "unsent" => {
                conditions.push("delivered = 0");
                if !source.flag("flow_items") {
                    conditions.push("conversation_delivered = 0");
                }
                true
            }
            _ => return Err(invalid("delivery")),
        };
        let mut reasons = 0;
        for reason in source.text("unsent_reasons").unwrap_or_default().split(',').map(str::trim) {
            if reason.is_empty() {
                continue;
            }
            reasons |= REASONS.iter().find(|(name, _)| *name == reason).ok_or_else(|| invalid("unsent_reasons"))?.1;
        }
        let by_offer = match word("order", "newest").as_str() {
            "newest" => false,
            "offer" => true,
            _ => return Err(invalid("order")),
        };
        let mut visibility = word("visibility", default_view);
        match visibility.as_str() {
            "active" => conditions.push("archived = 0 AND removed = 0"),
            "archived" => conditions.push("archived = 1 AND removed = 0"),
            "removed" => conditions.push("removed = 1"),
            // The older spellings mean `all` with this mark.
            "unread" | "starred" => {
                conditions.push(if visibility == "unread" { "read = 0" } else { "starred = 1" });
                "all".clone_into(&mut visibility);
            }
            "all" if source.hidden_apart() => conditions.push("removed = 0"),
            "all" => {}
            _ => return Err(invalid("visibility")),
        }
        if source.flag("unread") {
            conditions.push("read = 0");
        }
        if source.flag("starred") {
            conditions.push("starred = 1");
        }
        match word("spam_risk", "all").as_str() {
            "all" => {}
            "not_high" => conditions.push("spam_risk IS NOT 'high'"),
            "low" => conditions.push("spam_risk = 'low'"),
            "medium" => conditions.push("spam_risk = 'medium'"),
            "high" => conditions.push("spam_risk = 'high'"),
            _ => return Err(invalid("spam_risk")),
        }
        let domain = match source.text("domain") {
            Some(name) => Some(domains::find(db, &name)?.ok_or_else(domains::not_found)?.1),
            None => None,
        };
        Ok(Self { conditions, domain, reasons: if unsent { reasons } else { 0 }, unsent, by_offer, visibility })
    }

    /// Ids of the newest matching inquiries, in the order asked for.
    ///
    /// # Errors
    /// 500 when the database fails.
    pub fn ids(&self, db: &Connection) -> Result<Vec<i64>, Refusal> {
        self.scan(db, self.reasons).map_err(|error| broken(&error)).map(|mut found| {
            if self.by_offer {
                found.sort_by(|a, b| b.offer.total_cmp(&a.offer));
            }
            found.into_iter().map(|row| row.id).collect()
        })
    }

    /// Number of inquiries held back for each reason, under the other filters; an inquiry may have several reasons.
    ///
    /// # Errors
    /// 500 when the database fails.
    pub fn reason_counts(&self, db: &Connection) -> Result<[i64; 5], Refusal> {
        let mut counts = [0; 5];
        for row in self.scan(db, 0).map_err(|error| broken(&error))? {
            for (count, (_, bit)) in counts.iter_mut().zip(REASONS) {
                *count += i64::from(row.reasons & bit != 0);
            }
        }
        Ok(counts)
    }

    fn scan(&self, db: &Connection, reasons: i64) -> rusqlite::Result<Vec<Found>> {
        let mut sql = String::from("SELECT id, offer, reasons FROM inquiries WHERE 1");
        for condition in &self.conditions {
            sql.push_str(" AND ");
            sql.push_str(condition);
        }
        if reasons != 0 {
            sql.extend([" AND reasons & ", reasons.to_string().as_str()]);
        }
        if self.domain.is_some() {
            sql.push_str(" AND domain = ?1");
        }
        sql.extend([" ORDER BY date DESC, id DESC LIMIT ", REACH.to_string().as_str()]);
        let found = |row: &rusqlite::Row<'_>| {
            let offer = row.get::<_, Option<f64>>(1)?.unwrap_or(f64::NEG_INFINITY);
            Ok(Found { id: row.get(0)?, offer, reasons: row.get(2)? })
        };
        let mut query = db.prepare_cached(&sql)?;
        match &self.domain {
            Some(domain) => query.query_map([domain], found)?.collect(),
            None => query.query_map([], found)?.collect(),
        }
    }
}

struct Found {
    id: i64,
    offer: f64,
    reasons: i64,
}
