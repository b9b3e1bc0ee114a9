//! Drawing of list and preview.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::screens::inquiry::preview;
use crate::store::Mark;
use crate::ui::{Facts, Look, Role, list, text};

use super::super::state::Inquiries;
use super::super::{rescue, walk};
use super::WIDE;
use super::rescue::head;

pub fn render(screen: &Inquiries, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let area = if rescue::is_here(screen) { head(screen, look, area, buf) } else { area };
    if area.width >= WIDE && !screen.without_preview && !screen.list.table().is_empty() {
        let (list, beside) = list::beside_list::<Inquiries>(area, screen.in_preview, look, buf);
        list_part(screen, &look.with_keys(!screen.in_preview), list, buf, facts);
        list::side(screen, look, beside, buf, facts, |beside, buf, facts| {
            preview_part(screen, look, beside, buf, facts);
        });
    } else if area.width < WIDE && screen.preview_instead && !screen.list.table().is_empty() {
        let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        let words = place_and_marks(screen, look);
        text::put_fit(buf, area.x, area.y, area.width, &words, look.style(Role::Dim), look.ascii);
        let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        preview_part(screen, look, below, buf, facts);
    } else {
        list_part(screen, look, area, buf, facts);
    }
}

/// Place and marks of a row whose list the preview hides: `3 of 214   ● unread   ★ starred`.
fn place_and_marks(screen: &Inquiries, look: &Look<'_>) -> String {
    let (table, glyphs) = (screen.list.table(), look.glyphs());
    let [at, of] = [table.cursor() + 1, table.len()].map(|n| text::grouped(n as u64));
    let mut words = vec![format!("{at} of {of}")];
    if let Some(row) = screen.row_under_cursor().and_then(|id| look.world.store.inquiries().row(id)) {
        let marked = table.selected().is_some_and(|id| table.is_marked(id));
        let signs = [
            (marked, glyphs.mark, "marked"),
            (row.mark_known(Mark::Read) && !row.read(), glyphs.unread, "unread"),
            (row.starred(), glyphs.star, "starred"),
            (row.answered(), glyphs.answered, "answered"),
            (row.has_draft(), glyphs.draft, "draft"),
        ];
        words.extend(signs.into_iter().filter(|(on, ..)| *on).map(|(_, sign, word)| format!("{sign} {word}")));
        words.extend(row.archived().then(|| "archived".to_owned()));
        words.extend(row.hidden().then(|| "hidden".to_owned()));
    }
    words.join("   ")
}

fn list_part(screen: &Inquiries, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let (inquiries, table) = (look.world.store.inquiries(), screen.list.table());
    // A sentence below the last row. It is drawn when the cursor is on that row, and the list then makes room for it.
    let under = walk::under_last_row(inquiries.walk(), inquiries.len() as u64);
    let under = under.filter(|_| table.cursor() + 1 >= table.len());
    let rows = Rect { height: area.height.saturating_sub(u16::from(under.is_some())), ..area };
    if let (true, Some(words)) = (list::table(screen, look, rows, buf, facts), under) {
        let y = area.y + (1 + table.len() as u16).min(rows.height);
        text::put_fit(buf, area.x + 2, y, area.width.saturating_sub(2), &words, look.style(Role::Dim), look.ascii);
    }
}

/// Draws the preview of the row under the cursor.
fn preview_part(screen: &Inquiries, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let Some(id) = screen.row_under_cursor() else { return };
    screen.preview_view.render(&preview(id, &look.world), look, area, buf, facts);
}
