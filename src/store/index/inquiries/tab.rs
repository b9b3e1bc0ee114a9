//! The tabs as questions to the service, and the names of the sets only the service can fill.

use crate::api::inquiries::{DeliveryFilter, InquiryFilter, List, Order, Rows, Status, Visibility};
use crate::api::page::Page;
use crate::api::wire::Group;
use crate::api::{Call, Request};

/// The tabs of the inquiries screen, as the question each asks the service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// Confirmed, neither archived nor hidden.
    #[default]
    Active,
    Unread,
    Starred,
    Unsent,
    Archived,
    Hidden,
    All,
    /// Put aside until a time or until the buyer writes again; known to this computer alone.
    Snoozed,
}

impl Tab {
    /// The tabs of the service, in the order of the screen.
    pub const ALL: [Self; 7] =
        [Self::Active, Self::Unread, Self::Starred, Self::Unsent, Self::Archived, Self::Hidden, Self::All];

    /// Name on the `:` line.
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

    /// The question that asks the service for this tab's list.
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

/// Name of the set of a question that only the service can answer (delivery and its reasons), without the terms that
/// rows answer. `None` for other questions.
pub fn set_name(question: &InquiryFilter) -> Option<String> {
    // This runs for every tab of every frame, so the name is put together only where there is a set.
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

/// A page of a list as a page of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetPage {
    /// The filter without order and detail of rows, which do not change the members.
    pub question: InquiryFilter,
    pub page: Page,
    /// True when the rows are in the order of the index, so that members missing within the page's range are gone.
    pub in_order: bool,
}

impl SetPage {
    /// The set a list call tells; `None` if its members follow from the rows.
    pub fn of_call(call: &Call) -> Option<Self> {
        let List { filter, page } = List::of_call(call);
        let page_of_set = || Self { question: Self::plain(&filter), page, in_order: filter.order == Order::default() };
        (filter.delivery != DeliveryFilter::All).then(page_of_set)
    }

    /// The question without order and detail of rows, which do not change the members.
    pub fn plain(question: &InquiryFilter) -> InquiryFilter {
        InquiryFilter { order: Order::default(), rows: Rows::default(), ..question.clone() }
    }
}
