//! Values over time as a line of dots, finer than bars: a cell has two columns of four dots.

use std::cmp::Ordering;
use std::ops::Range;

use ratatui::buffer::Buffer;

use super::time::{Plot, TimeChart};
use crate::ui::{Look, Role, text};

/// Braille bits of a cell's dots: left column, then right, each from the bottom up.
const DOTS: [[u8; 4]; 2] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]];
/// Rows and columns of dots in a cell.
const ROWS: u16 = 4;
const COLUMNS: u16 = 2;

impl TimeChart<'_> {
    pub(super) fn curve(&self, look: &Look<'_>, plot: &Plot, buf: &mut Buffer) {
        let values: Vec<f64> = self.points.iter().map(|(_, value)| *value).collect();
        let (own, past) = (dots(&values, plot), dots(self.before, plot));
        let columns: Vec<Range<usize>> = self.below(plot.area.width).collect();
        for (x, below) in columns.iter().enumerate() {
            let at = plot.area.x + x as u16;
            let role = self.standing(look, below).0;
            for row in 0..usize::from(plot.area.height) {
                let role = if own[row][x] == 0 { Role::Dim } else { role };
                let dots = own[row][x] | past[row][x];
                if let Some(sign) = char::from_u32(0x2800 + u32::from(dots)).filter(|_| dots != 0) {
                    let y = plot.area.bottom() - 1 - row as u16;
                    text::put(buf, at, y, 1, sign.encode_utf8(&mut [0; 4]), look.style(role));
                }
            }
        }
    }
}

/// Dots of the line through some values, row by row from the bottom.
fn dots(values: &[f64], plot: &Plot) -> Vec<Vec<u8>> {
    let mut dots = vec![vec![0; plot.area.width.into()]; plot.area.height.into()];
    let mut last = None;
    for (column, height) in heights(values, plot).enumerate() {
        let from = last.replace(height).unwrap_or(height);
        // Steep parts are filled, so that the line has no gaps.
        let reach = match from.cmp(&height) {
            Ordering::Less => from + 1..=height,
            Ordering::Equal => height..=height,
            Ordering::Greater => height..=from - 1,
        };
        for height in reach {
            dots[height / 4][column / 2] |= DOTS[column % 2][height % 4];
        }
    }
    dots
}

/// Height in dots for each column of dots, interpolated between values; empty without values.
fn heights<'a>(values: &'a [f64], plot: &'a Plot) -> impl Iterator<Item = usize> + 'a {
    let columns = usize::from(plot.area.width * COLUMNS) * usize::from(!values.is_empty());
    let (many, most) = (values.len(), usize::from(plot.area.height * ROWS).max(1) - 1);
    let value = move |column: usize| {
        if many > columns {
            let (from, to) = (column * many / columns, (column + 1) * many / columns);
            return values[from..to].iter().sum::<f64>() / (to - from).max(1) as f64;
        }
        let at = ((column as f64 + 0.5) * many as f64 / columns as f64 - 0.5).clamp(0.0, many as f64 - 1.0);
        let (left, part) = (at.floor() as usize, at.fract());
        values[left] * (1.0 - part) + values[(left + 1).min(many - 1)] * part
    };
    (0..columns).map(move |column| plot.level(value(column), ROWS).unwrap_or(0).min(most))
}
