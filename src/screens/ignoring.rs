//! The question before senders are ignored (row 27): what it means for the inquiries known here, and the room left.

use std::collections::BTreeSet;

use crate::api::limits::SENDERS;
use crate::base::clean_line;
use crate::store::Store;
use crate::store::inquiries::Field;
use crate::store::intent::IgnoreSender;
use crate::ui::text::counted;
use crate::ui::{Confirm, Cx, Effect, Outcome};

/// Addresses spelled out in the question.
const SAMPLES: usize = 5;

/// Asks before these addresses are ignored; those that cannot be are left out and named with the reason.
pub fn ask(addresses: BTreeSet<String>, nothing: &str, cx: &mut Cx<'_>) -> Outcome {
    let store = cx.world.store;
    let (mut why, mut possible) = (None, Vec::new());
    for address in addresses {
        match store.why_not_ignore(&address, cx.world.now) {
            None => possible.push(address),
            Some(reason) => why = why.or(Some(reason)),
        }
    }
    let left = why.as_ref().map_or_else(String::new, |why| format!(" Left out: {why}"));
    let consequence = format!(
        "New inquiries from {} will be ignored. {}{}{left}",
        if possible.len() == 1 { "this address" } else { "these addresses" },
        known(&possible, store),
        room(store)
    );
    match &possible[..] {
        [] => return Outcome::Refused(why.unwrap_or_else(|| nothing.to_owned())),
        [address] => {
            let intent = IgnoreSender { address: address.clone() }.into();
            cx.ask_or_write(intent, Vec::new(), |question| question.consequence = consequence);
        }
        several => {
            let write = |address: &String| Effect::Write(IgnoreSender { address: address.clone() }.into());
            let title = format!("Ignore {} addresses", several.len());
            cx.confirm(Confirm {
                count: several.len(),
                samples: several.iter().take(SAMPLES).map(|address| clean_line(address).into_owned()).collect(),
                consequence,
                way_back: Some("Press u to undo them one by one.".to_owned()),
                ..Confirm::new(title, "ignore them", several.iter().map(write).collect())
            });
        }
    }
    Outcome::Done
}

/// How many inquiries known here came from these addresses.
fn known(addresses: &[String], store: &Store) -> String {
    let from = |email: &str| addresses.iter().any(|address| address.eq_ignore_ascii_case(email.trim()));
    match store.inquiries().snapshot().iter().filter(|(row, ..)| from(row.get(Field::Email))).count() {
        0 => "No loaded inquiries from there.".to_owned(),
        1 => "The 1 already here stays.".to_owned(),
        n => format!("{} already here stay.", counted(n as u64, "inquiry", "inquiries")),
    }
}

fn room(store: &Store) -> String {
    let used = |list: &crate::api::Paged<_>| format!(" {} of {SENDERS} ignored senders used.", list.rows.len());
    store.ignored_senders().map_or_else(String::new, used)
}
