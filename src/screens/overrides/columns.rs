//! Columns: the domain, then every setting that some domain has set, the most frequent first.

use super::rows::All;
use crate::base::{DomainName, clean_line};
use crate::store::{FieldName, Item, Store, Subject, Value};
use crate::ui::Role;
use crate::ui::widgets::table::{Align, CellText, Column, Exact, Heading, Rows, ends_of};

/// First column, which always stays.
pub const DOMAIN: &[Column] = &[Column::text("domain", "domain", (24, 40), 1)];
/// Smallest and largest width of a setting's column.
const CELLS: (u16, u16) = (8, 24);

/// Columns for the settings of these rows.
pub fn headings(all: &All, store: &Store) -> Vec<Heading> {
    let mut names: Vec<(&str, (usize, bool))> = all.counts.iter().map(|(name, count)| (&**name, *count)).collect();
    names.sort_by_key(|(_, (many, _))| std::cmp::Reverse(*many));
    let setting = |(place, (name, (_, numbers))): (usize, (&str, (usize, bool)))| {
        let title = clean_line(&store.setting_label(name, name)).into_owned();
        Heading {
            id: name.to_owned().into(),
            cells: (CELLS.0.max(title.chars().count().min(usize::from(CELLS.1)) as u16), CELLS.1),
            title: title.into(),
            align: if numbers { Align::Right } else { Align::Left },
            keep: (place + 2).min(250) as u8,
            shown: true,
            sort: Some(numbers),
            ends: ends_of(numbers),
            by_title: false,
            drawn: false,
            filed: false,
        }
    };
    DOMAIN.iter().map(Heading::from).chain(names.into_iter().enumerate().map(setting)).collect()
}

/// Cells of the rows, as they are in one frame.
pub struct Cells<'a> {
    pub all: &'a All,
    pub store: &'a Store,
}

impl<'a> Cells<'a> {
    /// Own value of a domain.
    pub fn value(&self, key: u32, setting: &str) -> Option<&'a Value> {
        self.store.own_settings().of(self.all.get(key)?.name.punycode())?.get(setting)
    }
}

impl Cells<'_> {
    /// Text of a value in its cell: a price with its currency, a text without quotes.
    fn words(&self, name: &DomainName, setting: &str, value: &Value) -> String {
        let said = self.store.said(&Item::field(Subject::domain(name), FieldName::named(setting)), Some(value));
        let bare = said.strip_prefix('“').and_then(|said| said.strip_suffix('”')).map(str::to_owned);
        bare.unwrap_or(said)
    }
}

impl Rows<u32> for Cells<'_> {
    fn cell(&self, key: &u32, column: &str) -> CellText<'_> {
        let Some(row) = self.all.get(*key) else { return CellText::default() };
        if column == DOMAIN[0].id {
            return row.name.both().into();
        }
        let Some(value) = self.value(*key, column) else { return CellText::default() };
        let words = self.words(&row.name, column, value);
        let cell = if self.all.is_redundant(column, value) {
            CellText::new(format!("= {words}"), Role::Warn)
        } else {
            words.into()
        };
        cell.exact(Exact::text(plain(value)))
    }
}

/// Value as it is written to a file.
fn plain(value: &Value) -> String {
    value.as_text().map_or_else(|| if *value == Value::Null { String::new() } else { value.words() }, str::to_owned)
}
