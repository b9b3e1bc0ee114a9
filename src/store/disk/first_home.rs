//! Page of Home as the last run left it, read before any thread is started.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Disk;
use super::cache::meta;
use super::first::FirstReads;

/// Name under which the page is kept.
const KEPT: &str = "home_first";

impl Disk {
    /// Keeps the page for the next start.
    pub fn put_first_home(&self, page: &impl Serialize) {
        self.put_meta(KEPT, page);
    }
}

/// Kept page, read synchronously; `None` where there is no usable cache, or the page is of another version of the
/// program.
pub fn first_home<T: DeserializeOwned>(first: &FirstReads) -> Option<T> {
    meta::<Option<T>>(first.cache()?, KEPT).ok()?
}
