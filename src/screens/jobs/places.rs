//! Ways from a row, and jumps to an import or export by its number.

use crate::base::Id;
use crate::store::lists::jobs::Only;
use crate::ui::{Args, Cx, Outcome, Place, Sheet, Tone, When, World, copy_menu, list, text};

use super::state::Jobs;
use super::tabs::RowKey;
use super::tabs::Tab;
use super::{facts, files};

const NOTHING: &str = "Nothing here yet.";

/// Enter on a row.
pub fn open(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    match screen.row() {
        Some(RowKey::Import(id)) => screen.open_import(id, Only::All, &cx.world),
        Some(RowKey::Export(_)) if files::look(screen, cx) => {}
        _ => return details(screen, cx),
    }
    Outcome::Done
}

/// All facts about the row under the cursor.
pub fn about(screen: &Jobs, world: &World<'_>) -> Option<Sheet> {
    let jobs = world.store.jobs();
    match screen.row()? {
        RowKey::Import(id) => jobs.import(id).map(|known| facts::import(known, world)),
        RowKey::Export(id) => jobs.export(id).map(|known| facts::export(known, world)),
        RowKey::Line(key) => {
            screen.import().and_then(|id| jobs.lines(id)?.get(key)).map(|line| facts::line(key, line, world.zone))
        }
        RowKey::Write(id) => world.store.journal().get(id).map(|entry| facts::write(entry, world)),
    }
}

/// Opens all facts about the row under the cursor as a page.
pub fn details(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    match about(screen, &cx.world) {
        Some(sheet) => cx.show(sheet),
        None => Outcome::Refused(NOTHING.to_owned()),
    }
}

/// Offers texts to copy: numbers, names, the service's words.
pub fn copy(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let jobs = cx.world.store.jobs();
    let mut items: Vec<(&'static str, String)> = Vec::new();
    match screen.row() {
        Some(RowKey::Import(id)) => items.push(("Number", id.to_string())),
        Some(RowKey::Export(id)) => {
            items.push(("Number", id.to_string()));
            let name = jobs.export(id).and_then(|known| known.job().file_name.get());
            items.extend(name.map(|name| ("File name", name.line().into_owned())));
        }
        Some(RowKey::Line(key)) => {
            let line = screen.import().and_then(|id| jobs.lines(id)?.get(key));
            if let Some(name) = line.and_then(crate::store::lists::jobs::Line::domain) {
                items.push(("Domain", name.unicode().to_owned()));
                if name.unicode() != name.punycode() {
                    items.push(("Punycode", name.punycode().to_owned()));
                }
            }
            let notice = line.and_then(|line| line.notice.as_ref());
            items.extend(notice.map(|notice| ("What happened", notice.block().into_owned())));
        }
        Some(RowKey::Write(id)) => {
            let missing = cx.world.store.journal().get(id).map(super::journal::missing).unwrap_or_default();
            items.push(("Names not found", missing.join("\n")));
        }
        None => {}
    }
    items.retain(|(_, text)| !text.is_empty());
    if items.is_empty() {
        return Outcome::Refused("Nothing to copy here.".to_owned());
    }
    cx.menu(copy_menu("Copy", items))
}

/// Shows the exports, to begin one.
pub fn to_exports(screen: &mut Jobs, world: &World<'_>) {
    if screen.list.detail.is_some() || screen.tab() != Tab::Exports {
        list::jump(screen, Some(Tab::Exports as usize), "", world);
    }
}

/// `g d` is on where the line under the cursor has a domain; else the reason.
pub fn when_domain(screen: &Jobs, world: &World<'_>) -> When {
    match name(screen, world) {
        Some(_) => When::On,
        None if screen.list.detail.is_some() => When::Off("This line is not a domain.".to_owned()),
        None => When::Off("Open an import; its lines have domains.".to_owned()),
    }
}

fn name(screen: &Jobs, world: &World<'_>) -> Option<crate::base::DomainName> {
    world.store.jobs().lines(screen.import()?)?.get(screen.line()?)?.domain()
}

/// `g d`.
pub fn domain(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let Some(name) = name(screen, &cx.world) else { return Outcome::Refused("This line is not a domain.".to_owned()) };
    cx.go(Place::Domain(name))
}

/// `:exports`, and `:imports` without a number; where one is there already it says what there is.
pub fn show(screen: &mut Jobs, tab: Tab, cx: &mut Cx<'_>) -> Outcome {
    if screen.list.detail.is_some() || screen.tab() != tab {
        return list::jump(screen, Some(tab as usize), "", &cx.world);
    }
    let jobs = cx.world.store.jobs();
    let (there, running) = match tab {
        Tab::Imports => {
            (text::counted(jobs.imports().list.rows().len() as u64, "import", "imports"), jobs.imports().how_many_run())
        }
        _ => {
            (text::counted(jobs.exports().list.rows().len() as u64, "export", "exports"), jobs.exports().how_many_run())
        }
    };
    let running = if running.value().is_some() { text::count(&running) } else { "none of them".to_owned() };
    cx.toast(Tone::Info, format!("{there} known, {running} running."));
    Outcome::Done
}

/// `:imports`, `:imports 4711`.
pub fn imports(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match args.words.first() {
        None => show(screen, Tab::Imports, cx),
        Some(word) => numbered(screen, &format!("import {word}"), &cx.world).unwrap_or(Outcome::Done),
    }
}

/// Shows what `import 4711` or `export 12` names; `None` for another line.
pub fn numbered(screen: &mut Jobs, line: &str, world: &World<'_>) -> Option<Outcome> {
    let (kind, typed) = line.split_once(' ').filter(|(kind, _)| ["import", "export"].contains(kind))?;
    let Some(id) = typed.parse::<i64>().ok().filter(|id| *id > 0) else {
        return Some(Outcome::Refused(format!("“{}” is not an {kind} number.", crate::base::clean_line(typed))));
    };
    if kind == "import" {
        screen.open_import(Id::new(id), Only::All, world);
    } else {
        to_exports(screen, world);
        screen.list.select_in(Tab::Exports as usize, RowKey::Export(Id::new(id)));
    }
    Some(Outcome::Done)
}
