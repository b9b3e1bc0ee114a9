//! Lists of the service that are read as far as they are needed, and figures taken from answers.
//!
//! A [`Shelf`] is newest first and reads older rows on demand. Look first at `shelf.rs`, then at `jobs/` (imports and
//! exports) and `mail/`, whose rows come from several answers. `settings/` and `visits.rs` keep figures of each
//! domain, `daily.rs` makes counts by day.

pub mod daily;
pub mod jobs;
pub mod mail;
pub mod settings;
mod shelf;
pub mod visits;

pub use shelf::Shelf;

/// All lists.
#[derive(Debug, Default)]
pub(in crate::store) struct Lists {
    pub jobs: jobs::Jobs,
    pub mail: mail::Mail,
    pub settings: settings::OwnSettings,
    pub visits: visits::Visits,
}
