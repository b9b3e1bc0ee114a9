//! What is done about jobs: running one again, making an export, saving a file, mending failed lines, and the keys of the
//! write queue. What asks first is asked in the words of the table of writes.

use crate::api::types::{Export, Import, JobState};
use crate::api::{Request, exports, imports};
use crate::base::Id;
use crate::store::jobs::{Job, Only};
use crate::store::{Entry, EntryId, Intent, State};
use crate::ui::{Args, Confirm, Cx, Effect, Menu, MenuItem, Outcome, Save, Tone, When, World, text};

use super::state::{Awaited, Jobs};
use super::tabs::Tab;
use super::{places, words};

/// Whether the import in front of the user can be run again, or a write of the queue sent all the same.
pub fn when_again(screen: &Jobs, world: &World<'_>) -> When {
    let off = |why: &str| When::Off(why.to_owned());
    if let Some(entry) = entry(screen, world) {
        return match undetermined(entry) {
            true => When::On,
            false => off("Only what could not be determined is sent all the same."),
        };
    }
    if screen.export().is_some() {
        return off("An export is not run again; + makes a new one.");
    }
    let Some(id) = screen.import() else { return off("There is no import here.") };
    match world.store.jobs().import(id) {
        Some(known) if known.job().is_over() => When::On,
        Some(_) => off("It is still going on; it can be run again once it has finished or failed."),
        None => off("Nothing is known of it yet."),
    }
}

/// `R`, `:rerun [number]`.
pub fn again(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if let Some(why) = cx.world.readonly {
        return Outcome::Refused(format!("Nothing can be changed: {why}"));
    }
    if let (Some(entry), None) = (entry(screen, &cx.world), args.words.first()) {
        return send_anyway(entry, cx);
    }
    let id = match args.words.first().map(|word| (word, word.parse::<i64>())) {
        Some((_, Ok(id))) => Id::new(id),
        Some((word, Err(_))) => {
            return Outcome::Refused(format!("“{}” is no number of an import.", crate::base::clean_line(word)));
        }
        None => match screen.import() {
            Some(id) => id,
            None => return Outcome::Refused("There is no import here.".to_owned()),
        },
    };
    if cx.world.store.jobs().import(id).is_some_and(|known| !known.job().is_over()) {
        return Outcome::Refused(format!("Import {id} is still going on; it can be run again once it is over."));
    }
    let intent = Intent::RerunImport { import: id };
    screen.awaited = Some(Awaited::new(&intent, &cx.world));
    ask(&intent, vec![format!("import {id}")], cx)
}

/// Asks where the table of writes says so, else writes.
fn ask(intent: &Intent, samples: Vec<String>, cx: &mut Cx<'_>) -> Outcome {
    match Confirm::of(intent, samples) {
        Some(confirm) => cx.confirm(confirm),
        None => cx.push(Effect::Write(intent.clone())),
    }
    Outcome::Done
}

/// `+`: what is new here.
pub fn new(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let item = |label: &str, hint: &str, effect: Effect| MenuItem::new(label, hint, vec![effect]);
    let (title, items) = match screen.current_tab() {
        Tab::Exports => (
            "New export",
            vec![
                item(
                    "Domains",
                    "one row each, with every setting",
                    Effect::Run("jobs.export", Args::words(["domains"])),
                ),
                item(
                    "Inquiries …",
                    "all, or by status, delivery and domain",
                    Effect::Run("jobs.export_inquiries", Args::default()),
                ),
            ],
        ),
        _ => (
            "New import",
            vec![
                item("Names …", "typed, pasted or from a file", Effect::Open("add", Args::default())),
                item("A CSV file …", "with settings in its columns", Effect::Open("import", Args::default())),
            ],
        ),
    };
    cx.menu(Menu { title: title.to_owned(), items, keep_open: false });
    Outcome::Done
}

/// Starts an export; what the answer is compared with is kept.
pub fn export(screen: &mut Jobs, ask: crate::store::intent::ExportAsk, cx: &mut Cx<'_>) -> Outcome {
    if let Some(why) = cx.world.readonly {
        return Outcome::Refused(format!("Nothing can be changed: {why}"));
    }
    let intent = Intent::Export(ask);
    screen.awaited = Some(Awaited::new(&intent, &cx.world));
    places::go(screen, Tab::Exports, &cx.world);
    cx.push(Effect::Write(intent));
    Outcome::Done
}

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
        _ => "It is not ready yet; its file can be saved when it is.",
    };
    When::Off(why.to_owned())
}

/// `S`, `:download [path]`: the export's file, or the input of an import.
pub fn save(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(save) = file(screen, &cx.world) else { return Outcome::Refused("There is no file here.".to_owned()) };
    cx.push(Effect::Save(Box::new(save.to_path(&args.text))));
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
    screen.import().map(|id| import_file(id, jobs.import(id).map(crate::store::jobs::Known::job)))
}

fn export_file(export: &Export) -> Save {
    let id = export.export_id;
    let name = export.file_name.get().map(|name| name.line().into_owned()).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| format!("export-{id}.csv"));
    Save::call(format!("export {id}"), name, exports::Download { export_id: id }.call())
}

fn import_file(id: Id<Import>, import: Option<&Import>) -> Save {
    let csv = import.is_some_and(|import| import.data_type.is(&crate::api::types::ImportData::Csv));
    let ending = if csv { "csv" } else { "txt" };
    Save::call(format!("the input of import {id}"), format!("import-{id}.{ending}"), imports::Download { id }.call())
}

/// Whether there are failed lines to mend.
pub fn when_fix(screen: &Jobs, world: &World<'_>) -> When {
    let off = |why: String| When::Off(why);
    let Some(id) = screen.import() else { return off("Open an import first.".to_owned()) };
    let known = world.store.jobs().import(id).map(crate::store::jobs::Known::job);
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
pub fn fix(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
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
    let text = super::fix::lines(lines, input.value.map(|file| file.0.as_slice()), is_csv(id, &cx.world));
    if text.is_empty() {
        cx.toast(Tone::Info, "No line of it has an error.");
    } else {
        cx.push(crate::ui::add_names(text, true));
    }
    true
}

fn is_csv(id: Id<Import>, world: &World<'_>) -> bool {
    let known = world.store.jobs().import(id);
    known.is_some_and(|known| known.job().data_type.is(&crate::api::types::ImportData::Csv))
}

/// The write in front of the user in the two tabs of the journal.
pub fn entry<'a>(screen: &Jobs, world: &World<'a>) -> Option<&'a Entry> {
    world.store.journal().get(screen.write()?)
}

fn undetermined(entry: &Entry) -> bool {
    entry.targets.iter().any(|target| target.state == State::GivenUp)
}

/// Sends what could not be determined all the same, behind a typed word (rule 6).
fn send_anyway(entry: &Entry, cx: &mut Cx<'_>) -> Outcome {
    let open = entry.targets.iter().filter(|target| target.state == State::GivenUp).map(|target| &target.subject);
    let intent = entry.intent.about(open);
    let why = "What became of it could not be determined; it may have been done already.";
    cx.confirm(Confirm::over(&intent, why));
    Outcome::Done
}

/// Whether reading again can tell anything.
pub fn when_check(screen: &Jobs, world: &World<'_>) -> When {
    match entry(screen, world) {
        Some(entry) if undetermined(entry) => When::On,
        Some(_) => When::Off("It is known, or being read already.".to_owned()),
        None => When::Hidden,
    }
}

/// Whether some of it has not been sent.
pub fn when_take_back(screen: &Jobs, world: &World<'_>) -> When {
    match entry(screen, world) {
        Some(entry) if entry.targets.iter().any(|target| target.state == State::Planned) => When::On,
        Some(_) => When::Off("It has been sent; u takes back what can be taken back.".to_owned()),
        None => When::Hidden,
    }
}

/// `d` in the write queue.
pub fn take_back(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let Some(entry) = entry(screen, &cx.world) else { return Outcome::Refused("There is no write here.".to_owned()) };
    let waiting = entry.targets.iter().filter(|target| target.state == State::Planned).count();
    let what = entry.intent.asked();
    cx.confirm(Confirm {
        count: 1,
        consequence: format!("Not sent yet: {}. The service has heard nothing of it.", text::grouped(waiting as u64)),
        way_back: Some("It can be asked for again.".to_owned()),
        ..Confirm::new(format!("Take back: {what}"), "take it back", vec![Effect::TakeBack(entry.id)])
    });
    Outcome::Done
}

/// Tells what became of what was asked for here: goes to the new import, compares the export with what was asked.
pub fn by_itself(screen: &mut Jobs, cx: &mut Cx<'_>) {
    go_on_fixing(screen, cx);
    let Some(awaited) = &screen.awaited else { return };
    let journal = cx.world.store.journal();
    let Some(entry) = journal.entries().take_while(|entry| Some(entry.id) > awaited.after).find(|e| e.intent == awaited.intent)
    else {
        return;
    };
    let Some(made) = entry.targets.first().and_then(|target| target.made) else {
        if !entry.open() {
            screen.awaited = None;
        }
        return;
    };
    match awaited.intent.clone() {
        Intent::RerunImport { .. } => {
            screen.awaited = None;
            screen.open_import(Id::new(made), &cx.world);
        }
        Intent::Export(ask) => {
            let Some(known) = cx.world.store.jobs().export(Id::new(made)) else { return };
            let ran_before = awaited.newest.is_some_and(|newest| made <= newest);
            let same = crate::store::writes::probe::same_filters(&ask, known.job());
            let of = words::holds(known.job());
            if !same {
                let filters = words::filters(known.job());
                let filters = if filters.is_empty() { "everything".to_owned() } else { format!("only {filters}") };
                cx.toast(
                    Tone::Warn,
                    format!("One export of {of} was running already, with {filters}. There is one at a time; ask again when it is over."),
                );
            } else if ran_before {
                cx.toast(Tone::Info, format!("An export of {of} was running already; it is that one."));
            }
            screen.awaited = None;
            screen.select_export(Id::new(made));
        }
        _ => screen.awaited = None,
    }
}

/// The newest write there is, to know a later one by.
pub fn newest(world: &World<'_>) -> Option<EntryId> {
    world.store.journal().entries().next().map(|entry| entry.id)
}
