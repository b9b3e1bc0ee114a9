//! Resources of the documents as tolerant records, one file per family: a row must have its identity, every other
//! field is `Seen`.
//!
//! Left open by document 1, *Conventions* (Timestamps): which clock times are from, and whether answers have a date.
//! Times are compared with the service's clock by its Date header, and without one with this machine's clock. No
//! arithmetic on them can overflow, and a number outside the calendar is shown as it is.
//!
//! Requests and replies are beside their endpoints, not here (`../inquiries.rs`). Look first at `inquiry.rs`.

mod account;
mod buyer;
mod campaign;
mod domain;
mod email;
mod inquiry;
mod job;
mod named;
mod paging;
mod report;
mod setting;

pub use account::{Image, ImageKind, Nameservers, Portfolio, Profile, ProfileAnswer, Sender, SenderKind};
pub use buyer::{BuyerStats, By, Side, Window};
pub use campaign::{Campaign, CampaignList, answer as ads_answer};
pub use domain::{Domain, DomainState, Sale};
pub use email::{Email, header_texts};
pub use inquiry::{Bant, DETAILS, Delivery, Inquiry, InquiryMarks, MatchedBy, SpamRisk};
pub use job::{Export, ExportFilters, ExportKind, Import, ImportData, ImportEntry, ImportStatus, JobState};
pub use named::{Named, Rows};
pub use paging::Pagination;
pub use report::{
    Chart, Direction, DomainReport, DomainsReport, Engagement, InquiriesReport, InquiryDay, OfferStats,
    PortfolioActivity, PortfolioReport, ReportDomain, ReportRow, Slot, Trend, TrendUnit,
};
pub use setting::{
    Change, DomainSettings, HistoryScope, HistorySource, HistoryVersion, SaveResult, Setting, SettingSchema,
    SettingSource,
};

#[cfg(test)]
mod tests;
