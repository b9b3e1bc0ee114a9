//! What the program around the screens offers: help on topics and commands, saved views, going to a thing by its name.

#[path = "support/inbox.rs"]
mod inbox;

use inbox::{fill, rows, walk};
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;

fn desk() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 40).open("inquiries", "");
    fill(&mut story, Tab::Active, &rows());
    walk(&mut story, &rows());
    story.sent();
    story
}

#[test]
fn help_on_a_topic_is_made_from_the_tables_it_describes() {
    let mut story = desk();
    story.line("help reply");
    let page = story.snap();
    assert!(page.contains("{first_name}") && page.contains("the buyer's first name"), "{page}");
    story.keys("esc").line("help filter");
    let page = story.snap();
    assert!(page.contains("reason:") && page.contains("why it was not mailed") && page.contains("offer:"), "{page}");
    assert!(!page.contains("tld:"), "words of other lists are not told:\n{page}");
}

#[test]
fn help_on_a_command_says_its_keys_names_and_how_it_is_done() {
    let mut story = desk();
    story.line("help archive");
    let page = story.snap();
    for words in ["Archive, so that it leaves the active list.", ":archive", "at once; undo takes it back", "Keys"] {
        assert!(page.contains(words), "{words}:\n{page}");
    }
    story.keys("esc").line("help arhive");
    assert!(story.snap().contains("There is no help on “arhive”; did you mean “archive”?"), "{}", story.snap());
}

#[test]
fn the_list_of_keys_leads_to_the_pages_of_help() {
    let mut story = desk();
    story.keys("?").typed("help templates").keys("enter");
    assert!(story.snap().contains("{message_quoted}"), "{}", story.snap());
    story.keys("esc :").typed("help re").keys("tab");
    assert!(story.snap().contains("reply") && story.snap().contains("read"), "{}", story.snap());
}
