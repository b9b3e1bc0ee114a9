//! The first frame of Home: the page as the last run left it, until its data is read from the disk.

use parkade::screens::ALL;
use parkade::store::disk::DiskEvent;
use parkade::store::home::{Picture, Visits};
use parkade::ui::testing::Story;

use crate::stories::visits::{read, visited};
use crate::support::inbox::rows;

/// The page that a run leaves, as the disk keeps it.
fn left() -> Picture {
    let mut story = visited(22);
    read(&mut story, &rows());
    let picture = Picture::of(&story.store, (story.now, story.zone)).expect("everything was read");
    let kept = serde_json::to_string(&picture).expect("JSON");
    let back: Picture = serde_json::from_str(&kept).expect("what was kept");
    assert_eq!(back.page(story_since(&story)), picture.page(story_since(&story)));
    back
}

fn story_since(story: &Story) -> parkade::store::home::Since {
    parkade::store::home::Since::hours_before(story.now, 24)
}

fn next_run() -> Story {
    let mut story = Story::new(ALL);
    story.size(100, 60);
    story.now.0 += 10 * 3_600;
    left().put_into(&mut story.store);
    story.open("home", "");
    story
}

#[test]
fn the_first_frame_is_the_page_of_the_last_run() {
    let mut story = next_run();
    let frame = story.snap();
    assert!(frame.contains("solarpark.de") && frame.contains("$12,500"), "{frame}");
    assert!(frame.contains("7  inquiries wait for an answer"), "{frame}");
    assert!(frame.contains("2  domains not verified"), "{frame}");
    assert!(frame.contains("reading what came since"), "{frame}");
    assert!(frame.contains("…  new inquiries"), "what came since is not known yet: {frame}");
    assert!(!frame.contains("oldest"), "an age was one of another day: {frame}");
}

#[test]
fn rows_of_the_disk_replace_the_page_of_the_last_run() {
    let mut story = next_run();
    let now = story.now;
    story.keys("j");
    story.store.from_disk(DiskEvent::Notes { rows: Vec::new(), has: 0 }, now);
    story.store.from_disk(DiskEvent::Rows(Box::default()), now);
    story.sync();
    assert!(story.snap().contains("solarpark.de"), "the domains are missing: {}", story.snap());
    story.store.from_disk(DiskEvent::Domains(Box::default()), now);
    story.sync();
    assert!(!story.snap().contains("solarpark.de"), "the disk had no rows: {}", story.snap());
    assert!(!story.wanted().is_empty());
    read(&mut story, &rows());
    let frame = story.snap();
    assert!(frame.contains("7  inquiries wait for an answer") && frame.contains("solarpark.de"), "{frame}");
    assert!(!frame.contains("new leads · R"), "those that were not on the last page are no newcomers: {frame}");
}

#[test]
fn the_kept_page_is_not_shown_while_names_are_covered() {
    let mut story = Story::new(ALL);
    story.size(100, 60);
    story.store.session_mut().redact = true;
    left().put_into(&mut story.store);
    story.open("home", "");
    assert!(!story.snap().contains("solarpark.de"), "{}", story.snap());
}

#[test]
fn a_run_that_has_not_read_everything_keeps_no_page() {
    let mut story = visited(22);
    assert_eq!(Picture::of(&story.store, (story.now, story.zone)), None);
    story.sent();
}

#[test]
fn a_visit_counts_where_the_services_clock_turns_out_to_be_another_one() {
    for ahead in [-3_600, -120, 120, 3_600] {
        let mut story = visited(22);
        assert!(story.snap().contains("for the first time"), "{}", story.snap());
        story.store.tell_server_ahead(ahead);
        read(&mut story, &rows());
        assert!(story.snap().contains("read just now"), "{ahead}: {}", story.snap());
        let read_at = story.world().now;
        story.wait(6_000);
        let last = Visits::of(story.store.notes()).last();
        assert_eq!(last, Some(read_at), "{ahead}");
    }
}

#[test]
fn rows_that_come_free_while_the_user_acts_show_more_leads() {
    let mut story = super::home::home();
    let leads = |story: &mut Story| story.snap().matches("confirmed +15").count();
    story.size(90, 24).keys("j");
    let few = leads(&mut story);
    let many = leads(story.size(90, 60));
    assert_eq!((few, many), (5, 7), "{}", story.snap());
}
