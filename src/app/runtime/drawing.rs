//! The time at which the next frame is drawn.

/// Shortest time between frames that no key asked for, in milliseconds.
const FRAME: u64 = 16;
/// Factor from the time a frame took to draw to the wait before the next frame that no key asked for, so that answers
/// are taken in faster than frames are drawn.
const REST: u64 = 8;
/// Longest wait that `REST` gives, in milliseconds.
const LONGEST_REST: u64 = 250;

/// State the next frame depends on.
#[derive(Debug, Default)]
pub struct Drawing {
    /// True when something happened since the last frame.
    pub dirty: bool,
    /// True when a key asked for the next frame, which comes at once then.
    pub by_key: bool,
    pub last: u64,
    /// Wait after the last frame before one that no key asked for, in milliseconds.
    pub rest: u64,
    /// Rows the list of the last frame had room for.
    pub list_rows: u16,
    pub changes_at: Option<i64>,
    /// The store's version the screens have taken over.
    pub synced: Option<u64>,
    /// True while a screen is still computing what it shows (`Effect::MakeMore`).
    pub makes_more: bool,
}

impl Drawing {
    /// True when the next frame may be drawn: one that no key asked for waits for `rest` after the last one.
    pub fn is_due(&self, ms: u64) -> bool {
        self.dirty && (self.by_key || ms >= self.last + self.rest)
    }

    /// Sets the wait after a frame that took `took` milliseconds.
    pub fn took(&mut self, took: u64) {
        if took > FRAME {
            tracing::debug!("a frame took {took} ms");
        }
        self.rest = (took * REST).clamp(FRAME, LONGEST_REST);
    }
}
