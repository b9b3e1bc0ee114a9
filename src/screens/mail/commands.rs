//! The verbs of the screen.

use super::state::Mail;
use super::{files, noting, preview, threads};
use crate::api::emails::Download;
use crate::base::DomainName;
use crate::mime::{Kind, Message};
use crate::screens::message::reader::Reader;
use crate::ui::list::verbs;
use crate::ui::{Command, Cx, Info, Level, Outcome, Place, REDACTED, When, World};

fn with_domain(screen: &Mail, world: &World<'_>) -> When {
    When::on_if(domain(screen, world).is_some(), "This message names no parked domain.")
}

/// First parked domain the message was sent to.
fn domain(screen: &Mail, world: &World<'_>) -> Option<DomainName> {
    world.store.mail().row(screen.current()?)?.domains.first().cloned()
}

fn with_message(screen: &Mail, _: &World<'_>) -> When {
    When::on_if(screen.current().is_some(), "No message here.")
}

/// On in the list only, where a message can be opened.
fn can_open(screen: &Mail, world: &World<'_>) -> When {
    if screen.list.detail.is_some() {
        When::Off("The message is open already.".to_owned())
    } else {
        with_message(screen, world)
    }
}

fn in_list(screen: &Mail, world: &World<'_>) -> When {
    match screen.list.detail {
        Some(_) => When::Off("The preview belongs to the list; esc goes back to it.".to_owned()),
        None => with_message(screen, world),
    }
}

fn read(screen: &Mail, world: &World<'_>) -> When {
    let Some(reader) = &screen.list.detail else { return When::Off("Open a message first.".to_owned()) };
    When::on_if(reader.message(world).is_some(), "The message is still loading.")
}

/// On once the message is read, unless it lacks something.
fn unless(screen: &Mail, world: &World<'_>, lacks: fn(&Message) -> bool, why: &str) -> When {
    let full = screen.list.detail.as_ref().and_then(|reader| reader.message(world));
    if full.is_some_and(|full| lacks(&full.message)) { When::Off(why.to_owned()) } else { read(screen, world) }
}

fn with_files(screen: &Mail, world: &World<'_>) -> When {
    unless(screen, world, |message| message.attachments.is_empty(), "No file is attached.")
}

fn with_links(screen: &Mail, world: &World<'_>) -> When {
    let body = screen.list.detail.as_ref().and_then(|reader| reader.body(world));
    match body {
        Some(body) if body.links.iter().all(|link| link.host.is_empty()) => {
            When::Off("This message has no web links.".to_owned())
        }
        _ => read(screen, world),
    }
}

fn with_html(screen: &Mail, world: &World<'_>) -> When {
    let has_none = |message: &Message| message.bodies.iter().all(|body| body.kind != Kind::Html);
    unless(screen, world, has_none, "The message has no HTML.")
}

fn with_bodies(screen: &Mail, world: &World<'_>) -> When {
    unless(screen, world, |message| message.bodies.len() < 2, "The message has one text only.")
}

/// Changes what is shown of the message: another body, or the quoted parts.
fn look(screen: &mut Mail, change: fn(&mut Reader, usize), cx: &Cx<'_>) -> Outcome {
    let many =
        screen.list.detail.as_ref().and_then(|reader| reader.message(&cx.world)).map(|full| full.message.bodies.len());
    if let Some(reader) = &mut screen.list.detail {
        change(reader, many.unwrap_or(1).max(1));
        reader.view.reset();
    }
    Outcome::Done
}

/// Words that `:tab` accepts.
const NAMES: &str = if cfg!(feature = "images") {
    "inbox|contains|similar|extension|all|message|headers|raw|pictures"
} else {
    "inbox|contains|similar|extension|all|message|headers|raw"
};

/// Verb for the next unread message. In an opened message, a search in its text uses the same key.
pub const UNREAD: &[Command<Mail>] = &[Info::new("mail.next_unread", "Go to the next unread message")
    .aliases(&["next-unread"])
    .keys(&["N"])
    .run_if(with_message, |screen, _, cx| noting::next_unread(screen, cx))];

/// True while a message is open and its text is not searched.
pub fn reads_on(screen: &Mail) -> bool {
    screen.list.detail.as_ref().is_some_and(|reader| !reader.view.is_sought())
}

/// All other verbs of the screen.
pub const COMMANDS: &[Command<Mail>] = &[
    Info::new("mail.open", "Read the message").footer(1, &["enter"], "read").run_if(can_open, |screen, _, _| {
        if let Some(key) = screen.current() {
            screen.open_message(key);
        }
        Outcome::Done
    }),
    Info::new("mail.save_file", "Save a file of the message")
        .also(&["attachment", "download"])
        .aliases(&["attach"])
        .footer(3, &["a"], "save a file")
        .args("[<number>|all [path]]")
        .run_if(with_files, files::attachment),
    Info::new("mail.open_file", "Open a file of the message in another program (asks first)")
        .also(&["attachment", "view"])
        .aliases(&["open-file"])
        .keys(&["O"])
        .args("[<number>]")
        .run_if(with_files, files::open),
    Info::new("mail.browser", "View the HTML in the browser (asks first)")
        .also(&["html"])
        .aliases(&["browser"])
        .keys(&["B"])
        .run_if(with_html, |screen, _, cx| files::browser(screen, cx)),
    Info::new("mail.pipe", "Pipe the message to a command (asks first)")
        .aliases(&["pipe"])
        .keys(&["|"])
        .args("<command>")
        .run_if(read, files::pipe),
    Info::new("mail.link", "Open a link of the message (asks first, shows its real host)")
        .also(&["url", "browser"])
        .footer(4, &["o"], "open a link")
        .run_if(with_links, files::link),
    Info::new("mail.body", "Switch between text and HTML")
        .also(&["html", "plain"])
        .keys(&["H"])
        .run_if(with_bodies, |screen, _, cx| {
            look(screen, |reader, many| reader.body = (reader.body.min(many - 1) + 1) % many, cx)
        }),
    Info::new("mail.quotes", "Show or fold the quoted parts")
        .also(&["fold", "unfold"])
        .keys(&["z"])
        .run_if(read, |screen, _, cx| look(screen, |reader, _| reader.unfolded = !reader.unfolded, cx)),
    Info::new("mail.save", "Save the message as it was sent (.eml)")
        .also(&["eml", "download", "export"])
        .keys(&["S"])
        .args("[path]")
        .calls::<Download>(Level::None)
        .run_if(with_message, files::whole),
    Info::new("mail.toggle_star", "Star or unstar, on this computer")
        .also(&["flag"])
        .aliases(&["star"])
        .footer(5, &["s"], "star")
        .run_if(with_message, |screen, _, cx| {
            noting::toggle(screen, |mark| mark.starred, |mark, to| mark.starred = to, ["starred", "unstarred"], cx)
        }),
    Info::new("mail.toggle_read", "Mark read or unread, on this computer").also(&["unread"]).keys(&["m"]).run_if(
        with_message,
        |screen, _, cx| {
            let words = ["marked as read", "marked as unread"];
            noting::toggle(screen, |mark| mark.read, |mark, to| mark.read = to, words, cx)
        },
    ),
    Info::new("mail.note", "Note something, on this computer (- deletes the note)")
        .also(&["comment"])
        .aliases(&["note"])
        .keys(&["c"])
        .args("<words>")
        .run_if(with_message, noting::write),
    Info::new("mail.copy", "Copy a field, or the text")
        .also(&["clipboard", "yank"])
        .keys(&["y"])
        .run_if(with_message, |screen, _, cx| files::copy(screen, "Copy from the message", cx)),
    Info::new("mail.reply", "Copy what a reply needs; Parkade sends none")
        .keys(&["r", "R"])
        .run_if(with_message, |screen, _, cx| {
            files::copy(screen, "Replying to caught mail is not offered; copy instead", cx)
        }),
    Info::new("mail.delete", "Say why caught mail cannot be removed").keys(&["d"]).run_if(with_message, |_, _, _| {
        let why = "Caught mail cannot be removed: the service offers no way to. m marks it as read";
        Outcome::Refused(why.to_owned())
    }),
    Info::new("mail.threads", "Group messages by conversation, or show each alone")
        .also(&["thread", "conversation", "references"])
        .aliases(&["threads"])
        .keys(&["t"])
        .run_if(in_list, |screen, _, cx| threads::toggle(screen, cx)),
    Info::new("mail.preview", "Show or hide the preview")
        .keys(&["p"])
        .run_if(in_list, |screen, _, _| preview::toggle(screen)),
    Info::new("mail.pane", "Switch between list and preview")
        .keys(&["tab", "shift-tab"])
        .run_if(in_list, |screen, _, _| preview::turn(screen)),
    verbs::next("mail.next", "Next message"),
    verbs::previous("mail.previous", "Previous message"),
    verbs::filter("mail.filter", 2),
    verbs::form("mail.form", "Search or filter with a form"),
    verbs::next_tab("mail.next_tab"),
    verbs::previous_tab("mail.previous_tab"),
    verbs::tab("mail.tab", NAMES),
    Info::new("mail.its_domain", "Open the domain it was sent to")
        .keys(&["g d"])
        .run_if(with_domain, |screen, _, cx| cx.go(domain(screen, &cx.world).map(Place::Domain))),
    Info::new("mail.its_inquiries", "Show inquiries about the domain it was sent to")
        .keys(&["g i"])
        .run_if(with_domain, |screen, _, cx| cx.go(domain(screen, &cx.world).map(Place::InquiriesOf))),
    Info::new("mail.its_sender", "Show everything from its sender").also(&["buyer", "person"]).keys(&["g b"]).run_if(
        with_message,
        |screen, _, cx| {
            let mail = cx.world.store.mail();
            let row = screen.current().and_then(|key| mail.row(key)).filter(|row| row.sender.contains('@'));
            let Some(row) = row else { return Outcome::Refused("This message names no sender.".to_owned()) };
            if cx.world.store.session().redact {
                return Outcome::Refused(REDACTED.to_owned());
            }
            cx.go(Place::Buyer(row.sender.to_string(), None))
        },
    ),
    Info::new("mail.visitors", "Show who visits the domain it was sent to")
        .also(&["insights", "report"])
        .keys(&["g v"])
        .run_if(with_domain, |screen, _, cx| cx.go(domain(screen, &cx.world).map(Place::VisitorsOf))),
    verbs::back("mail.back"),
];
