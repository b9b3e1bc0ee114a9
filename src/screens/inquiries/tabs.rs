//! The tabs, each a row of one table: which list it is (the store says what that asks the service), what it leaves out,
//! and what its empty page teaches. A further tab is a further row.

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
    // Last, so that no other tab moves when the first inquiry is snoozed.
    TabRow::called(Tab::Snoozed, Tab::Snoozed.word(), "Snoozed")
        .empty("No snoozed inquiries.", "Press z on an inquiry to hide it until a time.")
        .at_times(),
];

/// The place of a tab.
pub fn place(tab: Tab) -> Option<usize> {
    TABS.iter().position(|row| row.tab == tab)
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
    place(tab).unwrap_or(0)
}
