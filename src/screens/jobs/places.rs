//! Where one goes: opening, tabs, neighbours, and the way back.

use crate::base::Id;
use crate::screens::{domains, verbs};
use crate::ui::{Args, Cx, Effect, Outcome, Tone, When, World, copy_menu, text};

use super::state::{Jobs, LINE_TABS, Opened, RowKey};
use super::tabs::{self, TABS, Tab};
use super::{acts, export, facts, files};

const NOTHING: &str = "There is nothing here yet.";

/// Enter on a row.
pub fn open(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    match (&screen.opened, screen.row()) {
        (None, Some(RowKey::Import(id))) => {
            screen.open_import(id, &cx.world);
            Outcome::Done
        }
        (None, Some(RowKey::Export(_))) => match files::look(screen, cx) {
            Some(outcome) => outcome,
            None => details(screen, cx),
        },
        _ => details(screen, cx),
    }
}

/// All that is known of the row under the cursor, as a page.
pub fn details(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let jobs = cx.world.store.jobs();
    let sheet = match screen.table().selected() {
        Some(RowKey::Import(id)) => jobs.import(*id).map(|known| facts::import(known, &cx.world)),
        Some(RowKey::Export(id)) => jobs.export(*id).map(|known| facts::export(known, &cx.world)),
        Some(RowKey::Line(key)) => {
            screen.import().and_then(|id| jobs.lines(id)?.get(*key)).map(|line| facts::line(*key, line, cx.world.zone))
        }
        Some(RowKey::Write(id)) => cx.world.store.journal().get(*id).map(|entry| facts::write(entry, &cx.world)),
        None => None,
    };
    match sheet {
        Some(sheet) => {
            cx.show(sheet);
            Outcome::Done
        }
        None => Outcome::Refused(NOTHING.to_owned()),
    }
}

/// What may be wanted elsewhere: numbers, names, what the service said.
pub fn copy(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let jobs = cx.world.store.jobs();
    let mut items: Vec<(&'static str, String)> = Vec::new();
    match screen.table().selected() {
        Some(RowKey::Import(id)) => items.push(("Number", id.to_string())),
        Some(RowKey::Export(id)) => {
            items.push(("Number", id.to_string()));
            let name = jobs.export(*id).and_then(|known| known.job().file_name.get());
            items.extend(name.map(|name| ("File name", name.line().into_owned())));
        }
        Some(RowKey::Line(key)) => {
            let line = screen.import().and_then(|id| jobs.lines(id)?.get(*key));
            if let Some(name) = line.and_then(crate::store::jobs::Line::domain) {
                items.push(("Domain", name.unicode().to_owned()));
                if name.unicode() != name.punycode() {
                    items.push(("Punycode", name.punycode().to_owned()));
                }
            }
            let notice = line.and_then(|line| line.notice.as_ref());
            items.extend(notice.map(|notice| ("What happened", notice.block().into_owned())));
        }
        Some(RowKey::Write(id)) => {
            let missing = cx.world.store.journal().get(*id).map(super::journal::missing).unwrap_or_default();
            items.push(("Names not found", missing.join("\n")));
        }
        None => {}
    }
    items.retain(|(_, text)| !text.is_empty());
    if items.is_empty() {
        return Outcome::Refused("There is nothing to copy here.".to_owned());
    }
    cx.menu(copy_menu("Copy", items));
    Outcome::Done
}

/// The form for an export of inquiries.
pub fn open_form(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    go(screen, Tab::Exports, &cx.world);
    screen.form = Some(export::form());
    Outcome::Done
}

/// A key of the form; once it is accepted the export is made.
pub fn form_went_on(screen: &mut Jobs, outcome: Outcome, cx: &mut Cx<'_>) -> Outcome {
    let Some(form) = &mut screen.form else { return outcome };
    if !form.take_submitted() {
        return outcome;
    }
    match export::of_form(form) {
        Ok((ask, save)) => {
            screen.form = None;
            acts::export(screen, ask, save, cx)
        }
        Err((field, why)) => {
            form.set_error(field, why);
            Outcome::Refused("A field needs another look.".to_owned())
        }
    }
}

/// `/`, `:filter [text]`.
pub fn filter(screen: &mut Jobs, args: &Args) -> Outcome {
    if args.text.is_empty() {
        screen.bar_mut().open();
    } else {
        screen.bar_mut().set(&args.text);
    }
    Outcome::Done
}

/// Whether there is a name to go to, and a place where names are shown.
pub fn when_domain(screen: &Jobs, world: &World<'_>) -> When {
    match name(screen, world) {
        Some(_) => When::On,
        None if screen.opened.is_some() => When::Off("This line is not a domain.".to_owned()),
        None => When::Off("Open an import; its lines have domains.".to_owned()),
    }
}

fn name(screen: &Jobs, world: &World<'_>) -> Option<crate::base::DomainName> {
    world.store.jobs().lines(screen.import()?)?.get(screen.line()?)?.domain()
}

/// `g d`.
pub fn domain(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = name(screen, &cx.world) else { return Outcome::Refused("This line is not a domain.".to_owned()) };
    cx.push(Effect::Visit(domains::DEF.id, domains::to_open(&name)));
    Outcome::Done
}

/// Goes `by` tabs on: of the opened import, else of the screen. At the ends it goes round.
pub fn tabs(screen: &mut Jobs, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let around = |at: usize, count: usize| (at as isize + by).rem_euclid(count as isize) as usize;
    match &mut screen.opened {
        Some(opened) => opened.tab = around(opened.tab, LINE_TABS.len()),
        None => screen.tab = around(screen.tab, TABS.len()),
    }
    screen.take_rows(&cx.world);
    Outcome::Done
}

/// `:exports`, and `:imports` without a number; where one is there already it says what there is.
pub fn show(screen: &mut Jobs, tab: Tab, cx: &mut Cx<'_>) -> Outcome {
    if screen.opened.is_none() && screen.current_tab() == tab {
        let jobs = cx.world.store.jobs();
        let (there, running) = match tab {
            Tab::Imports => {
                (text::counted(jobs.imports().len() as u64, "import", "imports"), jobs.running_imports().count())
            }
            _ => (text::counted(jobs.exports().len() as u64, "export", "exports"), jobs.running_exports().count()),
        };
        cx.toast(Tone::Info, format!("{there} known, {running} running."));
    }
    go(screen, tab, &cx.world)
}

/// Shows a tab of the screen.
pub fn go(screen: &mut Jobs, tab: Tab, world: &World<'_>) -> Outcome {
    screen.opened = None;
    screen.tab = TABS.iter().position(|row| row.tab == tab).unwrap_or(0);
    screen.take_rows(world);
    Outcome::Done
}

/// `:tab exports`, in an opened import also `:tab errors`.
pub fn tab_by_name(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let names = |screen: &Jobs| {
        let lines = LINE_TABS.iter().map(|(_, title)| title.to_lowercase()).filter(|_| screen.opened.is_some());
        TABS.iter().map(|row| row.name.to_owned()).chain(lines).collect::<Vec<_>>().join(", ")
    };
    let Some(name) = args.words.first() else {
        return Outcome::Refused(format!("Which tab? There is {}.", names(screen)));
    };
    if let Some(opened) = &mut screen.opened
        && let Some(place) = LINE_TABS.iter().position(|(_, title)| title.eq_ignore_ascii_case(name))
    {
        opened.tab = place;
        return Outcome::Done;
    }
    match tabs::place(name) {
        Some(place) => go(screen, TABS[place].tab, &cx.world),
        None => Outcome::Refused(format!(
            "There is no tab “{}”; there is {}.",
            crate::base::clean_line(name),
            names(screen)
        )),
    }
}

/// `:imports`, `:imports 4711`.
pub fn imports(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match args.words.first() {
        None => show(screen, Tab::Imports, cx),
        Some(word) => match word.parse::<i64>() {
            Ok(id) if id > 0 => {
                screen.open_import(Id::new(id), &cx.world);
                Outcome::Done
            }
            _ => Outcome::Refused(format!("“{}” is no number of an import.", crate::base::clean_line(word))),
        },
    }
}

/// How the screen is opened: the name of a tab, `import 4711` or `export 12`.
pub fn arrive(screen: &mut Jobs, args: &Args, world: &World<'_>) -> Outcome {
    let number = |typed: &str| typed.parse::<i64>().ok().filter(|id| *id > 0);
    if args.is_to_list() {
        (screen.opened, screen.form) = (None, None);
        screen.take_rows(world);
    }
    let Some(first) = args.words.first() else { return Outcome::Done };
    match (first.as_str(), args.words.get(1)) {
        ("import", Some(typed)) => match number(typed) {
            Some(id) => {
                screen.open_import(Id::new(id), world);
                Outcome::Done
            }
            None => Outcome::Refused(format!("“{}” is no number of an import.", crate::base::clean_line(typed))),
        },
        ("export", Some(typed)) => {
            let outcome = go(screen, Tab::Exports, world);
            if let Some(id) = number(typed) {
                screen.select_export(Id::new(id));
            }
            outcome
        }
        (name, _) => {
            let Some(place) = tabs::place(name) else {
                let known: Vec<&str> = TABS.iter().map(|row| row.name).collect();
                let name = crate::base::clean_line(name);
                return Outcome::Refused(format!("There is no tab “{name}”; there is {}.", known.join(", ")));
            };
            go(screen, TABS[place].tab, world)
        }
    }
}

/// Opens the import `by` rows further down the list.
pub fn neighbour(screen: &mut Jobs, by: isize, cx: &mut Cx<'_>) -> Outcome {
    let Some(opened) = &screen.opened else { return Outcome::Refused("No import is open.".to_owned()) };
    let tab = opened.tab;
    screen.tables[0].select(&RowKey::Import(opened.id));
    let moved = screen.tables[0].step(by);
    match screen.tables[0].selected().copied() {
        Some(RowKey::Import(id)) if moved => {
            screen.open_import(id, &cx.world);
            screen.opened = Some(Opened::new(id, tab));
            screen.take_rows(&cx.world);
            Outcome::Done
        }
        _ if by > 0 => Outcome::Refused("This is the oldest one known.".to_owned()),
        _ => Outcome::Refused("This is the newest one.".to_owned()),
    }
}

/// One layer back: what is looked for, the marks, the opened import.
pub fn back(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    if screen.bar_mut().clear() || screen.table_mut().clear_marks() {
        return Outcome::Done;
    }
    if screen.opened.take().is_none() {
        verbs::nothing_to_close(cx);
    }
    Outcome::Done
}
