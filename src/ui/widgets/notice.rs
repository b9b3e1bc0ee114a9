//! Notices in place of data: nothing there, not loaded yet, not allowed, failed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, Role, text};
use crate::base::{DomainName, Timestamp, Zone, capital};
use crate::client::{Failure, FailureKind, WayOn};

/// Seconds after which a time of day says too little.
const DAY: i64 = 86_400;

/// Why a part of the program does not work for this account or token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// `The catchall`, `The list of inquiries`.
    pub what: String,
    /// The ability the token lacks, where one is known.
    pub ability: Option<String>,
    /// The service's own words, cleaned.
    pub said: Option<String>,
}

/// Words in place of rows: why there are none and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Empty {
    /// `No inquiries waiting.`
    pub title: String,
    /// `New ones appear here automatically.`
    pub hint: String,
}

/// A title and a hint in the middle of the upper third.
pub fn empty(empty: &Empty, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    paragraphs(&[(Role::Text, &empty.title), (Role::Dim, &empty.hint)], look, area, buf);
}

/// Takes the last line of the area for [`more`], where so many lines do not fit; a window of few lines has none to spare.
pub fn keep_for_more(area: &mut Rect, lines: usize) -> Option<Rect> {
    (area.height > 2 && lines > area.height.into()).then(|| {
        area.height -= 1;
        Rect { y: area.bottom(), height: 1, ..*area }
    })
}

/// How much is left below, at the end of the line that was kept for it; nothing where nothing is.
pub fn more(below: usize, look: &Look<'_>, line: Option<Rect>, buf: &mut Buffer) {
    let Some(line) = line.filter(|_| below > 0) else { return };
    let words = format!("{} {} more", look.glyphs().down, text::grouped(below as u64));
    text::put_right(buf, line.x, line.y, line.width, &words, look.style(Role::Dim), look.ascii);
}

/// Draws that nothing is known yet because it is being read, or the reason reading waits.
pub fn loading(look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let dots = if look.ascii { "Loading..." } else { "Loading…" };
    let waits = look.world.store.session().read_wait_words(look.world.now);
    paragraphs(&[(Role::Dim, waits.as_deref().unwrap_or(dots))], look, area, buf);
}

/// The page of a feature the account or token lacks; what else works is said once something has.
pub fn missing(missing: &Missing, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let (what, rest) = (&missing.what, look.world.store.session().rest_works());
    let lacks = match &missing.ability {
        None => {
            format!("{what} cannot be read: the token lacks a permission, or it is not part of this account.{rest}")
        }
        Some(ability) => format!(
            "{what} cannot be read: the token lacks the permission “{ability}”, or it is not part of this account.{rest}"
        ),
    };
    let said = missing.said.as_ref().map(|said| format!("The service said: {said}")).unwrap_or_default();
    let lines: [(Role, &str); 3] = [(Role::Text, &lacks), (Role::Accent, "ctrl-r try again"), (Role::Dim, &said)];
    paragraphs(&lines, look, area, buf);
}

/// The place of a notice instead of a form, which begins a line lower than a list: both notices stand at one place.
pub fn below_tabs(form: Rect) -> Rect {
    Rect { y: form.y.saturating_sub(1), height: form.height + 1, ..form }
}

/// A failed read without anything older to show.
pub fn failure(failure: &Failure, what: &str, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let (title, way_on) = failure_words(failure);
    let said = said(failure).map(|said| format!("The service said: {said}")).unwrap_or_default();
    let title = format!("{what}: {title}");
    let lines: [(Role, &str); 4] =
        [(Role::Bad, &title), (Role::Text, &way_on), (Role::Dim, &said), (Role::Dim, &failure.detail)];
    paragraphs(&lines, look, area, buf);
}

/// Draws words in place of an answer: why there is none, or that it is being read. `lacks` is the ability it takes.
pub fn instead(
    failed: Option<&Failure>,
    what: &str,
    lacks: Option<&str>,
    look: &Look<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    match failed {
        Some(failed) if failed.kind == FailureKind::Forbidden => {
            let (what, ability) = (what.to_owned(), lacks.map(str::to_owned));
            missing(&Missing { what, ability, said: said(failed) }, look, area, buf);
        }
        Some(failed) => failure(failed, what, look, area, buf),
        None => loading(look, area, buf),
    }
}

/// Question about a domain the account does not have.
pub fn not_yours(name: &DomainName) -> String {
    format!("“{}” is not one of your domains.", name.both())
}

/// `Not refreshed: the connection broke. ctrl-r tries again.`
pub fn not_refreshed(failure: &Failure) -> String {
    let (what, way_on) = failure_words(failure);
    format!("Not refreshed: {what}. {way_on}")
}

/// The service's own words, cleaned, when it sent any.
pub fn said(failure: &Failure) -> Option<String> {
    failure.errors.first().map(|error| error.message.line().into_owned()).filter(|said| !said.is_empty())
}

/// The line above the footer while the newest try failed and what is shown came at `at`: `The service cannot be
/// reached; showing data from 14:02. …`; a time of day stays right while nothing is drawn.
pub fn not_fresh(failure: &Failure, at: Option<Timestamp>, now: Timestamp, zone: Zone) -> String {
    let (what, way_on) = failure_words(failure);
    let shown = match at {
        Some(at) if now.0.saturating_sub(at.0) < DAY => format!("showing data from {}", at.clock(zone)),
        Some(at) => format!("showing data from {}", text::ago(&at.age(now, zone).text)),
        None => "showing what was known last".to_owned(),
    };
    format!("{}; {shown}. {way_on}", capital(&what))
}

/// Words for a failure: what happened, and what to do.
pub fn failure_words(failure: &Failure) -> (String, String) {
    let way_on = match failure.way_on() {
        WayOn::Itself(_) => "Retrying automatically; ctrl-r retries now.".to_owned(),
        WayOn::First(text) => format!("{text}; ctrl-r tries again."),
        WayOn::Instead(text) => format!("{text}."),
        WayOn::Again | WayOn::None => "ctrl-r tries again.".to_owned(),
    };
    (failure.what(), way_on)
}

/// Wrapped lines, one group after another, in the upper part of `area`.
fn paragraphs(lines: &[(Role, &str)], look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let area = area.intersection(buf.area);
    if area.width < 4 || area.height == 0 {
        return;
    }
    let room = (area.width - 3).min(76);
    let mut y = area.y + u16::from(area.height > 4);
    for (role, words) in lines.iter().filter(|(_, words)| !words.is_empty()) {
        for line in text::wrap(words, room as usize) {
            if y >= area.bottom() {
                return;
            }
            text::put(buf, area.x + 2, y, room, &line, look.style(*role));
            y += 1;
        }
    }
}
