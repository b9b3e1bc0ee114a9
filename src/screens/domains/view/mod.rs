//! Drawing of the screen: tab line, list, opened domain, and the line above the footer.
//!
//! It decides nothing and remembers nothing; what is said about a domain stands in `content/`.
//! Look first at [`render`], which parts the area.

mod detail;
mod list;
mod states;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::domains::Listing;
use crate::ui::widgets::tabs::{self, TopLine};
use crate::ui::{Facts, Look, text};

pub use states::note;

use super::columns;
use super::state::{DETAIL_TABS, Detail, Domains, USUAL};
use super::tabs::TABS;

/// Draws the screen into `area`: its second header line, then the body.
pub fn render(screen: &Domains, look: &Look<'_>, area: Rect, buf: &mut Buffer, facts: &mut Facts) {
    let area = area.intersection(buf.area);
    facts.width = area.width;
    if area.height == 0 {
        return;
    }
    let line = Rect { height: 1, ..area };
    let body = Rect { y: area.y + 1, height: area.height - 1, ..area };
    if let Some(detail) = &screen.detail {
        detail_tabs(screen, detail, look, line, buf);
        detail::render(screen, detail, look, body, buf, facts);
    } else {
        list_tabs(screen, look, line, buf);
        list::render(screen, look, body, buf, facts);
    }
}

fn list_tabs(screen: &Domains, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    let book = look.world.store.domains();
    let all: Vec<tabs::Tab> = TABS.iter().map(|row| tabs::Tab::new(row.title, book.total(row.tab))).collect();
    let (note, marks) = (right(screen, look), screen.table.marks_words());
    TopLine { tabs: &all, current: screen.tab, filter: Some(&screen.bar), note: &note, marks }.render(look, line, buf);
}

/// What the list is narrowed to by its listing, in words.
fn narrowed_to(screen: &Domains) -> Option<&'static str> {
    match screen.listing {
        _ if !screen.shown_tab().narrows() => None,
        Listing::All => None,
        Listing::ForSale => Some("for sale"),
        Listing::OffMarket => Some("off market"),
    }
}

/// The listing and the sort, as far as they are not what one expects.
fn right(screen: &Domains, look: &Look<'_>) -> String {
    let mut words = Vec::new();
    if let Some(listing) = narrowed_to(screen) {
        let (known, of) = screen.reach(&look.world);
        let left = if screen.is_whole(&look.world) {
            Some(screen.table.len() as u64)
        } else {
            screen.first_page(&look.world).value.and_then(|page| page.pagination.total())
        };
        // With a filter its own line counts.
        let left = left.filter(|_| screen.filter.is_empty() && of > 0);
        words.push(match left {
            Some(left) => format!("{listing} · {} of {}", text::grouped(left), text::grouped(of.max(known))),
            None => format!("{listing} only"),
        });
    }
    if let Some((id, descending)) = screen.table.sort().filter(|sort| *sort != USUAL) {
        let arrow = if descending { look.glyphs().down } else { look.glyphs().up };
        let title = columns::COLUMNS.iter().find(|column| column.id == id).map_or(id, |column| column.title);
        words.push(format!("{title} {arrow}"));
    }
    words.join("   ")
}

fn detail_tabs(screen: &Domains, detail: &Detail, look: &Look<'_>, line: Rect, buf: &mut Buffer) {
    let asked = screen.asked.about(detail.name.punycode()).map(|sum| u64::from(sum.all));
    let total = |name: &str| asked.filter(|_| name == "inquiries");
    let all: Vec<tabs::Tab> = DETAIL_TABS.iter().map(|(_, title, name)| tabs::Tab::new(title, total(name))).collect();
    // One that has left its list has no place in it.
    let on_its_row = screen.row_under_cursor(&look.world).is_some_and(|row| row.punycode() == detail.name.punycode());
    let place = if on_its_row {
        let [at, of] = [screen.table.cursor() + 1, screen.table.len()].map(|n| text::grouped(n as u64));
        format!("{} {at} of {of}", TABS[screen.tab].title)
    } else {
        String::new()
    };
    TopLine { tabs: &all, current: detail.tab, note: &place, ..TopLine::default() }.render(look, line, buf);
}
