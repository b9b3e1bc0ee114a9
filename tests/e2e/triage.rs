//! Tests of working through an inbox with the real program: the demo after a power cut, and a service that fails.

use serde_json::Value;

use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (110, 26);
const DEMO: [&str; 7] = ["demo", "--domains", "60", "--inquiries", "80", "--emails", "5"];

/// True when the list is shown and its tabs are counted, so that the newest rows are on the screen.
fn is_inbox(screen: &str) -> bool {
    count(screen, "Hidden").is_some() && screen.contains(" live")
}

/// Number beside a tab's name.
fn count(screen: &str, tab: &str) -> Option<u32> {
    let rest = screen.split_once(&format!(" {tab} "))?.1;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn counts(session: &Session) -> [Option<u32>; 3] {
    let screen = session.text();
    ["Starred", "Archived", "Hidden"].map(|tab| count(&screen, tab))
}

/// Program on the sandbox's account.
fn open(home: &Home, sandbox: &Sandbox) -> Session {
    let session = Session::on(home, &sandbox.url(), SIZE);
    session.wait("the inbox", is_inbox);
    session
}

/// Proves R-70.
#[test]
fn the_demo_goes_on_after_a_power_cut_as_it_was_left() {
    let home = Home::new();
    let mut session = Session::start(&home, &DEMO, &[], SIZE);
    session.wait("the inbox", is_inbox);
    let before = counts(&session).map(|count| count.expect("tabs are counted"));
    // Act on ten inquiries. Archived and hidden rows leave the list, so the cursor is on the next one.
    session.keys("asjmjdasjmjasja");
    let after = [before[0] + 3, before[1] + 4, before[2] + 1].map(Some);
    session
        .wait("the counts follow", |screen| ["Starred", "Archived", "Hidden"].map(|tab| count(screen, tab)) == after);
    // The log shows the last six. Writes are sent in order, so when these are done, all are.
    session.wait_done(6);
    session.kill();

    // Start the service itself on the folder that the demo left.
    let folder = home.folder("data").join("demo-60-80-5-1").join("service");
    let folder = folder.to_str().expect("a temporary folder has a plain name");
    let ask = || {
        let sandbox = Sandbox::with(&["--data", folder, "--domains", "60", "--inquiries", "80", "--emails", "5"]);
        sandbox.marks()
    };
    let left = ask();
    let fresh = Sandbox::with(&["--domains", "60", "--inquiries", "80", "--emails", "5"]);
    let changed = |now: &[(i64, [bool; 4])], then: &[(i64, [bool; 4])]| {
        then.iter().filter(|(id, marks)| now.iter().any(|(other, new)| other == id && new != marks)).count()
    };
    assert_eq!(changed(&left, &fresh.marks()), 10, "ten inquiries differ from untouched ones");

    let mut session = Session::start(&home, &DEMO, &[], SIZE);
    session.wait("the inbox", is_inbox);
    session.wait("the marks as they were left", |screen| {
        ["Starred", "Archived", "Hidden"].map(|tab| count(screen, tab)) == after
    });
    session.keys("u");
    session.wait_text("back in Active");
    session.wait("one archived inquiry less", |screen| count(screen, "Archived") == Some(before[1] + 3));
    session.wait_done(6);
    session.kill();
    let undone = ask();
    assert_eq!(changed(&undone, &left), 1, "exactly one inquiry changed");
    let was_archived = |rows: &[(i64, [bool; 4])]| rows.iter().filter(|(_, marks)| marks[2]).count();
    assert_eq!(was_archived(&undone) + 1, was_archived(&left), "and it was taken out of the archive");
}

/// Proves R-51.
#[test]
fn a_reset_after_the_write_is_checked_by_reading_and_never_sent_twice() {
    let sandbox = Sandbox::start(&["--fault", "reset-after@POST parking/inquiry/{id}/archive:1"]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    session.keys("a");
    // The message needs no key. The time with an unknown outcome may be too short to be seen.
    session.wait_text(" archived (read back)");
    session.line("undo list");
    session.wait_text("Done, read back");
    session.escape("Changes");
    let writes = sandbox.writes();
    assert_eq!(writes.len(), 1, "{writes:?}");
    assert!(writes[0].starts_with("POST ") && writes[0].ends_with("/archive"), "{writes:?}");
    session.keys("u");
    let writes = sandbox.wait_writes(2);
    assert!(writes[1].ends_with("/unarchive"), "{writes:?}");
    session.wait_text("back in Active");
}

/// Proves R-66.
#[test]
fn a_flood_limit_is_waited_out_and_every_write_is_applied_once() {
    let sandbox = Sandbox::start(&["--flood", "2/2"]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    session.keys("sjajmjdjs");
    session.wait("a wait in the header", |screen| screen.contains("wait 1s") || screen.contains("wait 2s"));
    session.wait_done(5);
    let mut applied = targets(&sandbox.log());
    assert_eq!(applied.len(), 5, "{applied:?}");
    applied.sort_unstable();
    applied.dedup();
    assert_eq!(applied.len(), 5, "each once: {applied:?}");
}

/// Changed inquiries, one line each, because equal marks may have been sent in one call.
fn targets(log: &[Value]) -> Vec<String> {
    let mut all = Vec::new();
    for write in log {
        let body: Value = match &write["body"] {
            Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
            other => other.clone(),
        };
        let path = write["path"].as_str().expect("a write has a path");
        match body["ids"].as_array() {
            Some(ids) => all.extend(ids.iter().map(|id| format!("{id}/{}", body["action"].as_str().unwrap_or("?")))),
            None => all.push(path.trim_start_matches("POST ").to_owned()),
        }
    }
    all
}

#[test]
fn without_the_service_the_last_known_rows_are_there_with_their_age() {
    let mut sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let session = &mut open(&home, &sandbox);
    let row = |screen: &str| screen.lines().nth(3).map(|line| line.chars().skip(11).take(40).collect::<String>());
    let first = row(&session.text());
    session.keys(":q\r");
    assert!(session.wait_end().success());
    let url = sandbox.url();
    sandbox.kill();
    let mut session = Session::on(&home, &url, SIZE);
    let screen = session.wait_text("offline since");
    assert_eq!(row(&screen), first, "{screen}");
    // A change made offline waits, and a message says so.
    session.keys("s");
    session.wait_text("1 change waiting");
    session.line("undo list");
    session.wait_text("aiting to be sent");
    session.escape("Changes");
    session.keys("u");
    session.wait_text("unstarred; nothing had been sent");
}

/// Proves R-70.
#[test]
fn a_write_queued_offline_goes_out_once_even_over_a_power_cut() {
    let home = Home::new();
    let folder = home.path().join("service");
    let folder = folder.to_str().expect("a temporary folder has a plain name");
    let mut sandbox = Sandbox::start(&["--data", folder]);
    let mut session = open(&home, &sandbox);
    let (url, address) = (sandbox.url(), sandbox.address().to_owned());
    sandbox.kill();
    session.keys("s");
    session.wait_text("1 change waiting");
    session.kill();
    let sandbox = Sandbox::start(&["--data", folder, "--listen", &address]);
    let mut session = Session::on(&home, &url, SIZE);
    session.wait("the inbox", is_inbox);
    sandbox.wait_writes(1);
    session.wait_done(1);
    let writes = sandbox.writes();
    assert!(writes.len() == 1 && writes[0].ends_with("/star"), "{writes:?}");
}

/// Proves R-52.
#[test]
fn a_write_cut_off_by_a_power_cut_is_settled_by_reading_after_the_restart() {
    let sandbox = Sandbox::start(&["--fault", "stall-after@POST parking/inquiry/{id}/archive:1"]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    session.keys("a");
    sandbox.wait_writes(1);
    session.kill();
    let mut session = open(&home, &sandbox);
    session.line("undo list");
    session.wait_text("Done, read back");
    session.escape("Changes");
    session.keys("u");
    let writes = sandbox.wait_writes(2);
    assert!(writes[0].ends_with("/archive") && writes[1].ends_with("/unarchive"), "{writes:?}");
}

#[test]
fn commands_can_be_typed_by_their_names() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    let before = counts(&session).map(|count| count.expect("tabs are counted"));
    session.line("star");
    session.wait("one star more", |screen| count(screen, "Starred") == Some(before[0] + 1));
    session.line("archive");
    session.wait("one archived more", |screen| count(screen, "Archived") == Some(before[1] + 1));
    // The change that was not sent yet is undone without a call.
    sandbox.wait_writes(2);
    session.line("undo");
    session.wait("one archived less", |screen| count(screen, "Archived") == Some(before[1]));
    session.line("tab archived");
    session.wait("the archive", |screen| screen.contains("Archived"));
    session.line("tab all");
    session.line("filter is:starred");
    session.wait_text("is:starred · ");
    session.escape("is:starred · ");
    session.line("sort offer desc");
    session.wait("sorted by offer", |screen| screen.contains("offer ↓"));
    session.line("filter offer:>>5");
    session.wait_text("is not an amount");
    session.escape("is not an amount");
    session.line("archvie");
    session.wait_text("Unknown command “archvie”. Did you mean “archive”?");
    session.escape("archvie");
    assert_eq!(sandbox.wait_writes(3).len(), 3, "star, archive, unarchive and nothing else");
    session.line("q");
    assert!(session.wait_end().success());
}
