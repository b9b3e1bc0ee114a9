//! The list, with the preview beside it where there is room.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::widgets::page::PageView;
use crate::ui::{Facts, Look, list};

use super::super::state::Domains;
use super::detail::preview;

/// Columns from which the preview stands beside the list.
pub const WIDE: u16 = 160;

pub fn render(screen: &Domains, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    if area.width < WIDE || screen.without_preview || screen.list.table().is_empty() {
        list::table(screen, look, area, buf, facts);
        return;
    }
    let (rows, beside) = list::beside(area, false, look, buf);
    list::table(screen, look, rows, buf, facts);
    list::side(screen, look, beside, buf, facts, |buf, _| {
        PageView::default().paint(&preview(screen, look), look, beside, buf);
    });
}
