//! Plans under review: plans combined into one write, plans that wait, and steps that can be taken back.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Plan, PlanId, Staging};
use crate::base::Timestamp;
use crate::store::subject::{EntryId, Item, Subject};
use crate::store::writes::intent::SettingEdit;

/// Number of steps the user can take back.
const STEPS: usize = 8;

/// Plans that make one write together, in the order they were added.
type Parts = Vec<Arc<Plan>>;

/// State of the review before a step.
#[derive(Debug)]
struct Step {
    front: Parts,
    /// See [`Staging::arrived`].
    arrived: u64,
    beside: Vec<Parts>,
}

/// All plans under review. The one "in front" is on screen and saved next.
#[derive(Debug, Default)]
pub struct Reviews {
    front: Option<Staging>,
    /// Plans that wait until the one in front is saved or left out; the last is next.
    beside: Vec<Parts>,
    /// States before each step, the newest last.
    steps: Vec<Step>,
    /// Number of plans that were put in front so far.
    number: u64,
    /// Write that the last saved plan in front became; `None` once the user adds changes.
    saved: Option<EntryId>,
}

/// Step of the user in the review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewStep {
    /// Adds these changes to the plan in front; a later change of a value replaces an earlier one.
    Add(Box<Plan>),
    /// Puts this plan in front alone; the plan that was there waits.
    Show(Box<Plan>),
    /// Leaves out the changes at these places of the plan in front.
    LeaveOut(HashSet<usize>),
    /// Goes back to the state before the last step.
    TakeBack,
    /// Puts the next waiting plan in front; the plan that was there waits.
    Next,
}

/// Result of a [`ReviewStep`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stepped {
    /// Number of changes added; `to` is the number of changes that the plan in front had before.
    pub added: usize,
    pub to: usize,
    /// Number of earlier changes that the added ones replaced.
    pub replaced: usize,
    /// Number of changes left out.
    pub left_out: usize,
    /// Number of changes that wait.
    pub beside: usize,
}

fn is_account(plan: &Plan) -> bool {
    plan.edits.iter().any(|edit| edit.subject == Subject::Account)
}

/// The parts combined into one plan.
fn merged(parts: &Parts) -> Arc<Plan> {
    if let [only] = parts.as_slice() {
        return Arc::clone(only);
    }
    let mut plan = Plan::default();
    for part in parts {
        plan.edits.extend(part.edits.iter().cloned());
        plan.labels.extend(part.labels.clone());
        plan.formulas.extend(part.formulas.clone());
        plan.currencies.extend(part.currencies.clone());
    }
    Arc::new(plan)
}

/// The parts with only those changes for which `stays` is true; parts left without changes are dropped.
fn keeping(parts: &Parts, mut stays: impl FnMut(&Plan, &SettingEdit) -> bool) -> Parts {
    let mut kept = Parts::default();
    for part in parts {
        let edits: Vec<SettingEdit> = part.edits.iter().filter(|edit| stays(part, edit)).cloned().collect();
        if edits.len() == part.edits.len() {
            kept.push(part.clone());
        } else if !edits.is_empty() {
            let items: HashSet<Item> = edits.iter().map(SettingEdit::item).collect();
            let mut plan = Plan { edits, ..Plan::clone(part) };
            plan.formulas.retain(|item, _| items.contains(item));
            plan.currencies.retain(|item, _| items.contains(item));
            kept.push(Arc::new(plan));
        }
    }
    kept
}

fn count(parts: &Parts) -> usize {
    parts.iter().map(|part| part.edits.len()).sum()
}

impl Reviews {
    fn parts(&self) -> Parts {
        self.front.as_ref().map(|front| front.parts.clone()).unwrap_or_default()
    }

    /// Puts these parts in front; if there are none, the last of the waiting plans.
    fn put(&mut self, parts: Parts) {
        let parts = if parts.is_empty() { self.beside.pop().unwrap_or_default() } else { parts };
        self.number += 1;
        let (number, since) = (self.number, Timestamp::default());
        let plan = merged(&parts);
        let (arrived, entry, old) = (number, None, false);
        self.front = (!parts.is_empty()).then_some(Staging { number, arrived, plan, parts, since, entry, old });
    }

    /// Puts these parts in front without counting them as new changes: [`Staging::arrived`] becomes `arrived`.
    fn put_left(&mut self, parts: Parts, arrived: u64) {
        let is_left = !parts.is_empty();
        self.put(parts);
        if let Some(front) = self.front.as_mut().filter(|_| is_left) {
            front.arrived = arrived;
        }
    }

    fn arrived(&self) -> u64 {
        self.front.as_ref().map_or(0, |front| front.arrived)
    }

    /// Stores the current state, to which the next step can be taken back.
    fn remember(&mut self) {
        if let Some(front) = &self.front {
            let (arrived, beside) = (front.arrived, self.beside.clone());
            self.steps.push(Step { front: front.parts.clone(), arrived, beside });
            let more = self.steps.len().saturating_sub(STEPS);
            self.steps.drain(..more);
        }
    }

    fn add(&mut self, mut plan: Plan) -> Stepped {
        let of_account = is_account(&plan);
        let fits = |parts: &Parts| parts.iter().any(|part| is_account(part) == of_account);
        let mut parts = self.parts();
        if !parts.is_empty() && !fits(&parts) {
            // Changes of the account and of domains cannot be one write.
            let place = self.beside.iter().rposition(fits);
            let there = place.map(|place| self.beside.remove(place)).unwrap_or_default();
            self.beside.push(std::mem::replace(&mut parts, there));
        }
        // A form sends all its changes each time, so its new plan replaces its earlier one.
        parts.retain(|part| part.id.is_none() || part.id != plan.id);
        let to = count(&parts);
        if to > 0 {
            let places = (0..).zip(&plan.edits).map(|(place, edit)| (edit.item(), place));
            let mut places: HashMap<Item, usize> = places.collect();
            parts = keeping(&parts, |_, earlier| {
                let Some(place) = places.remove(&earlier.item()) else { return true };
                let before = &mut plan.edits[place].edit.before;
                *before = before.take().or_else(|| earlier.edit.before.clone());
                false
            });
        }
        let (added, replaced) = (plan.edits.len(), to - count(&parts));
        parts.push(Arc::new(plan));
        self.put(parts);
        Stepped { added, to, replaced, ..Stepped::default() }
    }

    /// Plan in front.
    pub(in crate::store) fn front(&self) -> Option<&Staging> {
        self.front.as_ref()
    }

    pub(in crate::store) fn front_mut(&mut self) -> Option<&mut Staging> {
        self.front.as_mut()
    }

    /// Replaces the plan in front.
    pub(in crate::store) fn stage(&mut self, plan: Plan) {
        self.put(if plan.edits.is_empty() { Parts::default() } else { vec![Arc::new(plan)] });
    }

    /// Adds plans from an earlier session, below the changes of this session.
    pub(in crate::store) fn stage_kept(&mut self, plans: Vec<Plan>) {
        if self.front.as_ref().is_some_and(|staging| staging.entry.is_some()) {
            return self.beside.extend(plans.into_iter().map(|plan| vec![Arc::new(plan)]));
        }
        let since = self.parts();
        let is_old = since.is_empty();
        self.front = None;
        for plan in plans.into_iter().chain(since.iter().map(|part| Plan::clone(part))) {
            self.add(plan);
        }
        if let Some(front) = &mut self.front {
            front.old = is_old;
        }
    }

    /// Takes a step; `is_saving` is true while the write of the plan in front is pending.
    pub(in crate::store) fn step(&mut self, step: ReviewStep, is_saving: bool) -> Stepped {
        let mut stepped = Stepped::default();
        match step {
            ReviewStep::Add(plan) | ReviewStep::Show(plan) if is_saving => {
                stepped.added = plan.edits.len();
                self.beside.push(vec![Arc::new(*plan)]);
            }
            ReviewStep::Add(plan) => {
                self.remember();
                self.saved = None;
                stepped = self.add(*plan);
            }
            ReviewStep::Show(plan) => {
                self.remember();
                self.saved = None;
                let mut parts = self.parts();
                if !parts.is_empty() {
                    let shown = plan.edits.iter().map(|edit| (edit.item(), edit));
                    let shown: HashMap<Item, &SettingEdit> = shown.collect();
                    parts = keeping(&parts, |_, edit| shown.get(&edit.item()) != Some(&edit));
                }
                self.beside.extend((!parts.is_empty()).then_some(parts));
                self.put(vec![Arc::new(*plan)]);
            }
            _ if is_saving => {}
            ReviewStep::LeaveOut(places) => {
                self.remember();
                stepped.left_out = places.len();
                let mut place = 0..;
                let parts = keeping(&self.parts(), |_, _| place.next().is_none_or(|place| !places.contains(&place)));
                self.put_left(parts, self.arrived());
            }
            ReviewStep::TakeBack => {
                if let Some(step) = self.steps.pop() {
                    self.beside = step.beside;
                    self.put_left(step.front, step.arrived);
                }
            }
            ReviewStep::Next => {
                if let Some(next) = self.beside.pop() {
                    self.beside.insert(0, self.parts());
                    self.put(next);
                }
            }
        }
        stepped.beside = self.waiting();
        stepped
    }

    /// True if there is a step to take back.
    pub(in crate::store) fn has_steps(&self) -> bool {
        !self.steps.is_empty()
    }

    /// Number of changes that wait.
    pub(in crate::store) fn waiting(&self) -> usize {
        self.beside.iter().map(count).sum()
    }

    /// Plans that wait.
    pub(in crate::store) fn beside(&self) -> impl Iterator<Item = &Arc<Plan>> {
        self.beside.iter().flatten()
    }

    /// Write that the last saved plan in front became; `None` once the user adds changes.
    pub(in crate::store) fn saved(&self) -> Option<EntryId> {
        self.saved
    }

    /// Notes the write that the plan in front became.
    pub(in crate::store) fn became(&mut self, entry: EntryId) {
        self.saved = Some(entry);
        self.steps.clear();
        if let Some(staging) = &mut self.front {
            staging.entry = Some(entry);
        }
    }

    /// Removes changes of forms for which `goes` is true, also from states of earlier steps; from the plan in front
    /// only if `front` is true. True if something in front or waiting was removed.
    pub(in crate::store) fn take_out(&mut self, front: bool, goes: impl Fn(&PlanId, &SettingEdit) -> bool) -> bool {
        let trim = |parts: &mut Parts| {
            let left = keeping(parts, |part, edit| part.id.as_ref().is_none_or(|id| !goes(id, edit)));
            let is_less = count(&left) < count(parts);
            *parts = left;
            is_less
        };
        let trim_all = |all: &mut Vec<Parts>| {
            let is_less = all.iter_mut().map(trim).fold(false, |is_less, more| is_less | more);
            all.retain(|parts| !parts.is_empty());
            is_less
        };
        let mut is_less = trim_all(&mut self.beside);
        for step in &mut self.steps {
            trim(&mut step.front);
            trim_all(&mut step.beside);
        }
        let mut parts = self.parts();
        if front && trim(&mut parts) {
            self.put_left(parts, self.arrived());
            is_less = true;
        }
        // Steps back to a state equal to the current one are dropped, as they would do nothing.
        let now = self.parts();
        while self.steps.pop_if(|step| step.front == now && step.beside == self.beside).is_some() {}
        is_less
    }

    /// Reduces the plan in front to changes of these items; if there are none, the next waiting plan takes its place.
    pub(in crate::store) fn keep_only(&mut self, left: &HashSet<Item>) {
        match &mut self.front {
            Some(staging) if !left.is_empty() => {
                staging.parts = keeping(&staging.parts, |_, edit| left.contains(&edit.item()));
                staging.plan = merged(&staging.parts);
            }
            _ => self.put(Parts::default()),
        }
    }
}
