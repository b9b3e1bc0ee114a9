//! Notices to the user about a message, collected while it is read.

use crate::base::{clean_line, fit};

/// Notices to the user about a message, each once and cleaned.
#[derive(Default)]
pub struct Notices(Vec<String>);

impl Notices {
    /// Most notices of one message; a message made of mistakes needs no more.
    const MOST: usize = 40;

    /// Adds a notice, unless it is there or there are too many.
    pub fn add(&mut self, notice: impl AsRef<str>) {
        // Notices name what senders wrote, which can be of any length.
        let notice = fit(&clean_line(notice.as_ref()), 300).into_owned();
        if self.0.len() < Self::MOST && !self.0.contains(&notice) {
            self.0.push(notice);
        }
    }

    /// The notices in the order they were added.
    pub fn into_list(self) -> Vec<String> {
        self.0
    }
}
