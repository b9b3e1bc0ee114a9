//! Drawing text into cells: cleaned once more, measured by grapheme, cut with a mark and never inside a cluster.
//!
//! Nothing here knows what a text means, and no other part of the program writes cells. Look first at [`put`], which
//! every other function calls in the end.

mod cover;
mod known;
mod names;
mod number;
mod placeholder;

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use super::Theme;
pub use crate::base::grouped;
use crate::base::{Timestamp, Zone, cell_by_cell, clean_line, cluster_width, is_clean, text_width};
pub use cover::cover_amounts;
pub use known::{Figure, count, figure, part_of};
pub use names::first_few;
pub use number::is_other_number;
pub use placeholder::{HALF, PLACEHOLDERS, is_pixel, is_placeholder, put_placeholders};

/// Sign for no value or an unknown one.
pub const NONE: &str = "—";

/// Cells that `text` takes on one line.
pub fn width(text: &str) -> usize {
    text_width(text)
}

/// Where to cut `text` so that it takes at most `cells`: bytes kept, cells they take, and true if anything was cut.
pub fn cut(text: &str, cells: usize) -> (usize, usize, bool) {
    if let Some(all) = cell_by_cell(text) {
        let end = text.char_indices().nth(cells).map_or(text.len(), |(at, _)| at);
        return (end, all.min(cells), all > cells);
    }
    let mut used = 0;
    for (at, cluster) in text.grapheme_indices(true) {
        let wide = cluster_width(cluster);
        if used + wide > cells {
            return (at, used, true);
        }
        used += wide;
    }
    (text.len(), used, false)
}

/// `text` in at most `cells` cells, with `…` at the end if it was cut.
pub fn fit(text: &str, cells: usize, ascii: bool) -> Cow<'_, str> {
    if !ascii {
        return crate::base::fit(text, cells);
    }
    if !cut(text, cells).2 {
        return Cow::Borrowed(text);
    }
    if cells == 0 {
        return Cow::Borrowed("");
    }
    Cow::Owned(format!("{}~", &text[..cut(text, cells - 1).0]))
}

/// `text` in at most `cells` cells, with `…` in the middle if it was cut, for texts such as addresses that are
/// recognised by their end, too.
pub fn fit_ends(text: &str, cells: usize, ascii: bool) -> Cow<'_, str> {
    if !cut(text, cells).2 {
        return Cow::Borrowed(text);
    }
    let begin = fit(text, cells.div_ceil(2), ascii);
    let left = cells.saturating_sub(width(&begin));
    let mut end = "";
    for (at, _) in text.grapheme_indices(true).rev() {
        if width(&text[at..]) > left {
            break;
        }
        end = &text[at..];
    }
    Cow::Owned(format!("{begin}{end}"))
}

/// First parts of a text that fit in full; the very first part in any case.
pub fn whole_parts<'a>(text: &'a str, between: &str, cells: usize) -> &'a str {
    let mut shown = text;
    while width(shown) > cells
        && let Some((fewer, _)) = shown.rsplit_once(between)
    {
        shown = fewer;
    }
    shown
}

/// Parts of a list separated by `, ` that fit. The last parts are dropped first; parts that begin with `stays` are
/// dropped after all others.
pub fn parts_but<'a>(text: &'a str, stays: &str, cells: usize) -> Cow<'a, str> {
    let mut shown = Cow::Borrowed(text);
    while width(&shown) > cells {
        let mut parts: Vec<&str> = shown.split(", ").collect();
        let last = parts.iter().rposition(|part| !part.starts_with(stays));
        let Some(last) = last.filter(|_| parts.len() > 1) else { break };
        parts.remove(last);
        shown = Cow::Owned(parts.join(", "));
    }
    shown
}

/// As many figures, separated by ` · `, as fit, with a sign if there are more. A figure is never cut, because half of
/// it would be another number.
pub fn whole_figures(text: &str, cells: usize) -> Cow<'_, str> {
    /// Sign for figures that are left out.
    const MORE: &str = " · …";
    if width(text) <= cells {
        return Cow::Borrowed(text);
    }
    let fewer = whole_parts(text, " · ", cells.saturating_sub(width(MORE)));
    if fewer == text { Cow::Borrowed(text) } else { Cow::Owned(format!("{fewer}{MORE}")) }
}

/// Writes `text` from (`x`, `y`) into at most `cells` cells, cutting the rest, and returns the cells it took.
///
/// The text is cleaned here once more, so that nothing a caller forgot reaches the terminal. Outside the buffer nothing
/// is written.
pub fn put(buf: &mut Buffer, x: u16, y: u16, cells: u16, text: &str, style: Style) -> u16 {
    let area = buf.area;
    if cells == 0 || y < area.top() || y >= area.bottom() || x < area.left() || x >= area.right() {
        return 0;
    }
    let cells = cells.min(area.right() - x);
    if let Some(all) = cell_by_cell(text) {
        return put_cell_by_cell(buf, (x, y), cells.min(all.try_into().unwrap_or(u16::MAX)), text, style);
    }
    let clean = if is_clean(text) { Cow::Borrowed(text) } else { clean_line(text) };
    let (end, _) = buf.set_stringn(x, y, &*clean, cells as usize, style);
    end - x
}

/// Fast path for nearly every text of a list. All `cells` are inside the buffer, and the text has as many characters.
fn put_cell_by_cell(buf: &mut Buffer, at: (u16, u16), cells: u16, text: &str, style: Style) -> u16 {
    let from = buf.index_of(at.0, at.1);
    let places = &mut buf.content[from..from + usize::from(cells)];
    for (cell, (at, c)) in places.iter_mut().zip(text.char_indices()) {
        cell.set_symbol(&text[at..at + c.len_utf8()]).set_style(style);
    }
    cells
}

/// Writes one of the program's own signs, which take one cell. Outside the buffer nothing is written.
pub fn put_sign(buf: &mut Buffer, x: u16, y: u16, sign: &'static str, style: Style) {
    if let Some(cell) = buf.cell_mut((x, y)) {
        cell.set_symbol(sign).set_style(style);
    }
}

/// Cells of a swatch and the blank after it.
pub const SWATCH: u16 = 3;

/// Paints a colour written as `#rrggbb` over the first two cells, if it is one and the terminal can show it.
pub fn put_swatch(buf: &mut Buffer, area: Rect, colour: &str, theme: &Theme) {
    let Some(colour) = theme.written(colour).filter(|_| area.width > SWATCH) else { return };
    for x in area.x..area.x + SWATCH - 1 {
        if let Some(cell) = buf.cell_mut((x, area.y)) {
            cell.set_symbol(" ").set_bg(colour);
        }
    }
}

/// Blank cells at the right edge of an area of this width, so that header, tabs, lists, forms and pages end at the same
/// column. Narrow areas have none.
pub fn edge(width: u16) -> u16 {
    u16::from(width >= 80)
}

/// Writes text like [`put`], with `…` if it is cut.
pub fn put_fit(buf: &mut Buffer, x: u16, y: u16, cells: u16, text: &str, style: Style, ascii: bool) -> u16 {
    if cut(text, cells as usize).2 {
        put(buf, x, y, cells, &fit(text, cells as usize, ascii), style)
    } else {
        put(buf, x, y, cells, text, style)
    }
}

/// Writes text like [`put_fit`], right-aligned in the `cells`.
pub fn put_right(buf: &mut Buffer, x: u16, y: u16, cells: u16, text: &str, style: Style, ascii: bool) {
    let shown = fit(text, cells as usize, ascii);
    let gap = (cells as usize).saturating_sub(width(&shown)) as u16;
    put(buf, x + gap, y, cells - gap, &shown, style);
}

/// Replaces the program's own signs by ASCII (`--ascii`). Each is one cell wide, so nothing moves. Names and messages
/// in other scripts stay as they are.
pub fn to_ascii(buf: &mut Buffer) {
    let (wide, mut is_least) = (usize::from(buf.area.width), false);
    for (at, cell) in buf.content.iter_mut().enumerate() {
        // `≥ 3` becomes `>=3`: the second sign takes the place of the blank.
        if std::mem::take(&mut is_least) && at % wide > 0 && cell.symbol() == " " {
            cell.set_symbol("=");
        }
        if cell.symbol().is_ascii() {
            continue;
        }
        is_least = cell.symbol() == "≥";
        let plain = match cell.symbol() {
            // The minus is shown as a hyphen, as is the sign for no value.
            "·" | "│" => "|",
            "—" | "–" | "─" | "−" => "-",
            "…" => "~",
            "×" | "✓" => "x",
            "“" | "”" => "\"",
            "‘" | "’" => "'",
            "›" | "→" | "≥" => ">",
            "‹" | "←" => "<",
            "↑" => "^",
            "↓" => "v",
            "↩" => "r",
            "✎" => "d",
            _ => continue,
        };
        cell.set_symbol(plain);
    }
}

/// Clears `area` for something drawn over it.
pub fn clear(buf: &mut Buffer, area: Rect, style: Style) {
    for at in area.intersection(buf.area).positions() {
        buf[at].reset();
        buf[at].set_style(style);
    }
}

/// Draws a line of one character over `cells` cells.
pub fn rule(buf: &mut Buffer, x: u16, y: u16, cells: u16, glyph: &str, style: Style) {
    for column in x..x.saturating_add(cells).min(buf.area.right()) {
        if y < buf.area.bottom() && y >= buf.area.top() && column >= buf.area.left() {
            buf[(column, y)].set_symbol(glyph).set_style(style);
        }
    }
}

/// Breaks cleaned text into lines of at most `cells` cells, at spaces if there are any, else inside a word.
pub fn wrap(text: &str, cells: usize) -> Vec<Cow<'_, str>> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        wrap_paragraph(paragraph, cells.max(1), &mut lines);
    }
    lines
}

fn wrap_paragraph<'a>(paragraph: &'a str, cells: usize, lines: &mut Vec<Cow<'a, str>>) {
    let mut rest = paragraph;
    loop {
        let (bytes, _, was_cut) = cut(rest, cells);
        if !was_cut {
            lines.push(Cow::Borrowed(rest));
            return;
        }
        // A cluster wider than the line must still be used up, or the loop would never end.
        let bytes = if bytes == 0 { rest.graphemes(true).next().map_or(rest.len(), str::len) } else { bytes };
        let head = &rest[..bytes];
        // A line may end before or after a character of two cells, because such scripts have no spaces.
        let mut clusters = head.grapheme_indices(true).rev();
        let ends_wide = clusters.find(|(_, cluster)| is_wide(cluster)).map_or(0, |(at, cluster)| at + cluster.len());
        if rest[bytes..].starts_with(' ') {
            lines.push(Cow::Borrowed(head.trim_end()));
            rest = rest[bytes..].trim_start_matches(' ');
        } else if ends_wide == bytes || rest[bytes..].graphemes(true).next().is_some_and(is_wide) {
            let end = before_closing(rest, bytes);
            lines.push(Cow::Borrowed(rest[..end].trim_end()));
            rest = rest[end..].trim_start_matches(' ');
        } else if ends_wide > head.rfind(' ').unwrap_or(0) {
            let end = before_closing(rest, ends_wide);
            lines.push(Cow::Borrowed(rest[..end].trim_end()));
            rest = rest[end..].trim_start_matches(' ');
        } else if let Some(space) = head.rfind(' ').filter(|&at| !head[..at].trim().is_empty()) {
            lines.push(Cow::Borrowed(head[..space].trim_end()));
            rest = &rest[space + 1..];
        } else {
            let end = part_of_word(head).unwrap_or(bytes);
            lines.push(Cow::Borrowed(&head[..end]));
            rest = &rest[end..];
        }
        if rest.is_empty() {
            return;
        }
    }
}

/// Place to break `text` at or before `at`, so that the next line does not begin with closing punctuation.
fn before_closing(text: &str, at: usize) -> usize {
    const CLOSING: &str = ".,:;!?)]}»”’、。，．：；！？）］｝〉》」』】〕ー…々ゝゞ";
    let closes = |at: usize| text[at..].chars().next().is_some_and(|sign| CLOSING.contains(sign));
    let mut end = at;
    while closes(end) {
        match text[..end].grapheme_indices(true).next_back() {
            Some((before, _)) if before > 0 => end = before,
            _ => return at,
        }
    }
    end
}

/// Place to break a word longer than its line so that it stays readable: before the domain of an address, or before a
/// label or a path step; `None` if that would use little of the line.
fn part_of_word(head: &str) -> Option<usize> {
    let place = head.rfind('@').into_iter().chain(head.rfind(['.', '/']));
    place.into_iter().find(|at| *at > head.len() / 3)
}

/// True for a character of two cells beside which a line may end, such as Chinese and Japanese ones. Korean has spaces.
fn is_wide(cluster: &str) -> bool {
    let is_korean = |c: char| matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{ac00}'..='\u{d7a3}');
    !cluster.is_ascii() && width(cluster) == 2 && !cluster.starts_with(is_korean)
}

/// Size in bytes: `812 bytes`, `12.4 kB`, `2.1 MB`.
pub fn bytes(number: u64) -> String {
    const STEPS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    match STEPS.iter().find(|(step, _)| number >= *step) {
        Some((step, unit)) => {
            let tenths = (u128::from(number) * 10 + u128::from(*step) / 2) / u128::from(*step);
            if tenths >= 1000 {
                format!("{} {unit}", (tenths + 5) / 10)
            } else {
                format!("{}.{} {unit}", tenths / 10, tenths % 10)
            }
        }
        None => counted(number, "byte", "bytes"),
    }
}

/// Sentence about a list at its limit: `Holds 40,000 of about 10,000,000: the limit of 120 MB is reached`.
pub fn held(rows: u64, of: Option<u64>, limit: usize) -> String {
    let of = of.map_or_else(String::new, |of| format!(" of about {}", grouped(of)));
    format!("Holds {}{of}: the limit of {} is reached", grouped(rows), bytes(limit as u64))
}

/// Span of time in its two largest units: `40s`, `1m 32s`, `2h 5m`, `3d 4h`.
pub fn span(seconds: i64) -> String {
    let seconds = seconds.max(0);
    let (large, small, units) = match seconds {
        ..60 => return format!("{seconds}s"),
        60..3_600 => (seconds / 60, seconds % 60, ('m', 's')),
        3_600..86_400 => (seconds / 3_600, seconds % 3_600 / 60, ('h', 'm')),
        _ => (seconds / 86_400, seconds % 86_400 / 3_600, ('d', 'h')),
    };
    if small == 0 { format!("{large}{}", units.0) } else { format!("{large}{} {small}{}", units.0, units.1) }
}

/// Number, grouped, with the word in singular or plural: `1 inquiry`, `3 inquiries`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// Age for a sentence: `2h ago`; a date stays as it is.
pub fn ago(age: &str) -> String {
    if age == "now" {
        "just now".to_owned()
    } else if age.ends_with(['s', 'm', 'h', 'd']) && age.starts_with(|c: char| c.is_ascii_digit()) {
        format!("{age} ago")
    } else {
        age.to_owned()
    }
}

/// Number in at most four cells: `812`, `8.9k`, `42k`, `1.2M`.
pub fn short(number: u64) -> String {
    let (step, unit) = match number {
        ..1_000 => return number.to_string(),
        1_000..1_000_000 => (1_000, 'k'),
        _ => (1_000_000, 'M'),
    };
    match (number / step, number % step * 10 / step) {
        (whole @ ..10, tenths @ 1..) => format!("{whole}.{tenths}{unit}"),
        (whole, _) => format!("{whole}{unit}"),
    }
}

/// Past time in full, `12 Mar 2026, 14:02:11 UTC (4m ago)`, with the age unless that is the same date.
pub fn past(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    let (full, age) = (at.full(zone), at.age(now, zone).text);
    if full.starts_with(&age) { full } else { format!("{full} ({})", ago(&age)) }
}

/// Share with one decimal: `12.4 %`.
pub fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return NONE.to_owned();
    }
    let tenths = (u128::from(part) * 1000 + u128::from(whole) / 2) / u128::from(whole);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests;
