//! Tests of files being transferred when the connection or the program dies: nothing is sent twice, no partial file
//! gets its final name, and the outcome is read and reported.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::jobs::open;
use crate::support::home::Home;
use crate::support::pty::{LIMIT, Session};
use crate::support::sandbox::Sandbox;

const DOWNLOAD: &str = "GET parking/export/{id}/download";

/// File larger than any socket buffer, so that its upload is not over while the other end does not read.
fn large_csv(home: &Home) -> PathBuf {
    let text = "A fine name for a shop. ".repeat(120);
    let mut csv = "domain,lander_text\n".to_owned();
    for at in 0..3_000 {
        writeln!(csv, "large-{at}.example,{text}").expect("text can be written to");
    }
    let path = home.path().join("large.csv");
    fs::write(&path, csv).expect("the file can be written");
    path
}

/// Chooses the file and starts its import.
fn hand_over(session: &mut Session, file: &Path) {
    session.line(&format!("import {}", file.display()));
    session.wait("the file is understood", |screen| screen.contains("header of an export"));
    say_yes(session);
}

fn say_yes(session: &mut Session) {
    session.keys("\x13");
    // While domains are still being read, the question asks for the number of names.
    let number = |screen: &str| {
        let (_, rest) = screen.split_once("Type ")?;
        Some(rest.split_once(" to import it")?.0.to_owned())
    };
    let is_asked = |screen: &str| screen.contains("y import it") || number(screen).is_some();
    let asked = session.wait("the question", is_asked);
    session.keys(&number(&asked).map_or_else(|| "y".to_owned(), |number| format!("{number}\r")));
    session.wait("the question is answered", |screen| !is_asked(screen));
}

fn imports(sandbox: &Sandbox) -> u64 {
    sandbox.get("parking/imports?per_page=1")["pagination"]["total"].as_u64().expect("a number")
}

/// Waits until `done` holds for the disk.
fn wait_for(what: &str, done: impl Fn() -> bool) {
    let until = Instant::now() + LIMIT;
    while !done() {
        assert!(Instant::now() < until, "waited for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_upload_whose_connection_broke_in_the_middle_is_read_back_and_sent_again_only_by_the_user() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--fault", "reset-upload@POST parking/imports:1"]));
    let (before, file) = (imports(&sandbox), large_csv(&home));
    let mut session = open(&home, &sandbox);
    hand_over(&mut session, &file);
    session.wait_text("no import was made. ctrl-s sends it again");
    assert!(sandbox.writes().is_empty() && imports(&sandbox) == before, "nothing came of it");
    // The file stays chosen, and is sent again only when the user confirms.
    say_yes(&mut session);
    session.wait("the import opens by itself", |screen| screen.contains("· CSV") && screen.contains("Errors"));
    assert_eq!((sandbox.writes().len(), imports(&sandbox)), (1, before + 1));
}

#[test]
fn an_upload_whose_answer_was_lost_is_found_among_the_imports_and_not_sent_again() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--fault", "reset-after@POST parking/imports:1"]));
    let (before, file) = (imports(&sandbox), large_csv(&home));
    let mut session = open(&home, &sandbox);
    hand_over(&mut session, &file);
    session.wait("the import opens by itself", |screen| screen.contains("· CSV") && screen.contains("Errors"));
    assert_eq!((sandbox.writes().len(), imports(&sandbox)), (1, before + 1));
}

#[test]
fn an_import_of_a_copied_table_is_found_by_the_bytes_that_were_sent() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--fault", "reset-after@POST parking/imports:1"]));
    let (before, file) = (imports(&sandbox), home.path().join("preise.csv"));
    let mut csv = b"Domain;Preis;Notiz;Mehr\r\n".to_vec();
    for at in 0..20 {
        csv.extend_from_slice(format!("copy-{at}.example;{at},50;").as_bytes());
        csv.extend_from_slice(b"sch\xf6n; fast\r\n");
    }
    fs::write(&file, &csv).expect("the file can be written");
    let mut session = open(&home, &sandbox);
    session.line(&format!("import {}", file.display()));
    session.wait_text("written with semicolons, Windows-1252");
    session.wait("the settings are known", |screen| {
        screen.contains("of 4 columns read") && !screen.contains("not known yet")
    });
    session.line("field 2 bin_price");
    session.wait("the prices are read as they are meant", |screen| screen.contains("0,50 → 0.50"));
    say_yes(&mut session);
    session.wait("the import opens by itself", |screen| screen.contains("· CSV") && screen.contains("Errors"));
    assert_eq!((sandbox.writes().len(), imports(&sandbox)), (1, before + 1));
    assert_eq!(fs::read(&file).expect("it is still there"), csv, "the file itself stays as it is");
}

#[test]
fn a_program_killed_in_the_middle_of_an_upload_finds_out_that_nothing_came_of_it() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--fault", "stall-upload@POST parking/imports:1"]));
    let (before, file) = (imports(&sandbox), large_csv(&home));
    let mut session = open(&home, &sandbox);
    hand_over(&mut session, &file);
    session.wait("it is on its way", |screen| {
        screen.contains(" MB sent, waiting ") || screen.contains("large.csv: sending, ")
    });
    session.kill();
    let mut session = open(&home, &sandbox);
    session.line("tab queue");
    session.wait_text("being checked");
    session.line("undo list");
    session.wait_text("no import was made");
    assert!(
        sandbox.writes().is_empty() && imports(&sandbox) == before,
        "nothing came of it, and nothing was sent again"
    );
    session.escape("no import was made");
    hand_over(&mut session, &file);
    session.wait("the import opens by itself", |screen| screen.contains("· CSV") && screen.contains("Errors"));
    assert_eq!((sandbox.writes().len(), imports(&sandbox)), (1, before + 1));
}

#[test]
fn a_program_killed_before_the_answer_to_an_upload_finds_its_import() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--fault", "stall-after@POST parking/imports:1"]));
    let (before, file) = (imports(&sandbox), large_csv(&home));
    let mut session = open(&home, &sandbox);
    hand_over(&mut session, &file);
    sandbox.wait_writes(1);
    session.kill();
    let mut session = open(&home, &sandbox);
    session.line("undo list");
    session.wait_text(" started");
    assert_eq!((sandbox.writes().len(), imports(&sandbox)), (1, before + 1));
}

/// Session that shows a finished export.
fn ready_export(session: &mut Session) {
    session.line("export domains");
    session.wait("it is ready", is_ready);
}

/// True when the newest export of domains is under the cursor and can be downloaded.
fn is_ready(screen: &str) -> bool {
    screen.lines().any(|line| line.contains('▌') && line.contains("  domains ") && line.contains(" ready "))
}

/// Files in the folder that are not the program's own.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

#[test]
fn a_download_that_broke_is_begun_anew_and_one_that_keeps_breaking_leaves_nothing() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--job-seconds", "1"]));
    let folder = home.path().join("saved");
    fs::create_dir(&folder).expect("the folder can be made");
    let mut session = open(&home, &sandbox);
    ready_export(&mut session);
    for fault in ["cut", "reset-body"] {
        sandbox.faults(&[&format!("{fault}@{DOWNLOAD}")]);
        let file = folder.join(format!("{fault}-always.csv"));
        session.line(&format!("download {}", file.display()));
        session.wait_text("Not saved:");
        assert_eq!(files(&folder), Vec::<String>::new(), "no half file under any name");
        sandbox.faults(&[&format!("{fault}@{DOWNLOAD}:1")]);
        let file = folder.join(format!("{fault}-once.csv"));
        session.line(&format!("download {}", file.display()));
        wait_for("the whole file", || file.exists());
        // Wait until the message is gone, so that the next round waits for its own failure.
        session.wait("the end of this one", |screen| !screen.contains("Not saved:"));
        let text = fs::read_to_string(&file).expect("the file is there");
        let rows = sandbox.names("my_domains").len();
        assert_eq!(text.lines().count(), rows + 1, "a header and one row a domain");
        assert_eq!(files(&folder), [format!("{fault}-once.csv")]);
        fs::remove_file(&file).expect("the file is there");
    }
    assert_eq!(sandbox.writes(), ["POST parking/exports"]);
}

/// Proves R-22.
#[test]
fn a_program_killed_in_the_middle_of_a_download_leaves_no_file_and_clears_up_at_the_next_start() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--job-seconds", "1"]));
    let folder = home.path().join("saved");
    fs::create_dir(&folder).expect("the folder can be made");
    let (file, part) = (folder.join("all.csv"), folder.join("all.csv.part"));
    let mut session = open(&home, &sandbox);
    ready_export(&mut session);
    sandbox.faults(&[&format!("slow=50@{DOWNLOAD}")]);
    session.line(&format!("download {}", file.display()));
    wait_for("the first bytes", || fs::metadata(&part).is_ok_and(|part| part.len() > 0));
    session.kill();
    assert_eq!(files(&folder), ["all.csv.part"], "what there is does not have the final name");
    sandbox.faults(&[]);
    let mut session = open(&home, &sandbox);
    wait_for("the rest to be cleared up", || files(&folder).is_empty());
    session.line("tab exports");
    session.wait("the exports", |screen| screen.contains("  domains ") && screen.contains("Exports 5"));
    // Known rows are shown first, and the cursor stays on its row.
    session.keys("gg");
    session.wait("the export", is_ready);
    session.line(&format!("download {}", file.display()));
    wait_for("the whole file", || file.exists());
    let text = fs::read_to_string(&file).expect("the file is there");
    assert_eq!(text.lines().count(), sandbox.names("my_domains").len() + 1, "a header and one row a domain");
    assert_eq!(files(&folder), ["all.csv"]);
    assert_eq!(sandbox.writes(), ["POST parking/exports"], "asked for once");
}
