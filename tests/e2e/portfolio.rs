//! Test of a day with the portfolio by keyboard: fifty names are added and watched, exported, saved and imported
//! again, and ten are removed and added back. Every step is checked at the service.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::home::Home;
use crate::support::pty::{LIMIT, Session};
use crate::support::sandbox::Sandbox;
use crate::support::stream;

const SIZE: (u16, u16) = (120, 34);
/// Names that verify at once, that do not verify yet, and that are not registered; the sandbox decides by their
/// ending.
const KINDS: [(&str, usize); 3] = [("example", 40), ("localhost", 5), ("invalid", 5)];
/// Number of names that are in the account in the end.
const KEPT: usize = 45;

fn fifty() -> Vec<String> {
    let kinds = KINDS.into_iter();
    kinds.flat_map(|(ending, many)| (0..many).map(move |at| format!("desk-{at:02}.{ending}"))).collect()
}

/// Number beside a tab's title.
fn count(screen: &str, tab: &str) -> Option<u64> {
    let rest = screen.split_once(&format!(" {tab} "))?.1;
    let digits: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == ',').filter(|c| *c != ',').collect();
    digits.parse().ok()
}

/// Waits until `done` holds for the names on a tab at the service.
fn wait_names(sandbox: &Sandbox, state: &str, what: &str, done: impl Fn(&BTreeSet<String>) -> bool) {
    let until = Instant::now() + LIMIT;
    loop {
        let names = sandbox.names(state).into_iter().collect();
        if done(&names) {
            return;
        }
        assert!(Instant::now() < until, "waited for {what}; {state} holds {names:?}; {:#?}", sandbox.writes());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Waits for a file under its final name, which it gets when it is complete.
fn wait_file(path: &Path) -> String {
    let until = Instant::now() + LIMIT;
    while !path.exists() {
        assert!(Instant::now() < until, "{} never came", path.display());
        std::thread::sleep(Duration::from_millis(20));
    }
    fs::read_to_string(path).expect("the file can be read")
}

/// Answers yes to a question, once it takes keys.
fn confirm(session: &mut Session, yes: &str) {
    session.wait_text(yes);
    session.keys("y");
    session.wait("the question is answered", |screen| !screen.contains(yes));
}

/// Newest import at the service.
fn newest_import(sandbox: &Sandbox) -> Value {
    sandbox.get("parking/imports?per_page=1")["imports"][0].clone()
}

#[test]
fn fifty_names_are_added_exported_and_imported_and_ten_removed_and_brought_back() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--job-seconds", "4"]));
    let before: BTreeSet<String> = sandbox.names("my_domains").into_iter().collect();
    let fifty = fifty();
    let list = home.path().join("names.txt");
    fs::write(&list, fifty.join("\n")).expect("the list can be written");
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::start(&home, &["--screen", "domains"], &extra, SIZE);
    let mine = before.len() as u64;
    session.wait("the account's domains", |screen| count(screen, "Mine") == Some(mine) && screen.contains(" live"));

    // Fifty names are reviewed and added, and the import is watched to its end.
    session.line(&format!("add {}", list.display()));
    session.wait("what becomes of each", |screen| count(screen, "To add") == Some(50));
    session.keys("\x13");
    confirm(&mut session, "y add them");
    session.wait("the import opens by itself", |screen| screen.contains("Import ") && screen.contains("Errors"));
    session.wait("its end", |screen| {
        screen.contains("took ") && ["All", "Errors", "Warnings"].map(|tab| count(screen, tab)) == [50, 5, 5].map(Some)
    });
    let import = newest_import(&sandbox);
    assert_eq!(import["status"], "finished");
    assert_eq!((&import["new_count"], &import["error_count"]), (&Value::from(KEPT), &Value::from(5)), "{import}");
    let all: BTreeSet<String> = sandbox.names("my_domains").into_iter().collect();
    let wanted = fifty.iter().filter(|name| !name.ends_with(".invalid")).cloned();
    assert_eq!(all, before.iter().cloned().chain(wanted).collect::<BTreeSet<_>>());

    // Export all names, and save the file.
    session.line("export domains");
    session.wait("it is ready", |screen| {
        let row = screen.lines().find(|line| line.contains('▌')).unwrap_or_default();
        row.contains("ready") && row.contains(&format!(" {} ", all.len()))
    });
    let file = home.path().join("all.csv");
    session.line(&format!("download {}", file.display()));
    let csv = wait_file(&file);
    let names = csv.lines().skip(1).filter_map(|line| line.split(',').next());
    assert_eq!(names.count(), all.len(), "one row a domain");
    assert_eq!(fs::metadata(&file).expect("the file is there").permissions().mode() & 0o777, 0o600);

    // Import the saved file, in which nothing is new to the service.
    session.line(&format!("import {}", file.display()));
    session.wait("the file is understood", |screen| {
        screen.contains("header of an export") && count(screen, "Rows") == Some(all.len() as u64)
    });
    session.keys("\x13");
    confirm(&mut session, "y import it");
    session.wait("the import opens by itself", |screen| screen.contains("· CSV"));
    session.wait("its end", |screen| screen.contains("took ") && count(screen, "All") == Some(all.len() as u64));
    let import = newest_import(&sandbox);
    assert_eq!((&import["data_type"], &import["status"]), (&Value::from("csv"), &Value::from("finished")));
    assert_eq!((&import["new_count"], &import["error_count"]), (&Value::from(0), &Value::from(0)), "{import}");
    assert_eq!(sandbox.names("my_domains").into_iter().collect::<BTreeSet<_>>(), all, "and nothing else came of it");

    // Remove ten names: filter, mark and confirm.
    session.keys("4");
    session.wait("all are shown", |screen| count(screen, "Mine") == Some(all.len() as u64));
    session.line("filter desk-0 example");
    session.wait("the ten", |screen| screen.contains("10 of ") && screen.contains("desk-09.example"));
    session.keys("*");
    session.wait_text("10 marked");
    session.keys("d");
    session.wait_text("Remove 10 domains");
    confirm(&mut session, "y remove them");
    let ten: BTreeSet<String> = (0..10).map(|at| format!("desk-{at:02}.example")).collect();
    wait_names(&sandbox, "my_domains", "the ten to go", |mine| mine.is_disjoint(&ten) && mine.len() == all.len() - 10);
    wait_names(&sandbox, "removed", "them to be removed ones", |removed| removed.is_superset(&ten));
    session.wait("the list without them", |screen| count(screen, "Mine") == Some(all.len() as u64 - 10));

    // Undo adds them back by an import.
    session.keys("u");
    wait_names(&sandbox, "my_domains", "all of them again", |mine| *mine == all);
    session.wait("the ten again", |screen| {
        screen.contains("desk-00.example") && count(screen, "Mine") == Some(all.len() as u64)
    });
    session.line("imports");
    session.wait("its end", |screen| {
        let newest = screen.lines().find(|line| line.contains("finished") || line.contains("running"));
        newest.is_some_and(|line| line.contains("finished")) && screen.contains("6 Jobs  ")
    });

    let writes = ["domains", "exports", "imports", "domains/bulk", "domains/bulk"];
    assert_eq!(sandbox.writes(), writes.map(|path| format!("POST parking/{path}")), "each once, nothing else");
    session.line("quit!");
    assert!(session.wait_end().success());
    assert_eq!(stream::offences(&session.bytes()), Vec::<String>::new());
}
