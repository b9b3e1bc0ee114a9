//! Whole collections, in memory and on disk: domains and inquiries, which a walk fills, searched and sorted here.
//!
//! The indexes know no service and no disk: they take rows in and give rows out. Look first at `inquiries/` and
//! `domains/`; `walk/` says what a walk reads next, and `overlay.rs` holds the values that are on their way to the
//! service.

pub mod domains;
pub mod inquiries;
pub mod overlay;
pub mod walk;

/// The two collections.
#[derive(Debug, Default)]
pub(in crate::store) struct Index {
    pub inquiries: inquiries::InquiryIndex,
    pub domains: domains::DomainIndex,
}
