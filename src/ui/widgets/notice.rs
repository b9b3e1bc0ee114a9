//! Notices in place of data: empty, loading, not allowed, failed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, Role, text};
use crate::api::abilities;
use crate::base::{DomainName, Timestamp, Zone, capital};
use crate::client::{Failure, FailureKind, WayOn};

/// Seconds after which a time is shown with its date.
const DAY: i64 = 86_400;

/// Reason why a part of the program does not work for this account or token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Subject of the sentence: `The catchall`, `The list of inquiries`.
    pub what: String,
    /// Ability that the token lacks, if known.
    pub ability: Option<String>,
    /// Service's own words, cleaned.
    pub said: Option<String>,
}

/// Words in place of rows: why there are none, and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Empty {
    /// Title: `No inquiries waiting.`
    pub title: String,
    /// Hint: `New ones appear here automatically.`
    pub hint: String,
}

/// Draws title and hint in the upper third of the area.
pub fn empty(empty: &Empty, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    paragraphs(&[(Role::Text, &empty.title), (Role::Dim, &empty.hint)], look, area, buf);
}

/// Reserves the last line of the area for [`more`], if `lines` lines do not fit. A very low area has no line to spare.
pub fn keep_for_more(area: &mut Rect, lines: usize) -> Option<Rect> {
    (area.height > 2 && lines > area.height.into()).then(|| {
        area.height -= 1;
        Rect { y: area.bottom(), height: 1, ..*area }
    })
}

/// Draws the number of lines left below, at the end of the reserved line; nothing without any.
pub fn more(below: usize, look: &Look<'_>, line: Option<Rect>, buf: &mut Buffer) {
    let Some(line) = line.filter(|_| below > 0) else { return };
    let words = format!("{} {} more", look.glyphs().down, text::grouped(below as u64));
    text::put_right(buf, line.x, line.y, line.width, &words, look.style(Role::Dim), look.ascii);
}

/// Draws that data are being read, or why reading waits.
pub fn loading(look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let dots = if look.ascii { "Loading..." } else { "Loading…" };
    let waits = look.world.store.session().read_wait_words(look.world.now);
    paragraphs(&[(Role::Dim, waits.as_deref().unwrap_or(dots))], look, area, buf);
}

/// Draws the page of a feature that the account or token lacks. It says that other features work, once one has.
pub fn missing(missing: &Missing, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let (what, rest) = (&missing.what, look.world.store.session().rest_works());
    let lacks = missing.ability.as_ref().map(|ability| abilities::lacked(ability));
    let lacks = lacks.as_deref().unwrap_or("the token lacks a permission");
    let names_it = |said: &String| missing.ability.as_ref().is_some_and(|ability| abilities::is_named(ability, said));
    // The service's own words settle which of the two it is.
    let (why, said) = match &missing.said {
        None => (format!(": {lacks}, or it is not part of this account"), String::new()),
        Some(said) if names_it(said) => (format!(": {lacks}"), String::new()),
        Some(said) => (String::new(), format!("The service said: {said}")),
    };
    let cannot = format!("{what} cannot be read{why}.{rest}");
    let again = if said.is_empty() { "ctrl-r try again" } else { "ctrl-r try again · :doctor what the token may do" };
    let lines: [(Role, &str); 3] = [(Role::Text, &cannot), (Role::Text, &said), (Role::Accent, again)];
    paragraphs(&lines, look, area, buf);
}

/// Area of a notice in place of a form, which starts a line lower than a list, so that all notices are at the same
/// place.
pub fn below_tabs(form: Rect) -> Rect {
    Rect { y: form.y.saturating_sub(1), height: form.height + 1, ..form }
}

/// Draws a failed read, for which there are no older data to show.
pub fn failure(failure: &Failure, what: &str, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
    let (title, way_on) = failure_words(failure);
    let said = said(failure).map(|said| format!("The service said: {said}")).unwrap_or_default();
    let title = format!("{what}: {title}");
    let lines: [(Role, &str); 4] =
        [(Role::Bad, &title), (Role::Text, &way_on), (Role::Dim, &said), (Role::Dim, &failure.detail)];
    paragraphs(&lines, look, area, buf);
}

/// Draws words in place of an answer: why there is none, or that it is being read. `lacks` is the ability needed.
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

/// Sentence on a domain that the account does not have.
pub fn not_yours(name: &DomainName) -> String {
    format!("“{}” is not one of your domains.", name.both())
}

/// Sentence on a failed refresh: `Not refreshed: the connection broke. ctrl-r tries again.`
pub fn not_refreshed(failure: &Failure) -> String {
    let (what, way_on) = failure_words(failure);
    format!("Not refreshed: {what}. {way_on}")
}

/// Service's own words, cleaned; `None` if it sent none.
pub fn said(failure: &Failure) -> Option<String> {
    failure.errors.first().map(|error| error.message.line().into_owned()).filter(|said| !said.is_empty())
}

/// Line above the footer while refreshing fails and data from `at` are shown: `The service cannot be reached; showing
/// data from 14:02. …` It has a time of day, which stays right without redrawing.
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

/// Draws wrapped lines, one group after another, in the upper part of `area`.
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
