//! The tabs, each a row of one table: which list it is and what its empty page teaches. A further tab is a further row.

use crate::store::DomainTab;

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
            "A name that points to your nameservers without being in the account appears here; a takes it in.",
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
