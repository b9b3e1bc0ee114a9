//! Words about undo and redo: what is done, what will follow, and the names of things that were left as they are.

use std::collections::HashSet;

use crate::base::grouped;
use crate::store::subject::{EntryId, Subject};
use crate::store::writes::conflict::CHANGED;
use crate::store::writes::intent::{JobUndo, Noun, Topic};
use crate::store::writes::journal::{Base, Entry, Fate, Origin, State, Target};
use crate::store::{Store, WriteHold};

/// Most names of targets that an undo left; the others are counted.
const NAMED: usize = 3;
pub(super) const GONE: &str = "no longer there";
pub(super) const NOT_KNOWN: &str = "outcome unknown; :check reads it again";

/// Words about an undo or redo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndoWords {
    /// How it went, with which the text begins: `Undone`, `Undo queued`. Empty where no single word says it.
    pub how: String,
    /// Whole sentence, which names the state of the things after it: `Undone: 2 inquiries unread again`.
    pub text: String,
    /// True when all targets are done or will be.
    pub good: bool,
    /// True when the undo or redo is not sent now; [`WriteHold`] says why.
    pub queued: bool,
}

impl UndoWords {
    /// Words about an undo or redo that is done; `state` is that of the things after it.
    pub(in crate::store) fn done(how: &str, state: &str) -> Self {
        Self { good: true, ..Self::not(how, state) }
    }

    /// Words about an undo or redo that was not done, with the reason.
    pub(in crate::store) fn not(how: &str, why: &str) -> Self {
        Self { how: how.to_owned(), text: format!("{how}: {why}"), ..Self::default() }
    }
}

/// Targets of an undo or redo, grouped by the words about them.
#[derive(Default)]
struct Groups<'a> {
    /// Targets whose reversed write has not ended.
    waiting: Vec<&'a Target>,
    /// Targets that are being sent, or will be now.
    going: Vec<&'a Target>,
    done: Vec<&'a Target>,
    /// Targets that need no call, because the reversed write had not been sent.
    unsent: Vec<&'a Target>,
    /// Targets whose reversed write was not done.
    nothing: Vec<&'a Target>,
    /// Targets that were left or refused; their evidence is the reason.
    left: Vec<&'a Target>,
}

impl Store {
    /// Words about an undo or redo: done, under way or still to come, and the targets that are left.
    pub fn undo_words(&self, id: EntryId) -> Option<UndoWords> {
        let kept = self.writes.journal.get(id)?;
        if let Origin::Restore(_) = kept.origin {
            return Some(self.restored_words(kept));
        }
        let of = self.writes.journal.get(kept.origin.reverses()?)?;
        let groups = self.groups(kept, of);
        let [verb, doing, past, not] = match kept.origin {
            Origin::Redo(_) => ["Redo", "Redoing", "Redone", "Not redone"],
            _ => ["Undo", "Undoing", "Undone", "Not undone"],
        };
        let queued = !groups.going.is_empty() && self.session.write_hold != WriteHold::No;
        let happened = of.intent.rule().done;
        let had = |some: &[&Target]| if some.len() > 1 { "were" } else { "was" };
        let (mut how, mut text) = (String::new(), String::new());
        let sent: Vec<&Target> = groups.going.iter().chain(&groups.done).copied().collect();
        let live = groups.waiting.len() + sent.len() + groups.unsent.len();
        if !groups.waiting.is_empty() {
            how = format!("{verb} will follow");
            text = format!("{how}{}", self.awaited(kept, of, &groups.waiting, live));
        } else if !sent.is_empty() {
            let some: Vec<&Target> = sent.iter().chain(&groups.unsent).copied().collect();
            how = match Self::ends_later(kept, of) && !groups.going.is_empty() {
                _ if queued => format!("{verb} queued"),
                true => doing.to_owned(),
                false => past.to_owned(),
            };
            text = format!("{how}: {}", self.reversed(kept, of, &some, !groups.going.is_empty()));
        } else if !groups.unsent.is_empty() {
            let what = self.what(kept, &groups.unsent);
            let clause = match (kept.origin, kept.intent.rule().job_undo) {
                (Origin::Undo(_), Some(undo)) => format!("{what} {}", undo.unsent),
                (Origin::Undo(_), None) => {
                    format!("{what} {}", of.intent.undone(&groups.unsent, &self.index.inquiries))
                }
                _ => format!("{what} {}", kept.intent.rule().done),
            };
            let sent = if verb == "Redo" { "the undo had not been sent" } else { "nothing had been sent" };
            past.clone_into(&mut how);
            text = format!("{how}: {clause}; {sent}");
        } else if groups.left.is_empty() {
            let (what, was) = (self.what(kept, &groups.nothing), had(&groups.nothing));
            text = format!("Nothing to {}: {what} {was} not {happened}", verb.to_lowercase());
        }
        if live > 0 && !groups.nothing.is_empty() {
            let (what, was) = (self.what(kept, &groups.nothing), had(&groups.nothing));
            text = format!("{text}. {what} {was} not {happened}");
        }
        for (why, some) in by_reason(&groups.left) {
            let names = self.names(kept, &some);
            text = if text.is_empty() {
                format!("{not}: {names}: {why}")
            } else {
                format!("{text}. {} not: {names}: {why}", grouped(some.len()))
            };
        }
        Some(UndoWords { how, text, good: groups.left.is_empty() && live > 0, queued })
    }

    /// Words about the values that are written back to domains that were added back.
    fn restored_words(&self, kept: &Entry) -> UndoWords {
        let of = |fate: Fate| kept.targets.iter().filter(|target| target.state.fate() == fate).collect::<Vec<_>>();
        let [open, done, unsure, mut left] = [Fate::Open, Fate::Done, Fate::Unsure, Fate::Not].map(of);
        left.extend(unsure);
        let mut parts = Vec::new();
        if !open.is_empty() {
            parts.push(format!("To be written back: {}", values(&open)));
        }
        if !done.is_empty() {
            parts.push(format!("Written back: {}", values(&done)));
        }
        for (why, some) in by_reason(&left) {
            parts.push(format!("{} not written back: {}: {why}", values(&some), self.names(kept, &some)));
        }
        UndoWords { text: parts.join(". "), good: left.is_empty(), ..UndoWords::default() }
    }

    /// True for the reversal of marks that the service has set in the background. It needs time for these again, so
    /// the reversal is not done at once.
    pub(super) fn takes_time(kept: &Entry, of: &Entry) -> bool {
        kept.intent.rule().at_once && kept.targets.len() > 1 && of.is_read_back()
    }

    /// True where an undo is not done when it is planned: the screen does not show it at once, and it does not start
    /// an import.
    fn ends_later(kept: &Entry, of: &Entry) -> bool {
        let rule = kept.intent.rule();
        Self::takes_time(kept, of) || !rule.at_once && rule.job.is_none()
    }

    fn groups<'a>(&self, kept: &'a Entry, of: &Entry) -> Groups<'a> {
        let mut groups = Groups::default();
        for target in &kept.targets {
            let taken_back = || of.target(&target.item()).is_some_and(|base| base.state == State::TakenBack);
            let group = match target.state {
                State::Planned if self.waits(kept, target) => &mut groups.waiting,
                State::Planned | State::Sending | State::Unknown => &mut groups.going,
                State::Acknowledged | State::SettledApplied => &mut groups.done,
                State::Void if taken_back() => &mut groups.unsent,
                State::Void if ![CHANGED, GONE].contains(&target.evidence.as_str()) => &mut groups.nothing,
                // A redo has dropped this target before the undo was sent.
                State::TakenBack => continue,
                _ => &mut groups.left,
            };
            group.push(target);
        }
        groups
    }

    /// Words about reversed targets: `3 inquiries back in Active`, `adding 2 domains back`.
    fn reversed(&self, kept: &Entry, of: &Entry, some: &[&Target], going: bool) -> String {
        let (rule, what) = (kept.intent.rule(), self.what(kept, some));
        if let Some(values) = kept.intent.values_words(some, some.len(), &self.index.inquiries, &self.sayer()) {
            return values;
        }
        let at_once = rule.at_once || !going;
        match (kept.origin, rule.job_undo) {
            (Origin::Undo(_), Some(undo)) => {
                format!("{}{}", undo.doing.replace("{}", &what), restores(kept, some, undo))
            }
            (Origin::Undo(_), None) if at_once => {
                format!("{what} {}", of.intent.undone(some, &self.index.inquiries))
            }
            _ if at_once => format!("{what} {}", rule.done),
            _ => lower_first(&rule.doing.replace("{}", &what)),
        }
    }

    /// Reason why an undo waits: `: 121 of 363 inquiries are still being archived`.
    fn awaited(&self, kept: &Entry, of: &Entry, waiting: &[&Target], live: usize) -> String {
        let rule = of.intent.rule();
        let done = rule.done;
        let runs = |target: &&Target| match self.writes.journal.base(kept, &target.item()) {
            Base::Write(real, base) => base.state != State::Unknown || real.is_queued(),
            _ => false,
        };
        if kept.topic() == Topic::VALUES && waiting.iter().all(|target| self.is_coming_back(&target.subject)) {
            return " once the domain is back in the account".to_owned();
        }
        let (n, what) = (waiting.len(), self.what(kept, waiting));
        if !waiting.iter().all(runs) {
            let was = if n > 1 { "were" } else { "was" };
            return format!(" once it is known whether {what} {was} {done}");
        }
        let are = if n > 1 { "are" } else { "is" };
        if n == live {
            return format!(": {what} {are} still being {done}");
        }
        format!(": {} of {} {are} still being {done}", grouped(n), kept.intent.rule().noun.count(live))
    }

    /// Name of a single thing, or the number of several: `solarpark.de (Anna)`, `3 inquiries`.
    fn what(&self, kept: &Entry, some: &[&Target]) -> String {
        match some {
            [one] => self.called(kept, one),
            _ => kept.intent.rule().noun.count(some.len()),
        }
    }

    /// Name of one target.
    fn called(&self, kept: &Entry, target: &Target) -> String {
        kept.intent.called(&target.item(), &self.index.inquiries)
    }

    /// Names of the first [`NAMED`] targets, and the number of further ones.
    fn names(&self, kept: &Entry, some: &[&Target]) -> String {
        let mut names: Vec<String> = some.iter().take(NAMED).map(|target| self.called(kept, target)).collect();
        if some.len() > NAMED {
            names.push(format!("and {} more", grouped(some.len() - NAMED)));
        }
        names.join(", ")
    }

    /// Words about an act that was done: `solarpark.de (Anna) archived`.
    pub fn act_words(&self, id: EntryId) -> String {
        let Some(kept) = self.writes.journal.get(id) else { return String::new() };
        let reach: Vec<&Target> = self.writes.journal.reach(kept).collect();
        match (reach.as_slice(), kept.origin) {
            ([one], Origin::User | Origin::Applied | Origin::Redo(_)) => {
                format!("{} {}", self.called(kept, one), kept.intent.rule().done)
            }
            (some, Origin::User | Origin::Applied | Origin::Redo(_)) => {
                format!("{} {}", kept.intent.rule().noun.count(some.len()), kept.intent.rule().done)
            }
            // Redoing an undo does again what the undo has reversed.
            (some, Origin::Undo(of)) => {
                let done = self.writes.journal.get(of).map_or("changed", |of| of.intent.rule().done);
                match some {
                    [one] => format!("{} {done}", self.called(kept, one)),
                    _ => format!("{} {done}", kept.intent.rule().noun.count(some.len())),
                }
            }
            (_, Origin::Opened | Origin::Restore(_)) => self.words_of(kept),
        }
    }

    /// Words that follow “Undo” or “Redo”: `archiving 126 inquiries`.
    pub fn act_doing(&self, id: EntryId) -> String {
        let Some((kept, act, reach)) = self.act_of(id) else { return String::new() };
        lower_first(&act.intent.rule().doing.replace("{}", &self.what(kept, &reach)))
    }

    /// State of the things once an act is undone, or an undo is redone: `126 inquiries will be back in Active`.
    pub fn reversed_state(&self, id: EntryId) -> String {
        let Some((kept, act, reach)) = self.act_of(id) else { return String::new() };
        let rule = act.intent.rule();
        let state = match kept.origin {
            Origin::Undo(_) => rule.done,
            // An act without such words is undone by a write of another kind.
            _ if rule.undone.is_empty() => {
                self.writes.journal.reversal(id, &self.grounds()).map_or("restored", |undo| undo.intent.rule().done)
            }
            _ => rule.undone,
        };
        format!("{} will be {state}", self.what(kept, &reach))
    }

    /// Entry, the act that it is or undoes, and the targets that its reversal reaches.
    fn act_of(&self, id: EntryId) -> Option<(&Entry, &Entry, Vec<&Target>)> {
        let kept = self.writes.journal.get(id)?;
        let act = if let Origin::Undo(of) = kept.origin { self.writes.journal.get(of)? } else { kept };
        Some((kept, act, self.writes.journal.reach(kept).collect()))
    }
}

/// Words for a number of values: `2 prices and 1 setting of 2 domains`.
fn values(some: &[&Target]) -> String {
    let prices = some.iter().filter(|target| target.item().is_price()).count();
    let counts = [(Noun("price", "prices"), prices), (Noun::SETTING, some.len() - prices)];
    let counted: Vec<String> = counts.iter().filter(|(_, n)| *n > 0).map(|(noun, n)| noun.count(*n)).collect();
    let domains: HashSet<&Subject> = some.iter().map(|target| &target.subject).collect();
    format!("{} of {}", counted.join(" and "), Noun::DOMAIN.count(domains.len()))
}

/// Words that follow an undo, about the settings that will be written back once the domains are added back, and about
/// those that will not.
fn restores(kept: &Entry, some: &[&Target], undo: JobUndo) -> String {
    let own = || some.iter().filter(|target| target.state != State::Void).map(|target| target.own());
    let unread = own().filter(Option::is_none).count();
    let priced = own().flatten().filter(|own| !own.is_empty()).count();
    let count = |n| kept.intent.rule().noun.count(n);
    match (priced, unread) {
        (0, 0) => String::new(),
        (0, _) => format!("; {}", undo.caveat),
        (_, 0) => format!("; prices and settings of {} follow", count(priced)),
        _ => format!("; prices and settings of {} follow, those of {} were not read", count(priced), count(unread)),
    }
}

fn by_reason<'a>(left: &[&'a Target]) -> Vec<(&'a str, Vec<&'a Target>)> {
    let mut reasons: Vec<(&str, Vec<&Target>)> = Vec::new();
    for target in left {
        let why = target.evidence.trim_end_matches('.');
        let why = if why.is_empty() { "refused" } else { why };
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, some)) => some.push(target),
            None => reasons.push((why, vec![target])),
        }
    }
    reasons
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}
