use super::fake::{SCREENS, copied, story};
use crate::base::Timestamp;
use crate::ui::shell::{Connection, ShellOptions};
use crate::ui::testing::{SIZES, Story};
use crate::ui::{Theme, Tone};

#[test]
fn the_whole_picture() {
    let mut story = story();
    story.size(80, 14).keys("j space j");
    insta::assert_snapshot!("letters_80x14", story.snap());
    story.size(60, 14);
    insta::assert_snapshot!("letters_60x14", story.snap());
}

#[test]
fn ascii_draws_nothing_but_ascii() {
    let mut story = Story::with(SCREENS, ShellOptions { ascii: true, ..ShellOptions::default() });
    story.open("letters", "is:x").keys("space j");
    for keys in ["?", "ctrl-p", ":", "d", ",", "C", "@"] {
        story.keys(keys).wait(400);
        let shown = story.snap();
        assert!(shown.replace(['…', '·', '—'], "").is_ascii(), "{keys}: {shown}");
        story.keys("esc").wait(400).keys("esc");
    }
}

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
        let facts = story.shell.render(&story.world(), &story.status, area, &mut buf);
        let first = crate::ui::testing::text(&buf).lines().next().unwrap_or_default().to_owned();
        (first.rsplit("   ").next().unwrap_or_default().trim().to_owned(), facts.changes_at.map(|at| at - now.0))
    };
    let ago = |seconds: i64| Some(Timestamp(now.0 - seconds));
    assert_eq!(words(Connection::Live { heard: ago(10) }), ("live".to_owned(), Some(110)));
    assert_eq!(words(Connection::Live { heard: ago(150) }), ("2m old".to_owned(), Some(30)));
    assert_eq!(words(Connection::Waiting { until: Timestamp(now.0 + 4) }), ("wait 4s".to_owned(), Some(1)));
    assert_eq!(words(Connection::Offline { since: "14:02".to_owned() }), ("offline since 14:02".to_owned(), None));
    story.readonly = Some("x".to_owned());
    assert!(story.snap().lines().next().is_some_and(|line| line.contains("read-only")));
}

#[test]
fn a_message_leaves_by_itself_and_is_kept_in_the_list() {
    let mut story = story();
    let quiet = story.snap();
    let at = 60_000;
    story.shell.toast(Tone::Good, "3 inquiries archived · u undo", at);
    assert!(story.snap().contains("3 inquiries archived · u undo"));
    let leaves = story.shell.next_deadline().expect("a message has an end");
    assert_eq!(story.shell.deadline(leaves, &crate::ui::testing::world(&crate::store::Store::default())), []);
    assert_eq!(story.snap(), quiet);
    assert_eq!(story.shell.next_deadline(), None);
    story.line("messages");
    assert!(story.snap().contains("3 inquiries archived"));
}

#[test]
fn help_is_searched_by_typing_and_enter_runs() {
    let mut story = story();
    story.keys("?");
    let all = story.snap();
    assert!(all.contains("type to search"), "{all}");
    story.typed("undoable act");
    assert!(story.snap().contains("Do the last undoable act again"), "{}", story.snap());
    story.keys("ctrl-u").typed("never works");
    assert!(story.snap().contains("Not before tomorrow."), "the reason stands in the list");
    story.keys("ctrl-u").typed("letters.archive").keys("enter");
    assert_eq!(copied(story.sent()).len(), 1);
    assert!(story.shell.layer_names().is_empty());
    story.keys("ctrl-p").typed("go home").keys("enter");
    assert_eq!(story.shell.current(), Some("home"));
}

#[test]
fn menus_switch_columns_and_stay_and_sorts_close() {
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
    story.open("letters", "");
    let background = Theme::named("light").and_then(|theme| theme.style(crate::ui::Role::Text).bg);
    assert!(story.draw().content.iter().filter(|cell| Some(cell.bg) != background).count() <= 80, "the selection only");
    story.keys("@ j G g g").wait(10).keys("q");
    assert!(story.shell.layer_names().is_empty());
}

#[test]
fn moving_touches_two_rows_only() {
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
    let page = crate::ui::reference::markdown(SCREENS);
    assert_eq!(page.matches("`:undo [n\\|list]`").count(), 1, "{page}");
    assert!(page.contains("## table") && page.contains("| `g d` | `:letters.domain` | Its domain |"), "{page}");
}
