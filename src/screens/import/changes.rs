//! What the file would change, as far as the domains known here tell.

use std::collections::HashMap;

use crate::api::domains::Tab;
use crate::store::Store;
use crate::store::files::csv::CsvReport;

/// A value that would become another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Place in the report's plans.
    pub plan: usize,
    pub field: &'static str,
    pub before: String,
    pub after: String,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub list: Vec<Change>,
    /// Names not in the account, as far as is known.
    pub new: u32,
    /// Names whose values stay as they are, of those the program knows.
    pub same: u32,
    /// Domains of the account known here.
    pub known: usize,
}

/// Compares the report with what is known.
pub fn compare(report: &CsvReport, store: &Store) -> Changes {
    let book = store.domains();
    let mut changes = Changes { known: book.known(Tab::MyDomains), ..Changes::default() };
    for (plan, row) in report.plans.iter().enumerate() {
        let known = book.find(row.name.punycode()).and_then(|key| book.row(key));
        let Some(known) = known.filter(|known| known.on(Tab::MyDomains)) else {
            changes.new += 1;
            changes.list.push(Change {
                plan,
                field: "",
                before: "not in the account".to_owned(),
                after: "added".to_owned(),
            });
            continue;
        };
        let before = changes.list.len();
        let mut say = |field: &'static str, before: String, after: String| {
            changes.list.push(Change { plan, field, before, after });
        };
        if let (Some(was), Some(will)) = (known.for_sale(), row.for_sale)
            && was != will
        {
            say("for_sale", yes(was), yes(will));
        }
        if let Some(will) = row.bin_price {
            match known.bin().get() {
                Some(was) if (was - will).abs() > f64::EPSILON => say("bin_price", figure(*was), figure(will)),
                None if known.for_sale().is_some() => say("bin_price", "none".to_owned(), figure(will)),
                _ => {}
            }
        }
        changes.same += u32::from(changes.list.len() == before);
    }
    changes
}

/// `12 new · bin_price changes on 30 · 1,100 stay as they are`.
pub fn words(changes: &Changes) -> String {
    let mut fields: HashMap<&str, u64> = HashMap::new();
    for change in &changes.list {
        *fields.entry(change.field).or_default() += 1;
    }
    let mut words = Vec::new();
    let grouped = crate::ui::text::grouped;
    if changes.new > 0 {
        words.push(format!("{} new", grouped(changes.new.into())));
    }
    for field in ["for_sale", "bin_price"] {
        if let Some(many) = fields.get(field) {
            words.push(format!("{field} changes on {}", grouped(*many)));
        }
    }
    if changes.same > 0 {
        words.push(format!("{} stay as they are", grouped(changes.same.into())));
    }
    words.join(" · ")
}

fn yes(on: bool) -> String {
    if on { "yes" } else { "no" }.to_owned()
}

/// A price without a currency: the file has none.
fn figure(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        let whole = crate::ui::text::grouped(number.abs() as u64);
        if number < 0.0 { format!("-{whole}") } else { whole }
    } else {
        format!("{number:.2}")
    }
}
