//! The tabs, each a row of one table: what it asks the service, which known inquiries belong to it, and what its empty
//! page teaches. A further tab is a further row.

use crate::api::inquiries::{InquiryFilter, Status, Visibility};

/// Which known inquiries a tab shows, as a rule over the marks (pending writes already laid over them).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belongs {
    pub archived: Option<bool>,
    pub hidden: Option<bool>,
    pub unread: bool,
    pub starred: bool,
    pub confirmed_only: bool,
}

/// A tab.
#[derive(Debug)]
pub struct Tab {
    /// The word of `in:` and of `:inq`.
    pub name: &'static str,
    pub title: &'static str,
    /// What the tab leaves out although a user might look for it here, written on the tab line.
    pub note: Option<&'static str>,
    pub status: Status,
    pub visibility: Visibility,
    pub unread: bool,
    pub starred: bool,
    pub belongs: Belongs,
    /// Two lines for when nothing is here: what that means, and what to do or expect.
    pub empty: [&'static str; 2],
}

/// Anything in the active list.
const ACTIVE: Belongs =
    Belongs { archived: Some(false), hidden: Some(false), unread: false, starred: false, confirmed_only: false };

/// The tabs from left to right.
pub const TABS: &[Tab] = &[
    Tab {
        name: "active",
        title: "Active",
        note: Some("confirmed only"),
        status: Status::Confirmed,
        visibility: Visibility::Active,
        unread: false,
        starred: false,
        belongs: Belongs { confirmed_only: true, ..ACTIVE },
        empty: ["No inquiries wait for you.", "New ones appear here by themselves."],
    },
    Tab {
        name: "unread",
        title: "Unread",
        note: Some("confirmed only"),
        status: Status::Confirmed,
        visibility: Visibility::Active,
        unread: true,
        starred: false,
        belongs: Belongs { confirmed_only: true, unread: true, ..ACTIVE },
        empty: ["You have read everything.", "New inquiries appear here by themselves."],
    },
    Tab {
        name: "starred",
        title: "Starred",
        note: None,
        status: Status::All,
        visibility: Visibility::Active,
        unread: false,
        starred: true,
        belongs: Belongs { starred: true, ..ACTIVE },
        empty: ["Nothing is starred.", "Press s on an inquiry to keep it at hand here."],
    },
    Tab {
        name: "archived",
        title: "Archived",
        note: None,
        status: Status::All,
        visibility: Visibility::Archived,
        unread: false,
        starred: false,
        belongs: Belongs { archived: Some(true), hidden: Some(false), ..ACTIVE },
        empty: ["Nothing is archived.", "Press a on an inquiry you are done with; it stays here and in exports."],
    },
    Tab {
        name: "hidden",
        title: "Hidden",
        note: None,
        status: Status::All,
        visibility: Visibility::Removed,
        unread: false,
        starred: false,
        belongs: Belongs { archived: None, hidden: Some(true), ..ACTIVE },
        empty: ["Nothing is hidden.", "Press d on an inquiry to take it off every list; a brings it back from here."],
    },
    Tab {
        name: "all",
        title: "All",
        note: None,
        status: Status::All,
        visibility: Visibility::All,
        unread: false,
        starred: false,
        belongs: Belongs { archived: None, hidden: None, ..ACTIVE },
        empty: ["No inquiry has come yet.", "When a buyer writes from one of your domains, it appears here."],
    },
];

impl Tab {
    /// What the service is asked for when nothing is filtered.
    pub fn ask(&self) -> InquiryFilter {
        InquiryFilter {
            status: self.status,
            visibility: self.visibility,
            unread: self.unread,
            starred: self.starred,
            ..InquiryFilter::default()
        }
    }

    /// True when bringing back means taking out of hiding.
    pub fn is_hidden(&self) -> bool {
        self.belongs.hidden == Some(true)
    }

    /// True when `a` brings back to the active list.
    pub fn is_archived(&self) -> bool {
        self.belongs.archived == Some(true)
    }
}

/// The place of the tab with that name.
pub fn place(name: &str) -> Option<usize> {
    TABS.iter().position(|tab| tab.name == name)
}
