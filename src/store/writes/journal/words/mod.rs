//! Entries in words for people. Toasts, `:log`, Jobs and the question before quitting all use these words. A headline
//! never claims what did not happen. Look first at [`Entry::words`].

use super::{Entry, Fate, Journal, LEFT_OUT, Origin, State, Target};
use crate::base::grouped;
use crate::store::index::inquiries::InquiryIndex;
use crate::store::subject::{Item, Subject, Value};
use crate::store::writes::intent::{Job, Noun};
use crate::store::writes::settle::{PASSED_OVER, READ_BACK, reason};

/// Number of names in one sentence; of more, the sentence says the number.
const NAMED: usize = 3;

/// Function that writes the value of a setting for people. The last argument is the currency that the same write sets
/// for the thing, in which amounts are shown.
pub type SayValue<'a> = &'a dyn Fn(&Item, &Value, Option<&Value>) -> String;

impl Entry {
    /// Headline: `Archiving 3 inquiries`, `solarpark.de removed`, `2,680 of 2,681 domains removed`, `Not removed:
    /// 1,273 domains`.
    pub fn words(&self, journal: &Journal, index: &InquiryIndex, said: SayValue<'_>) -> String {
        match self.origin.reverses().and_then(|of| journal.get(of)) {
            Some(of) => self.reversal_words(of, index, said),
            None => self.came_to(index),
        }
    }

    /// Headline of an undo or redo: `Undone: 3 inquiries back in Active`.
    fn reversal_words(&self, of: &Self, index: &InquiryIndex, said: SayValue<'_>) -> String {
        let undo = matches!(self.origin, Origin::Undo(_));
        let whole = if undo { "Undo" } else { "Redo" };
        let ends_later = self.open() && !self.intent.rule().at_once && self.intent.rule().job.is_none();
        let past = match (undo, ends_later) {
            (true, false) => "Undone",
            (true, true) => "Undoing",
            (false, false) => "Redone",
            (false, true) => "Redoing",
        };
        // Targets that the undo left as they are do not count as undone.
        let unsent = |target: &Target| of.target(&target.item()).is_some_and(|base| base.state == State::TakenBack);
        let took = |target: &&Target| !target.state.failed() && (target.state != State::Void || unsent(target));
        let took: Vec<&Target> = self.targets.iter().filter(took).collect();
        let what = match took.as_slice() {
            [] => self.intent.what(),
            [one] => self.called(one, index),
            some => self.intent.rule().noun.part(some.len(), self.targets.len()),
        };
        if let Some(values) = self.intent.values_words(&took, self.targets.len(), index, said) {
            return format!("{past}: {values}");
        }
        let done = match (undo, self.intent.rule().job_undo) {
            (true, Some(undo)) => undo.doing.replace("{}", &what),
            (true, None) => format!("{what} {}", of.intent.undone(&took, index)),
            (false, _) => format!("{what} {}", self.intent.rule().done),
        };
        if took.is_empty() { format!("{whole} without effect: {done}") } else { format!("{past}: {done}") }
    }

    /// Words for the moment a write is planned: the result if screens show it at once, else what has begun; then the
    /// targets left out: `360 archived. 3 not archived: still being checked: a.com, b.com, c.com`. `sent_when` says
    /// when a write that has to wait is sent: `12 inquiries will be archived when the service is back`.
    pub fn planned_words(&self, sent_when: Option<&str>, index: &InquiryIndex) -> String {
        let (all, not) = (self.all(), self.count(Fate::Not));
        if let Some(when) = sent_when.filter(|_| self.count(Fate::Open) > 0) {
            let left = if not > 0 { format!(". {}", self.clause(Fate::Not, index)) } else { String::new() };
            let what = upper(&self.what(self.wanted(), index));
            return format!("{what} will be {} {when}{left}", self.intent.rule().done);
        }
        match (self.intent.shows_at_once(), not) {
            (true, 0) => self.done_words(all, index),
            (true, _) => {
                let done = self.intent.rule().done;
                format!("{} {done}. {}", grouped(all - not), self.clause(Fate::Not, index))
            }
            (false, 0) => format!("{} …", self.came_to(index)),
            (false, _) => format!("{} … {}", self.came_to(index), self.clause(Fate::Not, index)),
        }
    }

    fn came_to(&self, index: &InquiryIndex) -> String {
        let (rule, all) = (self.intent.rule(), self.all());
        let [unsure, open, done] = [Fate::Unsure, Fate::Open, Fate::Done].map(|fate| self.count(fate));
        if open > 0 {
            return rule.doing.replace("{}", &self.what(self.wanted(), index));
        }
        match (done, unsure) {
            (0, 0) => format!("{}: {}", upper(&rule.not_done()), self.what(all, index)),
            (0, _) => format!("Not known whether {}: {}", rule.done, self.what(all, index)),
            (done, _) if done == all => self.done_words(done, index),
            (done, _) if self.starts_a_job() => {
                rule.doing.replace("{}", &format!("{} of {}", grouped(done), self.what(all, index)))
            }
            (done, _) => format!("{} of {} {}", grouped(done), self.what(all, index), rule.done),
        }
    }

    /// Result in sentences, for a toast: first things done, then those not done, with names and reasons: `2,680
    /// removed (read back). 1 not removed: peaktheater.com, passed over by the service`.
    pub fn outcome_words(&self, journal: &Journal, index: &InquiryIndex, said: SayValue<'_>) -> String {
        let headline = self.words(journal, index, said);
        match self.only_fate() {
            Some(Fate::Done) if self.is_read_back() && !self.starts_a_job() => format!("{headline} ({READ_BACK})"),
            Some(Fate::Done) => headline,
            Some(_) => match self.outcome(index) {
                outcome if outcome.is_empty() => headline,
                outcome => format!("{headline}. {outcome}"),
            },
            None => self.outcome(index),
        }
    }

    /// Result without the headline: `Done, read back`, `The connection broke; they are all still there`; for targets
    /// with different outcomes, the clauses of [`Entry::outcome_words`].
    pub fn outcome(&self, index: &InquiryIndex) -> String {
        match self.only_fate() {
            Some(Fate::Done) => self.done_how(),
            Some(Fate::Not | Fate::Unsure) => upper(&self.reasons(self.targets.iter(), index)),
            Some(Fate::Open) => upper(&self.open_words()),
            None => {
                let clauses = [Fate::Done, Fate::Not, Fate::Unsure, Fate::Open].into_iter();
                let clauses: Vec<String> =
                    clauses.filter(|fate| self.count(*fate) > 0).map(|fate| self.clause(fate, index)).collect();
                clauses.join(". ")
            }
        }
    }

    /// Words for how the program knows that the write was done: `Done`, `Done, read back`, `Import 2366 started`.
    fn done_how(&self) -> String {
        let mut proofs = self.targets.iter().map(|target| (target.made, why(target)));
        let (made, proof) = proofs.next().unwrap_or_default();
        let alike = self.targets.len() == 1 || proofs.all(|other| other == (made, proof.clone()));
        match (self.starts_a_job(), made.filter(|_| alike)) {
            (true, Some(made)) => format!("Import {made} started"),
            (true, None) => "Started".to_owned(),
            _ if !self.targets.iter().any(|target| target.state == State::SettledApplied) => "Done".to_owned(),
            _ if proof.is_empty() || proof.starts_with(READ_BACK) || !alike => format!("Done, {READ_BACK}"),
            _ => format!("Done: {proof}"),
        }
    }

    /// Clause about the targets of one [`Fate`]: `2,680 removed (read back)`, `1 not removed: peaktheater.com, passed
    /// over by the service`.
    fn clause(&self, fate: Fate, index: &InquiryIndex) -> String {
        let (count, done) = (grouped(self.count(fate)), self.intent.rule().done);
        let of = || self.targets.iter().filter(|target| target.state.fate() == fate);
        match fate {
            Fate::Done if self.starts_a_job() => format!("{count} under way"),
            Fate::Done if of().any(|target| target.state == State::SettledApplied) => {
                format!("{count} {done} ({READ_BACK})")
            }
            Fate::Done => format!("{count} {done}"),
            Fate::Not => format!("{count} {}: {}", self.intent.rule().not_done(), self.reasons(of(), index)),
            Fate::Unsure => format!("{count} not known whether {done}: {}", self.reasons(of(), index)),
            Fate::Open => format!("{count} {}", self.open_words()),
        }
    }

    /// Reasons for the outcome of these targets, each once, with the names of its targets unless it applies to all of
    /// the entry.
    fn reasons<'a>(&'a self, of: impl Iterator<Item = &'a Target>, index: &InquiryIndex) -> String {
        let mut groups: Vec<(String, Vec<&Target>)> = Vec::new();
        for target in of {
            let reason = why(target);
            match groups.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, targets)) => targets.push(target),
                None => groups.push((reason, vec![target])),
            }
        }
        let whole = groups.len() == 1 && groups[0].1.len() == self.targets.len();
        let words = groups.iter().map(|(why, targets)| {
            let why = [why.as_str(), self.still(targets)];
            let why: Vec<&str> = why.into_iter().filter(|words| !words.is_empty()).collect();
            let why = why.join("; ");
            match (whole, targets.as_slice()) {
                (true, _) => why,
                (_, targets) if why.is_empty() => self.names(targets, index),
                (_, [one]) => format!("{}, {why}", self.called(one, index)),
                (_, targets) => format!("{why}: {}", self.names(targets, index)),
            }
        });
        words.collect::<Vec<_>>().join("; ")
    }

    /// Words for the state in which readings found these targets; empty if the reason says as much.
    fn still(&self, targets: &[&Target]) -> &'static str {
        let shown =
            |target: &&Target| target.state == State::SettledNotApplied && !target.evidence.starts_with(PASSED_OVER);
        if !targets.iter().all(shown) {
            return "";
        }
        let all = targets.len() == self.targets.len();
        let still = self.intent.rule().still;
        match (targets.len(), all) {
            (1, _) => still.0,
            (_, true) => still.1,
            (_, false) => still.2,
        }
    }

    /// Words for targets that are pending: `waiting to be sent`, `sent, outcome unknown, checking: no answer`.
    fn open_words(&self) -> String {
        let has = |state: State| self.targets.iter().find(|target| target.state == state);
        match (has(State::Unknown), has(State::Sending)) {
            (Some(_), _) if self.is_queued() => "queued by the service".to_owned(),
            (Some(target), _) => match why(target) {
                why if why.is_empty() => "sent, outcome unknown, checking".to_owned(),
                why => format!("sent, outcome unknown, checking: {why}"),
            },
            (_, Some(_)) => "being sent".to_owned(),
            _ => "waiting to be sent".to_owned(),
        }
    }

    fn done_words(&self, of: usize, index: &InquiryIndex) -> String {
        let (rule, what) = (self.intent.rule(), self.what(of, index));
        let made = || self.targets.first().and_then(|target| target.made);
        if let Some(words) = made().and_then(|made| self.intent.made_words(made)) {
            return words;
        }
        if self.starts_a_job() {
            return rule.doing.replace("{}", &what);
        }
        let so = self.targets.iter().filter(|target| target.was_so()).count();
        let what = if [Noun::IMPORT, Noun::EXPORT].contains(&rule.noun) { upper(&what) } else { what };
        let were = if so == 1 { "was" } else { "were" };
        match so {
            0 => format!("{what} {}", rule.done),
            so if so < self.targets.len() => {
                format!("{} {}, {} {were} already", self.what(of - so, index), rule.done, grouped(so))
            }
            _ => format!("{what} {were} already {}", rule.done),
        }
    }

    /// True if the write starts an import, whose end is reported separately.
    fn starts_a_job(&self) -> bool {
        self.intent.rule().job == Some(Job::Import)
    }

    /// Name of the write's thing if it has only one with a name, else the number `of` of things with the noun.
    pub fn what(&self, of: usize, index: &InquiryIndex) -> String {
        match self.targets.as_slice() {
            _ if self.intent.is_about_everything() && of == self.all() => self.intent.what(),
            [target]
                if target.field.is_some() || matches!(target.subject, Subject::Inquiry(_) | Subject::Domain(_)) =>
            {
                self.called(target, index)
            }
            [_] if self.all() == 1 => self.intent.what(),
            _ => self.intent.rule().noun.count(of),
        }
    }

    /// Name of one of the write's targets.
    fn called(&self, target: &Target, index: &InquiryIndex) -> String {
        self.intent.called(&target.item(), index)
    }

    /// Names of targets: `a.com, b.com, c.com and 4 more`.
    fn names(&self, targets: &[&Target], index: &InquiryIndex) -> String {
        let names: Vec<String> = targets.iter().take(NAMED).map(|target| self.called(target, index)).collect();
        match targets.len().saturating_sub(NAMED) {
            0 => names.join(", "),
            more => format!("{} and {} more", names.join(", "), grouped(more)),
        }
    }

    /// Number of the write's things, without those that were left out, refused or not done.
    pub fn wanted(&self) -> usize {
        self.all() - self.count(Fate::Not)
    }

    fn all(&self) -> usize {
        self.targets.iter().map(|target| self.weight(target)).sum()
    }

    /// Number of the write's things with this fate.
    fn count(&self, fate: Fate) -> usize {
        self.targets.iter().filter(|target| target.state.fate() == fate).map(|target| self.weight(target)).sum()
    }

    /// Number of things of a target: a part of a list has as many as it has lines.
    fn weight(&self, target: &Target) -> usize {
        match target.subject {
            Subject::Part(_) => self.intent.lines(&target.item()).len(),
            _ => 1,
        }
    }

    /// Fate of all targets; `None` if they differ.
    fn only_fate(&self) -> Option<Fate> {
        let first = self.targets.first()?.state.fate();
        self.targets.iter().all(|target| target.state.fate() == first).then_some(first)
    }

    pub(in crate::store) fn is_read_back(&self) -> bool {
        self.targets.iter().any(|target| target.state == State::SettledApplied && !target.was_so())
    }
}

/// Reason for the state of a target, for use within a sentence; empty if none is known.
fn why(target: &Target) -> String {
    lower(reason(&target.evidence).trim_start_matches(LEFT_OUT).trim_end_matches('.'))
}

/// Sentence with a capital first letter, unless it begins with a name.
fn upper(words: &str) -> String {
    let first = words.split([' ', ',']).next().unwrap_or_default();
    if first.contains(['.', '@', '#', '(']) { words.to_owned() } else { crate::base::capital(words) }
}

/// Words for use within a sentence: with a small first letter, unless they begin with an abbreviation.
fn lower(words: &str) -> String {
    let mut letters = words.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => words.to_owned(),
    }
}

#[cfg(test)]
pub(super) mod tests;
