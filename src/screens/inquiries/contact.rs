//! Acts that reach somebody outside: emailing an inquiry to the seller again, asking a buyer for a working address,
//! ignoring a sender from now on. Their effect is not visible at once, so each asks first.

use std::collections::BTreeSet;

use crate::api::types::Inquiry;
use crate::api::{inquiries as api, senders};
use crate::base::Id;
use crate::screens::ignoring;
use crate::screens::inquiry::contact::{ask, called, email_to_me};
use crate::store::Intent;
use crate::store::writes::intent::Unreachable;
use crate::ui::{Args, Command, Cx, Info, Level, Outcome, REDACTED, When, World};

use super::state::Inquiries;

pub const CONTACT: &[Command<Inquiries>] = &[
    Info::new("inquiries.request_email", "Email this inquiry to me")
        .also(&["resend", "mail", "forward"])
        .aliases(&["request-email"])
        .short(&["R"], "email to me")
        .calls::<api::RequestEmail>(Level::Ask)
        .run_if(
            |screen, world| of_one(screen, world, |id| world.store.grounds().why_not_mail(id)),
            |screen, _, cx| mail(screen, cx),
        ),
    Info::new("inquiries.unreachable", "Report the buyer as unreachable")
        .also(&["bounce"])
        .aliases(&["unreachable"])
        .keys(&["X"])
        .calls::<api::Unreachable>(Level::Ask)
        .run_if(
            |screen, world| of_one(screen, world, |id| world.store.grounds().why_not_report(id, world.now)),
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

/// Off with the reason when the only target cannot be acted on. For several targets the question says which are left
/// out.
fn of_one(screen: &Inquiries, world: &World<'_>, why_not: impl Fn(Id<Inquiry>) -> Option<String>) -> When {
    match screen.targets()[..] {
        [] => When::Off("No inquiry here.".to_owned()),
        // The marked row may be far from the cursor.
        [id] if screen.current() != Some(id) => {
            why_not(id).map_or(When::On, |why| When::Off(format!("{}: {why}", called(id, world))))
        }
        [id] => why_not(id).map_or(When::On, When::Off),
        _ => When::On,
    }
}

/// Targets, if all of them are loaded.
///
/// # Errors
/// A sentence when some are not.
fn loaded(screen: &Inquiries) -> Result<Vec<Id<Inquiry>>, String> {
    match screen.everything() {
        Some(_) => Err("This works on loaded inquiries only; mark them with one *.".to_owned()),
        None => Ok(screen.targets()),
    }
}

fn mail(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    loaded(screen).map_or_else(Outcome::Refused, |targets| email_to_me(targets, cx))
}

fn report(screen: &mut Inquiries, cx: &mut Cx<'_>) -> Outcome {
    let (store, now) = (cx.world.store, cx.world.now);
    let write = |ids: Vec<_>| {
        let whom = if ids.len() == 1 { "the buyer" } else { "each buyer" };
        let words = format!("The service asks {whom} for a working address. You can do this once per inquiry.");
        (Intent::Unreachable(Unreachable { ids }), words)
    };
    loaded(screen)
        .map_or_else(Outcome::Refused, |targets| ask(targets, |id| store.grounds().why_not_report(id, now), write, cx))
}

fn ignore(screen: &mut Inquiries, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let given = args.text.trim();
    let addresses: BTreeSet<String> = if given.is_empty() {
        if screen.everything().is_some() {
            return Outcome::Refused("Senders can only be ignored for loaded rows; mark them with one *.".to_owned());
        }
        if store.session().redact {
            return Outcome::Refused(REDACTED.to_owned());
        }
        let index = store.inquiries();
        let email = |id: Id<Inquiry>| index.row(id).map(|row| row.email().trim().to_lowercase());
        screen.targets().into_iter().filter_map(email).collect()
    } else {
        [given.to_owned()].into()
    };
    ignoring::ask(addresses, "No inquiry here.", cx)
}
