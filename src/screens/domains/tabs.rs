//! The tabs, each a row of one table: which list it is and what its empty page teaches. A further tab is a further row.

use crate::store::DomainTab;
use crate::store::filter::Filter;

/// A tab of the screen.
#[derive(Debug)]
pub struct TabRow {
    pub tab: DomainTab,
    /// The word `:dom` and `:tab` take.
    pub name: &'static str,
    pub title: &'static str,
    /// Two sentences for when nothing is here: what that means, and what to do or expect.
    pub empty: [&'static str; 2],
}

/// The tabs from left to right.
pub const TABS: &[TabRow] = &[
    TabRow {
        tab: DomainTab::MyDomains,
        name: "mine",
        title: "Mine",
        empty: ["There is no domain in this account yet.", "Press + to add names; they are checked by themselves."],
    },
    TabRow {
        tab: DomainTab::Verified,
        name: "verified",
        title: "Verified",
        empty: [
            "No domain is verified yet.",
            "A name comes here once it points to your nameservers or carries your record; Unverified says which.",
        ],
    },
    TabRow {
        tab: DomainTab::Unverified,
        name: "unverified",
        title: "Unverified",
        empty: [
            "Every domain of the account is verified.",
            "Names that were added wait here until a check finds them.",
        ],
    },
    TabRow {
        tab: DomainTab::Detected,
        name: "detected",
        title: "Detected",
        empty: [
            "Nothing was detected.",
            "A name the service finds that is not in your account yet appears here; a adds it.",
        ],
    },
    TabRow {
        tab: DomainTab::Removed,
        name: "removed",
        title: "Removed",
        empty: ["Nothing was removed.", "What d takes out of the account is kept here; a brings it back."],
    },
];

/// The place of the tab with that name; the service's own words are understood too.
pub fn place(name: &str) -> Option<usize> {
    TABS.iter().position(|row| row.name.eq_ignore_ascii_case(name) || row.tab.as_str().eq_ignore_ascii_case(name))
}

/// The tab a filter is shown in when none is named: that of the state it asks for, where the first has no such names.
pub fn of_filter(filter: &Filter) -> usize {
    let elsewhere = [DomainTab::Detected, DomainTab::Removed];
    let state = filter.server.state.filter(|state| elsewhere.contains(state));
    TABS.iter().position(|row| Some(row.tab) == state).unwrap_or(0)
}
