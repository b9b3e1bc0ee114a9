//! The tabs as questions to the service, and the names of the sets only the service can fill.

use crate::api::inquiries::{DeliveryFilter, InquiryFilter, List, Status, Visibility};
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
    let call = List { filter: question.clone(), page: Page::default() }.call();
    needs_set(&call).then(|| set_of_call(&call).0)
}

/// A list call as the name of its set, the page it asks for and the rows it asks for.
pub(crate) fn set_of_call(call: &Call) -> (String, u32, u32) {
    let mut name = String::new();
    let (mut page, mut per_page) = (1, limits::PER_PAGE_DEFAULT);
    for (parameter, value) in &call.query {
        match Page::PARAMS.iter().position(|known| known.name == *parameter) {
            Some(0) => page = value.parse().unwrap_or(1),
            Some(_) => per_page = value.parse().unwrap_or(per_page),
            None => {
                name.push_str(parameter);
                name.push('=');
                name.push_str(value);
                name.push('&');
            }
        }
    }
    (name, page, per_page)
}

/// True when only the service can tell who belongs to the list of a call: it asks about the delivery.
pub(crate) fn needs_set(call: &Call) -> bool {
    // A filter at its default is not sent, so the parameter is the one an `unsent` question has more than the plain one.
    let unsent = InquiryFilter { delivery: DeliveryFilter::Unsent, ..InquiryFilter::default() };
    let plain = List { filter: InquiryFilter::default(), page: Page::default() }.call();
    let unsent = List { filter: unsent, page: Page::default() }.call();
    let has = |query: &[(&str, String)], asked: &str| query.iter().any(|(name, _)| *name == asked);
    unsent.query.iter().any(|(name, _)| !has(&plain.query, name) && has(&call.query, name))
}
