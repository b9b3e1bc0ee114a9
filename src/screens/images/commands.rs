//! The verbs of the screen.

use crate::api::images;
use crate::api::types::Image;
use crate::base::{Id, clean_line, dropped};
use crate::store::shown;
use crate::store::writes::intent::RemoveImage;
use crate::store::{EntryId, ImageKey, State};
use crate::ui::list::verbs;
use crate::ui::widgets::pick;
use crate::ui::{Args, Command, Cx, Effect, Info, Level, Outcome, When, World, copy_menu};

use super::screen::Images;
use super::uses;

/// Verbs while a path or link is typed.
pub const ADDING: &[Command<Images>] = &pick::commands("add");

/// All verbs of the screen.
pub const COMMANDS: &[Command<Images>] = &[
    Info::new("images.add", "Add images from files or links")
        .also(&["upload", "new"])
        .aliases(&["image"])
        .footer(1, &["+"], "add")
        .args("[add <path|link> …|remove <id> …]")
        .calls::<images::Add>(Level::None)
        .run(add),
    Info::new("images.uses", "Show the settings that use the image")
        .footer(2, &["enter"], "used by")
        .run_if(verbs::with_row, |screen, _, cx| {
            screen.list.current().map(|row| row.key).map_or(Outcome::Done, |key| screen.show_uses(key, cx))
        }),
    Info::new("images.cover", "Use the image as a cover of the account, or no longer")
        .footer(3, &["s"], "cover")
        .run_if(with_listed, |screen, _, cx| match screen.list.current().and_then(|row| row.id()) {
            Some(id) => Images::use_as_cover(id, cx),
            None => Outcome::Done,
        }),
    Info::new("images.remove", "Remove the image; one that is being added is not added")
        .also(&["delete"])
        .footer(4, &["d"], "remove")
        .calls::<images::Remove>(Level::Ask)
        .run_if(verbs::with_row, |screen, _, cx| remove_marked(screen, cx)),
    Info::new("images.open", "Open the image in the browser").footer(5, &["o"], "open").run_if(
        with_link,
        |screen, _, cx| {
            let link = screen.list.current().and_then(|row| row.link());
            cx.effects.extend(link.map(|link| Effect::OpenUrl(link.to_owned())));
            Outcome::Done
        },
    ),
    Info::new("images.copy", "Copy the address or the id").also(&["clipboard", "yank"]).keys(&["y"]).run_if(
        verbs::with_row,
        |screen, _, cx| {
            if let Some(row) = screen.list.current() {
                let id = row.id().map(|id| id.to_string()).unwrap_or_default();
                let address = row.link().map(clean_line).unwrap_or_default().into_owned();
                cx.menu(copy_menu("Copy", vec![("Address", address), ("Id", id)]));
            }
            Outcome::Done
        },
    ),
    verbs::filter("images.filter", 6),
];

/// Verb of `esc`: clears what is typed, else closes what the list has open, else stops an upload.
pub const BACK: &[Command<Images>] = &[Command { run: |screen, _, cx| screen.back(cx), ..verbs::back("images.back") }];

fn with_listed(screen: &Images, _: &World<'_>) -> When {
    match screen.list.current().map(|row| row.id()) {
        Some(Some(_)) => When::On,
        Some(None) => When::Off("It is being added.".to_owned()),
        None => When::Off("No image here.".to_owned()),
    }
}

fn with_link(screen: &Images, world: &World<'_>) -> When {
    match with_listed(screen, world) {
        When::On if screen.list.current().and_then(|row| row.link()).is_none() => {
            When::Off("Its address is not known until the list is read again.".to_owned())
        }
        other => other,
    }
}

/// Opens the field; with a path, as in `:image add PATH` or `:add PATH`, adds it at once; `:image remove ID` removes an
/// image.
fn add(screen: &mut Images, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let line = args.text.trim();
    match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
        ("" | "add", "") => screen.open_field(cx),
        ("remove", ids) => return remove_named(screen, ids, cx),
        ("add", paths) => screen.add(dropped(paths), cx),
        _ => screen.add(dropped(line), cx),
    }
    Outcome::Done
}

fn remove_named(screen: &Images, ids: &str, cx: &mut Cx<'_>) -> Outcome {
    let read: Result<Vec<i64>, _> = ids.split_whitespace().map(str::parse).collect();
    let Some(ids) = read.ok().filter(|ids| !ids.is_empty()) else {
        return Outcome::Refused("Usage: :image remove <id> …".to_owned());
    };
    match ids.iter().find(|id| shown::images::lacks(**id, cx.world.store)) {
        Some(none) => Outcome::Refused(format!("There is no image {none} in the account.")),
        None => ask(&ids.into_iter().map(Id::new).collect::<Vec<_>>(), screen, cx),
    }
}

fn remove_marked(screen: &mut Images, cx: &mut Cx<'_>) -> Outcome {
    let adding = screen.list.targets().filter_map(|row| match row.key {
        ImageKey::Adding(entry) => Some(entry),
        ImageKey::Listed(_) => None,
    });
    let adding: Vec<EntryId> = adding.collect();
    for entry in &adding {
        cx.push(stopped(*entry, &cx.world));
    }
    let ids: Vec<_> = screen.list.targets().filter(|row| !row.leaving).filter_map(|row| row.id()).collect();
    match (ids.is_empty(), adding.is_empty()) {
        (true, true) => Outcome::Refused("It is being removed already.".to_owned()),
        (true, false) => Outcome::Done,
        (false, _) => ask(&ids, screen, cx),
    }
}

/// Effect that stops an upload: one that waits is not sent, one under way is cancelled.
pub fn stopped(entry: EntryId, world: &World<'_>) -> Effect {
    let kept = world.store.journal().get(entry);
    let waits = kept.is_some_and(|kept| kept.targets.iter().all(|target| target.state == State::Planned));
    if waits { Effect::TakeBack(entry) } else { Effect::Cancel }
}

/// Asks whether to remove images, naming each with its known uses.
fn ask(ids: &[Id<Image>], screen: &Images, cx: &mut Cx<'_>) -> Outcome {
    let rows = ids.iter().map(|id| (id, screen.list.rows.get(ImageKey::Listed(*id))));
    let named = rows.clone().map(|(id, row)| match row {
        Some(row) => clean_line(&row.address).into_owned(),
        None => format!("image {id}"),
    });
    let samples = named.collect();
    let warnings: Vec<String> = rows.filter_map(|(_, row)| uses::warning(row?)).collect();
    cx.ask_or_write(RemoveImage { images: ids.into() }.into(), samples, |question| question.warnings.extend(warnings))
}
