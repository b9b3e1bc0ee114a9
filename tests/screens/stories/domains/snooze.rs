//! A snoozed domain: it stays in its lists, and its findings are hidden.

use parkade::screens::ALL;
use parkade::ui::testing::Story;

use crate::support::portfolio;

/// The figure of names not verified, as Home shows it.
fn unverified(story: &mut Story) -> String {
    story.size(110, 60).open("home", "");
    let frame = story.snap_screen();
    frame.lines().find(|line| line.contains("not verified")).unwrap_or_default().trim().to_owned()
}

#[test]
fn findings_of_a_snoozed_name_are_put_off_and_it_stays_in_its_lists() {
    let mut story = Story::new(ALL);
    story.size(140, 30);
    portfolio::all(&mut story);
    assert!(unverified(&mut story).starts_with("2  domains not verified"), "{}", story.snap());
    story.size(140, 30).open("domains", "unverified").line("snooze +3d");
    assert!(story.snap().contains(" snoozed until Sun 15 Mar 14:00"), "{}", story.snap());
    let frame = story.keys("p").snap();
    assert!(frame.contains("best offer  snooze") && frame.contains("  Sun 15 Mar 14:00"), "{frame}");
    assert!(frame.contains("fjordtours.no") && frame.contains("аррӏе.com"), "it stays in its lists: {frame}");
    story.line("filter snooze:any");
    assert!(story.snap().contains("1 of 2"), "{}", story.snap());
    story.keys("esc");
    assert!(unverified(&mut story).starts_with("1  domain not verified"), "{}", story.snap());
    assert!(story.snap().contains("1  settled finding"), "what is left out is said: {}", story.snap());
    story.open("domains", "").keys("u");
    assert!(unverified(&mut story).starts_with("2  domains not verified"), "{}", story.snap());
    story.open("domains", "unverified").keys("z");
    assert!(story.snap().contains("Snooze "), "{}", story.snap());
    story.keys("enter").wait(4 * 3_600_000);
    let now = story.now;
    story.store.alarms(now);
    assert_eq!(story.store.notes().iter().filter(|(_, record)| record.snooze().is_some()).count(), 0);
    assert!(unverified(&mut story).starts_with("2  domains not verified"), "{}", story.snap());
}
