//! Tests of long use, and of a terminal that takes no output.

use std::fs;

use crate::support::home::Home;
use crate::support::is_inbox;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

/// Every key of the first list redraws nearly all of the screen, so sending all frames would take megabytes.
///
/// Proves R-77.
#[test]
fn a_terminal_that_takes_nothing_is_sent_few_frames_and_the_last_one() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = Session::on(&home, &sandbox.url(), (160, 50));
    session.wait("the inbox", is_inbox);
    session.wait_quiet();
    let start = session.bytes().len();
    session.keys("4");
    session.wait_text("Verified");
    let frame = session.bytes().len() - start;
    let before = session.bytes().len();
    session.unread(&b"24".repeat(200));
    session.keys("2?");
    session.wait_text("close");
    let sent = session.bytes().len() - before;
    assert!(sent < 40 * frame, "{sent} bytes in frames of {frame}");
    session.escape("close");
    session.keys("Q");
    assert!(session.wait_end().success());
}

/// Proves R-79.
#[cfg(target_os = "linux")]
#[test]
fn threads_and_open_files_do_not_grow_with_use() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = Session::on(&home, &sandbox.url(), (120, 40));
    session.wait("the inbox", is_inbox);
    let used = |session: &mut Session, rounds: usize| {
        for _ in 0..rounds {
            for screen in ["1", "3", "4", "5", "2"] {
                session.keys(screen);
                session.keys("\x12");
                session.wait_quiet();
            }
        }
        let count = |what: &str| {
            let folder = format!("/proc/{}/{what}", session.pid().as_raw_nonzero());
            fs::read_dir(folder).expect("a running program has one").count()
        };
        (count("task"), count("fd"))
    };
    let few = used(&mut session, 1);
    let many = used(&mut session, 3);
    // A thread or file that each use leaves behind would be there 15 times; connections vary a little.
    assert!(many.0 <= few.0 && many.1 <= few.1 + 4, "threads and files: {few:?}, then {many:?}");
    session.keys("Q");
    assert!(session.wait_end().success());
}
