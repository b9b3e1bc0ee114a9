//! Tests with files and folders in a wrong state: nothing hangs, nothing forbidden is used, no write is sent without
//! a journal, and the program recovers when the cause is gone.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use rustix::fs::{CWD, Mode, mkfifoat};

use crate::support::command::run;
use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (110, 26);

fn is_inbox(screen: &str) -> bool {
    let last = screen.split_once("Hidden ").and_then(|(_, rest)| rest.chars().next());
    last.is_some_and(|c| c.is_ascii_digit()) && [" live", " read-only"].iter().any(|state| screen.contains(state))
}

fn open(home: &Home, sandbox: &Sandbox, extra: &[(&str, &str)]) -> Session {
    let url = sandbox.url();
    let mut all = vec![("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    all.extend_from_slice(extra);
    let session = Session::start(home, &[], &all, SIZE);
    session.wait("the inbox", is_inbox);
    session
}

fn quit(mut session: Session) {
    session.keys("Q");
    assert!(session.wait_end().success());
}

/// Permissions of a file or folder.
fn rights(path: &std::path::Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
}

/// Pipe that nobody writes to, so that opening it without flags would wait for ever.
fn pipe(path: &std::path::Path) {
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("the folder can be made");
    mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR).expect("a pipe can be made");
}

#[test]
fn a_pipe_in_the_place_of_a_file_is_refused_at_once() {
    let sandbox = Sandbox::start(&[]);
    for (kind, name) in [
        ("config", "config.toml"),
        ("config", "keys.toml"),
        ("config", "views.toml"),
        ("config", "templates/answer.txt"),
        ("cache", "environment/cache.db"),
        ("data", "environment/journal.db"),
        ("data", "environment/lock"),
        ("state", "line-history"),
    ] {
        let home = Home::new();
        home.write("config", "templates.txt", "");
        pipe(&home.folder(kind).join(name));
        // Make the folder private, because other permissions would be refused for another reason.
        fs::set_permissions(home.folder(kind), fs::Permissions::from_mode(0o700)).expect("the folder is ours");
        let mut session = open(&home, &sandbox, &[]);
        session.keys("j");
        if name == "config.toml" {
            session.wait("that it may say read-only", |screen| screen.contains("read-only"));
        }
        quit(session);
        let checked = run(&home, &["config", "check"], &[]);
        if name == "config.toml" {
            assert!(checked.out.contains("it is not a regular file"), "{name}: {}", checked.out);
        }
    }
    let home = Home::new();
    pipe(&home.folder("config").join("credentials.toml"));
    fs::set_permissions(home.folder("config"), fs::Permissions::from_mode(0o700)).expect("the folder is ours");
    let refused = run(&home, &[], &[("PARKADE_BASE_URL", "http://127.0.0.1:1")]);
    assert_eq!(refused.code, 0, "piped, it shows its help: {}", refused.err);
    let refused = run(&home, &["doctor", "--offline"], &[("PARKADE_BASE_URL", "http://127.0.0.1:1")]);
    assert!(
        refused.out.contains("credentials.toml") && refused.out.contains("it is not a regular file"),
        "{refused:?}"
    );
}

#[test]
fn links_in_the_place_of_the_programs_own_files_lead_nowhere() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let victim = home.path().join("victim");
    fs::write(&victim, "untouched").expect("written");
    fs::set_permissions(&victim, fs::Permissions::from_mode(0o644)).expect("it is ours");
    fs::create_dir_all(home.folder("state")).expect("made");
    symlink(&victim, home.folder("state").join("line-history")).expect("linked");
    let mut session = open(&home, &sandbox, &[]);
    session.line("zone utc");
    quit(session);
    assert_eq!(fs::read_to_string(&victim).expect("it is there"), "untouched");
    let history = fs::symlink_metadata(home.folder("state").join("line-history")).expect("it is there");
    assert!(history.is_file(), "the link is replaced by the file");

    let lock = home.folder("data").join("environment/lock");
    fs::remove_file(&lock).expect("the lock file is there");
    symlink(&victim, &lock).expect("linked");
    let mut session = open(&home, &sandbox, &[]);
    session.wait_text("read-only");
    session.keys("s");
    session.wait_text("it is a symbolic link");
    quit(session);
    assert_eq!(fs::read_to_string(&victim).expect("it is there"), "untouched");
    assert_eq!(rights(&victim), 0o644);
}

/// Proves R-46.
#[test]
fn folders_open_to_others_are_closed_and_that_is_said() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let folders = ["data", "cache", "state"].map(|kind| home.folder(kind));
    let inner = [folders[0].join("environment"), folders[1].join("environment"), folders[2].join("logs")];
    for folder in folders.iter().chain(&inner) {
        fs::create_dir_all(folder).expect("made");
        fs::set_permissions(folder, fs::Permissions::from_mode(0o777)).expect("it is ours");
    }
    let mut session = open(&home, &sandbox, &[]);
    session.line("messages");
    session.wait_text("(mode was 777)");
    session.escape("(mode was 777)");
    quit(session);
    for folder in folders.iter().chain(&inner) {
        assert_eq!(rights(folder), 0o700, "{}", folder.display());
    }
}

/// Proves R-50.
#[test]
fn a_journal_removed_under_the_running_program_is_made_again_before_anything_is_sent() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let mut session = open(&home, &sandbox, &[]);
    session.keys("s");
    sandbox.wait_writes(1);
    fs::remove_dir_all(home.folder("data")).expect("removed");
    session.keys("j");
    session.keys("s");
    session.wait_text("It was written again, with 1 write");
    sandbox.wait_writes(2);
    // A second program finds the account locked, and both writes in the journal.
    let second = open(&home, &sandbox, &[]);
    second.wait_text("read-only");
    quit(second);
    session.kill();
    let mut third = open(&home, &sandbox, &[]);
    third.line("undo list");
    third.wait("both writes", |screen| screen.matches("starred").count() >= 2);
    third.escape("starred");
    quit(third);
}

/// Proves R-71.
#[test]
fn a_journal_that_cannot_be_written_stops_changes_and_lets_them_go_on_when_it_can() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    let journal = home.folder("data").join("environment/journal.db");
    // Put a folder where the file should be, which fails for every user, including root.
    fs::create_dir_all(&journal).expect("made");
    let mut session = open(&home, &sandbox, &[]);
    session.wait_text("read-only");
    session.keys("s");
    session.wait_text("Read-only: the journal cannot be written");
    assert_eq!(sandbox.writes(), [""; 0]);
    fs::remove_dir(&journal).expect("removed");
    session.keys("\x12");
    session.wait("no badge", |screen| !screen.contains("read-only"));
    session.keys("s");
    sandbox.wait_writes(1);
    quit(session);
}

#[test]
fn too_few_descriptors_are_a_sentence_and_no_panic() {
    let sandbox = Sandbox::start(&[]);
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    for limit in [4, 6, 9, 12, 16, 24, 40, 63, 64] {
        let home = Home::new();
        let program = env!("CARGO_BIN_EXE_parkade");
        let line = format!("ulimit -n {limit}; '{program}'; printf '\\nENDED %s \\n' $?; read key");
        let mut session = Session::piped(&home, &line, &account, SIZE);
        session.wait("an end or a screen", |screen| screen.contains("ENDED") || screen.contains("all keys"));
        if !session.text().contains("ENDED") {
            session.keys("Q");
        }
        let code = session.wait_code();
        assert!(code <= 1, "{limit}: {code}\n{}", session.text());
        assert!(!session.is_full_screen());
        let text = session.text();
        assert!(!text.contains("Parkade crashed at") && !text.contains("os error"), "{limit}:\n{text}");
    }
}

#[test]
fn a_locale_without_utf_8_gets_ascii_alone() {
    let sandbox = Sandbox::start(&[]);
    for extra in [("LC_ALL", "C"), ("LC_CTYPE", "de_DE.ISO-8859-1"), ("TERM", "linux")] {
        let home = Home::new();
        let session = open(&home, &sandbox, &[extra]);
        let frame = session.text();
        quit(session);
        // Names of buyers keep their characters; everything that the program draws is ASCII.
        let own = frame.chars().filter(|c| "│─╭╮╰╯┌┐└┘·●★▌▏…↓↑—–×›•".contains(*c)).collect::<String>();
        assert_eq!(own, "", "{extra:?}\n{frame}");
    }
}
