//! The preview beside the lists of jobs.

use parkade::api::Request;
use parkade::screens::ALL;
use parkade::ui::testing::Story;

use super::open_jobs;
use crate::support::jobs::{entries, import, imports_page, lines, lines_page, page};

#[test]
fn lines_that_need_a_look_are_shown_beside_a_finished_import() {
    let mut story = open_jobs();
    let asks = |story: &Story, id| story.wanted().contains(&lines_page(id, 1).call().key());
    story.size(90, 24).keys("G");
    assert!(!asks(&story, 4_708), "without room for a preview nothing is read for it");
    story.size(160, 40).keys("k");
    assert!(asks(&story, 4_709));
    lines(&mut story, &import(4_709, "failed", 0.4), &entries(), 1, 400);
    let frame = story.snap();
    let [error, warning] = ["With an error", "With a warning"].map(|title| frame.find(title).expect(title));
    let of = |words: &str| frame.rfind(words).expect(words);
    assert!(
        error < of("kaufmich.invalid") && of("kaufmich.invalid") < warning && warning < of("bergluft.at"),
        "{frame}"
    );
    assert!(frame.contains("enter shows every line"), "400 lines are in it, five were read: {frame}");
    story.keys("g g");
    assert!(!asks(&story, 4_711), "what still changes is watched when it is opened");
}

#[test]
fn a_failed_import_is_not_shown_as_complete() {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("jobs", "");
    for (share, shows) in [(1.0, false), (0.4, true)] {
        let rows = [import(4_709, "failed", share)];
        story.answer(&imports_page(1), &page("imports", &rows, 1, 50, 1).to_string());
        let frame = story.snap();
        assert!(frame.contains("Status") && frame.contains("Progress") == shows, "{frame}");
    }
}
