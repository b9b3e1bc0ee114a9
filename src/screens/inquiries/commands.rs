//! Verbs of the screen. Keys that only move are described by the table and the text view.

use crate::api::Request;
use crate::api::inquiries as api;
use crate::screens::{lead, turn};
use crate::store::Mark;
use crate::ui::list::{noting, sections, verbs};
use crate::ui::{Command, Info, Level, Outcome, Place, REDACTED, Run, When, World};

use super::state::Inquiries;
use super::state::is_unknown;
use super::{DEF, acts, copy, goto, places};

type Verb = Command<Inquiries>;

fn with_inquiry(screen: &Inquiries, world: &World<'_>) -> When {
    match screen.current() {
        Some(id) if is_unknown(id, world) => When::Off(format!("No inquiry {id}.")),
        Some(_) => When::On,
        None => When::Off("No inquiry here.".to_owned()),
    }
}

fn with_domain(screen: &Inquiries, world: &World<'_>) -> When {
    When::on_if(places::domain(screen, world).is_some(), "This inquiry names no domain.")
}

fn with_buyer(screen: &Inquiries, world: &World<'_>) -> When {
    match places::buyer(screen, world) {
        Some(_) => When::On,
        None if world.store.session().redact => When::Off(REDACTED.to_owned()),
        None => When::Off("This inquiry names no buyer.".to_owned()),
    }
}

/// Makes the function that sets a mark on the targets (`true`) or removes it (`false`).
macro_rules! set {
    ($mark:ident, $to:literal) => {
        |screen, _, cx| acts::set(screen, Mark::$mark, $to, cx)
    };
}

/// Verbs while all targets are archived: `a` unarchives them instead of archiving.
pub const UNARCHIVE: &[Verb] = &[Info::new("archived.unarchive", "Unarchive")
    .also(&["restore"])
    .footer(2, &["a"], "unarchive")
    .calls::<api::Unarchive>(Level::Undo)
    .run_if(with_inquiry, set!(Archived, false))];

/// Verbs while all targets are hidden: `a` unhides them instead of archiving.
pub const UNHIDE: &[Verb] = &[Info::new("hidden.unhide", "Unhide")
    .also(&["restore"])
    .footer(2, &["a"], "unhide")
    .calls::<api::Restore>(Level::Undo)
    .run_if(with_inquiry, set!(Hidden, false))];

/// Verbs while all targets are read: `m` marks them unread instead of read.
pub const UNREAD: &[Verb] = &[Info::new("read.unread", "Mark unread")
    .footer(4, &["m"], "unread")
    .calls::<api::Unread>(Level::Undo)
    .run_if(with_inquiry, set!(Read, false))];

/// Verbs of the `:` line that remove a mark, also when only some of the targets have it.
pub const BY_NAME: &[Verb] = &[
    mark::<api::Unarchive>("inquiries.unarchive", &["unarchive"], "Unarchive", set!(Archived, false)),
    mark::<api::Restore>("inquiries.restore", &["unhide", "restore"], "Unhide", set!(Hidden, false)),
];

/// All verbs of the screen.
pub const COMMANDS: &[Verb] = &[
    Info::new("inquiries.open", "Open the inquiry").footer(1, &["enter"], "open").run_if(
        |screen, world| match &screen.list.detail {
            None => with_inquiry(screen, world),
            Some(detail) if detail.on_history() && !detail.history.table.is_empty() => When::On,
            Some(_) => When::Off("The inquiry is open already.".to_owned()),
        },
        |screen, _, cx| places::open(screen, cx),
    ),
    Info::new("inquiries.archive", "Archive")
        .also(&["done"])
        .aliases(&["archive"])
        .footer(2, &["a"], "archive")
        .calls::<api::Archive>(Level::Undo)
        .run_if(with_inquiry, set!(Archived, true)),
    Info::new("inquiries.toggle_star", "Star or unstar")
        .also(&["flag", "favorite"])
        .footer(3, &["s"], "star")
        .calls::<api::Star>(Level::Undo)
        .run_if(with_inquiry, |screen, _, cx| acts::toggle(screen, Mark::Starred, cx)),
    Info::new("inquiries.reply", "Reply in your editor, from a template")
        .also(&["answer", "respond", "accept", "offer"])
        .aliases(&["reply"])
        .footer(4, &["r"], "reply")
        .args("[template]")
        .run_if(with_inquiry, acts::reply),
    Info::new("inquiries.toggle_read", "Mark read or unread")
        .footer(4, &["m"], "read")
        .calls::<api::Read>(Level::Undo)
        .run_if(with_inquiry, |screen, _, cx| acts::toggle(screen, Mark::Read, cx)),
    Info::new("inquiries.hide", "Hide from every list")
        .also(&["delete", "remove", "trash"])
        .aliases(&["hide"])
        .footer(5, &["d"], "hide")
        .calls::<api::Hide>(Level::Undo)
        .run_if(with_inquiry, set!(Hidden, true)),
    Info::new("inquiries.answered", "Mark answered or unanswered")
        .also(&["replied", "unanswered"])
        .aliases(&["answered"])
        .keys(&["A"])
        .run_if(with_inquiry, |screen, _, cx| acts::toggle_answered(screen, cx)),
    Info::new("inquiries.score", "Explain the lead score").also(&["why", "lead", "rank"]).keys(&["="]).run_if(
        with_inquiry,
        |screen, _, cx| match screen.current() {
            Some(id) => lead::explain(&screen.leads, id, cx),
            None => Outcome::Refused("No inquiry here.".to_owned()),
        },
    ),
    lead::PIN.named("inquiries.pin").run_if(with_inquiry, |screen, args, cx| lead::pin(&screen.targets(), args, cx)),
    noting::note("inquiries.note"),
    noting::tag("inquiries.tag"),
    noting::snooze("inquiries.snooze"),
    noting::remind("inquiries.remind"),
    noting::quote("inquiries.quote"),
    Info::new("inquiries.status", "Set whose turn it is, won or lost")
        .also(&["won", "lost", "sold", "deal", "turn"])
        .aliases(&["status"])
        .keys(&["S"])
        .args("[mine|theirs|won [price]|lost [reason]|auto]")
        .run_if(with_inquiry, |screen, args, cx| turn::set(DEF.id, &screen.targets(), args, cx)),
    by_name::<api::Read>("inquiries.read", &["read"], "Mark read", set!(Read, true)),
    by_name::<api::Unread>("inquiries.unread", &["unread"], "Mark unread", set!(Read, false)),
    by_name::<api::Star>("inquiries.star", &["star"], "Star", set!(Starred, true)),
    by_name::<api::Unstar>("inquiries.unstar", &["unstar"], "Unstar", set!(Starred, false)),
    Info::new("inquiries.copy", "Copy a field")
        .also(&["clipboard", "yank"])
        .footer(7, &["y"], "copy")
        .run_if(with_inquiry, |screen, _, cx| copy::copy(screen, cx)),
    verbs::mark("inquiries.mark"),
    verbs::filter("inquiries.filter", 6),
    verbs::form("inquiries.form", "Edit the filter in a form"),
    Info::new("inquiries.preview", "Show or hide the preview").keys(&["p"]).run_if(
        |screen, world| match screen.list.detail {
            Some(_) => When::Off("The preview belongs to the list; esc goes back to it.".to_owned()),
            None => with_inquiry(screen, world),
        },
        |screen, _, _| places::preview(screen),
    ),
    Info::new("inquiries.pane", "Switch between list and preview")
        .keys(&["tab", "shift-tab"])
        .run_if(with_inquiry, |screen, _, _| places::pane(screen)),
    verbs::next_tab("inquiries.next_tab"),
    verbs::previous_tab("inquiries.previous_tab"),
    sections::INFO
        .named("inquiries.sections")
        .run(|screen, args, cx| sections::show(screen, "inquiries.sections", args, cx)),
    verbs::tab("inquiries.tab", "active|unread|starred|unsent|archived|hidden|all|message|buyer|history|flow|raw"),
    Command { run: |screen, _, cx| places::neighbour(screen, 1, cx), ..verbs::next("inquiries.next", "Next inquiry") },
    Command {
        run: |screen, _, cx| places::neighbour(screen, -1, cx),
        ..verbs::previous("inquiries.previous", "Previous inquiry")
    },
    Info::new("inquiries.of_domain", "Show all inquiries about this domain")
        .keys(&["g i"])
        .run_if(with_domain, |screen, _, cx| places::of_domain(screen, cx)),
    Info::new("inquiries.its_domain", "Open this domain")
        .keys(&["g d"])
        .run_if(with_domain, |screen, _, cx| places::its_domain(screen, cx)),
    Info::new("inquiries.visitors", "Show who visits this domain")
        .also(&["insights", "report"])
        .keys(&["g v"])
        .run_if(with_domain, |screen, _, cx| cx.go(places::domain(screen, &cx.world).map(Place::VisitorsOf))),
    Info::new("inquiries.its_mail", "Show mail sent to this domain")
        .also(&["email", "catchall"])
        .keys(&["g m"])
        .run_if(with_domain, |screen, _, cx| cx.go(places::domain(screen, &cx.world).map(Place::MailOf))),
    Info::new("inquiries.of_buyer", "Show everything from this buyer")
        .also(&["person", "history", "mail"])
        .keys(&["g b"])
        .run_if(with_buyer, |screen, _, cx| places::of_buyer(screen, cx)),
    Info::new("inquiries.goto", "Go to an inquiry by number, or to a domain's inquiries")
        .also(&["jump"])
        .aliases(&["goto"])
        .args("<number|reference|domain>")
        .everywhere()
        .run(goto::goto),
    Info::new("inquiries.mark_read", "Set when an inquiry counts as read in this session")
        .args("on_open|manual|preview")
        .run(|screen, args, _| places::mark_read(screen, args)),
    Command { run: |screen, _, cx| places::back(screen, cx), ..verbs::back("inquiries.back") },
];

/// Command for the `:` line only; a key does the same under another name.
const fn by_name<R: Request>(
    name: &'static str,
    aliases: &'static [&'static str],
    doc: &'static str,
    run: Run<Inquiries>,
) -> Verb {
    let verb = mark::<R>(name, aliases, doc, run);
    Command { info: verb.info.by_name(), ..verb }
}

/// Command for the `:` line that sets or removes a mark.
const fn mark<R: Request>(
    name: &'static str,
    aliases: &'static [&'static str],
    doc: &'static str,
    run: Run<Inquiries>,
) -> Verb {
    Info::new(name, doc).aliases(aliases).calls::<R>(Level::Undo).run_if(with_inquiry, run)
}
