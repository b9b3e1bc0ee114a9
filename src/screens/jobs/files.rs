//! Files of jobs: saving an export or the input of an import, looking at an export as a table, and mending the failed
//! lines of an import in the user's editor.

use crate::api::types::{Export, Import, ImportData, JobState};
use crate::api::{Request, exports, imports};
use crate::base::Id;
use crate::client::FailureKind;
use crate::store::lists::jobs::{Known, Only};
use crate::ui::text::counted;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, Place, Save, Tone, When, World};

use super::fix::Which;
use super::state::Jobs;
use super::{fix, words};

/// On where the file of the row can be saved.
pub fn when_save(screen: &Jobs, world: &World<'_>) -> When {
    if let Some(id) = screen.export() {
        return match world.store.jobs().export(id) {
            Some(known) => fetchable(known.job(), world),
            None => When::Off("No data yet.".to_owned()),
        };
    }
    match screen.import() {
        Some(id) if is_missing(id, world) => When::Off(format!("No import {id}.")),
        Some(_) => When::On,
        None => When::Off("No file here.".to_owned()),
    }
}

/// The service knows no import of that number.
fn is_missing(id: Id<Import>, world: &World<'_>) -> bool {
    let failure = world.store.query(&super::wants::lines_page(id, 1)).failure;
    world.store.jobs().import(id).is_none() && failure.is_some_and(|failure| failure.kind == FailureKind::NotFound)
}

/// On where an export can be fetched, else the reason.
fn fetchable(export: &Export, world: &World<'_>) -> When {
    if export.downloadable.is(&true) {
        return When::On;
    }
    let why = match export.state.get() {
        Some(JobState::Failed) => "Failed, no file; press + for a new one.",
        Some(JobState::Finished) if words::expired(export, world.now) => {
            "The file has expired; press + for a new export."
        }
        Some(JobState::Finished) => "The file is not available at the moment.",
        Some(JobState::Other(_)) if export.is_over() => "The file is not available.",
        _ => "Not ready yet; save the file when the export has finished.",
    };
    When::Off(why.to_owned())
}

/// `S`, `:download [path]`: the export's file, or the input of an import.
pub fn save(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(save) = file(screen, &cx.world) else { return Outcome::Refused("No file here.".to_owned()) };
    cx.done(Effect::Save(Box::new(save.to_path(&args.path(0)))))
}

/// Opens the rows of a finished export as a table; false when the row is not one.
pub fn look(screen: &Jobs, cx: &mut Cx<'_>) -> bool {
    let known = screen.export().and_then(|id| cx.world.store.jobs().export(id)).map(Known::job);
    let ready = known.filter(|export| fetchable(export, &cx.world) == When::On);
    if let Some(export) = ready {
        cx.push(Effect::Save(Box::new(export_file(export).shown())));
    }
    ready.is_some()
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

/// On where there are failed lines to fix.
pub fn when_fix(screen: &Jobs, world: &World<'_>) -> When {
    let off = |why: String| When::Off(why);
    let Some(id) = screen.import() else { return off("Open an import first.".to_owned()) };
    if is_missing(id, world) {
        return off(format!("No import {id}."));
    }
    let known = world.store.jobs().import(id).map(Known::job);
    // A CSV has values that can be mended, and the service warns of those it could not read.
    let warned = known.and_then(|import| import.warning_count.copied()).filter(|_| is_csv(id, world)).unwrap_or(0);
    match known.and_then(|import| import.error_count.copied()) {
        _ if warned > 0 => When::On,
        Some(0) => off("No lines with errors.".to_owned()),
        _ if screen.list.detail.is_none() => When::On,
        _ => match world.store.jobs().lines(id) {
            Some(lines) if lines.list(Only::Errors).is_empty() && lines.is_whole(false) => {
                off("No lines with errors.".to_owned())
            }
            _ => When::On,
        },
    }
}

/// `e`: the failed lines go into the user's editor as they were sent, and only what comes back is added again. Of a CSV
/// the user chooses between rows with errors and with warnings, where there are both.
pub fn mend(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(id) = screen.import() else { return Outcome::Refused("Open an import first.".to_owned()) };
    let which = match args.words.first().map(|word| (word, Which::parse(word))) {
        Some((_, Some(which))) => which,
        Some((word, None)) => {
            let word = crate::base::clean_line(word);
            return Outcome::Refused(format!("“{word}” is not one of errors, warnings and both."));
        }
        None => match choice(id, &cx.world) {
            Ok(which) => which,
            Err(menu) => {
                return cx.menu(menu);
            }
        },
    };
    // The pages of errors and of warnings read all lines, which is what mending needs.
    let only = if which == Which::Warnings { Only::Warnings } else { Only::Errors };
    match &mut screen.list.detail {
        Some(opened) => opened.only = only,
        None => screen.open_import(id, only, &cx.world),
    }
    screen.fixing = Some((id, which));
    if !go_on_fixing(screen, cx) {
        cx.toast(Tone::Info, "Loading the failed lines; the editor opens when they are loaded.");
    }
    Outcome::Done
}

/// The lines to fix, or the question which ones.
fn choice(id: Id<Import>, world: &World<'_>) -> Result<Which, Menu> {
    let import = world.store.jobs().import(id).map(Known::job);
    let count = |count: Option<i64>| count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
    let errors = count(import.and_then(|import| import.error_count.copied()));
    let warnings = count(import.and_then(|import| import.warning_count.copied()));
    match (errors, warnings) {
        _ if !is_csv(id, world) => Ok(Which::Errors),
        (0, 1..) => Ok(Which::Warnings),
        (_, 0) => Ok(Which::Errors),
        (errors, warnings) => {
            let item = |label: &str, many: u64, word: &str| {
                let effects = vec![Effect::Run("jobs.fix", Args::words([word]))];
                MenuItem::new(label, counted(many, "row", "rows"), effects)
            };
            let items = vec![
                item("Rows with errors", errors, "errors"),
                item("Rows with warnings", warnings, "warnings"),
                item("Both", errors + warnings, "both"),
            ];
            Err(Menu { title: "Fix in your editor".to_owned(), items, keep_open: false })
        }
    }
}

/// Opens the editor once every line and the input are here; `true` when it did.
pub fn go_on_fixing(screen: &mut Jobs, cx: &mut Cx<'_>) -> bool {
    let Some((id, which)) = screen.fixing else { return false };
    let store = cx.world.store;
    let Some(lines) = store.jobs().lines(id).filter(|lines| lines.unread().is_none()) else { return false };
    let input = store.query(&imports::Download { id });
    if input.value.is_none() && input.failure.is_none() {
        return false;
    }
    screen.fixing = None;
    let input = input.value.map(|file| file.0.as_slice());
    let csv = is_csv(id, &cx.world);
    if let Some(input) = input.filter(|_| csv) {
        match fix::rows(lines, which, input, fix::columns(store.journal(), id).as_deref()) {
            Ok(text) if text.is_empty() => cx.toast(Tone::Info, "None of its rows is in the original file."),
            Ok(text) => cx.push(Effect::Go(Place::ImportRows(format!("import-{id}-failed.csv"), text))),
            Err(why) => cx.toast(Tone::Warn, format!("The original file cannot be read: {why}")),
        }
        return true;
    }
    let text = fix::lines(lines, input);
    if text.is_empty() {
        cx.toast(Tone::Info, "No failed line has a name.");
        return true;
    }
    if csv {
        let why = "The file could not be read; these are only the names, without the values of the other columns.";
        cx.toast(Tone::Warn, why);
    } else if input.is_none() {
        let why = "What was sent could not be read; these are the names as the service read them.";
        cx.toast(Tone::Warn, why);
    }
    cx.go(Place::AddOnly(text));
    true
}

fn is_csv(id: Id<Import>, world: &World<'_>) -> bool {
    let known = world.store.jobs().import(id);
    known.is_some_and(|known| known.job().data_type.is(&ImportData::Csv))
}
