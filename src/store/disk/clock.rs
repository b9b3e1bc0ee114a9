//! How far the service's clock is ahead of this machine's, as the last run saw it. It is used until the service has
//! answered.

use super::cache::meta;
use super::{Disk, FirstReads};

/// Name under which the difference is kept.
const KEPT: &str = "server_ahead";

impl Disk {
    /// Keeps the difference in seconds for the next run and for commands that send no request.
    pub fn put_server_ahead(&self, seconds: i64) {
        self.put_meta(KEPT, &seconds);
    }
}

/// Seconds by which the service's clock was ahead at its last answer; 0 where none are kept, or the cache cannot be
/// read.
pub fn server_ahead(first: &FirstReads) -> i64 {
    first.cache().and_then(|cache| meta(cache, KEPT).ok()).unwrap_or_default()
}
