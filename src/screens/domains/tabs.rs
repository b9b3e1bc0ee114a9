//! Tabs of the screen: which list each shows and what its empty page says.

use crate::store::DomainTab;
use crate::store::filter::Filter;
use crate::ui::list::TabRow;

/// The tabs from left to right.
pub const TABS: &[TabRow<DomainTab>] = &[
    TabRow::called(DomainTab::MyDomains, "mine", "Mine")
        .empty("No domains in this account yet.", "Press + to add names; they are checked automatically.")
        .also("my_domains"),
    TabRow::called(DomainTab::Verified, "verified", "Verified").empty(
        "No verified domains yet.",
        "Names appear here once they use your nameservers or carry your record; see Unverified.",
    ),
    TabRow::called(DomainTab::Unverified, "unverified", "Unverified")
        .empty("Every domain of the account is verified.", "Added names wait here until their check passes."),
    TabRow::called(DomainTab::Detected, "detected", "Detected")
        .empty("No detected names.", "Names that point to you but are not in your account appear here · a approve"),
    TabRow::called(DomainTab::Removed, "removed", "Removed")
        .empty("No removed domains.", "Domains removed with d are listed here · a add back"),
];

/// Tab for a filter that names none: that of the state it asks for, if the first tab has no such names.
pub fn of_filter(filter: &Filter) -> usize {
    let elsewhere = [DomainTab::Detected, DomainTab::Removed];
    let state = filter.server.state.filter(|state| elsewhere.contains(state));
    TABS.iter().position(|row| Some(row.tab) == state).unwrap_or(0)
}
