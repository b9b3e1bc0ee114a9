//! Tests of the portfolio with the real program: the first frame, and deleting many domains before a power cut.

use std::time::Instant;

use crate::support::home::Home;
use crate::support::pty::{FRAME_ENDS, LIMIT, Session};
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (120, 30);

fn open(home: &Home, url: &str) -> Session {
    Session::start(home, &["--screen", "domains"], &[("PARKADE_BASE_URL", url), ("PARKADE_TOKEN", "full")], SIZE)
}

/// True when all names were read, so that the line above the footer is empty: it says that names are being read,
/// unless it has another message. The totals of the tabs arrive separately, in any order.
fn is_whole(screen: &str) -> bool {
    let note = screen.lines().nth(usize::from(SIZE.1) - 2);
    let counted = ["Mine", "Removed"].iter().all(|tab| count(screen, tab).is_some());
    screen.contains(" live") && counted && note.is_some_and(|note| note.trim().is_empty())
}

/// Number beside a tab's name.
fn count(screen: &str, tab: &str) -> Option<usize> {
    let rest = screen.split_once(&format!("{tab} "))?.1;
    let digits: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == ',').filter(|c| *c != ',').collect();
    digits.parse().ok()
}

/// First name of the list.
fn first_name(screen: &str) -> Option<String> {
    let row =
        screen.lines().skip_while(|line| !["domain", "for sale"].iter().all(|head| line.contains(head))).nth(1)?;
    row.split_whitespace().find(|word| word.contains('.')).map(str::to_owned)
}

fn cells(count: u16) -> std::num::NonZero<u16> {
    count.try_into().expect("more than none")
}

/// Text of the terminal after the program's first frame.
fn first_frame(session: &Session) -> String {
    session.wait_bytes("the first frame", |bytes| bytes.windows(FRAME_ENDS.len()).any(|part| part == FRAME_ENDS));
    let bytes = session.bytes();
    let end = bytes.windows(FRAME_ENDS.len()).position(|part| part == FRAME_ENDS).expect("it was there a moment ago");
    let mut screen = vt100::Parser::new(cells(SIZE.1), cells(SIZE.0), 0);
    screen.process(&bytes[..end]);
    screen.screen().contents()
}

#[test]
fn a_browser_that_fails_is_not_called_opened_and_the_address_is_there() {
    let (sandbox, home) = (Sandbox::start(&[]), Home::new());
    home.write("bin", "my-browser", "exit 2\n");
    let browser = format!("sh {}", home.folder("bin").join("my-browser").display());
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full"), ("BROWSER", browser.as_str())];
    let mut session = Session::start(&home, &["--screen", "domains"], &extra, SIZE);
    session.wait("the list", |screen| is_whole(screen) && first_name(screen).is_some());
    session.keys("\r");
    session.wait_text("Lowest offer");
    session.keys("o");
    session.wait_text("y open it");
    session.keys("y");
    session.wait_text("The browser could not be opened (sh ended with code 2). Address: https://");
    assert!(!session.text().contains("Opened https"), "{}", session.text());
    session.line("q");
    assert!(session.wait_end().success());
}

#[test]
fn names_come_in_by_a_pipe_and_the_keys_from_the_terminal() {
    let (sandbox, home) = (Sandbox::start(&[]), Home::new());
    home.write("config", "names.txt", "piped-one.com\n\nmy shop.com\npiped-two.com\n");
    let file = home.folder("config").join("names.txt");
    let (url, path) = (sandbox.url(), file.display());
    let program = env!("CARGO_BIN_EXE_parkade");
    let arguments = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::piped(&home, &format!("cat '{path}' | '{program}' add -"), &arguments, SIZE);
    let screen = session.wait_text("2 to add · 1 is not a name");
    assert!(screen.contains("A domain name has no spaces."), "{screen}");
    session.keys("\x13");
    session.wait("the question", |screen| screen.contains("y add them"));
    session.keys("y");
    assert_eq!(sandbox.wait_writes(1), ["POST parking/domains"]);
    session.wait("their import", |screen| screen.contains("piped-two.com") && screen.contains("Warnings"));
    drop(session);
    // The page reads a file, and sends nothing before its question is answered.
    let session = Session::start(&home, &["add", &path.to_string()], &arguments, SIZE);
    session.wait("the lines of the file", |screen| screen.contains("1 is not a name"));
    assert_eq!(sandbox.writes().len(), 1);
}

#[test]
fn the_first_frame_shows_the_first_rows_in_the_order_the_list_opens_in_also_without_a_connection() {
    let mut sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config", "config.toml", "[start_view]\ndomains = \"mine sort:bin,desc\"\n");
    let url = sandbox.url();
    let mut session = open(&home, &url);
    let mine = count(&session.wait("the whole portfolio", is_whole), "Mine");
    mark_all(&mut session, mine.expect("a total"));
    let first = first_name(&session.text()).expect("a row");
    session.keys(":q\r");
    assert!(session.wait_end().success());
    sandbox.kill();
    let mut session = open(&home, &url);
    let frame = first_frame(&session);
    assert_eq!(first_name(&frame), Some(first.clone()), "{frame}");
    assert_eq!(count(&frame, "Mine"), mine, "{frame}");
    session.wait_text("offline since");
    assert_eq!(first_name(&session.text()), Some(first));
    session.keys("Q");
    session.wait_end();
}

/// Marks so many names, trying again while names are still being read.
fn mark_all(session: &mut Session, mine: usize) {
    let until = Instant::now() + LIMIT;
    let digits = |screen: &str| screen.replace(',', "");
    loop {
        session.keys("*");
        session.wait_text(" marked");
        if digits(&session.text()).contains(&format!(" {mine} marked")) {
            return;
        }
        assert!(Instant::now() < until, "{mine} names are known some day: {}", session.text());
        // Use the command, because esc would first lead back from the page of the start.
        session.line("unmark");
        session.wait("no more marked", |screen| !screen.contains(" marked"));
    }
}

/// Marks all names of the account and confirms their removal.
fn remove_all(session: &mut Session) -> usize {
    let whole = session.wait("the whole portfolio", is_whole);
    let mine = count(&whole, "Mine").expect("the tab is counted");
    assert!(mine >= 2_000, "{mine}");
    mark_all(session, mine);
    session.keys("d");
    // The question shows its keys once they count.
    session.wait_text(&format!("Type {mine} to"));
    session.keys(&format!("{mine}\r"));
    mine
}

#[test]
fn a_delete_of_thousands_cut_off_by_a_power_cut_is_not_sent_again_and_told_truly() {
    let fault = "stall-after@POST parking/domains/bulk:1";
    let arguments = ["--domains", "2700", "--inquiries", "5", "--emails", "3", "--job-seconds", "4", "--fault", fault];
    let sandbox = Sandbox::with(&arguments);
    let home = Home::new();
    let mut session = open(&home, &sandbox.url());
    remove_all(&mut session);
    sandbox.wait_writes(1);
    session.kill();
    let mut session = open(&home, &sandbox.url());
    session.wait_settled("the end is told", |screen| screen.contains("removed (read back). 1 not removed: "));
    // The portfolio's host was left out of the delete and stays.
    session
        .wait_settled("the list is what the service has", |screen| count(screen, "Mine").is_some_and(|mine| mine <= 1));
    let writes = sandbox.writes();
    assert_eq!(writes, ["POST parking/domains/bulk"], "sent once");
    session.keys("Q");
    session.wait_end();
}

#[test]
fn a_delete_that_never_arrived_is_told_so_after_the_restart_and_not_sent() {
    let fault = "stall@POST parking/domains/bulk:1";
    let sandbox = Sandbox::with(&["--domains", "2700", "--inquiries", "5", "--emails", "3", "--fault", fault]);
    let home = Home::new();
    let mut session = open(&home, &sandbox.url());
    let mine = remove_all(&mut session);
    session.wait("it is on its way", |screen| screen.contains("emov"));
    session.line("undo list");
    session.wait_text("eing sent");
    session.kill();
    let mut session = open(&home, &sandbox.url());
    session.wait_settled("what became of it", |screen| {
        let told = screen.contains("Not removed: ") && screen.contains("they are all still there");
        told && count(screen, "Mine") == Some(mine)
    });
    assert_eq!(sandbox.writes(), [""; 0], "nothing was sent again");
    session.keys("Q");
    session.wait_end();
}
