//! The keys of the write queue: check again, take back, send all the same.

use crate::store::writes::{NOT_READABLE, to_check};
use crate::store::{Entry, State};
use crate::ui::{Confirm, Cx, Effect, Outcome, When, World, text};

use super::state::Jobs;

/// The write in front of the user in the two tabs of the journal.
pub fn entry<'a>(screen: &Jobs, world: &World<'a>) -> Option<&'a Entry> {
    world.store.journal().get(screen.write()?)
}

/// True when some of it could not be determined.
pub fn undetermined(entry: &Entry) -> bool {
    entry.targets.iter().any(|target| target.state == State::GivenUp)
}

/// Sends what could not be determined all the same, behind a typed word (rule 6).
pub fn send_anyway(entry: &Entry, cx: &mut Cx<'_>) -> Outcome {
    let open = entry.targets.iter().filter(|target| target.state == State::GivenUp);
    let intent = entry.intent.about(open);
    let why = "Outcome unknown; it may have been done already.";
    cx.confirm(Confirm::over(&intent, why))
}

/// On where reading again can tell anything.
pub fn when_check(screen: &Jobs, world: &World<'_>) -> When {
    match entry(screen, world) {
        Some(entry) if undetermined(entry) && to_check(entry).is_empty() => When::Off(NOT_READABLE.to_owned()),
        Some(entry) if undetermined(entry) => When::On,
        Some(_) => When::Off("Its outcome is known or being checked.".to_owned()),
        None if screen.line().is_some() => {
            When::Off("Press g d to open the domain; V there checks it again.".to_owned())
        }
        None => When::Off("Open an import: g d on a line opens its domain, V there checks it again.".to_owned()),
    }
}

/// On where some of it has not been sent.
pub fn when_take_back(screen: &Jobs, world: &World<'_>) -> When {
    match entry(screen, world) {
        Some(entry) if entry.targets.iter().any(|target| target.state == State::Planned) => When::On,
        Some(_) => When::Off("Already sent; press u to undo it.".to_owned()),
        None => When::Off("Only unsent changes in the write queue can be cancelled.".to_owned()),
    }
}

/// `d` in the write queue.
pub fn take_back(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let Some(entry) = entry(screen, &cx.world) else { return Outcome::Refused("No write here.".to_owned()) };
    let waiting = entry.targets.iter().filter(|target| target.state == State::Planned).count();
    let what = entry.intent.asked();
    cx.confirm(Confirm {
        count: 1,
        consequence: format!("Not sent yet: {}.", text::grouped(waiting as u64)),
        way_back: Some("Nothing has changed at the service.".to_owned()),
        ..Confirm::new(format!("Cancel: {what}"), "cancel it", vec![Effect::TakeBack(entry.id)])
    })
}
