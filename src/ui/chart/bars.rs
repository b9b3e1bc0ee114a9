//! Values over time as bars, with the window before as a line over them.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use super::Charts;
use super::time::{Plot, TimeChart};
use crate::ui::{Look, Role, text};

/// Cells of a bar from which on a blank one parts it from the next.
const APART: u16 = 2;
/// Parts of a row in which the line of the window before is placed.
const PARTS: u16 = 8;

/// The mean of some values.
fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let many = values.len().max(1) as f64;
    values.sum::<f64>() / many
}

impl TimeChart<'_> {
    pub(super) fn bars(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let charts = Charts::of(look);
        let (_, parts) = charts.parts();
        // Signs of ASCII are told from one another as they are.
        let from = if charts == Charts::Ascii { APART + 1 } else { APART };
        let apart = usize::from(plot.area.width) / self.points.len() >= usize::from(from);
        let columns: Vec<_> = self.below(plot.area.width).collect();
        for (place, (x, below)) in (plot.area.x..).zip(&columns).enumerate() {
            let is_gap = apart && columns.get(place + 1).is_none_or(|next| next.start != below.start);
            let value = if is_gap { 0.0 } else { mean(self.points[below.clone()].iter().map(|(_, value)| *value)) };
            // A small value is seen, too.
            let height = if value > 0.0 { plot.parts(value, parts as u16).max(1) } else { 0 };
            let (role, sign) = self.standing(look, below);
            let style = look.style(role);
            if value.is_nan() {
                let y = plot.area.bottom() - 1;
                text::put_sign(buf, x, y, look.glyphs().dot, look.style(Role::Dim));
            }
            if let Some((sign, style)) = sign.filter(|_| !is_gap) {
                text::put_sign(buf, x, plot.area.bottom(), sign, style);
            }
            for row in 0..height.div_ceil(parts) {
                let filled = height - row * parts;
                let (sign, style) = if filled >= parts { charts.solid(style) } else { (charts.up(&[filled]), style) };
                text::put_sign(buf, x, plot.area.bottom() - 1 - row as u16, sign, style);
            }
            if !self.before.is_empty() {
                self.past(look, plot, (x, below), (height, role), apart, buf);
            }
        }
    }

    /// The mark of the window before in a column. Bars that stand apart hide it: it goes on between them. Where nothing
    /// parts them it is cut out of a bar; where the bar ends, the bar says enough.
    fn past(
        &self,
        look: &Look<'_>,
        plot: &Plot,
        (x, below): (u16, &Range<usize>),
        (height, role): (usize, Role),
        apart: bool,
        buf: &mut Buffer,
    ) {
        let charts = Charts::of(look);
        let mean = mean(self.before[below.clone()].iter().copied());
        let Some(level) = plot.level(mean, PARTS) else { return };
        let (row, parts) = (level / usize::from(PARTS), charts.parts().1);
        let sign = charts.level(level % usize::from(PARTS));
        let (sign, style) = match height.saturating_sub(row * parts) {
            0 => (sign, look.style(Role::Dim)),
            filled if apart || filled < parts => return,
            _ if charts == Charts::Ascii => ("=", look.style(role)),
            _ => (sign, look.style(role).add_modifier(Modifier::REVERSED)),
        };
        let y = plot.area.bottom() - 1 - row as u16;
        if y < buf.area.bottom() && x < buf.area.right() {
            buf[(x, y)].reset();
        }
        text::put_sign(buf, x, y, sign, style);
    }
}
