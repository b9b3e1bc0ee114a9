//! Cells of a table as data, and where a table gets them from.

use std::borrow::Cow;
use std::hash::Hash;

use super::Exact;
use crate::base::{Age, DomainName, Timestamp, Zone};
use crate::store::Known;
use crate::ui::Role;
use crate::ui::text::{NONE, figure, grouped, width};

/// Identity of a row: `Id<Inquiry>`, a domain's punycode in an `Arc<str>`.
pub trait Key: Clone + Eq + Hash + 'static {}
impl<K: Clone + Eq + Hash + 'static> Key for K {}

/// How a text is cut that is longer than its cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    #[default]
    End,
    /// In the middle, because its end matters.
    Middle,
    /// Between its parts, which are separated by `, `: those that begin with these words stay longest.
    Parts(&'static str),
}

/// Text of a cell with its role. The column determines the alignment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellText<'a> {
    /// Cleaned text; empty draws nothing.
    pub text: Cow<'a, str>,
    pub tone: Role,
    /// Value for files, if it is not the text: a time where an age is shown, an amount without its currency.
    pub exact: Option<Exact<'a>>,
    /// Time at which the text changes.
    pub changes_at: Option<Timestamp>,
    /// True if the text is three blanks and a colour, which is painted over the first two.
    pub swatch: bool,
    /// Text shown where the whole one has no room.
    pub short: Option<Cow<'a, str>>,
    /// How a text is cut that is too long.
    pub cut: Cut,
}

impl<'a> CellText<'a> {
    /// Cell with this role.
    pub fn new(text: impl Into<Cow<'a, str>>, tone: Role) -> Self {
        Self { text: text.into(), tone, ..Self::default() }
    }

    /// Cell of a domain: in both spellings where there is room, else in Unicode.
    pub fn name(name: &DomainName) -> Self {
        Self { short: Some(name.unicode().to_owned().into()), ..name.both().into() }
    }

    /// Cell of an unknown value: `—`.
    pub fn none() -> Self {
        Self::new(NONE, Role::Dim)
    }

    /// Cell of a text; `—` if it is empty.
    pub fn or_none(text: impl Into<Cow<'a, str>>) -> Self {
        Some(text.into()).filter(|text| !text.is_empty()).map_or_else(Self::none, |text| Self::new(text, Role::Text))
    }

    /// Cell for the age of a time.
    pub fn age(at: Option<Timestamp>, now: Timestamp, zone: Zone) -> Self {
        at.map_or_else(Self::none, |at| Self::of_age(at.age(now, zone)).exact(at))
    }

    /// Cell for the age of a time, in few cells; the detail has the day.
    pub fn short_age(at: Option<Timestamp>, now: Timestamp, zone: Zone) -> Self {
        at.map_or_else(Self::none, |at| Self::of_age(at.short_age(now, zone)).exact(at))
    }

    /// Cell for the age of a time, in few cells where there is little room.
    pub fn age_by_room(at: Option<Timestamp>, now: Timestamp, zone: Zone) -> Self {
        let (age, short) = (Self::age(at, now, zone), Self::short_age(at, now, zone));
        let changes_at = [age.changes_at, short.changes_at].into_iter().flatten().min();
        Self { short: Some(short.text), changes_at, ..age }
    }

    fn of_age(age: Age) -> Self {
        Self { changes_at: age.changes_at, ..Self::from(age.text) }
    }

    /// Cell of a number, in groups of three; a zero is dim.
    pub fn figure(number: u64, tone: Role) -> Self {
        let shown = Self::new(grouped(number), if number == 0 { Role::Dim } else { tone });
        shown.exact(i64::try_from(number).ok())
    }

    /// Cell of a line number of a file, from 1.
    pub fn line(line: u32) -> Self {
        Self::new(line.to_string(), Role::Dim).exact(i64::from(line))
    }

    /// Cell of a figure with how well it is known. Files get `exact` if the figure is complete, else the text or
    /// nothing.
    pub fn known<T>(known: &Known<T>, words: impl FnOnce(&T) -> String, exact: impl FnOnce(&T) -> Exact<'a>) -> Self {
        let figure = figure(known, words);
        let cell = Self::new(figure.text, if figure.dim { Role::Dim } else { Role::Text });
        match known {
            Known::Is(value) => cell.exact(exact(value)),
            Known::AtLeast { .. } => cell,
            Known::Reading | Known::NotRead | Known::Unavailable(_) => cell.exact(Exact::None),
        }
    }

    /// The same cell with this value for files.
    pub fn exact(self, value: impl Into<Exact<'a>>) -> Self {
        Self { exact: Some(value.into()), ..self }
    }

    /// The same cell with texts of its own, for rows that are made while they are drawn.
    pub fn owned(self) -> CellText<'static> {
        let exact = self.exact.map(Exact::owned);
        let short = self.short.map(|short| short.into_owned().into());
        let Self { tone, changes_at, swatch, cut, .. } = self;
        CellText { text: self.text.into_owned().into(), tone, exact, changes_at, swatch, short, cut }
    }

    /// Text for a column of so many cells.
    pub(super) fn within(&self, cells: u16) -> &str {
        match &self.short {
            Some(short) if width(&self.text) > usize::from(cells) => short,
            _ => &self.text,
        }
    }

    /// Value for files: its own, else the text; none if that is `—`.
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

/// Signs and weight of a row, besides its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowFlags {
    /// Shown as `●`, and bold in the columns of [`Rows::is_bold`].
    pub unread: bool,
    /// Shown as `★`.
    pub starred: bool,
    /// Dimmed: archived, hidden, or being removed.
    pub dim: bool,
}

/// Source of a table's cells, asked for visible rows only.
pub trait Rows<K> {
    /// Text of one cell; `column` is [`super::Column::id`].
    fn cell(&self, key: &K, column: &str) -> CellText<'_>;

    /// Ids of the columns that files have after this one: the currency of an amount, the punycode of a name.
    fn beside(&self, column: &str) -> &'static [&'static str] {
        let _ = column;
        &[]
    }

    /// Words after the title in a heading: the scale of the column's drawings.
    fn beside_title(&self, column: &str) -> Option<String> {
        let _ = column;
        None
    }

    /// True when an unread row is bold in this column.
    fn is_bold(&self, column: &str) -> bool {
        let _ = column;
        true
    }

    /// Signs and weight of a row.
    fn flags(&self, key: &K) -> RowFlags {
        let _ = key;
        RowFlags::default()
    }
}
