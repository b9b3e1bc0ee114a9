//! What is said above the list: who it is, how widely they ask, what they offered, and which names they ask for at once.

use std::collections::{BTreeMap, BTreeSet};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::screen::BuyerPage;
use crate::base::{Money, Timestamp};
use crate::screens::inquiries;
use crate::store::InquiryRow;
use crate::store::inquiries::COVER;
use crate::store::notes::{Key, Record, Status, Turn};
use crate::store::{Subject, inquiries::Field};
use crate::ui::text::{self, counted};
use crate::ui::widgets::notice;
use crate::ui::widgets::page::{PageView, Part};
use crate::ui::{Look, Role, World, chart};

/// Rows the list keeps whatever is said above it.
const LIST_LEAST: u16 = 8;
/// Rows from which all figures of the service are shown, and not the one that tells most.
const ROOMY: u16 = 30;
/// Points from which a line of them says more than its figures.
const POINTS: usize = 3;
/// Cells of a label and what is between it and its value.
const LABEL: usize = 8;

/// Draws it, and gives the rest of the area to the list.
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
    parts.extend(note(page, world));
    parts.extend(asked(page, look, area));
    let whole = index.holds_all();
    parts.extend(dealt(&rows, whole, look, area.width));
    parts.extend(case(page, &rows, whole));
    if !parts.is_empty() {
        parts.push(Part::Blank);
    }
    parts
}

/// How the inquiries of a buyer stand and what was offered, in so many cells; `whole` where these are all of them.
pub fn dealt(rows: &[InquiryRow<'_>], whole: bool, look: &Look<'_>, width: u16) -> Vec<Part> {
    let mut parts: Vec<Part> = standing(rows, whole, &look.world).into_iter().collect();
    parts.extend(offers(rows, whole, look, usize::from(width)));
    parts
}

fn field(label: &'static str, value: String, tone: Role) -> Part {
    Part::Field { label: label.into(), value, tone }
}

/// The names, companies, countries and telephone numbers that were given, each once.
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

fn note(page: &BuyerPage, world: &World<'_>) -> Option<Part> {
    let record = world.store.notes().of(&Subject::Sender(page.address.as_str().into()))?;
    let note = &record.get(&Key::Note)?.value;
    let words = if world.store.session().redact { COVER } else { note };
    Some(field("Note", words.to_owned(), Role::Staged))
}

/// How widely the buyer asks, as the service says it.
fn asked(page: &BuyerPage, look: &Look<'_>, area: Rect) -> Vec<Part> {
    let world = &look.world;
    let Some(told) = page.told(world) else { return Vec::new() };
    match (told.value, told.failure) {
        (Some(history), _) if area.height >= ROOMY => {
            inquiries::history_figures(history, 0, area.width, world.now, world.zone)
        }
        (Some(history), _) => match inquiries::history_verdict(history) {
            Some((tone, words)) => vec![field("Asks", words, Role::from(tone))],
            None => Vec::new(),
        },
        (None, Some(failure)) => {
            vec![field("Asks", format!("{} {}", text::NONE, notice::failure_words(failure).0), Role::Dim)]
        }
        (None, None) => vec![field("Asks", "…".to_owned(), Role::Dim)],
    }
}

/// The sign of a figure over some of the inquiries there may be.
const fn least(whole: bool) -> &'static str {
    if whole { "" } else { "≥ " }
}

/// Whose turn it is with the inquiries, how they ended, and their tags.
fn standing(rows: &[InquiryRow<'_>], whole: bool, world: &World<'_>) -> Option<Part> {
    let (mut turns, mut tags) = ([0_u64; 5], BTreeSet::new());
    for row in rows {
        let record = world.store.notes().of(&Subject::Inquiry(row.id()));
        tags.extend(record.into_iter().flat_map(Record::tags));
        let place = match Status::of(record, world.now).turn {
            Turn::Won => 2,
            Turn::Lost => 3,
            _ if row.archived() || row.hidden() => 4,
            Turn::Mine => 0,
            Turn::Theirs => 1,
        };
        turns[place] += 1;
    }
    let words = ["your turn", "the buyer's turn", "won", "lost", "archived"];
    let counts = turns.iter().zip(words).filter(|(count, _)| **count > 0);
    let mut words: Vec<String> = counts.map(|(count, words)| format!("{words} {}{count}", least(whole))).collect();
    if !tags.is_empty() {
        words.push(format!("tags {}", tags.into_iter().collect::<Vec<_>>().join(" ")));
    }
    (!words.is_empty()).then(|| field("Status", words.join(" · "), Role::Text))
}

/// The offers over time, a line for each currency, the newest last; older ones may not be read yet.
fn offers(rows: &[InquiryRow<'_>], whole: bool, look: &Look<'_>, width: usize) -> Vec<Part> {
    let world = &look.world;
    let mut by_currency: BTreeMap<String, Vec<(Money, Option<Timestamp>)>> = BTreeMap::new();
    for row in rows.iter().rev() {
        if let Some(offer) = row.offer() {
            by_currency.entry(offer.currency.0.clone()).or_default().push((offer, row.date()));
        }
    }
    let part = |offers: &Vec<(Money, Option<Timestamp>)>| {
        let most = offers.iter().map(|(offer, _)| offer.minor).max().unwrap_or(0).max(1);
        let share = |minor: i64| u32::try_from(i128::from(minor.max(0)) * 1_000 / i128::from(most)).ok();
        let points: Vec<Option<u32>> = offers.iter().map(|(offer, _)| share(offer.minor)).collect();
        let spark = if points.len() < POINTS { String::new() } else { chart::spark_text(look, &points) + "  " };
        let said_of = |(offer, at): &(Money, Option<Timestamp>)| match at {
            Some(at) => format!("{} ({})", offer.text(), at.age(world.now, world.zone).text),
            None => offer.text(),
        };
        // The newest figures are said first of all, the older ones as far as there is room.
        let mut room = width.saturating_sub(LABEL + text::width(&spark) + 4);
        let mut said: Vec<String> = Vec::new();
        for words in offers.iter().rev().map(said_of) {
            let cells = text::width(&words) + 3;
            if !said.is_empty() && cells > room {
                said.push("…".to_owned());
                break;
            }
            room = room.saturating_sub(cells);
            said.push(words);
        }
        if !whole && said.last().is_some_and(|last| last != "…") {
            said.push("…".to_owned());
        }
        said.reverse();
        field("Offers", spark + &said.join(" → "), Role::Text)
    };
    by_currency.values().map(part).collect()
}

/// The names asked for at once the last time.
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
