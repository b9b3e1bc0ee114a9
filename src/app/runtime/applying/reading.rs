//! What the settings of a plan are now, read before anything of it is written, and what of it cannot be.

use std::collections::{BTreeMap, HashMap};

use tokio_util::sync::CancellationToken;

use super::stop::Awaited;
use super::{Applying, NotApplied};
use crate::api::{profile, settings};
use crate::app::runtime::inbox::Message;
use crate::app::runtime::writes::Looking;
use crate::base::Clock;
use crate::store::intent::SettingEdit;
use crate::store::plan::Plan;
use crate::store::writes::guard::{guard, warnings};
use crate::store::writes::probe::{Found, Probe};
use crate::store::{Item, Store, Subject};

/// The number of the reading before the plan; those of writes begin with one.
const READING: u64 = 0;

/// A plan over what is there now.
#[derive(Debug)]
pub struct Checked {
    /// With what each change writes over.
    pub plan: Plan,
    /// Each change for people, in its order: `a.com  Buy now price: $833 → $1  (check: a tenth of the old price or less)`.
    pub lines: Vec<String>,
    /// How many have something to be checked, and what, in sentences.
    pub to_check: usize,
    pub warnings: Vec<String>,
    /// How many are as wanted already.
    pub unchanged: usize,
    /// Those that cannot be written, and why, a sentence each.
    pub wrong: Vec<(Item, String)>,
    /// Why nothing may be written, a sentence.
    pub readonly: Option<String>,
}

impl Applying {
    /// Reads what the settings of a plan are now; `tell` hears what is waited for.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn read(&mut self, plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Checked, NotApplied> {
        let mut probes = plan.reads(&self.session.store, self.clock.now());
        let of_values = probes.len();
        probes.extend([Probe::answer(&settings::Schema {}), Probe::answer(&profile::Get {})]);
        if plan.edits.iter().any(|edit| edit.subject != Subject::Account) {
            probes.push(Probe::answer(&settings::Get {}));
        }
        if let Some(worker) = self.session.worker() {
            worker.look(Looking { batch: READING, probes, cancel: CancellationToken::new() });
        }
        let found = loop {
            match self.next() {
                Some(Message::Looked { batch: READING, found }) => break found.map_err(NotApplied::Failure)?,
                message => self.take(message, &mut |_| {}),
            }
            self.wait(Some(Awaited::Values), tell).map_err(NotApplied::Stopped)?;
        };
        let store = &mut self.session.store;
        store.plan_read(&found, self.clock.now());
        let unread = plan.edits.iter().any(|edit| store.own_setting(&edit.item()).is_none());
        let refusal = found.iter().take(of_values).find_map(|found| match found {
            Found::Refused(failure) => Some(failure),
            _ => None,
        });
        if let Some(failure) = refusal.filter(|_| unread) {
            return Err(NotApplied::Failure(failure.as_ref().clone()));
        }
        // A file says amounts; what it says of formulas is for the review.
        let known = Plan { formulas: BTreeMap::default(), ..plan.clone() }.known(store);
        let changes: Vec<SettingEdit> = known.edits.iter().filter(|edit| !store.is_so(edit)).cloned().collect();
        let concerns = guard(&changes, store);
        let mut checks: HashMap<Item, Vec<String>> = HashMap::new();
        for concern in &concerns {
            checks.entry(changes[concern.place].item()).or_default().push(concern.reason.words());
        }
        let text = |edit: &SettingEdit| {
            let checks = checks.get(&edit.item()).map(|checks| format!("  (check: {})", checks.join(", ")));
            format!("{}{}", line(store, &known, edit), checks.unwrap_or_default())
        };
        Ok(Checked {
            lines: known.edits.iter().map(text).collect(),
            to_check: checks.len(),
            warnings: warnings(&concerns, store),
            unchanged: known.edits.len() - changes.len(),
            wrong: plan.wrong(store, &found),
            readonly: store.session().readonly.clone(),
            plan: known,
        })
    }
}

fn line(store: &Store, plan: &Plan, edit: &SettingEdit) -> String {
    let about = edit.subject.name().map_or_else(|| "account".to_owned(), |name| name.unicode().to_owned());
    let (item, label) = (edit.item(), plan.label(&edit.edit.field));
    let new = store.said(&item, Some(&edit.edit.after));
    if store.is_so(edit) {
        return format!("{about}  {label}: {new} (unchanged)");
    }
    format!("{about}  {label}: {} → {new}", store.said(&item, edit.edit.before.as_ref()))
}
