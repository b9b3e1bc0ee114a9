//! A frame as SVG: its letters on a grid, its colours as a common terminal has them.

use std::fmt::Write as _;

use parkade::ui::{Ground, XTERM, rgb_of};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

/// Width and height of a cell, and size of its letters, in pixels.
const CELL: (f64, f64) = (8.4, 17.0);
const LETTERS: f64 = 14.0;

/// Colours of letters and background where a cell has none.
fn plain(ground: Ground) -> (u32, u32) {
    if ground == Ground::Light { (0x1c_1c1c, 0xff_ffff) } else { (0xd0_d0d0, 0x14_1418) }
}

fn shown(colour: Color, plain: u32) -> u32 {
    rgb_of(colour, &XTERM).map_or(plain, |(r, g, b)| u32::from(r) << 16 | u32::from(g) << 8 | u32::from(b))
}

/// Colours of the letters and the background of a cell, and its modifiers.
fn style(cell: &Cell, ground: Ground) -> (u32, u32, Modifier) {
    let (letters, under) = plain(ground);
    let (mut letters, mut under) = (shown(cell.fg, letters), shown(cell.bg, under));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut letters, &mut under);
    }
    (letters, under, cell.modifier & (Modifier::BOLD | Modifier::DIM | Modifier::UNDERLINED | Modifier::ITALIC))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The frame as an SVG file.
pub fn svg(frame: &Buffer, ground: Ground) -> String {
    let mut svg = begun(frame.area, ground);
    (frame.area.top()..frame.area.bottom()).for_each(|y| row(&mut svg, frame, y, ground));
    svg + "</svg>\n"
}

/// SVG that shows the frames in turn, each for its seconds, and then starts again. Of each frame only the rows that
/// differ are drawn, over the earlier frames.
pub fn film(frames: &[(Buffer, f64)], ground: Ground) -> String {
    let (first, _) = &frames[0];
    let whole: f64 = frames.iter().map(|(_, seconds)| seconds).sum();
    let mut svg = begun(first.area, ground);
    let mut from = 0.0;
    for (at, (frame, seconds)) in frames.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &frames[before].0);
        let cells = |of: &Buffer, y: u16| (0..of.area.width).map(|x| of[(x, y)].clone()).collect::<Vec<_>>();
        let differs = |y: &u16| before.is_none_or(|before| cells(before, *y) != cells(frame, *y));
        svg.push_str(if at == 0 { "<g>\n" } else { "<g opacity=\"0\">\n" });
        if at > 0 {
            let _ = writeln!(
                svg,
                "<animate attributeName=\"opacity\" dur=\"{whole}s\" repeatCount=\"indefinite\" calcMode=\"discrete\" \
                 keyTimes=\"0;{:.4};1\" values=\"0;1;1\"/>",
                from / whole
            );
        }
        for y in (0..frame.area.height).filter(differs) {
            let top = f64::from(y) * CELL.1;
            let (high, under) = (CELL.1, plain(ground).1);
            let _ = writeln!(svg, "<rect y=\"{top:.1}\" width=\"100%\" height=\"{high}\" fill=\"#{under:06x}\"/>");
            row(&mut svg, frame, y, ground);
        }
        svg.push_str("</g>\n");
        from += seconds;
    }
    svg + "</svg>\n"
}

/// Beginning of an SVG for a frame of that area.
fn begun(area: Rect, ground: Ground) -> String {
    let (width, height) = (f64::from(area.width) * CELL.0, f64::from(area.height) * CELL.1);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"DejaVu Sans Mono, monospace\" font-size=\"{LETTERS}\" \
         shape-rendering=\"crispEdges\">\n<rect width=\"100%\" height=\"100%\" fill=\"#{:06x}\"/>\n",
        plain(ground).1
    )
}

/// Writes a row of the frame, adjacent cells of one style together.
fn row(svg: &mut String, frame: &Buffer, y: u16, ground: Ground) {
    let area = frame.area;
    let mut x = area.left();
    while x < area.right() {
        let begin = x;
        let of = style(&frame[(x, y)], ground);
        let mut text = String::new();
        let is_block = block(frame[(x, y)].symbol()).is_some();
        while x < area.right() && style(&frame[(x, y)], ground) == of {
            let symbol = frame[(x, y)].symbol();
            if block(symbol).is_some() != is_block {
                break;
            }
            text.push_str(symbol);
            x += (symbol.width() as u16).max(1);
        }
        run(svg, (begin, y), x - begin, &text, of, ground);
    }
}

/// Part of a cell that a block fills: left, top, width and height, as shares; `None` for any other sign. Fonts leave
/// seams around their blocks, which terminals draw by themselves.
fn block(symbol: &str) -> Option<[f64; 4]> {
    let code = u32::from(symbol.chars().next()?);
    let eighths = |many: u32| f64::from(many) / 8.0;
    Some(match code {
        0x2580 => [0.0, 0.0, 1.0, 0.5],
        0x2581..=0x2588 => [0.0, 1.0 - eighths(code - 0x2580), 1.0, eighths(code - 0x2580)],
        0x2589..=0x258F => [0.0, 0.0, eighths(0x2590 - code), 1.0],
        0x2590 => [0.5, 0.0, 0.5, 1.0],
        0x2594 => [0.0, 0.0, 1.0, 0.125],
        0x2595 => [0.875, 0.0, 0.125, 1.0],
        _ => return None,
    })
}

/// Writes blocks from (`x`, `y`), adjacent ones of full width together.
fn blocks(svg: &mut String, (x, y): (f64, f64), text: &str, (fill, looks): (u32, &str)) {
    let signs: Vec<char> = text.chars().collect();
    let mut at = 0.0;
    for same in signs.chunk_by(|one, next| one == next) {
        let Some([left, top, wide, high]) = block(same[0].encode_utf8(&mut [0; 4])) else { continue };
        let many = if wide < 1.0 { 1 } else { same.len() };
        for place in (0..same.len()).step_by(many) {
            let x = x + (at + place as f64 + left) * CELL.0;
            let (y, wide, high) = (y + top * CELL.1, many as f64 * wide * CELL.0, high * CELL.1);
            let _ = writeln!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"#{fill:06x}\"{looks}/>"
            );
        }
        at += same.len() as f64;
    }
}

/// Writes adjacent cells of one style, either blocks or other signs.
fn run(
    svg: &mut String,
    (x, y): (u16, u16),
    cells: u16,
    text: &str,
    (letters, under, more): (u32, u32, Modifier),
    ground: Ground,
) {
    let (x, y, wide) = (f64::from(x) * CELL.0, f64::from(y) * CELL.1, f64::from(cells) * CELL.0);
    if under != plain(ground).1 {
        let high = CELL.1;
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high}\" fill=\"#{under:06x}\"/>"
        );
    }
    let mut looks = String::new();
    for (modifier, look) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::DIM, " opacity=\".6\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
    ] {
        looks.push_str(if more.contains(modifier) { look } else { "" });
    }
    if block(text).is_some() {
        let faint = if more.contains(Modifier::DIM) { " opacity=\".6\"" } else { "" };
        return blocks(svg, (x, y), text, (letters, faint));
    }
    let base = y + CELL.1 * 0.78;
    let mut from = x;
    // Each word is placed by itself, because viewers treat blanks differently.
    for word in text.split_inclusive(' ') {
        let (letters_of, wide) = (word.trim_end(), word.width() as f64 * CELL.0);
        if !letters_of.is_empty() {
            let long = letters_of.width() as f64 * CELL.0;
            let _ = writeln!(
                svg,
                "<text x=\"{from:.1}\" y=\"{base:.1}\" textLength=\"{long:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
                 fill=\"#{letters:06x}\"{looks}>{}</text>",
                escaped(letters_of)
            );
        }
        from += wide;
    }
}
