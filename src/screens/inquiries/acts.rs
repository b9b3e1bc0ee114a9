//! Acts that set marks: what a verb changes, and which row is shown next.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::api::inquiries::Visibility;
use crate::api::types::Inquiry;
use crate::base::Id;
use crate::screens::inquiry::contact::samples;
use crate::screens::inquiry::reply;
use crate::store::notes::{Key, NoteChange};
use crate::store::writes::intent::{MarkAll, SetMark, filter_body};
use crate::store::{InquiryRow, Intent, Mark, Tab};
use crate::ui::list::ListScreen as _;
use crate::ui::text::{counted, grouped};
use crate::ui::{Args, Confirm, Cx, Effect, Outcome, World};

use super::state::Inquiries;
use super::tabs::TABS;

/// Reason why setting a mark (`to`) or removing it changes nothing.
fn already(mark: Mark, to: bool) -> &'static str {
    match (mark, to) {
        (Mark::Read, true) => "read already",
        (Mark::Read, false) => "unread already",
        (Mark::Starred, true) => "starred already",
        (Mark::Starred, false) => "not starred",
        (Mark::Archived, true) => "archived already",
        (Mark::Archived, false) => "not archived",
        (Mark::Hidden, true) => "hidden already",
        (Mark::Hidden, false) => "not hidden",
    }
}

/// Sets a mark on the targets: at once and with undo, but after a question to hide several.
pub fn set(screen: &mut Inquiries, mark: Mark, to: bool, cx: &mut Cx<'_>) -> Outcome {
    if let Some(of) = screen.everything() {
        return set_all(screen, mark, to, of, cx);
    }
    let ids = changing(screen, mark, to, &cx.world);
    if ids.is_empty() {
        if screen.current().is_some_and(|id| cx.world.store.inquiries().row(id).is_none()) {
            return Outcome::Refused("This inquiry is not loaded yet; try again in a moment.".to_owned());
        }
        let what = if screen.targets().len() > 1 { "They are" } else { "It is" };
        return Outcome::Refused(format!("{what} {}.", already(mark, to)));
    }
    let intent = Intent::Mark(SetMark { ids: ids.clone(), mark, to });
    if let Some(confirm) = Confirm::of(&intent, samples(&ids, &cx.world)) {
        return cx.confirm(confirm);
    }
    screen.reading = None;
    if leaves(TABS[screen.list.tab].tab, mark, to) && screen.list.detail.is_some() {
        show_next(screen, &ids, &cx.world);
    }
    // The runtime reports the changes once they are in the journal.
    cx.done(Effect::Write(intent))
}

/// Sets a mark on all inquiries of a list of which only some are loaded. Undo cannot restore unknown rows exactly, so a
/// question comes first (trap F.4); hiding is refused until every row is loaded.
fn set_all(screen: &Inquiries, mark: Mark, to: bool, of: u64, cx: &mut Cx<'_>) -> Outcome {
    let question = screen.spec(cx.world.now).question;
    let known = screen.list.table().len();
    let offered = match (question.visibility, mark, to) {
        (Visibility::Removed, Mark::Hidden, false) => true,
        (Visibility::Removed, ..) | (_, Mark::Hidden, false) => false,
        (Visibility::Active, Mark::Archived, to) => to,
        (Visibility::Archived, Mark::Archived, to) => !to,
        _ => true,
    };
    if !offered {
        return Outcome::Refused("The service cannot do this for all rows of this tab.".to_owned());
    }
    let known_of = format!("{} of {} are loaded", grouped(known as u64), grouped(of));
    if mark == Mark::Hidden && to {
        let text = format!("{known_of}. Only loaded rows can be hidden; mark them with one *.");
        return Outcome::Refused(text);
    }
    let intent = Intent::MarkAll(MarkAll {
        known: SetMark { ids: changing(screen, mark, to, &cx.world), mark, to },
        of,
        filter: filter_body(&question),
    });
    cx.confirm(Confirm {
        count: usize::try_from(of).unwrap_or(usize::MAX),
        consequence: format!("{known_of}; the service changes all of them."),
        way_back: Some("Undo covers the loaded ones only. For a full undo, wait until all are loaded.".to_owned()),
        ..Confirm::new(intent.asked(), intent.action(), vec![Effect::Write(intent)])
    })
}

/// Sets the mark, or removes it when all targets have it.
pub fn toggle(screen: &mut Inquiries, mark: Mark, cx: &mut Cx<'_>) -> Outcome {
    let to = !changing(screen, mark, true, &cx.world).is_empty();
    set(screen, mark, to, cx)
}

/// Marks the targets as answered on this computer, or as unanswered when all have the mark.
pub fn toggle_answered(screen: &Inquiries, cx: &mut Cx<'_>) -> Outcome {
    if screen.everything().is_some() {
        return Outcome::Refused("Only loaded inquiries can be marked as answered; mark them with one *.".to_owned());
    }
    let index = cx.world.store.inquiries();
    let targets = screen.targets();
    let open: Vec<Id<Inquiry>> = targets.iter().copied().filter(|id| index.answered_at(*id).is_none()).collect();
    let to = !open.is_empty();
    let ids = if to { open } else { targets };
    let count = counted(ids.len() as u64, "inquiry", "inquiries");
    let (changes, said) = if to {
        let (changes, done) = cx.world.store.replied(&ids, cx.world.now);
        (changes, format!("answered{done}, on this computer only"))
    } else {
        (ids.iter().map(|id| NoteChange::new(*id, Key::Answered, "")).collect(), "unanswered".to_owned())
    };
    cx.done(Effect::Notes { changes, said: format!("{count} marked as {said}") })
}

/// Marks the open inquiry as read when it was in front of the user long enough.
pub fn mark_as_read(screen: &mut Inquiries, cx: &mut Cx<'_>) {
    let Some((id, _)) = screen.reading.take_if(|(_, at)| *at <= cx.world.now) else { return };
    let unread = cx.world.store.inquiries().row(id).is_some_and(|row| row.mark_known(Mark::Read) && !row.read());
    if screen.current() == Some(id) && unread {
        cx.push(Effect::Opened(id));
    }
}

/// Targets whose mark would change, including those for which the service sent no mark.
fn changing(screen: &Inquiries, mark: Mark, to: bool, world: &World<'_>) -> Vec<Id<Inquiry>> {
    let index = world.store.inquiries();
    let differs = |row: InquiryRow<'_>| row.mark(mark) != to || !row.mark_known(mark);
    screen.targets().into_iter().filter(|id| index.row(*id).is_some_and(differs)).collect()
}

/// True when setting this mark takes a row out of the tab.
fn leaves(tab: Tab, mark: Mark, to: bool) -> bool {
    match tab {
        Tab::Active | Tab::Unread | Tab::Unsent => matches!(mark, Mark::Archived | Mark::Hidden) && to,
        Tab::Archived => matches!((mark, to), (Mark::Archived, false) | (Mark::Hidden, true)),
        Tab::Hidden => (mark, to) == (Mark::Hidden, false),
        Tab::Starred => (mark, to) == (Mark::Starred, false),
        Tab::All | Tab::Snoozed => false,
    }
}

/// Opens the row after those that leave, else the one before; with none left, closes the detail. An inquiry opened
/// through a buyer's history goes back there.
fn show_next(screen: &mut Inquiries, leaving: &[Id<Inquiry>], world: &World<'_>) {
    if screen.back_to_other(world) {
        return;
    }
    // While an inquiry is open the list below it does not change, so skip rows that have left it since.
    let here: HashSet<Id<Inquiry>> = screen.rows(world).iter().copied().collect();
    let ids = std::sync::Arc::clone(screen.list.table().ids());
    let at = screen.list.table().cursor().min(ids.len());
    let stays = |id: &&Id<Inquiry>| here.contains(*id) && !leaving.contains(id);
    match ids[at..].iter().find(stays).or_else(|| ids[..at].iter().rev().find(stays)) {
        Some(next) => screen.open_inquiry(*next, world),
        None => screen.list.detail = None,
    }
}

/// Starts a reply with the named template or one to be chosen. Like every verb it is about the marked rows, if there are
/// some, but a reply has one address.
pub fn reply(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let mut ids = screen.targets();
    let index = cx.world.store.inquiries();
    let buyer = |id: &Id<Inquiry>| index.row(*id).map(|row| row.email().trim().to_lowercase());
    let buyers: HashSet<Option<String>> = ids.iter().map(buyer).collect();
    match ids.len() {
        0 => Outcome::Refused("No inquiry here.".to_owned()),
        2.. if buyers.len() > 1 || buyers.contains(&Some(String::new())) => {
            let marked = counted(ids.len() as u64, "inquiry", "inquiries");
            Outcome::Refused(format!("Reply to one buyer at a time; {marked} of several are marked · esc clears marks"))
        }
        _ => {
            ids.sort_by_key(|id| Reverse(index.row(*id).and_then(|row| row.date())));
            reply::begin_all(ids, args, &mut screen.replying, cx)
        }
    }
}
