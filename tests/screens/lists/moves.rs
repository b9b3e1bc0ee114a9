//! Tabs, jumps and the way back, marks, pages, export.

use parkade::screens::ALL;
use parkade::ui::testing::Story;
use parkade::ui::{Effect, SaveFrom};

use super::{LISTS, body, cursor, second_line};

#[test]
fn choosing_a_tab_by_hand_or_by_name_forgets_the_way_back() {
    for list in LISTS.iter().filter(|list| !list.is_page) {
        for by_name in [false, true] {
            let mut story = list.open();
            let [first, other] = list.tabs;
            story.line(&format!("{} {other}", list.screen));
            if by_name {
                story.line(&format!("tab {first}"));
            } else {
                story.keys("[");
            }
            let here = body(&mut story);
            story.keys("esc");
            assert_eq!(body(&mut story), here, "{}, by name: {by_name}", list.screen);
        }
    }
}

#[test]
fn esc_after_a_jump_leads_back_also_without_a_filter() {
    for list in LISTS.iter().filter(|list| list.takes_line) {
        let mut story = list.open();
        story.keys("j j");
        let (before, row) = (body(&mut story), cursor(&mut story));
        story.line(&format!("{} {}", list.screen, list.tabs[1]));
        assert_ne!(body(&mut story), before, "{}: it shows another tab", list.screen);
        story.keys("esc");
        assert_eq!(cursor(&mut story), row, "{}", list.screen);
        assert_eq!(body(&mut story), before, "{}", list.screen);
    }
}

#[test]
fn esc_after_a_jump_brings_back_filter_and_order() {
    for list in LISTS {
        let Some(column) = list.column else { continue };
        let mut story = list.open();
        story.line(&format!("filter {}", list.some.0));
        let before = body(&mut story);
        story.line(&format!("{} {} sort:{column},asc", list.screen, list.tabs[1]));
        assert_ne!(body(&mut story), before, "{}", list.screen);
        story.keys("esc");
        assert_eq!(body(&mut story), before, "{}", list.screen);
        story.keys("esc");
        assert!(!second_line(&mut story).contains("esc clears"), "{}: then the filter goes", list.screen);
    }
}

#[test]
fn the_preview_waits_until_a_held_key_is_let_go() {
    for list in LISTS.iter().filter(|list| ["inquiries", "domains", "mail"].contains(&list.screen)) {
        let mut story = list.open();
        story.size(160, 48);
        // The preview is beside the rows, or below them.
        let side = |story: &mut Story| {
            let frame = story.snap();
            let below = frame.split_once("────").map(|(_, below)| below.to_owned());
            below.unwrap_or_else(|| {
                frame.lines().skip(2).filter_map(|line| line.split_once('│')).map(|it| it.1).collect()
            })
        };
        let first = side(&mut story);
        story.keys("j");
        let second = side(&mut story);
        assert_ne!(second, first, "{}: a single press updates both", list.screen);
        let row = cursor(&mut story);
        story.hold("k", 1);
        assert_ne!(cursor(&mut story), row, "{}: the list keeps up", list.screen);
        assert_eq!(side(&mut story), second, "{}", list.screen);
        story.wait(50);
        assert_eq!(side(&mut story), first, "{}", list.screen);
        // A popup over the preview is always drawn, and the preview again once the popup is closed.
        story.keys("j").hold("?", 1);
        let help = story.snap();
        story.hold("esc", 1);
        assert_ne!(story.snap(), help, "{}", list.screen);
        assert_eq!(side(&mut story), second, "{}", list.screen);
    }
}

#[test]
fn tabs_wrap_around_and_each_remembers_its_row() {
    for list in LISTS.iter().filter(|list| list.has_tabs()) {
        let mut story = list.open();
        story.keys("j j");
        let (before, row) = (body(&mut story), cursor(&mut story));
        story.keys("[");
        assert_ne!(body(&mut story), before, "{}", list.screen);
        story.keys("]");
        assert_eq!(cursor(&mut story), row, "{}", list.screen);
        story.line(&format!("tab {}", list.tabs[1])).line(&format!("tab {}", list.tabs[0]));
        assert_eq!(body(&mut story), before, "{}", list.screen);
    }
}

#[test]
fn a_page_of_an_opened_row_is_reached_by_name_and_neighbours_keep_it() {
    for list in LISTS {
        let Some(page) = list.page else { continue };
        let mut story = list.open();
        let row = cursor(&mut story);
        story.keys("enter").line(&format!("tab {page}"));
        let opened = body(&mut story);
        story.keys("}");
        assert_ne!(body(&mut story), opened, "{}", list.screen);
        story.keys("{");
        assert_eq!(body(&mut story), opened, "{}", list.screen);
        story.keys("esc");
        assert_eq!(cursor(&mut story), row, "{}", list.screen);
    }
}

#[test]
fn marks_are_counted_and_belong_to_their_tab() {
    for list in LISTS {
        let mut story = list.open();
        story.keys("space space");
        assert!(second_line(&mut story).ends_with("2 marked"), "{}", list.screen);
        story.keys("esc");
        assert!(!second_line(&mut story).contains("marked"), "{}: esc takes them off", list.screen);
        if !list.has_tabs() {
            continue;
        }
        story.keys("*").line(&format!("tab {}", list.tabs[1]));
        assert!(!second_line(&mut story).contains("marked"), "{}: another tab has none", list.screen);
        assert!(
            story.snap().contains("cleared: marks belong to the tab"),
            "{} says so:\n{}",
            list.screen,
            story.snap()
        );
    }
}

#[test]
fn marks_are_counted_while_a_row_is_opened() {
    for list in LISTS.iter().filter(|list| list.page.is_some()) {
        for width in [80, 140] {
            let mut story = list.open();
            story.size(width, 30).keys("space space enter");
            let line = second_line(&mut story);
            assert!(line.ends_with("2 marked in the list"), "{} at {width}: {line}", list.screen);
            story.keys("esc");
            assert!(second_line(&mut story).ends_with("2 marked"), "{}", list.screen);
        }
    }
}

#[test]
fn a_filter_that_hides_everything_keeps_the_marks() {
    for list in LISTS {
        let mut story = list.open();
        story.keys("space space").line(&format!("filter {}", list.none));
        assert!(second_line(&mut story).ends_with("2 marked, 2 not shown"), "{}:\n{}", list.screen, story.snap());
        story.keys("esc");
        assert!(second_line(&mut story).ends_with("2 marked"), "{}:\n{}", list.screen, story.snap());
    }
}

#[test]
fn the_next_page_is_asked_for_as_the_cursor_comes_near_the_end() {
    for list in LISTS {
        let Some(fill) = list.endless else { continue };
        let mut story = Story::new(ALL);
        story.size(140, 30).open(list.screen, "");
        fill(&mut story);
        story.keys("G");
        assert!(story.wanted().iter().any(|key| key.contains("page=2")), "{}: {:?}", list.screen, story.wanted());
    }
}

#[test]
fn an_exported_list_is_the_one_that_is_shown() {
    for list in LISTS {
        let mut story = list.open();
        story.line(&format!("filter {}", list.some.0));
        story.sent();
        story.line("export-view csv");
        let saved = story.sent().into_iter().find_map(|effect| match effect {
            Effect::Save(save) => Some(save),
            _ => None,
        });
        let rows = saved.map(|save| match save.from {
            SaveFrom::Made { rows, .. } => rows,
            SaveFrom::Text(text) => text.lines().count() - 1,
            SaveFrom::Table { writing, .. } => writing.ids().len(),
            other => panic!("{}: {other:?}", list.screen),
        });
        assert_eq!(rows, Some(list.some.1), "{}", list.screen);
    }
}

#[test]
fn the_last_row_is_shown_on_a_full_page() {
    for list in LISTS {
        let mut story = list.open();
        story.size(140, 10);
        let rows = |story: &mut Story| body(story).lines().skip(2).filter(|line| line.contains('.')).count();
        let full = rows(&mut story);
        story.keys("G");
        assert_eq!(rows(&mut story), full, "{}: {}", list.screen, story.snap());
    }
}

#[test]
fn sorting_begins_at_the_first_row_and_marks_keep_the_cursor() {
    for list in LISTS {
        let Some(column) = list.column else { continue };
        let mut story = list.open();
        story.keys("j j").line(&format!("sort {column} desc"));
        let first = cursor(&mut story);
        story.keys("g g");
        assert_eq!(cursor(&mut story), first, "{}", list.screen);
        story.keys("j space").line(&format!("sort {column} asc"));
        let kept = cursor(&mut story);
        story.keys("g g");
        assert_ne!(cursor(&mut story), kept, "{}: it stayed on its row", list.screen);
    }
}

#[test]
fn marks_outlive_filters_and_are_counted() {
    for list in LISTS {
        let mut story = list.open();
        let (filter, found) = list.some;
        story.keys("*");
        let all: usize = second_line(&mut story)
            .split("  ")
            .find_map(|part| part.trim().strip_suffix(" marked")?.rsplit(' ').next()?.parse().ok())
            .unwrap_or_else(|| panic!("{}: {}", list.screen, second_line(&mut story)));
        // A filter that is typed and cancelled, one that is applied, and marks added to those made under another
        // filter.
        story.keys("/").typed(filter).keys("esc");
        assert!(second_line(&mut story).contains(&format!("{all} marked")), "{}", story.snap());
        story.line(&format!("filter {filter}"));
        let words = format!("{all} marked, {} not shown", all - found);
        assert!(second_line(&mut story).contains(&words), "{}: {words}: {}", list.screen, story.snap());
        story.keys("esc");
        assert!(second_line(&mut story).contains(&format!("{all} marked")), "{}", story.snap());
        assert!(!second_line(&mut story).contains("not shown"), "{}", story.snap());
        story.line("unmark").line(&format!("filter {filter}")).keys("*").line("filter").keys("ctrl-u enter");
        let words = format!("{found} marked");
        assert!(second_line(&mut story).contains(&words), "{}: {words}: {}", list.screen, story.snap());
    }
}

#[test]
fn undo_puts_the_cursor_on_a_row_that_comes_back() {
    for (list, act) in LISTS.iter().zip(["s", "", "", "d"]).filter(|(_, act)| !act.is_empty()) {
        let mut story = list.open();
        story.keys("j");
        let row = |story: &mut Story| cursor(story).replace(['▌', '★', '●'], "").trim().to_owned();
        let acted = row(&mut story);
        story.keys(act).keys("g g");
        assert_ne!(row(&mut story), acted, "{}", list.screen);
        story.keys("u");
        assert_eq!(row(&mut story), acted, "{}: {}", list.screen, story.snap());
    }
}

#[test]
fn arrows_turn_tabs_and_capitals_go_to_neighbours() {
    for list in LISTS.iter().filter(|list| list.has_tabs()) {
        let mut story = list.open();
        let before = body(&mut story);
        story.keys("right");
        assert_ne!(body(&mut story), before, "{}", list.screen);
        story.keys("left");
        assert_eq!(body(&mut story), before, "{}", list.screen);
        if list.page.is_none() {
            continue;
        }
        story.keys("enter");
        let opened = body(&mut story);
        story.keys("J");
        assert_ne!(body(&mut story), opened, "{}", list.screen);
        story.keys("K");
        assert_eq!(body(&mut story), opened, "{}", list.screen);
    }
}

#[test]
fn a_list_does_not_change_under_an_opened_row() {
    let mut story = LISTS[0].open();
    story.line("tab unread").keys("enter");
    let place = |story: &mut Story| second_line(story).split("Unread ").last().unwrap_or_default().trim().to_owned();
    assert_eq!(place(&mut story), "1 of 3", "{}", story.snap());
    story.wait(5_000);
    assert_eq!(place(&mut story), "1 of 3", "what was read leaves the list when one does: {}", story.snap());
    story.keys("}");
    assert_eq!(place(&mut story), "2 of 3", "{}", story.snap());
    story.keys("{");
    assert_eq!(place(&mut story), "1 of 3", "{}", story.snap());
    story.wait(5_000).keys("esc");
    assert!(second_line(&mut story).contains("Unread 2"), "{}", story.snap());
}

/// The hint is about the list on which it was given.
#[test]
fn the_hint_that_nothing_is_open_disappears_with_the_next_key() {
    for list in LISTS.iter().filter(|list| !list.is_page) {
        let mut story = list.open();
        story.keys("esc");
        assert!(story.snap().contains("Nothing to close here"), "{}", story.snap());
        story.keys("j");
        assert!(!story.snap().contains("Nothing to close here"), "{}", story.snap());
    }
}

#[test]
fn the_menu_of_orders_says_what_comes_first() {
    let mut story = LISTS.iter().find(|list| list.screen == "inquiries").expect("there").open();
    let frame = story.keys(",").snap();
    let says = |title: &str, first: &str| frame.lines().any(|line| line.contains(title) && line.contains(first));
    for (title, first) in
        [(" age ", "oldest first"), (" offer ", "highest first"), (" domain ", "A to Z"), (" risk ", "lowest first")]
    {
        assert!(says(title, first), "{title}: {frame}");
    }
}
