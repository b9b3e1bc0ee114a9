//! Counts over time: what is read of them, the window before them, and the table of them.

use std::collections::HashMap;

use super::blocks::{Block, Days, Series};
use crate::base::{Timestamp, Zone};
use crate::screens::traffic::Event;
use crate::ui::chart::TimeChart;
use crate::ui::text::{NONE, grouped, width};

const DAY: i64 = 86_400;

/// A value beside the axis.
fn on_axis(value: f64) -> String {
    if value.fract() == 0.0 { grouped(value as usize) } else { format!("{value:.1}") }
}

/// One of what is counted: `visitor`, `inquiry`.
fn one_of(noun: &str) -> String {
    match noun.strip_suffix("ies") {
        Some(begin) => format!("{begin}y"),
        None => noun.trim_end_matches('s').to_owned(),
    }
}

impl Series {
    /// As a chart without a cursor.
    pub fn time_chart(&self) -> TimeChart<'_> {
        let Self { points, to, before, window, marks, .. } = self;
        TimeChart { points, to: *to, before, counted: *window, marks, ..TimeChart::new(&on_axis) }
    }

    /// The highest count and when it was.
    pub fn peak(&self) -> Option<(Timestamp, f64)> {
        self.points
            .iter()
            .copied()
            .filter(|point| !point.1.is_nan())
            .reduce(|most, point| if point.1 > most.1 { point } else { most })
    }

    /// The point counts a part of its time only.
    pub fn is_part(&self, at: usize) -> bool {
        let end = self.points.get(at + 1).map_or(self.to, |(next, _)| *next);
        self.points.get(at).is_some_and(|(begin, _)| *begin < self.window.0) || end > self.window.1
    }

    /// Takes the window before out of a longer one, where it was read whole and by the same steps.
    pub fn compare(&mut self, longer: &Self) {
        let shift = i64::from(self.days) * DAY;
        let step = |of: &Self| of.points.get(1).map(|(next, _)| next.0 - of.points[0].0.0);
        if shift == 0 || step(self) != step(longer) {
            return;
        }
        let known: HashMap<i64, f64> = (0..)
            .zip(&longer.points)
            .filter(|(at, (_, hits))| !longer.is_part(*at) && !hits.is_nan())
            .map(|(_, (begin, hits))| (begin.0, *hits))
            .collect();
        let before = self.points.iter().map(|(begin, _)| known.get(&(begin.0 - shift)).copied());
        self.before = before.collect::<Option<Vec<_>>>().unwrap_or_default();
    }

    /// `24 Nov: 81 visitors so far · 45 on 25 Oct` in so many cells, else without what follows the count.
    pub fn read(&self, at: usize, cells: usize, zone: Zone) -> Option<String> {
        let (when, hits) = self.points.get(at)?;
        let day = when.on_axis(zone, false);
        if hits.is_nan() {
            return Some(format!("{day}: could not be read"));
        }
        let one = (*hits as i64 == 1).then(|| one_of(self.noun));
        let mut words = format!("{day}: {} {}", grouped(*hits as usize), one.as_deref().unwrap_or(self.noun));
        let short = words.clone();
        if self.is_part(at) {
            words.push_str(if at + 1 == self.points.len() { " so far" } else { ", in part" });
        }
        let also = self.also.iter().filter_map(|(name, counts)| Some(format!("{} {name}", count((*counts.get(at)?)?))));
        let also = also.collect::<Vec<_>>().join(", ");
        let then = Timestamp(when.0 - i64::from(self.days) * 86_400).on_axis(zone, false);
        let before = self.before.get(at).map(|hits| format!("{} on {then}", grouped(*hits as usize)));
        let done = Some(self.done_at(at)).filter(|done| !done.is_empty());
        for more in [also].into_iter().filter(|also| !also.is_empty()).chain(before).chain(done) {
            words.extend([" · ", &more]);
        }
        Some(if width(&words) <= cells { words } else { short })
    }

    /// What was done to the domain within a point; empty where nothing was.
    pub fn done_at(&self, at: usize) -> String {
        let done = self.marks.iter().filter(|(point, _)| *point == at);
        done.map(|(_, words)| words.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Takes what was done to the domain within the window.
    pub fn mark(&mut self, events: &[Event]) {
        let point = |event: &Event| {
            let at = self.points.partition_point(|(begin, _)| *begin <= event.at).checked_sub(1)?;
            (event.at < self.to).then(|| (at, event.words.clone()))
        };
        self.marks = events.iter().filter_map(point).collect();
    }

    /// The counts as a table, the newest first, the whole window last.
    pub fn table(&self, zone: Zone) -> Days {
        let compares = !self.before.is_empty();
        let capital = |word: &str| crate::base::capital(word);
        let mut heads = vec!["Date".to_owned(), "Day".to_owned(), capital(self.noun)];
        heads.extend(self.also.iter().map(|(name, _)| capital(name)));
        heads.extend(["Before", "Difference"].iter().filter(|_| compares).map(|head| (*head).to_owned()));
        let marked = !self.marks.is_empty();
        heads.extend(marked.then(|| "Done".to_owned()));
        let row = |(at, (when, hits)): (usize, &(Timestamp, f64))| {
            let part = if self.is_part(at) { " part" } else { "" };
            let counted = if hits.is_nan() { NONE.to_owned() } else { count(*hits as i64) };
            let mut cells = vec![when.on_axis(zone, self.days == 0), when.weekday(zone) + part, counted];
            let also = self.also.iter().map(|(_, counts)| counts.get(at).copied().flatten());
            cells.extend(also.map(|known| known.map_or_else(|| NONE.to_owned(), count)));
            if let Some(before) = self.before.get(at) {
                // Part of a day cannot be compared with a whole one.
                let by = if self.is_part(at) || hits.is_nan() { NONE.to_owned() } else { signed(*hits - before) };
                cells.extend([count(*before as i64), by]);
            }
            cells.extend(marked.then(|| self.done_at(at)));
            cells
        };
        let mut rows: Vec<Vec<String>> = self.points.iter().enumerate().map(row).rev().collect();
        let total = self.total.as_ref().and_then(|total| total.hits.map(|hits| (hits, total.change)));
        if let Some((hits, change)) = total {
            let mut cells = vec!["Total".to_owned(), String::new(), count(hits)];
            let sum = |(_, counts): &(_, Vec<Option<i64>>)| count(counts.iter().flatten().sum());
            cells.extend(self.also.iter().map(sum));
            if compares {
                let before = change.and_then(|change| change.before);
                cells.push(before.map_or_else(|| NONE.to_owned(), |before| count(before as i64)));
                cells.push(before.map_or_else(|| NONE.to_owned(), |before| signed(hits as f64 - before)));
            }
            cells.extend(marked.then(String::new));
            rows.push(cells);
        }
        let (parts, totals) = ((0..self.points.len()).any(|at| self.is_part(at)), usize::from(total.is_some()));
        let note = parts.then(|| "Days in part are not compared: the window begins or ends within them.".to_owned());
        Days { title: self.title.clone(), heads, rows, totals, note: note.filter(|_| compares) }
    }
}

/// Gives the charts their window before, out of the same charts of a longer one.
pub fn compare(blocks: &mut [Block], longer: &[Block]) {
    for block in blocks {
        let Block::Chart(series) = block else { continue };
        let same = longer.iter().find_map(|block| match block {
            Block::Chart(longer) if longer.noun == series.noun => Some(longer),
            _ => None,
        });
        if let Some(longer) = same {
            series.compare(longer);
        }
    }
}

fn count(count: i64) -> String {
    grouped(usize::try_from(count).unwrap_or(0))
}

/// `+12`, `−3`, `0`.
fn signed(by: f64) -> String {
    let sign = match by as i64 {
        1.. => "+",
        0 => "",
        _ => "−",
    };
    format!("{sign}{}", grouped(by.abs() as usize))
}
