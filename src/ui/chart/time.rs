//! Values over time: bars that stand on zero, or a line between bounds of its own.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line};

use super::Charts;
use super::axis::{self, Scale};
use crate::base::Timestamp;
use crate::ui::{Look, Role, text};

/// Seconds of a day, and most days of which the weekends are marked.
const DAY: i64 = 86_400;
const WEEKS: i64 = 45;
/// Fewest cells and rows of a chart that says anything.
const SMALLEST: (u16, u16) = (24, 4);

/// A chart of values over time.
pub struct TimeChart<'a> {
    /// The oldest first. What is no number is a gap in a line.
    pub points: &'a [(Timestamp, f64)],
    /// When the last of them ends.
    pub to: Timestamp,
    /// A value holds until the next one, drawn as a line; else each is a bar of its own.
    pub is_line: bool,
    /// A value beside the axis.
    pub words: &'a dyn Fn(f64) -> String,
    /// The point the cursor is on.
    pub cursor: Option<usize>,
}

/// A column of a chart with bars.
#[derive(Default)]
struct Bar {
    parts: usize,
    is_peak: bool,
    is_read: bool,
    /// Its time is not over yet.
    is_part: bool,
}

/// Where what lies in a chart.
struct Plot {
    area: Rect,
    low: f64,
    high: f64,
}

impl Plot {
    /// How much of the height a value takes, in parts of a row.
    fn parts(&self, value: f64, of: u16) -> usize {
        let share = (value - self.low) / (self.high - self.low);
        (share * f64::from(self.area.height * of)).round().max(0.0) as usize
    }
}

impl TimeChart<'_> {
    /// Draws it; nothing where it is too small to say anything.
    pub fn render(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let area = area.intersection(buf.area);
        if self.points.is_empty() || area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            return;
        }
        let values = || self.points.iter().map(|(_, value)| *value);
        let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
        if least > most {
            return;
        }
        let low = if self.is_line { least } else { 0.0 };
        let scale = Scale::new(low, if most > low { most } else { low + low.abs().max(1.0) }, area.height - 2);
        let labels: Vec<String> = scale.ticks().map(|tick| (self.words)(tick)).collect();
        let wide = labels.iter().map(|label| text::width(label)).max().unwrap_or(0) as u16;
        let left = (wide + 2).min(area.width / 2);
        let height = scale.rows();
        let plot = Plot {
            area: Rect { x: area.x + left, y: area.bottom() - 2 - height, width: area.width - left, height },
            low: scale.low,
            high: scale.high(),
        };
        let dim = look.style(Role::Dim);
        for (at, label) in (0_u16..).zip(&labels) {
            // The lowest stands at the axis itself, the others at the row that is full there.
            let y = plot.area.bottom() - at * scale.each;
            text::put_right(buf, area.x, y, left - 1, label, dim, look.ascii);
        }
        for y in plot.area.y..plot.area.bottom() {
            text::put(buf, plot.area.x - 1, y, 1, look.glyphs().side, dim);
        }
        text::rule(buf, plot.area.x, plot.area.bottom(), plot.area.width, look.glyphs().line, dim);
        self.weekends(look, &plot, buf);
        let from = self.points[0].0;
        for (column, date) in axis::dates(from.0, self.to.0, plot.area.width, look.world.zone) {
            text::put(buf, plot.area.x + column, plot.area.bottom() + 1, plot.area.width - column, &date, dim);
        }
        if self.is_line { self.line(look, &plot, buf) } else { self.bars(look, &plot, most, buf) }
    }

    /// The points column by column: which of them are below it.
    fn below(&self, columns: u16) -> impl Iterator<Item = std::ops::Range<usize>> {
        let (many, columns) = (self.points.len(), usize::from(columns));
        (0..columns).map(move |column| {
            let first = column * many / columns;
            first..((column + 1) * many / columns).max(first + 1)
        })
    }

    /// Saturdays and Sundays on the axis of a few weeks by day.
    fn weekends(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let span = self.to.0 - self.points[0].0.0;
        if self.is_line || span > WEEKS * DAY || span != self.points.len() as i64 * DAY {
            return;
        }
        for (x, below) in (plot.area.x..).zip(self.below(plot.area.width)) {
            let noon = Timestamp(self.points[below.start].0.0 + DAY / 2);
            if noon.is_weekend(look.world.zone) {
                text::put_sign(buf, x, plot.area.bottom(), look.glyphs().weekend, look.style(Role::Dim));
            }
        }
    }

    fn bars(&self, look: &Look<'_>, plot: &Plot, most: f64, buf: &mut Buffer) {
        let charts = Charts::of(look);
        let (across, parts) = charts.parts();
        let many = plot.area.width * across as u16;
        // Bars that are wide enough stand apart.
        let apart = usize::from(many) / self.points.len() >= 3;
        let columns: Vec<_> = self.below(many).collect();
        let column = |(place, below): (usize, &std::ops::Range<usize>)| {
            if apart && columns.get(place + 1).is_none_or(|next| next.start != below.start) {
                return Bar::default();
            }
            let values = &self.points[below.clone()];
            let value = values.iter().map(|(_, value)| value).sum::<f64>() / values.len() as f64;
            Bar {
                // What is not nothing is seen.
                parts: if value > 0.0 { plot.parts(value, parts as u16).max(1) } else { 0 },
                is_peak: most > 0.0 && values.iter().any(|(_, value)| *value >= most),
                is_read: self.cursor.is_some_and(|cursor| below.contains(&cursor)),
                is_part: self.to > look.world.now && below.end == self.points.len(),
            }
        };
        let bars: Vec<Bar> = columns.iter().enumerate().map(column).collect();
        for (x, bars) in (plot.area.x..).zip(bars.chunks(across)) {
            // Below the axis a sign says what the colour does.
            let (role, sign) = if bars.iter().any(|bar| bar.is_read) {
                (Role::Warn, Some(look.glyphs().up))
            } else if bars.iter().any(|bar| bar.is_peak) {
                (Role::Accent, Some(look.glyphs().peak))
            } else if bars.iter().any(|bar| bar.is_part) {
                (Role::Dim, None)
            } else {
                (Role::Text, None)
            };
            if let Some(sign) = sign {
                text::put_sign(buf, x, plot.area.bottom(), sign, look.style(role));
            }
            for row in 0..usize::from(plot.area.height) {
                let filled: Vec<usize> = bars.iter().map(|bar| bar.parts.saturating_sub(row * parts)).collect();
                if filled.iter().any(|filled| *filled > 0) {
                    let y = plot.area.bottom() - 1 - row as u16;
                    let whole = filled.iter().all(|filled| *filled >= parts);
                    let style = look.style(role);
                    text::put_sign(buf, x, y, charts.up(&filled), if whole { charts.solid(style) } else { style });
                }
            }
        }
    }

    fn line(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let at = |moment: Timestamp| (moment.0 - self.points[0].0.0) as f64;
        let style = look.style(Role::Accent);
        let color = style.fg.unwrap_or_default();
        let marker = match Charts::of(look) {
            Charts::Blocks => Marker::HalfBlock,
            Charts::Braille => Marker::Braille,
            Charts::Ascii => Marker::Custom('*'),
        };
        Canvas::default()
            .marker(marker)
            .x_bounds([0.0, at(self.to).max(1.0)])
            .y_bounds([plot.low, plot.high])
            .paint(|context| {
                let ends = self.points.iter().skip(1).map(|(moment, value)| (at(*moment), *value));
                let ends = ends.chain([(at(self.to), self.points[self.points.len() - 1].1)]);
                for ((moment, value), (end, next)) in
                    self.points.iter().zip(ends).filter(|((_, value), _)| !value.is_nan())
                {
                    let next = if next.is_nan() { *value } else { next };
                    context.draw(&Line { x1: at(*moment), y1: *value, x2: end, y2: *value, color });
                    context.draw(&Line { x1: end, y1: *value, x2: end, y2: next, color });
                }
            })
            .render(plot.area, buf);
    }
}
