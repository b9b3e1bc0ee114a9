//! Saving staged fields, always as a plan that is reviewed as old → new before it is written.

use super::Stages;
use crate::store::guard::Inspection;
use crate::store::writes::intent::Intent;
use crate::store::writes::plan::Plan;
use crate::store::{Store, Value};
use crate::ui::{Confirm, Cx, Effect, Outcome, text};

/// Most characters of a value in a question; the field shows all of it.
const LETTERS: usize = 60;

/// Opens the review of the changes, or asks about them if they have a write of their own.
pub fn save<S: Stages>(screen: &mut S, cx: &mut Cx<'_>) -> Outcome {
    if !screen.is_loaded() {
        return Outcome::Done;
    }
    let staged = screen.staged_mut();
    if let Some(why) = staged.why_not().or_else(|| staged.wrong()) {
        // The wrong field may be in another category.
        let wrong = staged.form.focused().map(|field| field.id.to_string());
        screen.bring(wrong.as_deref().unwrap_or_default());
        return Outcome::Refused(why);
    }
    let staged = screen.staged();
    let labels = staged.form.fields().iter().filter(|field| field.changed());
    let labels = labels.map(|field| (field.id.to_string(), field.label.to_string())).collect();
    let plan = Plan { labels, id: Some(staged.plan_id()), ..screen.plan(staged.edits(), &cx.world) };
    match screen.write(&plan, &cx.world) {
        None => cx.effects.extend(Effect::review(plan)),
        Some(intent) => ask(&plan, intent, cx),
    }
    Outcome::Done
}

/// Asks before the write of a plan. The question names all changes, also those that follow from the staged values.
fn ask(plan: &Plan, intent: Intent, cx: &mut Cx<'_>) {
    let Some(confirm) = Confirm::of(&intent, Vec::new()) else { return cx.push(Effect::Write(intent)) };
    let store: &Store = cx.world.store;
    let words = |value: &Value| text::fit(&value.words(), LETTERS, false).into_owned();
    let changes = intent.items().into_iter().map(|item| {
        let old = intent.before(&store.grounds(), &item).as_ref().map_or_else(|| "(not known)".to_owned(), words);
        format!("{}: {old} → {}", intent.label(&item), words(&intent.after(&item)))
    });
    let confirm = Confirm { changes: changes.collect(), ..confirm };
    cx.confirm(confirm.looked_at(&Inspection::of(&plan.edits, store), store));
}
