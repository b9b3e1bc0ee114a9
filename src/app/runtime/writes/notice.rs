//! Messages about a write: after its answer, and at its end.

use super::Notice;
use crate::store::writes::intent::{Back, Job};
use crate::store::writes::journal::Fate;
use crate::store::writes::{Answered, NOT_READABLE, to_check};
use crate::store::{Batch, Entry, Origin, State, Store};
use crate::ui::Tone;
use crate::ui::shell::UNDO_HINT;

/// First entry of a batch.
pub(super) fn first<'a>(store: &'a Store, batch: &Batch) -> Option<&'a Entry> {
    store.journal().get(batch.targets.first()?.0)
}

/// Message about a write that was not done: `Not archived: solarpark.de (Anna Lindqvist). The service does not permit
/// this.`
pub(super) fn not_done(store: &Store, batch: &Batch, why: &str) -> String {
    let Some(entry) = first(store, batch) else { return why.to_owned() };
    let what = match batch.targets.as_slice() {
        [(_, item)] if entry.targets.len() > 1 => entry.intent.called(item, store.inquiries()),
        [_] => entry.what(1, store.inquiries()),
        targets => entry.intent.rule().noun.count(targets.len()),
    };
    format!("Not {}: {what}. {}.", entry.intent.rule().done, why.trim_end_matches('.'))
}

/// Message after an answer. A result that the screen already showed when the write was planned is reported only if it
/// turned out differently.
pub(super) fn applied(store: &Store, batch: &Batch, answered: &Answered) -> Notice {
    let entry = first(store, batch)?;
    if answered.odd {
        return Some((Tone::Warn, unknown(store, batch)));
    }
    // If no target is open any more, reading back was faster than the answer and reports the result.
    if answered.queued && answered.open > 0 {
        // Count the things of the whole act, which may take several calls.
        let acts = batch.entries().into_iter().filter_map(|(entry, _)| store.journal().get(entry));
        let of = acts.map(Entry::wanted).sum();
        let (what, doing) = (entry.what(of, store.inquiries()), doing(store, entry, of));
        let text = match entry.origin {
            Origin::Undo(_) => format!("Undoing in the background: {what}"),
            Origin::Redo(_) => format!("Redoing in the background: {what}"),
            Origin::Restore(_) => format!("{doing} in the background"),
            Origin::User | Origin::Opened | Origin::Applied if entry.intent.rule().back == Back::None => {
                format!("{doing} in the background")
            }
            Origin::User | Origin::Opened | Origin::Applied => format!("{doing} in the background{UNDO_HINT}"),
        };
        return Some((Tone::Info, text));
    }
    if answered.open > 0 {
        return Some((Tone::Warn, "The service passed over some of them; reading back which.".to_owned()));
    }
    let shown = |entry: &Entry| {
        entry.intent.shows_at_once() && entry.targets.iter().all(|target| target.state == State::Acknowledged)
    };
    let entries = batch.entries().into_iter().filter_map(|(entry, _)| store.journal().get(entry));
    entries.filter(|entry| !shown(entry)).find_map(|entry| ending(store, entry))
}

/// Message about a write that has ended; `None` while some target is open.
pub fn ending(store: &Store, entry: &Entry) -> Notice {
    // An undo reports its own end.
    if entry.open() || entry.origin.awaits().is_some() {
        return None;
    }
    let rule = entry.intent.rule();
    let fates = || entry.targets.iter().map(|target| target.state.fate());
    let (any, all) = (fates().any(|fate| fate == Fate::Done), fates().all(|fate| fate == Fate::Done));
    let way_on = match (any, rule.back, rule.job) {
        (true, Back::None, Some(Job::Import)) => " · Jobs shows progress",
        (true, Back::Inverse | Back::AddBack, _) if entry.changed().next().is_some() => UNDO_HINT,
        _ => "",
    };
    let tone = match (any, all) {
        (_, true) => Tone::Good,
        (true, _) => Tone::Warn,
        _ if fates().all(|fate| fate == Fate::Not) => Tone::Bad,
        _ => Tone::Warn,
    };
    Some((tone, format!("{}{way_on}", store.outcome_words(entry.id)?)))
}

/// Act and the number of its things: `Archiving 3 inquiries`.
fn doing(store: &Store, entry: &Entry, of: usize) -> String {
    entry.intent.rule().doing.replace("{}", &entry.what(of, store.inquiries()))
}

/// Words about a lost answer.
pub(super) fn unknown(store: &Store, batch: &Batch) -> String {
    let entry = first(store, batch);
    let given_up = |entry: &&Entry| entry.targets.iter().any(|target| target.state == State::GivenUp);
    if entry.filter(given_up).is_some_and(|entry| to_check(entry).is_empty()) {
        return format!("Sent, outcome unknown. {NOT_READABLE}");
    }
    match entry.filter(|entry| !entry.open()).and_then(|entry| store.outcome_words(entry.id)) {
        Some(notice) => format!("{notice}."),
        None => match entry {
            Some(entry) => format!("{}: sent, outcome unknown; checking.", doing(store, entry, entry.wanted())),
            None => "Sent, outcome unknown; checking.".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Id, Timestamp};
    use crate::store::writes::intent::SetMark;
    use crate::store::{Intent, Mark, WriteStep};

    #[test]
    fn an_act_of_several_calls_is_counted_as_a_whole() {
        let mut store = Store::default();
        let mut archive = |ids: std::ops::Range<i64>| {
            let ids = ids.map(Id::new).collect();
            store.plan(Intent::Mark(SetMark { ids, mark: Mark::Archived, to: true }), Timestamp(1)).unwrap()
        };
        archive(1..10);
        archive(20..23);
        let Batch { targets } = store.next_batch(false).unwrap();
        assert_eq!(targets.len(), 12, "equal marks travel together");
        let (first, last) = targets[..9].split_at(4);
        let (first, last) = (Batch { targets: first.to_vec() }, Batch { targets: last.to_vec() });
        store.settle_batch(&first, &WriteStep::Queued, Timestamp(2));
        let answered = Answered { open: last.targets.len(), queued: true, ..Answered::default() };
        let told = |batch: &Batch| applied(&store, batch, &answered).map(|(_, text)| text);
        assert_eq!(told(&last).as_deref(), Some("Archiving 9 inquiries in the background · u undo"));
        let both = Batch { targets };
        assert_eq!(told(&both).as_deref(), Some("Archiving 12 inquiries in the background · u undo"));
    }
}
