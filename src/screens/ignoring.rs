//! The question before senders are ignored (row 27): what it means for the inquiries known here, and the room left; and
//! the offer that follows a yes, to hide what they have sent already.

use std::collections::BTreeSet;

use crate::api::limits::SENDERS;
use crate::api::types::Inquiry;
use crate::base::{Id, clean_line};
use crate::store::index::inquiries::Field;
use crate::store::shown;
use crate::store::writes::intent::{IgnoreSender, SetMark};
use crate::store::{Intent, Mark, Store};
use crate::ui::text::counted;
use crate::ui::{Confirm, Cx, Effect, Outcome};

/// Addresses spelled out in the question.
const SAMPLES: usize = 5;

/// Asks before these addresses are ignored; those that cannot be are left out and named with the reason.
pub fn ask(addresses: BTreeSet<String>, nothing: &str, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let (mut why, mut possible) = (None, Vec::new());
    for address in addresses {
        match store.grounds().why_not_ignore(&address, cx.world.now) {
            None => possible.push(address),
            Some(reason) => why = why.or(Some(reason)),
        }
    }
    let already_here = already_here(&possible, store);
    let known = known(already_here.len());
    let offer = offer_to_hide(&possible, already_here, store);
    let left = why.as_ref().map_or_else(String::new, |why| format!(" Left out: {why}"));
    let consequence = format!(
        "New inquiries from {} will be ignored. {}{}{left}",
        if possible.len() == 1 { "this address" } else { "these addresses" },
        known,
        room(store)
    );
    if possible.is_empty() {
        return Outcome::Refused(why.unwrap_or_else(|| nothing.to_owned()));
    }
    // The title names a single one.
    let named = if possible.len() > 1 { SAMPLES } else { 0 };
    let samples = possible.iter().take(named).map(|address| clean_line(address).into_owned()).collect();
    cx.ask_or_write(IgnoreSender { addresses: possible }.into(), samples, |question| {
        question.consequence = consequence;
        question.effects_on_yes.extend(offer);
    })
}

/// The inquiries known here from these addresses that are not hidden.
fn already_here(addresses: &[String], store: &Store) -> Vec<Id<Inquiry>> {
    let from = |email: &str| addresses.iter().any(|address| address.eq_ignore_ascii_case(email.trim()));
    let index = store.inquiries();
    let all = index.snapshot();
    let of_them = all.iter().filter(|(row, ..)| from(row.get(Field::Email))).map(|(row, ..)| row.id);
    of_them.filter(|id| index.row(*id).is_some_and(|row| !row.hidden())).collect()
}

fn known(count: usize) -> String {
    match count {
        0 => "No loaded inquiries from there.".to_owned(),
        1 => "After that you can hide the inquiry already here.".to_owned(),
        n => format!("After that you can hide the {} already here.", counted(n as u64, "inquiry", "inquiries")),
    }
}

/// The question that follows a yes: hide what they have sent already. It hides nothing unless it is answered with yes.
fn offer_to_hide(addresses: &[String], ids: Vec<Id<Inquiry>>, store: &Store) -> Option<Effect> {
    let count = ids.len();
    if count == 0 {
        return None;
    }
    let samples = ids.iter().take(SAMPLES).filter_map(|id| Some(store.inquiries().row(*id)?.domain_name().both()));
    let samples = samples.collect();
    let whom = match addresses {
        [address] => clean_line(address).into_owned(),
        _ => "them".to_owned(),
    };
    let title = format!("Also hide {} from {whom}", counted(count as u64, "inquiry", "inquiries"));
    let intent = Intent::Mark(SetMark { ids, mark: Mark::Hidden, to: true });
    let rule = intent.rule();
    let (consequence, way_back) = (rule.consequence.to_owned(), Some(rule.way_back.to_owned()));
    let action = if count == 1 { "hide it" } else { "hide them" };
    let question = Confirm::new(title, action, vec![Effect::Write(intent)]);
    Some(Effect::Confirm(Box::new(Confirm { count, samples, consequence, way_back, ..question })))
}

fn room(store: &Store) -> String {
    let used = |list: &crate::api::Paged<_>| format!(" {} of {SENDERS} ignored senders used.", list.rows.len());
    shown::senders::listed(store).map_or_else(String::new, used)
}
