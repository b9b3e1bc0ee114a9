//! Tests that the terminal is as before after every kind of end, and that only allowed bytes reach it.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;
use crate::support::stream::offences;

const SIZE: (u16, u16) = (100, 24);

/// True when the list is shown and its tabs are counted, so that no answer is outstanding.
fn is_inbox(screen: &str) -> bool {
    let last = screen.split_once("Archived ").and_then(|(_, rest)| rest.chars().next());
    last.is_some_and(|c| c.is_ascii_digit()) && screen.contains(" live")
}

/// Program on the sandbox's account, started from a shell.
fn open(home: &Home, sandbox: &Sandbox) -> Session {
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let session = Session::under_shell(home, "", &account, SIZE);
    session.wait("the inbox", is_inbox);
    session
}

/// Checks the terminal after the program has released it.
fn is_as_found(session: &Session, after: &str) {
    let (before, now) = session.modes();
    assert_eq!(before, now, "the modes after {after}");
    session.with_screen(|screen| {
        assert!(!screen.alternate_screen(), "the alternate screen after {after}");
        assert!(!screen.hide_cursor(), "the cursor after {after}");
        assert!(!screen.bracketed_paste(), "bracketed paste after {after}");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None, "the mouse after {after}");
    });
    let bytes = session.bytes();
    let last = |on: &[u8], off: &[u8]| {
        let find = |what: &[u8]| bytes.windows(what.len()).rposition(|window| window == what);
        assert!(find(on) <= find(off), "{} after {after}", String::from_utf8_lossy(on).escape_debug());
    };
    last(b"\x1b[?1004h", b"\x1b[?1004l");
    last(b"\x1b[?2026h", b"\x1b[?2026l");
    last(b"\x1b[?7l", b"\x1b[?7h");
}

/// Proves R-74.
#[test]
fn the_terminal_comes_back_after_quitting() {
    let sandbox = Sandbox::start(&[]);
    for keys in ["q", "Q", ":q\r", ":q!\r", "\x03"] {
        let home = Home::new();
        let mut session = open(&home, &sandbox);
        assert_ne!(session.modes().0, session.modes().1, "the program has the terminal");
        session.keys(keys);
        if keys == "\x03" {
            session.wait_text("Press ctrl-c again to quit");
            session.keys(keys);
        }
        assert_eq!(session.wait_code(), 0, "{keys:?}");
        is_as_found(&session, &format!("{keys:?}"));
    }
}

/// Proves R-74.
#[test]
fn the_terminal_comes_back_after_signals_and_the_code_names_the_signal() {
    let sandbox = Sandbox::start(&[]);
    for (signal, code) in [(Signal::TERM, 143), (Signal::INT, 130), (Signal::HUP, 129), (Signal::QUIT, 131)] {
        let home = Home::new();
        let session = open(&home, &sandbox);
        session.signal(signal);
        assert_eq!(session.wait_code(), code, "{signal:?}");
        is_as_found(&session, &format!("{signal:?}"));
    }
}

/// Checks the check itself: if nothing gives the terminal back, its modes differ.
#[test]
fn a_killed_program_leaves_the_terminal_behind() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let session = open(&home, &sandbox);
    session.signal(Signal::KILL);
    session.wait_code();
    let (before, now) = session.modes();
    assert_ne!(before, now);
    assert!(session.is_full_screen());
}

/// Proves R-75.
#[test]
fn a_closed_terminal_ends_the_program_at_once() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let session = Session::start(&home, &[], &account, SIZE);
    session.wait("the inbox", is_inbox);
    let began = Instant::now();
    let mut orphan = session.hang_up();
    let status = orphan.ends_within(Duration::from_secs(2));
    assert!(status.is_some(), "still there {:?} after its terminal was closed", began.elapsed());
}

/// Proves R-74.
#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    session.keys("j");
    session.keys("\x1a");
    session.wait_text("STOPPED");
    is_as_found(&session, "ctrl-z");
    session.keys("\n");
    session.wait("the inbox again", is_inbox);
    assert!(session.is_full_screen());
    session.keys(":q\r");
    assert_eq!(session.wait_code(), 0);
    is_as_found(&session, "a stop by key");
}

/// Proves R-74 and R-80.
#[test]
fn a_stop_from_outside_is_survived_and_everything_is_painted_again() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    session.signal(Signal::STOP);
    session.wait_text("STOPPED");
    let before = session.bytes().len();
    // The shell has the terminal now and resumes the program, which only gets SIGCONT.
    session.keys("\n");
    session.wait_bytes("the alternate screen is claimed again", |bytes| {
        bytes[before..].windows(8).any(|window| window == b"\x1b[?1049h")
    });
    session.wait("the inbox", is_inbox);
    session.keys("q");
    assert_eq!(session.wait_code(), 0);
    is_as_found(&session, "stop and go on");
}

/// Proves R-76.
#[test]
fn any_size_is_drawn_and_the_last_one_is_right() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    let sizes = [(1, 1), (0, 0), (400, 200), (39, 12), (40, 11), (2, 50), (200, 1), (0, 24), (80, 0), (79, 23)];
    for (columns, rows) in sizes.into_iter().cycle().take(200) {
        session.resize(columns, rows);
    }
    session.resize(100, 24);
    // Keys are ignored while the window is too small, so wait for a frame of the last width.
    session.wait("a frame of the last size", |screen| screen.lines().any(|line| line.trim_end().chars().count() > 90));
    // Press a key, so that the compared frame was drawn after the last resize.
    session.keys("?");
    session.wait_text("close");
    session.keys("\x1b");
    session.wait("the inbox", |screen| screen.contains("Active ") && screen.contains("all keys"));
    // The message of the row under the cursor is read after the list.
    session.wait_quiet();
    let stormy = session.text();
    let before = session.bytes().len();
    session.signal(Signal::CONT);
    session.wait_bytes("everything is painted again", |bytes| {
        let claimed = bytes[before..].windows(8).position(|window| window == b"\x1b[?1049h");
        claimed.is_some_and(|at| bytes[before + at..].windows(8).any(|window| window == b"\x1b[?2026l"))
    });
    assert_eq!(stormy, session.text(), "the frame after the storm is the frame painted anew");
    for (columns, rows) in [(39, 24), (100, 11), (20, 3)] {
        session.resize(columns, rows);
        session.wait("a notice alone", |screen| screen.lines().filter(|line| !line.trim().is_empty()).count() == 1);
    }
    // Keys for what cannot be seen are ignored, including those for what they would have opened.
    session.unseen_keys("sja:x");
    session.resize(40, 12);
    session.wait_text("Active");
    assert_eq!(sandbox.writes(), [""; 0]);
    session.keys("Q");
    assert_eq!(session.wait_code(), 0);
    is_as_found(&session, "the storm");
    assert_eq!(offences(&session.bytes()), [""; 0]);
}

/// Proves R-01 and R-02.
#[test]
fn no_byte_of_a_strangers_text_drives_the_terminal() {
    // One buyer in 25 is hostile, so all sixteen kinds are among 400.
    let sandbox = Sandbox::with(&["--domains", "40", "--inquiries", "420", "--emails", "3"]);
    let home = Home::new();
    let mut session = open(&home, &sandbox);
    session.line("tab all");
    session.wait("the whole list", |screen| screen.contains("All 420"));
    session.keys("gg\r");
    // The History tab makes a request for each buyer, so open it for a few only.
    for (page, next) in [("Message", "]"), ("Buyer", "]]"), ("Flow", "]"), ("Raw", "[[")] {
        session.wait_text("All 1 of 420");
        for place in 2..=420 {
            session.keys("}");
            session.wait_text(&format!("All {place} of 420"));
        }
        // Return to the first inquiry, and go to the next tab of its page.
        session.keys(&"{".repeat(419));
        session.wait(page, |screen| screen.contains("All 1 of 420"));
        session.keys(next);
    }
    for _ in 0..30 {
        session.wait_text("Your other inquiries from this buyer");
        session.keys("}");
    }
    session.keys("\x1b");
    session.wait_text("Active");
    session.keys("gg");
    session.keys(&"j".repeat(420));
    session.line("undo list");
    session.wait_text("Changes");
    session.keys("\x1b");
    session.wait_text("all keys");
    session.keys("q");
    assert_eq!(session.wait_code(), 0);
    let bytes = session.bytes();
    assert!(bytes.len() > 100_000, "the list was walked: {} bytes", bytes.len());
    assert_eq!(offences(&bytes), [""; 0]);
}

#[test]
fn the_bell_rings_for_what_arrives_where_it_is_asked_for_and_nowhere_else() {
    let sandbox = Sandbox::start(&[]);
    for (settings, rings) in [("", 0), ("bell = true\n", 1)] {
        let home = Home::new();
        home.write("config", "config.toml", settings);
        let mut session = open(&home, &sandbox);
        let before = session.bytes().len();
        sandbox.arrive(1);
        session.keys("\x12");
        session.wait_text("1 new inquiry");
        session.keys("q");
        assert_eq!(session.wait_code(), 0);
        let bytes = session.bytes();
        let bells: usize = bytes[before..].iter().map(|byte| usize::from(*byte == 7)).sum();
        assert_eq!(bells, rings, "{settings:?}");
    }
}
