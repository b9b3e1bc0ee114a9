//! Whole collections, domains and inquiries: filled by walks, kept in memory and on the disk, searched and sorted
//! here.
//!
//! The indexes use neither service nor disk: they take rows and return rows. Look first at `inquiries/` and
//! `domains/`. `walk/` says what a walk reads next, and `overlay.rs` has the values of pending writes.

pub mod domains;
pub mod inquiries;
pub mod overlay;
pub mod walk;

/// The two indexes.
#[derive(Debug, Default)]
pub(in crate::store) struct Index {
    pub inquiries: inquiries::InquiryIndex,
    pub domains: domains::DomainIndex,
}
