//! Notices to the user about a message, collected while it is read.

use crate::base::{clean_line, fit};

/// Cleaned notices to the user about a message, each listed once.
#[derive(Default)]
pub struct Notices(Vec<String>);

impl Notices {
    /// Most notices of one message.
    const MOST: usize = 40;

    /// Adds a notice, unless it is already listed or there are too many.
    pub fn add(&mut self, notice: impl AsRef<str>) {
        // Cut the notice, because it contains senders' words of any length.
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
