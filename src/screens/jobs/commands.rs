//! The verbs of the screen, each said once; what the moving keys do is said by the table.

use crate::ui::{Args, Command, Cx, Info, Outcome, When, World, always};

use super::places;
use super::state::Jobs;

type Verb = Command<Jobs>;

/// A verb that always has a meaning.
const fn place(info: Info, run: fn(&mut Jobs, &Args, &mut Cx<'_>) -> Outcome) -> Verb {
    Command { info, when: always, run }
}

/// A verb on the row in front of the user.
const fn verb(info: Info, run: fn(&mut Jobs, &Args, &mut Cx<'_>) -> Outcome) -> Verb {
    Command { info, when: with_row, run }
}

fn with_row(screen: &Jobs, _: &World<'_>) -> When {
    if screen.table().selected().is_some() { When::On } else { When::Off("There is nothing here yet.".to_owned()) }
}

fn in_import(screen: &Jobs, _: &World<'_>) -> When {
    if screen.opened.is_some() { When::On } else { When::Hidden }
}

/// All verbs of the screen.
pub const COMMANDS: &[Verb] = &[
    verb(
        Info {
            name: "jobs.open",
            doc: "Open: the lines of an import, all that is known of anything else",
            short: "open",
            keys: &["enter"],
            footer: 1,
            ..Info::BASE
        },
        |screen, _, cx| places::open(screen, cx),
    ),
    verb(
        Info {
            name: "jobs.details",
            aliases: &["details"],
            doc: "Show all that is known of it",
            short: "details",
            keys: &["p"],
            footer: 6,
            ..Info::BASE
        },
        |screen, _, cx| places::details(screen, cx),
    ),
    verb(
        Info { name: "jobs.copy", doc: "Copy a name or number of it", short: "copy", keys: &["y"], ..Info::BASE },
        |screen, _, cx| places::copy(screen, cx),
    ),
    place(
        Info { name: "jobs.next_tab", doc: "Go to the next tab", keys: &["]"], short: "tab", footer: 7, ..Info::BASE },
        |screen, args, cx| places::tabs(screen, args.times() as isize, cx),
    ),
    place(
        Info { name: "jobs.previous_tab", doc: "Go to the tab before", keys: &["["], ..Info::BASE },
        |screen, args, cx| places::tabs(screen, -(args.times() as isize), cx),
    ),
    place(
        Info {
            name: "jobs.tab",
            aliases: &["tab"],
            doc: "Go to a tab by its name",
            args: "imports|exports|all|errors|warnings|ignored",
            ..Info::BASE
        },
        places::tab_by_name,
    ),
    place(
        Info {
            name: "jobs.imports",
            aliases: &["imports"],
            doc: "Show the imports, or the one of that number",
            args: "[number]",
            everywhere: true,
            ..Info::BASE
        },
        places::imports,
    ),
    place(
        Info { name: "jobs.exports", aliases: &["exports"], doc: "Show the exports", everywhere: true, ..Info::BASE },
        |screen, _, cx| places::show(screen, super::tabs::Tab::Exports, cx),
    ),
    Command {
        info: Info {
            name: "jobs.next",
            doc: "Go to the import after this one",
            short: "next",
            keys: &["}"],
            ..Info::BASE
        },
        when: in_import,
        run: |screen, args, cx| places::neighbour(screen, args.times() as isize, cx),
    },
    Command {
        info: Info {
            name: "jobs.previous",
            doc: "Go to the import before this one",
            short: "before",
            keys: &["{"],
            ..Info::BASE
        },
        when: in_import,
        run: |screen, args, cx| places::neighbour(screen, -(args.times() as isize), cx),
    },
    place(
        Info {
            name: "jobs.back",
            doc: "Go one step back; what runs keeps running",
            short: "back",
            keys: &["esc"],
            ..Info::BASE
        },
        |screen, _, cx| places::back(screen, cx),
    ),
];
