//! The verbs of the screen, each said once; what the moving keys do is said by the table and the text view.

use crate::api::Request;
use crate::api::inquiries as api;
use crate::store::Mark;
use crate::ui::list::verbs::{self, place};
use crate::ui::{Args, Command, Cx, Info, Level, Outcome, When, World};

use super::state::Inquiries;
use super::{acts, copy, goto, places, reply};

type Verb = Command<Inquiries>;

/// A verb on inquiries: off while there is none.
const fn verb(info: Info, run: fn(&mut Inquiries, &Args, &mut Cx<'_>) -> Outcome) -> Verb {
    Command { info, when: with_inquiry, run }
}

fn with_inquiry(screen: &Inquiries, _: &World<'_>) -> When {
    if screen.current().is_some() { When::On } else { When::Off("There is no inquiry here.".to_owned()) }
}

fn with_domain(screen: &Inquiries, world: &World<'_>) -> When {
    match places::domain(screen, world) {
        Some(_) => When::On,
        None => When::Off("This inquiry names no domain.".to_owned()),
    }
}

fn with_buyer(screen: &Inquiries, world: &World<'_>) -> When {
    match places::buyer(screen, world) {
        Some(_) => When::On,
        None if world.store.session().redact => When::Off("Names are masked; :redact off comes first.".to_owned()),
        None => When::Off("This inquiry names no buyer.".to_owned()),
    }
}

/// While all targets are archived or hidden, `a` brings them back; this scope then covers the key.
pub const BRING_BACK: &[Verb] = &[verb(
    Info {
        name: "bringback.bring_back",
        doc: "Bring back from the archive or from hiding",
        short: "bring back",
        keys: &["a"],
        endpoint: Some(<api::Unarchive as Request>::ENDPOINT),
        level: Level::Undo,
        footer: 2,
        ..Info::BASE
    },
    |screen, _, cx| match screen.brings_back {
        Some(mark) => acts::set(screen, mark, false, cx),
        None => Outcome::Refused("It is in the active list already.".to_owned()),
    },
)];

/// All verbs of the screen.
pub const COMMANDS: &[Verb] = &[
    Command {
        info: Info {
            name: "inquiries.open",
            doc: "Open the inquiry",
            short: "open",
            keys: &["enter"],
            footer: 1,
            ..Info::BASE
        },
        when: |screen, world| match &screen.list.detail {
            None => with_inquiry(screen, world),
            Some(detail) if detail.on_history() && !detail.history.table.is_empty() => When::On,
            Some(_) => When::Off("It is open already.".to_owned()),
        },
        run: |screen, _, cx| places::open(screen, cx),
    },
    verb(
        Info {
            name: "inquiries.archive",
            aliases: &["archive"],
            doc: "Archive, so that it leaves the active list",
            short: "archive",
            keys: &["a"],
            endpoint: Some(<api::Archive as Request>::ENDPOINT),
            level: Level::Undo,
            footer: 2,
            ..Info::BASE
        },
        |screen, _, cx| acts::set(screen, Mark::Archived, true, cx),
    ),
    verb(
        Info {
            name: "inquiries.toggle_star",
            doc: "Star, or take the star off",
            short: "star",
            keys: &["s"],
            endpoint: Some(<api::Star as Request>::ENDPOINT),
            level: Level::Undo,
            footer: 3,
            ..Info::BASE
        },
        |screen, _, cx| acts::toggle(screen, Mark::Starred, cx),
    ),
    verb(
        Info {
            name: "inquiries.reply",
            aliases: &["reply"],
            doc: "Reply in your editor, beginning with a template",
            short: "reply",
            keys: &["r"],
            args: "[template]",
            footer: 4,
            ..Info::BASE
        },
        reply::reply,
    ),
    verb(
        Info {
            name: "inquiries.toggle_read",
            doc: "Mark read, or unread when it is read",
            short: "read",
            keys: &["m"],
            endpoint: Some(<api::Read as Request>::ENDPOINT),
            level: Level::Undo,
            footer: 4,
            ..Info::BASE
        },
        |screen, _, cx| acts::toggle(screen, Mark::Read, cx),
    ),
    verb(
        Info {
            name: "inquiries.hide",
            aliases: &["hide"],
            doc: "Hide from every list; several at once are asked about first",
            short: "hide",
            keys: &["d"],
            endpoint: Some(<api::Hide as Request>::ENDPOINT),
            level: Level::Undo,
            footer: 5,
            ..Info::BASE
        },
        |screen, _, cx| acts::set(screen, Mark::Hidden, true, cx),
    ),
    mark("inquiries.read", &["read"], "Mark read", <api::Read as Request>::ENDPOINT, |screen, _, cx| {
        acts::set(screen, Mark::Read, true, cx)
    }),
    mark("inquiries.unread", &["unread"], "Mark unread", <api::Unread as Request>::ENDPOINT, |screen, _, cx| {
        acts::set(screen, Mark::Read, false, cx)
    }),
    mark("inquiries.star", &["star"], "Star", <api::Star as Request>::ENDPOINT, |screen, _, cx| {
        acts::set(screen, Mark::Starred, true, cx)
    }),
    mark("inquiries.unstar", &["unstar"], "Take the star off", <api::Unstar as Request>::ENDPOINT, |screen, _, cx| {
        acts::set(screen, Mark::Starred, false, cx)
    }),
    mark(
        "inquiries.unarchive",
        &["unarchive"],
        "Bring back from the archive",
        <api::Unarchive as Request>::ENDPOINT,
        |screen, _, cx| acts::set(screen, Mark::Archived, false, cx),
    ),
    mark(
        "inquiries.restore",
        &["restore"],
        "Bring back from hiding",
        <api::Restore as Request>::ENDPOINT,
        |screen, _, cx| acts::set(screen, Mark::Hidden, false, cx),
    ),
    verb(
        Info {
            name: "inquiries.copy",
            doc: "Copy a field of the inquiry, or of all marked ones",
            short: "copy",
            keys: &["y"],
            footer: 7,
            ..Info::BASE
        },
        |screen, _, cx| copy::copy(screen, cx),
    ),
    verbs::mark("inquiries.mark"),
    verbs::filter("inquiries.filter", 6),
    Command {
        info: Info {
            name: "inquiries.preview",
            doc: "Show or hide the preview",
            short: "preview",
            keys: &["p"],
            ..Info::BASE
        },
        when: |screen, world| match screen.list.detail {
            Some(_) => When::Off("The preview belongs to the list; esc goes back to it.".to_owned()),
            None => with_inquiry(screen, world),
        },
        run: |screen, _, _| places::preview(screen),
    },
    verb(
        Info {
            name: "inquiries.pane",
            doc: "Go between the list and its preview, to scroll it",
            short: "pane",
            keys: &["tab", "shift-tab"],
            ..Info::BASE
        },
        |screen, _, _| places::pane(screen),
    ),
    verbs::next_tab("inquiries.next_tab"),
    verbs::previous_tab("inquiries.previous_tab"),
    verbs::tab("inquiries.tab", "active|unread|starred|unsent|archived|hidden|all|message|buyer|history|flow|raw"),
    verbs::next("inquiries.next", "Go to the next inquiry"),
    verbs::previous("inquiries.previous", "Go to the inquiry before"),
    Command {
        info: Info {
            name: "inquiries.of_domain",
            doc: "All inquiries about this domain",
            short: "its inquiries",
            keys: &["g i"],
            ..Info::BASE
        },
        when: with_domain,
        run: |screen, _, cx| places::of_domain(screen, cx),
    },
    Command {
        info: Info {
            name: "inquiries.its_domain",
            doc: "Open this domain",
            short: "its domain",
            keys: &["g d"],
            ..Info::BASE
        },
        when: with_domain,
        run: |screen, _, cx| places::its_domain(screen, cx),
    },
    Command {
        info: Info {
            name: "inquiries.of_buyer",
            doc: "All inquiries from this buyer",
            short: "its buyer",
            keys: &["g b"],
            ..Info::BASE
        },
        when: with_buyer,
        run: |screen, _, cx| places::of_buyer(screen, cx),
    },
    place(
        Info {
            name: "inquiries.goto",
            aliases: &["goto"],
            doc: "Go to an inquiry by its number or reference, or to those about a domain",
            args: "<number|reference|domain>",
            everywhere: true,
            ..Info::BASE
        },
        goto::goto,
    ),
    place(
        Info {
            name: "inquiries.mark_read",
            doc: "When an inquiry counts as read, until the program ends",
            args: "on_open|manual|preview",
            ..Info::BASE
        },
        |screen, args, _| places::mark_read(screen, args),
    ),
    verbs::back("inquiries.back"),
];

/// A mark set by its name on the `:` line.
const fn mark(
    name: &'static str,
    aliases: &'static [&'static str],
    doc: &'static str,
    endpoint: &'static crate::api::Endpoint,
    run: fn(&mut Inquiries, &Args, &mut Cx<'_>) -> Outcome,
) -> Verb {
    verb(Info { name, aliases, doc, endpoint: Some(endpoint), level: Level::Undo, ..Info::BASE }, run)
}
