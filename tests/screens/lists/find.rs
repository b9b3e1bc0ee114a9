//! The filter of every list: typed, applied, cancelled and cleared.

use parkade::ui::testing::Story;

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
        assert!(second_line(&mut story).contains(&format!("{} · {} ", list.some.0, list.some.1)), "{kept}");
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
        let said = if list.screen == "mail" { "No message matches" } else { "hidden by the filter" };
        assert!(story.snap().contains(said), "{}:\n{}", list.screen, story.snap());
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

#[test]
fn a_wrong_word_moves_nothing_and_is_named_once_it_is_finished() {
    for (screen, wrong, said) in [
        ("inquiries", "contry:US", "Unknown filter “contry:”. Did you mean “country:”?"),
        ("domains", "state:verfied", "state: has no “verfied” · verified?"),
    ] {
        let list = LISTS.iter().find(|list| list.screen == screen).expect(screen);
        let mut story = list.open();
        story.keys("j");
        let row = cursor(&mut story);
        let rows = |story: &mut Story| story.snap().lines().filter(|line| line.contains('.')).count();
        let all = rows(&mut story);
        story.keys("/").typed(wrong);
        assert!(!story.snap().contains(said), "{screen}: not while it is typed:\n{}", story.snap());
        story.keys("space");
        let frame = story.snap();
        assert!(frame.contains(said) && !frame.contains("hidden by the filter"), "{screen}:\n{frame}");
        assert_eq!(cursor(&mut story), row, "{screen}:\n{frame}");
        story.keys("ctrl-u");
        assert!(rows(&mut story) >= all && !second_line(&mut story).contains(" of "), "{screen}: {}", story.snap());
        story.typed(wrong).wait(2_000);
        assert!(!story.snap().contains(said), "{screen}: not after a pause either:\n{}", story.snap());
        story.keys("enter");
        assert!(story.snap().contains(said), "{screen}: with enter:\n{}", story.snap());
        story.keys("esc").line(&format!("filter {}", list.some.0)).keys("/").typed(&format!(" {wrong} "));
        let narrowed = cursor(&mut story);
        story.keys("esc");
        assert_eq!(cursor(&mut story), narrowed, "{screen}: the filter before stays");
    }
}

#[test]
fn tab_completes_the_words_of_the_screen() {
    for (screen, typed, completed) in
        [("inquiries", "coun", "country:"), ("inquiries", "risk:no", "risk:not_high"), ("domains", "leng", "length:")]
    {
        let mut story = LISTS.iter().find(|list| list.screen == screen).expect(screen).open();
        story.keys("/").typed(typed);
        story.keys("tab");
        assert!(second_line(&mut story).contains(completed), "{screen}:\n{}", story.snap());
    }
}
