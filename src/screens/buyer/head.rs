//! Lines above the list: who the buyer is, how widely they ask, what they offered, and which names they asked for at
//! once.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::screen::BuyerPage;
use crate::screens::inquiry::content::history;
use crate::screens::inquiry::dealt::{dealt, field, least};
use crate::store::index::inquiries::Field;
use crate::store::{InquiryRow, Subject};
use crate::ui::list::noting;
use crate::ui::text::{self, counted};
use crate::ui::widgets::notice;
use crate::ui::widgets::page::{PageView, Part};
use crate::ui::{Look, Role};

/// Fewest rows left to the list below these lines.
const LIST_LEAST: u16 = 8;
/// Height in rows from which all figures of the service are shown instead of only the most telling one.
const ROOMY: u16 = 30;
/// Draws the lines and returns the area left to the list.
pub fn render(page: &BuyerPage, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let inside = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let parts = parts(page, look, inside);
    let view = PageView::default();
    let needed = view.lines_of(&parts, inside.width, look.ascii) as u16;
    let height = needed.min(area.height.saturating_sub(LIST_LEAST));
    view.paint(&parts, look, Rect { height, ..inside }, buf);
    Rect { y: area.y + height, height: area.height - height, ..area }
}

fn parts(page: &BuyerPage, look: &Look<'_>, area: Rect) -> Vec<Part> {
    let world = &look.world;
    let index = world.store.inquiries();
    let rows: Vec<InquiryRow<'_>> = page.buyer.inquiries.iter().filter_map(|id| index.row(*id)).collect();
    let mut parts: Vec<Part> = Vec::new();
    parts.extend(who(&rows).map(|words| Part::Line(vec![(Role::Accent, words)])));
    parts.extend(noting::lines(&Subject::sender(&page.address), world));
    parts.extend(asked(page, look, area));
    let whole = index.holds_all();
    parts.extend(dealt(&rows, whole, look, area.width));
    parts.extend(case(page, &rows, whole));
    if !parts.is_empty() {
        parts.push(Part::Blank);
    }
    parts
}

/// Names, companies, countries and telephone numbers the buyer gave, each once.
fn who(rows: &[InquiryRow<'_>]) -> Option<String> {
    let fields = [Field::Buyer, Field::Company, Field::Country, Field::Phone];
    let mut words: Vec<&str> = Vec::new();
    for text in fields.iter().flat_map(|field| rows.iter().map(|row| row.text(*field))) {
        if !text.is_empty() && !words.contains(&text) {
            words.push(text);
        }
    }
    (!words.is_empty()).then(|| words.join(" · "))
}

/// Service's figures on how widely the buyer asks.
fn asked(page: &BuyerPage, look: &Look<'_>, area: Rect) -> Vec<Part> {
    let world = &look.world;
    let Some(told) = page.told(world) else { return Vec::new() };
    match (told.value, told.failure) {
        (Some(told), _) if area.height >= ROOMY => history::figures(told, 0, area.width, world.now, world.zone),
        (Some(told), _) => match history::verdict(told) {
            Some((tone, words)) => vec![field("Asks", words, Role::from(tone))],
            None => Vec::new(),
        },
        (None, Some(failure)) => {
            vec![field("Asks", format!("{} {}", text::NONE, notice::failure_words(failure).0), Role::Dim)]
        }
        (None, None) => vec![field("Asks", "…".to_owned(), Role::Dim)],
    }
}

/// Names the buyer asked for at once in the newest case.
fn case(page: &BuyerPage, rows: &[InquiryRow<'_>], whole: bool) -> Option<Part> {
    let case = page.buyer.cases.first()?;
    let mut names: Vec<&str> = Vec::new();
    for row in rows.get(case.clone())?.iter().rev() {
        if !names.contains(&row.domain()) {
            names.push(row.domain());
        }
    }
    let many = counted(names.len() as u64, "name", "names");
    let names = format!("{}{many} within a day: {}", least(whole), names.join(", "));
    Some(field("Case", format!("{names} · r answers all"), Role::Text))
}
