//! Known settings: own values of domains, and values changed by a save. Look first at [`OwnSettings`].
//!
//! The pages of domains with own settings are read one after the other while a screen needs them. Settings of a domain
//! that is read alone are added. All are lost when the program ends, except own currencies.

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

/// Most domains with own settings for which the pages are read without being asked for: 50 pages, a few megabytes.
pub(in crate::store) const UNASKED: u64 = 10_000;

/// True for a setting whose value is also in the rows of domains.
pub(in crate::store) fn is_in_rows(name: &str) -> bool {
    PRICES.contains(&name) || name == FOR_SALE
}

/// True when everything in the answer to this call is kept here, so that the answer itself is not.
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
