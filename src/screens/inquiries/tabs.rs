//! The tabs, each a row of one table: which list it is (the store says what that asks the service), what it leaves out,
//! and what its empty page teaches. A further tab is a further row.

use crate::api::inquiries::{DeliveryFilter, Visibility};
use crate::store::Tab;
use crate::store::filter::Filter;

/// A tab of the screen.
#[derive(Debug)]
pub struct TabRow {
    pub tab: Tab,
    /// The word `:inq` and `:tab` take.
    pub name: &'static str,
    pub title: &'static str,
    /// What the tab leaves out although a user might look for it here; written on the tab line.
    pub note: Option<&'static str>,
    /// Two sentences for when nothing is here: what that means, and what to do or expect.
    pub empty: [&'static str; 2],
}

/// The tabs from left to right.
pub const TABS: &[TabRow] = &[
    TabRow {
        tab: Tab::Active,
        name: "active",
        title: "Active",
        note: Some("confirmed only"),
        empty: ["No inquiries wait for you.", "New ones appear here by themselves."],
    },
    TabRow {
        tab: Tab::Unread,
        name: "unread",
        title: "Unread",
        note: Some("confirmed only"),
        empty: ["You have read everything.", "New inquiries appear here by themselves."],
    },
    TabRow {
        tab: Tab::Starred,
        name: "starred",
        title: "Starred",
        note: None,
        empty: ["Nothing is starred.", "Press s on an inquiry to keep it at hand here."],
    },
    TabRow {
        tab: Tab::Unsent,
        name: "unsent",
        title: "Unsent",
        note: None,
        empty: [
            "Everything was mailed to you.",
            "What your rules hold back appears here, with the reason and what it offers.",
        ],
    },
    TabRow {
        tab: Tab::Archived,
        name: "archived",
        title: "Archived",
        note: None,
        empty: ["Nothing is archived.", "Press a on an inquiry you are done with; it is kept here and in exports."],
    },
    TabRow {
        tab: Tab::Hidden,
        name: "hidden",
        title: "Hidden",
        note: None,
        empty: ["Nothing is hidden.", "Press d on an inquiry to take it off the lists; a brings it back from here."],
    },
    TabRow {
        tab: Tab::All,
        name: "all",
        title: "All",
        note: None,
        empty: ["No inquiry has come yet.", "When a buyer writes about one of your domains, it appears here."],
    },
];

/// The place of the tab with that name.
pub fn place(name: &str) -> Option<usize> {
    TABS.iter().position(|row| row.name.eq_ignore_ascii_case(name))
}

/// The tab a filter is shown in when none is named: the one its words belong to, else the first, the inbox.
pub fn of_filter(filter: &Filter) -> usize {
    let server = &filter.server;
    let tab = match (server.visibility, server.delivery) {
        (Some(Visibility::Archived), _) => Tab::Archived,
        (Some(Visibility::Removed), _) => Tab::Hidden,
        (Some(Visibility::All), _) => Tab::All,
        (None, Some(DeliveryFilter::Unsent)) => Tab::Unsent,
        (None, None) if !server.reasons.is_empty() => Tab::Unsent,
        (None, _) if server.starred => Tab::Starred,
        (None, _) if server.unread => Tab::Unread,
        (Some(Visibility::Active) | None, _) => Tab::Active,
    };
    TABS.iter().position(|row| row.tab == tab).unwrap_or(0)
}
