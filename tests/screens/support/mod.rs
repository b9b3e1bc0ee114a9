//! Support of stories: helpers for every screen, and in the files beside them the service's answers about an inbox, a
//! portfolio, jobs and more. Look first at `inbox.rs`; stories are driven by `parkade::ui::testing`.

use parkade::client::{Failure, FailureKind};
use parkade::ui::testing::Story;

pub mod abilities;
pub mod ads;
pub mod buyer;
pub mod findings;
pub mod frames;
pub mod images;
pub mod inbox;
pub mod insights;
pub mod jobs;
pub mod mail;
pub mod morning;
pub mod nameservers;
pub mod pages;
pub mod portfolio;
pub mod profile;
pub mod senders;
pub mod settings;
pub mod site;

/// The time a story begins at, in the service's seconds.
pub const NOW: i64 = parkade::ui::testing::NOW.0;

/// A failure of that kind, with its HTTP status.
pub fn failure(kind: FailureKind) -> Failure {
    let status = match kind {
        FailureKind::Forbidden => Some(403),
        FailureKind::NotFound => Some(404),
        FailureKind::Server => Some(500),
        _ => None,
    };
    Failure { kind, status, errors: Vec::new(), retry_after: None, detail: String::new() }
}

/// The name under the cursor: the row with the bar.
pub fn cursor(story: &mut Story) -> String {
    let frame = story.snap();
    let row = frame.lines().find(|line| line.trim_start().starts_with('▌')).unwrap_or_default().to_owned();
    row.split_whitespace().find(|word| word.contains('.')).unwrap_or_default().to_owned()
}
