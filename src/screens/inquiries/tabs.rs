//! Tabs of the screen: which list each shows (the store makes its request), what it leaves out, and what its empty page
//! says.

use crate::api::inquiries::{DeliveryFilter, Visibility};
use crate::store::Tab;
use crate::store::filter::Filter;
use crate::ui::list::TabRow;

/// The tabs from left to right.
pub const TABS: &[TabRow<Tab>] = &[
    TabRow::called(Tab::Active, Tab::Active.word(), "Active")
        .empty("No inquiries waiting.", "New ones appear here automatically."),
    TabRow::called(Tab::Unread, Tab::Unread.word(), "Unread")
        .empty("No unread inquiries.", "New inquiries appear here automatically."),
    TabRow::called(Tab::Starred, Tab::Starred.word(), "Starred")
        .empty("No starred inquiries.", "Press s on an inquiry to star it."),
    TabRow::called(Tab::Unsent, Tab::Unsent.word(), "Unsent").empty(
        "Everything was emailed to you.",
        "Inquiries your rules hold back appear here, with the reason and the offer.",
    ),
    TabRow::called(Tab::Archived, Tab::Archived.word(), "Archived")
        .empty("No archived inquiries.", "Press a on an inquiry to archive it."),
    TabRow::called(Tab::Hidden, Tab::Hidden.word(), "Hidden")
        .empty("No hidden inquiries.", "Press d on an inquiry to hide it; a unhides it here."),
    TabRow::called(Tab::All, Tab::All.word(), "All")
        .empty("No inquiries yet.", "Messages from buyers of your domains appear here."),
    // The last tab, so that no other one moves when the first inquiry is snoozed.
    TabRow::called(Tab::Snoozed, Tab::Snoozed.word(), "Snoozed")
        .empty("No snoozed inquiries.", "Press z on an inquiry to hide it until a time.")
        .at_times(),
];

/// Place of a tab from the left, from 0.
pub fn place(tab: Tab) -> Option<usize> {
    TABS.iter().position(|row| row.tab == tab)
}

/// Tab for a filter that names none: the one its words belong to, else the first, Active.
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
    place(tab).unwrap_or(0)
}
