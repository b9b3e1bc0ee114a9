use super::fake::{SCREENS, copied, story};
use crate::base::Timestamp;
use crate::ui::shell::{Connection, EventKind, ShellOptions};
use crate::ui::testing::{SIZES, Story};
use crate::ui::{Theme, Tone};

#[test]
fn a_frame_shows_header_list_and_footer() {
    let mut story = story();
    story.size(80, 14).keys("j space j");
    insta::assert_snapshot!("inbox_80x14", story.snap());
    story.size(60, 14);
    insta::assert_snapshot!("inbox_60x14", story.snap());
}

#[test]
fn ascii_draws_nothing_but_ascii() {
    let mut story = Story::with(SCREENS, ShellOptions { ascii: true, ..ShellOptions::default() });
    story.open("inbox", "is:x").keys("space j");
    for keys in ["?", "ctrl-p", ":", "d", ",", "C", "@"] {
        story.keys(keys).wait(400);
        let shown = story.snap();
        assert!(shown.replace(['…', '·', '—'], "").is_ascii(), "{keys}: {shown}");
        story.keys("esc").wait(400).keys("esc");
    }
}

/// Proves R-76.
#[test]
fn every_size_is_drawn_and_a_small_one_says_so() {
    let mut story = story();
    story.keys("space");
    for keys in ["", "?", "d", ":", "@", ","] {
        if !keys.is_empty() {
            story.keys(keys).wait(400);
        }
        for size in [(0, 0), (1, 1), (0, 9), (9, 0), (39, 12), (40, 11), (400, 200)].into_iter().chain(SIZES) {
            story.size(size.0, size.1);
            let shown = story.snap();
            let small = size.0 < 40 || size.1 < 12;
            assert_eq!(shown.contains("too small"), small && size.0 > 30 && size.1 > 0, "{size:?}: {shown}");
        }
        story.size(80, 24).wait(400).keys("esc");
    }
}

#[test]
fn the_state_of_the_connection_is_in_words_and_says_when_it_changes() {
    let mut story = story();
    let now = story.now;
    let mut words = |connection: Connection| {
        story.status.connection = connection;
        let area = ratatui::layout::Rect::new(0, 0, 80, 24);
        let mut buf = ratatui::buffer::Buffer::empty(area);
        let facts = story.shell.render(&story.world(), &story.status, false, &mut buf);
        let first = crate::ui::testing::text(&buf).lines().next().unwrap_or_default().to_owned();
        (first.rsplit("   ").next().unwrap_or_default().trim().to_owned(), facts.changes_at.map(|at| at - now.0))
    };
    let ago = |seconds: i64| Some(Timestamp(now.0 - seconds));
    assert_eq!(words(Connection::Live { heard: ago(10) }), ("live".to_owned(), Some(110)));
    assert_eq!(words(Connection::Live { heard: ago(119) }), ("live".to_owned(), Some(1)));
    assert_eq!(words(Connection::Live { heard: ago(150) }), ("2m old".to_owned(), Some(30)));
    assert_eq!(words(Connection::Waiting { until: Timestamp(now.0 + 4) }), ("wait 4s".to_owned(), Some(1)));
    assert_eq!(words(Connection::Offline { since: "14:02".to_owned() }), ("offline since 14:02".to_owned(), None));
    story.readonly = Some("x".to_owned());
    assert!(story.snap().lines().next().is_some_and(|line| line.contains("read-only")));
}

/// Every frame of a story also checks that kept parts are the same as if drawn again.
#[test]
fn rows_are_kept_while_only_the_cursor_moves_and_nothing_covers_them() {
    let mut story = story();
    story.keys("j");
    for (keys, stay) in [("j", true), ("k", true), ("space", false), ("j", true), ("?", false), ("esc", false)] {
        story.keys(keys);
        assert_eq!(story.kept() > 0, stay, "{keys}");
    }
    story.keys("j").size(81, 24).keys("j");
    assert!(story.kept() > 0, "drawn once in the new size");
    story.now.0 += 1;
    story.keys("j");
    assert_eq!(story.kept(), 0, "ages may be others");
    story.keys("v j");
    assert_eq!(story.kept(), 0, "rows of a range are marked");
}

/// The header always ends with the full state, and from 80 columns on with its advice.
#[test]
fn the_state_in_the_header_is_shortened_and_never_cut() {
    let mut story = story();
    let now = story.now.0;
    let at = |seconds: i64| Timestamp(now + seconds);
    let failing = || Connection::Failing {
        short: "web page".to_owned(),
        long: "the service answered with a web page".to_owned(),
        again: Some(at(12)),
    };
    let offline = || Connection::Offline { since: "05:50".to_owned() };
    let wait = |seconds: i64| Connection::Waiting { until: at(seconds) };
    let live = || Connection::Live { heard: Some(at(-2)) };
    let none = (None, None);
    // State, waiting changes, (time of the oldest request, time of the change on its way), words at 80 columns, at 160.
    let states = [
        (live(), 0, none, "live", "live"),
        (live(), 0, (Some(at(-1)), Some(at(-1))), "live", "live"),
        (live(), 0, (Some(at(-5)), None), "live", "live"),
        (Connection::Live { heard: Some(at(-9)) }, 1, (Some(at(-5)), None), "no answer for 5s · 1 change waiting", ""),
        (live(), 2, (None, Some(at(-3))), "sending 3s · 2 changes waiting", ""),
        (
            live(),
            0,
            (None, Some(at(-31))),
            "sending 31s · ctrl-c cancels",
            "a change has no answer for 31s · ctrl-c cancels",
        ),
        (live(), 1_234, (None, Some(at(-31))), "sending 31s · ctrl-c cancels", ""),
        (offline(), 5, none, "offline since 05:50 · 5 changes waiting", ""),
        (
            offline(),
            12_345,
            none,
            "offline since 05:50 · 12,345 changes",
            "offline since 05:50 · 12,345 changes waiting",
        ),
        (wait(27), 3, none, "wait 27s · 3 changes waiting", ""),
        (wait(3_480), 3, none, "wait 58m · 3 changes · ctrl-r sends", "wait 58m · 3 changes waiting · ctrl-r sends"),
        (wait(3_480), 0, none, "wait 58m", ""),
        (failing(), 0, none, "retry 12s: web page", "retrying in 12s: the service answered with a web page"),
        (failing(), 5, none, "retry 12s: web page · 5 changes waiting", ""),
        (Connection::Starting, 0, (Some(at(-4)), None), "connecting, 4s", ""),
        (Connection::TokenRefused, 3, none, "token rejected · 3 changes waiting", ""),
    ];
    for (connection, waiting, (asked, sending), narrow, wide) in states {
        story.status.connection = connection;
        (story.status.waiting, story.status.asked, story.status.sending) = (waiting, asked, sending);
        for width in (40..=200).step_by(4).chain([80, 160]) {
            story.size(width, 24);
            let first = story.snap().lines().next().unwrap_or_default().trim_end().to_owned();
            match width {
                80 => assert!(first.ends_with(&format!("  {narrow}")), "{narrow}: {first}"),
                160 if !wide.is_empty() => assert!(first.ends_with(&format!("  {wide}")), "{wide}: {first}"),
                _ => assert!(!first.ends_with('…'), "{width}: {first}"),
            }
        }
    }
}

#[test]
fn a_change_of_many_parts_that_waits_says_how_many_were_sent() {
    let mut story = story();
    story.status.connection = Connection::Waiting { until: Timestamp(story.now.0 + 27) };
    (story.status.waiting, story.status.progress) = (1, Some((87, 1_200)));
    for (width, words) in [(160, "wait 27s · 1 change waiting, 87 of 1,200 sent"), (80, "87 of 1,200 sent")] {
        let first = story.size(width, 24).snap().lines().next().unwrap_or_default().trim_end().to_owned();
        assert!(first.ends_with(words), "{width}: {first}");
    }
    story.status.connection = Connection::Live { heard: Some(story.now) };
    for (parts, words) in [(1_200, "  87 of 1,200 sent"), (88, "  87 of 88 sent"), (19, "  live")] {
        story.status.progress = Some((87.min(parts - 1), parts));
        let first = story.snap().lines().next().unwrap_or_default().trim_end().to_owned();
        assert!(first.ends_with(words), "{first}");
    }
}

#[test]
fn a_message_disappears_automatically_and_stays_in_the_list() {
    let mut story = story();
    let quiet = story.snap();
    let at = 60_000;
    story.shell.toast(Tone::Good, "3 inquiries archived · u undo", at);
    assert!(story.snap().contains("3 inquiries archived · u undo"));
    let leaves = story.shell.next_deadline().expect("a message has an end");
    story.shell.pass(leaves);
    assert_eq!(story.snap(), quiet);
    assert_eq!(story.shell.next_deadline(), None);
    story.line("messages");
    assert!(story.snap().contains("3 inquiries archived"));
}

#[test]
fn news_wait_until_the_answer_to_a_key_was_read() {
    let mut story = story();
    story.shell.toast(Tone::Good, "3 inquiries archived · u undo", 60_000);
    for news in ["0 of many", "1 new inquiry", "Import 7 finished", "Import 8 finished"] {
        story.shell.tell(Tone::Info, news, 60_000);
    }
    for shown in ["archived · u undo", "1 new inquiry", "Import 7 finished", "Import 8 finished"] {
        let frame = story.snap();
        assert!(frame.contains(shown), "{shown} has its full time:\n{frame}");
        let leaves = story.shell.next_deadline().expect("a message has an end");
        story.shell.pass(leaves);
    }
    assert_eq!(story.shell.next_deadline(), None, "of many, the last few are shown");
}

#[test]
fn a_message_is_not_seen_beside_a_question() {
    let mut story = story();
    story.shell.toast(Tone::Good, format!("{} nothing is lost", "word ".repeat(11)), 1_000_000);
    assert!(story.snap().contains("nothing is lost"));
    story.keys("d");
    assert!(story.snap().contains("They leave every list.") && !story.snap().contains("is lost"), "{}", story.snap());
    story.keys("esc");
}

#[test]
fn a_message_takes_the_rows_it_needs_and_its_advice_is_never_cut() {
    let words = "Not refreshed, showing data from 05:50: the service answered with a web page. The network may want you \
                 to log in, or the address is wrong. Retrying in 20 s; ctrl-r retries now.";
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    for (width, height) in [(40, 12), (40, 24), (80, 24), (160, 48)] {
        let mut story = story();
        story.size(width, height).keys("G");
        story.shell.toast(Tone::Warn, words, 1_000_000);
        let frame = story.snap();
        assert!(dense(&frame).contains(&dense(words)), "{width}x{height}:\n{frame}");
        assert!(frame.contains("Active"), "the list stays:\n{frame}");
        story.shell.toast(Tone::Warn, format!("{} Press u.", "word ".repeat(2_000)), 1_000_000);
        let frame = story.snap();
        assert!(frame.contains("…") && frame.contains("Press u.") && frame.contains("Active"), "{frame}");
    }
}

#[test]
fn a_refusal_leaves_with_the_next_key_and_a_result_stays() {
    let mut story = story();
    story.keys("N");
    assert!(story.snap().contains("Not before tomorrow."));
    story.keys("j");
    assert!(!story.snap().contains("Not before tomorrow."), "{}", story.snap());
    story.keys("F9");
    assert!(story.snap().contains("does nothing here"), "{}", story.snap());
    story.event(EventKind::FocusLost);
    assert!(story.snap().contains("does nothing here"), "nobody pressed a key");
    story.keys("j");
    assert!(!story.snap().contains("does nothing here"));
    story.shell.toast(Tone::Warn, "2 removed, 1 not: peaktheater.com", 0);
    story.keys("j k");
    assert!(story.snap().contains("2 removed, 1 not"), "a result is no answer to a key");
}

#[test]
fn help_is_searched_by_typing_and_enter_runs() {
    let mut story = story();
    story.keys("?");
    let all = story.snap();
    assert!(all.contains("type to search"), "{all}");
    story.typed("undoable action");
    assert!(story.snap().contains("Repeat the last undoable action"), "{}", story.snap());
    story.keys("ctrl-u").typed("never works");
    assert!(story.snap().contains("Not before tomorrow."), "the reason stands in the list");
    story.keys("ctrl-u").typed("inbox.archive").keys("enter");
    assert_eq!(copied(story.sent()).len(), 1);
    assert!(story.shell.layer_names().is_empty());
    story.keys("ctrl-p").typed("go home").keys("enter");
    assert_eq!(story.shell.current(), Some("home"));
}

#[test]
fn a_menu_of_columns_stays_open_and_a_menu_of_sorts_closes() {
    let mut story = story();
    story.keys("C enter");
    assert_eq!(story.shell.layer_names(), ["menu"]);
    story.keys("esc");
    assert!(!story.snap().contains("size"), "{}", story.snap());
    story.keys(", j enter");
    assert!(story.shell.layer_names().is_empty());
}

#[test]
fn layers_close_one_at_a_time_and_a_theme_paints_everything() {
    let mut story = Story::with(
        SCREENS,
        ShellOptions { theme: Theme::named("light").unwrap_or_default(), ..ShellOptions::default() },
    );
    story.open("inbox", "");
    let background = Theme::named("light").and_then(|theme| theme.style(crate::ui::Role::Text).bg);
    assert!(story.draw().content.iter().filter(|cell| Some(cell.bg) != background).count() <= 80, "the selection only");
    story.keys("@ j G g g").wait(10).keys("q");
    assert!(story.shell.layer_names().is_empty());
}

#[test]
fn moving_the_cursor_changes_two_rows_only() {
    let mut story = story();
    story.size(160, 48).keys("j j j");
    let before = story.draw();
    story.keys("j");
    let after = story.draw();
    let rows: std::collections::BTreeSet<u16> = before.diff(&after).into_iter().map(|(_, y, _)| y).collect();
    assert_eq!(rows.len(), 2, "{rows:?}");
}

#[test]
fn the_reference_lists_every_command_once() {
    let page = crate::ui::testing::key_reference(SCREENS);
    assert_eq!(page.matches("`:undo [n\\|list]`").count(), 1, "{page}");
    assert!(page.contains("## table") && page.contains("| `g d` | `:inbox.domain` | Its domain |"), "{page}");
}
