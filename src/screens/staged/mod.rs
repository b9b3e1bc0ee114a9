//! Values of the service as a list of fields: what is changed is staged, survives leaving and quitting, is reviewed as
//! old → new, and is followed until the service has it.
//!
//! A screen names its fields, gives the values the service told, and makes a plan of the edits. Look first at [`Staged`];
//! `kept.rs` has the drafts, `save.rs` the way to a save, `outcome.rs` what became of it, `scopes.rs` the commands, `find.rs`
//! the search among the fields.

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

/// The fields of one thing with what is staged in them.
#[derive(Debug, Default)]
pub struct Staged {
    pub form: Form,
    /// Words of the fields that are looked for.
    pub bar: FilterBar,
    /// Drafts of what is not shown now.
    drafts: Drafts,
    /// Name of the thing the fields belong to, if a form has several.
    about: String,
    /// The draft is of an earlier run.
    old: bool,
    /// The write of their plan that was followed last.
    followed: Option<EntryId>,
    /// The write that saves them, and what of it is theirs; nothing where all of it is.
    under_way: Option<EntryId>,
    saves: HashSet<Item>,
    /// A draft of an earlier run, until the values are there to lay it over.
    draft: Draft,
}

impl Staged {
    /// Fields without values yet.
    pub fn new(slot: &'static str, fields: Vec<Field>) -> Self {
        Self { form: Form::new_list(fields), drafts: Drafts::new(slot), ..Self::default() }
    }

    /// Takes over the values the service told; what is staged stays, over the value the user saw.
    pub fn refresh(&mut self, value: impl Fn(&str) -> Option<Value>) {
        self.refresh_or(|name| Ok(value(name).map_or(Known::NotRead, Known::Is)));
    }

    /// Refreshes values; `Err` where things may differ in a value, or while it is read.
    pub fn refresh_or(&mut self, value: impl Fn(&str) -> Result<Known<Value>, ()>) {
        let open = self.form.is_opened().then(|| self.form.focused().map(|field| field.id.clone())).flatten();
        for field in self.form.fields_mut().iter_mut().filter(|field| Some(&field.id) != open.as_ref()) {
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
                // It was staged before the value was read, and now is a change of that value.
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
                // The value seen then is the one the change was made of.
                if edit.before.is_some() {
                    field.restart(edit.before);
                }
                field.stage(&edit.after);
            }
        }
    }

    /// The changes that are staged.
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

    /// Why nothing can be saved now.
    pub fn why_not(&self) -> Option<String> {
        match (self.under_way, self.count()) {
            (Some(_), _) => Some("The changes are being saved.".to_owned()),
            (None, 0) => Some("No unsaved changes.".to_owned()),
            _ => None,
        }
    }

    /// Why a typed value cannot be saved; the cursor goes there.
    fn wrong(&mut self) -> Option<String> {
        (!self.form.check()).then(|| format!("{} Nothing was saved.", self.form.wrong()))
    }

    fn plan_id(&self) -> PlanId {
        PlanId::of_form(self.drafts.slot, &self.about)
    }

    /// Takes every change back after a question, which `command` asks and is run by.
    pub fn ask_discard(&mut self, command: &'static str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
        const SURE: &str = "sure";
        if args.options.iter().any(|option| option == SURE) {
            self.discard();
            return Outcome::Done;
        }
        let sure = Args { options: vec![SURE.to_owned()], ..Args::default() };
        let changes = crate::ui::text::counted(self.count() as u64, "change", "changes");
        cx.confirm(Confirm {
            consequence: "The fields show what the service has.".to_owned(),
            ..Confirm::new(format!("Discard {changes}"), "discard", vec![Effect::Run(command, sure)])
        })
    }

    /// `3 changes not saved`, and whether an earlier run left them.
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

    /// The journal has the write.
    pub fn wrote(&mut self, entry: EntryId) {
        self.under_way = Some(entry);
        self.saves.clear();
    }

    /// A write of these fields is on its way.
    pub fn is_saving(&self) -> bool {
        self.under_way.is_some()
    }
}
