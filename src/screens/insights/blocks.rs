//! Blocks that a report is made of.

use crate::base::{DomainName, Timestamp};
use crate::store::Known;
use crate::store::lists::visits;
use crate::ui::Place;
use crate::ui::text::grouped;

/// Visits or inquiries of which a percentage is told, and advice is given; fewer say nothing.
pub const FEWEST: i64 = visits::FEWEST as i64;
/// Percent of a change of which a percentage is told.
const LEAST: f64 = 5.0;

/// A part of a report, from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Figures(Vec<Figure>),
    /// Advice of the report.
    Worth(Worth),
    Chart(Series),
    Rows(Rows),
    /// A chart as a table.
    Days(Days),
    /// A calm sentence.
    Words(String),
}

/// One number with its change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    pub label: String,
    /// `44 · 72.1 %`.
    pub value: String,
    /// The count and the share in it, for files, and a time in seconds.
    pub hits: Option<i64>,
    pub share: Option<f64>,
    pub seconds: Option<i64>,
    /// `None` where there is nothing to compare with.
    pub change: Option<Change>,
}

impl Figure {
    /// `Visitors 3,012 +12.4 % · 812 before`.
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

/// How a figure differs from that of the window before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Percent of a count, percentage points of a share.
    pub by: f64,
    pub is_share: bool,
    /// `None`: it is the same.
    pub is_up: Option<bool>,
    pub before: Option<f64>,
}

impl Change {
    /// `+12.4 %`, `−1.5 points`; a percentage of few, or of hardly any change, would claim too much.
    pub fn words(&self) -> String {
        let sign = match self.is_up {
            Some(true) => '+',
            Some(false) => '−',
            None => return "unchanged".to_owned(),
        };
        if !self.is_share && self.before.is_some_and(|before| before < FEWEST as f64) {
            return if sign == '+' { "up" } else { "down" }.to_owned();
        }
        if !self.is_share && self.by.abs() < LEAST {
            return "about the same".to_owned();
        }
        let unit = if self.is_share { "points" } else { "%" };
        format!("{sign}{} {unit}", self.rounded().abs())
    }

    /// `340 before`; empty where it is not known.
    pub fn before_words(&self) -> String {
        let before = self.before.filter(|before| *before >= 0.0);
        let words = before.map(|before| if self.is_share { percent(before) } else { grouped(before as usize) });
        words.map(|words| format!("{words} before")).unwrap_or_default()
    }

    /// With its sign, to one decimal.
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
    /// Other counts at the points, by name.
    pub also: Vec<(&'static str, Vec<Option<i64>>)>,
    /// End of the last of them.
    pub to: Timestamp,
    /// Begin and end of the window; a point that reaches beyond counts a part of its time.
    pub window: (Timestamp, Timestamp),
    /// Days of the window; 0 for all time.
    pub days: u32,
    /// The counts of the window before, point by point; empty where they were not read whole.
    pub before: Vec<f64>,
    /// Why these are not known, where the answer that would hold them was read.
    pub none_before: Option<NoneBefore>,
    /// Changes of the domain, by the point within which they were made.
    pub marks: Vec<(usize, String)>,
    /// Points of the answer that could not be read. One whose time is known stands in the line as a gap.
    pub unread: usize,
    /// The count of the whole window, from the figures of the report.
    pub total: Option<Figure>,
}

/// Reasons why the window before is not known.
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

/// Counts over time as a table, the newest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Days {
    pub title: String,
    pub heads: Vec<String>,
    /// As many cells as heads.
    pub rows: Vec<Vec<String>>,
    /// The last rows are about the whole window.
    pub totals: usize,
    pub note: Option<String>,
}

/// Labelled counts as bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    pub title: String,
    /// Number of those that it is about, told in its heading; a file names its section without it.
    pub about: Option<i64>,
    pub rows: Vec<Row>,
    /// A footnote.
    pub note: Option<String>,
    /// Some of its rows could not be read.
    pub is_part: bool,
    /// Days that its rows show; 0 where they show none.
    pub days: usize,
}

/// Lines of advice.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    pub title: String,
    pub lines: Vec<Line>,
}

/// A figure with its words and its list.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// `None` for a sentence about the one domain of the report.
    pub figure: Option<Known<u64>>,
    pub words: String,
    /// A note beside it.
    pub beside: String,
    pub opens: Opens,
}

/// One bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub label: String,
    /// Its code at the service: `low`, `DE`.
    pub key: Option<String>,
    /// Code of the row it is a part of: the step of an inquiry.
    pub parent: Option<String>,
    pub kind: RowKind,
    pub hits: i64,
    /// In percent.
    pub share: Option<f64>,
    /// Other facts about it.
    pub more: Vec<Fact>,
    /// Place that enter opens.
    pub opens: Option<Opens>,
    /// Its count by day, the oldest first; empty where that is not known.
    pub days: Vec<Option<u32>>,
}

/// Kinds of rows by what they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowKind {
    #[default]
    Listed,
    /// A share that nobody counted.
    Share,
    /// All that is not listed.
    Others,
    /// Everything, each once.
    Total,
}

/// Place a row leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Opens {
    /// The report on a domain.
    Domain(DomainName),
    /// Somewhere else.
    Place(Place),
    /// A choice among domains, each with what is said of it; under a title.
    Names(String, Vec<(DomainName, String)>),
    /// Facts about something no list can be filtered by, such as a campaign.
    Facts(FactSheet),
    /// A choice among such things, each with what is said of it; under a title.
    Each(String, Vec<(String, String, FactSheet)>),
}

/// Lines of which nothing opens, each a name and what is said of it; under a title.
#[derive(Clone, Debug, PartialEq)]
pub struct FactSheet {
    pub title: String,
    pub lines: Vec<(String, String)>,
}

/// Something else about a row: words for people, one value of one unit for files.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Its column in a file, which names the unit.
    pub column: &'static str,
    pub value: FactValue,
    /// `38.0 % of the step before`; empty where it is for files alone.
    pub words: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FactValue {
    Number(f64),
    Text(String),
}

impl Fact {
    /// A number with its words.
    pub fn number(column: &'static str, value: f64, words: String) -> Self {
        Self { column, value: FactValue::Number(value), words }
    }

    /// A text with its words.
    pub fn text(column: &'static str, value: &str, words: String) -> Self {
        Self { column, value: FactValue::Text(value.to_owned()), words }
    }
}

impl Fact {
    /// A part of a hundred, of which few say nothing.
    fn is_share(&self) -> bool {
        self.column.ends_with("_percent")
    }
}

impl Row {
    /// `optional · 41 asked`; of few without shares.
    pub fn more_words(&self, few: bool) -> String {
        let told = self.more.iter().filter(|fact| !(few && fact.is_share()));
        let words = told.map(|fact| fact.words.as_str()).filter(|words| !words.is_empty());
        words.collect::<Vec<_>>().join(" · ")
    }
}

/// Whether a count and its share of a hundred are of fewer than [`FEWEST`]; `None` where they do not tell.
pub fn is_of_few(hits: i64, share: f64) -> Option<bool> {
    (hits > 0 && share > 0.0).then(|| (hits as f64 * 100.0 / share).round() < FEWEST as f64)
}

impl Rows {
    /// Its heading: `Not emailed, and why · 48`.
    pub fn head(&self) -> String {
        let about = self.about.map(|about| format!(" · {}", grouped(usize::try_from(about).unwrap_or(0))));
        format!("{}{}", self.title, about.unwrap_or_default())
    }

    /// Nothing is counted in any of them.
    pub fn are_zeros(&self) -> bool {
        !self.is_part && self.rows.iter().all(|row| row.hits == 0 && row.share.unwrap_or(0.0) == 0.0)
    }

    /// Fewer than [`FEWEST`] are counted in each, and of how many is not told: a bar would claim too much.
    pub fn have_bars(&self) -> bool {
        let is_enough = |row: &Row| row.hits >= FEWEST || row.share.is_some();
        !self.are_few() && self.rows.iter().any(is_enough)
    }

    /// They count parts of fewer than [`FEWEST`]: shares of these would claim too much.
    pub fn are_few(&self) -> bool {
        let mut told = self.rows.iter().filter_map(|row| is_of_few(row.hits, row.share?)).peekable();
        let none = || self.rows.iter().all(|row| row.hits == 0 && row.kind != RowKind::Share);
        if told.peek().is_none() { none() } else { told.all(|few| few) }
    }

    /// The number that the shares of its rows are shares of, where no other would give these.
    pub fn whole_of_shares(&self) -> Option<i64> {
        let shares: Vec<f64> = self.rows.iter().map(|row| row.share).collect::<Option<_>>()?;
        let listed: i64 = self.rows.iter().map(|row| row.hits).sum();
        let whole = (listed as f64 * 100.0 / shares.iter().sum::<f64>()).round() as i64;
        // Shares are told to one decimal.
        let is_of = |of: i64| {
            let is_share =
                |(row, told): (&Row, &f64)| (told - row.hits as f64 * 100.0 / of.max(1) as f64).abs() < 0.051;
            self.rows.iter().zip(&shares).all(is_share)
        };
        (is_of(whole) && !is_of(whole - 1) && !is_of(whole + 1)).then_some(whole)
    }

    /// Ends with what is not listed and a total, where each of `whole` is counted in one row at most. Rows whose shares are of
    /// their own sum tell that this is the whole.
    pub fn close(&mut self, others: &str, whole: Option<i64>) {
        let listed: i64 = self.rows.iter().map(|row| row.hits).sum();
        // Shares are shares of the total, or of something else that is not said.
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

/// A share of a hundred: `28.7 %`.
pub fn percent(share: f64) -> String {
    format!("{share:.1} %")
}
