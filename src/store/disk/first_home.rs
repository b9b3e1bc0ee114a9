//! The page of Home as the last run left it, read before any thread exists.

use super::Disk;
use super::cache::meta;
use super::files::{Places, connect};
use crate::store::home::{Picture, Waited};

/// Where it is kept.
const KEPT: &str = "home_first";

impl Disk {
    /// Keeps the page for the next start.
    pub fn put_first_home(&self, picture: &Picture) {
        self.put_meta(KEPT, picture);
    }
}

/// The page, synchronously; `None` where there is no usable cache, or another version of the program has kept it.
pub fn first_home(places: &Places) -> Option<Picture> {
    if places.is_suspect() {
        return None;
    }
    meta::<Option<Picture>>(&connect(&places.cache_db(), true).ok()?, KEPT).ok()?
}

/// Figures of what waited in an account when its last run ended, from its own files.
pub fn waited(places: &Places) -> Option<Waited> {
    first_home(places)?.waited()
}
