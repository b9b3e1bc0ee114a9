//! Drawing of the head of the Unsent tab: the offers held back, and the reasons with their counts.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::api::inquiries::{Order, UnsentReason};
use crate::screens::inquiry::words;
use crate::ui::{Look, Role, text};

use super::super::rescue::counts;
use super::super::state::Inquiries;

/// Explanation why the counts of the reasons may add up to more than the rows.
const SEVERAL: &str = "an inquiry can have several reasons";

/// Text between two reasons.
const BETWEEN: &str = " · ";

/// Draws the head into the upper lines of `area` and returns what is left for the list.
pub fn head(screen: &Inquiries, look: &Look<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    if area.height < 8 {
        return area;
    }
    let room = area.width.saturating_sub(3);
    let worth = worth(screen, look);
    let taken = text::put_fit(buf, area.x + 2, area.y, room, &worth, look.style(Role::Text), look.ascii);
    if text::width(SEVERAL) as u16 + 4 <= room.saturating_sub(taken) {
        text::put_right(buf, area.x + 2, area.y, room, SEVERAL, look.style(Role::Dim), look.ascii);
    }
    chips(screen, look, Rect { x: area.x + 2, y: area.y + 1, width: room, height: 2 }, buf);
    Rect { y: area.y + 3, height: area.height - 3, ..area }
}

/// Words of the first line: `Held back: $18,400 · €2,300 in 21 offers   each step   highest offer first`.
fn worth(screen: &Inquiries, look: &Look<'_>) -> String {
    let held = &screen.shown;
    let mut parts = Vec::new();
    if held.offers > 0 {
        let sum = held.long();
        parts.push(format!("Held back: {sum} in {}", text::counted(held.offers, "offer", "offers")));
    } else if look.world.store.session().redact {
        parts.push("Prices are redacted".to_owned());
    } else if held.rows.whole().is_some_and(|rows| *rows > 0) {
        parts.push("Nothing that is held back names an offer".to_owned());
    }
    parts.extend(text::part_of(&held.rows));
    let server = &screen.list.filter().server;
    if server.flow_items {
        parts.push("each step of a conversation".to_owned());
    }
    if server.order == Some(Order::Offer) {
        parts.push("highest offer first".to_owned());
    }
    parts.join("   ")
}

/// Draws `not confirmed 12 · below your minimum 9 · …` over as many lines as needed, with the chosen reasons highlighted.
fn chips(screen: &Inquiries, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let counts = counts(screen, &look.world);
    let chosen = &screen.list.filter().server.reasons;
    let count = |reason: &UnsentReason| match &counts {
        Some(counts) => counts.iter().find(|(known, _)| known == reason).map_or("?".into(), |(_, n)| text::grouped(*n)),
        None => "…".to_owned(),
    };
    let is_last = |reason: UnsentReason| UnsentReason::ALL.last() == Some(&reason);
    let (mut x, mut y) = (area.x, area.y);
    for reason in UnsentReason::ALL {
        let sign = if chosen.contains(reason) { format!("{} ", look.glyphs().mark) } else { String::new() };
        let words = format!("{sign}{} {}", words::short_reason(*reason), count(reason));
        let cells = text::width(&words) + if x > area.x { text::width(BETWEEN) } else { 0 };
        // The last line keeps room for a sign that more reasons follow.
        let kept = if y + 1 == area.bottom() && !is_last(*reason) { 2 } else { 0 };
        if x > area.x && cells > area.right().saturating_sub(x + kept).into() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() {
            text::put_right(buf, area.x, area.bottom() - 1, area.width, "…", look.style(Role::Dim), look.ascii);
            return;
        }
        if x > area.x {
            x += text::put(buf, x, y, area.right().saturating_sub(x), BETWEEN, look.style(Role::Dim));
        }
        let role = if chosen.contains(reason) { Role::Accent } else { Role::Dim };
        x += text::put_fit(buf, x, y, area.right().saturating_sub(x), &words, look.style(role), look.ascii);
    }
}
