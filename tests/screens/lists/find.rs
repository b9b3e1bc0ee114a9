//! The filter: as it is typed, kept, given up and taken off.

use super::{LISTS, body, cursor, second_line};

#[test]
fn a_filter_narrows_as_it_is_typed_and_esc_brings_back_the_one_before() {
    for list in LISTS {
        let mut story = list.open();
        story.keys("j");
        let (all, row) = (body(&mut story), cursor(&mut story));
        story.keys("/").typed(list.none);
        assert!(cursor(&mut story).is_empty(), "{}: nothing passes:\n{}", list.screen, story.snap());
        story.keys("esc");
        assert_eq!(cursor(&mut story), row, "{}", list.screen);
        assert_eq!(body(&mut story), all, "{}", list.screen);
        story.keys("/").typed(list.some.0).keys("enter");
        let kept = body(&mut story);
        assert!(second_line(&mut story).contains(&format!("{} · {} of ", list.some.0, list.some.1)), "{kept}");
        story.keys("/").typed("x").keys("esc");
        assert_eq!(body(&mut story), kept, "{}", list.screen);
        story.keys("esc");
        assert!(!second_line(&mut story).contains("esc clears"), "{}", list.screen);
    }
}

#[test]
fn a_filter_that_hides_everything_says_so() {
    for list in LISTS {
        let mut story = list.open();
        story.line(&format!("filter {}", list.none));
        assert!(story.snap().contains("hides all"), "{}:\n{}", list.screen, story.snap());
        assert!(story.snap().contains(list.none), "{}:\n{}", list.screen, story.snap());
    }
}

#[test]
fn a_filter_stays_in_force_on_another_tab_or_comes_back_with_its_own() {
    for list in LISTS {
        let mut story = list.open();
        story.line(&format!("filter {}", list.some.0));
        let here = body(&mut story);
        story.line(&format!("tab {}", list.tabs[1])).line(&format!("tab {}", list.tabs[0]));
        assert_eq!(body(&mut story), here, "{}", list.screen);
    }
}
