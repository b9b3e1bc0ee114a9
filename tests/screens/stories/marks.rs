//! `:mark` with words: rows that a filter finds, rows that a file names.

use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, FileAsk};

use super::domains::portfolio;
use crate::support::{inbox, settings};

fn inbox() -> Story {
    let mut story = Story::new(ALL);
    story.size(140, 30).open("inquiries", "");
    inbox::fill(&mut story, Tab::Active, &inbox::rows());
    inbox::walk(&mut story, &inbox::rows());
    story.sent();
    story
}

/// Answers the file, as the runtime reads it.
fn reads(story: &mut Story, path: &str, text: Result<&str, &str>) -> String {
    let ask = Effect::File(FileAsk::Text { slot: "mark", path: path.to_owned() });
    assert!(story.sent().contains(&ask), "{path} is asked for");
    story.store.files_mut().put_text("mark", text.map(Into::into).map_err(str::to_owned));
    story.sync();
    story.snap()
}

#[test]
fn a_filter_marks_what_it_finds_on_top_of_what_is_marked() {
    let mut story = portfolio();
    story.keys("space").line("mark bin:>2000");
    assert!(story.snap().contains("2 rows marked, 3 in all."), "{}", story.snap());
    story.line("mark bin:>2000");
    assert!(story.snap().contains("2 rows marked, 3 in all."), "what is marked stays so:\n{}", story.snap());
    story.line("mark tld:museum");
    assert!(story.snap().contains("Nothing in this list matches “tld:museum”."), "{}", story.snap());
    story.line("mark wat:1");
    assert!(story.snap().contains("wat"), "{}", story.snap());
    story.wait(30_000);
    assert!(story.snap().contains("3 marked"), "nothing was lost:\n{}", story.snap());
    // Only rows of the list can be marked.
    story.line("unmark").line("filter tld:io").line("mark bin:any");
    assert!(story.snap().contains("1 row marked"), "{}", story.snap());
    story.line("unmark").line("mark").wait(30_000);
    assert!(story.snap().contains("1 marked"), "alone it marks the row under the cursor:\n{}", story.snap());
}

#[test]
fn mark_all_marks_only_the_rows_the_filter_shows() {
    let mut story = inbox();
    story.line("filter offer:>=4000").line("mark all");
    assert!(story.snap().contains("2 rows marked."), "{}", story.snap());
    story.line("filter buyer:nobody-of-this-name").line("mark all");
    assert!(story.snap().contains("2 marked, 2 not shown"), "nothing more:\n{}", story.snap());
}

#[test]
fn names_in_a_file_are_marked_and_missing_ones_are_named() {
    let mut story = portfolio();
    story.line("mark from ~/renew.txt");
    let text = "# to renew\nSOLARPARK.de\nhttps://sólar.com/\nnot-mine.com, windrad.org; greenhaus.com\nno name";
    let frame = reads(&mut story, "~/renew.txt", Ok(text));
    assert!(
        frame.contains("3 rows marked. 3 names are not in this list: not-mine.com, windrad.org, no name"),
        "{frame}"
    );
    story.line("mark from \"my names.txt\"");
    let frame = reads(&mut story, "my names.txt", Err("my names.txt cannot be read: it is gone."));
    assert!(frame.contains("it is gone"), "{frame}");
    story.line("mark from empty.txt");
    assert!(reads(&mut story, "empty.txt", Ok("# nothing\n")).contains("The file is empty."));
    story.line("unmark").line("mark from other.txt");
    assert!(reads(&mut story, "other.txt", Ok("other.com")).contains("Nothing marked. 1 name is not in this list"));
    story.line("mark from");
    assert!(story.snap().contains("Usage: :mark from FILE"), "{}", story.snap());
}

#[test]
fn inquiries_are_marked_by_filter_number_reference_and_domain() {
    let mut story = inbox();
    story.line("mark offer:>=4000");
    assert!(story.snap().contains("2 rows marked"), "{}", story.snap());
    story.line("unmark").line("mark reason:below_min_offer");
    assert!(story.snap().contains("only the service knows"), "{}", story.snap());
    story.line("mark from due.txt");
    let frame = reads(&mut story, "due.txt", Ok("112\nGreenhaus.com\n4711"));
    assert!(frame.contains("2 rows marked. 1 name is not in this list: 4711"), "{frame}");
    // In an opened inquiry there is no list to mark in.
    story.keys("enter").wait(30_000).line("mark offer:any");
    assert!(story.snap().contains("Not here. :mark: Mark rows"), "{}", story.snap());
}

/// The second line of the screen.
fn second_line(story: &mut Story) -> String {
    story.snap().lines().nth(1).unwrap_or_default().to_owned()
}

#[test]
fn the_number_of_marked_rows_is_always_in_the_second_line() {
    for screen in ["inquiries", "domains", "jobs"] {
        let mut story = Story::new(ALL);
        story.size(80, 24).open(screen, "");
        match screen {
            "inquiries" => inbox::fill(&mut story, Tab::Active, &inbox::rows()),
            "domains" => crate::support::portfolio::all(&mut story),
            _ => crate::support::jobs::fill(&mut story),
        }
        story.keys("space space space");
        assert!(second_line(&mut story).ends_with("3 marked"), "{screen}:\n{}", story.snap());
        story.shell.toast(parkade::ui::Tone::Info, "Something else happened", 0);
        assert!(second_line(&mut story).ends_with("3 marked"), "{screen}: a message does not cover it");
        story.keys("/");
        assert!(second_line(&mut story).ends_with("3 marked"), "{screen}: nor does a filter that is typed");
        story.keys("esc esc");
        assert!(!second_line(&mut story).contains("marked"), "{screen}:\n{}", story.snap());
    }
    let mut story = Story::new(ALL);
    story.size(80, 24).open("inquiries", "").line("add a.com b.com").keys("tab space space");
    assert!(second_line(&mut story).ends_with("2 marked"), "{}", story.snap());
}

#[test]
fn marks_that_are_not_shown_are_counted() {
    let mut story = inbox();
    story.keys("space space").line("filter buyer:nobody-of-this-name");
    assert!(second_line(&mut story).ends_with("2 marked, 2 not shown"), "{}", story.snap());
    story.keys("esc");
    assert!(second_line(&mut story).ends_with("2 marked"), "{}", story.snap());
}

#[test]
fn esc_clears_the_marks_first_and_then_the_filter_or_the_jump() {
    let mut story = inbox();
    story.line("filter offer:any").keys("space space");
    let line = second_line(&mut story);
    assert!(line.contains("offer:any") && line.ends_with("2 marked · esc clears"), "{line}");
    assert!(!line.trim_end_matches("2 marked · esc clears").contains("esc clears"), "only one is next: {line}");
    story.keys("esc");
    let line = second_line(&mut story);
    assert!(line.contains("offer:any") && line.contains("· esc clears") && !line.contains("marked"), "{line}");
    story.keys("esc");
    assert!(!second_line(&mut story).contains("offer:any"), "{}", story.snap());
    // After a jump, esc clears the marks made there and then the filter; it does not take back the jump.
    let mut story = portfolio();
    story.open("domains", "verified bin:any").keys("space").line("filter bin:>100000").keys("esc");
    assert!(second_line(&mut story).contains("bin:>100000"), "{}", story.snap());
    story.keys("esc");
    assert!(!second_line(&mut story).contains("bin:"), "{}", story.snap());
}

#[test]
fn marks_stay_through_the_save_of_prices_and_its_undo() {
    let mut story = settings::domains();
    story
        .keys("space space")
        .line("price =5000")
        .wait(1)
        .keys("ctrl-s")
        .wait(400)
        .typed("2")
        .keys("enter")
        .settle(None);
    story.open("domains", "").wait(10_000);
    assert!(story.snap().contains("2 marked"), "{}", story.snap());
    story.keys("u").settle(None);
    let undone = story.store.journal().entries().any(|entry| entry.origin.reverses().is_some());
    assert!(undone && story.snap().contains("2 marked"), "{}", story.snap());
}
