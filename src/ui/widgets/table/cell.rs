//! Cells of a table as data, and where a table gets them from.

use std::borrow::Cow;
use std::hash::Hash;

use super::Exact;
use crate::base::{Age, Timestamp, Zone};
use crate::store::Known;
use crate::ui::Role;
use crate::ui::text::{NONE, figure, grouped};

/// Identity of a row: `Id<Inquiry>`, a domain's punycode in an `Arc<str>`.
pub trait Key: Clone + Eq + Hash + 'static {}
impl<K: Clone + Eq + Hash + 'static> Key for K {}

/// A cell's text with its role; the column says how it is aligned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellText<'a> {
    /// Cleaned; empty draws nothing.
    pub text: Cow<'a, str>,
    pub tone: Role,
    /// The value in files, where that is not the text: a time where it shows an age, an amount without its currency.
    pub exact: Option<Exact<'a>>,
    /// Time at which the text reads differently.
    pub changes_at: Option<Timestamp>,
    /// Three blanks and a colour, which is painted over the first two.
    pub swatch: bool,
    /// Told from others by its end, too, so its middle is left out if it is too long.
    pub by_end: bool,
}

impl<'a> CellText<'a> {
    /// A cell in that role.
    pub fn new(text: impl Into<Cow<'a, str>>, tone: Role) -> Self {
        Self { text: text.into(), tone, ..Self::default() }
    }

    /// Cell of an unknown value: `—`.
    pub fn none() -> Self {
        Self::new(NONE, Role::Dim)
    }

    /// A text that may be empty.
    pub fn or_none(text: impl Into<Cow<'a, str>>) -> Self {
        Some(text.into()).filter(|text| !text.is_empty()).map_or_else(Self::none, |text| Self::new(text, Role::Text))
    }

    /// Cell for the age of a time.
    pub fn age(at: Option<Timestamp>, now: Timestamp, zone: Zone) -> Self {
        at.map_or_else(Self::none, |at| Self::of_age(at.age(now, zone)).exact(at))
    }

    /// Cell for the age of a time in few cells; the detail has the day.
    pub fn short_age(at: Option<Timestamp>, now: Timestamp, zone: Zone) -> Self {
        at.map_or_else(Self::none, |at| Self::of_age(at.short_age(now, zone)).exact(at))
    }

    fn of_age(age: Age) -> Self {
        Self { changes_at: age.changes_at, ..Self::from(age.text) }
    }

    /// A number in groups of three; a zero stands back.
    pub fn figure(number: u64, tone: Role) -> Self {
        let shown = Self::new(grouped(number), if number == 0 { Role::Dim } else { tone });
        shown.exact(i64::try_from(number).ok())
    }

    /// A line of a file, from 1.
    pub fn line(line: u32) -> Self {
        Self::new(line.to_string(), Role::Dim).exact(i64::from(line))
    }

    /// A figure as well as it is known; in files `exact` where it is the whole, else as it is shown or nothing.
    pub fn known<T>(known: &Known<T>, words: impl FnOnce(&T) -> String, exact: impl FnOnce(&T) -> Exact<'a>) -> Self {
        let figure = figure(known, words);
        let cell = Self::new(figure.text, if figure.dim { Role::Dim } else { Role::Text });
        match known {
            Known::Is(value) => cell.exact(exact(value)),
            Known::AtLeast { .. } => cell,
            Known::Reading | Known::NotRead | Known::Unavailable(_) => cell.exact(Exact::None),
        }
    }

    /// The cell with this value in files.
    pub fn exact(self, value: impl Into<Exact<'a>>) -> Self {
        Self { exact: Some(value.into()), ..self }
    }

    /// The cell with texts of its own, for rows that are made while they are drawn.
    pub fn owned(self) -> CellText<'static> {
        let exact = self.exact.map(Exact::owned);
        let Self { tone, changes_at, swatch, by_end, .. } = self;
        CellText { text: self.text.into_owned().into(), tone, exact, changes_at, swatch, by_end }
    }

    /// Value in files: its own, else the text, none where it shows `—`.
    pub fn value(self) -> Exact<'a> {
        self.exact.unwrap_or_else(|| Exact::text(self.text))
    }
}

impl<'a> From<&'a str> for CellText<'a> {
    fn from(text: &'a str) -> Self {
        Self::new(text, Role::Text)
    }
}

impl From<String> for CellText<'_> {
    fn from(text: String) -> Self {
        Self::new(text, Role::Text)
    }
}

impl<'a, T: Into<Cow<'a, str>>> From<(T, Role)> for CellText<'a> {
    fn from((text, tone): (T, Role)) -> Self {
        Self::new(text, tone)
    }
}

/// Signs and weight of a row besides its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowFlags {
    /// `●`, and bold in the columns of [`Rows::is_bold`].
    pub unread: bool,
    /// `★`.
    pub starred: bool,
    /// Beside the point: archived, hidden, on its way out.
    pub dim: bool,
}

/// Source of the cells of a table; asked for visible rows only.
pub trait Rows<K> {
    /// The text of one cell; `column` is [`super::Column::id`].
    fn cell(&self, key: &K, column: &str) -> CellText<'_>;

    /// The column a file has after this one: the currency of an amount, the punycode of a name.
    fn beside(&self, column: &str) -> Option<&'static str> {
        let _ = column;
        None
    }

    /// Words of a heading after its title: the scale of the column's drawings.
    fn beside_title(&self, column: &str) -> Option<String> {
        let _ = column;
        None
    }

    /// True when an unread row is bold in this column.
    fn is_bold(&self, column: &str) -> bool {
        let _ = column;
        true
    }

    /// Signs and weight of the row.
    fn flags(&self, key: &K) -> RowFlags {
        let _ = key;
        RowFlags::default()
    }
}
