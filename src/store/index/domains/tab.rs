//! Tabs of a row, from the lists in which it was and from its own state.

use super::cells::{Cells, Flag, bits};
use crate::api::domains::{DomainFilter, List, Listing};
use crate::api::inquiries::Rows;
use crate::api::page::Page;
use crate::api::types::DomainState;

pub use crate::api::domains::Tab as DomainTab;

/// Bit of a tab.
pub const fn bit(tab: DomainTab) -> u32 {
    1 << tab as u32
}

/// Bits of the tabs for domains in the account.
pub(in crate::store) const MINE: u32 =
    bit(DomainTab::MyDomains) | bit(DomainTab::Verified) | bit(DomainTab::Unverified);
/// Bits of the tabs for domains outside the account.
pub(super) const ELSEWHERE: u32 = bit(DomainTab::Detected) | bit(DomainTab::Removed);

/// Whether the rows of the verified and unverified tabs follow from the states on `MyDomains`, so that these tabs need
/// not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) struct Follows {
    pub verified: bool,
    pub unverified: bool,
}

impl Default for Follows {
    fn default() -> Self {
        Self { verified: true, unverified: true }
    }
}

/// State of a row, if it is one that the documents name.
pub(super) fn state(bits: u32) -> Option<&'static DomainState> {
    let place = (bits & bits::STATE) >> bits::STATE_AT;
    DomainState::KNOWN.get(place.checked_sub(1)? as usize)
}

/// Tabs of a row after an answer. `known` has its tabs before, `listed` the tab whose list was answered (`None`: the
/// row was read alone). Tabs about which neither list nor row says anything stay.
pub(super) fn tabs_of(cells: &Cells, listed: Option<DomainTab>, known: u32, follows: Follows) -> u32 {
    let mut tabs = known & bits::TABS;
    let state = state(cells.bits);
    let approved = Flag::Approved.of(cells.bits);
    // Whether the domain is in the account: by the service's flag, else by the domain's state, else by its lists.
    let is_elsewhere = matches!(state, Some(DomainState::Detected | DomainState::Removed));
    match listed {
        Some(tab) => {
            tabs |= bit(tab);
            if bit(tab) & MINE != 0 {
                tabs |= bit(DomainTab::MyDomains) * u32::from(approved == Some(true));
                tabs &= !ELSEWHERE;
            } else if approved == Some(false) || (approved.is_none() && is_elsewhere) {
                tabs &= !MINE;
            }
        }
        None => match (approved, state) {
            (Some(true), _) => tabs = tabs & !ELSEWHERE | bit(DomainTab::MyDomains),
            (Some(false), Some(DomainState::Detected)) => tabs = bit(DomainTab::Detected),
            (Some(false), Some(DomainState::Removed)) => tabs = bit(DomainTab::Removed),
            (Some(false), _) => tabs &= !MINE,
            (None, _) => {}
        },
    }
    let mine = tabs & bit(DomainTab::MyDomains) != 0;
    let unprompted = [
        (DomainTab::Verified, DomainState::Verified, follows.verified),
        (DomainTab::Unverified, DomainState::Unverified, follows.unverified),
    ];
    for (tab, word, follows) in unprompted {
        // The list of this tab had the row, which counts more than the row's state.
        if follows && listed != Some(tab) && cells.bits & bits::STATE != 0 {
            tabs &= !bit(tab);
            tabs |= bit(tab) * u32::from(mine && state == Some(&word));
        }
    }
    tabs
}

/// True when a row is on `tab` (verified or unverified) just if its state says so.
pub(super) fn follows(bits: u32, tab: DomainTab) -> bool {
    let word = if tab == DomainTab::Verified { DomainState::Verified } else { DomainState::Unverified };
    let by_state = bits & bit(DomainTab::MyDomains) != 0 && state(bits) == Some(&word);
    by_state == (bits & bit(tab) != 0)
}

/// Call for a page of a tab, with all fields.
pub(in crate::store) fn page(tab: DomainTab, page: u32, per_page: u32) -> List {
    let filter = DomainFilter { state: tab, ..DomainFilter::default() };
    List { filter, page: Page::new(page, per_page) }
}

/// Cheapest call that gives the total of a tab.
pub(in crate::store) fn total(tab: DomainTab) -> List {
    let filter = DomainFilter { state: tab, rows: Rows::Compact, listing: Listing::All, query: None };
    List { filter, page: Page::new(1, 1) }
}
