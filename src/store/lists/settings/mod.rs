//! Settings as far as they are known: own values of domains, and those that a save has changed. Look first at
//! [`OwnSettings`].
//!
//! The pages of domains with settings of their own are read one after the other while a screen asks for them; settings
//! of a domain that is read alone are taken in, too. All of it is lost when the program ends.

mod own;
mod own_values;

use crate::api::domains::AllSettings;
use crate::api::limits::PER_PAGE;
use crate::api::{Call, Page, Request};
use crate::base::Timestamp;
use crate::store::Loaded;
use crate::store::subject::{FOR_SALE, PRICES};

pub use own::OwnSettings;
pub use own_values::{Own, own_value};

/// Most domains with settings of their own for which these are read unasked: 50 pages, a few megabytes.
pub(in crate::store) const UNASKED: u64 = 10_000;

/// True for a setting whose outcome rows of domains show.
pub(in crate::store) fn is_in_rows(name: &str) -> bool {
    PRICES.contains(&name) || name == FOR_SALE
}

/// True when everything in the answer to this call is kept here, so that the answer itself need not be kept.
pub fn is_taken_over(call: &Call) -> bool {
    call.endpoint == AllSettings::ENDPOINT && call.sent("overrides_only").is_some()
}

pub(in crate::store) fn page(number: u32) -> AllSettings {
    AllSettings { overrides_only: Some(true), page: Page::new(number, PER_PAGE) }
}

/// Time of the answer; `None` if it is stale or from the disk.
pub(in crate::store) fn read_at<T>(loaded: &Loaded<'_, T>) -> Option<Timestamp> {
    loaded.at.filter(|_| !loaded.stale && !loaded.from_disk)
}
