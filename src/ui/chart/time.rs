//! Values over time: bars that start at zero, or a line between bounds of its own. This file has the axes and what both
//! share.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line};

use super::Charts;
use super::axis::{self, Scale};
use crate::base::Timestamp;
use crate::ui::{Look, Role, text};

/// Seconds of a day, and the longest time on an axis, in days, on which weekends are marked.
const DAY: i64 = 86_400;
const WEEKS: i64 = 100;
/// Fewest cells of a bar with the blank cell after it.
const BAR: usize = 2;
/// Smallest width and height of a readable chart.
const SMALLEST: (u16, u16) = (24, 4);
/// Rows of the time axis and of its dates.
const BELOW: u16 = 2;

/// Chart of values over time.
pub struct TimeChart<'a> {
    /// Values, oldest first. NaN is a value that was not read: a gap in a line, a dot in place of a bar.
    pub points: &'a [(Timestamp, f64)],
    /// End of the last point.
    pub to: Timestamp,
    /// Values of the previous window, one per point; empty when they are unknown.
    pub before: &'a [f64],
    /// Changes of settings, each with the index of its point, marked on the axis.
    pub marks: &'a [(usize, String)],
    /// Start and end of the time that was counted. A point that reaches beyond it covers only part of its own time.
    pub counted: (Timestamp, Timestamp),
    /// True for values that hold until the next one, drawn as a line; otherwise each has a bar.
    pub is_line: bool,
    /// Function for the text of a value on the axis.
    pub words: &'a dyn Fn(f64) -> String,
    /// True to highlight the highest point, with a sign on the axis. Only where a legend explains the sign.
    pub has_peak: bool,
    /// Index of the point under the cursor.
    pub cursor: Option<usize>,
}

/// Layout of a chart.
pub(super) struct Plot {
    pub area: Rect,
    low: f64,
    high: f64,
}

impl Plot {
    /// Height of a value in parts of a row, with `of` parts per row.
    pub fn parts(&self, value: f64, of: u16) -> usize {
        let share = (value - self.low) / (self.high - self.low);
        (share * f64::from(self.area.height * of)).round().max(0.0) as usize
    }

    /// Index of the part of a row, counted from the bottom, at which the bar of a value ends; `None` on the axis
    /// itself.
    pub fn level(&self, value: f64, of: u16) -> Option<usize> {
        self.parts(value, of).checked_sub(1)
    }
}

impl<'a> TimeChart<'a> {
    /// Empty chart whose axis has these words.
    pub fn new(words: &'a dyn Fn(f64) -> String) -> Self {
        let counted = (Timestamp(i64::MIN), Timestamp(i64::MAX));
        let (points, before, marks) = (&[], &[], &[]);
        Self { points, to: Timestamp(0), before, marks, counted, is_line: false, words, has_peak: true, cursor: None }
    }
}

impl TimeChart<'_> {
    /// Rows it needs out of `rows`, because its axis ends at a round value.
    pub fn height(&self, rows: u16) -> u16 {
        self.scale(rows).map_or(rows, |scale| scale.rows() + BELOW)
    }

    /// Axis of values in so many rows; `None` without values.
    fn scale(&self, rows: u16) -> Option<Scale> {
        let values = || self.points.iter().map(|(_, value)| value).chain(self.before).copied();
        let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
        let low = if self.is_line { least } else { 0.0 };
        let high = if most > low { most } else { low + low.abs().max(1.0) };
        (least <= most).then(|| Scale::new(low, high, rows.saturating_sub(BELOW)))
    }

    /// Width it needs in an area: bars have equal steps, so some cells may be left over.
    pub fn cells(&self, look: &Look<'_>, area: Rect) -> u16 {
        let scale = self.scale(area.height);
        let across = scale.map(|scale| self.across(&scale, look, area.width));
        across.map_or(0, |(left, width, _)| left + width)
    }

    /// Widths of the axis and of the plot, and true if the values are drawn as a line of dots.
    fn across(&self, scale: &Scale, look: &Look<'_>, cells: u16) -> (u16, u16, bool) {
        let wide = scale.ticks().map(|tick| text::width(&(self.words)(tick))).max().unwrap_or(0) as u16;
        let left = (wide + 2).min(cells / 2);
        let room = cells - left;
        let is_curve = !self.is_line && self.is_curve(room, look);
        // With unequal steps, a wider gap would look like a missing day.
        let step = room / self.points.len().max(1) as u16;
        let width = if self.is_line || is_curve || step == 0 { room } else { step * self.points.len() as u16 };
        (left, width, is_curve)
    }

    /// Draws the chart, unless it would be too small to read.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if self.points.is_empty() || area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            return;
        }
        let Some(scale) = self.scale(area.height) else { return };
        let labels: Vec<String> = scale.ticks().map(|tick| (self.words)(tick)).collect();
        let (left, width, is_curve) = self.across(&scale, look, area.width);
        let height = scale.rows();
        let plot = Plot {
            area: Rect { x: area.x + left, y: area.bottom() - BELOW - height, width, height },
            low: scale.low,
            high: scale.high(),
        };
        let dim = look.style(Role::Dim);
        let charts = look.ink();
        for (at, label) in (0_u16..).zip(&labels) {
            // The value of a label is the upper edge of its row, which has the mark.
            let y = plot.area.bottom() - at * scale.each;
            text::put_right(buf, area.x, y, left - 2, label, dim, look.ascii);
            text::put_sign(buf, plot.area.x - 2, y, charts.edge(), dim);
        }
        for y in plot.area.y..plot.area.bottom() {
            text::put(buf, plot.area.x - 1, y, 1, look.glyphs().side, dim);
        }
        // The axis is the lower edge of the bars, and goes through to the mark of its own label.
        text::rule(buf, plot.area.x - 1, plot.area.bottom(), plot.area.width + 1, charts.edge(), dim);
        self.weekends(look, &plot, buf);
        self.events(look, &plot, buf);
        let from = self.points[0].0;
        for (column, date) in axis::dates(from.0, self.to.0, plot.area.width, look.world.zone) {
            text::put(buf, plot.area.x + column, plot.area.bottom() + 1, plot.area.width - column, &date, dim);
        }
        if self.is_line {
            return self.line(look, &plot, buf);
        }
        if is_curve {
            self.curve(look, &plot, buf);
        } else {
            self.bars(look, &plot, buf);
        }
        self.signs(look, &plot, buf);
    }

    /// True to draw values as a line of dots: narrow bars would hide the window before and leave much room unused.
    fn is_curve(&self, room: u16, look: &Look<'_>) -> bool {
        let bar = usize::from(room) / self.points.len().max(1);
        match look.ink() {
            Charts::Blocks => bar < BAR,
            Charts::Braille => true,
            Charts::Ascii => false,
        }
    }

    /// Time at which a point ends.
    fn end(&self, at: usize) -> Timestamp {
        self.points.get(at + 1).map_or(self.to, |(next, _)| *next)
    }

    /// True when the point covers only a part of its time, because the window starts or ends within it.
    fn is_part(&self, at: usize) -> bool {
        self.points[at].0 < self.counted.0 || self.end(at) > self.counted.1
    }

    /// Role by which the points of a column stand out, and the sign below them that means the same without colour.
    pub(super) fn standing(&self, look: &Look<'_>, points: &Range<usize>) -> (Role, Option<(&'static str, Style)>) {
        // Of equal highest points the first one, as in the legend; none where few are counted.
        let higher = |most: Option<(usize, f64)>, at: usize| {
            let value = self.points[at].1;
            if value > most.map_or(0.0, |(_, most)| most) { Some((at, value)) } else { most }
        };
        let peak = (0..self.points.len()).fold(None, higher).map(|(at, _)| at).filter(|_| self.has_peak);
        if self.cursor.is_some_and(|cursor| points.contains(&cursor)) {
            (Role::Accent, Some((look.glyphs().up, look.cursor().1)))
        } else if peak.is_some_and(|peak| points.contains(&peak)) {
            (Role::Accent, Some((look.glyphs().peak, look.style(Role::Accent))))
        } else if points.clone().any(|at| self.is_part(at)) {
            (Role::Dim, None)
        } else {
            (Role::Text, None)
        }
    }

    /// Draws the signs below the points that stand out, one each.
    fn signs(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let columns: Vec<_> = self.below(plot.area.width).collect();
        let mut at = 0;
        // A bar is followed by blank cells.
        let bar = (columns.len() / self.points.len()).max(BAR) - 1;
        for same in columns.chunk_by(|one, next| one == next) {
            let middle = at + (bar - 1) / 2;
            at += same.len();
            if let Some((sign, style)) = self.standing(look, &same[0]).1 {
                text::put_sign(buf, plot.area.x + middle as u16, plot.area.bottom(), sign, style);
            }
        }
    }

    /// Ranges of the points shown in each column.
    pub(super) fn below(&self, columns: u16) -> impl Iterator<Item = Range<usize>> {
        let (many, columns) = (self.points.len(), usize::from(columns));
        (0..columns).map(move |column| {
            let first = column * many / columns;
            first..((column + 1) * many / columns).max(first + 1)
        })
    }

    /// Clears the axis below Saturdays and Sundays, on a chart of a few weeks by day.
    fn weekends(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let span = self.to.0 - self.points[0].0.0;
        if self.is_line || span > WEEKS * DAY || span != self.points.len() as i64 * DAY {
            return;
        }
        for (x, below) in (plot.area.x..).zip(self.below(plot.area.width)) {
            let noon = Timestamp(self.points[below.start].0.0 + DAY / 2);
            if noon.is_weekend(look.world.zone) {
                text::put(buf, x, plot.area.bottom(), 1, " ", look.style(Role::Dim));
            }
        }
    }

    /// Marks changes with a sign on the axis.
    fn events(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        for (x, below) in (plot.area.x..).zip(self.below(plot.area.width)) {
            if self.marks.iter().any(|(at, _)| below.contains(at)) {
                text::put_sign(buf, x, plot.area.bottom(), look.glyphs().event, look.style(Role::Warn));
            }
        }
    }

    fn line(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let at = |moment: Timestamp| (moment.0 - self.points[0].0.0) as f64;
        let style = look.style(Role::Accent);
        let color = style.fg.unwrap_or_default();
        let (marker, of) = match look.ink() {
            Charts::Blocks => (Marker::HalfBlock, 2),
            Charts::Braille => (Marker::Braille, 4),
            Charts::Ascii => (Marker::Custom('*'), 1),
        };
        let level = |value| plot.level(value, of).unwrap_or(0) as f64;
        Canvas::default()
            .marker(marker)
            .x_bounds([0.0, at(self.to).max(1.0)])
            .y_bounds([0.0, f64::from((plot.area.height * of).max(2) - 1)])
            .paint(|context| {
                // Of several values within a cell the last one is drawn last, so that the line ends at the present
                // value. Before that, it passes through the lowest and the highest.
                let cell = |moment: Timestamp| (at(moment) * f64::from(plot.area.width) / at(self.to).max(1.0)) as u64;
                let cells = || self.points.chunk_by(|(one, _), (next, _)| cell(*one) == cell(*next));
                for same in cells().filter(|same| same.len() > 1) {
                    let values = || same.iter().map(|(_, value)| *value);
                    let (least, most) = (values().fold(f64::NAN, f64::min), values().fold(f64::NAN, f64::max));
                    let x = at(same[same.len() - 1].0);
                    if least < most {
                        context.draw(&Line { x1: x, y1: level(least), x2: x, y2: level(most), color });
                    }
                }
                let points: Vec<_> = cells().map(|same| same[same.len() - 1]).collect();
                let ends = points.iter().skip(1).map(|(moment, value)| (at(*moment), *value));
                let ends = ends.chain([(at(self.to), self.points[self.points.len() - 1].1)]);
                for ((moment, value), (end, next)) in points.iter().zip(ends).filter(|((_, value), _)| !value.is_nan())
                {
                    let next = if next.is_nan() { *value } else { next };
                    context.draw(&Line { x1: at(*moment), y1: level(*value), x2: end, y2: level(*value), color });
                    context.draw(&Line { x1: end, y1: level(*value), x2: end, y2: level(next), color });
                }
            })
            .render(plot.area, buf);
    }
}
