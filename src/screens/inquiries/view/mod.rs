//! The picture of the screen: tab line, list, preview, opened inquiry.
//!
//! It decides nothing and remembers nothing; what is said about an inquiry stands in `content/`.
//! Look first at [`render`], which parts the area.

mod body;
mod detail;
mod states;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::widgets::tabs;
use crate::ui::{Facts, Look};

pub use states::not_fresh;

use super::columns;
use super::state::{DETAIL_TABS, Inquiries, total};
use super::tabs::TABS;

/// Columns from which the preview stands beside the list.
pub const WIDE: u16 = 100;

/// Draws the screen into `area`: its second header line, a thin line, the body.
pub fn render(screen: &Inquiries, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let area = area.intersection(buf.area);
    facts.width = area.width;
    if area.height == 0 {
        return;
    }
    let line = Rect { height: 1, ..area };
    let body = Rect { y: area.y + 1, height: area.height - 1, ..area };
    if let Some(detail) = &screen.detail {
        detail_tabs(screen, detail.tab, look, line, buf);
        detail::render(detail, look, body, buf, facts);
    } else {
        list_tabs(screen, look, line, buf);
        body::render(screen, look, body, buf, facts);
    }
}

fn list_tabs(screen: &Inquiries, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    let row = |(place, row): (usize, &super::tabs::TabRow)| tabs::Tab {
        title: row.title,
        total: total(&look.world, place),
        // What a tab leaves out is said where one looks at it.
        extra: row.note.filter(|_| place == screen.tab).unwrap_or_default().to_owned(),
    };
    let all: Vec<tabs::Tab> = TABS.iter().enumerate().map(row).collect();
    let sort = sort_words(screen, look);
    tabs::top_line(&all, screen.tab, Some(&screen.bar), &sort, look, line, buf);
}

fn sort_words(screen: &Inquiries, look: &Look<'_>) -> String {
    let Some((id, descending)) = screen.table.sort() else { return String::new() };
    let arrow = if descending { look.glyphs().down } else { look.glyphs().up };
    match (id, descending) {
        ("age", true) => format!("newest {}", look.glyphs().down),
        ("age", false) => format!("oldest {}", look.glyphs().up),
        _ => {
            let title = columns::COLUMNS.iter().find(|column| column.id == id).map_or(id, |column| column.title);
            format!("{title} {arrow}")
        }
    }
}

fn detail_tabs(screen: &Inquiries, current: usize, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    let all: Vec<tabs::Tab> = DETAIL_TABS.iter().map(|(_, title)| tabs::Tab::new(title, None)).collect();
    // One that has left its list, as one just read leaves Unread, has no place in it.
    let place = if screen.row_under_cursor() == screen.current() {
        format!("{} {} of {}", TABS[screen.tab].title, screen.table.cursor() + 1, screen.table.len())
    } else {
        String::new()
    };
    tabs::top_line(&all, current, None, &place, look, line, buf);
}
