//! Cells as the fewest bytes. ratatui's backend writes every change of style in full and every blank, which is most
//! of the bytes after a key on a slow line. The bytes written here are cursor moves, erases and SGR only. Look
//! first at [`write()`].

use std::io::{self, Write};

use ratatui::buffer::{Cell, CellWidth};
use ratatui::style::{Color, Modifier};

/// Number of blanks in a row from which erasing and moving takes fewer bytes than writing them.
const WORTH_ERASING: u16 = 12;
/// Modifiers that are visible on a blank.
pub const SEEN_ON_BLANK: Modifier = Modifier::REVERSED
    .union(Modifier::UNDERLINED)
    .union(Modifier::SLOW_BLINK)
    .union(Modifier::RAPID_BLINK)
    .union(Modifier::CROSSED_OUT);
/// Modifiers with the codes that switch them on and off.
const CODES: &[(Modifier, &str, &str)] = &[
    (Modifier::BOLD, "1", "22"),
    (Modifier::DIM, "2", "22"),
    (Modifier::ITALIC, "3", "23"),
    (Modifier::UNDERLINED, "4", "24"),
    (Modifier::SLOW_BLINK, "5", "25"),
    (Modifier::RAPID_BLINK, "6", "25"),
    (Modifier::REVERSED, "7", "27"),
    (Modifier::HIDDEN, "8", "28"),
    (Modifier::CROSSED_OUT, "9", "29"),
];

/// Style of the next character.
#[derive(Clone, Copy, PartialEq)]
struct Style {
    fg: Color,
    bg: Color,
    underline: Color,
    modifier: Modifier,
}

const PLAIN: Style = Style { fg: Color::Reset, bg: Color::Reset, underline: Color::Reset, modifier: Modifier::empty() };

impl Style {
    fn of(cell: &Cell) -> Self {
        Self { fg: cell.fg, bg: cell.bg, underline: cell.underline_color, modifier: cell.modifier }
    }

    /// True when a cell written in this style looks right: on a blank, colour and weight are not visible.
    fn is_right_for(self, cell: &Cell) -> bool {
        let is_seen = |modifier: Modifier| modifier.intersects(SEEN_ON_BLANK);
        let is_blank = cell.symbol() == " " && !is_seen(cell.modifier);
        Self::of(cell) == self || (is_blank && self.bg == cell.bg && !is_seen(self.modifier))
    }
}

/// True for a blank on the terminal's own background.
pub fn is_bare(cell: &Cell) -> bool {
    cell.symbol() == " " && cell.bg == Color::Reset && !cell.modifier.intersects(SEEN_ON_BLANK)
}

/// True when `cell` costs one byte right after `before` was written.
pub fn is_alike(before: &Cell, cell: &Cell) -> bool {
    cell.symbol().len() == 1 && Style::of(before).is_right_for(cell)
}

/// Writes cells, given in order, on a screen `width` wide. Works from any cursor position; begins and ends with a
/// plain style.
///
/// # Errors
/// None for bytes in memory.
pub fn write<'a>(
    bytes: &mut Vec<u8>,
    cells: impl IntoIterator<Item = (u16, u16, &'a Cell)>,
    width: u16,
) -> io::Result<()> {
    let mut pen = Pen { bytes, style: PLAIN, at: None, is_sure: false };
    let mut cells = cells.into_iter().peekable();
    while let Some((x, y, cell)) = cells.next() {
        if !is_bare(cell) {
            pen.go(x, y)?;
            if !pen.style.is_right_for(cell) {
                pen.take(Style::of(cell))?;
            }
            pen.bytes.extend_from_slice(cell.symbol().as_bytes());
            pen.is_sure &= cell.symbol().len() == 1;
            // Terminals differ about where the cursor is after the last column.
            pen.at = Some((x + cell.cell_width().max(1), y)).filter(|(x, _)| *x < width);
            continue;
        }
        let mut run = 1;
        while cells.next_if(|(next, row, cell)| *row == y && *next == x + run && is_bare(cell)).is_some() {
            run += 1;
        }
        pen.blanks(x, y, run, width)?;
    }
    pen.take(PLAIN)
}

struct Pen<'a> {
    bytes: &'a mut Vec<u8>,
    style: Style,
    /// Position of the cursor, if known.
    at: Option<(u16, u16)>,
    /// True while the cursor's column is certain: terminals may differ about the width of characters beyond ASCII.
    is_sure: bool,
}

impl Pen<'_> {
    fn go(&mut self, x: u16, y: u16) -> io::Result<()> {
        match self.at {
            Some(at) if at == (x, y) => {}
            Some((from, row)) if row == y && from < x => self.step(x - from, 'C')?,
            Some((from, row)) if from == x && row < y && self.is_sure => self.step(y - row, 'B')?,
            _ => {
                write!(self.bytes, "\x1b[{};{}H", y + 1, x + 1)?;
                self.is_sure = true;
            }
        }
        self.at = Some((x, y));
        Ok(())
    }

    /// Moves the cursor by this many cells in the direction `way`.
    fn step(&mut self, cells: u16, way: char) -> io::Result<()> {
        match cells {
            1 => write!(self.bytes, "\x1b[{way}"),
            _ => write!(self.bytes, "\x1b[{cells}{way}"),
        }
    }

    fn blanks(&mut self, x: u16, y: u16, run: u16, width: u16) -> io::Result<()> {
        self.go(x, y)?;
        // The style may stay unless its background would show, because an erase paints the background.
        if !self.style.is_right_for(&Cell::EMPTY) {
            self.take(PLAIN)?;
        }
        if x + run >= width {
            self.bytes.extend_from_slice(b"\x1b[K");
        } else if run >= WORTH_ERASING {
            write!(self.bytes, "\x1b[{run}X")?;
        } else {
            self.bytes.extend(std::iter::repeat_n(b' ', usize::from(run)));
            self.at = Some((x + run, y));
        }
        Ok(())
    }

    /// Changes the style in one sequence: only the difference, or the whole style, whichever is shorter.
    fn take(&mut self, to: Style) -> io::Result<()> {
        if self.style == to {
            return Ok(());
        }
        if to == PLAIN {
            self.bytes.extend_from_slice(b"\x1b[m");
        } else {
            let anew = format!("0;{}", codes(PLAIN, to));
            let changed = codes(self.style, to);
            write!(self.bytes, "\x1b[{}m", if anew.len() < changed.len() { anew } else { changed })?;
        }
        self.style = to;
        Ok(())
    }
}

/// The codes that lead from one style to another.
fn codes(from: Style, to: Style) -> String {
    let mut codes: Vec<String> = Vec::new();
    let gone = from.modifier.difference(to.modifier);
    for (modifier, _, off) in CODES {
        if gone.contains(*modifier) && !codes.iter().any(|code| code == off) {
            codes.push((*off).to_owned());
        }
    }
    let switched_off = codes.clone();
    for (modifier, on, off) in CODES {
        // Bold and dim are switched off by the same code, so the other one must be switched on again.
        let missing = !from.modifier.contains(*modifier) || switched_off.iter().any(|code| code == off);
        if to.modifier.contains(*modifier) && missing {
            codes.push((*on).to_owned());
        }
    }
    if from.fg != to.fg {
        codes.push(colour(to.fg, 30, 90));
    }
    if from.bg != to.bg {
        codes.push(colour(to.bg, 40, 100));
    }
    if from.underline != to.underline {
        codes.push(match to.underline {
            Color::Reset => "59".to_owned(),
            Color::Rgb(r, g, b) => format!("58;2;{r};{g};{b}"),
            named => format!("58;5;{}", index(named)),
        });
    }
    codes.join(";")
}

/// SGR code of a colour. `base` is the code of the first of the eight colours, `bright` that of the first bright one.
fn colour(colour: Color, base: u8, bright: u8) -> String {
    match colour {
        Color::Reset => (base + 9).to_string(),
        Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", base + 8),
        Color::Indexed(index) => format!("{};5;{index}", base + 8),
        named => match index(named) {
            dark @ 0..8 => (base + dark).to_string(),
            light => (bright + light - 8).to_string(),
        },
    }
}

/// Index of a colour in the palette of 16.
fn index(colour: Color) -> u8 {
    match colour {
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        Color::Indexed(index) => index,
        Color::Black | Color::Reset | Color::Rgb(..) => 0,
    }
}

#[cfg(test)]
mod tests;
