//! Settings and prices of the marked domains.

use crate::base::DomainName;
use crate::screens::domain::pricing;
use crate::sheets::Slot;
use crate::ui::{Args, Cx, Outcome, Place, World};

use super::state::Domains;

/// Under which the user's editor gives the price sheet back.
const SLOT: Slot = "prices";
/// The names an act on settings is about: the opened one, those marked, or the one under the cursor.
pub(super) fn names(screen: &Domains, world: &World<'_>) -> Vec<DomainName> {
    let index = world.store.domains();
    let keys = screen.targets(world);
    keys.into_iter().filter_map(|key| Some(index.row(key)?.domain_name())).collect()
}

/// Opens the settings of these domains.
pub fn settings(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let names = names(screen, &cx.world);
    if names.is_empty() {
        return Outcome::Refused("No domain here.".to_owned());
    }
    cx.go(Place::SettingsOf(names))
}

/// Opens the history of their settings.
pub fn history(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    cx.go(Place::history(names(screen, &cx.world), args))
}

/// Opens the prices of these domains in the user's editor.
pub fn sheet(screen: &mut Domains, cx: &mut Cx<'_>) -> Outcome {
    let names = names(screen, &cx.world);
    screen.sheet.open(SLOT, names, cx)
}

/// `:price +10% round 9`: one formula for the BIN price of all of them.
pub fn price(screen: &mut Domains, args: &Args, cx: &mut Cx<'_>) -> Outcome {
    pricing::price(&names(screen, &cx.world), args, cx)
}
