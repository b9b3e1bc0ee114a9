//! What waits on Home: who is ignored does not, leads are walked through in their order.

use parkade::ui::testing::Story;

use super::home::{find, home};
use crate::support::senders;

/// The first line of the frame that holds these words.
fn line(story: &mut Story, words: &str) -> String {
    let frame = story.snap_screen();
    frame.lines().find(|line| line.contains(words)).unwrap_or_default().to_owned()
}

#[test]
fn who_is_ignored_is_not_waited_for_and_is_said_to_be_left_out() {
    let mut story = home();
    story.size(120, 60);
    assert!(line(&mut story, "wait for an answer").contains("7 wait for an answer"), "{}", story.snap());
    assert!(story.snap().contains("quickloans24.net"), "{}", story.snap());
    senders::fill(&mut story);
    story.keys("R");
    let head = line(&mut story, "wait for an answer");
    assert!(head.contains("6 wait for an answer") && head.contains("1 from ignored senders left out"), "{head}");
    assert!(!story.snap().contains("quickloans24.net"), "{}", story.snap());
    find(&mut story, "inquiries wait for an answer");
    story.keys("enter");
    let frame = story.snap();
    assert!(frame.contains("status:mine -is:ignored") && frame.contains("6 of 7"), "{frame}");
    story.line("filter is:ignored");
    let frame = story.snap();
    assert!(frame.contains("1 of 7") && frame.contains("quickloans24.net"), "{frame}");
}

#[test]
fn the_next_of_a_lead_is_the_next_on_home_and_not_of_the_list_that_was_left() {
    let mut story = home();
    story.open("inquiries", "all sort:domain,asc").open("home", "");
    let leads: Vec<i64> = [112, 110].to_vec();
    story.keys("enter");
    let opened = |story: &mut Story| story.snap();
    assert!(opened(&mut story).contains("solarpark.de"), "{}", story.snap());
    story.keys("}");
    assert!(opened(&mut story).contains("greenhaus.com"), "{leads:?}: {}", story.snap());
    story.keys("esc");
    assert_eq!(story.shell.current(), Some("home"), "{}", story.snap());
    story.keys("2");
    let frame = story.snap();
    assert!(!frame.contains("status:mine"), "the list is as it was left: {frame}");
    let place = |name: &str| frame.lines().position(|line| line.contains(name));
    assert!(place("clearwater.io") < place("solarpark.de"), "{frame}");
}
