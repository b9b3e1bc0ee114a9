//! Verbs that every list has, with the same keys and words. A screen adds them to its commands under names of its own;
//! what they do is defined here.

use crate::ui::widgets::BESIDE;
use crate::ui::{Command, Info, Outcome, When, World};

use super::marking::{self, Marked};
use super::{ListScreen, back as go_back, filter as put, front, neighbour, tab_by_name, turn};

/// Note while the moving keys scroll the preview. Without a preview beside the list, the command is refused.
pub const SCROLLING: &str = "Scrolling the preview · j k scroll · tab back to the list";
pub const ONE_PANE: &str = "There is one pane only; p shows the preview.";

/// Command of `]`.
pub const fn next_tab<S: ListScreen>(name: &'static str) -> Command<S> {
    NEXT_TAB.named(name).run(|screen, _, cx| turn(screen, 1, cx))
}

/// Command of `[`.
pub const fn previous_tab<S: ListScreen>(name: &'static str) -> Command<S> {
    PREVIOUS_TAB.named(name).run(|screen, _, cx| turn(screen, -1, cx))
}

/// Definition of the command of `]`.
pub const NEXT_TAB: Info = Info::new("", "Next tab").footer(9, &["]", "right"], "next tab");

/// Definition of the command of `[`.
pub const PREVIOUS_TAB: Info = Info::new("", "Previous tab").keys(&["[", "left"]);

/// Command `:tab`, with the names it takes.
pub const fn tab<S: ListScreen>(name: &'static str, names: &'static str) -> Command<S> {
    let info = Info::new(name, "Go to a tab by name").aliases(&["tab"]).args(names);
    info.run(|screen, args, cx| tab_by_name(screen, args, cx))
}

/// Command of `/`.
pub const fn filter<S: ListScreen>(name: &'static str, footer: u8) -> Command<S> {
    let info = Info::new(name, "Filter the list as you type")
        .also(&["search", "find"])
        .aliases(&["filter"])
        .footer(footer, &["/"], "filter")
        .args("[filter]");
    info.run(|screen, args, cx| put(screen, args, &cx.world))
}

/// Command of `p`.
pub const fn preview<S: ListScreen>(name: &'static str) -> Command<S> {
    Info::new(name, "Show or hide the preview").keys(&["p"]).run_if(has_preview, |screen, _, _| turn_preview(screen))
}

/// Command of `tab`, which lets the moving keys scroll the preview.
pub const fn pane<S: ListScreen>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Switch between list and preview").keys(&["tab", "shift-tab"]);
    info.run_if(has_preview, |screen, _, _| {
        if !front::has_preview(screen) {
            return Outcome::Refused(ONE_PANE.to_owned());
        }
        let list = screen.list_mut();
        list.in_preview = !list.in_preview;
        Outcome::Done
    })
}

/// On while the list has a row to preview.
pub fn has_preview<S: ListScreen>(screen: &S, _: &World<'_>) -> When {
    match screen.list().detail {
        Some(_) => When::Off("The preview belongs to the list; esc goes back to it.".to_owned()),
        None if screen.list().table().is_empty() => When::Off("Nothing here has a preview.".to_owned()),
        None => When::On,
    }
}

fn turn_preview<S: ListScreen>(screen: &mut S) -> Outcome {
    let list = screen.list_mut();
    if list.width < BESIDE {
        return Outcome::Refused(format!("The preview needs a window of {BESIDE} columns; enter opens the row."));
    }
    (list.hides_preview, list.in_preview) = (!list.hides_preview, false);
    Outcome::Done
}

/// Command of `f`.
pub const fn form<S: ListScreen>(name: &'static str, doc: &'static str) -> Command<S> {
    Info::new(name, doc).keys(&["f"]).run(|screen, _, _| super::form::open(screen))
}

/// Command `:mark` with words. It comes before the table's own, which marks the row under the cursor.
pub const fn mark<S: Marked>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Mark rows by filter or file; with no argument, the current row")
        .aliases(&["mark"])
        .args("[all|from <file>|<filter>]");
    info.run_if(in_list, marking::run)
}

/// Command of `J`, which opens the next row; off while no row is open.
pub const fn next<S: ListScreen>(name: &'static str, doc: &'static str) -> Command<S> {
    let info = Info::new(name, doc).footer(1, &["J", "}"], "next");
    info.run_if(opened, |screen, _, cx| neighbour(screen, 1, cx))
}

/// Command of `K`, which opens the previous row; off while no row is open.
pub const fn previous<S: ListScreen>(name: &'static str, doc: &'static str) -> Command<S> {
    let info = Info::new(name, doc).footer(9, &["K", "{"], "previous");
    info.run_if(opened, |screen, _, cx| neighbour(screen, -1, cx))
}

/// Command of `esc`.
pub const fn back<S: ListScreen>(name: &'static str) -> Command<S> {
    let info = Info::new(name, "Back one step: clear the marks, then the filter").keys(&["esc"]);
    info.run(|screen, _, cx| go_back(screen, cx))
}

/// On while the list has a row to act on.
pub fn with_row<S: ListScreen>(screen: &S, _: &World<'_>) -> When {
    if screen.list().table().is_empty() { When::Off(format!("No {} here.", S::ABOUT.noun)) } else { When::On }
}

fn opened<S: ListScreen>(screen: &S, _: &World<'_>) -> When {
    match screen.list().detail {
        Some(_) => When::On,
        None => When::Off(format!("Open {} {} first.", article(S::ABOUT.noun), S::ABOUT.noun)),
    }
}

fn in_list<S: ListScreen>(screen: &S, world: &World<'_>) -> When {
    match screen.list() {
        list if list.detail.is_some() => When::Hidden,
        _ => with_row(screen, world),
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}
