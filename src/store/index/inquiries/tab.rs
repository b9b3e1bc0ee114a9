//! Tabs with their requests to the service, and the names of the sets that only the service can fill.

use crate::api::inquiries::{DeliveryFilter, InquiryFilter, List, Order, Rows, Status, Visibility};
use crate::api::page::Page;
use crate::api::wire::Group;
use crate::api::{Call, Request};

/// Tabs of the Inquiries screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// Confirmed inquiries that are neither archived nor hidden.
    #[default]
    Active,
    Unread,
    Starred,
    Unsent,
    Archived,
    Hidden,
    All,
    /// Inquiries put aside until a time, or until the buyer writes again. Only this computer knows them.
    Snoozed,
}

impl Tab {
    /// Tabs that the service has, in the order of the screen.
    pub const ALL: [Self; 7] =
        [Self::Active, Self::Unread, Self::Starred, Self::Unsent, Self::Archived, Self::Hidden, Self::All];

    /// Name of the tab in a `:` line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Unread => "unread",
            Self::Starred => "starred",
            Self::Unsent => "unsent",
            Self::Archived => "archived",
            Self::Hidden => "hidden",
            Self::All => "all",
            Self::Snoozed => "snoozed",
        }
    }

    /// Request for this tab's list.
    pub fn question(self) -> InquiryFilter {
        let base = InquiryFilter::default();
        let all = InquiryFilter { status: Status::All, ..base.clone() };
        match self {
            Self::Active => base,
            Self::Unread => InquiryFilter { unread: true, ..base },
            Self::Starred => InquiryFilter { starred: true, visibility: Visibility::All, ..all },
            Self::Unsent => InquiryFilter { delivery: DeliveryFilter::Unsent, ..all },
            Self::Archived => InquiryFilter { visibility: Visibility::Archived, ..all },
            Self::Hidden => InquiryFilter { visibility: Visibility::Removed, ..all },
            Self::All | Self::Snoozed => InquiryFilter { visibility: Visibility::All, ..all },
        }
    }
}

/// Name of the set of a request that only the service can answer, made from the delivery and its reasons. Terms that
/// the rows answer are left out. `None` for other requests.
pub fn set_name(question: &InquiryFilter) -> Option<String> {
    // This runs for every tab in every frame, so the name is made only where there is a set.
    if question.delivery == DeliveryFilter::All {
        return None;
    }
    let (delivery, flow_items) = (question.delivery, question.flow_items);
    let unsent_reasons = question.unsent_reasons.clone();
    let filter = InquiryFilter { delivery, unsent_reasons, flow_items, ..InquiryFilter::default() };
    let query = List { filter, page: Page::default() }.call().query;
    let own = query.iter().filter(|(name, _)| Page::PARAMS.iter().all(|known| known.name != *name));
    Some(own.fold(String::new(), |name_so_far, (name, value)| name_so_far + name + "=" + value + "&"))
}

/// Page of the list of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetPage {
    /// Filter without the order and the detail of rows, which do not change the members.
    pub question: InquiryFilter,
    pub page: Page,
    /// True when the rows are in the order of the index, so that a member missing within the page's range has left the
    /// set.
    pub in_order: bool,
}

impl SetPage {
    /// Page of a set in a list call; `None` if the rows alone decide what the list has.
    pub fn of_call(call: &Call) -> Option<Self> {
        let List { filter, page } = List::of_call(call);
        let page_of_set = || Self { question: Self::plain(&filter), page, in_order: filter.order == Order::default() };
        (filter.delivery != DeliveryFilter::All).then(page_of_set)
    }

    /// Request without the order and the detail of rows, which do not change the members.
    pub fn plain(question: &InquiryFilter) -> InquiryFilter {
        InquiryFilter { order: Order::default(), rows: Rows::default(), ..question.clone() }
    }
}
