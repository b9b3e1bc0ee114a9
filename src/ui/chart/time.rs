//! Values over time: bars that stand on zero, or a line between bounds of its own.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Line};

use super::axis;
use crate::base::Timestamp;
use crate::ui::{Look, Role, text};

/// Eighths of a cell, from the bottom.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/// Rows between two ticks.
const ROWS: u16 = 3;
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
        let room = usize::from((area.height - 2) / ROWS) + 1;
        let ticks = axis::ticks(low, if most > low { most } else { low + low.abs().max(1.0) }, room.max(2));
        let labels: Vec<String> = ticks.iter().map(|tick| (self.words)(*tick)).collect();
        let wide = labels.iter().map(|label| text::width(label)).max().unwrap_or(0) as u16;
        let left = (wide + 2).min(area.width / 2);
        let plot = Plot {
            area: Rect { x: area.x + left, y: area.y, width: area.width - left, height: area.height - 2 },
            low: ticks[0],
            high: ticks[ticks.len() - 1],
        };
        let dim = look.style(Role::Dim);
        for (tick, label) in ticks.iter().zip(&labels) {
            let up = plot.parts(*tick, 1) as u16;
            let y = plot.area.bottom().saturating_sub(up.max(1)).max(plot.area.y);
            let y = if up == 0 { plot.area.bottom() } else { y };
            text::put_right(buf, area.x, y, left - 1, label, dim, look.ascii);
        }
        for y in plot.area.y..plot.area.bottom() {
            text::put(buf, plot.area.x - 1, y, 1, look.glyphs().side, dim);
        }
        text::rule(buf, plot.area.x, plot.area.bottom(), plot.area.width, look.glyphs().line, dim);
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

    fn bars(&self, look: &Look<'_>, plot: &Plot, most: f64, buf: &mut Buffer) {
        // Bars that are wide enough stand apart.
        let apart = usize::from(plot.area.width) / self.points.len() >= 3;
        let columns: Vec<_> = self.below(plot.area.width).collect();
        for (x, (place, below)) in (plot.area.x..).zip(columns.iter().enumerate()) {
            if apart && columns.get(place + 1).is_none_or(|next| next.start != below.start) {
                continue;
            }
            let values = &self.points[below.clone()];
            let value = values.iter().map(|(_, value)| value).sum::<f64>() / values.len() as f64;
            let peak = most > 0.0 && values.iter().any(|(_, value)| *value >= most);
            let is_read = self.cursor.is_some_and(|cursor| below.contains(&cursor));
            let role = match (is_read, peak) {
                (true, _) => Role::Warn,
                (false, true) => Role::Accent,
                (false, false) => Role::Text,
            };
            if is_read {
                text::put_sign(buf, x, plot.area.bottom(), look.glyphs().up, look.style(role));
            }
            let parts = if look.ascii { plot.parts(value, 1) * 8 } else { plot.parts(value, 8) };
            // What is not nothing is seen.
            let parts = if value > 0.0 { parts.max(if look.ascii { 8 } else { 1 }) } else { 0 };
            for row in 0..usize::from(plot.area.height) {
                let part = parts.saturating_sub(row * 8).min(8);
                let y = plot.area.bottom() - 1 - row as u16;
                let sign = if look.ascii { if part > 0 { "#" } else { " " } } else { EIGHTHS[part] };
                if part > 0 {
                    text::put_sign(buf, x, y, sign, look.style(role));
                }
            }
        }
    }

    fn line(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let at = |moment: Timestamp| (moment.0 - self.points[0].0.0) as f64;
        let style = look.style(Role::Accent);
        let color = style.fg.unwrap_or_default();
        let marker = if look.ascii { Marker::Custom('*') } else { Marker::HalfBlock };
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
