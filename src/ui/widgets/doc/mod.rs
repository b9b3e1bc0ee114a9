//! Pieces that pages are made of, so that labels, gaps and missing values look the same on every page. Look first at
//! [`Doc`].

pub mod members;

use std::borrow::Cow;
use std::sync::Arc;

use super::super::{Role, Tone, text};
use super::page::Part;
use crate::base::{Timestamp, Zone};

/// Cells of indentation per level.
const INDENT: usize = 2;

/// Page being made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doc {
    /// Parts from top to bottom.
    pub parts: Vec<Part>,
    /// Present time and zone, for members that are times.
    pub clock: Option<(Timestamp, Zone)>,
}

impl Doc {
    /// Empty page, whose times are in `zone` and whose ages are measured from `now`.
    pub fn at(now: Timestamp, zone: Zone) -> Self {
        Self { parts: Vec::new(), clock: Some((now, zone)) }
    }

    /// Words for a time: `12 Mar 2026, 14:02:11 CET (4m ago)`, without the age if that is a date, too; the bare number
    /// on a page without a clock.
    pub fn when(&self, at: Timestamp) -> String {
        self.clock.map_or_else(|| at.0.to_string(), |(now, zone)| text::past(at, now, zone))
    }

    /// Adds the first line: a name at the left, a figure at the right.
    pub fn title(&mut self, left: impl Into<String>, right: impl Into<String>) {
        self.parts.push(Part::Ends { left: left.into(), right: right.into(), tone: Role::Accent });
    }

    /// Adds the first line of something, with its date dimmed at the right.
    pub fn dated(&mut self, left: impl Into<String>, date: impl Into<String>) {
        self.parts.push(Part::Ends { left: left.into(), right: date.into(), tone: Role::Dim });
    }

    /// Adds a heading, with a blank line before it.
    pub fn heading(&mut self, text: &str) {
        self.gap();
        self.parts.push(Part::Title(text.to_owned()));
    }

    /// Adds a label and its value.
    pub fn field(&mut self, label: impl Into<Cow<'static, str>>, value: impl Into<String>) {
        self.parts.push(Part::field(label, value));
    }

    /// Adds a field that is indented by its depth.
    pub fn field_at(&mut self, depth: usize, label: &str, value: impl Into<String>) {
        let label = format!("{}{label}", " ".repeat(depth * INDENT));
        self.parts.push(Part::Field { label: label.into(), value: value.into(), tone: Role::Text });
    }

    /// Adds a field in a colour, which says nothing that the field's words do not say.
    pub fn toned(&mut self, label: &'static str, value: impl Into<String>, tone: Tone) {
        self.parts.push(Part::Field { label: label.into(), value: value.into(), tone: tone.into() });
    }

    /// Adds a field if there is a value.
    pub fn field_if(&mut self, label: &'static str, value: Option<String>) {
        if let Some(value) = value {
            self.field(label, value);
        }
    }

    /// Adds a field with its value, or with `—` and the reason why there is none.
    pub fn field_or(&mut self, label: &'static str, value: Option<String>, why_not: &str) {
        let value = value.unwrap_or_else(|| format!("— {why_not}").trim_end().to_owned());
        self.field(label, value);
    }

    /// Adds running text of the program.
    pub fn text(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Text(Role::Text, text.into()));
    }

    /// Adds secondary text.
    pub fn dim(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Text(Role::Dim, text.into()));
    }

    /// Adds a warning of the program.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Text(Role::Warn, text.into()));
    }

    /// Adds a stranger's words, cleaned and marked so that they cannot pose as the program's.
    pub fn quote(&mut self, text: impl Into<Arc<str>>) {
        self.parts.push(Part::Quote(Role::Text, text.into()));
    }

    /// Adds a stranger's words, dimmed.
    pub fn dim_quote(&mut self, text: impl Into<Arc<str>>) {
        self.parts.push(Part::Quote(Role::Dim, text.into()));
    }

    /// Adds a blank line, but never two in a row or one at the top.
    pub fn gap(&mut self) {
        if !matches!(self.parts.last(), None | Some(Part::Blank)) {
            self.parts.push(Part::Blank);
        }
    }
}

/// Page as plain text, without colours or wrapping.
#[cfg(any(test, feature = "testing"))]
pub fn plain(parts: &[Part]) -> String {
    let line = |part: &Part| match part {
        Part::Ends { left, right, .. } => format!("{left}   {right}"),
        Part::Title(text) | Part::Text(_, text) | Part::Json(text) => text.clone(),
        Part::Quote(_, text) => text.to_string(),
        Part::Field { label, value, .. } => format!("{label}: {value}"),
        Part::Line(pieces) | Part::Facts(pieces) => pieces.iter().map(|(_, text)| text.as_str()).collect(),
        Part::Columns(texts) => texts.iter().map(|text| plain(text)).collect::<Vec<_>>().join("\n"),
        Part::Blank => String::new(),
    };
    parts.iter().map(line).collect::<Vec<_>>().join("\n")
}
