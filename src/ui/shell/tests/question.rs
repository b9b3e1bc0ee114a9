use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};

use super::fake::{copied, story};
use crate::ui::shell::{Event, EventKind, GUARD_MS};
use crate::ui::testing::Story;
use crate::ui::{Effect, Prefs};

fn open(many: &str) -> Story {
    let mut story = story();
    story.keys(many).keys("d").wait(400);
    assert_eq!(story.shell.layer_names(), ["dialog"]);
    story
}

/// Proves R-60.
#[test]
fn a_question_takes_y_and_nothing_else() {
    for keys in ["enter", "down", "tab", "d"] {
        let mut story = open("space space");
        story.keys(keys);
        assert_eq!(story.shell.layer_names(), ["dialog"], "{keys}");
        assert!(copied(story.sent()).is_empty(), "{keys}");
    }
    for letter in (' '..='~').filter(|letter| !['y', 'n', 'q', 'd'].contains(letter)) {
        let mut story = open("space space");
        story.typed(&letter.to_string());
        assert!(story.shell.layer_names().is_empty(), "“{letter}” closes it and is not passed on");
        assert!(copied(story.sent()).is_empty(), "“{letter}”");
        assert!(
            story.snap().contains("is not an answer. Not done: Remove 2 messages"),
            "“{letter}”:\n{}",
            story.snap()
        );
    }
    let mut story = open("space space");
    let shown = story.snap();
    assert!(shown.contains("Remove 2 messages") && shown.contains("solarpark.de and 1 more"), "{shown}");
    assert!(shown.contains("This cannot be undone.") && shown.contains("y remove them"), "{shown}");
    story.keys("y");
    assert_eq!(copied(story.sent()), [("removed", "[0, 1]".to_owned())]);
    assert!(story.shell.layer_names().is_empty());
    for no in ["n", "esc", "q", "ctrl-c"] {
        let mut story = open("space space");
        story.keys(no);
        assert!(story.shell.layer_names().is_empty() && copied(story.sent()).is_empty(), "{no}");
    }
}

#[test]
fn a_line_typed_under_a_question_answers_nothing_and_runs_nothing() {
    // At once, so that the letters come within the guard time, and after the question was read.
    for pause in [0, 400] {
        for line in [":history", "dry", "ayay", "1y", ":days 7"] {
            let mut story = story();
            story.keys("d").wait(pause).typed(line).keys("enter");
            assert_eq!(story.shell.current(), Some("inbox"), "{line}");
            story.wait(2_000).keys("esc");
            assert!(copied(story.sent()).is_empty(), "{line}: nothing was removed or archived");
            assert!(story.shell.layer_names().is_empty(), "{line}");
            story.keys("a");
            assert_eq!(copied(story.sent()).len(), 1, "{line}: after a pause keys mean what they did");
        }
    }
}

#[test]
fn keys_in_a_question_are_text_and_a_colon_closes_it() {
    for letter in ' '..='~' {
        let mut story = story();
        story.keys("X").wait(400).typed(&letter.to_string());
        let text = letter.is_ascii_alphanumeric() || " ,.".contains(letter);
        assert_eq!(story.shell.layer_names() == ["dialog"], text, "“{letter}”");
        assert!(copied(story.sent()).is_empty());
    }
}

/// Proves R-60.
#[test]
fn a_hundred_things_need_their_count_typed() {
    let mut story = open("v G v");
    assert!(story.snap().contains("Type 300 to remove them"), "{}", story.snap());
    story.keys("y enter");
    assert_eq!(story.shell.layer_names(), ["dialog"]);
    assert!(story.snap().contains("That does not match."));
    story.paste("300").keys("enter");
    assert_eq!(story.shell.layer_names(), ["dialog"], "a paste types nothing here");
    story.keys("ctrl-u 3 0 0 enter");
    assert_eq!(copied(story.sent()).len(), 1);
}

/// Proves R-60.
#[test]
fn a_permanent_act_needs_its_name_typed() {
    let mut story = story();
    story.keys("X").wait(400).typed("ns1.example").keys("enter");
    assert_eq!(copied(story.sent()).len(), 1);
    story.keys("X").wait(400).typed("ns2.example").keys("enter");
    assert!(copied(story.sent()).is_empty());
}

/// Proves R-61.
#[test]
fn typed_ahead_keys_never_confirm() {
    let mut random = fastrand::Rng::with_seed(61);
    for _ in 0..600 {
        let mut story = story();
        let mut at = 20_000;
        let press = |story: &mut Story, at: u64, letter: char| {
            let world = crate::ui::World {
                store: &story.store,
                now: story.now,
                zone: story.zone,
                readonly: None,
                prefs: Prefs::default(),
            };
            let kind = EventKind::Key(KeyEvent::from(KeyCode::Char(letter)));
            story.shell.event(Event { at_ms: at, kind }, &world)
        };
        let mut effects = press(&mut story, at, 'd');
        // Keys come before the first frame, which may take any time, and within the guard time after it.
        let frame = at + random.u64(0..2000);
        let mut drawn = false;
        for _ in 0..random.usize(0..8) {
            at += random.u64(0..600);
            if at >= frame && !drawn {
                story.shell.drawn(crate::ui::Facts::default(), frame);
                drawn = true;
            }
            if drawn && at >= frame + GUARD_MS {
                break;
            }
            effects.extend(press(&mut story, at, 'y'));
        }
        assert_eq!(effects, Vec::<Effect>::new());
        assert_eq!(story.shell.layer_names(), ["dialog"]);
    }
}

#[test]
fn the_keys_of_a_question_are_named_when_they_count() {
    let mut story = story();
    story.keys("d");
    assert!(!story.snap().contains("y remove"), "{}", story.snap());
    assert!(story.shell.next_deadline().is_some(), "the loop wakes to name them");
    story.wait(GUARD_MS);
    assert!(story.snap().contains("y remove"));
}

/// Proves R-62.
#[test]
fn a_held_key_answers_one_question_only() {
    let mut story = story();
    story.keys("A").wait(400).keys("y");
    assert_eq!(story.shell.layer_names(), ["dialog"], "the second question");
    // The terminal repeats the key after half a second, every 30 ms, without reporting repeats.
    story.wait(440);
    for _ in 0..50 {
        story.keys("y");
    }
    assert!(copied(story.sent()).is_empty());
    story.wait(1000).keys("y");
    assert_eq!(copied(story.sent()), [("second", String::new())]);
    let mut story = open("space");
    let repeat = KeyEvent { kind: KeyEventKind::Repeat, ..KeyEvent::from(KeyCode::Char('y')) };
    story.event(EventKind::Key(repeat));
    assert_eq!(story.shell.layer_names(), ["dialog"]);
}

/// Proves R-62.
#[test]
fn paste_focus_and_resize_neither_close_nor_confirm() {
    let mut story = open("space");
    story.paste("y\n").event(EventKind::FocusLost).event(EventKind::FocusGained).size(20, 5).size(80, 24);
    assert_eq!(story.shell.layer_names(), ["dialog"]);
    assert!(copied(story.sent()).is_empty());
}

/// Proves R-11.
#[test]
fn an_address_is_opened_after_its_real_host_was_seen() {
    let mut story = story();
    story.keys("o").wait(400);
    let shown = story.snap();
    assert!(shown.contains("xn--80a5ak.example"), "{shown}");
    assert!(shown.contains("Looks like pay.example, but is not."), "{shown}");
    assert!(story.sent().is_empty());
    story.keys("y");
    assert_eq!(story.sent(), [Effect::OpenUrl("https://xn--80a5ak.example/x".to_owned())]);
}

/// Line without the border around it.
fn inside(line: &str) -> &str {
    line.trim_matches(['│', ' '])
}

/// Proves R-11.
#[test]
fn the_question_before_a_link_shows_the_longest_host_whole_and_opens_no_text_before_it() {
    let host = format!("{}.evil-attacker.example", ["www.paypal.com.account.verification"; 6].join("."));
    assert!(host.len() > 220);
    let mut story = story();
    story.size(80, 24).line(&format!("browse https://www.paypal.com%2Fsignin%2F{}@{host}/x", "account-".repeat(400)));
    story.wait(400);
    let shown = story.snap();
    let lines: Vec<&str> = shown.lines().map(inside).collect();
    let from =
        lines.iter().position(|line| line.starts_with("www.paypal.com.account")).expect("the host begins a line");
    assert!(lines[from - 1].contains("Open a web page"), "the host is first:\n{shown}");
    assert!(lines[from..].concat().starts_with(&host), "the host is whole:\n{shown}");
    assert!(shown.contains("y open it") && shown.contains("is left out: it is not the host."), "{shown}");
    assert!(!shown.contains("account-account"), "{shown}");
    story.keys("y");
    assert_eq!(story.sent(), [Effect::OpenUrl(format!("https://{host}/x"))]);
}

#[test]
fn an_address_longer_than_its_question_is_cut_in_the_middle() {
    let mut story = story();
    story.size(80, 24).line(&format!("browse https://a.example/{}/end-of-it", "x".repeat(3_000))).wait(400);
    let shown = story.snap();
    let words: String = shown.lines().map(inside).collect();
    assert!(words.contains("https://a.example/xxx") && words.contains("xxx/end-of-it"), "{shown}");
    assert!(shown.contains('…') && shown.contains("y open it"), "{shown}");
}

#[test]
fn a_question_with_lines_out_of_sight_takes_no_yes_until_they_were_seen() {
    let mut story = story();
    story
        .size(40, 12)
        .line(&format!("browse https://{}.example/", ["abcdefghijklmnopqrstuvwxyz"; 8].join(".")))
        .wait(400);
    let shown = story.snap();
    assert!(shown.contains("more lines") && !shown.contains("y open it"), "{shown}");
    story.keys("y");
    assert_eq!((story.shell.layer_names(), story.sent()), (vec!["dialog"], Vec::new()));
    story.keys("down down down down down down down down down down");
    let shown = story.snap();
    assert!(shown.contains("Nothing changes") && shown.contains("y open it"), "{shown}");
    story.keys("up");
    assert!(!story.snap().contains("Nothing changes"), "{}", story.snap());
    story.keys("y");
    assert_eq!(story.sent().len(), 1);
}
