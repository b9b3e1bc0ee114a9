//! Files of jobs: saving an export or the input of an import, looking at an export as a table, and mending the failed
//! lines of an import in the user's editor.

use crate::api::types::{Export, Import, ImportData, JobState};
use crate::api::{Request, exports, imports};
use crate::base::Id;
use crate::store::jobs::{Known, Only};
use crate::ui::{Args, Cx, Effect, Outcome, Save, Tone, When, World};

use super::state::Jobs;
use super::{fix, words};

/// Whether the file of the row can be saved.
pub fn when_save(screen: &Jobs, world: &World<'_>) -> When {
    if let Some(id) = screen.export() {
        return match world.store.jobs().export(id) {
            Some(known) => fetchable(known.job(), world),
            None => When::Off("Nothing is known of it yet.".to_owned()),
        };
    }
    match screen.import() {
        Some(_) => When::On,
        None => When::Off("There is no file here.".to_owned()),
    }
}

/// Whether an export can be fetched, with the reason.
fn fetchable(export: &Export, world: &World<'_>) -> When {
    if export.downloadable.is(&true) {
        return When::On;
    }
    let why = match export.state.get() {
        Some(JobState::Failed) => "It failed, so there is no file; + makes a new one.",
        Some(JobState::Finished) if words::expired(export, world.now) => {
            "Its seven days are over; + makes a new export."
        }
        Some(JobState::Finished) => "The service does not offer its file at the moment.",
        Some(JobState::Other(_)) if export.is_over() => "The service does not offer its file.",
        _ => "It is not ready yet; its file can be saved when it is.",
    };
    When::Off(why.to_owned())
}

/// `S`, `:download [path]`: the export's file, or the input of an import.
pub fn save(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(save) = file(screen, &cx.world) else { return Outcome::Refused("There is no file here.".to_owned()) };
    cx.push(Effect::Save(Box::new(save.to_path(&args.path(0)))));
    Outcome::Done
}

/// Enter on a finished export: its rows as a table.
pub fn look(screen: &Jobs, cx: &mut Cx<'_>) -> Option<Outcome> {
    let id = screen.export()?;
    let known = cx.world.store.jobs().export(id)?;
    if fetchable(known.job(), &cx.world) != When::On {
        return None;
    }
    cx.push(Effect::Save(Box::new(export_file(known.job()).shown())));
    Some(Outcome::Done)
}

fn file(screen: &Jobs, world: &World<'_>) -> Option<Save> {
    let jobs = world.store.jobs();
    if let Some(id) = screen.export() {
        return jobs.export(id).map(|known| export_file(known.job()));
    }
    screen.import().map(|id| import_file(id, jobs.import(id).map(Known::job)))
}

/// The file of an export.
pub fn export_file(export: &Export) -> Save {
    let id = export.export_id;
    let name = export.file_name.get().map(|name| name.line().into_owned()).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| format!("export-{id}.csv"));
    Save::call(format!("export {id}"), name, exports::Download { export_id: id }.call())
}

fn import_file(id: Id<Import>, import: Option<&Import>) -> Save {
    let csv = import.is_some_and(|import| import.data_type.is(&ImportData::Csv));
    let ending = if csv { "csv" } else { "txt" };
    Save::call(format!("the input of import {id}"), format!("import-{id}.{ending}"), imports::Download { id }.call())
}

/// Whether there are failed lines to mend.
pub fn when_fix(screen: &Jobs, world: &World<'_>) -> When {
    let off = |why: String| When::Off(why);
    let Some(id) = screen.import() else { return off("Open an import first.".to_owned()) };
    let known = world.store.jobs().import(id).map(Known::job);
    match known.and_then(|import| import.error_count.copied()) {
        Some(0) => off("No line of it has an error.".to_owned()),
        _ if screen.opened.is_none() => When::On,
        _ => match world.store.jobs().lines(id) {
            Some(lines) if lines.list(Only::Errors).is_empty() && lines.is_whole(false) => {
                off("No line of it has an error.".to_owned())
            }
            _ => When::On,
        },
    }
}

/// `e`: the failed lines go into the user's editor as they were sent, and only what comes back is added again.
pub fn mend(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let Some(id) = screen.import() else { return Outcome::Refused("Open an import first.".to_owned()) };
    if screen.opened.is_none() {
        screen.open_import(id, &cx.world);
    }
    if let Some(opened) = &mut screen.opened {
        // The page of errors reads all lines, which is what mending needs.
        opened.tab = 1;
    }
    screen.fixing = Some(id);
    if !go_on_fixing(screen, cx) {
        cx.toast(Tone::Info, "The failed lines are being read; the editor opens when they are here.");
    }
    Outcome::Done
}

/// Opens the editor once every line and the input are here; `true` when it did.
pub fn go_on_fixing(screen: &mut Jobs, cx: &mut Cx<'_>) -> bool {
    let Some(id) = screen.fixing else { return false };
    let store = cx.world.store;
    let Some(lines) = store.jobs().lines(id).filter(|lines| lines.unread().is_none()) else { return false };
    let input = store.query(&imports::Download { id });
    if input.value.is_none() && input.failure.is_none() {
        return false;
    }
    screen.fixing = None;
    let csv = is_csv(id, &cx.world);
    let text = fix::lines(lines, input.value.map(|file| file.0.as_slice()).filter(|_| !csv));
    if text.is_empty() {
        cx.toast(Tone::Info, "No line of it failed that has a name.");
        return true;
    }
    if csv {
        cx.toast(Tone::Info, "Only the names are added again; the settings in the other columns are not.");
    } else if input.value.is_none() {
        let why = "What was sent could not be read; these are the names as the service read them.";
        cx.toast(Tone::Warn, why);
    }
    cx.push(crate::ui::add_names(text, true));
    true
}

fn is_csv(id: Id<Import>, world: &World<'_>) -> bool {
    let known = world.store.jobs().import(id);
    known.is_some_and(|known| known.job().data_type.is(&ImportData::Csv))
}
