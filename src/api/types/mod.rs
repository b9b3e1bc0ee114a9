//! The resources of the documents, one file each, as tolerant records: the identity of a row must be there, every
//! other field is `Seen`.
//!
//! Requests and replies are not here but beside their endpoints (`../inquiries.rs`). Look first at `inquiry.rs`.

mod domain;
mod inquiry;
mod paging;
mod setting;

pub use domain::{Domain, DomainState, Sale};
pub use inquiry::{Bant, Delivery, Inquiry, InquiryMarks, MatchedBy, SpamRisk};
pub use paging::Pagination;
pub use setting::SettingSchema;
