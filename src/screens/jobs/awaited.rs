//! Imports and exports started on this screen, until their number is known. The screen then goes to the job, and
//! compares an export with its request.

use crate::api::types::Export;
use crate::base::Id;
use crate::store::Intent;
use crate::store::lists::jobs::Only;
use crate::store::writes::intent::Job;
use crate::ui::{Cx, Effect, Tone, World};

use super::exports::{self, filters, holds};
use super::imports::{mend, opened};
use super::row::RowKey;
use super::state::{Awaited, Jobs};

/// Follows what was started here: goes to the new import, compares the export with its request.
pub fn unprompted(screen: &mut Jobs, cx: &mut Cx<'_>) {
    mend::go_on_fixing(screen, cx);
    save_ready(screen, cx);
    let Some(awaited) = &screen.awaited else { return };
    let Some(entry) = awaited.entry(&cx.world) else { return };
    let Some(made) = entry.targets.first().and_then(|target| target.made) else {
        if !entry.open() {
            screen.awaited = None;
        }
        return;
    };
    match &*entry.intent {
        Intent::RerunImport(_) => {
            screen.awaited = None;
            opened::open(screen, Id::new(made), Only::All, &cx.world);
        }
        Intent::Export(ask) => {
            screen.filled = None;
            let Some(known) = cx.world.store.jobs().export(Id::new(made)) else { return };
            let ran_before = awaited.newest.is_some_and(|newest| made <= newest);
            let same = ask.is_met_by(known.job());
            let of = holds(known.job());
            if !same {
                let filters = filters(known.job());
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
            screen.list.select_in(exports::tab(), RowKey::Export(Id::new(made)));
        }
        _ => screen.awaited = None,
    }
}

/// Saves the files of exports that are ready. Exports that ended without a file are passed over.
pub fn save_ready(screen: &mut Jobs, cx: &mut Cx<'_>) {
    let jobs = cx.world.store.jobs();
    let over = |id: &Id<Export>| jobs.export(*id).is_some_and(|known| known.job().is_over());
    for id in screen.to_save.extract_if(.., |id| over(id)) {
        if let Some(known) = jobs.export(id).filter(|known| known.job().downloadable.is(&true)) {
            cx.push(Effect::Save(Box::new(exports::file(known.job()))));
        }
    }
}

/// Export made by this write, while only its number is known.
pub fn made_export(awaited: &Awaited, world: &World<'_>) -> Option<Id<Export>> {
    let entry = awaited.entry(world).filter(|entry| entry.intent.rule().job == Some(Job::Export))?;
    let made = entry.targets.first()?.made?;
    Some(Id::new(made)).filter(|id| world.store.jobs().export(*id).is_none())
}
