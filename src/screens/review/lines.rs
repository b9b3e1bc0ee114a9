//! The changes of a plan, each as it is shown. They are made in parts, and made again only if their data have changed.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use crate::base::{Currency, Timestamp, capital, work};
use crate::store::Store;
use crate::store::guard::{Guards, Reason, lowers};
use crate::store::subject::{AMOUNTS, CURRENCY, FieldName, Subject, Value};
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::{Plan, Reading, Staging, ToRead};

/// Most changes checked in one turn of the loop, and most whose things are noted; each takes a few milliseconds.
const PART: usize = 1_000;
const NOTED: usize = 8_000;

/// Words shared by equal changes: setting, old and new value, and by how much an amount changes.
pub type Words = Rc<[String; 4]>;

/// One change of the plan.
#[derive(Clone, Debug)]
pub struct Line {
    /// Name of the thing that the change is about.
    pub about: Box<str>,
    pub field: FieldName,
    pub words: Words,
    /// Number of the group that has these words.
    pub group: u32,
    /// Concerns about the change, or the reason why it was not saved; empty without any.
    pub check: Box<str>,
    /// True when the change was not saved.
    pub failed: bool,
    /// True when the old value became known and equals the new one.
    pub is_same: bool,
    /// True when the price that its formula changes is not there any more.
    pub is_gone: bool,
    /// True when the value was changed elsewhere since the plan was made.
    pub is_moved: bool,
    /// True when the price computed by a formula is rounded.
    pub is_rounded: bool,
    /// True when the price gets lower, so that offers must be known.
    pub lowers: bool,
    /// Currency of the thing, if known.
    pub money: Option<Currency>,
    /// How far its values were read; `None` until that was checked.
    reading: Option<Reading>,
}

/// All changes of a plan.
#[derive(Debug, Default)]
pub struct Lines {
    /// Lines by their place in the plan; `None` until a line is made.
    lines: Vec<Option<Line>>,
    /// Places of the lines still to be made, in this order.
    due: BTreeSet<usize>,
    /// Places of the changes of each thing, and the number of changes entered there so far.
    places: HashMap<Subject, Vec<usize>>,
    noted: usize,
    /// Things that were not read yet, each by the place of its first change.
    unread: BTreeSet<usize>,
    /// Numbers of the shared words.
    groups: HashMap<Words, u32>,
}

impl Lines {
    /// Starts making the lines of this plan. Until that is done, changes of values that the previous plan had, too, are
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

    /// Enters the next changes in `places`, under the things they are about; true once all are entered.
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

    /// Marks all lines to be made again.
    pub fn touch_all(&mut self) {
        self.due = (0..self.lines.len()).collect();
    }

    /// Marks the lines of these domains to be made again.
    pub fn touch<'a>(&mut self, names: impl Iterator<Item = &'a Arc<str>>) {
        for name in names {
            self.due.extend(self.places.get(&Subject::Domain(Arc::clone(name))).into_iter().flatten());
        }
    }

    fn unread_all(&mut self) {
        self.unread = self.places.values().map(|of| of[0]).collect();
    }

    /// Makes all values count as not read.
    pub fn forget_readings(&mut self) {
        self.lines.iter_mut().flatten().for_each(|line| line.reading = None);
        self.unread_all();
    }

    /// Earliest time at which one of the values was read.
    pub fn read_at(&self) -> Option<Timestamp> {
        let at = |line: &Line| if let Some(Reading::Done(at)) = line.reading { Some(at) } else { None };
        self.iter().filter_map(|(_, line)| at(line)).min()
    }

    /// True when every line is made.
    pub fn is_whole(&self) -> bool {
        self.due.is_empty()
    }

    /// Number of things the changes are about.
    pub fn subjects(&self) -> usize {
        self.places.len()
    }

    /// Number of lines made so far, and number of all changes.
    pub fn looked_at(&self) -> (usize, usize) {
        (self.lines.len() - self.due.len(), self.lines.len())
    }

    /// Line at a place of the plan.
    pub fn get(&self, place: usize) -> Option<&Line> {
        self.lines.get(place)?.as_ref()
    }

    /// Lines made so far, with their places.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Line)> {
        work::each(self.lines.iter()).enumerate().filter_map(|(place, line)| Some((place, line.as_ref()?)))
    }

    /// Makes the next part of the lines; true when there was one.
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
        store.staged_to_read(work::each(self.unread.iter()).map(first), read, staging)
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
        // If a domain's own value was not read, its row has the value in force.
        let in_force = store.in_force(&item, None);
        let before = edit.edit.before.as_ref();
        let old = store.said(&item, before.or(in_force.as_ref()));
        let beside = |subject: &Subject, field: &str| self.set_beside(staging, (subject, field), store);
        let currency = beside(&edit.subject, CURRENCY);
        let new = store.said_with(currency.as_ref(), &item, Some(&edit.edit.after));
        let label = labels.entry(edit.edit.field.clone()).or_insert_with(|| plan.said_label(&edit.edit.field, store));
        let change = match currency {
            // Amounts in two currencies cannot be compared.
            Some(_) => String::new(),
            None => change(&edit.edit, before.or(in_force.as_ref())),
        };
        let reasons = guards.reasons(&edit, store.in_force(&item, before).as_ref(), &beside, store);
        let (group, words) = self.group([label.clone(), old, new, change]);
        let mut checks: Vec<String> = reasons.iter().map(Reason::words).collect();
        let other = plan.other_money(&edit, |of| match &currency {
            Some(set) => store.currency_beside(of, Some(set)),
            None => store.currencies_known()(of),
        });
        let failure = store.why_not_saved(&edit);
        let mut failed = failure.is_some();
        if let Some(now) = &moved {
            checks.insert(0, format!("changed meanwhile, now {}", store.said(&item, Some(now))));
        } else if let Some(why) = failure {
            // The concern about the currency gives the same reason for a write that was held back.
            let why = if other.is_some() { "not saved" } else { why };
            checks.insert(0, why.to_owned());
        } else if let Some(why) = store.why_not_read(&edit) {
            checks.insert(0, format!("not read: {why}"));
            failed = true;
        }
        checks.splice(0..0, other.map(|why| why.trim_end_matches('.').to_owned()));
        Line {
            about: about(&edit.subject).into(),
            field: edit.edit.field.clone(),
            words,
            group,
            check: capital(&checks.join("; ")).into(),
            failed,
            is_same: before.is_some_and(|before| before.is_same(&edit.edit.after)),
            is_gone: edit.edit.after == Value::Null && plan.formulas.contains_key(&item),
            is_moved: moved.is_some(),
            is_rounded: plan.rounds(&item, store),
            lowers: lowers(&edit, store),
            money: store.currency_beside(&edit.subject, currency.as_ref()),
            reading: Some(store.reading_of(&edit.subject, staging.since)),
        }
    }

    /// Number of the group that has these words, and the words as all its lines share them.
    fn group(&mut self, words: [String; 4]) -> (u32, Words) {
        let words: Words = Rc::new(words);
        if let Some((known, number)) = self.groups.get_key_value(&words) {
            return (*number, Rc::clone(known));
        }
        let number = self.groups.len() as u32;
        self.groups.insert(Rc::clone(&words), number);
        (number, words)
    }

    /// Value that the plan sets for a field of a thing.
    fn set_beside(&self, staging: &Staging, (subject, field): (&Subject, &str), store: &Store) -> Option<Value> {
        let mut edits = self.places.get(subject)?.iter().map(|place| &staging.plan.edits[*place]);
        let edit = edits.find(|edit| edit.edit.field.as_str() == field)?;
        let edit = confirmed(staging, edit, store).unwrap_or_else(|| looked_again(staging, edit, store));
        Some(edit.edit.after)
    }
}

/// Change of the value known now, as the next question will have it.
fn looked_again(staging: &Staging, staged: &SettingEdit, store: &Store) -> SettingEdit {
    let mut edit = staged.clone();
    staging.plan.look_again(&mut edit, store);
    edit
}

/// Change as it was confirmed, while its write is on its way or after it; `None` if it must be asked about again.
/// Otherwise the value just written would be taken as the old one, and a formula would be applied to its own result.
fn confirmed(staging: &Staging, staged: &SettingEdit, store: &Store) -> Option<SettingEdit> {
    let target = store.journal().get(staging.entry?)?.target(&staged.item())?;
    let edit = Edit { field: staged.edit.field.clone(), before: target.before.clone(), after: target.after.clone() };
    let is_so = target.state.pending() || target.state.applied();
    is_so.then(|| SettingEdit { subject: staged.subject.clone(), edit })
}

/// Change of an amount in percent of the old one: `+10.0 %`. Empty for other settings, and without an old amount.
fn change(edit: &Edit, old: Option<&Value>) -> String {
    let old = old.and_then(Value::as_number).filter(|old| *old > 0.0 && AMOUNTS.contains(&edit.field.as_str()));
    let Some((old, new)) = old.zip(edit.after.as_number()) else { return String::new() };
    let percent = (new - old) / old * 100.0;
    format!("{}{:.1} %", if percent < 0.0 { '−' } else { '+' }, percent.abs())
}

fn about(subject: &Subject) -> String {
    if *subject == Subject::Account { "the account".to_owned() } else { subject.words() }
}
