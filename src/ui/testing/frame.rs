//! A buffer as text for snapshots: its letters, and if wanted its styles.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

/// Letters of the buffer, line by line, without blanks at the ends.
pub fn text(buf: &Buffer) -> String {
    let mut out = String::new();
    for y in buf.area.top()..buf.area.bottom() {
        let mut line = String::new();
        let mut x = buf.area.left();
        while x < buf.area.right() {
            let symbol = buf[(x, y)].symbol();
            line.push_str(symbol);
            x += (symbol.width() as u16).max(1);
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Letters with the style before each run: `[dim]age [bold reversed]solarpark.de`.
pub fn styles(buf: &Buffer) -> String {
    let mut out = String::new();
    for y in buf.area.top()..buf.area.bottom() {
        let mut line = String::new();
        let mut last = Style::new();
        for x in buf.area.left()..buf.area.right() {
            let cell = &buf[(x, y)];
            let style = Style { fg: Some(cell.fg), bg: Some(cell.bg), add_modifier: cell.modifier, ..Style::new() };
            if x == buf.area.left() || style != last {
                let name = name(style);
                if !(x == buf.area.left() && name.is_empty()) {
                    let _ = write!(line, "[{name}]");
                }
                last = style;
            }
            line.push_str(cell.symbol());
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn name(style: Style) -> String {
    let mut words = Vec::new();
    if let Some(fg) = style.fg.filter(|colour| *colour != Color::Reset) {
        words.push(fg.to_string().to_lowercase());
    }
    if let Some(bg) = style.bg.filter(|colour| *colour != Color::Reset) {
        words.push(format!("on {}", bg.to_string().to_lowercase()));
    }
    for (modifier, word) in [
        (Modifier::BOLD, "bold"),
        (Modifier::DIM, "dim"),
        (Modifier::UNDERLINED, "underlined"),
        (Modifier::REVERSED, "reversed"),
    ] {
        if style.add_modifier.contains(modifier) {
            words.push(word.to_owned());
        }
    }
    words.join(" ")
}
