//! Question before senders are ignored: what that means for the known inquiries, and how many places are left. One of
//! its keys also hides what they have sent already.

use std::collections::BTreeSet;

use crate::api::limits::SENDERS;
use crate::api::types::Inquiry;
use crate::base::{Id, clean_line};
use crate::store::index::inquiries::Field;
use crate::store::shown;
use crate::store::writes::intent::{IgnoreSender, SetMark};
use crate::store::{Intent, Mark, Store};
use crate::ui::text::counted;
use crate::ui::{Confirm, Cx, Effect, More, Outcome};

/// Number of addresses named in the question.
const SAMPLES: usize = 5;

/// Asks before these addresses are ignored. Those that cannot be are left out, with the reason for the first one.
pub fn ask(addresses: BTreeSet<String>, nothing: &str, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let (mut why, mut possible) = (None, Vec::new());
    for address in addresses {
        match store.grounds().why_not_ignore(&address, cx.world.now) {
            None => possible.push(address),
            Some(reason) => why = why.or(Some(reason)),
        }
    }
    let here = already_here(&possible, store);
    let many = here.len();
    // Hiding `TYPED_FROM` or more inquiries needs a question of its own.
    let hides = (1..Confirm::TYPED_FROM).contains(&many) && possible.len() < Confirm::TYPED_FROM;
    let known = known(many, hides);
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
    // A single address is named in the title.
    let named = if possible.len() > 1 { SAMPLES } else { 0 };
    let samples = possible.iter().take(named).map(|address| clean_line(address).into_owned()).collect();
    cx.ask_or_write(IgnoreSender { addresses: possible }.into(), samples, |question| {
        question.consequence = consequence;
        let hide = Effect::Write(Intent::Mark(SetMark { ids: here, mark: Mark::Hidden, to: true }));
        question.more = hides.then(|| More {
            key: 'b',
            action: format!("ignore and hide {}", counted(many as u64, "inquiry", "inquiries")),
            effects: question.effects_on_yes.iter().cloned().chain([hide]).collect(),
        });
    })
}

/// Known inquiries from these addresses that are not hidden.
fn already_here(addresses: &[String], store: &Store) -> Vec<Id<Inquiry>> {
    let from = |email: &str| addresses.iter().any(|address| address.eq_ignore_ascii_case(email.trim()));
    let index = store.inquiries();
    let all = index.snapshot();
    let of_them = all.iter().filter(|(row, ..)| from(row.get(Field::Email))).map(|(row, ..)| row.id);
    of_them.filter(|id| index.row(*id).is_some_and(|row| !row.hidden())).collect()
}

/// Sentence on the inquiries already here, with the key that hides them if there is one.
fn known(count: usize, hides: bool) -> String {
    let them = counted(count as u64, "inquiry", "inquiries");
    match count {
        0 => "No loaded inquiries from there.".to_owned(),
        1 => "The inquiry already here stays; b hides it, too.".to_owned(),
        _ if hides => format!("The {them} already here stay; b hides those, too."),
        _ => format!("The {them} already here stay."),
    }
}

fn room(store: &Store) -> String {
    let used = |list: &crate::api::Paged<_>| format!(" {} of {SENDERS} ignored senders used.", list.rows.len());
    shown::senders::listed(store).map_or_else(String::new, used)
}
