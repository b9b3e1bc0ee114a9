//! Values over time as bars, with those of the previous window (the same length of time before) as a line across
//! them.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

use super::Charts;
use super::time::{Plot, TimeChart};
use crate::ui::{Look, Role, text};

/// Fewest cells of a step in which a blank cell separates its bar from the next.
const APART: u16 = 2;

/// The mean of some values.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let many = values.len().max(1) as f64;
    values.sum::<f64>() / many
}

impl TimeChart<'_> {
    pub(super) fn bars(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let charts = look.ink();
        let (_, parts) = charts.parts();
        // ASCII bars of two cells need no blank between them, because their edges are visible.
        let from = if charts == Charts::Ascii { APART + 1 } else { APART };
        let each = usize::from(plot.area.width) / self.points.len();
        // The last cell of a step stays blank.
        let wide = if each >= usize::from(from) { each - 1 } else { usize::MAX };
        let columns: Vec<_> = self.below(plot.area.width).collect();
        let mut cells = 0;
        for (place, (x, below)) in (plot.area.x..).zip(&columns).enumerate() {
            let is_next = place > 0 && columns[place - 1].start != below.start;
            cells = if is_next { 1 } else { cells + 1 };
            if cells > wide {
                if let Some(next) = columns.get(place + 1) {
                    self.turn(look, plot, x, [below, next], buf);
                }
                continue;
            }
            let value = mean(self.points[below.clone()].iter().map(|(_, value)| *value));
            // A small value must be visible, too.
            let height = if value > 0.0 { charts.settled(plot.parts(value, parts as u16).max(1)) } else { 0 };
            let role = self.standing(look, below).0;
            let style = look.style(role);
            // With few colours, dim cells may look like the others, so they get a sign of their own.
            let is_shaded = role == Role::Dim && (look.theme.has_few_colours() || style == look.style(Role::Text));
            if value.is_nan() {
                let y = plot.area.bottom() - 1;
                text::put_sign(buf, x, y, look.glyphs().dot, look.style(Role::Dim));
            }
            for row in 0..height.div_ceil(parts) {
                let filled = height - row * parts;
                let (sign, style) = match filled >= parts {
                    // A shaded cell has no partial signs: draw the lowest one always, any other from half full.
                    false if is_shaded && row > 0 && filled * 2 < parts => continue,
                    _ if is_shaded => (charts.shaded(), style),
                    true => charts.solid(style),
                    false => charts.top(filled, style),
                };
                text::put_sign(buf, x, plot.area.bottom() - 1 - row as u16, sign, style);
            }
            self.past(look, plot, (x, below), (value, height, role), buf);
        }
    }

    /// Row of the window before in a column, counted from the bottom; `None` on the axis.
    fn past_row(&self, plot: &Plot, below: &Range<usize>) -> Option<usize> {
        let before = self.before.get(below.clone())?;
        plot.level(mean(before.iter().copied()), 1)
    }

    /// Draws the line of the window before in a column: cut out of a higher bar, above a lower one. In the row where
    /// the bar ends, the cell is drawn full if the bar is at least as high as the line, so that the line is inside it.
    fn past(
        &self,
        look: &Look<'_>,
        plot: &Plot,
        (x, below): (u16, &Range<usize>),
        (value, height, role): (f64, usize, Role),
        buf: &mut Buffer,
    ) {
        let (charts, dim) = (look.ink(), look.style(Role::Dim));
        let past = charts.before();
        let Some(row) = self.past_row(plot, below) else { return };
        let parts = charts.parts().1;
        let is_within = value >= mean(self.before[below.clone()].iter().copied());
        let (sign, style) = match height.saturating_sub(row * parts) {
            0 => (past, dim),
            filled if filled >= parts || is_within && filled * 2 >= parts => {
                // Cut the line out of the bar.
                (past, look.style(role).add_modifier(Modifier::REVERSED))
            }
            // The lowest row keeps its bar, which may have no other row.
            _ if row == 0 || is_within => return,
            _ => (past, dim),
        };
        place(plot, (x, row), (sign, style), buf);
    }

    /// Draws the line of the window before between two bars.
    fn turn(&self, look: &Look<'_>, plot: &Plot, x: u16, below: [&Range<usize>; 2], buf: &mut Buffer) {
        let charts = look.ink();
        let [from, to] = below.map(|below| self.past_row(plot, below));
        let (low, high) = (from.min(to), from.max(to));
        let first = low.unwrap_or(0);
        for row in first..=high.unwrap_or(0) {
            let (begins, ends) = (from == Some(row), to == Some(row));
            if let Some(sign) = charts.way(begins, ends, from < to).filter(|_| high.is_some()) {
                place(plot, (x, row), (sign, look.style(Role::Dim)), buf);
            }
        }
    }
}

/// Puts a sign of the line into a row, counted from the bottom.
fn place(plot: &Plot, (x, row): (u16, usize), (sign, style): (&'static str, Style), buf: &mut Buffer) {
    let y = plot.area.bottom() - 1 - row as u16;
    if let Some(cell) = buf.cell_mut((x, y)) {
        cell.reset();
    }
    text::put_sign(buf, x, y, sign, style);
}
