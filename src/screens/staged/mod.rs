//! Values of the service as a list of fields. Changes are staged, survive leaving and quitting, are reviewed as old →
//! new, and are followed until the service has them.
//!
//! A screen names its fields, gives their present values, and makes a plan of the edits. Look first at [`Staged`];
//! `kept.rs` has the drafts, `save.rs` saving, `outcome.rs` its outcome, `scopes.rs` the commands, `find.rs` the
//! search.

mod find;
mod kept;
mod outcome;
mod save;
mod scopes;

use std::collections::HashSet;

use super::drafts::{Draft, Drafts};
use crate::store::writes::intent::Edit;
use crate::store::writes::plan::PlanId;
use crate::store::{EntryId, FieldName, Item, Known, Value};
use crate::ui::widgets::filter_bar::FilterBar;
use crate::ui::widgets::form::{Field, Form, NOT_KNOWN};
use crate::ui::{Args, Confirm, Cx, Effect, Outcome};

pub use find::find;
pub use save::save;
pub(super) use scopes::staged_screen;
pub use scopes::{Stages, discard, fields, finds, has_changes, opened, set};

/// Fields of one thing, with the changes staged in them.
#[derive(Debug, Default)]
pub struct Staged {
    pub form: Form,
    /// True when there are values to show.
    pub loaded: bool,
    /// Line with the words that fields are searched for.
    pub bar: FilterBar,
    /// Drafts of other things than the one shown.
    drafts: Drafts,
    /// Name of the thing the fields belong to, if a form has several things.
    about: String,
    /// True when the draft is of an earlier run.
    old: bool,
    /// Journal entry of the write that was followed last.
    followed: Option<EntryId>,
    /// Write that saves the fields, and the items among its targets that are these fields; empty if all are.
    under_way: Option<EntryId>,
    saves: HashSet<Item>,
    /// Draft of an earlier run, until the values it changes are known.
    draft: Draft,
}

impl Staged {
    /// Fields without values.
    pub fn new(slot: &'static str, fields: Vec<Field>) -> Self {
        Self { form: Form::new_list(fields), drafts: Drafts::new(slot), ..Self::default() }
    }

    /// Updates the present values. Staged changes stay, over the value the user saw.
    pub fn refresh(&mut self, value: impl Fn(&str) -> Option<Value>) {
        self.refresh_or(|name| Ok(value(name).map_or(Known::NotRead, Known::Is)));
    }

    /// Updates the present values; `Err` where several things have different values.
    pub fn refresh_or(&mut self, value: impl Fn(&str) -> Result<Known<Value>, ()>) {
        let open = self.form.is_opened().then(|| self.form.focused().map(|field| field.id.clone())).flatten();
        // A locked field is not part of the account and has no value: it is missing from the answer without being
        // inherited.
        let is_due = |field: &&mut Field| field.locked.is_none() && Some(&field.id) != open.as_ref();
        for field in self.form.fields_mut().iter_mut().filter(is_due) {
            let Ok(now) = value(&field.id) else {
                if !field.changed() && !field.is_mixed() {
                    field.differs();
                }
                continue;
            };
            field.set_unread(if now == Known::Reading { "…" } else { NOT_KNOWN });
            let now = now.whole().cloned();
            let is_so = field.staged().is_none_or(|staged| Some(&staged) == now.as_ref());
            if is_so && (field.changed() || field.is_mixed() || field.started() != now.as_ref()) {
                field.restart(now);
            } else if field.was_unread() && now.is_some() {
                // The change was staged before the value was known; from now on it is a change of that value.
                field.rebase(now);
            }
        }
        if self.draft.form.about != self.about || self.form.fields().is_empty() {
            return;
        }
        for edit in std::mem::take(&mut self.draft.form.edits) {
            self.old = self.draft.old;
            let field = self.form.fields_mut().iter_mut().find(|field| field.id == edit.field.as_str());
            if let Some(field) = field.filter(|field| !field.changed()) {
                // The change replaces the value that was shown when it was made.
                if edit.before.is_some() {
                    field.restart(edit.before);
                }
                field.stage(&edit.after);
            }
        }
    }

    /// Staged changes.
    pub fn edits(&self) -> Vec<Edit> {
        let edit = |field: &Field| {
            let after = field.staged()?;
            Some(Edit { field: FieldName::named(field.id.clone()), before: field.started().cloned(), after })
        };
        self.form.fields().iter().filter_map(edit).collect()
    }

    /// Number of staged changes.
    pub fn count(&self) -> usize {
        self.form.fields().iter().filter(|field| field.changed()).count()
    }

    /// Reason why nothing can be saved now.
    pub fn why_not(&self) -> Option<String> {
        match (self.under_way, self.count()) {
            (Some(_), _) => Some("The changes are being saved.".to_owned()),
            (None, 0) => Some("No unsaved changes.".to_owned()),
            _ => None,
        }
    }

    /// Sentence on a typed value that cannot be saved; the cursor goes to its field.
    fn wrong(&mut self) -> Option<String> {
        (!self.form.check()).then(|| format!("{} Nothing was saved.", self.form.wrong()))
    }

    fn plan_id(&self) -> PlanId {
        PlanId::of_form(self.drafts.slot, &self.about)
    }

    /// Discards all changes after a question. `command` is the command that asks, and is run again by a yes.
    pub fn ask_discard(&mut self, command: &'static str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        const SURE: &str = "sure";
        if args.options.iter().any(|option| option == SURE) {
            self.discard();
            return Outcome::Done;
        }
        let sure = Args { options: vec![SURE.to_owned()], ..Args::default() };
        let changes = crate::ui::text::counted(self.count() as u64, "change", "changes");
        cx.confirm(Confirm {
            consequence: "The fields go back to the saved values.".to_owned(),
            ..Confirm::new(format!("Discard {changes}"), "discard", vec![Effect::Run(command, sure)])
        })
    }

    /// Words for the staged changes: `3 changes not saved`, and whether an earlier run left them.
    pub fn words(&self) -> Option<String> {
        let changes = crate::ui::text::counted(self.count() as u64, "change", "changes");
        let from = if self.old { ", from an earlier session" } else { "" };
        match (self.is_saving(), self.count()) {
            (true, _) => Some("Saving the changes.".to_owned()),
            (false, 0) => None,
            _ => Some(format!("{changes} not saved{from} · ctrl-s reviews and saves")),
        }
    }

    fn discard(&mut self) {
        for field in self.form.fields_mut() {
            let started = field.started().cloned();
            field.restart(started);
        }
    }

    /// Follows the write of the changes, now that it is in the journal.
    pub fn wrote(&mut self, entry: EntryId) {
        self.under_way = Some(entry);
        self.saves.clear();
    }

    /// True while a write of these fields is on its way.
    pub fn is_saving(&self) -> bool {
        self.under_way.is_some()
    }
}
