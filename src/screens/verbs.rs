//! The verbs that every screen with tabs and a list has under the same keys and in the same words. Each screen lists
//! them in its `commands.rs` under a name of its own and says what they do there.

use crate::ui::{Args, Command, Cx, Info, Outcome, Tone, always};

/// Esc on a list with nothing left to close: the list stays, and the keys that lead on are named.
pub fn nothing_to_close(cx: &mut Cx<'_>) {
    cx.toast(Tone::Info, "Nothing to close here · - previous screen · q quit");
}

/// A verb that always has a meaning.
pub const fn place<S>(info: Info, run: fn(&mut S, &Args, &mut Cx<'_>) -> Outcome) -> Command<S> {
    Command { info, when: always, run }
}

/// `]`.
pub const fn next_tab(name: &'static str) -> Info {
    Info { name, doc: "Go to the next tab", short: "tab", keys: &["]"], ..Info::BASE }
}

/// `[`.
pub const fn previous_tab(name: &'static str) -> Info {
    Info { name, doc: "Go to the tab before", keys: &["["], ..Info::BASE }
}

/// `:tab`, with the names there are.
pub const fn tab(name: &'static str, names: &'static str) -> Info {
    Info { name, aliases: &["tab"], doc: "Go to a tab by its name", args: names, ..Info::BASE }
}

/// `{`, where one is opened.
pub const fn previous(name: &'static str, doc: &'static str) -> Info {
    Info { name, doc, short: "before", keys: &["{"], ..Info::BASE }
}
