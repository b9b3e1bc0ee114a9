//! A picture on the screen: in pixels if the terminal can, else two pixels per cell, one above the other.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::{Facts, Look, Pictures, Placed, text};
use super::cells_beside;
use crate::mime::Picture;

/// Width from which the picture is beside the list, and height from which it is below it.
const WIDE: u16 = 110;
const HIGH: u16 = 16;

/// True if pictures are visible: in cells only with enough colours, in pixels of the terminal always.
pub fn is_shown(look: &Look<'_>) -> bool {
    let coloured = || look.theme.pixel(0, 0, 0).is_some();
    let way = match look.pictures {
        Pictures::Off => false,
        Pictures::Over { .. } => true,
        Pictures::Blocks | Pictures::Placeholders { .. } => coloured(),
    };
    way && !look.ascii
}

/// Draws the picture as large as `area` allows, from its upper left corner, and returns its height in lines; 0 if
/// pictures are not shown ([`is_shown`]).
pub fn render(picture: &Arc<Picture>, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) -> u16 {
    let area = area.intersection(buf.area);
    if area.is_empty() || !is_shown(look) {
        return 0;
    }
    let place = match look.pictures {
        Pictures::Off => return 0,
        Pictures::Blocks => {
            let (cells, halves) = fitted(picture, (area.width, area.height.saturating_mul(2)));
            let place = Rect { width: cells, height: halves.div_ceil(2), ..area };
            blocks(picture, look, place, halves, buf);
            return place.height;
        }
        Pictures::Placeholders { cell } => {
            let most = text::PLACEHOLDERS;
            let place =
                in_cells(picture, cell, Rect { width: area.width.min(most), height: area.height.min(most), ..area });
            text::put_placeholders(buf, place, picture.id);
            place
        }
        // Blocks below the pixels, which are seen where a popup covers part of the picture.
        Pictures::Over { cell } => {
            let place = in_cells(picture, cell, area);
            blocks(picture, look, place, place.height * 2, buf);
            place
        }
    };
    facts.pictures.push(Placed { picture: picture.clone(), area: place });
    place.height
}

/// Areas of the list and of the picture, which has none in a small window.
pub fn beside(area: Rect) -> (Rect, Rect) {
    if area.width >= WIDE {
        let side = cells_beside(area.width);
        let list = Rect { width: area.width - side - 1, ..area };
        return (list, Rect { x: list.right() + 2, y: area.y + 1, width: side - 2, height: area.height - 1 });
    }
    if area.height >= HIGH {
        let below = area.height / 2;
        let list = Rect { height: area.height - below, ..area };
        return (list, Rect { x: area.x + 1, y: list.bottom() + 1, width: area.width - 2, height: below - 1 });
    }
    (area, Rect::ZERO)
}

/// Size of a picture that must fit into so many pixels: its proportions are kept, and it is never enlarged.
fn fitted(picture: &Picture, (width, height): (u16, u16)) -> (u16, u16) {
    let (own_width, own_height) = picture.size();
    let (own_width, own_height) = (own_width as f64, own_height as f64);
    let most = (f64::from(width) / own_width).min(f64::from(height) / own_height).min(1.0);
    (((own_width * most) as u16).clamp(1, width), ((own_height * most) as u16).clamp(1, height))
}

/// Cells of `area` that a picture takes in pixels.
fn in_cells(picture: &Picture, (wide, high): (u16, u16), area: Rect) -> Rect {
    let pixels = (area.width.saturating_mul(wide), area.height.saturating_mul(high));
    let (width, height) = fitted(picture, pixels);
    Rect { width: width.div_ceil(wide).min(area.width), height: height.div_ceil(high).min(area.height), ..area }
}

/// Fills an area with half blocks, `halves` of them from top to bottom.
fn blocks(picture: &Picture, look: &Look<'_>, place: Rect, halves: u16, buf: &mut Buffer) {
    let (width, height) = picture.size();
    let pixel = |x: u16, half: u16| {
        let column = usize::from(x) * width / usize::from(place.width);
        let row = usize::from(half.min(halves - 1)) * height / usize::from(halves);
        let [r, g, b] = picture.pixels.get(row * width + column).copied()?;
        look.theme.pixel(r, g, b)
    };
    for y in 0..place.height {
        for x in 0..place.width {
            let (Some(above), Some(below)) = (pixel(x, y * 2), pixel(x, y * 2 + 1)) else { return };
            text::put_sign(buf, place.x + x, place.y + y, text::HALF, Style::new().fg(above).bg(below));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::widgets::sheet::Popup;
    use crate::ui::{Canvas, Colours, Theme, testing};
    use ratatui::style::Color;

    fn drawn(ascii: bool, pictures: Pictures, (width, height): (usize, usize)) -> (u16, Facts, Buffer) {
        let mut pixels = vec![[9, 9, 9]; width * height];
        pixels[..3].copy_from_slice(&[[255, 0, 0], [0, 255, 0], [0, 0, 255]]);
        let picture = Arc::new(Picture::new(String::new(), width, pixels));
        let (mut buf, mut facts) = (Buffer::empty(Rect::new(0, 0, 10, 4)), Facts::default());
        let rows =
            testing::look(|look| render(&picture, &Look { ascii, pictures, ..*look }, buf.area, &mut buf, &mut facts));
        (rows, facts, buf)
    }

    #[test]
    fn a_cell_shows_two_pixels_and_an_ascii_terminal_no_picture() {
        let (rows, facts, buf) = drawn(false, Pictures::Blocks, (2, 2));
        assert_eq!((rows, buf[(0, 0)].fg, buf[(0, 0)].bg), (1, Color::Rgb(255, 0, 0), Color::Rgb(0, 0, 255)));
        assert_eq!((buf[(1, 0)].fg, buf[(2, 0)].symbol()), (Color::Rgb(0, 255, 0), " "));
        assert!(facts.pictures.is_empty());
        let over = Pictures::Over { cell: (10, 20) };
        for (ascii, pictures) in [(true, Pictures::Blocks), (true, over), (false, Pictures::Off)] {
            let (rows, facts, _) = drawn(ascii, pictures, (2, 2));
            assert_eq!((rows, facts), (0, Facts::default()), "{pictures:?}");
        }
    }

    /// A terminal may draw sixels and have only 16 colours for its text.
    #[test]
    fn pixels_need_no_colours_of_the_text_and_cells_do() {
        let theme = Theme::default().on(Canvas { colours: Colours::Sixteen, ..Canvas::default() });
        for (pictures, is) in [
            (Pictures::Over { cell: (10, 20) }, true),
            (Pictures::Blocks, false),
            (Pictures::Placeholders { cell: (10, 20) }, false),
        ] {
            let shown = testing::look(|look| is_shown(&Look { pictures, theme: &theme, ..*look }));
            assert_eq!(shown, is, "{pictures:?}");
        }
    }

    #[test]
    fn a_picture_in_pixels_takes_the_cells_its_pixels_need() {
        for ((width, height), area) in [
            ((2, 2), Rect::new(0, 0, 1, 1)),
            ((30, 50), Rect::new(0, 0, 3, 3)),
            ((200, 40), Rect::new(0, 0, 10, 1)),
            ((40, 800), Rect::new(0, 0, 1, 4)),
        ] {
            for pictures in [Pictures::Over { cell: (10, 20) }, Pictures::Placeholders { cell: (10, 20) }] {
                let (rows, facts, _) = drawn(false, pictures, (width, height));
                assert_eq!((rows, facts.pictures[0].area), (area.height, area), "{width}x{height}");
            }
        }
    }

    #[test]
    fn placeholders_name_the_picture_by_their_colour_and_their_place_by_their_marks() {
        let (_, facts, buf) = drawn(false, Pictures::Placeholders { cell: (10, 20) }, (30, 50));
        let [r, g, b] = [16, 8, 0].map(|bits| (facts.pictures[0].picture.id >> bits & 0xff) as u8);
        assert_eq!(buf[(2, 1)].fg, Color::Rgb(r, g, b));
        assert_eq!(buf[(0, 0)].symbol(), "\u{10eeee}\u{305}\u{305}");
        assert_eq!(buf[(2, 1)].symbol(), "\u{10eeee}\u{30d}\u{30e}");
        assert_eq!(buf[(3, 0)].symbol(), " ");
    }

    #[test]
    fn a_popup_beside_a_picture_leaves_its_colours() {
        for pictures in [Pictures::Blocks, Pictures::Placeholders { cell: (10, 20) }] {
            let (mut buf, mut facts) = (Buffer::empty(Rect::new(0, 0, 80, 20)), Facts::default());
            testing::look(|look| {
                let picture = Arc::new(Picture::new(String::new(), 4, vec![[9, 8, 7]; 16]));
                let look = Look { pictures, ..*look };
                render(&picture, &look, Rect::new(0, 0, 4, 4), &mut buf, &mut facts);
                let drawn = buf[(0, 0)].clone();
                let popup = Popup { title: "over", rows: 3, cells: 20, clear_of: None };
                popup.open(&look, Rect::new(0, 0, 80, 20), &mut buf);
                assert_eq!(buf[(0, 0)], drawn);
            });
        }
    }

    #[test]
    fn pixels_are_left_out_where_something_lies_over_them_and_placeholders_are_not() {
        for (pictures, left) in [(Pictures::Over { cell: (10, 20) }, 0), (Pictures::Placeholders { cell: (10, 20) }, 1)]
        {
            let (_, mut facts, mut buf) = drawn(false, pictures, (30, 50));
            let bare = pictures.drawn(&facts.pictures, &buf);
            text::put(&mut buf, 3, 0, 4, "side", Style::new());
            pictures.drop_covered(&mut facts.pictures, &bare, &buf);
            assert_eq!(facts.pictures.len(), 1);
            text::put(&mut buf, 2, 2, 4, "over", Style::new());
            pictures.drop_covered(&mut facts.pictures, &bare, &buf);
            assert_eq!(facts.pictures.len(), left, "{pictures:?}");
        }
    }
}
