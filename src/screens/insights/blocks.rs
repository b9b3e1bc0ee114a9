//! Blocks that a report is made of.

use crate::base::{DomainName, Timestamp};
use crate::store::Known;
use crate::store::lists::visits;
use crate::ui::Place;
use crate::ui::text::grouped;

/// Fewest visits or inquiries for percentages and advice; fewer would not be meaningful.
pub const FEWEST: i64 = visits::FEWEST as i64;
/// Smallest change, in percent, that is shown as a percentage.
const LEAST: f64 = 5.0;

/// Part of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Figures(Vec<Figure>),
    /// Advice of the report.
    Worth(Worth),
    Chart(Series),
    Rows(Rows),
    /// Chart shown as a table.
    Days(Days),
    /// Plain sentence.
    Words(String),
}

/// One number with its change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    pub label: String,
    /// Value as text: `44 · 72.1 %`.
    pub value: String,
    /// Count and share as numbers, for files, and a time in seconds.
    pub hits: Option<i64>,
    pub share: Option<f64>,
    pub seconds: Option<i64>,
    /// Change; `None` where there is nothing to compare with.
    pub change: Option<Change>,
}

impl Figure {
    /// Figure in words: `Visitors 3,012 +12.4 % · 812 before`.
    pub fn words(&self) -> String {
        let mut words = format!("{} {}", self.label, self.value);
        if let Some(change) = &self.change {
            words.extend([" ", &change.words()]);
            let before = change.before_words();
            words.extend([" · ", &before].into_iter().filter(|_| !before.is_empty()));
        }
        words
    }
}

/// Difference of a figure from that of the window before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Difference: in percent for a count, in percentage points for a share.
    pub by: f64,
    pub is_share: bool,
    /// Direction; `None` when the figure is the same.
    pub is_up: Option<bool>,
    pub before: Option<f64>,
}

impl Change {
    /// Change in words: `+12.4 %`, `−1.5 points`. Small counts and small changes have no percentage, as it would
    /// mislead.
    pub fn words(&self) -> String {
        let sign = match self.is_up {
            Some(true) => '+',
            Some(false) => '−',
            None => return "unchanged".to_owned(),
        };
        if !self.is_share && self.before.is_some_and(|before| before < FEWEST as f64) {
            return if sign == '+' { "up" } else { "down" }.to_owned();
        }
        let is_little = if self.is_share { self.rounded() == 0.0 } else { self.by.abs() < LEAST };
        if is_little {
            return "about the same".to_owned();
        }
        let unit = if self.is_share { "points" } else { "%" };
        format!("{sign}{:.1} {unit}", self.rounded().abs())
    }

    /// Value before in words: `340 before`; empty when it is unknown.
    pub fn before_words(&self) -> String {
        let before = self.before.filter(|before| *before >= 0.0);
        let words = before.map(|before| if self.is_share { percent(before) } else { grouped(before as usize) });
        words.map(|words| format!("{words} before")).unwrap_or_default()
    }

    /// Share that has changed, of which only the one before and the change are known.
    pub fn share_now(&self) -> Option<f64> {
        // As binary fractions, 9.6 and 2.3 are 11.899999999999999: the sum is rounded to more digits than are sent.
        const PARTS: f64 = 1e9;
        self.before.map(|before| ((before + self.by) * PARTS).round() / PARTS)
    }

    /// Difference with its sign, rounded to one decimal.
    pub fn rounded(&self) -> f64 {
        let by = (self.by.abs() * 10.0).round() / 10.0;
        if self.is_up == Some(false) { -by } else { by }
    }
}

/// Counts over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub title: String,
    /// Noun of what is counted: `visitors`.
    pub noun: &'static str,
    pub points: Vec<(Timestamp, f64)>,
    /// Other counts at the same points, by name.
    pub also: Vec<(&'static str, Vec<Option<i64>>)>,
    /// End of the last point.
    pub to: Timestamp,
    /// Start and end of the window. A point that reaches beyond it covers only part of its time.
    pub window: (Timestamp, Timestamp),
    /// Days of the window; 0 for all time.
    pub days: u32,
    /// Counts of the window before, point by point; empty if they were not read completely.
    pub before: Vec<f64>,
    /// Reason why the counts before are unknown although the answer that would have them was read.
    pub none_before: Option<NoneBefore>,
    /// Changes of the domain, each with the index of the point in which it was made.
    pub marks: Vec<(usize, String)>,
    /// Number of points that could not be read. Those with a known time are gaps in the line.
    pub unread: usize,
    /// Count of the whole window, from the figures of the report.
    pub total: Option<Figure>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoneBefore {
    /// The service sums up older days by week.
    ByWeek,
    NotCounted,
}

impl NoneBefore {
    pub fn words(self) -> &'static str {
        match self {
            Self::ByWeek => "earlier days told by week only",
            Self::NotCounted => "earlier days not counted",
        }
    }
}

/// Counts over time as a table, newest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Days {
    pub title: String,
    pub heads: Vec<String>,
    /// Cells of each row, one per head.
    pub rows: Vec<Vec<String>>,
    /// Number of rows at the end that are totals of the whole window.
    pub totals: usize,
    pub note: Option<String>,
}

/// Table of labelled counts, with bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    pub title: String,
    /// Number of things the table is about, shown in its heading; a file leaves it out of the section's name.
    pub about: Option<i64>,
    pub rows: Vec<Row>,
    /// Sentences below the table.
    pub note: Option<String>,
    /// True when some of its rows could not be read.
    pub is_part: bool,
    /// Number of days its rows show; 0 where they show none.
    pub days: usize,
}

/// Lines of advice.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    pub title: String,
    pub lines: Vec<Line>,
}

/// Line of advice: a figure, its words, and the list it opens.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Figure; `None` for a sentence about the one domain of the report.
    pub figure: Option<Known<u64>>,
    pub words: String,
    /// Words beside the line.
    pub beside: String,
    pub opens: Opens,
}

/// Row of a table, drawn as a bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub label: String,
    /// Code of the row at the service: `low`, `DE`.
    pub key: Option<String>,
    /// Label of the row this one is a part of, such as the step of an inquiry.
    pub parent: Option<String>,
    pub kind: RowKind,
    pub hits: i64,
    /// Share in percent.
    pub share: Option<f64>,
    /// Other facts about the row.
    pub more: Vec<Fact>,
    /// Place that enter opens.
    pub opens: Option<Opens>,
    /// Counts by day, oldest first; empty when they are unknown.
    pub days: Vec<Option<u32>>,
}

/// Kinds of rows by what they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowKind {
    #[default]
    Listed,
    /// Share without a count.
    Share,
    /// Sum of everything that is not listed.
    Others,
    /// Total, counting everything once.
    Total,
}

/// What a row or line opens.
#[derive(Clone, Debug, PartialEq)]
pub enum Opens {
    /// The report on a domain.
    Domain(DomainName),
    /// A page or list of another screen.
    Place(Place),
    /// Title and menu of domains, each with words about it.
    Names(String, Vec<(DomainName, String)>),
    /// Facts about something that no list can be filtered by, such as a campaign.
    Facts(FactSheet),
    /// Title and menu of things that no list can be filtered by, each with its name, words and facts.
    Each(String, Vec<(String, String, FactSheet)>),
}

/// Page of lines, each with a name and its words. Nothing opens from them.
#[derive(Clone, Debug, PartialEq)]
pub struct FactSheet {
    pub title: String,
    pub lines: Vec<(String, String)>,
}

/// Further fact about a row: words for the screen, and one value in one unit for files.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Column of a file, whose name has the unit.
    pub column: &'static str,
    pub value: FactValue,
    /// Words such as `38.0 % of the step before`; empty for a fact that is for files alone.
    pub words: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FactValue {
    Number(f64),
    Text(String),
}

impl Fact {
    /// Fact with a number.
    pub fn number(column: &'static str, value: f64, words: String) -> Self {
        Self { column, value: FactValue::Number(value), words }
    }

    /// Fact with a text.
    pub fn text(column: &'static str, value: &str, words: String) -> Self {
        Self { column, value: FactValue::Text(value.to_owned()), words }
    }
}

impl Fact {
    /// True for a percentage, which is not shown for small counts.
    fn is_share(&self) -> bool {
        self.column.ends_with("_percent")
    }
}

impl Row {
    /// True when the row has enough visits for its days to be shown.
    pub fn has_days(&self) -> bool {
        self.hits >= FEWEST
    }

    /// Facts in words: `optional · 41 asked`; with `few`, without percentages.
    pub fn more_words(&self, few: bool) -> String {
        let told = self.more.iter().filter(|fact| !(few && fact.is_share()));
        let words = told.map(|fact| fact.words.as_str()).filter(|words| !words.is_empty());
        words.collect::<Vec<_>>().join(" · ")
    }
}

/// True when the whole that a count and its share in percent imply is smaller than [`FEWEST`]; `None` if one of them is
/// 0.
pub fn is_of_few(hits: i64, share: f64) -> Option<bool> {
    (hits > 0 && share > 0.0).then(|| (hits as f64 * 100.0 / share).round() < FEWEST as f64)
}

impl Rows {
    /// Heading: `Not emailed, and why · 48`.
    pub fn head(&self) -> String {
        let about = self.about.map(|about| format!(" · {}", grouped(usize::try_from(about).unwrap_or(0))));
        format!("{}{}", self.title, about.unwrap_or_default())
    }

    /// True when all counts and shares are 0.
    pub fn are_zeros(&self) -> bool {
        !self.is_part && self.rows.iter().all(|row| row.hits == 0 && row.share.unwrap_or(0.0) == 0.0)
    }

    /// True when bars are drawn: the whole is not too small, and some row has a share or at least [`FEWEST`] counts.
    pub fn have_bars(&self) -> bool {
        let is_enough = |row: &Row| row.hits >= FEWEST || row.share.is_some();
        !self.are_few() && self.rows.iter().any(is_enough)
    }

    /// True when the rows are shares of fewer than [`FEWEST`], for which percentages would mislead.
    pub fn are_few(&self) -> bool {
        let mut told = self.rows.iter().filter_map(|row| is_of_few(row.hits, row.share?)).peekable();
        let none = || self.rows.iter().all(|row| row.hits == 0 && row.kind != RowKind::Share);
        if told.peek().is_none() { none() } else { told.all(|few| few) }
    }

    /// Number the rows' shares are shares of, if only one number fits them.
    pub fn whole_of_shares(&self) -> Option<i64> {
        let shares: Vec<f64> = self.rows.iter().map(|row| row.share).collect::<Option<_>>()?;
        let listed: i64 = self.rows.iter().map(|row| row.hits).sum();
        let whole = (listed as f64 * 100.0 / shares.iter().sum::<f64>()).round() as i64;
        // Shares are sent with one decimal.
        let is_of = |of: i64| {
            let is_share =
                |(row, told): (&Row, &f64)| (told - row.hits as f64 * 100.0 / of.max(1) as f64).abs() < 0.051;
            self.rows.iter().zip(&shares).all(is_share)
        };
        (is_of(whole) && !is_of(whole - 1) && !is_of(whole + 1)).then_some(whole)
    }

    /// True if the table has no total and its shares show that some are in none of its rows.
    pub fn lack_some(&self) -> bool {
        let is_closed = self.rows.last().is_some_and(|row| row.kind == RowKind::Total);
        let shares: Option<Vec<f64>> = self.rows.iter().map(|row| row.share).collect();
        // Each share is sent with one decimal.
        let most = 100.0 - self.rows.len() as f64 * 0.05;
        !is_closed && shares.is_some_and(|shares| shares.iter().sum::<f64>() < most)
    }

    /// Adds a row for what is not listed and a total. `whole` is the total if each thing counts in at most one row.
    /// Without it, the sum of the rows is the total if their shares fit that sum.
    pub fn close(&mut self, others: &str, whole: Option<i64>) {
        let listed: i64 = self.rows.iter().map(|row| row.hits).sum();
        // The shares sent may be of another total, which is unknown.
        let share = |hits: i64, of: i64| hits as f64 * 100.0 / of.max(1) as f64;
        let is_shared = |of: i64| {
            let is_share = |row: &Row| row.share.is_some_and(|told| (told - share(row.hits, of)).abs() < 0.1);
            listed > 0 && self.rows.iter().all(is_share)
        };
        let whole = whole.or_else(|| Some(listed).filter(|listed| is_shared(*listed)));
        let is_told = self.rows.len() > 1 && !self.is_part;
        let Some(whole) = whole.filter(|whole| is_told && *whole >= listed) else { return };
        let is_shared = is_shared(whole);
        let row = |label: &str, kind, hits: i64| Row {
            label: label.to_owned(),
            kind,
            hits,
            share: is_shared.then(|| share(hits, whole)),
            ..Row::default()
        };
        self.rows.extend((whole > listed).then(|| row(others, RowKind::Others, whole - listed)));
        self.rows.push(row("Total", RowKind::Total, whole));
    }
}

/// Share in percent: `28.7 %`.
pub fn percent(share: f64) -> String {
    format!("{share:.1} %")
}
