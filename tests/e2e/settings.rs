//! Tests of settings that change while the program runs, and of the messages about them.

use std::fs;

use crate::support::home::Home;
use crate::support::is_inbox;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (110, 30);

fn open(home: &Home, sandbox: &Sandbox, arguments: &[&str], token: &str) -> Session {
    let url = sandbox.url();
    let session = Session::start(home, arguments, &[("PARKADE_BASE_URL", &url), ("PARKADE_TOKEN", token)], SIZE);
    session.wait("the inbox", is_inbox);
    session
}

#[test]
fn the_config_is_read_again_without_a_restart() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox, &[], "full");
    session.keys("B");
    session.wait_text("B does nothing here");
    home.write("config", "keys.toml", "[inquiries]\n\"B\" = \"star\"\n\"ctrl-x\" = \"archvie\"\n");
    home.write("config", "config.toml", "ascii = true\n");
    session.line("config reload");
    session.wait_text("1 problem in the config");
    session.line("config");
    session.wait("the mistake with its place", |screen| {
        let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        words.contains("keys.toml:3:1: keys.inquiries.ctrl-x: there is no command \"archvie\"; did you mean archive?")
    });
    session.escape("Config");
    session.keys("B");
    session.wait("B stars now, drawn in ASCII", |screen| screen.contains("starred") && !screen.contains('▌'));
    fs::remove_file(home.folder("config").join("keys.toml")).expect("the file is there");
    session.line("config reload");
    session.wait_text("Config reloaded.");
    session.keys("B");
    session.wait_text("B does nothing here");
    session.line("q!");
    assert!(session.wait_end().success());
}

#[test]
fn views_are_kept_for_the_next_run_and_can_be_what_it_opens_with() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox, &[], "full");
    session.line("tab all");
    session.line("filter is:starred");
    session.wait_text("is:starred · ");
    session.line("view save good ones");
    session.wait_text("View “good ones” saved");
    session.line("q");
    assert!(session.wait_end().success());
    let file = fs::read_to_string(home.folder("config").join("views.toml")).expect("the views are kept");
    assert!(file.contains("\"good ones\" = \"all is:starred\""), "{file}");
    home.write("config", "config.toml", "[start_view]\ninquiries = \"good ones\"\n");
    let mut session = open(&home, &sandbox, &[], "full");
    session.wait_text("is:starred · ");
    session.keys("F");
    session.wait_text("all is:starred");
    session.escape("Views");
    session.line("q");
    assert!(session.wait_end().success());
}

#[test]
fn the_doctor_asks_reads_alone_and_what_is_missing_is_said_at_its_command() {
    let sandbox = Sandbox::start(&["--token", "look=inquiries.list,inquiries.view"]);
    let home = Home::new();
    let mut session = open(&home, &sandbox, &[], "look");
    session.line("doctor");
    session.wait_text("Doctor");
    // Facts are shown at once; the token's abilities follow.
    session.wait("the abilities", |screen| screen.contains("Not allowed") && screen.contains("domains.list"));
    session.keys("G");
    session.wait_text("from the environment variable PARKADE_TOKEN");
    session.escape("Doctor");
    assert!(sandbox.writes().is_empty());
    session.line("q");
    assert!(session.wait_end().success());
}

/// Proves R-47.
#[test]
fn names_and_prices_can_be_masked_for_a_shared_screen() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox, &[], "full");
    let buyers: Vec<String> = sandbox
        .inquiries()
        .iter()
        .filter_map(|row| Some(row["email"].as_str()?.split_once('@')?.0.to_owned()))
        .filter(|name| name.len() > 3)
        .collect();
    let shows = |screen: &str| buyers.iter().any(|name| screen.contains(name.as_str()));
    assert!(shows(&session.text()), "{}", session.text());
    session.line("redact");
    session.wait("everything personal is covered", |screen| screen.contains("redacted") && !shows(screen));
    session.keys("\r");
    session.wait("the page too", |screen| screen.contains("Raw") && !shows(screen));
    session.line("q");
    assert!(session.wait_end().success());
}

/// Opens the first unread inquiry.
fn open_unread(session: &mut Session) {
    session.line("inquiries unread");
    session.wait("the inbox", is_inbox);
    session.keys("\r");
    session.wait("the page", |screen| screen.contains("Raw"));
}

#[test]
fn an_opened_inquiry_stays_unread_under_mark_read_manual_whichever_screen_came_first() {
    let sandbox = Sandbox::start(&[]);
    let url = sandbox.url();
    let env = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    // A later inquiry is marked as read after the same time.
    let other_home = Home::new();
    let mut other = open(&other_home, &sandbox, &[], "full");
    let screens = ["inquiries", "mail", "domains", "insights", "jobs", "settings"];
    for (place, screen) in screens.into_iter().enumerate() {
        let home = Home::new();
        home.write("config", "config.toml", "mark_read = \"manual\"\n");
        let mut session = Session::start(&home, &["--screen", screen], &env, SIZE);
        session.wait("an answer", |screen| screen.contains(" live"));
        open_unread(&mut session);
        open_unread(&mut other);
        assert_eq!(sandbox.wait_writes(place + 1).len(), place + 1, "{screen}");
        session.line("q!");
        assert!(session.wait_end().success());
    }
}

#[test]
fn an_opened_inquiry_stays_unread_once_a_config_read_again_on_another_screen_says_manual() {
    let sandbox = Sandbox::start(&[]);
    let (home, other_home) = (Home::new(), Home::new());
    let mut session = open(&home, &sandbox, &[], "full");
    let mut other = open(&other_home, &sandbox, &[], "full");
    session.line("domains");
    session.wait_text("Mine ");
    home.write("config", "config.toml", "mark_read = \"manual\"\n");
    session.line("config reload");
    session.wait_text("Config reloaded.");
    open_unread(&mut session);
    open_unread(&mut other);
    assert_eq!(sandbox.wait_writes(1).len(), 1);
}

#[test]
fn a_word_that_is_no_tab_and_no_view_is_told_and_does_not_filter_the_first_list() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config", "config.toml", "[start_view]\ninquiries = \"blah\"\n");
    let session = open(&home, &sandbox, &[], "full");
    let screen = session.wait_text("start_view.inquiries is ignored: “blah” is not a tab");
    assert!(!screen.contains(" 0 of "), "{screen}");
}

#[test]
fn a_save_stands_in_the_history_that_was_read_before_it() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox, &[], "full");
    session.line("history");
    session.wait("the versions", |screen| screen.contains("Profile ") && screen.contains("▌"));
    session.line("profile");
    session.wait_text("Display name");
    session.line("set display_name=Zebra Names");
    session.wait_text("1 change not saved");
    session.keys("\x13");
    session.wait_text("y save");
    session.keys("y");
    sandbox.wait_writes(1);
    session.line("history");
    session.wait("the save", |screen| screen.contains("Zebra Names"));
}
