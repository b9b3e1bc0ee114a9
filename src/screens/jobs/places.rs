//! Ways from a row, and jumps to an import or export by its number.

use crate::base::{Id, clean_line};
use crate::store::lists::jobs::Only;
use crate::ui::{Args, Cx, Effect, Glyphs, Outcome, Save, Sheet, Tone, When, World, copy_menu, list, text};

use super::imports::opened;
use super::row::{Cells, NO_IMPORT, RowKey};
use super::state::Jobs;
use super::tabs::TABS;
use super::{exports, imports};

/// The cells of the rows, in plain text.
fn cells<'a>(screen: &Jobs, world: &World<'a>) -> Cells<'a> {
    Cells::new(world, screen.import(), Glyphs::get(true))
}

/// All facts about the row under the cursor.
pub fn about(screen: &Jobs, world: &World<'_>) -> Option<Sheet> {
    screen.row()?.row().facts(&cells(screen, world))
}

/// Enter on a row.
pub fn open(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    match screen.row() {
        Some(key) if key.row().open(screen, cx) => Outcome::Done,
        _ => details(screen, cx),
    }
}

/// Opens all facts about the row under the cursor as a page.
pub fn details(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    match about(screen, &cx.world) {
        Some(sheet) => cx.show(sheet),
        None => Outcome::Refused("Nothing here yet.".to_owned()),
    }
}

/// Offers texts to copy: numbers, names, the service's words.
pub fn copy(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let menu = copy_menu("Copy", screen.row().map_or_else(Vec::new, |key| key.row().copies(&cells(screen, &cx.world))));
    if menu.items.is_empty() {
        return Outcome::Refused("Nothing to copy here.".to_owned());
    }
    cx.menu(menu)
}

/// On where what is in front has a file that can be saved.
pub fn when_save(screen: &Jobs, world: &World<'_>) -> When {
    match file(screen, world) {
        Ok(_) => When::On,
        Err(why) => When::Off(why),
    }
}

/// `S`, `:download [path]`: the export's file, or the input of an import.
pub fn save(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match file(screen, &cx.world) {
        Ok(save) => cx.done(Effect::Save(Box::new(save.to_path(&args.path(0))))),
        Err(why) => Outcome::Refused(why),
    }
}

fn file(screen: &Jobs, world: &World<'_>) -> Result<Save, String> {
    screen.subject().ok_or_else(|| "No file here.".to_owned())?.row().file(world)
}

/// On where the import in front of the user can be run again, or a write of the queue can be sent all the same.
pub fn when_again(screen: &Jobs, world: &World<'_>) -> When {
    screen.subject().map_or_else(|| When::Off(NO_IMPORT.to_owned()), |key| key.row().when_again(world))
}

/// `R`, `:rerun [number]`.
pub fn again(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let key = match args.words.first().map(|word| (word, word.parse::<i64>())) {
        Some((_, Ok(id))) => Some(RowKey::Import(Id::new(id))),
        Some((word, Err(_))) => {
            return Outcome::Refused(format!("“{}” is not an import number.", clean_line(word)));
        }
        None => screen.subject(),
    };
    key.map_or_else(|| Outcome::Refused(NO_IMPORT.to_owned()), |key| key.row().again(screen, cx))
}

/// `:exports`, and `:imports` without a number; where one is there already it says what there is.
pub fn show(screen: &mut Jobs, tab: usize, cx: &mut Cx<'_>) -> Outcome {
    if screen.list.detail.is_some() || screen.list.tab != tab {
        return list::jump(screen, Some(tab), "", &cx.world);
    }
    let of = &TABS[tab];
    let (known, [_, running]) = ((of.tab.rows)(screen, &cx.world).len(), (of.tab.counts)(screen, &cx.world));
    // A list is named after its rows.
    let there = text::counted(known as u64, of.name.trim_end_matches('s'), of.name);
    let running = if running.value().is_some() { text::count(&running) } else { "none of them".to_owned() };
    cx.toast(Tone::Info, format!("{there} known, {running} running."));
    Outcome::Done
}

/// `:imports`, `:imports 4711`.
pub fn imports(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match args.words.first() {
        None => show(screen, imports::tab(), cx),
        Some(word) => numbered(screen, &format!("import {word}"), &cx.world).unwrap_or(Outcome::Done),
    }
}

/// Shows what `import 4711` or `export 12` names; `None` for another line.
pub fn numbered(screen: &mut Jobs, line: &str, world: &World<'_>) -> Option<Outcome> {
    let (kind, typed) = line.split_once(' ').filter(|(kind, _)| ["import", "export"].contains(kind))?;
    let Some(id) = typed.parse::<i64>().ok().filter(|id| *id > 0) else {
        return Some(Outcome::Refused(format!("“{}” is not an {kind} number.", clean_line(typed))));
    };
    if kind == "import" {
        opened::open(screen, Id::new(id), Only::All, world);
    } else {
        exports::show(screen, world);
        screen.list.select_in(exports::tab(), RowKey::Export(Id::new(id)));
    }
    Some(Outcome::Done)
}
