//! What reaches somebody outside: an inquiry mailed to the seller again, a buyer asked for a working address, a sender
//! ignored from now on. None of it shows at once; each is asked about first.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::api::types::Inquiry;
use crate::api::{inquiries as api, profile, senders};
use crate::base::Id;
use crate::client::Lane;
use crate::screens::ignoring;
use crate::store::intent::{RequestEmail, Unreachable};
use crate::store::{Intent, ParkingEmail, Wants};
use crate::ui::{Args, Command, Cx, Info, Level, Outcome, When};

use super::acts::samples;
use super::state::Inquiries;

/// The profile and the ignored senders change rarely, and mostly by this program.
const FRESH: Duration = Duration::from_secs(10 * 60);

/// The verbs.
pub const CONTACT: &[Command<Inquiries>] = &[
    Info::new("inquiries.request_email", "Email the inquiry to me again")
        .also(&["resend", "mail", "forward"])
        .aliases(&["request-email"])
        .short(&["R"], "email to me")
        .calls::<api::RequestEmail>(Level::Ask)
        .run_if(|screen, world| of_one(screen, |id| world.store.why_not_mail(id)), |screen, _, cx| mail(screen, cx)),
    Info::new("inquiries.unreachable", "Report the buyer as unreachable")
        .also(&["bounce"])
        .aliases(&["unreachable"])
        .keys(&["X"])
        .calls::<api::Unreachable>(Level::Ask)
        .run_if(
            |screen, world| of_one(screen, |id| world.store.why_not_report(id, world.now)),
            |screen, _, cx| report(screen, cx),
        ),
    Info::new("inquiries.ignore", "Ignore the sender")
        .also(&["spam", "block", "ban", "mute"])
        .aliases(&["ignore"])
        .keys(&["i"])
        .args("[address]")
        .calls::<senders::Add>(Level::Ask)
        .run(ignore),
];

/// What the questions need to know.
pub fn wants(wants: &mut Wants) {
    wants.want(&profile::Get {}, Lane::Ahead).fresh_for = FRESH;
    wants.want(&senders::List {}, Lane::Ahead).fresh_for = FRESH;
}

/// Off where the one inquiry it is about cannot be; of several the question says which are left out.
fn of_one(screen: &Inquiries, why_not: impl Fn(Id<Inquiry>) -> Option<String>) -> When {
    match screen.targets()[..] {
        [] => When::Off("No inquiry here.".to_owned()),
        [id] => why_not(id).map_or(When::On, When::Off),
        _ => When::On,
    }
}

/// The targets, where these are all loaded.
fn loaded(screen: &Inquiries) -> Result<Vec<Id<Inquiry>>, String> {
    match screen.everything() {
        Some(_) => Err("This works on loaded inquiries only; mark them with one *.".to_owned()),
        None => Ok(screen.targets()),
    }
}

/// Asks before something is done to the targets it can be done to; of the others it says how many, and why not the
/// first. `write` makes of them the write and what it brings about.
fn ask(
    targets: Vec<Id<Inquiry>>,
    why_not: impl Fn(Id<Inquiry>) -> Option<String>,
    write: impl FnOnce(Vec<Id<Inquiry>>) -> (Intent, String),
    cx: &mut Cx<'_>,
) -> Outcome {
    let (ids, left): (Vec<_>, Vec<_>) = targets.into_iter().partition(|id| why_not(*id).is_none());
    let why = left.first().and_then(|id| why_not(*id));
    if ids.is_empty() {
        return Outcome::Refused(why.unwrap_or_else(|| "No inquiry here.".to_owned()));
    }
    let left_out = match (why, left.len()) {
        (Some(why), 1) => format!(" 1 is left out: {why}"),
        (Some(why), n) => format!(" {n} are left out; the first: {why}"),
        (None, _) => String::new(),
    };
    let samples = samples(&ids, &cx.world);
    let (intent, consequence) = write(ids);
    cx.ask_or_write(intent, samples, |question| question.consequence = consequence + &left_out)
}

fn mail(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    loaded(screen).map_or_else(Outcome::Refused, |targets| email_to_me(targets, cx))
}

/// Asks before inquiries are emailed to the user again.
pub fn email_to_me(targets: Vec<Id<Inquiry>>, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let (to, place) = match store.parking_email() {
        ParkingEmail::Is(address) => (address.clone(), address),
        ParkingEmail::None | ParkingEmail::NotKnown => (String::new(), "your confirmed parking address".to_owned()),
    };
    let write = |ids: Vec<_>| {
        let it = if ids.len() == 1 { "it" } else { "each" };
        (Intent::RequestEmail(RequestEmail { ids, to }), format!("The service emails {it} to {place}."))
    };
    ask(targets, |id| store.why_not_mail(id), write, cx)
}

fn report(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    let (store, now) = (cx.world.store, cx.world.now);
    let write = |ids: Vec<_>| {
        let whom = if ids.len() == 1 { "the buyer" } else { "each buyer" };
        let words = format!("The service asks {whom} for a working address. You can do this once per inquiry.");
        (Intent::Unreachable(Unreachable { ids }), words)
    };
    loaded(screen).map_or_else(Outcome::Refused, |targets| ask(targets, |id| store.why_not_report(id, now), write, cx))
}

fn ignore(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let given = args.text.trim();
    let addresses: BTreeSet<String> = if given.is_empty() {
        if screen.everything().is_some() {
            return Outcome::Refused("Senders can only be ignored for loaded rows; mark them with one *.".to_owned());
        }
        if store.session().redact {
            return Outcome::Refused("Redaction is on; run :redact off first.".to_owned());
        }
        let index = store.inquiries();
        let email = |id: Id<Inquiry>| index.row(id).map(|row| row.email().trim().to_lowercase());
        screen.targets().into_iter().filter_map(email).collect()
    } else {
        [given.to_owned()].into()
    };
    ignoring::ask(addresses, "No inquiry here.", cx)
}
