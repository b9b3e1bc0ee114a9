//! Buyer inquiries: the list, one inquiry, its buyer's history, and the marks.
//!
//! Left open by document 2, *Inquiry marks and visibility*: whether the view `all` has hidden inquiries, and whether
//! a hidden one is found by its number (*GET parking/inquiry/{id}*: 404 for one not visible to the caller). The
//! client reads the view `removed` as a list of its own. It counts a hidden row as gone only when that list lacks it,
//! and looks there for an inquiry that a read by number does not find.

use serde_json::Value;

use super::abilities::{
    INQUIRIES_ARCHIVE, INQUIRIES_EMAIL, INQUIRIES_HIDE, INQUIRIES_HISTORY, INQUIRIES_LIST, INQUIRIES_READ,
    INQUIRIES_RESTORE, INQUIRIES_STAR, INQUIRIES_UNARCHIVE, INQUIRIES_UNREACHABLE, INQUIRIES_UNREAD, INQUIRIES_UNSTAR,
    INQUIRIES_VIEW,
};
use super::decode::{Done, Paged, Row};
use super::endpoint::{Call, Needs};
use super::page::{FixedPage, Page};
use super::replies::{BulkResult, BuyerHistory, Marked};
use super::types::Inquiry;
use super::wire::Group as _;
use crate::base::{DomainName, Id};

choices! {
    /// Filter by whether the buyer has confirmed the email address. By default the service leaves out unconfirmed
    /// inquiries.
    #[derive(Default)]
    pub enum Status {
        #[default]
        Confirmed = "confirmed",
        Unconfirmed = "unconfirmed",
        All = "all",
    }

    /// Filter by whether inquiries were mailed to the seller.
    #[derive(Default)]
    pub enum DeliveryFilter {
        #[default]
        All = "all",
        Delivered = "delivered",
        Unsent = "unsent",
    }

    /// Reason why an inquiry was not mailed.
    pub enum UnsentReason {
        Unconfirmed = "unconfirmed",
        BelowMinOffer = "below_min_offer",
        UnqualifiedInterest = "unqualified_interest",
        UnqualifiedBant = "unqualified_bant",
        Other = "other",
    }

    /// The order of the list.
    #[derive(Default)]
    pub enum Order {
        #[default]
        Newest = "newest",
        /// Highest offer first.
        Offer = "offer",
    }

    /// Views of the list.
    #[derive(Default)]
    pub enum Visibility {
        #[default]
        Active = "active",
        Archived = "archived",
        /// Hidden inquiries, in this program's words.
        Removed = "removed",
        All = "all",
    }

    /// Inquiries by their risk.
    #[derive(Default)]
    pub enum RiskFilter {
        #[default]
        All = "all",
        NotHigh = "not_high",
        Low = "low",
        Medium = "medium",
        High = "high",
    }

    /// Amount of data in a row.
    #[derive(Default)]
    pub enum Rows {
        /// Rows with `details`.
        #[default]
        Full = "full",
        Compact = "compact",
    }

    /// Property by which a buyer's other inquiries are found.
    #[derive(Default)]
    pub enum HistoryMatch {
        #[default]
        All = "all",
        Email = "email",
        Ip = "ip",
    }

    /// Action of a bulk call.
    pub enum BulkAction {
        MarkRead = "mark_read",
        MarkUnread = "mark_unread",
        Star = "star",
        Unstar = "unstar",
        Archive = "archive",
        Unarchive = "unarchive",
        RequestEmail = "request_email",
        Unreachable = "unreachable",
        /// Hides inquiries.
        Remove = "remove",
        Restore = "restore",
    }
}

group! {
    /// All filters of the list. A field with its default value, which is also the service's, is not sent.
    Query pub struct InquiryFilter {
        domain: Option<DomainName>,
        status: Status,
        delivery: DeliveryFilter,
        /// Reasons for which an inquiry was not mailed, with `delivery` unsent; empty means all.
        unsent_reasons: Vec<UnsentReason>,
        /// With `delivery` unsent, true to list every inquiry that was not mailed itself, even if another one of its
        /// conversation was.
        flow_items: bool,
        order: Order,
        visibility: Visibility,
        /// True to list only inquiries that are unopened or marked unread.
        unread: bool,
        starred: bool,
        spam_risk: RiskFilter,
        rows: Rows as "type",
    }
}

group! {
    /// Filters of a bulk call; `None` leaves one out. Without `visibility`, the service uses the view that offers the
    /// action.
    Json pub struct BulkFilter {
        domain: Option<DomainName>,
        status: Option<Status>,
        delivery: Option<DeliveryFilter>,
        unsent_reasons: Option<Vec<UnsentReason>>,
        flow_items: Option<bool>,
        visibility: Option<Visibility>,
        unread: Option<bool>,
        starred: Option<bool>,
        spam_risk: Option<RiskFilter>,
    }
}

/// Filter with every field given, so that a bulk call acts on what the list showed.
impl From<&InquiryFilter> for BulkFilter {
    fn from(filter: &InquiryFilter) -> Self {
        Self {
            domain: filter.domain.clone(),
            status: Some(filter.status),
            delivery: Some(filter.delivery),
            unsent_reasons: (!filter.unsent_reasons.is_empty()).then(|| filter.unsent_reasons.clone()),
            flow_items: filter.flow_items.then_some(true),
            visibility: Some(filter.visibility),
            unread: filter.unread.then_some(true),
            starred: filter.starred.then_some(true),
            spam_risk: Some(filter.spam_risk),
        }
    }
}

impl List {
    /// Request that a call was made from; fields that cannot be read have their defaults.
    pub fn of_call(call: &Call) -> Self {
        let said = |name: &str| call.query.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
        let [page, per_page] = [0, 1].map(|place| said(Page::PARAMS[place].name).and_then(|text| text.parse().ok()));
        let plain = Page::default();
        let page = Page { page: page.unwrap_or(plain.page), per_page: per_page.unwrap_or(plain.per_page) };
        let reasons = said("unsent_reasons").unwrap_or_default().split(',');
        let filter = InquiryFilter {
            domain: said("domain").map(DomainName::from_service),
            status: said("status").and_then(Status::parse).unwrap_or_default(),
            delivery: said("delivery").and_then(DeliveryFilter::parse).unwrap_or_default(),
            unsent_reasons: reasons.filter_map(UnsentReason::parse).collect(),
            flow_items: said("flow_items") == Some("1"),
            order: said("order").and_then(Order::parse).unwrap_or_default(),
            visibility: said("visibility").and_then(Visibility::parse).unwrap_or_default(),
            unread: said("unread") == Some("1"),
            starred: said("starred") == Some("1"),
            spam_risk: said("spam_risk").and_then(RiskFilter::parse).unwrap_or_default(),
            rows: said("type").and_then(Rows::parse).unwrap_or_default(),
        };
        Self { filter, page }
    }
}

impl Paged<Inquiry> {
    /// Number of inquiries held back for each reason, with `delivery` unsent; an inquiry may have several reasons.
    pub fn unsent_reasons(&self) -> Vec<(UnsentReason, u64)> {
        let counts = self.extra.get("unsent_reasons").and_then(Value::as_object);
        let count = |reason: UnsentReason| counts?.get(reason.as_str())?.as_u64().map(|n| (reason, n));
        UnsentReason::ALL.iter().filter_map(|reason| count(*reason)).collect()
    }
}

/// Abilities that the bulk actions need.
const BULK: Needs = Needs::PerAction {
    actions: &[
        ("mark_read", INQUIRIES_READ),
        ("mark_unread", INQUIRIES_UNREAD),
        ("star", INQUIRIES_STAR),
        ("unstar", INQUIRIES_UNSTAR),
        ("archive", INQUIRIES_ARCHIVE),
        ("unarchive", INQUIRIES_UNARCHIVE),
        ("request_email", INQUIRIES_EMAIL),
        ("unreachable", INQUIRIES_UNREACHABLE),
        ("remove", INQUIRIES_HIDE),
        ("restore", INQUIRIES_RESTORE),
    ],
    with_all: INQUIRIES_LIST,
};

endpoints! {
    about [Inquiries];

    /// One page of buyer inquiries, newest first; only the newest 10,000 can be reached.
    ///
    /// Parking API, part 2: Inquiries.
    List "inquiries.list" Read = Parking GET "parking/inquiries", Needs::One(INQUIRIES_LIST),
        { all filter: InquiryFilter, all page: Page, }, pages PageRule::UpTo(100) => Paged<Inquiry>;

    /// Does one thing to many inquiries.
    ///
    /// Parking API, part 2: Inquiries.
    Bulk "inquiries.bulk" ByUser = Parking POST "parking/inquiries/bulk", BULK, {
            json action: BulkAction,
            /// At most 10,000 numbers; not together with `everything`.
            json ids: Option<Vec<Id<Inquiry>>>,
            /// True for every inquiry the filters match, up to the newest 10,000.
            json everything: Option<bool> as "all",
            json exclude: Option<Vec<Id<Inquiry>>>,
            all filter: BulkFilter,
        }, touches [Inquiries] => BulkResult;

    /// One inquiry with everything known about its buyer; does not mark it read.
    ///
    /// Parking API, part 2: Inquiries.
    Get "inquiries.get" Read = Parking GET "parking/inquiry/{id}", Needs::One(INQUIRIES_VIEW),
        { path id: Id<Inquiry>, } => Row<Inquiry>;

    /// Your other inquiries from the same buyer, and counts across all sellers.
    ///
    /// Parking API, part 2: Inquiries.
    History "inquiries.history" Read = Parking GET "parking/inquiry/{id}/history", Needs::One(INQUIRIES_HISTORY), {
            path id: Id<Inquiry>,
            query matching: Option<HistoryMatch> as "match",
            /// Days back: 7, 30, 90, or 0 for all time.
            query days: Option<u32>,
            query rows: Option<Rows> as "type",
            all page: FixedPage,
        }, pages PageRule::Fixed(20) => BuyerHistory;

    /// Marks one inquiry read.
    ///
    /// Parking API, part 2: Inquiries.
    Read "inquiries.read" AfterNotApplied = Parking POST "parking/inquiry/{id}/read", Needs::One(INQUIRIES_READ),
        { path id: Id<Inquiry>, }, touches [Inquiries] => Marked;

    /// Marks one inquiry unread.
    ///
    /// Parking API, part 2: Inquiries.
    Unread "inquiries.unread" AfterNotApplied = Parking POST "parking/inquiry/{id}/unread",
        Needs::One(INQUIRIES_UNREAD), { path id: Id<Inquiry>, }, touches [Inquiries] => Marked;

    /// Stars one inquiry; starring a starred one changes nothing.
    ///
    /// Parking API, part 2: Inquiries.
    Star "inquiries.star" AfterNotApplied = Parking POST "parking/inquiry/{id}/star", Needs::One(INQUIRIES_STAR),
        { path id: Id<Inquiry>, }, touches [Inquiries] => Marked;

    /// Unstars one inquiry.
    ///
    /// Parking API, part 2: Inquiries.
    Unstar "inquiries.unstar" AfterNotApplied = Parking POST "parking/inquiry/{id}/unstar",
        Needs::One(INQUIRIES_UNSTAR), { path id: Id<Inquiry>, }, touches [Inquiries] => Marked;

    /// Moves one inquiry out of the active list; it stays in exports.
    ///
    /// Parking API, part 2: Inquiries.
    Archive "inquiries.archive" AfterNotApplied = Parking POST "parking/inquiry/{id}/archive",
        Needs::One(INQUIRIES_ARCHIVE), { path id: Id<Inquiry>, }, touches [Inquiries] => Marked;

    /// Brings one archived inquiry back to the active list.
    ///
    /// Parking API, part 2: Inquiries.
    Unarchive "inquiries.unarchive" AfterNotApplied = Parking POST "parking/inquiry/{id}/unarchive",
        Needs::One(INQUIRIES_UNARCHIVE), { path id: Id<Inquiry>, }, touches [Inquiries] => Marked;

    /// Hides one inquiry from the list; it can be restored.
    ///
    /// Parking API, part 2: Inquiries.
    Hide "inquiries.hide" AfterNotApplied = Parking POST "parking/inquiry/{id}/hide", Needs::One(INQUIRIES_HIDE),
        { path id: Id<Inquiry>, }, touches [Inquiries] => Done;

    /// Brings one hidden inquiry back.
    ///
    /// Parking API, part 2: Inquiries.
    Restore "inquiries.restore" AfterNotApplied = Parking POST "parking/inquiry/{id}/restore",
        Needs::One(INQUIRIES_RESTORE), { path id: Id<Inquiry>, }, touches [Inquiries] => Done;

    /// Mails one inquiry to your confirmed parking address.
    ///
    /// Parking API, part 2: Inquiries.
    RequestEmail "inquiries.request_email" ByUser = Parking POST "parking/inquiry/{id}/request-email",
        Needs::One(INQUIRIES_EMAIL), { path id: Id<Inquiry>, }, touches [Inquiries] => Done;

    /// Asks one buyer for a working address; once per inquiry, a day after the address was confirmed.
    ///
    /// Parking API, part 2: Inquiries.
    Unreachable "inquiries.unreachable" ByUser = Parking POST "parking/inquiry/{id}/unreachable",
        Needs::One(INQUIRIES_UNREACHABLE), { path id: Id<Inquiry>, }, touches [Inquiries] => Done;
}
