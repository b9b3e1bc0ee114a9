//! Account as one place: its tabs, the digit that opens the one last in front, and the token's abilities.

use parkade::api::abilities::{INQUIRIES_ARCHIVE, INQUIRIES_LIST};
use parkade::base::Timestamp;
use parkade::screens::ALL;
use parkade::store::Tab;
use parkade::store::home::Waited;
use parkade::ui::Effect;
use parkade::ui::shell::{EventKind, ShellOptions};
use parkade::ui::testing::Story;

use crate::support::{NOW, abilities, inbox, senders};

/// The tab of ignored senders, opened from the inquiries.
fn open() -> Story {
    let mut story = Story::new(ALL);
    story.size(120, 24).open("inquiries", "");
    inbox::fill(&mut story, Tab::Active, &inbox::rows());
    senders::fill(&mut story);
    story.keys("9").wait(1_000).line("senders");
    story.sent();
    story
}

/// The second line of the screen.
fn strip(story: &mut Story) -> String {
    story.snap().lines().nth(1).unwrap_or_default().to_owned()
}

/// The line of the frame with this name.
fn row_of(story: &mut Story, name: &str) -> String {
    let frame = story.snap();
    frame.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}:\n{frame}")).to_owned()
}

#[test]
fn the_tabs_of_account_are_walked_by_their_keys_by_name_and_by_click() {
    let mut story = open();
    assert!(story.snap().contains("9 Account"), "{}", story.snap());
    let tabs = strip(&mut story);
    assert!(tabs.contains("Ignored senders 5") && tabs.contains("Abilities"), "{tabs}");
    story.keys("]");
    assert_eq!(story.shell.current(), Some("nameservers"));
    assert!(strip(&mut story).contains("Ignored senders 5"), "the strip stays: {}", strip(&mut story));
    story.keys("[");
    assert_eq!(story.shell.current(), Some("senders"));
    story.line("tab abilities");
    assert_eq!(story.shell.current(), Some("abilities"));
    let x = strip(&mut story).find("Ignored").expect("a tab") as u16;
    story.event(EventKind::Click { x, y: 1 });
    assert_eq!(story.shell.current(), Some("senders"));
    story.line("tab nothing");
    assert!(story.snap().contains("senders") && story.shell.current() == Some("senders"), "{}", story.snap());
}

#[test]
fn the_list_of_abilities_keeps_its_height_while_the_cursor_moves() {
    let mut story = open();
    story.size(80, 24).line("tab abilities");
    let row = |story: &mut Story| story.snap().lines().position(|line| line.contains("account.settings.write"));
    let at = row(&mut story);
    assert!(at.is_some(), "{}", story.snap());
    for _ in 0..8 {
        story.keys("j");
        assert_eq!(row(&mut story), at, "{}", story.snap());
    }
}

/// Of another account only the number of waiting inquiries is shown, and how old that number is.
#[test]
fn each_account_is_listed_with_its_waiting_inquiries() {
    let waited = Waited { many: 3, at: Timestamp(NOW - 7_200) };
    let accounts = ["main", "other", "new"].map(str::to_owned).to_vec();
    let options = ShellOptions { accounts, waited: vec![("other".to_owned(), waited)], ..ShellOptions::default() };
    let mut story = Story::with(ALL, options);
    "main".clone_into(&mut story.store.session_mut().account);
    story.now = Timestamp(NOW);
    story.size(120, 24).open("senders", "").line("account");
    assert!(row_of(&mut story, "other").contains("3 inquiries waiting 2 hours ago"), "{}", story.snap());
    assert!(row_of(&mut story, "▌ main").contains("open now"), "{}", story.snap());
}

#[test]
fn the_digit_opens_the_tab_last_in_front_and_the_way_back_leaves_the_place() {
    let mut story = open();
    story.line("tab abilities").keys("2").wait(1_000);
    assert_eq!(story.shell.current(), Some("inquiries"));
    assert_eq!(story.snap_header().matches("9 Account").count(), 1, "{}", story.snap_header());
    story.keys("9").wait(1_000);
    assert_eq!(story.shell.current(), Some("abilities"));
    story.keys("[ ] -");
    assert_eq!(story.shell.current(), Some("inquiries"), "turning tabs is no way to be led back");
}

#[test]
fn the_tabs_of_a_place_have_no_meaning_on_other_screens() {
    let mut story = open();
    story.open("home", "").line("app.next_tab");
    assert_eq!(story.shell.current(), Some("home"));
}

#[test]
fn an_ability_is_known_once_a_call_has_shown_it_and_a_write_not_before() {
    let mut story = open();
    story.size(120, 80).open("abilities", "");
    assert!(row_of(&mut story, "inquiries.list").contains("not checked"));
    assert!(row_of(&mut story, "domains.add").contains("on first use"));
    story.store.session_mut().holds(INQUIRIES_LIST);
    story.store.session_mut().holds(INQUIRIES_ARCHIVE);
    story.sync().keys("/").typed("inquiries.").keys("enter");
    assert!(row_of(&mut story, "inquiries.list").contains("yes"), "{}", story.snap());
    assert!(row_of(&mut story, "inquiries.archive").contains("yes"), "{}", story.snap());
    story.store.session_mut().lacks(INQUIRIES_LIST);
    story.sync();
    let row = row_of(&mut story, "inquiries.list");
    assert!(row.contains("no") && !row.contains("yes") && row.contains("inquir"), "{row}");
}

#[test]
fn abilities_are_tested_only_when_asked_and_then_shown() {
    let mut story = open();
    story.open("abilities", "");
    assert!(!story.sent().contains(&Effect::CheckAbilities));
    story.keys("V");
    assert!(story.sent().contains(&Effect::CheckAbilities));
    story.store.session_mut().asking = true;
    story.sync();
    assert!(story.snap().contains("Checking with one read each"), "{}", story.snap());
    story.keys("V");
    assert!(!story.sent().contains(&Effect::CheckAbilities), "not twice at once");
    abilities::learnt(&mut story);
    let frame = story.snap();
    assert!(frame.contains("Not allowed 1") && !frame.contains("Checking"), "{frame}");
    assert!(row_of(&mut story, "account.profile.view").contains("yes"), "{}", story.snap());
}
