//! The jobs screen as a user uses it. Look first at `list`, where jobs are watched, then `acts`, the acts on them. The
//! service's answers are in `support::jobs`.

mod acts;
mod changed;
mod fix;
mod list;
mod preview;

use parkade::screens::ALL;
use parkade::ui::testing::Story;

use crate::support::jobs::fill;

/// The screen with both lists answered.
fn open_jobs() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("jobs", "");
    fill(&mut story);
    story
}
