//! Abilities that answers have shown the token to have, kept in the cache.

use super::Disk;
use super::cache::{PROVEN, meta};
use super::files::{Places, connect};
use crate::store::Proven;

impl Disk {
    /// Keeps the abilities for the next run.
    pub fn put_proven(&self, proven: &Proven) {
        self.put_meta(PROVEN, proven);
    }
}

/// Abilities that earlier runs have kept; none where there is no usable cache.
pub fn proven(places: &Places) -> Proven {
    let read = || meta::<Proven>(&connect(&places.cache_db(), true).ok()?, PROVEN).ok();
    if places.is_suspect() { Proven::default() } else { read().unwrap_or_default() }
}
