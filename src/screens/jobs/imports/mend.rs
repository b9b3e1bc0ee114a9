//! Fixing the failed lines of an import in the user's editor.

use crate::api::imports;
use crate::api::types::Import;
use crate::base::{Id, clean_line};
use crate::store::lists::jobs::{Known, Lines, Only};
use crate::ui::text::counted;
use crate::ui::widgets::notice::failure_words;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, Place, Tone, When, World};

use super::super::job::count;
use super::super::state::Jobs;
use super::{fix, is_csv, missing, opened, reading};

/// On where there are failed lines to fix.
pub fn when_fix(screen: &Jobs, world: &World<'_>) -> When {
    let Some(id) = screen.import() else { return When::Off("Open an import first.".to_owned()) };
    if let Some(why) = missing(id, world) {
        return When::Off(why);
    }
    let known = world.store.jobs().import(id).map(Known::job);
    // Values of a CSV can be fixed, and the service warns about those it could not read.
    let warned = known.and_then(|import| import.warning_count.copied()).filter(|_| is_csv(id, world)).unwrap_or(0);
    let lines = world.store.jobs().lines(id).filter(|_| screen.list.detail.is_some());
    let read = lines.is_some_and(|lines| lines.list(Only::Errors).is_empty() && lines.is_whole(false));
    let none = read || known.is_some_and(|import| import.error_count.is(&0));
    let held = fix::held(world.store.journal(), id).is_some();
    When::on_if(held || warned > 0 || !none, "No lines with errors.")
}

/// Runs `e`: puts the failed lines into the user's editor as they were sent; only what comes back is added again. For a
/// CSV with both errors and warnings the user chooses which rows. Rows that were not sent belong to the errors.
pub fn mend(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(id) = screen.import() else { return Outcome::Refused("Open an import first.".to_owned()) };
    let which = match args.words.first().map(|word| (word, fix::which(word))) {
        Some((_, Some(which))) => which,
        Some((word, None)) => {
            let word = clean_line(word);
            return Outcome::Refused(format!("“{word}” is not one of errors, warnings and both."));
        }
        None => match choice(id, &cx.world) {
            Ok(which) => which,
            Err(menu) => return cx.menu(menu),
        },
    };
    // The pages of errors and warnings read all lines, as fixing requires.
    let only = which[0];
    match &mut screen.list.detail {
        Some(opened) => opened.only = only,
        None => opened::open(screen, id, only, &cx.world),
    }
    screen.fixing = Some((id, which));
    go_on_fixing(screen, cx);
    Outcome::Done
}

/// Kinds of lines to fix.
///
/// # Errors
/// A menu that asks for the kind.
fn choice(id: Id<Import>, world: &World<'_>) -> Result<&'static [Only], Menu> {
    let import = world.store.jobs().import(id).map(Known::job);
    let refused = import.and_then(|import| count(&import.error_count)).unwrap_or(0);
    let held = fix::held(world.store.journal(), id);
    let errors = refused + held.map_or(0, |held| held.rows.len() as u64);
    let warnings = import.and_then(|import| count(&import.warning_count)).unwrap_or(0);
    match (errors, warnings) {
        (0, 1..) if is_csv(id, world) => Ok(&[Only::Warnings]),
        (1.., 1..) if is_csv(id, world) => {
            let item = |label: &str, many: u64, word: &str| {
                let effects = vec![Effect::Run("jobs.fix", Args::words([word]))];
                MenuItem::new(label, counted(many, "row", "rows"), effects)
            };
            let failed = if held.is_some() { "Rows with errors or not sent" } else { "Rows with errors" };
            let items = vec![
                item(failed, errors, "errors"),
                item("Rows with warnings", warnings, "warnings"),
                item("Both", errors + warnings, "both"),
            ];
            Err(Menu { title: "Fix in your editor".to_owned(), items, keep_open: false })
        }
        _ => Ok(&[Only::Errors]),
    }
}

/// Opens the editor once every line and the input were read. Stops if the import was left or its lines cannot be
/// loaded.
pub fn go_on_fixing(screen: &mut Jobs, cx: &mut Cx<'_>) {
    let Some((id, which)) = screen.fixing else { return };
    let store = cx.world.store;
    if screen.list.detail.as_ref().is_none_or(|opened| opened.id != id) {
        screen.fixing = None;
        return;
    }
    let known = store.jobs().lines(id);
    let unread = known.map_or(Some(1), Lines::unread);
    if let Some(failure) = unread.and_then(|page| store.query(&reading::lines_page(id, page)).failure) {
        screen.fixing = None;
        return cx.toast(Tone::Warn, format!("Could not load the failed lines: {}.", failure_words(failure).0));
    }
    let Some(lines) = known.filter(|_| unread.is_none()) else { return };
    let input = store.query(&imports::Download { id });
    if input.value.is_none() && input.failure.is_none() {
        return;
    }
    screen.fixing = None;
    let input = input.value.map(|file| file.0.as_slice());
    let csv = is_csv(id, &cx.world);
    let sent = fix::csv(store.journal(), id);
    let held = sent.is_some_and(|sent| !sent.held.rows.is_empty()) && which.contains(&Only::Errors);
    if csv && (input.is_some() || held) {
        match fix::rows(lines, which, input.unwrap_or_default(), sent) {
            Ok(text) if text.is_empty() => cx.toast(Tone::Info, "None of its rows is in the original file."),
            Ok(text) => {
                if input.is_none() {
                    cx.toast(
                        Tone::Warn,
                        "What was sent could not be read; these are only the rows that were not sent.",
                    );
                }
                cx.push(Effect::Go(Place::ImportRows(format!("import-{id}-failed.csv"), text)));
            }
            Err(why) => cx.toast(Tone::Warn, format!("The original file cannot be read: {why}")),
        }
        return;
    }
    let text = fix::lines(lines, input);
    if text.is_empty() {
        return cx.toast(Tone::Info, "No failed line has a name.");
    }
    if csv {
        let why = "The file could not be read; these are only the names, without the values of the other columns.";
        cx.toast(Tone::Warn, why);
    } else if input.is_none() {
        let why = "What was sent could not be read; these are the names as the service read them.";
        cx.toast(Tone::Warn, why);
    }
    cx.go(Place::AddOnly(text));
}

/// Line above the footer while lines are loaded; after that, about rows that were not sent.
pub fn note(screen: &Jobs, world: &World<'_>) -> Option<String> {
    if screen.fixing.is_some() {
        return Some("Loading the failed lines; the editor opens when they are loaded.".to_owned());
    }
    let held = fix::held(world.store.journal(), screen.list.detail.as_ref()?.id)?;
    let were = if held.count() == 1 { "was" } else { "were" };
    let rows = counted(held.count(), "row of the file", "rows of the file");
    Some(format!("{rows} {were} not sent · {}", fix::fixes(held)))
}
