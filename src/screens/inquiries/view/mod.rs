//! Drawing of the screen: tab line, list, preview, opened inquiry, filter form.
//!
//! It decides nothing and remembers nothing; what is said about an inquiry stands in `content/`.
//! Look first at [`render`], which parts the area.

mod body;
mod detail;
mod history;
mod rescue;
mod states;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::store::Tab;
use crate::ui::widgets::sheet;
use crate::ui::widgets::tabs::{self, TopLine};
use crate::ui::{Facts, Look};

pub use states::not_fresh;

use crate::api::inquiries::Status;

use super::columns;
use super::content::history::window_words;
use super::detail::{DETAIL_TABS, Detail};
use super::form::FilterForm;
use super::state::{Inquiries, total};
use super::tabs::TABS;

/// Columns from which the preview stands beside the list.
pub const WIDE: u16 = 100;
/// Columns from which the tab line has room for more than one sum.
const ROOMY: u16 = 140;

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
        detail_tabs(screen, detail, look, line, buf);
        detail::render(detail, look, body, buf, facts);
    } else {
        list_tabs(screen, look, line, buf);
        body::render(screen, look, body, buf, facts);
    }
    if let Some(form) = &screen.form {
        filter_form(form, look, body, buf);
    }
}

/// The form lies over the lower part, so that the tabs and the first rows stay in sight.
fn filter_form(form: &FilterForm, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let rows = (form.form.fields().len() as u16 + 1).min(area.height.saturating_sub(1));
    let inner = sheet::open("Filter", "ctrl-s applies, esc leaves it", rows, look, area, buf);
    let inner = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    form.form.render(look, inner, buf);
}

fn list_tabs(screen: &Inquiries, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    // What a tab leaves out is said where one looks at it, and only while it does.
    let confirmed_only = screen.spec(look.world.now).question.status == Status::Confirmed;
    let row = |(place, row): (usize, &super::tabs::TabRow)| {
        let here = place == screen.tab;
        let extra = match row.tab {
            // The tab itself has a head that says more.
            Tab::Unsent if !here => screen.held.short(if line.width < ROOMY { 1 } else { 2 }),
            _ => row.note.filter(|_| here && confirmed_only).unwrap_or_default().to_owned(),
        };
        tabs::Tab { title: row.title.into(), total: total(&look.world, place), extra }
    };
    let all: Vec<tabs::Tab> = TABS.iter().enumerate().map(row).collect();
    let sort = sort_words(screen, look);
    let marks = screen.table.marks_words();
    TopLine { tabs: &all, current: screen.tab, filter: Some(&screen.bar), note: &sort, marks }.render(look, line, buf);
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

fn detail_tabs(screen: &Inquiries, detail: &Detail, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    let all: Vec<tabs::Tab> = DETAIL_TABS.iter().map(|(_, title)| tabs::Tab::new(*title, None)).collect();
    let place = if let Some(before) = screen.opened_from.last() {
        let (at, of) = (before.history.table.cursor() + 1, before.history.table.len());
        format!("the buyer's others, {at} of {of}")
    } else if detail.on_history() && line.width < 60 {
        window_words(detail.history.days)
    } else if detail.on_history() {
        detail.history.words()
    } else if screen.row_under_cursor() == screen.current() {
        format!("{} {} of {}", TABS[screen.tab].title, screen.table.cursor() + 1, screen.table.len())
    } else {
        // One that has left its list, as one just read leaves Unread, has no place in it.
        String::new()
    };
    TopLine { tabs: &all, current: detail.tab, note: &place, ..TopLine::default() }.render(look, line, buf);
}
