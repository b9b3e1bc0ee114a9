//! The saved versions of settings: those of the account and the profile, and those of the domains it was opened with, in one
//! list, newest first. Each can be undone by itself. The BIN price of a domain is drawn over time.
//!
//! The versions are the store's (`store/settings/versions.rs`). Look first at `screen.rs`; the undo is `store/intent/kinds/undo_version.rs`.

mod asking;
mod columns;
mod commands;
mod prices;
mod screen;

use std::time::Duration;

use crate::base::{DomainName, Timestamp};
use crate::client::Lane;
use crate::store::Wants;
use crate::store::settings::versions;
use crate::ui::{Args, Effect, ScreenDef, World};

/// Its row in the list of screens.
pub const DEF: ScreenDef = ScreenDef {
    id: screen::ID,
    key: ' ',
    title: "History",
    also: &["versions", "audit", "changes"],
    tab: None,
    badge: |_| None,
    reads: None,
    make: || Box::new(screen::History::default()),
};

/// The option of [`to_open`].
const ONE: &str = "version";

/// Arguments that put the cursor on a version of the account.
pub fn to_open(version: i64) -> Args {
    Args { options: vec![ONE.to_owned()], ..Args::words([version.to_string()]) }
}

/// Opens the history of these domains, or of the one that was typed.
pub fn open(names: &[DomainName], typed: &Args) -> Effect {
    if typed.text.trim().is_empty() {
        super::settings::visit(DEF.id, names)
    } else {
        Effect::Visit(DEF.id, typed.clone())
    }
}

/// Asks for the newest versions of a domain, once one rests on it.
pub fn want_of(name: &DomainName, rest: Duration, wants: &mut Wants) {
    wants.want(&versions::of_domain(name, 1), Lane::Ahead).after = rest;
}

/// Every change of the settings of a domain that is known, the newest first: when, and each setting with its values.
pub fn changes_of(name: &DomainName, world: &World<'_>) -> Vec<(Timestamp, String)> {
    let rows = versions::of_name(name, world.store);
    rows.iter().filter_map(|row| Some((row.date?, row.words(world.store).join(" · ")))).collect()
}
