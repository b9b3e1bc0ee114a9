//! Acts begun here: running an import again, a new import, a new export. Questions are in the words of the table of writes.

use crate::base::Id;
use crate::store::Intent;
use crate::store::writes::intent::{ExportAsk, RerunImport};
use crate::ui::widgets::form::Form;
use crate::ui::{Args, Cx, Effect, Menu, MenuItem, Outcome, When, World};

use super::awaited::Awaited;
use super::queue::{entry, send_anyway, undetermined};
use super::state::Jobs;
use super::tabs::Tab;
use super::{export, places};

/// On where the import in front of the user can be run again, or a write of the queue can be sent all the same.
pub fn when_again(screen: &Jobs, world: &World<'_>) -> When {
    let off = |why: &str| When::Off(why.to_owned());
    if let Some(entry) = entry(screen, world) {
        if undetermined(entry) {
            return When::On;
        }
        return off("Only changes with an unknown outcome can be sent anyway.");
    }
    if screen.export().is_some() {
        return off("Exports cannot be run again; press + for a new one.");
    }
    let Some(id) = screen.import() else { return off("No import here.") };
    match world.store.jobs().import(id) {
        Some(known) if known.job().is_over() => When::On,
        Some(_) => off("Still running; it can be run again when it has ended."),
        None => off("No data yet."),
    }
}

/// `R`, `:rerun [number]`.
pub fn again(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    if let (Some(entry), None) = (entry(screen, &cx.world), args.words.first()) {
        return send_anyway(entry, cx);
    }
    let id = match args.words.first().map(|word| (word, word.parse::<i64>())) {
        Some((_, Ok(id))) => Id::new(id),
        Some((word, Err(_))) => {
            return Outcome::Refused(format!("“{}” is not an import number.", crate::base::clean_line(word)));
        }
        None => match screen.import() {
            Some(id) => id,
            None => return Outcome::Refused("No import here.".to_owned()),
        },
    };
    if cx.world.store.jobs().import(id).is_some_and(|known| !known.job().is_over()) {
        return Outcome::Refused(format!("Import {id} is still running; it can be run again when it has ended."));
    }
    let intent = Intent::RerunImport(RerunImport { import: id });
    screen.awaited = Some(Awaited::new(&cx.world));
    cx.ask_or_write(intent, vec![format!("import {id}")], |_| {})
}

/// `+`: what is new here.
pub fn new(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let item = |label: &str, hint: &str, effect: Effect| MenuItem::new(label, hint, vec![effect]);
    let export = |words: &[&str]| Effect::Run("jobs.export", Args::words(words.iter().copied()));
    let page = |id: &'static str| Effect::Open(id, Args::default());
    let (title, items) = if screen.tab() == Tab::Exports {
        let filtered = Effect::Run("jobs.export_inquiries", Args::default());
        let items = vec![
            item("Domains", "one row each, with every setting", export(&["domains"])),
            item("Inquiries …", "all, or by status, delivery and domain", filtered),
            item("Domains, saved when ready", "into the download folder, automatically", export(&["domains", "save"])),
        ];
        ("New export", items)
    } else {
        let items = vec![
            item("Names …", "typed, pasted or from a file", page("add")),
            item("A CSV file …", "with settings in its columns", page("import")),
        ];
        ("New import", items)
    };
    cx.menu(Menu { title: title.to_owned(), items, keep_open: false })
}

/// The form for an export of inquiries.
pub fn open_form(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    places::to_exports(screen, &cx.world);
    let refused = screen.filled.take().filter(|_| screen.awaited.is_none());
    screen.list.form = Some(refused.unwrap_or_else(export::form));
    Outcome::Done
}

/// Makes the export the form asks for.
pub fn submit(screen: &mut Jobs, form: &mut Form, cx: &mut Cx<'_>) -> Option<Outcome> {
    match export::of_form(form) {
        Ok((ask, save)) => {
            screen.filled = Some(form.clone());
            Some(begin(screen, ask, save, cx))
        }
        Err((field, why)) => {
            form.set_error(field, why);
            None
        }
    }
}

/// Starts an export; what the answer is compared with is kept. `save`: its file is saved as soon as there is one.
pub fn begin(screen: &mut Jobs, ask: ExportAsk, save: bool, cx: &mut Cx<'_>) -> Outcome {
    let intent = Intent::Export(ask);
    screen.awaited = Some(Awaited::new(&cx.world).saving(save));
    places::to_exports(screen, &cx.world);
    cx.done(Effect::Write(intent))
}
