//! How far the service's clock is ahead of this machine's, for whoever tells the time before the service has answered.

use super::cache::meta;
use super::{Disk, FirstReads};

/// Name the value is kept under.
const KEPT: &str = "server_ahead";

impl Disk {
    /// Keeps these seconds for the next run, and for commands that send no request.
    pub fn put_server_ahead(&self, seconds: i64) {
        self.put_meta(KEPT, &seconds);
    }
}

/// Seconds the service's clock is ahead, by its last answer; 0 where no run has kept any, or the cache cannot be read.
pub fn server_ahead(first: &FirstReads) -> i64 {
    first.cache().and_then(|cache| meta(cache, KEPT).ok()).unwrap_or_default()
}
