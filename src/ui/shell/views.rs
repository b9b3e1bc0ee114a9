//! Saved views: lists under a name, with the present number of rows of each.

use super::super::{Args, Cx, Effect, Menu, MenuItem, Outcome, Screen, text};
use super::Shell;
use crate::base::{clean_line, not_one_of, unknown};
use crate::store::SavedView;

/// Longest name of a view, in characters.
const LONGEST: usize = 40;

/// Runs `:view save hot`, `:view load hot` and `:view rm hot`.
pub(super) fn view(shell: &mut Shell, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let Some(screen) = shell.screen().filter(|screen| screen.view_line().is_some()) else {
        return Outcome::Refused("This screen has no list to save as a view.".to_owned());
    };
    let id = screen.id();
    let Some((verb, name)) = args.words.split_first() else { return menu(shell, cx) };
    let name = clean_line(&name.join(" ")).trim().to_owned();
    let views = &cx.world.store.session().views;
    let known = || views.of(id).map(|view| view.name.as_str());
    let refused = |name: &str| {
        let none = known().next().is_none().then_some(" No view of this list is saved yet.");
        Outcome::Refused(format!("{}{}", unknown("view", name, known()), none.unwrap_or_default()))
    };
    match verb.as_str() {
        "save" | "load" | "rm" if name.is_empty() => {
            return Outcome::Refused("Usage: :view save|load|rm <name>".to_owned());
        }
        "save" if name.chars().count() > LONGEST => {
            return Outcome::Refused(format!("A view's name has at most {LONGEST} letters."));
        }
        "save" => cx.push(Effect::SaveView { screen: id, name, line: screen.view_line() }),
        "load" => match views.get(id, &name) {
            Some(view) => cx.push(open(id, &view.line)),
            None => return refused(&name),
        },
        "rm" => match views.get(id, &name) {
            Some(view) => {
                let name = view.name.clone();
                cx.push(Effect::SaveView { screen: id, name, line: None });
            }
            None => return refused(&name),
        },
        other => return Outcome::Refused(not_one_of("argument", other, &["save", "load", "rm"])),
    }
    Outcome::Done
}

/// Opens `F`: every view with its number of rows, those of this screen first, and how to save another.
pub(super) fn menu(shell: &mut Shell, cx: &mut Cx<'_>) -> Outcome {
    let now = shell.screen().and_then(Screen::view_line);
    let here = |place: &usize| *place == shell.current && now.is_some();
    let places = || 0..shell.screens.len();
    let order: Vec<usize> = places().filter(here).chain(places().filter(|place| !here(place))).collect();
    let current = shell.current;
    let is_named = |place: usize| place != current || now.is_none();
    let mut items: Vec<MenuItem> =
        order.into_iter().flat_map(|place| items(shell, place, is_named(place), cx)).collect();
    if let Some(now) = now {
        items.push(MenuItem::new("Save what is shown now …", now, vec![Effect::Line("view save ".to_owned())]));
    }
    if items.is_empty() {
        return Outcome::Refused("No view is saved yet. F on a list saves what it shows.".to_owned());
    }
    cx.menu(Menu { title: "Views".to_owned(), items, keep_open: false })
}

/// Menu items of a screen's views. The screen counts their rows; if it was not in front for a while, it is first
/// updated from the store.
fn items(shell: &mut Shell, place: usize, named: bool, cx: &Cx<'_>) -> Vec<MenuItem> {
    let screens = shell.screens;
    let def = &screens[place];
    let mut views = cx.world.store.session().views.of(def.id).peekable();
    if views.peek().is_none() {
        return Vec::new();
    }
    let mut fresh = None;
    let screen = shell.made[place].as_mut().unwrap_or_else(|| fresh.insert((def.make)()));
    screen.sync(&cx.world);
    let item = |view: &SavedView| {
        let count = screen.view_count(&view.line, &cx.world);
        let count = count.value().map_or_else(String::new, |_| format!("{}  ·  ", text::count(&count)));
        let name = if named { format!("{}: {}", def.title, view.name) } else { view.name.clone() };
        MenuItem::new(name, format!("{count}{}", view.line), vec![open(def.id, &view.line)])
    };
    views.map(item).collect()
}

fn open(screen: &'static str, line: &str) -> Effect {
    Effect::Open(screen, Args { text: line.to_owned(), ..Args::words(line.split_whitespace()) })
}
