//! The question about a plan: its changes over the currently known values, checked in parts, so that no turn of the
//! loop waits for 100,000 of them.

use crate::store::Store;
use crate::store::guard::Inspection;
use crate::store::writes::intent::SaveSettings;
use crate::store::writes::plan::Plan;

/// Changes checked in one turn of the loop, which takes about ten milliseconds.
const PART: usize = 2_000;

/// Changes of a plan on their way into a question.
#[derive(Debug, Default)]
pub struct Question {
    /// Number of changes of the plan that were checked.
    pub looked: usize,
    /// Changes whose current value is known, with that as the value before.
    pub known: Plan,
    pub inspection: Inspection,
    /// Number of changes left out because their current value could not be read; `same` is the number left out because
    /// it is the new value already.
    pub unread: u64,
    pub same: u64,
}

impl Question {
    /// A question about this plan, with no change checked yet.
    pub fn new(plan: &Plan, store: &Store) -> Self {
        let known = Plan { labels: plan.labels_now(store), ..Plan::default() };
        Self { known, inspection: Inspection::begin(&plan.edits, store), ..Self::default() }
    }

    /// Checks the next part of the plan; returns true once all of it was checked.
    ///
    /// # Errors
    /// A sentence where a price would be in another currency than the user meant.
    pub fn go_on(&mut self, plan: &Plan, store: &Store) -> Result<bool, String> {
        let to = plan.edits.len().min(self.looked + PART);
        let money = store.currencies_known();
        for edit in &plan.edits[self.looked..to] {
            let mut edit = edit.clone();
            plan.look_again(&mut edit, store);
            if edit.edit.before.is_none() {
                self.unread += 1;
                continue;
            }
            if edit.edit.before.as_ref().is_some_and(|before| before.is_same(&edit.edit.after)) {
                self.same += 1;
                continue;
            }
            if let Some(why) = plan.other_money(&edit, &money) {
                let of = edit.subject.words();
                return Err(format!("{of}. {why} d leaves it out; set the price again."));
            }
            self.inspection.look(&edit, store);
            self.known.edits.push(edit);
        }
        self.looked = to;
        Ok(to == plan.edits.len())
    }

    /// The write of the changes in the question.
    pub fn write(&mut self) -> SaveSettings {
        SaveSettings::new(std::mem::take(&mut self.known.edits), std::mem::take(&mut self.known.labels))
    }
}
