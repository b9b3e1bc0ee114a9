//! Places opened from a row, and going to an import or export by its number.

use crate::base::{Id, clean_line};
use crate::store::lists::jobs::Only;
use crate::ui::{Args, Cx, Effect, Glyphs, Outcome, Save, Sheet, Tone, When, World, copy_menu, list, text};

use super::imports::opened;
use super::row::{Cells, NO_IMPORT, RowKey};
use super::state::Jobs;
use super::tabs::TABS;
use super::{exports, imports};

/// Cells of the rows, in plain text.
fn cells<'a>(screen: &Jobs, world: &World<'a>) -> Cells<'a> {
    Cells::new(world, screen.import(), Glyphs::get(true))
}

/// Sheet with all facts about the row under the cursor.
pub fn about(screen: &Jobs, world: &World<'_>) -> Option<Sheet> {
    screen.row()?.row().facts(&cells(screen, world))
}

/// Runs enter: opens the row, or its details where nothing else opens.
pub fn open(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    match screen.row() {
        Some(key) if key.row().open(screen, cx) => Outcome::Done,
        _ => details(screen, cx),
    }
}

/// Opens the sheet with all facts about the row under the cursor.
pub fn details(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    match about(screen, &cx.world) {
        Some(sheet) => cx.show(sheet),
        None => Outcome::Refused("Nothing here yet.".to_owned()),
    }
}

/// Opens a menu of texts to copy: numbers, names, the service's words.
pub fn copy(screen: &mut Jobs, cx: &mut Cx<'_>) -> Outcome {
    let menu = copy_menu("Copy", screen.row().map_or_else(Vec::new, |key| key.row().copies(&cells(screen, &cx.world))));
    if menu.items.is_empty() {
        return Outcome::Refused("Nothing to copy here.".to_owned());
    }
    cx.menu(menu)
}

/// On where the subject has a file that can be saved.
pub fn when_save(screen: &Jobs, world: &World<'_>) -> When {
    match file(screen, world) {
        Ok(_) => When::On,
        Err(why) => When::Off(why),
    }
}

/// Runs `S` and `:download [path]`: saves the file of an export, or the input of an import.
pub fn save(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match file(screen, &cx.world) {
        Ok(save) => cx.done(Effect::Save(Box::new(save.to_path(&args.path(0))))),
        Err(why) => Outcome::Refused(why),
    }
}

fn file(screen: &Jobs, world: &World<'_>) -> Result<Save, String> {
    screen.subject().ok_or_else(|| "No file here.".to_owned())?.row().file(world)
}

/// On where the import in front can be run again, or the write in front can be sent again.
pub fn when_again(screen: &Jobs, world: &World<'_>) -> When {
    screen.subject().map_or_else(|| When::Off(NO_IMPORT.to_owned()), |key| key.row().when_again(world))
}

/// Runs `R` and `:rerun [number]`.
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

/// Shows a list, for `:exports` and for `:imports` without a number. If it is in front already, a message has its
/// counts.
pub fn show(screen: &mut Jobs, tab: usize, cx: &mut Cx<'_>) -> Outcome {
    if screen.list.detail.is_some() || screen.list.tab != tab {
        return list::jump(screen, Some(tab), "", &cx.world);
    }
    let of = &TABS[tab];
    let (known, [_, running]) = ((of.tab.rows)(screen, &cx.world).len(), (of.tab.counts)(screen, &cx.world));
    // The name of a list is the plural of its rows.
    let there = text::counted(known as u64, of.name.trim_end_matches('s'), of.name);
    let running = if running.value().is_some() { text::count(&running) } else { "none of them".to_owned() };
    cx.toast(Tone::Info, format!("{there} known, {running} running."));
    Outcome::Done
}

/// Runs `:imports` and `:imports 4711`.
pub fn imports(screen: &mut Jobs, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    match args.words.first() {
        None => show(screen, imports::tab(), cx),
        Some(word) => numbered(screen, &format!("import {word}"), &cx.world).unwrap_or(Outcome::Done),
    }
}

/// Shows the job that `import 4711` or `export 12` names; `None` for any other line.
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
