//! Imports and exports begun on this screen, until their number is known: the screen then goes there, and compares an
//! export with its request.

use crate::api::types::Export;
use crate::base::Id;
use crate::store::lists::jobs::Only;
use crate::store::writes::intent::Job;
use crate::store::{Entry, EntryId, Intent};
use crate::ui::{Cx, Effect, Tone, World};

use super::state::Jobs;
use super::tabs::RowKey;
use super::tabs::Tab;
use super::{files, words};

/// A write asked for here.
#[derive(Clone, Debug, Default)]
pub struct Awaited {
    /// Entry in the journal, once there is one.
    entry: Option<EntryId>,
    /// The newest export known before it.
    newest: Option<i64>,
    /// The file of the export is saved as soon as there is one.
    save: bool,
}

impl Awaited {
    /// About to be asked for.
    pub fn new(world: &World<'_>) -> Self {
        let newest = world.store.jobs().exports().list.rows().first().map(|id| id.get());
        Self { newest, ..Self::default() }
    }

    /// The journal has it.
    pub fn begun(&mut self, entry: EntryId) {
        self.entry.get_or_insert(entry);
    }

    /// The request, with whether its file is saved automatically.
    pub fn saving(self, save: bool) -> Self {
        Self { save, ..self }
    }
}

/// Follows what was asked for here: goes to the new import, compares the export with the query.
pub fn unprompted(screen: &mut Jobs, cx: &mut Cx<'_>) {
    files::go_on_fixing(screen, cx);
    save_ready(screen, cx);
    let Some(awaited) = &screen.awaited else { return };
    let Some(entry) = awaited_entry(awaited, &cx.world) else { return };
    let Some(made) = entry.targets.first().and_then(|target| target.made) else {
        if !entry.open() {
            screen.awaited = None;
        }
        return;
    };
    match &*entry.intent {
        Intent::RerunImport(_) => {
            screen.awaited = None;
            screen.open_import(Id::new(made), Only::All, &cx.world);
        }
        Intent::Export(ask) => {
            screen.filled = None;
            let Some(known) = cx.world.store.jobs().export(Id::new(made)) else { return };
            let ran_before = awaited.newest.is_some_and(|newest| made <= newest);
            let same = ask.is_met_by(known.job());
            let of = words::holds(known.job());
            if !same {
                let filters = words::filters(known.job());
                let filters = if filters.is_empty() { "everything".to_owned() } else { format!("only {filters}") };
                cx.toast(
                    Tone::Warn,
                    format!("An export of {of} is running ({filters}); start this one when it has ended."),
                );
            } else if ran_before {
                cx.toast(Tone::Info, format!("An export of {of} was running already; this is it."));
            }
            if awaited.save && same {
                screen.to_save.push(Id::new(made));
            }
            screen.awaited = None;
            screen.list.select_in(Tab::Exports as usize, RowKey::Export(Id::new(made)));
        }
        _ => screen.awaited = None,
    }
}

/// Saves the files that were to be saved as soon as they can be; one whose export failed is told as such elsewhere.
pub fn save_ready(screen: &mut Jobs, cx: &mut Cx<'_>) {
    let jobs = cx.world.store.jobs();
    let over = |id: &Id<Export>| jobs.export(*id).is_some_and(|known| known.job().is_over());
    for id in screen.to_save.extract_if(.., |id| over(id)) {
        if let Some(known) = jobs.export(id).filter(|known| known.job().downloadable.is(&true)) {
            cx.push(Effect::Save(Box::new(files::export_file(known.job()))));
        }
    }
}

/// The write that was asked for here.
fn awaited_entry<'a>(awaited: &Awaited, world: &World<'a>) -> Option<&'a Entry> {
    world.store.journal().get(awaited.entry?)
}

/// The export that was made, while nothing is known of it but its number.
pub fn made_export(awaited: &Awaited, world: &World<'_>) -> Option<Id<Export>> {
    let entry = awaited_entry(awaited, world).filter(|entry| entry.intent.rule().job == Some(Job::Export))?;
    let made = entry.targets.first()?.made?;
    Some(Id::new(made)).filter(|id| world.store.jobs().export(*id).is_none())
}
