//! The changes of a plan, each as it is shown: looked at in parts, and again only where what it is made from has changed.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use crate::base::{Currency, Timestamp, capital, work};
use crate::store::Store;
use crate::store::guard::{Guards, Reason, lowers};
use crate::store::subject::{FieldName, PRICES, Subject, Value};
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::{Plan, Reading, Staging, ToRead};

/// Changes looked at in one turn of the loop, and those whose things are noted: a few milliseconds each.
const PART: usize = 1_000;
const NOTED: usize = 20_000;

/// Text that equal changes share: setting, old and new value.
pub type Words = Rc<[String; 3]>;

/// One change of the plan.
#[derive(Clone, Debug)]
pub struct Line {
    /// The name it is about, and the setting.
    pub about: Box<str>,
    field: FieldName,
    pub words: Words,
    /// The number of these words.
    pub group: u32,
    /// Concerns, or the reason it was not saved; empty where there is none.
    pub check: Box<str>,
    /// True when it was not saved.
    pub failed: bool,
    /// The old value became known and is the new one.
    pub is_same: bool,
    /// The value was changed elsewhere since the plan was made.
    pub is_moved: bool,
    /// The price of a formula is rounded.
    pub is_rounded: bool,
    /// The price gets lower, so that offers have to be known.
    pub lowers: bool,
    /// The currency of the thing, as far as it is known.
    pub money: Option<Currency>,
    /// How far its values were read; `None` until that is looked at.
    reading: Option<Reading>,
}

/// All changes of a plan.
#[derive(Debug, Default)]
pub struct Lines {
    /// By their places in the plan; `None` until they were looked at.
    lines: Vec<Option<Line>>,
    /// Places to be looked at, in this order.
    due: BTreeSet<usize>,
    /// The places of the changes of each thing, and the number of changes that are in it so far.
    places: HashMap<Subject, Vec<usize>>,
    noted: usize,
    /// Things that were not read yet, each by the place of its first change.
    unread: BTreeSet<usize>,
    /// Numbers of the words.
    groups: HashMap<Words, u32>,
}

impl Lines {
    /// The changes of this plan, all to be looked at; until that is done those of values that were in the plan before are
    /// shown as they were.
    pub fn begin(&mut self, plan: &Plan) {
        let mut before = std::mem::take(&mut self.lines);
        let places = std::mem::take(&mut self.places);
        self.unread.clear();
        self.noted = 0;
        let shown = |edit: &SettingEdit| {
            let is_it = |line: &Option<Line>| line.as_ref().is_some_and(|line| line.field == edit.edit.field);
            let place = places.get(&edit.subject)?.iter().find(|place| is_it(&before[**place]))?;
            before[*place].take()
        };
        self.lines = plan.edits.iter().map(shown).collect();
        self.due = (0..plan.edits.len()).collect();
    }

    /// Notes the things of the next changes; true once all are noted.
    fn note(&mut self, plan: &Plan) -> bool {
        let from = self.noted;
        self.noted = plan.edits.len().min(from + NOTED);
        for (place, edit) in work::each(plan.edits[from..self.noted].iter()).enumerate() {
            let of = self.places.entry(edit.subject.clone()).or_default();
            of.push(from + place);
            self.unread.insert(of[0]);
        }
        self.noted == plan.edits.len()
    }

    /// All changes are to be looked at again.
    pub fn touch_all(&mut self) {
        self.due = (0..self.lines.len()).collect();
    }

    /// The changes of these domains are to be looked at again.
    pub fn touch<'a>(&mut self, names: impl Iterator<Item = &'a Arc<str>>) {
        for name in names {
            self.due.extend(self.places.get(&Subject::Domain(Arc::clone(name))).into_iter().flatten());
        }
    }

    fn unread_all(&mut self) {
        self.unread = self.places.values().map(|of| of[0]).collect();
    }

    /// Makes all that was read count as not read.
    pub fn forget_readings(&mut self) {
        self.lines.iter_mut().flatten().for_each(|line| line.reading = None);
        self.unread_all();
    }

    /// The earliest time values were read at, of all that were.
    pub fn read_at(&self) -> Option<Timestamp> {
        let at = |line: &Line| if let Some(Reading::Done(at)) = line.reading { Some(at) } else { None };
        self.iter().filter_map(|(_, line)| at(line)).min()
    }

    /// True when every change was looked at.
    pub fn is_whole(&self) -> bool {
        self.due.is_empty()
    }

    /// Number of things they are about.
    pub fn subjects(&self) -> usize {
        self.places.len()
    }

    /// Number of changes, and of those that were looked at so far.
    pub fn looked_at(&self) -> (usize, usize) {
        (self.lines.len() - self.due.len(), self.lines.len())
    }

    /// The change at a place of the plan.
    pub fn get(&self, place: usize) -> Option<&Line> {
        self.lines.get(place)?.as_ref()
    }

    /// The changes that were looked at, with their places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Line)> {
        work::each(self.lines.iter()).enumerate().filter_map(|(place, line)| Some((place, line.as_ref()?)))
    }

    /// Looks at the next part of those due; true when there was one.
    pub fn look(&mut self, staging: &Staging, guards: &Guards, store: &Store) -> bool {
        if !self.note(&staging.plan) {
            return true;
        }
        let mut labels = HashMap::new();
        let part: Vec<usize> = std::iter::from_fn(|| self.due.pop_first()).take(PART).collect();
        for place in work::each(part.iter().copied()) {
            let line = self.line(staging, place, &mut labels, guards, store);
            let of = self.places.get(&staging.plan.edits[place].subject);
            if of.is_some_and(|of| of[0] == place) {
                if matches!(line.reading, Some(Reading::Done(_))) {
                    self.unread.remove(&place);
                } else {
                    self.unread.insert(place);
                }
            }
            self.lines[place] = Some(line);
        }
        !part.is_empty()
    }

    /// Values of the plan that are still to be read.
    pub fn to_read(&self, staging: &Staging, store: &Store) -> ToRead {
        let edits = &staging.plan.edits;
        let first = |place: &usize| (&edits[*place].subject, self.get(*place).and_then(|line| line.reading));
        let read = self.places.len() - self.unread.len();
        store.still_to_read(work::each(self.unread.iter()).map(first), read, staging.since)
    }

    fn line(
        &mut self,
        staging: &Staging,
        place: usize,
        labels: &mut HashMap<FieldName, String>,
        guards: &Guards,
        store: &Store,
    ) -> Line {
        let (plan, staged) = (&staging.plan, &staging.plan.edits[place]);
        let confirmed = confirmed(staging, staged, store);
        let moved = store.moved_to(confirmed.as_ref().unwrap_or(staged));
        let edit = confirmed.unwrap_or_else(|| looked_again(staging, staged, store));
        let item = edit.item();
        // Of a name whose own value is not read, its row has the one in force.
        let in_force = store.in_force(&item, None);
        let before = edit.edit.before.as_ref();
        let old = store.said(&item, before.or(in_force.as_ref()));
        let new = store.said(&item, Some(&edit.edit.after));
        let label = labels.entry(edit.edit.field.clone()).or_insert_with(|| plan.said_label(&edit.edit.field, store));
        let (group, words) = self.group([label.clone(), old, new]);

        let bin = |subject: &Subject| self.price_beside(staging, subject, store);
        let reasons = guards.reasons(&edit, store.in_force(&item, before).as_ref(), &bin, store);
        let mut checks: Vec<String> = reasons.iter().map(Reason::words).collect();
        let failure = store.why_not_saved(&edit);
        let mut failed = failure.is_some();
        if let Some(now) = &moved {
            checks.insert(0, format!("changed meanwhile, now {}", store.said(&item, Some(now))));
        } else if let Some(why) = failure {
            checks.insert(0, why.to_owned());
        } else if let Some(why) = store.why_not_read(&edit) {
            checks.insert(0, format!("not read: {why}"));
            failed = true;
        }
        let other = plan.other_money(&edit, store.currencies_known());
        checks.splice(0..0, other.map(|why| why.trim_end_matches('.').to_owned()));
        Line {
            about: about(&edit.subject).into(),
            field: edit.edit.field.clone(),
            words,
            group,
            check: capital(&checks.join("; ")).into(),
            failed,
            is_same: before.is_some_and(|before| before.is_same(&edit.edit.after)),
            is_moved: moved.is_some(),
            is_rounded: plan.rounds(&item, store),
            lowers: lowers(&edit, store),
            money: match &edit.subject {
                Subject::Domain(punycode) => store.currency_of(punycode),
                _ => store.price_currency(),
            },
            reading: Some(store.reading_of(&edit.subject, staging.since)),
        }
    }

    /// The number of these words, and they themselves as all that have them share them.
    fn group(&mut self, words: [String; 3]) -> (u32, Words) {
        let words: Words = Rc::new(words);
        if let Some((known, number)) = self.groups.get_key_value(&words) {
            return (*number, Rc::clone(known));
        }
        let number = self.groups.len() as u32;
        self.groups.insert(Rc::clone(&words), number);
        (number, words)
    }

    /// The BIN price the plan sets for a thing.
    fn price_beside(&self, staging: &Staging, subject: &Subject, store: &Store) -> Option<Value> {
        let mut edits = self.places.get(subject)?.iter().map(|place| &staging.plan.edits[*place]);
        let edit = edits.find(|edit| edit.edit.field.as_str() == PRICES[0])?;
        let edit = confirmed(staging, edit, store).unwrap_or_else(|| looked_again(staging, edit, store));
        Some(edit.edit.after)
    }
}

/// A change over the value known now, as the next question is about it.
fn looked_again(staging: &Staging, staged: &SettingEdit, store: &Store) -> SettingEdit {
    let mut edit = staged.clone();
    staging.plan.look_again(&mut edit, store);
    edit
}

/// A change as it was confirmed, while its write is on its way or was made: what was written already would else be the
/// value before, and a formula would be taken of its own result. `None` where it is to be asked about again.
fn confirmed(staging: &Staging, staged: &SettingEdit, store: &Store) -> Option<SettingEdit> {
    let target = store.journal().get(staging.entry?)?.target(&staged.item())?;
    let edit = Edit { field: staged.edit.field.clone(), before: target.before.clone(), after: target.after.clone() };
    let is_so = target.state.pending() || target.state.applied();
    is_so.then(|| SettingEdit { subject: staged.subject.clone(), edit })
}

fn about(subject: &Subject) -> String {
    if *subject == Subject::Account { "the account".to_owned() } else { subject.words() }
}
