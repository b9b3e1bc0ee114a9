//! Readings of a plan's settings before it is written, and the changes that cannot be written.

use std::collections::{BTreeMap, HashMap};

use tokio_util::sync::CancellationToken;

use super::{Applying, Awaited, NotApplied};
use crate::api::{profile, settings};
use crate::app::runtime::inbox::Message;
use crate::app::runtime::writes::Looking;
use crate::base::{clean_line, fit};
use crate::store::guard::Inspection;
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::Plan;
use crate::store::writes::probe::{Found, Probe};
use crate::store::{Item, Store, Subject, Value};

/// Number of the reading before the plan; readings for writes count from 1.
const READING: u64 = 0;

/// Plan compared with the present values.
#[derive(Debug)]
pub struct Checked {
    /// Plan, with the present value that each change overwrites.
    pub plan: Plan,
    /// Lines about each change, those to be checked first: `a.com  Buy now price [bin_price]: $833 → $1 (check: a tenth
    /// of the old price or less)`.
    pub lines: Vec<String>,
    /// Number of changes with a warning, and sentences about the warnings.
    pub to_check: usize,
    pub warnings: Vec<String>,
    /// Sentence about checks that could not be made.
    pub unseen: Option<String>,
    /// Number of changes whose value is set already.
    pub unchanged: usize,
    /// Changes that cannot be written, with a sentence each.
    pub wrong: Vec<(Item, String)>,
    /// Sentence why nothing may be written.
    pub readonly: Option<String>,
}

impl Applying {
    /// Reads the present values of a plan's settings; `tell` is called with the reason of a wait.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn read(&mut self, plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Checked, NotApplied> {
        let mut probes = plan.reads(&self.account.session.store, self.account.now());
        probes.retain(|probe| *probe != Probe::answer(&profile::Get {}));
        let of_values = probes.len();
        probes.extend([Probe::answer(&settings::Schema {}), Probe::answer(&profile::Get {})]);
        if plan.edits.iter().any(|edit| edit.subject != Subject::Account) {
            probes.push(Probe::answer(&settings::Get {}));
        }
        if let Some(worker) = self.account.session.worker() {
            worker.look(Looking { batch: READING, probes, cancel: CancellationToken::new() });
        }
        let found = loop {
            match self.account.next() {
                Some(Message::Looked { batch: READING, found }) => break found.map_err(NotApplied::Failure)?,
                message => self.take(message, &mut |_| {}),
            }
            self.account.wait(Some(Awaited::Values), tell).map_err(NotApplied::Stopped)?;
        };
        let (now, store) = (self.account.now(), &mut self.account.session.store);
        store.plan_read(&found, now);
        let unread = plan.edits.iter().any(|edit| store.own_setting(&edit.item()).is_none());
        let refusal = found.iter().take(of_values).find_map(|found| match found {
            Found::Refused(failure) => Some(failure),
            _ => None,
        });
        if let Some(failure) = refusal.filter(|_| unread) {
            return Err(NotApplied::Failure(failure.as_ref().clone()));
        }
        // Leave formulas out: a plan from a file writes the amounts in it.
        let known = Plan { formulas: BTreeMap::default(), ..plan.clone() }.known(store);
        let changes: Vec<SettingEdit> = known.edits.iter().filter(|edit| !store.is_so(edit)).cloned().collect();
        let inspection = Inspection::of(&changes, store);
        let mut checks: HashMap<Item, Vec<String>> = HashMap::new();
        for concern in &inspection.concerns {
            checks.entry(changes[concern.place].item()).or_default().push(concern.reason.words());
        }
        let text = |edit: &SettingEdit| {
            let checks = checks.get(&edit.item()).map(|checks| format!("  (check: {})", checks.join(", ")));
            format!("{}{}", line(store, &known, edit), checks.unwrap_or_default())
        };
        let (odd, others): (Vec<_>, Vec<_>) = known.edits.iter().partition(|edit| checks.contains_key(&edit.item()));
        Ok(Checked {
            lines: odd.into_iter().chain(others).map(text).collect(),
            to_check: checks.len(),
            warnings: inspection.warnings(store),
            unseen: inspection.unseen(store),
            unchanged: known.edits.len() - changes.len(),
            wrong: plan.wrong(store, &found),
            readonly: store.session().readonly.clone(),
            plan: known,
        })
    }
}

/// Most characters shown of a setting's name, and of a value; a file may have megabytes of either.
const NAME: usize = 100;
const VALUE: usize = 400;

/// Line about a change. It includes the service's name of the setting, because labels may differ between programs.
fn line(store: &Store, plan: &Plan, edit: &SettingEdit) -> String {
    let about = edit.subject.name().map_or_else(|| "account".to_owned(), |name| name.both());
    let (item, label, name) = (edit.item(), plan.label(&edit.edit.field), clean_line(edit.edit.field.as_str()));
    let name = fit(&name, NAME);
    let what = if label == name { name.into_owned() } else { format!("{} [{name}]", fit(&label, NAME)) };
    let value = |value: Option<&Value>| fit(&clean_line(&store.said(&item, value)), VALUE).into_owned();
    let new = value(Some(&edit.edit.after));
    if store.is_so(edit) {
        return format!("{about}  {what}: {new} (unchanged)");
    }
    format!("{about}  {what}: {} → {new}", value(edit.edit.before.as_ref()))
}
