//! The program's own signs.

/// Signs in Unicode and in ASCII. Only this file chooses between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    pub bar: &'static str,
    pub mark: &'static str,
    pub unread: &'static str,
    pub star: &'static str,
    pub answered: &'static str,
    pub draft: &'static str,
    pub line: &'static str,
    pub side: &'static str,
    /// Corners of a frame, from the top left in reading order.
    pub corners: [&'static str; 4],
    pub up: &'static str,
    pub down: &'static str,
    pub peak: &'static str,
    /// Sign of an event on a time axis.
    pub event: &'static str,
    pub dot: &'static str,
    pub full: &'static str,
    pub light: &'static str,
}

impl Glyphs {
    /// Signs in Unicode, or in ASCII.
    pub const fn get(ascii: bool) -> &'static Self {
        const UNICODE: Glyphs = Glyphs {
            bar: "▌",
            mark: "✓",
            unread: "●",
            star: "★",
            answered: "↩",
            draft: "✎",
            line: "─",
            side: "│",
            corners: ["┌", "┐", "└", "┘"],
            up: "↑",
            down: "↓",
            peak: "◆",
            event: "▾",
            dot: "·",
            full: "█",
            light: "░",
        };
        const ASCII: Glyphs = Glyphs {
            bar: ">",
            mark: "x",
            unread: "*",
            star: "+",
            answered: "r",
            draft: "d",
            line: "-",
            side: "|",
            corners: ["+"; 4],
            up: "^",
            down: "v",
            peak: "*",
            event: "v",
            dot: "-",
            full: "#",
            light: ".",
        };
        if ascii { &ASCII } else { &UNICODE }
    }
}
