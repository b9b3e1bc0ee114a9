//! The place of everything that lies over the screen: docked above the footer, full width, one thin line on top.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, Role, text};

/// Clears the lowest `rows + 1` lines of `area`, draws the line with `title` left and `hint` right, and gives what is
/// left for the content.
pub fn open(title: &str, hint: &str, rows: u16, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let area = area.intersection(buf.area);
    let height = rows.saturating_add(1).min(area.height);
    let sheet = Rect { y: area.bottom() - height, height, ..area };
    let base = look.style(Role::Text);
    for y in sheet.top()..sheet.bottom() {
        for x in sheet.left()..sheet.right() {
            buf[(x, y)].reset();
            buf[(x, y)].set_style(base);
        }
    }
    if height == 0 {
        return sheet;
    }
    text::rule(buf, sheet.x, sheet.y, sheet.width, look.glyphs().line, look.style(Role::Dim));
    let title = format!(" {title} ");
    let taken = text::put_fit(
        buf,
        sheet.x + 1,
        sheet.y,
        sheet.width.saturating_sub(2),
        &title,
        look.style(Role::Accent),
        look.ascii,
    );
    let room = sheet.width.saturating_sub(taken + 4);
    let hint = format!(" {hint} ");
    if hint.len() > 2 && text::width(&hint) <= room as usize {
        text::put_right(buf, sheet.x + taken + 2, sheet.y, room, &hint, look.style(Role::Dim), look.ascii);
    }
    Rect { y: sheet.y + 1, height: height - 1, ..sheet }
}
