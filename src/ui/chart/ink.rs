//! Signs that charts are drawn with: blocks, braille dots or ASCII. The choice between them is made only here.

use std::fmt;

use ratatui::style::{Color, Modifier, Style};

/// Way to draw charts (`charts` in config.toml, `:charts`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charts {
    #[default]
    Blocks,
    Braille,
    Ascii,
}

/// Modifiers with which a colour looks different as foreground and as background.
const OTHER: Modifier = Modifier::DIM.union(Modifier::REVERSED);

/// Blocks by eighths of a cell, from the bottom.
const UP: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/// Fill levels of a cell in ASCII.
const STEPS: [&str; 4] = [" ", ".", ":", "#"];
/// Parts of a bar's cell from the left, the full cell last.
const RIGHT: [&[&str]; 3] = [&["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], &["⠂", "⠒"], &["-", "="]];
/// Dots of a cell filled from the bottom: by the left column's dots, then by the right column's.
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
    /// Words that `:charts` and the setting take, in the form that completion reads.
    pub const NAMES: &str = "blocks|braille|ascii";
    /// All values with their names.
    pub const ALL: [(&str, Self); 3] = [("blocks", Self::Blocks), ("braille", Self::Braille), ("ascii", Self::Ascii)];

    /// Value with that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(known, charts)| (known == name).then_some(charts))
    }

    /// Number of columns in a cell, and number of parts in its height.
    pub(super) fn parts(self) -> (usize, usize) {
        match self {
            Self::Blocks => (1, 8),
            Self::Braille => (2, 4),
            Self::Ascii => (1, 3),
        }
    }

    /// Cell whose columns are filled from the bottom to so many parts.
    pub(super) fn up(self, columns: &[usize]) -> &'static str {
        let part = |at: usize| columns.get(at).copied().unwrap_or(0);
        match self {
            Self::Blocks => UP[part(0).min(8)],
            Self::Braille => DOTS[part(0).min(4)][part(1).min(4)],
            Self::Ascii => STEPS[part(0).min(3)],
        }
    }

    /// Sign of a full cell that must differ from other cells without the help of colour.
    pub(super) fn shaded(self) -> &'static str {
        match self {
            Self::Blocks => "░",
            Self::Braille => "⢕",
            Self::Ascii => ":",
        }
    }

    /// Sign and style of a full cell. Its background has the colour, so that no font leaves a seam between two cells.
    /// The terminal's default text colour can be a background only by reversing.
    pub(super) fn solid(self, style: Style) -> (&'static str, Style) {
        let whole = self.up(&[8, 8]);
        match style.fg.filter(|colour| *colour != Color::Reset) {
            _ if self != Self::Blocks || style.add_modifier.intersects(OTHER) => (whole, style),
            Some(colour) => (whole, style.bg(colour)),
            None => (" ", style.add_modifier(Modifier::REVERSED)),
        }
    }

    /// Sign and style of a bar's highest cell. Most fonts leave a line below a block that is filled from the bottom.
    /// Therefore the empty part is drawn, over a background in the bar's colour; there are such blocks for a half and
    /// for an eighth. With a colour that cannot be a background, the line stays.
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

    /// Height, in parts of a row, that can be drawn without a line below its last cell. In the lowest row nothing is
    /// below, so the exact height is kept.
    pub(super) fn settled(self, height: usize) -> usize {
        let (rows, part) = (height / 8, height % 8);
        match part {
            _ if self != Self::Blocks || rows == 0 => height,
            0 | 1 => rows * 8,
            2..=5 => rows * 8 + 4,
            _ => rows * 8 + 7,
        }
    }

    /// Line at the upper edge of a row, where one bar ends and another stands on it.
    pub(super) fn edge(self) -> &'static str {
        if self == Self::Ascii { "'" } else { "▔" }
    }

    /// Sign for the values of the previous window, in the chart and in its legend. In ASCII, bars have other signs.
    pub fn before(self) -> &'static str {
        ["─", "⠤", "-"][self as usize]
    }

    /// Sign of the line of the window before between two bars, in a row where it begins, ends, both, or passes through.
    /// ASCII has no corners, and upright signs there look like bars, so its line is one of steps.
    pub(super) fn way(self, begins: bool, ends: bool, is_up: bool) -> Option<&'static str> {
        match (begins, ends, is_up) {
            (true, true, _) => Some(self.before()),
            _ if self == Self::Ascii => None,
            (false, false, _) => Some("│"),
            (true, false, true) => Some("╯"),
            (true, false, false) => Some("╮"),
            (false, true, true) => Some("╭"),
            (false, true, false) => Some("╰"),
        }
    }

    /// Cells of a bar for a share, from the left. A share above 0 is always visible.
    pub(super) fn right(self, share: f64, cells: u16) -> impl Iterator<Item = &'static str> {
        let signs = RIGHT[self as usize];
        let parts = (share * f64::from(cells) * signs.len() as f64).round() as usize;
        let parts = if share > 0.0 { parts.max(1) } else { 0 };
        (0..parts.div_ceil(signs.len())).map(move |cell| signs[(parts - cell * signs.len()).min(signs.len()) - 1])
    }

    /// Cell that is darker the more quarters it has.
    pub(super) fn shade(self, quarters: usize) -> &'static str {
        [[" ", "░", "▒", "▓", "█"], [" ", "⠄", "⠤", "⠶", "⣿"], [" ", ".", ":", "+", "#"]][self as usize]
            [quarters.min(4)]
    }
}
