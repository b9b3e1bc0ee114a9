//! Lists of the service that are read as far as they are needed, and values taken out of their answers.
//!
//! Newest first, older rows on demand: a [`Shelf`]. Look first at `shelf.rs`, then `jobs/`, imports and exports, and
//! `mail/`, whose rows come out of several answers; `settings/` and `visits.rs` keep what answers tell of each domain,
//! with `daily.rs` by day.

pub mod daily;
pub mod jobs;
pub mod mail;
pub mod settings;
mod shelf;
pub mod visits;

pub use shelf::Shelf;

/// State of all lists.
#[derive(Debug, Default)]
pub(in crate::store) struct Lists {
    pub jobs: jobs::Jobs,
    pub mail: mail::Mail,
    pub settings: settings::OwnSettings,
    pub visits: visits::Visits,
}
