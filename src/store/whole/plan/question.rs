//! Question about a plan: its changes with the known present values. They are checked in parts, so that no turn of the
//! loop waits for 100,000 of them.

use crate::store::Store;
use crate::store::guard::Inspection;
use crate::store::writes::intent::SaveSettings;
use crate::store::writes::plan::Plan;

/// Changes checked in one turn of the loop; this takes about ten milliseconds.
const PART: usize = 2_000;

/// Question about a plan while its changes are checked.
#[derive(Debug, Default)]
pub struct Question {
    /// Number of the plan's changes that were checked.
    pub looked: usize,
    /// Changes whose present value is known, each with that as its value before.
    pub known: Plan,
    pub inspection: Inspection,
    /// Number of changes left out because their present value could not be read; `same` is the number left out because
    /// the present value is the new one.
    pub unread: u64,
    pub same: u64,
}

impl Question {
    /// Question about this plan, without a checked change.
    pub fn new(plan: &Plan, store: &Store) -> Self {
        let known = Plan { labels: plan.labels_now(store), ..Plan::default() };
        Self { known, inspection: Inspection::begin(&plan.edits, store), ..Self::default() }
    }

    /// Checks the next part of the plan; true once all of it was checked.
    ///
    /// # Errors
    /// A sentence, where a price would be in another currency than the user meant.
    pub fn go_on(&mut self, plan: &Plan, store: &Store) -> Result<bool, String> {
        let to = plan.edits.len().min(self.looked + PART);
        let money = plan.currencies_after(store);
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

    /// Takes the changes out of the question and makes their write.
    pub fn write(&mut self) -> SaveSettings {
        SaveSettings::new(std::mem::take(&mut self.known.edits), std::mem::take(&mut self.known.labels))
    }
}
