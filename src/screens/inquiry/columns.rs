//! Fields of the list: their columns, orders and cells.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, Zone};
use crate::store::index::inquiries::COVER;
use crate::store::notes::Record;
use crate::store::score::Leads;
use crate::store::{Column as By, InquiryIndex, InquiryRow, Mark, Sort};
use crate::ui::list::noting;
use crate::ui::widgets::table::{CellText, Column, Exact, Field, RowFlags, Rows, columns_of, field_of};
use crate::ui::{Glyphs, Role};

use super::{offer, words};

/// A field: its column, the store's order by it, and what makes its cell.
type Of = Field<(Option<By>, Make)>;
type Make = for<'a> fn(&Cells<'a>, &InquiryRow<'a>) -> CellText<'a>;

const fn sorted(column: Column, by: By, make: Make) -> Of {
    (column, (Some(by), make))
}

/// Field that is hidden until the user shows it, and that the store cannot sort by.
const fn hidden(column: Column, make: Make) -> Of {
    (column.unsorted().hidden(), (None, make))
}

/// Fields of the list. The first one always stays. At 80 columns those with `keep` up to 6 are shown. At 120 columns
/// the preview beside the list shows the risk, so the list shows the country instead. On Unsent, the reason for holding
/// back has its full width if there is only one. Columns that a note on a single row brings come after those that judge
/// every row, risk and score.
const FIELDS: [Of; 21] = [
    sorted(Column::time("age", "age", (6, 8), 1), By::Date, |of, row| CellText::short_age(row.date(), of.now, of.zone)),
    sorted(Column::text("domain", "domain", (25, 34), 2), By::Domain, |_, row| row.domain().into()),
    sorted(Column::figure("offer", "offer", (11, 13), 3), By::Offer, |_, row| money(row)),
    sorted(Column::text("buyer", "buyer", (12, 28), 3), By::Buyer, |_, row| buyer(row)),
    (
        Column::text("reason", "held back", (16, 30), 2).unsorted(),
        (None, |_, row| CellText::or_none(words::short_reasons(row.delivery_reason()))),
    ),
    sorted(Column::text("country", "from", (4, 4), 4), By::Country, |_, row| CellText::or_none(row.country())),
    sorted(
        Column { ends: ("lowest first", "highest first"), ..Column::text("risk", "risk", (6, 6), 6) },
        By::Risk,
        |_, row| risk(row),
    ),
    // The screen itself sorts by score.
    (Column::figure("score", "score", (5, 5), 6), (None, score)),
    sorted(Column::text("company", "company", (18, 26), 8), By::Company, |_, row| CellText::or_none(row.company())),
    sorted(Column::text("intent", "intent", (16, 20), 9), By::Intent, |_, row| words::intent(row.intent()).into()),
    sorted(
        Column { ends: ("yes first", "no first"), ..Column::text("confirmed", "confirmed", (9, 9), 10).hidden() },
        By::Confirmed,
        |_, row| confirmed(row),
    ),
    sorted(Column::text("delivery", "delivery", (10, 40), 11).hidden(), By::Delivery, |_, row| delivery(row)),
    hidden(Column::text("email", "email", (24, 34), 12), |_, row| CellText::or_none(row.email())),
    hidden(Column::text("status", "status", (10, 19), 7), |of, row| {
        let record = of.index.record(row.id());
        noting::status_cell(record, words::put_away(row), row.date(), row.covered, (of.now, of.zone))
    }),
    hidden(Column::text("tags", "tags", (8, 16), 7), tags),
    hidden(Column::text("note", "note", (12, 40), 7), |of, row| noted(of, row, "note")),
    hidden(Column::text("snooze", "snooze", (12, 32), 7), |of, row| noted(of, row, "snooze")),
    hidden(Column::text("wakes", "wakes", (16, 32), 2), |of, row| noted(of, row, "wakes")),
    hidden(Column::text("remind", "remind", (16, 21), 7), |of, row| noted(of, row, "remind")),
    hidden(Column::text("reference", "reference", (10, 16), 13).filed(), |_, row| CellText::or_none(row.reference())),
    hidden(Column::figure("id", "id", (6, 10), 14).filed(), |_, row| {
        CellText::from(row.id().to_string()).exact(row.id().get())
    }),
];

/// The columns of the list.
pub const COLUMNS: &[Column] = &columns_of(&FIELDS);

/// Store's order for a column and a direction (true: descending). The direction is that of the column's arrow, so that
/// newest first is a descending age.
pub fn order(sort: Option<(&str, bool)>) -> Sort {
    let Some((id, descending)) = sort else { return Sort::default() };
    let (by, natural) = field_of(&FIELDS, id).map_or((None, None), |(column, (by, _))| (*by, column.sort));
    Sort { by: by.unwrap_or(By::Date), reversed: descending != natural.unwrap_or(false) }
}

/// Cells of the rows, as they are in one frame.
pub struct Cells<'a> {
    index: &'a InquiryIndex,
    now: Timestamp,
    zone: Zone,
    /// Scores, if the list shows them.
    leads: Option<&'a Leads>,
    /// Row looked up last, kept because a table asks for all cells of one row before the next.
    last: Cell<Option<(Id<Inquiry>, InquiryRow<'a>)>>,
}

impl<'a> Cells<'a> {
    pub fn new(index: &'a InquiryIndex, now: Timestamp, zone: Zone) -> Self {
        Self { index, now, zone, leads: None, last: Cell::new(None) }
    }

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

fn score<'a>(of: &Cells<'a>, row: &InquiryRow<'a>) -> CellText<'a> {
    let pin = of.index.record(row.id()).and_then(Record::pin);
    let Some(leads) = of.leads else { return CellText::none() };
    let Some(words) = leads.words(row.id()) else { return CellText::none() };
    let cell = pin.map_or_else(|| CellText::from(words), |pin| CellText::new(pin.word(), Role::Accent));
    // In a file, a score that may be higher goes to the column `score_at_least`.
    cell.exact(leads.whole(row.id()).map(i64::from))
}

fn tags<'a>(of: &Cells<'a>, row: &InquiryRow<'a>) -> CellText<'a> {
    let of = [of.index.record(row.id()), of.index.record_of_buyer(row)];
    let tags: BTreeSet<&str> = of.into_iter().flatten().flat_map(Record::tags).collect();
    CellText::or_none(tags.into_iter().collect::<Vec<_>>().join(" "))
}

fn noted<'a>(of: &Cells<'a>, row: &InquiryRow<'a>, column: &str) -> CellText<'a> {
    noting::cell(of.index.record(row.id()), column, row.covered, (of.now, of.zone))
}

impl Rows<Id<Inquiry>> for Cells<'_> {
    fn cell(&self, key: &Id<Inquiry>, column: &str) -> CellText<'_> {
        let Some(row) = self.row(*key) else { return CellText::default() };
        match (field_of(&FIELDS, column), column) {
            (Some((_, (_, make))), _) => make(self, &row),
            (None, "punycode") => row.punycode().into(),
            (None, "offer_currency") => {
                row.offer().map_or_else(CellText::default, |money| money.currency.code().into_owned().into())
            }
            (None, "score_at_least") => {
                let least = self.leads.filter(|leads| leads.whole(row.id()).is_none()).and_then(|all| all.of(row.id()));
                CellText::default().exact(least.map(i64::from))
            }
            (None, _) => CellText::default(),
        }
    }

    fn beside(&self, column: &str) -> &'static [&'static str] {
        match column {
            "domain" => &["punycode"],
            "offer" => &["offer_currency"],
            "score" => &["score_at_least"],
            _ => &[],
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

/// Cell of the offer, with `~` before a figure whose typed text can be read as another one (the detail shows both).
fn money<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
    let typed = Exact::text(row.offer_text());
    match row.offer() {
        None if row.offer_text() == COVER => COVER.into(),
        None if row.offer_text().is_empty() => CellText::none(),
        // Text that is not an amount is kept as typed.
        None => CellText::new("?", Role::Warn).exact(typed),
        Some(money) if offer::unclear(&money, row.offer_text()) => {
            CellText::new(format!("~{}", money.text()), Role::Warn).exact(Exact::amount(&money))
        }
        Some(money) => CellText::from(money.text()).exact(Exact::amount(&money)),
    }
}

/// Cell of the buyer, with signs before it for a draft and an answer.
fn buyer<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
    let (cell, name) = (name(row), row.who());
    let glyphs = Glyphs::get(false);
    let signs = [(row.has_draft(), glyphs.draft), (row.answered(), glyphs.answered)];
    let signs: String = signs.iter().filter(|(on, _)| *on).flat_map(|(_, sign)| [*sign, " "]).collect();
    CellText::new(signs + &cell.text, cell.tone).exact(Exact::text(name))
}

fn confirmed<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
    let cell = match row.confirmed() {
        Some(true) => CellText::new("yes", Role::Dim),
        Some(false) => CellText::new("no", Role::Warn),
        None => CellText::none(),
    };
    cell.exact(row.confirmed())
}

/// Buyer's name, else the address, with `!` before a name that contains another address than the sender's.
fn name<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
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
        // Low risk is the usual case and is dimmed.
        Some("low") => CellText::new(text, Role::Dim),
        Some(_) => CellText::new(text, Role::from(tone)),
    }
}

fn delivery<'a>(row: &InquiryRow<'a>) -> CellText<'a> {
    match words::delivery_of(row) {
        Some((tone, text)) => CellText::new(text, Role::from(tone)),
        None => CellText::none(),
    }
}
