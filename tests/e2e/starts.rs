//! Tests of starts: on a screen the token may read, during a wait, beside another program.

use crate::support::command::run;
use crate::support::home::Home;
use crate::support::is_inbox;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (110, 26);

/// A screen that was asked for by name stays open and says why it is empty.
#[test]
fn a_start_goes_to_the_first_screen_the_token_may_read() {
    let sandbox = Sandbox::start(&["--token", "few=domains.list"]);
    let home = Home::new();
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "few")];
    let mut session = Session::start(&home, &[], &extra, SIZE);
    session.wait_text("The token lacks “List inquiries” (inquiries.list), so Domains was opened.");
    let screen = session.wait("its rows", |screen| screen.contains("Verified ") && screen.contains(" live"));
    assert!(!screen.contains("refused"), "{screen}");
    session.keys("Q");
    assert!(session.wait_end().success());
    let session = Session::start(&home, &["--screen", "mail"], &extra, SIZE);
    session.wait_text("The list of messages cannot be read: the token lacks “List caught mail”");
}

#[test]
fn a_page_that_waits_because_the_service_asked_says_so_and_doctor_asks_nothing_meanwhile() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::start(&home, &[], &extra, SIZE);
    session.wait("the inbox", is_inbox);
    sandbox.faults(&["429=90@GET parking/emails:9"]);
    session.keys("3");
    let is_told = |screen: &str| screen.matches("s: the service asked to").count() == 2;
    session.wait("the wait on the page and above the footer", is_told);
    let doctor = run(&home, &["doctor"], &extra);
    assert!(doctor.out.contains("the service asks to wait"), "{doctor:?}");
    assert!(session.text().contains("wait ") && is_told(&session.text()), "{}", session.text());
}

/// Proves R-73.
#[test]
fn a_second_program_on_the_account_only_reads_says_why_and_takes_over() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut first = Session::start(&home, &[], &extra, SIZE);
    first.wait("the inbox", is_inbox);
    let mut second = Session::start(&home, &[], &extra, SIZE);
    second.wait("the inbox", is_inbox);
    second.wait_text("read-only");
    second.keys("s");
    let who = format!("Read-only: another Parkade (process {}) is open on this account", first.pid().as_raw_nonzero());
    second.wait_text(&who);
    first.keys("s");
    // Wait for the answer, because the second program would otherwise have to find out the outcome of this write.
    first.wait_text("starred · u undo");
    assert_eq!(first_mark(&sandbox), "star");
    assert_eq!(sandbox.writes().len(), 1, "the second sent nothing");
    assert!(!second.text().contains("undo"), "nothing to undo where nothing can be changed");
    // A killed program leaves no lock, and the second one can write without a restart. The journal has the answer
    // once the program draws nothing more.
    first.wait_quiet();
    first.kill();
    second.keys("\x12");
    second.wait("no badge, and its keys", |screen| !screen.contains("read-only") && screen.contains("a archive"));
    second.keys("a");
    sandbox.wait_writes(2);
}

fn first_mark(sandbox: &Sandbox) -> String {
    let writes = sandbox.wait_writes(1);
    writes[0].rsplit('/').next().unwrap_or_default().to_owned()
}
