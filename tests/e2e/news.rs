//! Tests of announcements of new inquiries outside the screen: the bell, a notification of the terminal, the user's
//! hook.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::home::Home;
use crate::support::is_inbox;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

#[test]
fn new_inquiries_are_told_by_notification_and_hook_and_a_test_says_how() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let told = home.path().join("told.json");
    let hook = format!("cat > '{0}.new'; mv '{0}.new' '{0}'", told.display());
    let config = format!("notify = \"osc777\"\ninquiry_command = {:?}\n", ["sh", "-c", hook.as_str()]);
    home.write("config", "config.toml", &config);
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::start(&home, &["--screen", "inquiries"], &extra, (110, 26));
    session.wait("the inbox", is_inbox);
    session.line("notify test");
    session.wait_text("inquiry_command ended well.");
    assert_eq!(read(&told)["event"], "test");
    fs::remove_file(&told).expect("the hook has written it");
    sandbox.arrive(1);
    session.keys("\x12");
    let news = read(&told);
    assert_eq!((news["event"].as_str(), news["inquiries"].as_array().map(Vec::len)), (Some("inquiries"), Some(1)));
    let newest = news["inquiries"][0]["inquiry_id"].as_i64().expect("an id");
    assert!(sandbox.inquiries().iter().any(|inquiry| inquiry["inquiry_id"] == newest), "{news}");
    let sent = b"\x1b]777;notify;Parkade;New inquiry for ";
    session.wait_bytes("the notification", |bytes| bytes.windows(sent.len()).any(|part| part == sent));
}

/// The first frame has only one page of the list; the other rows come from the disk a moment later.
#[test]
fn a_start_announces_no_inquiry_from_before_it() {
    let sandbox = Sandbox::with(&["--domains", "200", "--inquiries", "5000", "--emails", "3", "--seed", "7"]);
    let home = Home::new();
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    for run in ["the first run", "the second run"] {
        let mut session = Session::start(&home, &["--screen", "inquiries"], &extra, (110, 26));
        session.wait(run, |screen| screen.contains("All 5,000"));
        session.wait_quiet();
        let told = String::from_utf8_lossy(&session.bytes()).contains("new inquir");
        assert!(!told, "{run}");
        session.line("q");
        assert_eq!(session.wait_end().exit_code(), 0);
    }
}

fn read(path: &std::path::Path) -> Value {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        if let Ok(text) = fs::read(path) {
            return serde_json::from_slice(&text).expect("JSON");
        }
        assert!(Instant::now() < until, "the hook has told nothing");
        std::thread::yield_now();
    }
}
