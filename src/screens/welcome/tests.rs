use std::fmt::Write as _;

use crate::client::Secret;
use crate::screens::FIRST_RUN;
use crate::store::{Allowed, Grid};
use crate::ui::testing::Story;
use crate::ui::{Args, Effect, Keep, Login};

fn first_run() -> Story {
    let mut story = Story::new(FIRST_RUN);
    story.open(FIRST_RUN[0].id, "/home/anna/.local/share/parkade/credentials.toml");
    story
}

/// Proves R-41 and R-45.
#[test]
fn address_token_and_place_make_an_account() {
    let mut story = first_run();
    story.keys("enter").typed("https://parking.example.com/").keys("enter");
    story.paste("tok-secret-9f3a\n").keys("enter");
    let frame = story.snap();
    assert!(!frame.contains("tok-secret"), "the token is never shown:\n{frame}");
    assert!(frame.contains("/home/anna/.local/share/parkade/credentials.toml"), "said before it is kept:\n{frame}");
    assert!(story.sent().is_empty());
    story.keys("enter");
    let login = Login {
        base_url: "https://parking.example.com/".to_owned(),
        token: Secret::new("tok-secret-9f3a".to_owned()),
        keep: Keep::File,
    };
    assert_eq!(story.sent(), [Effect::Login(Box::new(login))]);
    assert!(story.snap().contains("Testing the token ending in 9f3a"), "{}", story.snap());
}

#[test]
fn the_suggested_permissions_are_those_of_the_readme() {
    let readme =
        include_str!("../../../README.md").replace('`', "").replace("*full parking access*", "full parking access");
    for (name, abilities) in super::words::RECIPES {
        let row = format!("| {} | {} |", name.to_lowercase(), abilities);
        assert!(readme.replace(", ", ",").contains(&row.replace(", ", ",")), "{row}");
    }
}

#[test]
fn a_mistake_is_shown_at_its_field_and_the_typed_text_stays() {
    let mut story = first_run();
    story.keys("enter").typed("http://parking.example.com").keys("tab").typed("abcdefgh").keys("enter enter");
    let frame = story.snap();
    assert!(frame.contains("must begin with https://") && frame.contains("http://parking.example.com"), "{frame}");
    assert!(story.sent().is_empty(), "nothing is sent to a wrong address");
    story.keys("ctrl-u").typed("https://parking.example.com").keys("enter enter enter");
    assert_eq!(story.sent().len(), 1);
    story.shell.failed("token", "The token was rejected.");
    let frame = story.snap();
    assert!(frame.contains("The token was rejected."), "{frame}");
    assert!(frame.contains("https://parking.example.com"), "the address stays");
    story.typed("ijklmnopq").keys("enter enter");
    let sent = story.sent();
    let [Effect::Login(login)] = sent.as_slice() else { panic!("{sent:?}") };
    assert_eq!(login.token.expose(), "ijklmnopq", "a new token takes the place of the refused one");
}

#[test]
fn the_demo_is_one_key_and_letters_in_a_field_are_text() {
    let mut story = first_run();
    story.keys("d");
    assert_eq!(story.sent(), [Effect::demo()]);
    story.keys("enter").typed("demo.example");
    assert!(story.sent().is_empty());
    assert!(story.snap().contains("demo.example"));
    story.keys("esc d");
    assert_eq!(story.sent(), [Effect::demo()], "esc leads back to the choice");
}

#[test]
fn a_working_token_has_its_abilities_listed_and_enter_continues() {
    let mut story = first_run();
    story
        .size(80, 24)
        .keys("enter")
        .typed("https://parking.example.com")
        .keys("enter")
        .typed("abcdefgh")
        .keys("enter enter");
    story.sent();
    story.store.session_mut().signed_in = true;
    story.sync();
    let waiting = story.snap();
    assert!(waiting.contains("Connected.") && waiting.contains("Checking with one read each"), "{waiting}");
    let rows = vec![("domains.list", Allowed::Yes), ("emails.list", Allowed::No), ("inquiries.star", Allowed::OnUse)];
    story.store.session_mut().learnt(Grid { rows, stopped: None });
    story.sync();
    let grid = story.snap();
    for words in [
        "Allowed 1 of 3 · Not allowed 1 · Unknown 1",
        "Allowed      domains.list",
        "Not allowed  emails.list",
        "Unknown      inquiries.star",
    ] {
        assert!(grid.contains(words), "{words}:\n{grid}");
    }
    story.keys("n").typed("Mia Berg").keys("enter");
    assert_eq!(story.sent(), [Effect::KeepSetting("my_name", "Mia Berg".to_owned())]);
    story.keys("esc enter");
    assert_eq!(story.sent(), [Effect::GoOn], "there is no way back from here, and none is needed");
}

#[test]
fn no_letter_leaves_the_form_or_runs_anything_in_it() {
    for field in 0..3 {
        let mut story = first_run();
        story.keys("enter");
        for _ in 0..field {
            story.keys("tab");
        }
        for character in ' '..='~' {
            story.typed(&character.to_string());
            assert_eq!(story.sent(), [], "field {field}, “{character}”");
            assert!(story.shell.layer_names().is_empty() && story.shell.in_form_for_tests(), "{field}, “{character}”");
        }
        story.keys("ctrl-c d");
        assert_eq!(story.sent(), [Effect::demo()], "ctrl-c leads back to the choice");
    }
}

#[test]
fn a_keyring_is_offered_where_there_is_one() {
    let mut story = first_run();
    let args = Args { options: vec!["keyring".to_owned()], ..Args::words(["/tmp/credentials.toml"]) };
    let mut screen = super::state::Welcome::default();
    screen.offers(&args);
    assert_eq!(screen.keep(), Keep::Keyring);
    story.keys("enter tab tab");
    assert!(story.snap().contains("a file only you can read"), "without one the file is proposed");
}

#[test]
fn every_state_is_drawn_as_its_snapshot() {
    let mut frames = String::new();
    for (width, height) in crate::ui::testing::SIZES {
        for (name, keys) in [("choice", ""), ("form", "enter"), ("token", "enter tab")] {
            let mut story = first_run();
            story.size(width, height);
            if !keys.is_empty() {
                story.keys(keys);
            }
            let frame = story.snap_screen();
            assert!(!frame.trim().is_empty());
            let _ = write!(frames, "== {name}, {width}x{height}\n{frame}\n");
        }
    }
    insta::assert_snapshot!("welcome", frames);
}

#[test]
fn the_address_is_checked_when_its_field_is_left() {
    for leave in ["enter", "tab"] {
        let mut story = first_run();
        story.keys("enter").typed("http://parking.example.com").keys(leave);
        assert!(story.snap().contains("must begin with https://"), "{leave}: {}", story.snap());
    }
}

#[test]
fn a_token_with_a_space_is_refused_when_its_field_is_left() {
    let mut story = first_run();
    story.keys("enter").typed("https://parking.example.com").keys("enter").typed("two words").keys("enter");
    assert!(story.snap().contains("Not a valid token"), "{}", story.snap());
    assert!(story.sent().is_empty());
}

#[test]
fn the_first_run_offers_and_does_nothing_that_needs_an_account() {
    for keys in ["", "enter tab tab"] {
        let mut story = first_run();
        if !keys.is_empty() {
            story.keys(keys);
        }
        let footer = story.snap();
        let footer = footer.lines().last().unwrap_or_default();
        assert!(!footer.contains("undo") && !footer.contains("refresh"), "{footer}");
        story.keys("x u ctrl-r");
        assert!(story.shell.layer_names().is_empty(), "{keys}: {}", story.snap());
        assert_eq!(story.sent(), [], "{keys}");
    }
}

#[test]
fn the_header_says_nothing_of_a_connection_before_anything_is_tried() {
    let mut story = first_run();
    story.status.connection = crate::ui::shell::Connection::Starting;
    assert!(!story.snap_header().contains("connecting"), "{}", story.snap_header());
    story.status.asked = Some(story.now);
    assert!(story.snap_header().contains("connecting"), "{}", story.snap_header());
}

#[test]
fn typed_values_are_no_staged_changes() {
    let mut story = first_run();
    story.keys("enter").typed("https://parking.example.com").keys("enter");
    let staged = story.shell.theme().style(crate::ui::Role::Staged).fg;
    assert!(staged.is_some() && story.draw().content.iter().all(|cell| Some(cell.fg) != staged), "{}", story.snap());
}

#[test]
fn the_mistake_of_a_field_is_shown_whole_at_any_width() {
    let dense = |text: &str| text.split_whitespace().collect::<String>();
    let why = crate::client::ClientConfig::check_base_url("http://parking.example.com").expect_err("not secure");
    for width in [40, 80] {
        let mut story = first_run();
        story.size(width, 24).keys("enter").typed("http://parking.example.com").keys("enter");
        assert!(dense(&story.snap()).contains(&dense(&why)), "{width}: {}", story.snap());
    }
}
