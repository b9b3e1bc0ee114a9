//! Several sections in one list: saved views sort the rows of the tab in front by their filters, one below the other under
//! their names. A row stands in the first section whose filter lets it through, the rest comes last; inside a section the
//! list keeps its order.
//!
//! Look first at `made.rs`, how rows are put together; the command `:sections` is here.

mod made;

use crate::base::unknown;
use crate::store::SavedViews;
use crate::ui::{Args, Cx, Effect, Info, Menu, MenuItem, Outcome};

use super::{ListScreen, take_rows_from_top};

pub(super) use made::{Sections, written};

/// `hot, waiting` as names of saved views.
///
/// # Errors
/// A sentence naming what is no view.
pub(super) fn read<S: ListScreen>(names: &str, saved: &SavedViews) -> Result<Vec<String>, String> {
    let name = |word: &str| {
        let known = || saved.of(S::ABOUT.id).map(|view| view.name.as_str());
        // A line has no blanks in a word.
        let called = |name: &&str| name.eq_ignore_ascii_case(word) || written(name).eq_ignore_ascii_case(word);
        known().find(called).map(str::to_owned).ok_or_else(|| unknown("view", word, known()))
    };
    names.split(',').map(str::trim).filter(|word| !word.is_empty()).map(name).collect()
}

/// Before a view that is to be added or taken away.
const TOGGLE: &str = "toggle ";

/// The command `:sections` of a list with saved views.
pub const INFO: Info = Info::new("", "Show saved views as sections of the list")
    .also(&["group", "views", "split"])
    .aliases(&["sections"])
    .args("[views|toggle <view>|none]");

/// Shows the views that are named as sections; offers them where none is. `command` is the name of the screen's own.
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

/// The sections with these taken away or, where they are not there, added at the end.
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

/// Menu of the views of the list: those that are sections, in their order, then the others.
fn menu<S: ListScreen>(screen: &S, command: &'static str, cx: &mut Cx<'_>) -> Outcome {
    let saved = &cx.world.store.session().views;
    let shown = &screen.list().sections.views;
    let others = saved.of(S::ABOUT.id).map(|view| &view.name).filter(|name| !shown.contains(name));
    let item = |name: &String| {
        // The menu stays open: what an entry does must not depend on what was shown when it opened.
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
