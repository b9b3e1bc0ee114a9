//! The tabs: their domains, the filters and bulk actions of each, and the list of one tab.

use rusqlite::{Connection, params_from_iter};

use super::{COLUMNS, object};
use crate::sandbox::call::{self, Ask, Outcome, Page, Refusal};
use crate::sandbox::inquiries::filter::Source;
use crate::sandbox::world::{World, broken};

/// Tab with the filters asked for.
pub struct Tab {
    kind: &'static Kind,
    /// Condition in SQL, made of our own words only.
    condition: String,
}

struct Kind {
    name: &'static str,
    condition: &'static str,
    /// True when `listing` and `query` filter this tab.
    narrows: bool,
    actions: &'static [&'static str],
}

const KINDS: [Kind; 5] = [
    Kind { name: "my_domains", condition: "approved = 1", narrows: true, actions: &["retry", "delete"] },
    Kind { name: "verified", condition: "state = 'verified'", narrows: true, actions: &["delete"] },
    Kind { name: "unverified", condition: "state = 'unverified'", narrows: false, actions: &["retry", "delete"] },
    Kind { name: "detected", condition: "state = 'detected'", narrows: false, actions: &["approve", "ignore"] },
    Kind { name: "removed", condition: "state = 'removed'", narrows: false, actions: &["add_back"] },
];

impl Tab {
    /// Reads `state` and `listing`.
    ///
    /// # Errors
    /// 400 for an unknown value.
    pub fn read(source: &impl Source) -> Result<Self, Refusal> {
        let state = source.text("state");
        let name = state.as_deref().unwrap_or("my_domains");
        let kind = KINDS.iter().find(|kind| kind.name == name).ok_or_else(|| {
            Refusal::new(400, "np_parking_api_error_invalid_state", "The given state is not one of the tabs.")
        })?;
        let listing = match source.text("listing").as_deref() {
            None | Some("all") => "",
            Some("for_sale") => " AND for_sale = 1",
            Some("off_market") => " AND for_sale = 0",
            Some(_) => {
                let message = "The given listing is not one of its values.";
                return Err(Refusal::new(400, "np_parking_api_error_invalid_listing", message));
            }
        };
        let listing = if kind.narrows { listing } else { "" };
        Ok(Self { kind, condition: format!("{}{listing}", kind.condition) })
    }

    /// Bulk actions of the tab.
    pub fn actions(&self) -> &'static [&'static str] {
        self.kind.actions
    }

    /// Domains on the tab, by name: identifier and punycode name.
    pub fn all(&self, db: &Connection) -> Result<Vec<(i64, String)>, Refusal> {
        let sql = format!("SELECT id, punycode FROM domains WHERE {} ORDER BY punycode", self.condition);
        db.prepare_cached(&sql)
            .and_then(|mut query| query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
            .map_err(|error| broken(&error))
    }

    /// True when this domain is on the tab.
    pub fn holds(&self, db: &Connection, id: i64) -> Result<bool, Refusal> {
        db.prepare_cached(&format!("SELECT 1 FROM domains WHERE id = ?1 AND {}", self.condition))
            .and_then(|mut query| query.exists([id]))
            .map_err(|error| broken(&error))
    }
}

/// Actions of all tabs, each once.
pub fn all_actions() -> Vec<&'static str> {
    let mut names: Vec<_> = KINDS.iter().flat_map(|kind| kind.actions).copied().collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// `GET parking/domains`.
pub fn list(world: &mut World, ask: &Ask, _now: i64) -> Outcome {
    let tab = Tab::read(ask)?;
    let text = if tab.kind.narrows { ask.param("query").map(str::to_lowercase) } else { None };
    let full = ask.param("type") != Some("compact");
    let page = Page::of(ask, 200);
    let (total, rows) = rows(world, &tab.condition, text.as_deref(), page, full).map_err(|error| broken(&error))?;
    Ok(call::list("domains", &rows, &page.object(total, rows.len())))
}

/// Number of a tab's domains whose name contains `text`, and one page of them by name.
fn rows(
    world: &mut World,
    tab: &str,
    text: Option<&str>,
    page: Page,
    full: bool,
) -> rusqlite::Result<(u64, Vec<String>)> {
    let World { db, lists, .. } = world;
    let holds = if text.is_some() { " AND (instr(punycode, ?1) OR instr(folded, ?1))" } else { "" };
    // Answered from a covering index.
    let sql = format!("SELECT id FROM domains WHERE {tab}{holds} ORDER BY punycode");
    let name = format!("{sql} {}", text.unwrap_or_default());
    let (total, ids) = lists.page(db, &name, page, |db| {
        let mut query = db.prepare_cached(&sql)?;
        let ids = query.query_map(params_from_iter(text), |row| row.get(0))?;
        ids.collect()
    })?;
    let mut one = db.prepare_cached(&format!("SELECT {COLUMNS} FROM domains WHERE id = ?1"))?;
    let rows = ids.iter().map(|id| one.query_row([id], |row| object(row, full))).collect::<Result<_, _>>()?;
    Ok((total, rows))
}
