//! All facts about one row as a page of text, with whole notices and every time in full.

use crate::api::Seen;
use crate::base::Timestamp;
use crate::store::lists::jobs::{Job, Known};
use crate::ui::widgets::{json, progress};
use crate::ui::{Role, Sheet, World, text};

use super::job::count;

/// Heading of what the service sent.
const AS_SENT: &str = "As the service sent it";

/// Lines of a page: labelled values (`—` when empty) and plain text.
pub struct Facts<'a> {
    lines: Vec<(Role, String)>,
    world: &'a World<'a>,
}

impl<'a> Facts<'a> {
    pub fn new(world: &'a World<'a>) -> Self {
        Self { lines: Vec::new(), world }
    }

    /// Page with its title.
    pub fn sheet(self, title: impl Into<String>) -> Sheet {
        Sheet { title: title.into(), lines: self.lines }
    }

    /// Adds a line of text.
    pub fn text(&mut self, role: Role, words: impl Into<String>) {
        self.lines.push((role, words.into()));
    }

    /// Adds a heading after a blank line.
    pub fn head(&mut self, role: Role, words: impl Into<String>) {
        self.text(Role::Text, "");
        self.text(role, words);
    }

    /// Adds a labelled value.
    pub fn say(&mut self, label: &str, value: impl Into<String>) {
        let value = value.into();
        let (role, value) = if value.is_empty() { (Role::Dim, text::NONE.to_owned()) } else { (Role::Text, value) };
        self.say_as(role, label, &value);
    }

    /// Adds a labelled value in a role.
    pub fn say_as(&mut self, role: Role, label: &str, value: &str) {
        self.text(role, format!("{label:<12}\t{value}"));
    }

    /// Adds the number of further rows of a list of which only `shown` are shown.
    pub fn more(&mut self, all: u64, shown: usize) {
        if let more @ 1.. = all.saturating_sub(shown as u64) {
            self.text(Role::Dim, format!("and {} more", text::grouped(more)));
        }
    }

    /// Adds counts, each with its label.
    pub fn counts<const N: usize>(&mut self, counts: [(&str, &Seen<i64>); N]) {
        for (label, field) in counts {
            self.say(label, count(field).map(text::grouped).unwrap_or_default());
        }
    }

    /// Adds the progress of a job. A failed job with 100 % gets none, because it did not get that far.
    pub fn progress(&mut self, share: &Seen<f64>, failed: bool) {
        if failed && share.copied().is_some_and(|share| share >= 1.0) {
            return;
        }
        self.say("Progress", share.copied().map(|share| format!("{} %", progress::percent(share))).unwrap_or_default());
    }

    /// Adds the times at which a job was queued, started and finished.
    pub fn times(&mut self, times: [&Seen<Timestamp>; 3]) {
        for ((label, without), at) in
            [("Queued", ""), ("Started", "not yet"), ("Finished", "not yet")].iter().zip(times)
        {
            self.say(label, at.copied().map_or_else(|| (*without).to_owned(), |at| at.full(self.world.zone)));
        }
    }

    /// Adds a note if a job has made no progress for long.
    pub fn quiet<T: Job>(&mut self, known: &Known<T>) {
        if known.is_quiet(self.world.now) {
            self.text(Role::Dim, "Still running, without progress for a while; checked every 5 minutes.");
        }
    }

    /// Adds the JSON the service sent, at the end.
    pub fn raw(&mut self, raw: &str) {
        self.head(Role::Dim, AS_SENT);
        self.lines.extend(json::plain(raw));
    }
}

/// Sheet without what the service sent, and without the blank line before it.
pub fn in_short(mut sheet: Sheet) -> Sheet {
    let end = sheet.lines.iter().position(|(_, words)| words == AS_SENT);
    sheet.lines.truncate(end.map_or(sheet.lines.len(), |end| end.saturating_sub(1)));
    sheet
}
