//! What a report is made of.

use crate::base::{DomainName, Timestamp};

/// A part of a report, from top to bottom.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    Figures(Vec<Figure>),
    Chart(Series),
    Rows(Rows),
    /// Counts side by side, the more the darker: days of a week.
    Heat {
        title: String,
        cells: Vec<(String, i64)>,
    },
    /// A calm sentence.
    Words(String),
}

/// One number with its change.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub label: String,
    /// `44 · 72.1 %`.
    pub value: String,
    /// The count and the share in it, for files; a time is a count of seconds.
    pub hits: Option<i64>,
    pub share: Option<f64>,
    /// `↑ up 12 %`; empty where there is nothing to compare with.
    pub trend: String,
}

/// Counts over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub title: String,
    /// What is counted: `visitors`.
    pub noun: &'static str,
    pub points: Vec<(Timestamp, f64)>,
    /// What else is known of each point; empty where nothing is of any.
    pub more: Vec<String>,
    /// When the last of them ends.
    pub to: Timestamp,
}

/// Labelled counts as bars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    pub title: String,
    pub rows: Vec<Row>,
    /// A footnote.
    pub note: Option<String>,
}

/// One bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    pub label: String,
    pub hits: i64,
    /// In percent.
    pub share: Option<f64>,
    /// What else is known of it: `38 % of the step before`.
    pub more: String,
    /// The domain it is about.
    pub name: Option<DomainName>,
}

impl Series {
    /// The highest count and when it was.
    pub fn peak(&self) -> Option<(Timestamp, f64)> {
        self.points.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The same as bars, the newest first: the table of a chart.
    pub fn table(&self, words: impl Fn(Timestamp) -> String) -> Rows {
        let row = |(place, (at, hits)): (usize, &(Timestamp, f64))| Row {
            label: words(*at),
            hits: *hits as i64,
            more: self.more.get(place).cloned().unwrap_or_default(),
            ..Row::default()
        };
        Rows { title: self.title.clone(), rows: self.points.iter().enumerate().map(row).rev().collect(), note: None }
    }
}

/// A share of a hundred: `28.7 %`.
pub fn percent(share: f64) -> String {
    format!("{share:.1} %")
}
