use super::fake::{SCREENS, copied, story};
use crate::ui::keymap::Overrides;
use crate::ui::shell::ShellOptions;
use crate::ui::testing::Story;
use crate::ui::{Effect, When};

#[test]
fn a_digit_is_a_place_at_once_and_never_a_count() {
    let mut story = story();
    story.keys("1");
    assert_eq!(story.shell.current(), Some("home"));
    story.keys("2 j a");
    assert_eq!(story.shell.current(), Some("inbox"));
    assert_eq!(copied(story.sent()), [("archived", "[1]".to_owned())], "one row, not two");
    story.keys("2");
    assert_eq!(story.shell.current(), Some("inbox"), "the digit of the screen in front changes nothing");
    story.keys("1 2 1");
    assert_eq!(story.shell.current(), Some("home"), "however fast they follow");
    assert_eq!(story.shell.next_deadline(), None, "no digit is waited for");
    let mut story = Story::with(SCREENS, ShellOptions::default());
    story.open("inbox", "").keys("7");
    assert!(story.snap().contains("No screen 7"), "{}", story.snap());
}

#[test]
fn a_number_on_the_line_goes_to_its_row_and_a_signed_one_moves_by_so_many() {
    let mut story = story();
    for (line, row) in [("5", 4), ("+3", 7), ("-2", 5), ("0", 0), ("1", 0), ("99999999999", 299), ("-99999999999", 0)] {
        story.line(line).keys("a");
        assert_eq!(copied(story.sent()), [("archived", format!("[{row}]"))], ":{line}");
    }
    story.keys(":").typed("+12");
    assert!(story.snap().contains("Move down by so many rows"), "{}", story.snap());
}

#[test]
fn esc_closes_the_banner_before_it_takes_off_marks() {
    let problems = vec!["one".to_owned(), "two".to_owned()];
    let mut story = Story::with(SCREENS, ShellOptions { problems, ..ShellOptions::default() });
    story.open("inbox", "");
    assert!(story.snap().contains("2 problems in the config"), "{}", story.snap());
    story.keys("v j v");
    story.keys("esc");
    assert!(!story.snap().contains("in the config"), "{}", story.snap());
    story.keys("a");
    assert_eq!(copied(story.sent()), [("archived", "[0, 1]".to_owned())], "the marks are still there");
}

#[test]
fn letters_in_a_field_are_text_and_ctrl_c_leaves_it() {
    let mut story = story();
    story.keys("/ q a ? 1 ctrl-w x");
    assert!(story.snap().contains(" / qa?x"), "{}", story.snap());
    assert!(story.sent().is_empty());
    story.keys("ctrl-c");
    assert_eq!(story.shell.when_for_tests("inbox.archive", &story.world()), When::On);
    story.keys("q");
    assert_eq!(story.sent(), [Effect::Quit { force: false }]);
}

#[test]
fn a_key_prefix_shows_its_continuations_after_a_pause() {
    let mut story = story();
    story.keys("g");
    assert!(!story.snap().contains("Its domain"));
    assert!(story.shell.next_deadline().is_some());
    story.wait(400);
    let shown = story.snap();
    assert!(shown.contains("Its domain") && shown.contains("Go to the first row"), "{shown}");
    story.keys("d");
    assert_eq!(story.shell.current(), Some("home"));
    assert_eq!(story.wait(60_000).shell.next_deadline(), None, "nothing wakes the loop while nothing is due");
}

#[test]
fn a_command_that_cannot_run_says_why() {
    let mut story = story();
    story.keys("N");
    assert!(story.snap().contains("Not before tomorrow."));
    story.keys("g x");
    assert!(story.snap().contains("g x does nothing here"));
    story.readonly = Some("Read-only session (--readonly).".to_owned());
    story.keys("a");
    assert!(story.snap().contains("Read-only session (--readonly)."));
    assert!(copied(story.sent()).is_empty());
}

#[test]
fn ctrl_c_cancels_then_quits_when_pressed_twice() {
    let mut story = story();
    story.shell.set_waiting(Some(0));
    story.wait(3000);
    assert!(story.snap().contains("ctrl-c cancels"), "{}", story.snap());
    story.keys("ctrl-c");
    assert_eq!(story.sent(), [Effect::Cancel]);
    story.keys("ctrl-c");
    assert_eq!(story.sent(), []);
    story.keys("ctrl-c");
    assert_eq!(story.sent(), [Effect::Quit { force: false }]);
    story.keys("ctrl-c").wait(5000).keys("ctrl-c");
    assert_eq!(story.sent(), [Effect::Quit { force: false }], "the third of three, then one alone");
}

#[test]
fn the_config_changes_keys_and_mistakes_are_shown_until_esc() {
    let (keys, problems) = Overrides::parse("[keys.inbox]\na = \"noop\"\nz = \"inbox.archive\"\ny = \"inbox.archve\"");
    assert!(problems.is_empty());
    let found = crate::ui::keymap::Keymap::new(keys.clone()).problems(&crate::ui::reference::everything(SCREENS));
    let problems = found.iter().map(ToString::to_string).collect();
    let mut story = Story::with(SCREENS, ShellOptions { keys, problems, ..ShellOptions::default() });
    story.open("inbox", "").keys("a z");
    assert_eq!(copied(story.sent()).len(), 1);
    assert!(story.snap().contains("1 problem in the config"), "{}", story.snap());
    story.line("config");
    assert!(story.snap().contains("inbox.archve"), "{}", story.snap());
    story.keys("esc esc");
    assert!(!story.snap().contains("in the config"));
}

#[test]
fn a_dot_repeats_the_last_act_if_there_is_one() {
    let mut story = story();
    story.keys(".");
    assert!(story.snap().contains("Nothing to repeat yet."));
    story.keys("a j .");
    assert_eq!(copied(story.sent()), [("archived", "[0]".to_owned()), ("archived", "[1]".to_owned())]);
}

#[test]
fn the_default_keys_have_no_conflict() {
    let problems = crate::ui::keymap::Keymap::default().problems(&crate::ui::reference::everything(SCREENS));
    assert_eq!(problems, []);
}

#[test]
fn no_ctrl_key_writes_and_every_command_says_what_it_does() {
    for (_, commands) in crate::ui::reference::everything(SCREENS) {
        for info in commands {
            assert!(info.name.contains('.') && !info.doc.is_empty(), "{}", info.name);
            assert!(!info.doc.ends_with(['.', '!']), "{}: {}", info.name, info.doc);
            assert!(info.footer == 0 || !info.short.is_empty(), "{}", info.name);
            let with_ctrl = info.keys.iter().any(|key| key.starts_with("ctrl-"));
            assert!(!with_ctrl || info.endpoint.is_none(), "{} writes with a ctrl key", info.name);
        }
    }
}

#[test]
fn keys_do_nothing_but_leave_while_only_window_too_small_is_shown() {
    let mut story = story();
    story.size(39, 11).draw();
    story.keys("j a X ? : 1 / enter y").paste("a");
    assert!(story.sent().is_empty(), "nothing is changed unseen");
    assert!(story.shell.layer_names().is_empty(), "and nothing opened");
    for (key, leaves) in [
        ("q", Effect::Quit { force: false }),
        ("Q", Effect::Quit { force: false }),
        ("ctrl-c", Effect::Quit { force: false }),
        ("ctrl-z", Effect::Suspend),
    ] {
        assert_eq!(story.keys(key).sent(), [leaves], "{key}");
    }
    story.size(80, 24).draw();
    story.keys("a");
    assert_eq!(copied(story.sent()), [("archived", "[0]".to_owned())], "the cursor has not moved");
}

#[test]
fn keys_of_a_burst_that_move_come_together_and_so_do_letters_of_a_field() {
    let mut story = story();
    // The first key comes alone: it may be the beginning of a sequence.
    for (keys, events) in [
        ("j j j j", 2),
        ("j j k k k", 3),
        ("g g j", 3),
        ("a a", 2),
        ("/ q a ?", 2),
        ("b c", 2),
        ("ctrl-w d e enter", 3),
    ] {
        assert_eq!(story.burst(keys), events, "{keys}");
    }
    assert_eq!(copied(story.sent()), [("archived", "[1]".to_owned()), ("archived", "[1]".to_owned())]);
    assert!(story.snap().contains("de"), "{}", story.snap());
    story.keys("esc").burst(":");
    assert_eq!(story.burst("a b c"), 3, "the line has the keys");
    assert!(story.snap().contains(" : abc"), "{}", story.snap());
}
