//! The verbs that every list has under the same keys and in the same words. A screen lists them among its commands
//! under a name of its own; what they do is said here.

use crate::ui::{Args, Command, Cx, Info, Outcome, When, World, always};

use super::marking::{self, Marked};
use super::{ListScreen, back as go_back, filter as put, neighbour, tab_by_name, turn};

/// A verb that always has a meaning.
pub const fn place<S>(info: Info, run: fn(&mut S, &Args, &mut Cx<'_>) -> Outcome) -> Command<S> {
    Command { info, when: always, run }
}

/// `]`.
pub const fn next_tab<S: ListScreen>(name: &'static str) -> Command<S> {
    place(NEXT_TAB.named(name), |screen, args, cx| turn(screen, args.times() as isize, &cx.world))
}

/// `[`.
pub const fn previous_tab<S: ListScreen>(name: &'static str) -> Command<S> {
    place(PREVIOUS_TAB.named(name), |screen, args, cx| turn(screen, -(args.times() as isize), &cx.world))
}

/// What `]` is called.
pub const NEXT_TAB: Info = Info { doc: "Go to the next tab", short: "tab", keys: &["]"], ..Info::BASE };

/// What `[` is called.
pub const PREVIOUS_TAB: Info = Info { doc: "Go to the tab before", keys: &["["], ..Info::BASE };

/// `:tab`, with the names there are.
pub const fn tab<S: ListScreen>(name: &'static str, names: &'static str) -> Command<S> {
    let info = Info { name, aliases: &["tab"], doc: "Go to a tab by its name", args: names, ..Info::BASE };
    place(info, |screen, args, cx| tab_by_name(screen, args, &cx.world))
}

/// `/`.
pub const fn filter<S: ListScreen>(name: &'static str, footer: u8) -> Command<S> {
    let info = Info {
        name,
        aliases: &["filter"],
        doc: "Filter the list as you type",
        short: "filter",
        keys: &["/"],
        args: "[filter]",
        footer,
        ..Info::BASE
    };
    place(info, |screen, args, cx| put(screen, args, &cx.world))
}

/// `:mark` with words; it goes before the table's own, which marks the row under the cursor.
pub const fn mark<S: Marked>(name: &'static str) -> Command<S> {
    let info = Info {
        name,
        aliases: &["mark"],
        doc: "Mark what a filter finds, or what is named in a file; alone the row under the cursor",
        args: "[filter|from <file>]",
        ..Info::BASE
    };
    Command { info, when: in_list, run: marking::run }
}

/// `}`, where one is opened.
pub const fn next<S: ListScreen>(name: &'static str, doc: &'static str) -> Command<S> {
    let info = Info { name, doc, short: "next", keys: &["}"], footer: 1, ..Info::BASE };
    Command { info, when: opened, run: |screen, args, cx| neighbour(screen, args.times() as isize, cx) }
}

/// `{`, where one is opened.
pub const fn previous<S: ListScreen>(name: &'static str, doc: &'static str) -> Command<S> {
    let info = Info { name, doc, short: "before", keys: &["{"], ..Info::BASE };
    Command { info, when: opened, run: |screen, args, cx| neighbour(screen, -(args.times() as isize), cx) }
}

/// `esc`.
pub const fn back<S: ListScreen>(name: &'static str) -> Command<S> {
    let info = Info { name, doc: "Go one step back", short: "back", keys: &["esc"], ..Info::BASE };
    place(info, |screen, _, cx| go_back(screen, cx))
}

fn opened<S: ListScreen>(screen: &S, _: &World<'_>) -> When {
    match screen.list().detail {
        Some(_) => When::On,
        None => When::Off(format!("Open {} {} first.", article(S::NOUN), S::NOUN)),
    }
}

fn in_list<S: ListScreen>(screen: &S, _: &World<'_>) -> When {
    match screen.list() {
        list if list.detail.is_some() => When::Hidden,
        list if list.table().is_empty() => When::Off(format!("There is no {} here.", S::NOUN)),
        _ => When::On,
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}
