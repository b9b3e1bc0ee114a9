//! A picture in the cells of a terminal: two pixels in each, one above the other.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::{Look, text};
use crate::mime::Picture;

/// The upper half of a cell.
const UPPER: &str = "▀";

/// Draws it as large as `area` allows, from its upper left corner; the lines it took. Nothing where the terminal has no
/// colours.
pub fn render(picture: &Picture, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> u16 {
    let area = area.intersection(buf.area);
    let (width, height) = (picture.width.max(1), (picture.pixels.len() / picture.width.max(1)).max(1));
    if area.is_empty() || look.ascii {
        return 0;
    }
    let most = (f64::from(area.width) / width as f64).min(f64::from(area.height) * 2.0 / height as f64).min(1.0);
    let cells = ((width as f64 * most) as u16).clamp(1, area.width);
    let halves = ((height as f64 * most) as u16).clamp(1, area.height * 2);
    let pixel = |x: u16, half: u16| {
        let column = usize::from(x) * width / usize::from(cells);
        let row = usize::from(half.min(halves - 1)) * height / usize::from(halves);
        let [r, g, b] = picture.pixels.get(row * width + column).copied()?;
        look.theme.pixel(r, g, b)
    };
    let rows = halves.div_ceil(2);
    for y in 0..rows {
        for x in 0..cells {
            let (Some(above), Some(below)) = (pixel(x, y * 2), pixel(x, y * 2 + 1)) else { return 0 };
            text::put_sign(buf, area.x + x, area.y + y, UPPER, Style::new().fg(above).bg(below));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::testing;
    use ratatui::style::Color;

    fn drawn(ascii: bool) -> (u16, Buffer) {
        let picture =
            Picture { name: String::new(), width: 2, pixels: vec![[255, 0, 0], [0, 255, 0], [0, 0, 255], [9, 9, 9]] };
        let mut buf = Buffer::empty(Rect::new(0, 0, 10, 4));
        let rows = testing::look(|look| render(&picture, &Look { ascii, ..*look }, buf.area, &mut buf));
        (rows, buf)
    }

    #[test]
    fn two_pixels_stand_in_a_cell_and_a_terminal_of_ascii_gets_none() {
        let (rows, buf) = drawn(false);
        assert_eq!((rows, buf[(0, 0)].fg, buf[(0, 0)].bg), (1, Color::Rgb(255, 0, 0), Color::Rgb(0, 0, 255)));
        assert_eq!((buf[(1, 0)].fg, buf[(2, 0)].symbol()), (Color::Rgb(0, 255, 0), " "));
        assert_eq!(drawn(true).0, 0);
    }
}
