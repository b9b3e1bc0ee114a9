//! Questions before acts on inquiries that reach somebody outside.

use std::time::Duration;

use crate::api::senders;
use crate::api::types::Inquiry;
use crate::base::Id;
use crate::client::Lane;
use crate::store::writes::intent::RequestEmail;
use crate::store::{Intent, ParkingEmail, Store, Subject, Wants};
use crate::ui::{Cx, Outcome, World};

/// Age up to which profile and ignored senders are fresh: they change rarely, and mostly through this program.
const FRESH: Duration = Duration::from_secs(10 * 60);

/// Number of names shown in a question, and of those among them that are left out.
const SAMPLES: usize = 5;
const NAMED: usize = 3;

/// Wants the answers that the questions need.
pub fn wants(wants: &mut Wants) {
    Store::want_price_currency(wants, FRESH);
    wants.want(&senders::List {}, Lane::Ahead).fresh_for = FRESH;
}

/// Asks before an act on those targets it is possible for. The question names the others, with the reason why the first
/// one is left out. `write` makes the write for the targets and a sentence on its effect.
pub fn ask(
    targets: Vec<Id<Inquiry>>,
    why_not: impl Fn(Id<Inquiry>) -> Option<String>,
    write: impl FnOnce(Vec<Id<Inquiry>>) -> (Intent, String),
    cx: &mut Cx<'_>,
) -> Outcome {
    let (ids, left): (Vec<_>, Vec<_>) = targets.into_iter().partition(|id| why_not(*id).is_none());
    let why = left.first().and_then(|id| why_not(*id));
    let left_out = match (why, left.as_slice()) {
        (Some(why), [_]) if ids.is_empty() => why,
        (Some(why), [one]) => format!("Left out: {}. {why}", called(*one, &cx.world)),
        (Some(why), left) => {
            let mut names: Vec<String> = left.iter().take(NAMED).map(|id| called(*id, &cx.world)).collect();
            names.extend((left.len() > NAMED).then(|| format!("{} more", left.len() - NAMED)));
            format!("{} left out: {}. The first: {why}", left.len(), names.join(", "))
        }
        (None, _) if ids.is_empty() => "No inquiry here.".to_owned(),
        (None, _) => String::new(),
    };
    if ids.is_empty() {
        return Outcome::Refused(left_out);
    }
    let samples = samples(&ids, &cx.world);
    let (intent, consequence) = write(ids);
    let consequence = if left_out.is_empty() { consequence } else { format!("{consequence} {left_out}") };
    cx.ask_or_write(intent, samples, |question| question.consequence = consequence)
}

/// Domain and buyer of an inquiry.
pub fn called(id: Id<Inquiry>, world: &World<'_>) -> String {
    Subject::Inquiry(id).called(world.store.inquiries())
}

/// Asks before inquiries are emailed to the user again.
pub fn email_to_me(targets: Vec<Id<Inquiry>>, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let (to, place) = match store.grounds().parking_email() {
        ParkingEmail::Is(address) => (address.clone(), address),
        ParkingEmail::None | ParkingEmail::NotKnown => (String::new(), "your confirmed parking address".to_owned()),
    };
    let write = |ids: Vec<_>| {
        let it = if ids.len() == 1 { "It" } else { "Each" };
        (Intent::RequestEmail(RequestEmail { ids, to }), format!("{it} will be sent to {place}."))
    };
    ask(targets, |id| store.grounds().why_not_mail(id), write, cx)
}

/// First few names of these inquiries, for a question.
pub fn samples(ids: &[Id<Inquiry>], world: &World<'_>) -> Vec<String> {
    let index = world.store.inquiries();
    let name = |id: &Id<Inquiry>| {
        let row = index.row(*id)?;
        let who = row.who();
        Some(format!("{} · {who}", row.domain_name().both()))
    };
    ids.iter().take(SAMPLES).filter_map(name).collect()
}
