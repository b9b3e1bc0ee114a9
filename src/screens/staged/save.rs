//! The one way in which staged fields are saved: as a plan, looked at as old → new before it is written.

use super::Stages;
use crate::store::guard::Inspection;
use crate::store::writes::intent::Intent;
use crate::store::writes::plan::Plan;
use crate::store::{Store, Value};
use crate::ui::{Confirm, Cx, Effect, Outcome, text};

/// Letters of a value in a question; the field shows the rest.
const LETTERS: usize = 60;

/// Hands the changes over to be reviewed, or asks about them where the plan is a write of its own.
pub fn save<S: Stages>(screen: &mut S, cx: &mut Cx<'_>) -> Outcome {
    if !screen.is_loaded() {
        return Outcome::Done;
    }
    let staged = screen.staged_mut();
    if let Some(why) = staged.why_not().or_else(|| staged.wrong()) {
        // The field to be corrected may be in another category.
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

/// The question before the write of a plan, with its changes.
fn ask(plan: &Plan, intent: Intent, cx: &mut Cx<'_>) {
    let Some(confirm) = Confirm::of(&intent, Vec::new()) else { return cx.push(Effect::Write(intent)) };
    let store: &Store = cx.world.store;
    let words = |value: &Value| text::fit(&value.words(), LETTERS, false).into_owned();
    let changes = plan.edits.iter().map(|edit| &edit.edit).map(|edit| {
        let old = edit.before.as_ref().map_or_else(|| "(not known)".to_owned(), words);
        format!("{}: {old} → {}", plan.label(&edit.field), words(&edit.after))
    });
    let confirm = Confirm { changes: changes.collect(), ..confirm };
    cx.confirm(confirm.looked_at(&Inspection::of(&plan.edits, store), store));
}
