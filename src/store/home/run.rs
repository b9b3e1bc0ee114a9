//! Morning run: the things to decide as one queue, through which the user goes.
//!
//! The outcome of a thing is read from the store, not from the keys pressed, so that after an undo the thing is
//! undecided again. A note on the account keeps how far the run has come, so that another program can resume it.

use std::collections::HashSet;

use super::{Block, Digest, Item, Name};
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp, named};
use crate::store::notes::{Key, NoteChange, Record};
use crate::store::score::Leads;
use crate::store::subject::finding::Kind;
use crate::store::subject::{EntryId, Subject};
use crate::store::writes::intent::Verb;
use crate::store::{Entry, InquiryRow, Store};

/// Age in seconds from which a run that was left is not resumed.
const STALE: i64 = 18 * 3_600;
/// Most seconds by which two programs may estimate the service's clock differently.
const APART: i64 = 5;

named! {
    /// Outcome of a thing to decide, by what the user did with it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Became (
        /// Word that is shown and kept in the note.
        word
    ) {
        Answered = "answered";
        Archived = "archived";
        Hidden = "hidden";
        Snoozed = "snoozed";
        Emailed = "emailed to you";
        /// Status of the inquiry changed in another way.
        Decided = "decided";
        /// Reminder removed.
        Done = "done";
        /// Reminder moved to a later time.
        PutOff = "put off";
        Settled = "settled";
        Passed = "passed over";
    }
}

impl Item {
    /// Name of the stage of the run to which this thing belongs.
    pub const fn stage(&self) -> &'static str {
        match self {
            Self::Answer(_) => "Answer",
            Self::Rescue(_) => "Rescue",
            Self::Due(_) => "Due",
            Self::Settle(..) => "Settle",
        }
    }

    /// Thing that the item is about; `None` for a finding, which is about many.
    fn about(&self) -> Option<Subject> {
        match self {
            Self::Answer(id) | Self::Rescue(id) => Some(Subject::Inquiry(*id)),
            Self::Due(about) => Some(about.clone()),
            Self::Settle(..) => None,
        }
    }

    fn kept(&self) -> String {
        match self {
            Self::Answer(id) => format!("answer {id}"),
            Self::Rescue(id) => format!("rescue {id}"),
            Self::Due(about) => format!("due {about}"),
            Self::Settle(kind, names) => format!("settle {} {names}", kind.word()),
        }
    }

    fn of_kept(text: &str) -> Option<Self> {
        let (stage, rest) = text.split_once(' ')?;
        Some(match stage {
            "answer" => Self::Answer(Id::new(rest.parse().ok()?)),
            "rescue" => Self::Rescue(Id::new(rest.parse().ok()?)),
            "due" => Self::Due(Subject::parse(rest)?),
            "settle" => {
                let (kind, names) = rest.split_once(' ')?;
                Self::Settle(Kind::parse(kind)?, names.parse().ok()?)
            }
            _ => return None,
        })
    }

    /// True when both items are the same thing; the number of names of a finding does not count.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Settle(kind, _), Self::Settle(other, _)) => kind == other,
            _ => self == other,
        }
    }

    /// False for an inquiry whose row was not read, so that its outcome is not known.
    fn is_known(&self, store: &Store) -> bool {
        match self {
            Self::Answer(id) | Self::Rescue(id) => store.inquiries().row(*id).is_some(),
            Self::Due(_) | Self::Settle(..) => true,
        }
    }

    /// Outcome of the thing; `None` while it is to be decided.
    fn became(&self, digest: &Digest, store: &Store, began: Timestamp, now: Timestamp) -> Option<Became> {
        match self {
            Self::Answer(id) if digest.waiting.contains(id) => None,
            Self::Answer(id) => {
                let row = store.inquiries().row(*id)?;
                Some(acted(&row, store).unwrap_or(Became::Decided))
            }
            Self::Rescue(id) => {
                let row = store.inquiries().row(*id)?;
                acted(&row, store).or_else(|| is_emailed(*id, store, began).then_some(Became::Emailed))
            }
            Self::Due(about) => match store.notes().of(about).and_then(Record::reminder) {
                None => Some(Became::Done),
                Some(at) => (at.at() > now).then_some(Became::PutOff),
            },
            Self::Settle(kind, names) => {
                names_of(*kind, digest).is_some_and(|left| left < *names).then_some(Became::Settled)
            }
        }
    }
}

/// Number of names that have a finding. A lower number that may be incomplete does not show that names were settled,
/// except for kinds whose number is never complete.
fn names_of(kind: Kind, digest: &Digest) -> Option<u64> {
    let figure = &digest.line(Name::Finding(kind))?.figure;
    (if kind.is_aside() { figure.value() } else { figure.whole() }).copied()
}

/// Outcome of an inquiry, by what the user did with it.
fn acted(row: &InquiryRow<'_>, store: &Store) -> Option<Became> {
    let snoozed = || store.notes().of(&row.id().into()).is_some_and(|record| record.snooze().is_some());
    match row {
        row if row.hidden() => Some(Became::Hidden),
        row if row.archived() => Some(Became::Archived),
        row if row.answered() => Some(Became::Answered),
        _ => snoozed().then_some(Became::Snoozed),
    }
}

/// True when the user asked the service after `began` to email the inquiry.
fn is_emailed(id: Id<Inquiry>, store: &Store, began: Timestamp) -> bool {
    let about = Subject::Inquiry(id);
    let mut since = store.journal().entries().take_while(|entry| store.service_time(entry.at) >= began);
    since.any(|entry| {
        let sent = |target: &crate::store::Target| !target.state.failed();
        entry.intent.verb() == Verb::REQUEST_EMAIL && entry.target(&about).is_some_and(sent)
    })
}

/// Queue of a run, and how far the user has gone through it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    began: Timestamp,
    items: Gone,
    at: usize,
}

impl Run {
    /// Run that was left and can be resumed, else a new one, with the things of the digest for which `is_of` is true;
    /// `None` where nothing is to be decided.
    pub fn begin(digest: &Digest, store: &Store, now: Timestamp, is_of: impl Fn(&Item) -> bool) -> Option<Self> {
        let (began, mut items) = kept(store, now).unwrap_or((now, Vec::new()));
        let at = items.len();
        for item in digest.queue.iter().filter(|item| is_of(item)) {
            let known = items.iter().any(|(known, _)| known.is_same(item));
            if !known && item.became(digest, store, began, now).is_none() {
                items.push((item.clone(), None));
            }
        }
        (items.len() > at).then_some(Self { began, items, at })
    }

    /// True when there is a run that can be resumed.
    pub fn is_left(store: &Store, now: Timestamp) -> bool {
        kept(store, now).is_some()
    }

    /// Thing to decide now; `None` at the end.
    pub fn current(&self) -> Option<&Item> {
        self.items.get(self.at).map(|(item, _)| item)
    }

    /// Number of the current thing, counted from 1, and the number of all things.
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.items.len())
    }

    /// Number of things from the current one to the end.
    pub fn left(&self) -> usize {
        self.items.len() - self.at
    }

    /// Writes since the run began that can be undone, the newest first.
    pub fn acts<'a>(&self, store: &'a Store) -> impl Iterator<Item = &'a Entry> + use<'a> {
        store.acts_after(Timestamp(self.began.0 - APART))
    }

    /// What undoing the run changes: the journal's writes that are only about decided things, and for each thing the
    /// notes that end a snooze or settlement made in the run. Notes are not in the journal.
    pub fn earlier(&self, store: &Store) -> (Vec<EntryId>, Vec<Vec<NoteChange>>) {
        let is_decided = |became: &Became| *became != Became::Passed;
        let about = |(item, became): &(Item, Option<Became>)| became.filter(is_decided).and(item.about());
        let decided: HashSet<Subject> = self.items.iter().filter_map(about).collect();
        let is_of = |entry: &&Entry| entry.targets.iter().all(|target| decided.contains(&target.subject));
        let notes = self.items.iter().map(|(item, became)| self.brings_back(item, *became, store));
        let written = self.acts(store).filter(is_of).map(|entry| entry.id).collect();
        (written, notes.filter(|changes| !changes.is_empty()).collect())
    }

    /// Changes of notes that end a snooze or settlement of this item, if the run made it.
    fn brings_back(&self, item: &Item, became: Option<Became>, store: &Store) -> Vec<NoteChange> {
        let key = match (item, became) {
            (Item::Answer(_) | Item::Rescue(_), Some(Became::Snoozed)) => Key::Snooze,
            (Item::Settle(kind, _), Some(Became::Settled)) => Key::Settled(*kind),
            _ => return Vec::new(),
        };
        let is_of_run = |record: &Record| record.get(&key).is_some_and(|entry| entry.at.0 >= self.began.0 - APART);
        let back = |about: &Subject| NoteChange::new(about.clone(), key.clone(), "");
        match item.about() {
            Some(about) => {
                store.notes().of(&about).filter(|record| is_of_run(record)).map(|_| back(&about)).into_iter().collect()
            }
            None => {
                store.notes().iter().filter(|(_, record)| is_of_run(record)).map(|(about, _)| back(about)).collect()
            }
        }
    }

    /// Number of things decided.
    pub fn decided(&self) -> usize {
        self.items.iter().filter(|(_, became)| became.is_some_and(|became| became != Became::Passed)).count()
    }

    /// Moves to the next undecided thing if the current one was decided; if a decision was undone, moves back to that
    /// thing. True when it moved.
    pub fn follow(&mut self, digest: &Digest, store: &Store, now: Timestamp) -> bool {
        let before = self.at;
        let became = |item: &Item, began| item.became(digest, store, began, now);
        let mut undone = None;
        for (place, (item, known)) in self.items.iter_mut().enumerate() {
            let is_decided = known.is_some_and(|known| known != Became::Passed);
            if is_decided && item.is_known(store) && became(item, self.began).is_none() {
                (*known, undone) = (None, undone.or(Some(place)));
            }
        }
        if let Some(place) = undone {
            self.at = place;
            return self.at != before;
        }
        // An act on one kind may settle names of a later one, whose other names are still to be decided.
        for (item, _) in self.items.iter_mut().skip(self.at + 1) {
            if let Item::Settle(kind, names) = item
                && let Some(left) = names_of(*kind, digest).filter(|left| *left > 0)
            {
                *names = left.min(*names);
            }
        }
        while let Some((item, known)) = self.items.get_mut(self.at)
            // A decided thing to which the user has gone back is not skipped.
            && known.is_none_or(|known| known == Became::Passed)
            && let Some(now_is) = became(item, self.began)
        {
            (*known, self.at) = (Some(now_is), self.at + 1);
        }
        self.at != before
    }

    /// Passes over the current thing; false at the end.
    pub fn pass(&mut self) -> bool {
        let Some((_, became)) = self.items.get_mut(self.at) else { return false };
        *became = became.or(Some(Became::Passed));
        self.at += 1;
        true
    }

    /// Passes over the rest of the current stage; false at the end.
    pub fn pass_kind(&mut self) -> bool {
        let Some(stage) = self.current().map(Item::stage) else { return false };
        while self.current().is_some_and(|item| item.stage() == stage) {
            self.pass();
        }
        true
    }

    /// Goes back to the previous thing; false at the first one.
    pub fn back(&mut self) -> bool {
        let to = self.at.checked_sub(1);
        self.at = to.unwrap_or(self.at);
        to.is_some()
    }

    /// Summary of the outcomes: `3 answered · 4 archived · 5 passed over`.
    pub fn words(&self) -> String {
        words(self.items.iter().filter_map(|(_, became)| *became))
    }

    /// Summary of the decisions that are still in force after the run was undone: `1 emailed to you`; empty without
    /// any.
    pub fn stays(&self, digest: &Digest, store: &Store, now: Timestamp) -> String {
        let decided = self.items.iter().filter(|(_, became)| became.is_some_and(|became| became != Became::Passed));
        words(decided.filter_map(|(item, _)| item.became(digest, store, self.began, now)))
    }

    /// Change of the note from which the run can be resumed; an empty note once it has ended.
    pub fn note(&self) -> NoteChange {
        let gone = self.items[..self.at].iter().map(|(item, became)| {
            let became = became.unwrap_or(Became::Passed);
            format!("\n{}={}", item.kept(), became.word())
        });
        let lines: String = gone.collect();
        let text = if self.current().is_none() || lines.is_empty() { String::new() } else { self.began.0.to_string() };
        let text = if text.is_empty() { text } else { text + &lines };
        NoteChange::new(Subject::Account, Key::Run, &text)
    }
}

/// Number of things with each outcome: `3 answered · 4 archived`.
fn words(became: impl Iterator<Item = Became>) -> String {
    let became: Vec<Became> = became.collect();
    let count = |of: Became| became.iter().filter(|became| **became == of).count();
    let counts = Became::ALL.into_iter().map(|became| (count(became), became.word()));
    let said = counts.filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}"));
    said.collect::<Vec<String>>().join(" · ")
}

/// Things of a run, each with its outcome; `None` while it has none.
type Gone = Vec<(Item, Option<Became>)>;

/// Start of a run that can be resumed, and the things it went through.
fn kept(store: &Store, now: Timestamp) -> Option<(Timestamp, Gone)> {
    let entry = store.notes().of(&Subject::Account)?.get(&Key::Run)?;
    read(&entry.value, now)
}

/// Reads a text written by [`Run::note`]. Lines of another version are left out.
fn read(text: &str, now: Timestamp) -> Option<(Timestamp, Gone)> {
    let (began, lines) = text.split_once('\n')?;
    let began = Timestamp(began.parse().ok()?);
    let line = |line: &str| {
        let (item, word) = line.rsplit_once('=')?;
        let became = Became::ALL.into_iter().find(|became| became.word() == word)?;
        Some((Item::of_kept(item)?, Some(became)))
    };
    (now.0 - began.0 < STALE).then(|| (began, lines.lines().filter_map(line).collect()))
}

/// Things to decide, in the order of the page.
pub(super) fn queue(digest: &Digest, leads: &Leads, store: &Store, now: Timestamp) -> Vec<Item> {
    let waiting: HashSet<&Id<Inquiry>> = digest.waiting.iter().collect();
    let mut held: Vec<Id<Inquiry>> = digest.held.iter().copied().filter(|id| !waiting.contains(id)).collect();
    held.sort_by_cached_key(|id| std::cmp::Reverse(leads.of(*id)));
    held.retain(|id| Item::Rescue(*id).became(digest, store, now, now).is_none());
    // An inquiry that waits and also has a due reminder is one thing to decide.
    let before: HashSet<Id<Inquiry>> = waiting.into_iter().chain(&held).copied().collect();
    let is_left = |about: &&Subject| about.inquiry().is_none_or(|id| !before.contains(&id));
    let rescues = held.into_iter().map(Item::Rescue);
    let due = store.notes().due(now).into_iter().map(|(about, ..)| about).filter(is_left).cloned().map(Item::Due);
    let findings = digest.of(Block::LookAfter).filter_map(|line| match line.name {
        Name::Finding(kind) => Some(Item::Settle(kind, line.figure.value().copied()?)),
        _ => None,
    });
    let leads = digest.waiting.iter().copied().map(Item::Answer);
    leads.chain(rescues).chain(due).chain(findings).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_noted_and_read_again_until_it_is_old() {
        let gone = [
            (Item::Answer(Id::new(112)), Some(Became::Archived)),
            (Item::Rescue(Id::new(9)), Some(Became::Emailed)),
            (Item::Due(Subject::Domain("a.de".into())), Some(Became::PutOff)),
            (Item::Settle(Kind::Unverified, 125), Some(Became::Passed)),
        ];
        let began = Timestamp(1_773_324_000);
        let items = gone.iter().cloned().chain([(Item::Answer(Id::new(7)), None)]).collect();
        let mut run = Run { began, items, at: 4 };
        assert_eq!(run.words(), "1 archived · 1 emailed to you · 1 put off · 1 passed over");
        assert_eq!((run.decided(), run.left(), run.place()), (3, 1, (5, 5)));
        let text = run.note().value.expect("it is under way");
        assert_eq!(read(&text, Timestamp(began.0 + STALE - 1)), Some((began, gone.to_vec())));
        assert_eq!(read(&text, Timestamp(began.0 + STALE)), None);
        assert_eq!(read(&format!("{text}\nlater 5=done"), began).map(|(_, items)| items.len()), Some(4));
        assert!(run.pass() && !run.pass());
        assert_eq!(run.note().value, None, "it has come to its end");
    }
}
