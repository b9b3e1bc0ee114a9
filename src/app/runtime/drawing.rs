//! The time at which the next frame is drawn.

/// Shortest time between frames that no key asked for, in milliseconds.
const FRAME: u64 = 16;
/// Factor from the time that drawing a frame took to the wait before the next frame that no key asked for, so that
/// taking in answers has more time than drawing.
const REST: u64 = 8;
/// Longest wait that [`REST`] leads to, in milliseconds.
const LONGEST_REST: u64 = 250;

/// State the next frame depends on.
#[derive(Debug, Default)]
pub struct Drawing {
    /// True when something happened since the last frame.
    pub dirty: bool,
    /// True when a key asked for the next frame, which is then drawn at once.
    pub by_key: bool,
    pub last: u64,
    /// Wait, in milliseconds, from the last frame to one that no key asked for.
    pub rest: u64,
    /// Rows the list of the last frame had room for.
    pub list_rows: u16,
    pub changes_at: Option<i64>,
    /// Version of the store that the screens show.
    pub synced: Option<u64>,
    /// Start of the last frame for which the screens took over answers, in milliseconds.
    pub synced_at: u64,
    /// True while a screen is still computing what it shows (`Effect::MakeMore`).
    pub makes_more: bool,
}

impl Drawing {
    /// True when the next frame may be drawn: one that no key asked for waits for `rest` after the last one.
    pub fn is_due(&self, ms: u64) -> bool {
        self.dirty && (self.by_key || ms >= self.last + self.rest)
    }

    /// True when the next frame leaves out new answers: a key asked for the frame, and the screens took over answers
    /// less than `rest` ago. Taking over is slow while a large account is read.
    pub fn leaves_answers(&self, ms: u64) -> bool {
        self.by_key && self.rest > FRAME && ms < self.synced_at + self.rest
    }

    /// Sets the wait after a frame that took `took` milliseconds.
    pub fn took(&mut self, took: u64) {
        if took > FRAME {
            tracing::debug!("a frame took {took} ms");
        }
        self.rest = (took * REST).clamp(FRAME, LONGEST_REST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_of_a_key_leaves_answers_only_where_they_are_slow_and_for_a_short_time() {
        let mut drawing = Drawing { by_key: true, synced_at: 1_000, ..Drawing::default() };
        drawing.took(1);
        assert!(!drawing.leaves_answers(1_001), "quick answers are taken over with every frame");
        drawing.took(20);
        assert!(drawing.leaves_answers(1_001) && drawing.leaves_answers(1_159));
        assert!(!drawing.leaves_answers(1_160), "a key that is held does not keep them away");
        drawing.by_key = false;
        assert!(!drawing.leaves_answers(1_001));
    }
}
