//! The mouse over every list: rows, tabs, and popups over them.

use parkade::ui::shell::EventKind;
use parkade::ui::testing::Story;

use super::{LISTS, body, cursor};
use crate::support::inbox::open_inbox;

/// The first cell of these words below the header, by column and line.
fn place(story: &mut Story, words: &str) -> (u16, u16) {
    let frame = story.snap();
    let (y, line) = frame.lines().enumerate().skip(1).find(|(_, line)| line.contains(words)).expect("shown");
    let x = line[..line.find(words).expect("in it")].chars().count();
    (x as u16, y as u16)
}

/// Clicks on the first cell of these words.
fn click(story: &mut Story, words: &str) {
    let (x, y) = place(story, words);
    story.event(EventKind::Click { x, y });
}

/// The line of the screen the cursor is on.
fn line_of_cursor(story: &mut Story) -> u16 {
    story.snap().lines().position(|line| line.starts_with('▌')).expect("a row") as u16
}

#[test]
fn a_click_selects_a_row_and_a_second_one_opens_it() {
    for list in LISTS {
        let mut story = list.open();
        let (first, top) = (cursor(&mut story), line_of_cursor(&mut story));
        story.event(EventKind::Click { x: 12, y: top + 2 });
        assert_eq!(line_of_cursor(&mut story), top + 2, "{}", list.screen);
        story.event(EventKind::Click { x: 12, y: top });
        assert_eq!((cursor(&mut story), line_of_cursor(&mut story)), (first, top), "{}", list.screen);
        story.keys("enter");
        let opened = body(&mut story);
        let mut clicked = list.open();
        clicked.snap();
        clicked.event(EventKind::Click { x: 12, y: top });
        assert_eq!(body(&mut clicked), opened, "{}: as enter opens it", list.screen);
    }
}

#[test]
fn a_click_on_a_tab_chooses_it_and_one_beside_does_nothing() {
    for list in LISTS.iter().filter(|list| list.has_tabs()) {
        let mut story = list.open();
        story.line(&format!("tab {}", list.tabs[1]));
        let other = body(&mut story);
        story.line(&format!("tab {}", list.tabs[0]));
        let first = body(&mut story);
        story.event(EventKind::Click { x: 0, y: 0 });
        assert_eq!(body(&mut story), first, "{}", list.screen);
        let name = list.tabs[1];
        let title = name[..1].to_uppercase() + &name[1..];
        click(&mut story, &title);
        assert_eq!(body(&mut story), other, "{}", list.screen);
    }
}

#[test]
fn a_click_goes_to_nothing_that_a_question_or_help_covers() {
    for list in LISTS {
        let mut story = list.open();
        let (row, top) = (cursor(&mut story), line_of_cursor(&mut story));
        story.keys("?");
        story.snap();
        story.event(EventKind::Click { x: 12, y: top + 2 });
        // A click beside the help has closed it already.
        if !story.shell.layer_names().is_empty() {
            story.keys("esc");
        }
        assert_eq!(cursor(&mut story), row, "{}", list.screen);
    }
}

#[test]
fn a_click_on_a_heading_sorts_and_on_a_key_of_the_footer_presses_it() {
    let mut story = LISTS.iter().find(|list| list.screen == "domains").expect("a list").open();
    story.line("sort name");
    let sorted = body(&mut story);
    for arrow in ["domain ↓", "domain ↑"] {
        click(&mut story, "domain ");
        assert!(body(&mut story).contains(arrow), "{}", body(&mut story));
    }
    assert_eq!(body(&mut story), sorted, "a second click turns the order back");
    let mut pressed = LISTS[0].open();
    pressed.keys("?");
    let help = pressed.snap();
    let mut clicked = LISTS[0].open();
    click(&mut clicked, "? all keys");
    assert_eq!(clicked.snap(), help);
}

#[test]
fn a_click_on_the_name_of_a_screen_opens_it_and_one_beside_a_popup_closes_that() {
    for list in LISTS {
        let mut story = list.open();
        let first = story.snap();
        let at = |words: &str| {
            let line = first.lines().next().expect("a header");
            let x = line[..line.find(words).unwrap_or_else(|| panic!("{words}: {line}"))].chars().count();
            EventKind::Click { x: x as u16, y: 0 }
        };
        story.keys("?");
        story.snap();
        story.event(at("9"));
        let rows = |frame: &str| frame.lines().take(12).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(rows(&story.snap()), rows(&first), "{}: it closes help, and goes nowhere", list.screen);
        story.event(at("9"));
        let clicked = story.snap();
        // On a screen that `9` opens, the digit would begin a count, so esc is pressed instead.
        let mut pressed = list.open();
        pressed.keys(if ["images", "senders", "nameservers", "abilities", "health"].contains(&list.screen) {
            "esc"
        } else {
            "9"
        });
        assert_eq!(clicked.lines().nth(1), pressed.snap().lines().nth(1), "{}", list.screen);
    }
}

#[test]
fn the_wheel_scrolls_the_part_under_the_pointer() {
    let mut story = open_inbox(24);
    let wheel = |story: &mut Story, words: &str| {
        let (x, y) = place(story, words);
        story.event(EventKind::Wheel { x, y, down: true });
    };
    let first = cursor(&mut story);
    wheel(&mut story, "We are opening");
    assert_eq!(cursor(&mut story), first, "over the preview the list stays:\n{}", story.snap());
    assert!(story.snap().contains("Scrolling the preview"), "{}", story.snap());
    wheel(&mut story, "fjordtours.no");
    assert_ne!(cursor(&mut story), first, "over the list its cursor moves:\n{}", story.snap());
    assert!(!story.snap().contains("Scrolling the preview"), "{}", story.snap());
}
