//! The columns of the list and what stands in their cells.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, Zone};
use crate::store::index::inquiries::COVER;
use crate::store::notes::Record;
use crate::store::score::Leads;
use crate::store::{Column as By, InquiryIndex, InquiryRow, Mark, Sort};
use crate::ui::list::noting;
use crate::ui::widgets::table::{CellText, Column, Exact, RowFlags, Rows};
use crate::ui::{Glyphs, Role};

use super::{offer, words};

/// The columns; the first one always stays. At 80 columns those of `keep` up to 6 are shown; beside a preview, which says
/// the risk too, that of 120 leaves its room to where a buyer is from. Why one is held back is what Unsent is about: it
/// stays whole where there is one reason.
pub const COLUMNS: &[Column] = &[
    Column::time("age", "age", (6, 8), 1),
    Column::text("domain", "domain", (25, 34), 2),
    Column::figure("offer", "offer", (11, 13), 3),
    Column::text("buyer", "buyer", (12, 28), 3),
    Column { sort: None, ..Column::text("reason", "held back", (16, 30), 2) },
    Column::text("country", "from", (4, 4), 5),
    Column { ends: ("lowest first", "highest first"), ..Column::text("risk", "risk", (6, 6), 6) },
    Column::figure("score", "score", (5, 5), 7),
    Column::text("company", "company", (18, 26), 7),
    Column::text("intent", "intent", (16, 20), 8),
    Column { ends: ("yes first", "no first"), ..Column::text("confirmed", "confirmed", (9, 9), 9).hidden() },
    Column::text("delivery", "delivery", (10, 40), 10).hidden(),
    Column { sort: None, ..Column::text("email", "email", (24, 34), 11).hidden() },
    Column { sort: None, ..Column::text("status", "status", (10, 19), 6).hidden() },
    Column { sort: None, ..Column::text("tags", "tags", (8, 16), 6).hidden() },
    Column { sort: None, ..Column::text("note", "note", (12, 40), 7).hidden() },
    Column { sort: None, ..Column::text("snooze", "snooze", (12, 32), 4).hidden() },
    Column { sort: None, ..Column::text("wakes", "wakes", (16, 32), 2).hidden() },
    Column { sort: None, ..Column::text("remind", "remind", (16, 21), 6).hidden() },
    Column { sort: None, ..Column::text("reference", "reference", (10, 16), 12).hidden().filed() },
    Column { sort: None, ..Column::figure("id", "id", (6, 10), 13).hidden().filed() },
];

/// The store's order for a column and a direction (true: descending); the table's arrow is about what one reads, so
/// the newest on top is an age that descends.
pub fn order(sort: Option<(&str, bool)>) -> Sort {
    let Some((id, descending)) = sort else { return Sort::default() };
    let by = match id {
        "domain" => By::Domain,
        "offer" => By::Offer,
        "buyer" => By::Buyer,
        "country" => By::Country,
        "risk" => By::Risk,
        "company" => By::Company,
        "intent" => By::Intent,
        "confirmed" => By::Confirmed,
        "delivery" => By::Delivery,
        _ => By::Date,
    };
    let natural = COLUMNS.iter().find(|column| column.id == id).and_then(|column| column.sort).unwrap_or(false);
    Sort { by, reversed: descending != natural }
}

/// The rows of one frame.
pub struct Cells<'a> {
    index: &'a InquiryIndex,
    now: Timestamp,
    zone: Zone,
    /// The scores, where the list shows them.
    leads: Option<&'a Leads>,
    /// The row looked up last: a table asks for all cells of one row before those of the next.
    last: Cell<Option<(Id<Inquiry>, InquiryRow<'a>)>>,
}

impl<'a> Cells<'a> {
    pub fn new(index: &'a InquiryIndex, now: Timestamp, zone: Zone) -> Self {
        Self { index, now, zone, leads: None, last: Cell::new(None) }
    }

    /// The cells with lead scores.
    pub fn with_scores(self, leads: &'a Leads) -> Self {
        Self { leads: Some(leads), ..self }
    }

    fn row(&self, id: Id<Inquiry>) -> Option<InquiryRow<'a>> {
        if let Some((_, row)) = self.last.get().filter(|(last, _)| *last == id) {
            return Some(row);
        }
        let row = self.index.row(id)?;
        self.last.set(Some((id, row)));
        Some(row)
    }
}

impl Rows<Id<Inquiry>> for Cells<'_> {
    fn cell(&self, key: &Id<Inquiry>, column: &str) -> CellText<'_> {
        let Some(row) = self.row(*key) else { return CellText::default() };
        match column {
            "age" => CellText::short_age(row.date(), self.now, self.zone),
            "domain" => row.domain().into(),
            "punycode" => row.punycode().into(),
            "offer" => money(&row),
            "offer_currency" => {
                row.offer().map_or_else(CellText::default, |money| money.currency.code().into_owned().into())
            }
            "buyer" => {
                let (cell, name) = (buyer(&row), row.who());
                let glyphs = Glyphs::get(false);
                let signs = [(row.has_draft(), glyphs.draft), (row.answered(), glyphs.answered)];
                let signs: String = signs.iter().filter(|(on, _)| *on).flat_map(|(_, sign)| [*sign, " "]).collect();
                CellText::new(signs + &cell.text, cell.tone).exact(Exact::text(name))
            }
            "country" => CellText::or_none(row.country()),
            "risk" => risk(&row),
            "score" => {
                let pin = self.index.record(*key).and_then(Record::pin);
                match (self.leads.and_then(|leads| leads.of(*key)), pin) {
                    (Some(score), Some(pin)) => CellText::new(pin.word(), Role::Accent).exact(i64::from(score)),
                    (Some(score), None) => CellText::from(score.to_string()).exact(i64::from(score)),
                    (None, _) => CellText::none(),
                }
            }
            "company" => CellText::or_none(row.company()),
            "intent" => words::intent(row.intent()).into(),
            "confirmed" => match row.confirmed() {
                Some(true) => CellText::new("yes", Role::Dim),
                Some(false) => CellText::new("no", Role::Warn),
                None => CellText::none(),
            }
            .exact(row.confirmed()),
            "delivery" => delivery(&row),
            "reason" => CellText::or_none(words::short_reasons(row.delivery_reason())),
            "email" => CellText::or_none(row.email()),
            "reference" => CellText::or_none(row.reference()),
            "id" => CellText::from(key.to_string()).exact(key.get()),
            "status" => noting::status_cell(self.index.record(*key), row.date(), row.covered, (self.now, self.zone)),
            "tags" => {
                let of = [self.index.record(*key), self.index.record_of_buyer(&row)];
                let tags: BTreeSet<&str> = of.into_iter().flatten().flat_map(Record::tags).collect();
                CellText::or_none(tags.into_iter().collect::<Vec<_>>().join(" "))
            }
            "note" | "snooze" | "wakes" | "remind" => {
                noting::cell(self.index.record(*key), column, row.covered, (self.now, self.zone))
            }
            _ => CellText::default(),
        }
    }

    fn beside(&self, column: &str) -> Option<&'static str> {
        match column {
            "domain" => Some("punycode"),
            "offer" => Some("offer_currency"),
            _ => None,
        }
    }

    fn flags(&self, key: &Id<Inquiry>) -> RowFlags {
        self.row(*key).map_or_else(RowFlags::default, |row| RowFlags {
            unread: row.mark_known(Mark::Read) && !row.read(),
            starred: row.starred(),
            dim: row.hidden(),
        })
    }
}

/// The offer; `~` before a figure whose typed text can be read as another one (the detail shows both).
fn money<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
    let typed = Exact::text(row.offer_text());
    match row.offer() {
        None if row.offer_text() == COVER => COVER.into(),
        None if row.offer_text().is_empty() => CellText::none(),
        // Text that cannot be read as an amount is kept as typed.
        None => CellText::new("?", Role::Warn).exact(typed),
        Some(money) if offer::unclear(&money, row.offer_text()) => {
            CellText::new(format!("~{}", money.text()), Role::Warn).exact(Exact::amount(&money))
        }
        Some(money) => CellText::from(money.text()).exact(Exact::amount(&money)),
    }
}

/// The name, else the address; `!` before a name that carries another address than the sender's.
fn buyer<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
    if row.buyer().is_empty() {
        return CellText::or_none(row.email());
    }
    match crate::base::address_in(row.buyer()) {
        Some(other) if !other.eq_ignore_ascii_case(row.email()) => {
            CellText::new(format!("! {}", row.buyer()), Role::Warn)
        }
        _ => row.buyer().into(),
    }
}

fn risk<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
    let level = Some(row.risk()).filter(|level| !level.is_empty());
    let (tone, text) = words::risk(level);
    match level {
        None => CellText::none(),
        // The usual case: the eye passes over it.
        Some("low") => CellText::new(text, Role::Dim),
        Some(_) => CellText::new(text, Role::from(tone)),
    }
}

fn delivery<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
    let state = Some(row.delivery()).filter(|state| !state.is_empty());
    let reasons: Vec<&str> = row.delivery_reason().split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    match words::delivery(state, &reasons) {
        Some((tone, text)) => CellText::new(text, Role::from(tone)),
        None => CellText::none(),
    }
}
