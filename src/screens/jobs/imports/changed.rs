//! Values changed by a CSV import of this program, old → new as the journal has them, and setting the old ones again.

use std::collections::HashMap;

use super::super::state::Jobs;
use super::fix;
use crate::api::types::Import;
use crate::base::Id;
use crate::store::Store;
use crate::store::subject::CURRENCY;
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
    let is_currency = |edit: &&SettingEdit| edit.edit.field.as_str() == CURRENCY;
    let money: HashMap<_, _> =
        over(store, import).filter(is_currency).map(|edit| (&edit.subject, &edit.edit)).collect();
    over(store, import).map(move |edit| {
        let (item, money) = (edit.item(), money.get(&edit.subject));
        let old = store.said_with(money.and_then(|set| set.before.as_ref()), &item, edit.edit.before.as_ref());
        let new = store.said_with(money.map(|set| &set.after), &item, Some(&edit.edit.after));
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
        // The present value is not stated: it was not read, and the service may have refused its row.
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
