//! Beside Home in a wide window: the list that the line under the cursor opens.

use parkade::ui::testing::Story;

use super::home::{find, home};

/// Texts at the left and at the right of the vertical line.
fn columns(story: &mut Story) -> (String, String) {
    let frame = story.snap_screen();
    let halves = frame.lines().filter_map(|line| line.split_once('│'));
    let (left, right): (Vec<&str>, Vec<&str>) = halves.map(|(left, right)| (left.trim_end(), right.trim())).unzip();
    (left.join("\n"), right.join("\n"))
}

#[test]
fn the_first_rows_of_a_list_are_shown_beside_its_line() {
    let mut story = home();
    story.size(160, 48);
    find(&mut story, "inquiries wait for an answer");
    let (_, beside) = columns(&mut story);
    let rows: Vec<&str> = beside.lines().collect();
    assert!(rows[0].contains("inquiries wait for an answer"), "{beside}");
    assert!(rows.iter().any(|row| row.starts_with("solarpark.de ") && row.contains("$12,500")), "{beside}");
    find(&mut story, "not verified");
    let (_, beside) = columns(&mut story);
    assert!(beside.lines().next().is_some_and(|title| title.contains("not verified")), "{beside}");
    assert!(beside.contains("fjordtours.no") && beside.contains("1 asked, best €2,200"), "{beside}");
}

#[test]
fn the_page_keeps_its_width_wherever_the_cursor_is() {
    let mut story = home();
    story.size(160, 48).keys("g g");
    let lead = columns(&mut story).0;
    find(&mut story, "inquiries wait for an answer");
    let without_cursor = |text: &str| text.replace('▌', " ");
    assert_eq!(without_cursor(&columns(&mut story).0), without_cursor(&lead));
}

#[test]
fn the_title_beside_the_head_counts_the_lines_to_decide() {
    let mut story = home();
    story.size(160, 48).keys("g g k");
    let (_, beside) = columns(&mut story);
    assert!(beside.lines().next().is_some_and(|title| title.ends_with("to decide")), "{beside}");
    assert!(beside.contains("Answer ") && beside.contains("Settle "), "{beside}");
}

#[test]
fn a_very_wide_window_shows_what_is_around_a_lead_in_a_third_column() {
    let mut story = home();
    story.size(200, 60).keys("g g");
    let report = "solarpark.de";
    let frame = story.snap();
    assert!(frame.contains("Buyer  g b") && frame.contains("Visits  g v"), "{frame}");
    let wanted =
        |story: &mut Story| story.wanted().iter().any(|call| call.contains("insights") && call.contains(report));
    assert!(wanted(&mut story), "{:?}", story.wanted());
    story.size(160, 48);
    assert!(!story.snap().contains("Buyer  g b") && !wanted(&mut story), "{}", story.snap());
}
