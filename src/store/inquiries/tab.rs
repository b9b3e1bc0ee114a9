//! The tabs as questions to the service, and the names of the sets only the service can fill.

use crate::api::inquiries::{DeliveryFilter, InquiryFilter, List, Order, Status, Visibility};
use crate::api::page::Page;
use crate::api::wire::Group;
use crate::api::{Call, Request, limits};

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
}

impl Tab {
    /// In the order of the screen.
    pub const ALL: [Self; 7] =
        [Self::Active, Self::Unread, Self::Starred, Self::Unsent, Self::Archived, Self::Hidden, Self::All];

    /// The list this tab is at the service.
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
            Self::All => InquiryFilter { visibility: Visibility::All, ..all },
        }
    }
}

/// The name under which the members of a question are kept that only the service can answer (delivery, its reasons).
pub fn set_name(question: &InquiryFilter) -> Option<String> {
    // Asked for every tab of every frame: only where there is a set its name is put together.
    if question.delivery == DeliveryFilter::All {
        return None;
    }
    Some(set_of_call(&List { filter: question.clone(), page: Page::default() }.call()).name)
}

/// A page of a list as a page of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetPage {
    pub name: String,
    /// From 1.
    pub page: u32,
    pub per_page: u32,
    /// The rows stand in the order of the index, so that what a page leaves out within its range is gone.
    pub in_order: bool,
}

/// What a list call tells of a set. The order of the list is no part of the name: it changes nothing about who belongs.
pub(crate) fn set_of_call(call: &Call) -> SetPage {
    let order = sent_for(InquiryFilter { order: Order::Offer, ..InquiryFilter::default() });
    let mut set = SetPage { name: String::new(), page: 1, per_page: limits::PER_PAGE_DEFAULT, in_order: true };
    for (parameter, value) in &call.query {
        match Page::PARAMS.iter().position(|known| known.name == *parameter) {
            Some(0) => set.page = value.parse().unwrap_or(1),
            Some(_) => set.per_page = value.parse().unwrap_or(set.per_page),
            None if Some(*parameter) == order => set.in_order = false,
            None => {
                set.name.push_str(parameter);
                set.name.push('=');
                set.name.push_str(value);
                set.name.push('&');
            }
        }
    }
    set
}

/// True when only the service can tell who belongs to the list of a call: it asks about the delivery.
pub(crate) fn needs_set(call: &Call) -> bool {
    let delivery = sent_for(InquiryFilter { delivery: DeliveryFilter::Unsent, ..InquiryFilter::default() });
    call.query.iter().any(|(name, _)| Some(*name) == delivery)
}

/// The parameter a filter sends beyond the plain one: a field at its default is not sent.
fn sent_for(filter: InquiryFilter) -> Option<&'static str> {
    let plain = List { filter: InquiryFilter::default(), page: Page::default() }.call();
    let call = List { filter, page: Page::default() }.call();
    call.query.into_iter().map(|(name, _)| name).find(|name| plain.query.iter().all(|(known, _)| known != name))
}
