//! Tests of undo at any time, with the real program and a service that does large acts in the background. In the end
//! every inquiry is as before, whatever the screen showed meanwhile.

use std::time::{Duration, Instant};

use crate::support::home::Home;
use crate::support::pty::{LIMIT, Session};
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (120, 30);

fn sandbox(job_seconds: &str) -> Sandbox {
    Sandbox::with(&["--domains", "40", "--inquiries", "600", "--emails", "3", "--job-seconds", job_seconds])
}

fn open(home: &Home, sandbox: &Sandbox) -> Session {
    let session = Session::on(home, &sandbox.url(), SIZE);
    session.wait("the whole inbox", |screen| screen.contains(" live") && number_after(screen, " Hidden ").is_some());
    session
}

/// Number after these words on the screen.
fn number_after(screen: &str, words: &str) -> Option<usize> {
    let rest = screen.split_once(words)?.1;
    let digits: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == ',').filter(|c| *c != ',').collect();
    digits.parse().ok()
}

fn archived(sandbox: &Sandbox) -> u64 {
    let path = "parking/inquiries?status=all&visibility=archived&per_page=1";
    sandbox.get(path)["pagination"]["total"].as_u64().expect("a list has a total")
}

/// Marks all rows of the tab and archives them; returns their number.
fn archive_all(session: &mut Session) -> usize {
    session.keys("*");
    let screen = session.wait("the number of marked rows", |screen| number_before(screen, " marked").is_some());
    let marked = number_before(&screen, " marked").expect("it was there a moment ago");
    assert!(marked > 200, "the service works only more than 200 off in the background: {marked}");
    session.keys("a");
    marked
}

fn number_before(screen: &str, words: &str) -> Option<usize> {
    let (before, _) = screen.split_once(words)?;
    let digits: Vec<char> = before.chars().rev().take_while(|c| c.is_ascii_digit() || *c == ',').collect();
    digits.into_iter().rev().filter(|c| *c != ',').collect::<String>().parse().ok()
}

/// Presses `u`, and answers its question, if any: an unsent change is undone without one.
fn undo(session: &mut Session) {
    session.keys("u");
    let told = ["y undo ", "Undone: ", "Undo will follow", "Undoing: ", "Undo queued"];
    let screen =
        session.wait("the question, or what undo came to", |screen| told.iter().any(|said| screen.contains(said)));
    if screen.contains("y undo ") {
        session.keys("y");
    }
}

/// Waits until every inquiry at the service is as before; fails at a limit.
fn wait_as_before(sandbox: &Sandbox, before: &[(i64, [bool; 4])], session: &Session) {
    let until = std::time::Instant::now() + LIMIT;
    loop {
        let now = sandbox.marks();
        if now == before {
            return;
        }
        let differ = now.iter().zip(before).filter(|(now, before)| now != before).count();
        assert!(std::time::Instant::now() < until, "{differ} inquiries are not as they were:\n{}", session.text());
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
}

/// When the undo is asked for, some inquiries are archived and others are not.
#[test]
fn undo_while_the_service_works_restores_every_row() {
    let sandbox = sandbox("8");
    let home = Home::new();
    let before = sandbox.marks();
    let mut session = open(&home, &sandbox);
    let start = archived(&sandbox);
    let count = archive_all(&mut session);
    session.wait_text("in the background · u undo");
    let until = std::time::Instant::now() + LIMIT;
    while archived(&sandbox) == start {
        assert!(std::time::Instant::now() < until, "the service does not begin:\n{}", session.text());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    undo(&mut session);
    session
        .wait("that it follows", |screen| screen.contains("Undo will follow: ") && screen.contains("being archived"));
    session.wait_text(&format!("Undone: {count} inquiries back in Active"));
    assert_eq!(sandbox.marks(), before);
    session.keys("u");
    session.wait_text("Nothing to undo.");
}

/// The undo is asked for right after a large act.
#[test]
fn undo_right_after_a_large_archive_is_taken_and_done() {
    let sandbox = sandbox("2");
    let home = Home::new();
    let before = sandbox.marks();
    let mut session = open(&home, &sandbox);
    let count = archive_all(&mut session);
    undo(&mut session);
    session.wait_text(&format!("Undone: {count} inquiries back in Active"));
    wait_as_before(&sandbox, &before, &session);
    // Redo, and undo the redo while it runs.
    session.keys("U");
    session.wait_text("y redo ");
    session.keys("y");
    session.wait("the redo on its way", |screen| ["Redo runs in", "Redone: "].iter().any(|said| screen.contains(said)));
    undo(&mut session);
    session.wait_text(&format!("Undone: {count} inquiries back in Active"));
    wait_as_before(&sandbox, &before, &session);
}

#[test]
fn an_undo_that_waits_survives_a_power_cut() {
    let sandbox = sandbox("6");
    let home = Home::new();
    let before = sandbox.marks();
    let mut session = open(&home, &sandbox);
    let count = archive_all(&mut session);
    session.wait_text("in the background · u undo");
    undo(&mut session);
    session.wait_text("Undo will follow: ");
    let until = Instant::now() + LIMIT;
    while sandbox.marks() == before {
        assert!(Instant::now() < until, "the service never began");
        std::thread::sleep(Duration::from_millis(100));
    }
    session.kill();
    let mut session = open(&home, &sandbox);
    session.wait_text(&format!("Undone: {count} inquiries back in Active"));
    wait_as_before(&sandbox, &before, &session);
    session.keys("u");
    session.wait_text("Nothing to undo.");
}

/// Opening another inquiry in between is not an act that undo goes back to.
#[test]
fn opening_an_inquiry_does_not_come_before_the_act_in_undo() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    session.line("tab unread");
    session.keys("a");
    session.wait_text("archived · u undo");
    sandbox.wait_writes(1);
    session.keys("\r");
    let writes = sandbox.wait_writes(2);
    assert!(writes[1].ends_with("/read"), "{writes:?}");
    session.keys("u");
    session.wait_text("back in Active");
    let writes = sandbox.wait_writes(3);
    assert!(writes[0].ends_with("/archive") && writes[2].ends_with("/unarchive"), "{writes:?}");
    assert!(!session.text().contains("marked read"), "nothing is said of it:\n{}", session.text());
    session.keys("u");
    session.wait_text("Nothing to undo.");
}

/// The newest act has no outcome yet. Undo is about this act, not about the one before, and the program does not send
/// it again.
#[test]
fn undo_means_the_newest_act_although_its_answer_was_lost() {
    let sandbox = Sandbox::start(&["--fault", "reset@POST parking/inquiry/{id}/archive:1"]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    session.keys("s");
    sandbox.wait_writes(1);
    session.keys("ja");
    session.wait_text("outcome unknown");
    session.keys("u");
    session.wait_text("Undo will follow once it is known whether");
    session.wait_text("Nothing to undo: ");
    let writes = sandbox.writes();
    assert!(writes.len() == 1 && writes[0].ends_with("/star"), "{writes:?}");
    session.keys("u");
    session.wait_text("unstarred");
    let writes = sandbox.wait_writes(2);
    assert!(writes[1].ends_with("/unstar"), "{writes:?}");
}
