//! Cells of pictures. Half a cell is a pixel. In terminals with kitty's graphics, a placeholder character is replaced
//! by a part of a picture sent before: its colour is the picture's number, two combining marks are row and column.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

/// Upper half of a cell, in the colour of its pixel, over that of the pixel below.
pub const HALF: &str = "▀";
/// Placeholder character that the terminal replaces.
const SIGN: char = '\u{10eeee}';
/// Most rows and columns of a picture, because there are so many marks.
pub const PLACEHOLDERS: u16 = 129;
/// Combining marks in the order of the protocol, as first and last of each run: those above their letter that Unicode 6
/// neither decomposes nor composes.
#[rustfmt::skip]
const MARKS: [(u32, u32); 43] = [
    (0x305, 0x305), (0x30d, 0x30e), (0x310, 0x310), (0x312, 0x312), (0x33d, 0x33f), (0x346, 0x346), (0x34a, 0x34c),
    (0x350, 0x352), (0x357, 0x357), (0x35b, 0x35b), (0x363, 0x36f), (0x483, 0x487), (0x592, 0x595), (0x597, 0x599),
    (0x59c, 0x5a1), (0x5a8, 0x5a9), (0x5ab, 0x5ac), (0x5af, 0x5af), (0x5c4, 0x5c4), (0x610, 0x617), (0x657, 0x65b),
    (0x65d, 0x65e), (0x6d6, 0x6dc), (0x6df, 0x6e2), (0x6e4, 0x6e4), (0x6e7, 0x6e8), (0x6eb, 0x6ec), (0x730, 0x730),
    (0x732, 0x733), (0x735, 0x736), (0x73a, 0x73a), (0x73d, 0x73d), (0x73f, 0x741), (0x743, 0x743), (0x745, 0x745),
    (0x747, 0x747), (0x749, 0x74a), (0x7eb, 0x7f1), (0x7f3, 0x7f3), (0x816, 0x819), (0x81b, 0x823), (0x825, 0x827),
    (0x829, 0x82d),
];

/// Fills an area with the parts of picture `id`, whose 24 bits are the colour, which no theme may change.
pub fn put_placeholders(buf: &mut Buffer, place: Rect, id: u32) {
    let [_, r, g, b] = id.to_be_bytes();
    let style = Style::new().fg(Color::Rgb(r, g, b));
    let marks: Vec<char> = MARKS.iter().flat_map(|(first, last)| *first..=*last).filter_map(char::from_u32).collect();
    for (y, row) in (place.top()..place.bottom()).zip(&marks) {
        for (x, column) in (place.left()..place.right()).zip(&marks) {
            if let Some(cell) = buf.cell_mut((x, y)) {
                cell.set_symbol(&String::from_iter([SIGN, *row, *column])).set_style(style);
            }
        }
    }
}

/// True for a cell of [`put_placeholders`].
pub fn is_placeholder(symbol: &str) -> bool {
    symbol.starts_with(SIGN)
}

/// True for a cell whose colours are pixels, and must not be changed.
pub fn is_pixel(symbol: &str) -> bool {
    symbol == HALF || is_placeholder(symbol)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_marks_as_are_promised_and_each_is_one_cell_with_its_sign() {
        let many: u32 = MARKS.iter().map(|(first, last)| last - first + 1).sum();
        assert_eq!(many, u32::from(PLACEHOLDERS));
        let area = Rect::new(0, 0, 200, 200);
        let mut buf = Buffer::empty(area);
        put_placeholders(&mut buf, area, 1);
        let placed = buf.content.iter().filter(|cell| is_placeholder(cell.symbol())).count();
        assert_eq!(placed, usize::from(PLACEHOLDERS) * usize::from(PLACEHOLDERS));
        for cell in &buf.content {
            assert_eq!(ratatui::buffer::CellWidth::cell_width(cell), 1, "{:?}", cell.symbol());
        }
        assert_eq!(buf[(128, 0)].symbol(), "\u{10eeee}\u{305}\u{82d}");
    }
}
