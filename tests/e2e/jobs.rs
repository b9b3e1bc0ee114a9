//! Tests of jobs with the real program: an export made, watched and saved; an import run again, whose end is reported
//! on another screen.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;
use crate::support::stream;

const SIZE: (u16, u16) = (120, 30);

/// Program on the Jobs screen, after its first answers.
pub fn open(home: &Home, sandbox: &Sandbox) -> Session {
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let session = Session::start(home, &["--screen", "jobs"], &extra, SIZE);
    session.wait("the imports", |screen| screen.contains("finished") && screen.contains(" live"));
    session
}

#[test]
fn an_export_is_made_watched_to_its_end_and_saved() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--job-seconds", "2"]));
    let mut session = open(&home, &sandbox);
    session.line("export domains");
    session.wait("it goes on", |screen| screen.contains("6 Jobs 1"));
    session.wait_text("Domains export ready");
    session.wait("it can be saved", |screen| screen.lines().any(|line| line.contains('▌') && line.contains("ready")));
    let file = home.path().join("all.csv");
    session.line(&format!("download {}", file.display()));
    session.wait_text("Saved as");
    let text = fs::read_to_string(&file).expect("the file is there");
    assert!(text.lines().next().is_some_and(|head| head.contains("domain")), "{text:.200}");
    assert!(text.lines().count() > 20, "one row a domain");
    assert_eq!(fs::metadata(&file).expect("the file is there").permissions().mode() & 0o777, 0o600);
    assert_eq!(sandbox.writes(), ["POST parking/exports"], "asked for once");
    session.keys("Q");
    session.wait_end();
    assert_eq!(stream::offences(&session.bytes()), Vec::<String>::new());
}

#[test]
fn an_import_run_again_is_followed_line_by_line_and_its_end_is_told_elsewhere() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--job-seconds", "8"]));
    let mut session = open(&home, &sandbox);
    session.keys("R");
    session.wait_text("y run it");
    session.keys("y");
    session.wait("its lines come", |screen| screen.contains("started ") && screen.contains("All "));
    session.keys("2");
    session.wait("the inbox", |screen| screen.contains("Active") && screen.contains("6 Jobs 1"));
    session.wait("the end is told", |screen| screen.contains("finished: ") && screen.contains("Active"));
    session.keys("6");
    session.wait("all of it", |screen| screen.contains("took "));
    session.keys("Q");
    session.wait_end();
}
