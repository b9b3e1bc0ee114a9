//! Effects that need only the store and the shell. The runtime and the stories of tests carry them out by the same
//! code.

use std::sync::Arc;

use super::shell::{Shell, UNDO_HINT};
use super::text::{counted, grouped};
use super::{Confirm, Effect, FileAsk, Tone};
use crate::base::{Timestamp, capital};
use crate::store::writes::NOT_READABLE;
use crate::store::writes::intent::SetMark;
use crate::store::writes::plan::Stepped;
use crate::store::{Entry, EntryId, Intent, Mark, NotPlanned, Origin, State, Store};

/// Number of reversed acts up to which each is named.
const NAMED: usize = 2;

/// Carries out an effect. `now` is the time, `at` the same moment in the loop's milliseconds. Returns the effect if it
/// needs more than the store and the shell.
pub fn carry_out(effect: Effect, store: &mut Store, shell: &mut Shell, now: Timestamp, at: u64) -> Option<Effect> {
    let mut carry = Carry { store, shell, now, at };
    match effect {
        Effect::Write(intent) => {
            let planned = carry.store.plan(intent.clone(), now);
            if let (Ok(_), Intent::Mark(SetMark { ids, mark: Mark::Archived | Mark::Hidden, to: true })) =
                (&planned, &intent)
            {
                carry.store.dealt_with(ids, now);
            }
            carry.planned(planned, Some(&intent));
        }
        Effect::WriteOver(intent) => {
            let planned = carry.store.plan_over(intent, now);
            carry.planned(planned, None);
        }
        Effect::Stage(step) => {
            let stepped = carry.store.step_review(step);
            if let Some(words) = stepped_words(stepped) {
                carry.shell.toast(Tone::Info, words, at);
            }
        }
        Effect::File(FileAsk::Keep { slot, text, .. }) => {
            // Take changes that the text no longer has out of the review here, because the page of the review may not
            // have been opened yet.
            let is_reduced = carry.store.draft_kept(slot, &text);
            let review = is_reduced.then(|| carry.store.under_review().map(Arc::clone).collect());
            return Some(Effect::File(FileAsk::Keep { slot, text, review }));
        }
        Effect::KeepFailed => carry.store.keep_what_failed(),
        Effect::ReadStaged => carry.store.reread_staged(now),
        Effect::ReadValues(subjects, since) => carry.store.reread_values(subjects.iter(), since),
        Effect::WriteStaged(intent) => {
            let planned = carry.store.plan_as(Arc::clone(&intent), Origin::User, now);
            if let Ok(entry) = planned {
                carry.store.staged_became(entry);
            }
            carry.planned(planned, Some(&intent));
        }
        Effect::TakeBack(entry) => {
            let text = match carry.store.take_back(entry, now) {
                0 => "It was sent in the meantime.".to_owned(),
                1 => "1 change was cancelled before it was sent.".to_owned(),
                n => format!("{n} changes cancelled before they were sent."),
            };
            carry.shell.toast(Tone::Info, text, at);
        }
        Effect::Opened(id) => {
            let intent = Intent::Mark(SetMark { ids: vec![id], mark: Mark::Read, to: true });
            // Opening marks as read without a key for it, so a failure is not reported.
            let _ = carry.store.plan_as(intent, Origin::Opened, now);
        }
        Effect::Reverse(entries) => carry.reverse(entries),
        Effect::CheckAgain => carry.check_again(),
        Effect::Toast(tone, text) => carry.shell.toast(tone, text, at),
        Effect::SetRedact(on) => carry.store.set_redact(on),
        Effect::Note { noted, said } => match carry.store.note(noted, said.clone(), now) {
            _ if said.is_empty() => {}
            Ok(()) => carry.shell.toast(Tone::Good, format!("{said}{UNDO_HINT}"), at),
            Err(why) => carry.shell.toast(Tone::Warn, format!("Not noted. {why}"), at),
        },
        Effect::Notes { changes, said } => match carry.store.change_notes(changes, said.clone(), now) {
            _ if said.is_empty() => {}
            true => carry.shell.toast(Tone::Good, format!("{}{UNDO_HINT}", capital(&said)), at),
            false => carry.shell.toast(Tone::Info, "Nothing changed: it is noted so already.", at),
        },
        Effect::ForgetNotes { changes, things, said } => {
            carry.store.forget_notes(changes, things, now);
            carry.shell.toast(Tone::Good, capital(&said), at);
        }
        Effect::ReverseNotes { redo } => {
            if let Some(words) = carry.store.reverse_notes(redo, now) {
                carry.shell.toast(if words.good { Tone::Good } else { Tone::Warn }, words.text, at);
            }
        }
        other => return Some(other),
    }
    None
}

/// Words for what was added to the review, if something was under review before.
fn stepped_words(stepped: Stepped) -> Option<String> {
    let Stepped { added, to, replaced, beside, .. } = stepped;
    let changes = |many: usize| counted(many as u64, "change", "changes");
    let took =
        if replaced > 0 { format!(", {} of them in place of earlier ones", grouped(replaced)) } else { String::new() };
    match (added, to, beside) {
        (0, ..) | (_, 0, 0) => None,
        (_, 0, _) => {
            let wait = counted(beside as u64, "change waits", "changes wait");
            Some(format!("{wait} beside these · o shows them."))
        }
        _ => Some(format!("{} added to the {} under review{took} · u undoes it.", changes(added), grouped(to))),
    }
}

struct Carry<'a> {
    store: &'a mut Store,
    shell: &'a mut Shell,
    now: Timestamp,
    at: u64,
}

impl Carry<'_> {
    /// Reports a planned write with how to undo it, or why it was not planned. If the outcome of an earlier write is
    /// unknown, the user may continue by typing a word (rule 6).
    fn planned(&mut self, planned: Result<EntryId, NotPlanned>, intent: Option<&Intent>) {
        let at = self.at;
        match (planned, intent) {
            (Ok(entry), _) => {
                self.shell.wrote(entry);
                let Some(entry) = self.store.journal().get(entry) else { return };
                let when = self.store.session().write_hold.sent_when();
                let words = entry.planned_words(when, self.store.inquiries());
                if entry.intent.shows_at_once() {
                    let tone = if when.is_some() { Tone::Warn } else { Tone::Good };
                    self.shell.toast(tone, format!("{words}{UNDO_HINT}"), at);
                } else {
                    self.shell.toast(Tone::Info, words, at);
                }
            }
            (Err(NotPlanned::Undetermined(why)), Some(intent)) => {
                self.shell.confirm(Confirm::over(intent, &why), at);
            }
            (Err(why @ NotPlanned::Early), _) => self.shell.toast(Tone::Info, why.why(), at),
            (Err(why), _) => self.shell.toast(Tone::Warn, why.why(), at),
        }
    }

    /// Undoes acts, or redoes undos, and reports for each what is done, what follows and what is left as it is. Of more
    /// than [`NAMED`], those that went well are counted.
    fn reverse(&mut self, entries: Vec<EntryId>) {
        let (now, at) = (self.now, self.at);
        let mut tone = Tone::Good;
        let mut said: Vec<String> = Vec::new();
        // How they were reversed, when they are sent, and their number.
        let mut counts: Vec<(String, String, u64)> = Vec::new();
        let counted_only = entries.len() > NAMED;
        for id in entries {
            let planned = self.store.reverse(id, now);
            if let Ok(entry) = &planned {
                self.shell.wrote(*entry);
            }
            match planned.map(|entry| self.store.undo_words(entry)) {
                Ok(words) => {
                    let words = words.unwrap_or_default();
                    tone = if words.good { tone } else { Tone::Warn };
                    let when = self.store.session().write_hold.sent_when().filter(|_| words.queued);
                    let when = when.map_or_else(String::new, |when| format!(" {when}"));
                    if !counted_only || !words.good || words.how.is_empty() {
                        said.push(words.text + &when);
                    } else if let Some((.., many)) =
                        counts.iter_mut().find(|(how, then, _)| *how == words.how && *then == when)
                    {
                        *many += 1;
                    } else {
                        counts.push((words.how, when, 1));
                    }
                }
                Err(why) => {
                    tone = Tone::Warn;
                    said.push(why.why().to_owned());
                }
            }
        }
        let more = said.len().saturating_sub(NAMED);
        said.truncate(NAMED);
        said.extend((more > 0).then(|| format!("{} more are in :undo list", grouped(more))));
        let count = |(how, when, many)| format!("{how}: {}{when}", counted(many, "change", "changes"));
        let counts = counts.into_iter().map(count);
        self.shell.toast(tone, counts.chain(said).collect::<Vec<_>>().join(" · "), at);
    }

    /// Reads again the writes whose outcome reading could not determine.
    fn check_again(&mut self) {
        let (now, at) = (self.now, self.at);
        let given_up = |entry: &Entry| entry.targets.iter().any(|target| target.state == State::GivenUp);
        let is_left = self.store.journal().entries().any(given_up);
        let open: Vec<EntryId> = self.store.journal().entries().map(|entry| entry.id).collect();
        let checked: usize = open.into_iter().map(|entry| self.store.check_again(entry, now)).sum();
        let text = match checked {
            0 if is_left => NOT_READABLE.to_owned(),
            0 => "Nothing left to check: the outcome of every change is known.".to_owned(),
            n => format!("Checking {}.", counted(n as u64, "change", "changes")),
        };
        self.shell.toast(Tone::Info, text, at);
    }
}
