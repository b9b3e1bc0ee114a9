//! Changes of settings before they are written: old → new, grouped by equal change, what is odd about a price, and after
//! the write what was not saved and why.
//!
//! What is under review is the store's (`store/plan.rs`). Look first at `rows.rs`, then `screen.rs`.

mod asking;
mod columns;
mod commands;
mod rows;
mod screen;

use crate::store::Store;
use crate::store::plan::Plan;
use crate::ui::text::counted;
use crate::ui::{Args, Confirm, Effect, ScreenDef};

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ID,
    key: ' ',
    title: "Review",
    also: &["staged", "diff"],
    badge: |_| None,
    reads: None,
    make: || Box::new(screen::Review::default()),
};

/// What puts a plan under review, opens it and goes on. It asks first where that would replace changes nothing else keeps.
pub fn put(plan: Plan, store: &Store, then: Option<Effect>) -> Vec<Effect> {
    let unkept = store.staging().filter(|staging| staging.entry.is_none() && staging.plan.by.is_none());
    let unkept = unkept.filter(|staging| staging.plan.edits != plan.edits);
    let mut effects = vec![Effect::Stage(Box::new(plan)), Effect::Visit(DEF.id, Args::default())];
    effects.extend(then);
    let Some(staging) = unkept else { return effects };
    let changes = counted(staging.plan.edits.len() as u64, "change", "changes");
    vec![Effect::Confirm(Box::new(Confirm {
        consequence: "They were not saved. :review shows them, :plan save keeps them as a file.".to_owned(),
        ..Confirm::new(format!("Replace {changes} under review"), "replace", effects)
    }))]
}
