//! Several sections in one list: saved views divide the rows of the tab in front by their filters, each under its name.
//! A row is in the first section whose filter it passes; other rows come last. Inside a section the list keeps its
//! order.
//!
//! Look first at `made.rs`, how rows are grouped; the command `:sections` is here.

mod made;

use crate::base::unknown;
use crate::store::SavedViews;
use crate::ui::{Args, Cx, Effect, Info, Menu, MenuItem, Outcome};

use super::{ListScreen, take_rows_from_top};

pub(super) use made::{Sections, written};

/// Names of saved views read from `hot, waiting`.
///
/// # Errors
/// A sentence naming the word that is not a view.
pub(super) fn read<S: ListScreen>(names: &str, saved: &SavedViews) -> Result<Vec<String>, String> {
    let name = |word: &str| {
        let known = || saved.of(S::ABOUT.id).map(|view| view.name.as_str());
        // On a line, a view's name has no blanks.
        let called = |name: &&str| name.eq_ignore_ascii_case(word) || written(name).eq_ignore_ascii_case(word);
        known().find(called).map(str::to_owned).ok_or_else(|| unknown("view", word, known()))
    };
    names.split(',').map(str::trim).filter(|word| !word.is_empty()).map(name).collect()
}

/// Prefix for a view to be added or removed.
const TOGGLE: &str = "toggle ";

/// Definition of the command `:sections`.
pub const INFO: Info = Info::new("", "Show saved views as sections of the list")
    .also(&["group", "views", "split"])
    .aliases(&["sections"])
    .args("[views|toggle <view>|none]");

/// Shows the named views as sections; without a name, offers the views in a menu. `command` is the screen's own
/// command.
pub fn show<S: ListScreen>(screen: &mut S, command: &'static str, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let saved = &cx.world.store.session().views;
    let typed = args.text.trim();
    let views = match typed {
        "" => return menu(screen, command, cx),
        "none" | "off" => Vec::new(),
        line => {
            let (names, turned) = line.strip_prefix(TOGGLE).map_or((line, false), |name| (name, true));
            match read::<S>(names, saved) {
                Ok(views) if turned => turn(&screen.list().sections.views, views),
                Ok(views) => views,
                Err(why) => return Outcome::Refused(why),
            }
        }
    };
    screen.list_mut().sections.views = views;
    take_rows_from_top(screen, &cx.world);
    Outcome::Done
}

/// Sections after removing these views or, if they are not among them, adding them at the end.
fn turn(shown: &[String], views: Vec<String>) -> Vec<String> {
    let mut to = shown.to_vec();
    for view in views {
        match to.iter().position(|known| *known == view) {
            Some(at) => _ = to.remove(at),
            None => to.push(view),
        }
    }
    to
}

/// Menu of the list's views: those that are sections, in their order, then the others.
fn menu<S: ListScreen>(screen: &S, command: &'static str, cx: &mut Cx<'_>) -> Outcome {
    let saved = &cx.world.store.session().views;
    let shown = &screen.list().sections.views;
    let others = saved.of(S::ABOUT.id).map(|view| &view.name).filter(|name| !shown.contains(name));
    let item = |name: &String| {
        // The menu stays open, so what an item does must not depend on what was shown when it opened.
        let line = format!("{TOGGLE}{}", written(name));
        let run = Effect::Run(command, Args { text: line, ..Args::default() });
        MenuItem { on: Some(shown.contains(name)), ..MenuItem::new(name.clone(), "", vec![run]) }
    };
    let items: Vec<MenuItem> = shown.iter().chain(others).map(item).collect();
    if items.is_empty() {
        return Outcome::Refused("No view of this list is saved yet; F saves what it shows.".to_owned());
    }
    cx.menu(Menu { title: "Sections".to_owned(), items, keep_open: true });
    Outcome::Done
}
