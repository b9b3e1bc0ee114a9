//! Counts over time: the values of a chart, the window before, and the chart as a table.

use std::collections::HashMap;

use super::blocks::{Block, Days, FEWEST, NoneBefore, Series};
use crate::base::{Timestamp, Zone};
use crate::screens::traffic::Event;
use crate::ui::chart::TimeChart;
use crate::ui::text::{NONE, counted, grouped, width};

const DAY: i64 = 86_400;
/// Rows of a chart of few counts, including its axis and dates.
const LOW: u16 = 5;

/// Text of a value on the axis.
fn on_axis(value: f64) -> String {
    if value.fract() == 0.0 { grouped(value as usize) } else { format!("{value:.1}") }
}

/// Singular of what is counted: `visitor`, `inquiry`.
fn one_of(noun: &str) -> String {
    match noun.strip_suffix("ies") {
        Some(begin) => format!("{begin}y"),
        None => noun.trim_end_matches('s').to_owned(),
    }
}

impl Series {
    /// Chart of the series, without a cursor.
    pub fn time_chart(&self) -> TimeChart<'_> {
        let Self { points, to, before, window, marks, .. } = self;
        TimeChart { points, to: *to, before, counted: *window, marks, ..TimeChart::new(&on_axis) }
    }

    /// Highest count and its time.
    pub fn peak(&self) -> Option<(Timestamp, f64)> {
        self.points
            .iter()
            .copied()
            .filter(|point| !point.1.is_nan())
            .reduce(|most, point| if point.1 > most.1 { point } else { most })
    }

    /// True when fewer are counted than a chart needs to be meaningful.
    fn is_few(&self) -> bool {
        self.points.iter().map(|(_, hits)| hits).filter(|hits| !hits.is_nan()).sum::<f64>() < FEWEST as f64
    }

    /// Height of its chart in `rows` rows; small when few are counted.
    pub fn chart_height(&self, rows: u16) -> u16 {
        self.time_chart().height(if self.is_few() { rows.min(LOW) } else { rows })
    }

    /// Peak named in the legend; `None` when few are counted.
    pub fn told_peak(&self) -> Option<(Timestamp, f64)> {
        self.peak().filter(|_| !self.is_few())
    }

    /// Words for how much earlier the line of the window before is, in whole weeks: `5 weeks earlier`.
    pub fn before_words(&self) -> String {
        format!("{} earlier", counted(u64::from(self.shift() / 7), "week", "weeks"))
    }

    /// True when the point covers only a part of its time.
    pub fn is_part(&self, at: usize) -> bool {
        let end = self.points.get(at + 1).map_or(self.to, |(next, _)| *next);
        self.points.get(at).is_some_and(|(begin, _)| *begin < self.window.0) || end > self.window.1
    }

    /// Means of the points that cover all of their time, each with its label; empty when few are counted.
    pub fn means(&self, zone: Zone) -> Vec<(String, String)> {
        let whole = || (0..self.points.len()).filter(|at| !self.is_part(*at) && !self.points[*at].1.is_nan());
        let mean = |values: Vec<f64>| {
            let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
            let words = if mean < 10.0 { format!("{mean:.1}") } else { grouped(mean.round() as usize) };
            (!values.is_empty()).then_some(words)
        };
        let hits = |at: usize| self.points[at].1;
        let is_weekend = |at: &usize| Timestamp(self.points[*at].0.0 + DAY / 2).is_weekend(zone);
        let slot = if self.is_by_week() { "week" } else { "day" };
        let mut means = vec![(format!("Mean, whole {slot}"), mean(whole().map(hits).collect()))];
        if !self.is_by_week() {
            means.push(("on a weekend".to_owned(), mean(whole().filter(is_weekend).map(hits).collect())));
            means.push(("on another day".to_owned(), mean(whole().filter(|at| !is_weekend(at)).map(hits).collect())));
        }
        let before = whole().filter_map(|at| self.before.get(at).copied());
        means.push((self.before_words(), mean(before.collect())));
        if self.is_few() { Vec::new() } else { means.into_iter().filter_map(|(of, mean)| Some((of, mean?))).collect() }
    }

    /// True when each point counts a week.
    pub fn is_by_week(&self) -> bool {
        self.points.get(1).is_some_and(|(next, _)| next.0 - self.points[0].0.0 > 5 * DAY)
    }

    /// Words for a point: `4 Mar`, or `week of 4 Mar` if it counts a week.
    pub fn point(&self, when: Timestamp, zone: Zone) -> String {
        let day = when.on_axis(zone, false);
        if self.is_by_week() { format!("week of {day}") } else { day }
    }

    /// Words for the time of a point in a sentence: `on 4 Mar`, `in the week of 4 Mar`.
    pub fn within(&self, when: Timestamp, zone: Zone) -> String {
        format!("{} {}", if self.is_by_week() { "in the" } else { "on" }, self.point(when, zone))
    }

    /// Number of days between a point and the earlier one it is compared with: whole weeks, so that Sundays are
    /// compared with Sundays; 0 for all time.
    pub fn shift(&self) -> u32 {
        self.days.next_multiple_of(7)
    }

    /// Takes the counts of the window before from a longer window, if they were read completely and in the same steps.
    pub fn compare(&mut self, longer: &Self) {
        let shift = i64::from(self.shift()) * DAY;
        let step = |of: &Self| of.points.get(1).map(|(next, _)| next.0 - of.points[0].0.0);
        if shift == 0 {
            return;
        }
        if step(self) != step(longer) {
            self.none_before = Some(NoneBefore::ByWeek);
            return;
        }
        let known: HashMap<i64, f64> = (0..)
            .zip(&longer.points)
            .filter(|(at, (_, hits))| !longer.is_part(*at) && !hits.is_nan())
            .map(|(_, (begin, hits))| (begin.0, *hits))
            .collect();
        let before = self.points.iter().map(|(begin, _)| known.get(&(begin.0 - shift)).copied());
        self.before = before.collect::<Option<Vec<_>>>().unwrap_or_default();
        self.none_before = self.before.is_empty().then_some(NoneBefore::NotCounted);
    }

    /// Words for a point: `24 Nov: 81 visitors so far · 45 on 25 Oct` if that fits into `cells`, else `24 Nov: 81
    /// visitors so far`, or `24 Nov: 81 so far` where even that is too long.
    pub fn read(&self, at: usize, cells: usize, zone: Zone) -> Option<String> {
        let (when, hits) = self.points.get(at)?;
        let day = crate::base::capital(&self.point(*when, zone));
        if hits.is_nan() {
            return Some(format!("{day}: could not be read"));
        }
        let one = (*hits as i64 == 1).then(|| one_of(self.noun));
        let part = match self.is_part(at) {
            true if at + 1 == self.points.len() => " so far",
            true => ", in part",
            false => "",
        };
        let counted = format!("{day}: {}", grouped(*hits as usize));
        let mut words = format!("{counted} {}{part}", one.as_deref().unwrap_or(self.noun));
        // The title names what is counted, but only these words say that a day is not over.
        let short = if part.is_empty() || width(&words) <= cells { words.clone() } else { format!("{counted}{part}") };
        let also = self.also.iter().filter_map(|(name, counts)| Some(format!("{} {name}", count((*counts.get(at)?)?))));
        let also = also.collect::<Vec<_>>().join(", ");
        let then = self.within(Timestamp(when.0 - i64::from(self.shift()) * DAY), zone);
        let before = self.before.get(at).map(|hits| format!("{} {then}", grouped(*hits as usize)));
        let done = Some(self.done_at(at)).filter(|done| !done.is_empty());
        for more in [also].into_iter().filter(|also| !also.is_empty()).chain(before).chain(done) {
            words.extend([" · ", &more]);
        }
        Some(if width(&words) <= cells { words } else { short })
    }

    /// Changes of the domain within a point, in words; empty without any.
    pub fn done_at(&self, at: usize) -> String {
        let done = self.marks.iter().filter(|(point, _)| *point == at);
        done.map(|(_, words)| words.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Takes the changes of the domain that were made within the window.
    pub fn mark(&mut self, events: &[Event]) {
        let point = |event: &Event| {
            let at = self.points.partition_point(|(begin, _)| *begin <= event.at).checked_sub(1)?;
            (event.at < self.to).then(|| (at, event.words.clone()))
        };
        self.marks = events.iter().filter_map(point).collect();
    }

    /// Chart as a table, newest first, with the whole window as the last row.
    pub fn table(&self, zone: Zone) -> Days {
        let compares = !self.before.is_empty();
        let capital = |word: &str| crate::base::capital(word);
        // All weeks begin on the same weekday, so the day they end is more useful.
        let second = if self.is_by_week() { "Until" } else { "Day" };
        let mut heads = vec!["Date".to_owned(), second.to_owned(), capital(self.noun)];
        // A count that no point has would be a column of dashes.
        let also: Vec<_> = self.also.iter().filter(|(_, counts)| counts.iter().any(Option::is_some)).collect();
        heads.extend(also.iter().map(|(name, _)| capital(name)));
        // The heading names its days, because the report's figure is compared with another window: the one that ends
        // where the shown one begins.
        let further = [format!("{} d before", self.shift()), "Difference".to_owned()];
        heads.extend(further.into_iter().filter(|_| compares));
        let marked = !self.marks.is_empty();
        heads.extend(marked.then(|| "Done".to_owned()));
        let row = |(at, (when, hits)): (usize, &(Timestamp, f64))| {
            let part = if self.is_part(at) { " part" } else { "" };
            let counted = if hits.is_nan() { NONE.to_owned() } else { count(*hits as i64) };
            let date = if self.days == 0 { when.day_of_year(zone) } else { when.on_axis(zone, false) };
            let next = self.points.get(at + 1).map_or(self.to, |(next, _)| *next);
            let last = || Timestamp(next.0 - 1).on_axis(zone, false);
            let second = if self.is_by_week() { last() } else { when.weekday(zone) };
            let mut cells = vec![date, second + part, counted];
            let also = also.iter().map(|(_, counts)| counts.get(at).copied().flatten());
            cells.extend(also.map(|known| known.map_or_else(|| NONE.to_owned(), count)));
            if let Some(before) = self.before.get(at) {
                // A part of a day cannot be compared with a whole one.
                let by = if self.is_part(at) || hits.is_nan() { NONE.to_owned() } else { signed(*hits - before) };
                cells.extend([count(*before as i64), by]);
            }
            cells.extend(marked.then(|| self.done_at(at)));
            cells
        };
        let mut rows: Vec<Vec<String>> = self.points.iter().enumerate().map(row).rev().collect();
        let total = self.total.as_ref().and_then(|total| total.hits);
        if let Some(hits) = total {
            let mut cells = vec!["Total".to_owned(), String::new(), count(hits)];
            cells.extend(also.iter().map(|(_, counts)| count(counts.iter().flatten().sum())));
            if compares {
                let whole = (0..self.points.len()).filter(|at| !self.is_part(*at) && !self.points[*at].1.is_nan());
                let by: f64 = whole.map(|at| self.points[at].1 - self.before[at]).sum();
                cells.extend([count(self.before.iter().sum::<f64>() as i64), signed(by)]);
            }
            cells.extend(marked.then(String::new));
            rows.push(cells);
        }
        let (parts, totals) = ((0..self.points.len()).any(|at| self.is_part(at)), usize::from(total.is_some()));
        let note = parts.then(|| "Days in part are not compared: the window begins or ends within them.".to_owned());
        Days { title: self.title.clone(), heads, rows, totals, note: note.filter(|_| compares) }
    }
}

/// Gives each chart its window before, from the same chart of a longer report.
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

/// Difference with its sign: `+12`, `−3`, `0`.
fn signed(by: f64) -> String {
    let sign = match by as i64 {
        1.. => "+",
        0 => "",
        _ => "−",
    };
    format!("{sign}{}", grouped(by.abs() as usize))
}

#[cfg(test)]
mod tests {
    use super::super::blocks::Figure;
    use super::*;

    /// Days up to a Friday noon, each with a number of its own; the first and last count in part.
    fn series(days: u32, window: u32) -> Series {
        const NOW: i64 = 1_773_403_200;
        let today = NOW - NOW % DAY;
        let point = |ago: u32| (Timestamp(today - i64::from(ago) * DAY), f64::from(1_000 - ago));
        Series {
            title: "Visitors per day".to_owned(),
            noun: "visitors",
            points: (0..=days).rev().map(point).collect(),
            also: Vec::new(),
            to: Timestamp(today + DAY),
            window: (Timestamp(NOW - i64::from(days) * DAY), Timestamp(NOW)),
            days: window,
            before: Vec::new(),
            none_before: None,
            marks: Vec::new(),
            unread: 0,
            total: None,
        }
    }

    #[test]
    fn a_day_is_compared_with_the_same_weekday_before_the_window() {
        for (window, longer, shift) in [(7, 30, 7), (30, 90, 35), (90, 400, 91)] {
            let mut shown = series(window, window);
            shown.compare(&series(longer, longer));
            let before: Vec<f64> = shown.points.iter().map(|(_, hits)| hits - f64::from(shift)).collect();
            assert_eq!((shown.shift(), &shown.before), (shift, &before), "{window} days");
            let (last, then) = (shown.points.len() - 1, Timestamp(shown.points[0].0.0 - i64::from(shift) * DAY));
            assert_eq!(then.weekday(Zone::Utc), shown.points[0].0.weekday(Zone::Utc));
            assert!(shown.read(last, 80, Zone::Utc).is_some_and(|words| words.contains(" so far · ")), "{window} days");
        }
        let mut all = series(30, 0);
        all.compare(&series(90, 90));
        assert_eq!((all.shift(), all.before.len()), (0, 0), "all time has nothing before it");
        let mut short = series(30, 30);
        short.compare(&series(64, 64));
        assert_eq!(short.before, [0.0; 0], "the first day is not in the longer report");
        assert_eq!(short.none_before, Some(NoneBefore::NotCounted));
        let mut weeks = series(180, 0);
        weeks.points = weeks.points.into_iter().step_by(7).collect();
        let mut quarter = series(90, 90);
        quarter.compare(&weeks);
        assert_eq!((quarter.before.len(), quarter.none_before), (0, Some(NoneBefore::ByWeek)));
        let begin = weeks.points[1].0;
        let read = weeks.read(1, 80, Zone::Utc).expect("words");
        let day = begin.on_axis(Zone::Utc, false);
        assert!(read.starts_with(&format!("Week of {day}: ")), "{read}");
        assert_eq!(weeks.within(begin, Zone::Utc), format!("in the week of {day}"));
        assert_eq!(quarter.within(begin, Zone::Utc), format!("on {day}"));
    }

    #[test]
    fn the_last_row_of_the_table_is_the_sum_of_the_rows_above() {
        let mut shown = series(7, 7);
        shown.total = Some(Figure { hits: Some(7_972), ..Figure::default() });
        shown.compare(&series(30, 30));
        let table = shown.table(Zone::Utc);
        assert_eq!(table.heads[3..], ["7 d before", "Difference"]);
        // Eight days, of which the first and the last count in part.
        assert_eq!(table.rows.last().map(|row| row[2..].join(" ")), Some("7,972 7,916 +42".to_owned()));
    }
}
