//! Columns of the list and the text of their cells.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use crate::api::Seen;
use crate::base::{Currency, Money, Timestamp, Zone, clean_line};
use crate::screens::domain::words;
use crate::store::Best;
use crate::store::index::inquiries::COVER;
use crate::store::lists::daily;
use crate::store::lists::visits::Visits;
use crate::store::{DomainColumn as By, DomainIndex, DomainKey, DomainRow, DomainSort, DomainTab, Known};
use crate::ui::list::noting;
use crate::ui::widgets::table::{CellText, Column, Exact, Field, RowFlags, Rows, columns_of, field_of};
use crate::ui::{Look, Role, chart, text};

use crate::store::findings::asked::Asked;

/// Field: its column, and the store's order by it, if any. Sums of inquiries and visits are sorted by the screen; names
/// with equal sums keep the store's order.
type Of = Field<Option<By>>;

/// Column of yes and no.
const fn flag(id: &'static str, title: &'static str, cells: (u16, u16), keep: u8) -> Column {
    Column { sort: Some(true), ends: ("no first", "yes first"), ..Column::text(id, title, cells, keep) }
}

/// Column of the user's notes, or of another spelling of the name. It cannot be sorted by.
const fn unsorted(id: &'static str, title: &'static str, cells: (u16, u16), keep: u8) -> Of {
    (Column::text(id, title, cells, keep).unsorted().hidden(), None)
}

/// Fields of the list. The first one always stays. At 80 columns those with `keep` up to 4 are shown: dates give way to
/// money.
const FIELDS: [Of; 21] = [
    (Column::text("domain", "domain", (24, 60), 1), Some(By::Domain)),
    (
        Column { ends: ("verified first", "verified last"), ..Column::text("state", "state", (11, 11), 4) },
        Some(By::State),
    ),
    (flag("sale", "for sale", (8, 8), 4), Some(By::Sale)),
    (Column::figure("bin", "BIN", (10, 14), 2), Some(By::Bin)),
    (Column::figure("target", "target", (9, 14), 7), Some(By::Target)),
    (Column::figure("offers", "offers", (8, 9), 8), Some(By::Offers)),
    (Column::time("since", "verified", (11, 11), 10), Some(By::VerifiedSince)),
    (Column::time("checked", "last check", (11, 11), 9), Some(By::LastCheck)),
    (
        Column {
            sort: Some(false),
            ends: ("soonest first", "latest first"),
            ..Column::time("next", "next check", (10, 10), 11)
        },
        Some(By::NextCheck),
    ),
    (Column::figure("inquiries", "asked 90d", (9, 9), 5), None),
    (Column::figure("best", "best offer", (10, 22), 3), None),
    (Column::figure("visits", "visits 30d", (10, 10), 3).hidden(), None),
    (Column::figure("rate", "inquiry rate", (12, 12), 3).hidden(), None),
    (Column::drawing("days", "by day", (16, daily::SHOWN as u16), 3).hidden(), None),
    (Column::time("added", "added", (11, 11), 12).hidden(), Some(By::Added)),
    (flag("host", "portfolio", (9, 9), 13).hidden(), Some(By::Host)),
    unsorted("punycode", "punycode", (22, 40), 14),
    unsorted("tags", "tags", (8, 16), 5),
    unsorted("note", "noted", (12, 40), 6),
    unsorted("snooze", "snooze", (16, 21), 5),
    unsorted("remind", "remind", (16, 21), 5),
];

/// The columns of the list.
pub const COLUMNS: &[Column] = &columns_of(&FIELDS);

/// Width of the list in cells at which it shows the usual columns of names in the account, up to `checked`.
pub const KEPT: u16 = 122;

/// Columns without a meaning for names that are not in the account.
pub const OF_THE_ACCOUNT: &[&str] = &["sale", "bin", "target", "offers", "since", "checked", "next", "host"];

/// Store's order for a column and a direction (true: descending).
pub fn order(sort: Option<(&str, bool)>) -> DomainSort {
    let order = sort.and_then(|(id, descending)| {
        let (column, by) = field_of(&FIELDS, id)?;
        Some(DomainSort { by: (*by)?, reversed: descending != column.sort.unwrap_or(false) })
    });
    order.unwrap_or_default()
}

/// Currencies of prices.
pub struct Currencies<'a> {
    /// Currency of the account.
    pub account: &'a Currency,
    /// Currencies of domains that have set one, as far as they were read.
    pub own: &'a HashMap<Arc<str>, Currency>,
    /// How well the currencies of domains are known.
    pub read: Known<()>,
    /// Function that tells whether the settings of a domain (by punycode) were read.
    pub is_read: Box<dyn Fn(&str) -> bool + 'a>,
}

impl<'a> Currencies<'a> {
    /// Currency of the domain's prices; `None` while it is unknown. It is the account's only once it was read that the
    /// domain has none of its own.
    pub fn told(&self, row: &DomainRow<'_>) -> Option<&'a Currency> {
        let account = || Some(self.account).filter(|account| !account.0.is_empty() && self.knows_own(row));
        self.own.get(row.punycode()).or_else(account)
    }

    /// True where it was read whether the domain has a currency of its own.
    fn knows_own(&self, row: &DomainRow<'_>) -> bool {
        (self.read == Known::Is(()) && row.on(DomainTab::Verified)) || (self.is_read)(row.punycode())
    }
}

/// Cells of the rows, as they are in one frame.
pub struct Cells<'a> {
    pub index: &'a DomainIndex,
    pub asked: &'a Asked,
    pub visits: &'a Visits,
    /// Look to draw visits by day with; `None` except on the screen.
    pub look: Option<&'a Look<'a>>,
    pub currencies: Currencies<'a>,
    pub now: Timestamp,
    pub zone: Zone,
}

impl Rows<DomainKey> for Cells<'_> {
    fn cell(&self, key: &DomainKey, column: &str) -> CellText<'_> {
        let Some(row) = self.index.row(*key) else { return CellText::default() };
        let asked = || self.asked.figures(row.punycode(), None);
        let (told, none) = (self.currencies.told(&row), Currency::default());
        let currency = |there: bool| match told.filter(|_| there) {
            Some(told) => told.code().into_owned().into(),
            None => CellText::default(),
        };
        // Without a known currency the bare amount is shown.
        let (own, amount) = told.map_or((&none, Role::Dim), |told| (told, Role::Text));
        // The redaction of the frame does not know a number without a currency for a price, so it is covered here.
        let covered = self.look.is_some_and(|look| look.world.store.session().redact);
        let cover = |price: String| if covered { COVER.to_owned() } else { price };
        let visited = || self.visits.of(row.punycode());
        let age = |at| CellText::age(at, self.now, self.zone);
        match column {
            "domain" => name(row).exact(Exact::text(row.name())),
            "state" => state(&row).exact(Exact::text(clean_line(row.state_word()).into_owned())),
            "sale" => match row.for_sale() {
                Some(true) => "yes".into(),
                Some(false) => CellText::new("no", Role::Dim),
                None => CellText::none(),
            }
            .exact(row.for_sale()),
            "bin" => match row.bin() {
                Seen::Is(price) => CellText::new(cover(words::money(price, own)), amount).exact(Exact::number(price)),
                Seen::Odd(value) => CellText::new("?", Role::Warn).exact(Exact::from(*value)),
                Seen::Null | Seen::Missing => CellText::none(),
            },
            "bin_currency" => currency(has_price(&row, "bin")),
            "target" => {
                let price = row.target().get().and_then(|value| words::price(value, own));
                match price.or_else(|| words::any(&row.target())) {
                    Some(price) => CellText::new(cover(price), amount),
                    None => CellText::none(),
                }
                .exact(sent(row.target()))
            }
            "target_currency" => currency(has_price(&row, "target")),
            "offers" => CellText::or_none(words::offers(&row.offers()).unwrap_or_default()).exact(sent(row.offers())),
            "since" => age(row.verified_since()),
            "checked" => age(row.last_verified()),
            "added" => age(row.added()),
            "next" => row.next_check().map_or_else(CellText::none, |at| {
                let (text, changes_at) = words::ahead(at, self.now, self.zone);
                CellText { changes_at, ..CellText::from(text) }.exact(at)
            }),
            "host" => CellText::or_none(if row.host() == Some(true) { "host" } else { "" }).exact(row.host()),
            "punycode" => row.punycode().into(),
            "tags" | "note" | "snooze" | "remind" => {
                noting::cell(self.index.record(row.punycode()), column, false, (self.now, self.zone))
            }
            "inquiries" => match asked().lately {
                Known::Is(0) => CellText::none().exact(0),
                lately => {
                    CellText::known(&lately, |lately| text::grouped(*lately), |lately| Exact::from(*lately as i64))
                }
            },
            "visits" => visited().map_or_else(not_read, |known| CellText::figure(known.visits, Role::Text)),
            "rate" => match visited().map(|known| (known.rate().zip(known.rate_words()), known.inquiries)) {
                Some((Some((rate, words)), _)) => {
                    CellText::from(words).exact(Exact::number((rate * 10.0).round() / 10.0))
                }
                Some((None, Some(_))) => CellText::none(),
                Some((None, None)) | None => not_read(),
            },
            "days" => self.look.map_or_else(CellText::default, |look| {
                let days = self.visits.by_day(row.punycode(), self.now);
                CellText::new(chart::spark_text_of(look, &days, self.visits.most_in_a_day()), Role::Accent)
            }),
            "visits_at" => visited().map_or_else(CellText::none, |known| age(Some(known.at))),
            "best" => words::best_offer(&asked().best),
            "best_offer_currency" => {
                let best = asked().best.whole().and_then(Best::first).map(|best| best.currency.code().into_owned());
                best.map_or_else(CellText::default, CellText::from)
            }
            "best_offer_others" => {
                let others = asked().best.whole().map(|best| best.0.iter().skip(1).map(coded).collect::<Vec<_>>());
                others.map_or_else(CellText::default, |others| others.join("; ").into())
            }
            _ => CellText::default(),
        }
    }

    fn beside(&self, column: &str) -> &'static [&'static str] {
        match column {
            "domain" => &["punycode"],
            "bin" => &["bin_currency"],
            "target" => &["target_currency"],
            "best" => &["best_offer_currency", "best_offer_others"],
            "visits" => &["visits_at"],
            _ => &[],
        }
    }

    fn beside_title(&self, column: &str) -> Option<String> {
        let most = self.visits.most_in_a_day();
        (column == "days" && most > 0).then(|| format!("most {}", text::grouped(most)))
    }

    fn flags(&self, key: &DomainKey) -> RowFlags {
        let pending = self.index.row(*key).and_then(|row| row.pending);
        RowFlags { dim: pending.is_some(), ..RowFlags::default() }
    }
}

/// Cell of a figure that no report has brought.
fn not_read<'a>() -> CellText<'a> {
    CellText::known(&Known::<u64>::NotRead, u64::to_string, |_| Exact::None)
}

/// True when a name has a value in a column that is blank on some tabs. The state its tab implies does not count.
pub fn has_value(row: &DomainRow<'_>, column: &str, tab: DomainTab, asked: &Asked) -> bool {
    match column {
        "state" => row.pending.is_some() || row.state_word() != tab.as_str(),
        "since" => row.verified_since().is_some(),
        "checked" => row.last_verified().is_some(),
        "next" => row.next_check().is_some(),
        "added" => row.added().is_some(),
        _ => asked.about(row.punycode()).is_some(),
    }
}

/// True when the column has an amount.
fn has_price(row: &DomainRow<'_>, column: &str) -> bool {
    match column {
        "bin" => row.bin().copied().is_some(),
        _ => matches!(row.target(), Seen::Is(Value::Number(_))),
    }
}

/// Numbers of these rows with a price in any of these columns whose currency is not known: those that have the
/// account's, and those of which it was not read whether they have one of their own.
pub fn without_currency<'a>(
    rows: impl Iterator<Item = DomainRow<'a>>,
    columns: &[&str],
    currencies: &Currencies<'_>,
) -> (u64, u64) {
    let priced = |row: &DomainRow<'_>| columns.iter().any(|column| has_price(row, column));
    let (mut account, mut own) = (0, 0);
    for row in rows.filter(|row| currencies.told(row).is_none() && priced(row)) {
        *(if currencies.knows_own(&row) { &mut account } else { &mut own }) += 1;
    }
    (account, own)
}

/// Amount after the code of its currency, for files: `CHF 20000`.
fn coded(money: &Money) -> String {
    format!("{} {}", money.currency.code(), Exact::amount(money).csv())
}

/// Exact value of a cell, as it was sent.
fn sent(value: Seen<Value>) -> Exact<'static> {
    match value {
        Seen::Is(value) => Exact::from(value),
        Seen::Odd(value) => Exact::from(*value),
        Seen::Null | Seen::Missing => Exact::None,
    }
}

/// Cell of the name in Unicode. A name that is not plain ASCII has its punycode beside it where there is room, and `!`
/// before it when it looks like another name.
fn name(row: DomainRow<'_>) -> CellText<'_> {
    if !row.is_international() {
        return row.name().into();
    }
    let warned = row.domain_name().lookalike().is_some();
    let name = format!("{}{}", if warned { "! " } else { "" }, row.name());
    let both = format!("{name} ({})", row.punycode());
    CellText { short: Some(name.into()), ..CellText::new(both, if warned { Role::Warn } else { Role::Text }) }
}

fn state<'a>(row: &DomainRow<'a>) -> CellText<'a> {
    if let Some(pending) = row.pending {
        return CellText::new(words::pending(pending), Role::Staged);
    }
    row.state().map_or_else(CellText::none, |state| words::state(&state).into())
}

#[cfg(test)]
mod tests {
    use super::COLUMNS;
    use crate::sheets::csv::{SHOWN_ONLY, meant};

    #[test]
    fn every_column_of_a_saved_list_is_read_again_or_known_to_be_shown_only() {
        let beside =
            ["punycode", "bin_currency", "target_currency", "best_offer_currency", "best_offer_others", "visits_at"];
        let saved = COLUMNS[1..].iter().filter(|column| !column.drawn);
        for title in saved.map(|column| column.title).chain(beside) {
            let shown_only = SHOWN_ONLY.contains(&title.to_lowercase().replace('_', " ").as_str());
            assert_eq!(shown_only, meant(title).next().is_none(), "{title}");
        }
    }
}
