//! The tabs, each a row of one table: which list it is and what its empty page teaches. A further tab is a further row.

use crate::store::DomainTab;
use crate::store::filter::Filter;
use crate::ui::list::TabRow;

/// The tabs from left to right.
pub const TABS: &[TabRow<DomainTab>] = &[
    TabRow::called(DomainTab::MyDomains, "mine", "Mine")
        .empty("No domain in this account yet.", "Press + to add names; they are checked by themselves."),
    TabRow::called(DomainTab::Verified, "verified", "Verified").empty(
        "No domain is verified yet.",
        "A name comes here once it points to your nameservers or carries your record; Unverified says which.",
    ),
    TabRow::called(DomainTab::Unverified, "unverified", "Unverified")
        .empty("Every domain of the account is verified.", "Names that were added wait here until a check finds them."),
    TabRow::called(DomainTab::Detected, "detected", "Detected").empty(
        "Nothing was detected.",
        "A name the service finds that is not in your account yet appears here; a adds it.",
    ),
    TabRow::called(DomainTab::Removed, "removed", "Removed")
        .empty("Nothing was removed.", "What d takes out of the account is kept here; a brings it back."),
];

/// The tab a filter is shown in when none is named: that of the state it asks for, where the first has no such names.
pub fn of_filter(filter: &Filter) -> usize {
    let elsewhere = [DomainTab::Detected, DomainTab::Removed];
    let state = filter.server.state.filter(|state| elsewhere.contains(state));
    TABS.iter().position(|row| Some(row.tab) == state).unwrap_or(0)
}
