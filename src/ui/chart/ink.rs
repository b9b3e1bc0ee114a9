//! Signs that charts are drawn with: blocks, braille dots or ASCII. Only here is decided between them.

use std::fmt;

use ratatui::style::{Color, Modifier, Style};

/// How charts are drawn (`charts` in config.toml, `:charts`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charts {
    #[default]
    Blocks,
    Braille,
    Ascii,
}

/// Modifiers that make a glyph look other than its colour on a ground.
const OTHER: Modifier = Modifier::DIM.union(Modifier::REVERSED);

/// Eighths of a cell from the bottom.
const UP: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/// Steps of a cell in ASCII.
const STEPS: [&str; 4] = [" ", ".", ":", "#"];
/// The parts of a cell of a bar from the left, the whole cell last.
const RIGHT: [&[&str]; 3] = [&["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], &["⠂", "⠒"], &["-", "="]];
/// Dots of a cell filled from the bottom: the left column's dots, and in each of them the right column's.
const DOTS: [[&str; 5]; 5] = [
    [" ", "⢀", "⢠", "⢰", "⢸"],
    ["⡀", "⣀", "⣠", "⣰", "⣸"],
    ["⡄", "⣄", "⣤", "⣴", "⣼"],
    ["⡆", "⣆", "⣦", "⣶", "⣾"],
    ["⡇", "⣇", "⣧", "⣷", "⣿"],
];

impl fmt::Display for Charts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::ALL[*self as usize].0)
    }
}

impl Charts {
    /// Words that `:charts` and the setting take, in the form completion reads.
    pub const NAMES: &str = "blocks|braille|ascii";
    /// All of them by their names.
    pub const ALL: [(&str, Self); 3] = [("blocks", Self::Blocks), ("braille", Self::Braille), ("ascii", Self::Ascii)];

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(known, charts)| (known == name).then_some(charts))
    }

    /// The columns a cell has side by side, and the parts one is high.
    pub(super) fn parts(self) -> (usize, usize) {
        match self {
            Self::Blocks => (1, 8),
            Self::Braille => (2, 4),
            Self::Ascii => (1, 3),
        }
    }

    /// A cell whose columns are filled from the bottom with so many parts.
    pub(super) fn up(self, columns: &[usize]) -> &'static str {
        let part = |at: usize| columns.get(at).copied().unwrap_or(0);
        match self {
            Self::Blocks => UP[part(0).min(8)],
            Self::Braille => DOTS[part(0).min(4)][part(1).min(4)],
            Self::Ascii => STEPS[part(0).min(3)],
        }
    }

    /// A full cell that is told from others by its sign instead of its colour.
    pub(super) fn shaded(self) -> &'static str {
        match self {
            Self::Blocks => "▒",
            Self::Braille => "⢕",
            Self::Ascii => "=",
        }
    }

    /// How a cell is drawn that is full: its ground has the colour, so that no font leaves a seam between two of them.
    /// The terminal's own colour of text is a ground only turned round.
    pub(super) fn solid(self, style: Style) -> (&'static str, Style) {
        let whole = self.up(&[8, 8]);
        match style.fg.filter(|colour| *colour != Color::Reset) {
            _ if self != Self::Blocks || style.add_modifier.intersects(OTHER) => (whole, style),
            Some(colour) => (whole, style.bg(colour)),
            None => (" ", style.add_modifier(Modifier::REVERSED)),
        }
    }

    /// How the highest cell of a bar is drawn. Most fonts leave a line of the ground below a block that is filled from the bottom:
    /// the empty part is drawn instead, and the ground has the colour. Of blocks filled from the top there are the half
    /// and the eighth; a colour that cannot be a ground leaves the line.
    pub(super) fn top(self, filled: usize, style: Style) -> (&'static str, Style) {
        let empty = match (self, filled) {
            (Self::Blocks, 4) => Some("▀"),
            (Self::Blocks, 7) => Some("▔"),
            _ => None,
        };
        match empty.filter(|_| !style.add_modifier.intersects(OTHER)) {
            Some(empty) => (empty, style.add_modifier(Modifier::REVERSED)),
            None => (self.up(&[filled]), style),
        }
    }

    /// A height in parts of a row as it can be drawn without a line below its last cell. In the lowest row there is
    /// nothing below it: there the least difference is seen.
    pub(super) fn settled(self, height: usize) -> usize {
        let (rows, part) = (height / 8, height % 8);
        match part {
            _ if self != Self::Blocks || rows == 0 => height,
            0 | 1 => rows * 8,
            2..=5 => rows * 8 + 4,
            _ => rows * 8 + 7,
        }
    }

    /// The line at the upper edge of a row: where a bar that fills the row below ends, and another stands. Thick, and thin.
    pub(super) fn edge(self, is_thick: bool) -> &'static str {
        let signs = if self == Self::Ascii { ["'", "\""] } else { ["▔", "▀"] };
        signs[usize::from(is_thick)]
    }

    /// Sign of the window before, in the chart and in its legend; in ASCII bars are made of other signs.
    pub fn before(self) -> &'static str {
        ["─", "⠤", "-"][self as usize]
    }

    /// The line of the window before between two bars, in a row where it begins, ends, both, or goes through.
    pub(super) fn way(self, begins: bool, ends: bool, is_up: bool) -> &'static str {
        match (begins, ends, is_up) {
            (true, true, _) => self.before(),
            (false, false, _) if self == Self::Ascii => "|",
            _ if self == Self::Ascii => "+",
            (false, false, _) => "│",
            (true, false, true) => "╯",
            (true, false, false) => "╮",
            (false, true, true) => "╭",
            (false, true, false) => "╰",
        }
    }

    /// The cells of a bar that takes a share of them, from the left; what is not nothing is seen.
    pub(super) fn right(self, share: f64, cells: u16) -> impl Iterator<Item = &'static str> {
        let signs = RIGHT[self as usize];
        let parts = (share * f64::from(cells) * signs.len() as f64).round() as usize;
        let parts = if share > 0.0 { parts.max(1) } else { 0 };
        (0..parts.div_ceil(signs.len())).map(move |cell| signs[(parts - cell * signs.len()).min(signs.len()) - 1])
    }

    /// A cell the darker the more quarters it has.
    pub(super) fn shade(self, quarters: usize) -> &'static str {
        [[" ", "░", "▒", "▓", "█"], [" ", "⠄", "⠤", "⠶", "⣿"], [" ", ".", ":", "+", "#"]][self as usize]
            [quarters.min(4)]
    }
}
