//! Values changed by a CSV import of this program, old → new as the journal has them, and setting the old ones again.

use super::super::state::Jobs;
use super::fix;
use crate::api::types::Import;
use crate::base::Id;
use crate::store::Store;
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::writes::plan::Plan;
use crate::ui::{Cx, Effect, Outcome, When, World};

const NONE: &str = "No old values are known: only a CSV import started here keeps them.";

/// Values of the import that differ from those read before it was sent.
fn over(store: &Store, import: Id<Import>) -> impl Iterator<Item = &SettingEdit> {
    let all = fix::csv(store.journal(), import).map_or(&[][..], |csv| &csv.over);
    all.iter().filter(|edit| edit.edit.before.as_ref().is_some_and(|before| *before != edit.edit.after))
}

/// Name and change of each value: `solarpark.de` and `BIN price: $1,200 → $1,320`.
pub fn lines(store: &Store, import: Id<Import>) -> impl Iterator<Item = (String, String)> {
    over(store, import).map(|edit| {
        let item = edit.item();
        let [old, new] = [edit.edit.before.as_ref(), Some(&edit.edit.after)].map(|value| store.said(&item, value));
        let label = Plan::default().said_label(&edit.edit.field, store);
        (store.name_of(&edit.subject), format!("{label}: {old} → {new}"))
    })
}

/// On where old values are known.
pub fn when_back(screen: &Jobs, world: &World<'_>) -> When {
    let has = screen.import().is_some_and(|import| over(world.store, import).next().is_some());
    When::on_if(has, NONE)
}

/// Stages the old values and opens the review.
pub fn set_back(screen: &Jobs, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let Some(import) = screen.import() else { return Outcome::Refused(NONE.to_owned()) };
    let back = |SettingEdit { subject, edit }: &SettingEdit| {
        let after = edit.before.clone()?;
        // The present value was not read: the import may have been refused for its row.
        let edit = Edit { field: edit.field.clone(), before: None, after };
        Some(SettingEdit { subject: subject.clone(), edit })
    };
    let edits: Vec<SettingEdit> = over(store, import).filter_map(back).collect();
    if edits.is_empty() {
        return Outcome::Refused(NONE.to_owned());
    }
    cx.effects.extend(Effect::review(Plan { edits, ..Plan::default() }));
    Outcome::Done
}
