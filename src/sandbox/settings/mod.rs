//! Settings of the account and of single domains: the catalogue, own values, values in force, and a version for every
//! save.
//!
//! The profile and the portfolio have fields of the same kind, with catalogues of their own; their effects are in
//! `profile.rs` and `portfolio.rs`. Look first at `catalogue.rs` (all settings), `versions.rs` (the only way in which
//! values are written) and `sale.rs` (values in the columns of a domain).

mod account;
mod catalogue;
pub mod cells;
mod check;
mod domain;
mod formats;
mod history;
mod holder;
mod many;
pub mod sale;
mod undo;
mod versions;

pub use account::{fields, get, save, schema, store};
pub use catalogue::{PORTFOLIO, PROFILE, SETTINGS, Setting, known, of_domains};
pub use check::{Asked, refuse};
pub use domain::{get as get_domain, save as save_domain};
pub use history::{of_account as history, of_domain as domain_history};
pub use holder::{Holder, Values};
pub use many::{list as list_domains, save as save_domains};
pub use undo::undo;
pub use versions::{By, save as save_version, store as store_version, text as version_text, write};
