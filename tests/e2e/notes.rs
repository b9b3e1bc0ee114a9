//! Tests of notes on the command line: written, printed and imported, for cron, scripts and other machines.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::support::command::{Ran, run};
use crate::support::home::Home;
use crate::support::is_inbox;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

/// Account whose inquiries were read, and whose program is closed.
struct Desk {
    home: Home,
    sandbox: Sandbox,
    rows: Vec<Value>,
}

impl Desk {
    fn new() -> Self {
        Self::over(&[])
    }

    /// Desk with a sandbox of these options.
    fn over(options: &[&str]) -> Self {
        let few = ["--domains", "30", "--inquiries", "30"];
        let (home, sandbox) = (Home::new(), Sandbox::with(&[&few, options].concat()));
        let mut desk = Self { home, sandbox, rows: Vec::new() };
        let read = desk.run(&["list", "inquiries", "all", "--fresh", "--json"]);
        desk.rows = serde_json::from_str(&read.out).unwrap_or_else(|error| panic!("{error}: {read:?}"));
        desk
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        self.run_in("UTC", arguments)
    }

    /// Runs a command in this time zone.
    fn run_in(&self, zone: &str, arguments: &[&str]) -> Ran {
        let url = self.sandbox.url();
        run(&self.home, arguments, &[("PARKADE_BASE_URL", &url), ("PARKADE_TOKEN", "full"), ("TZ", zone)])
    }

    /// Runs `notes import` with a file of these values: subject, key, value, and the time of the note in seconds.
    fn import(&self, values: &[(&str, &str, &str, i64)], further: &[&str]) -> Ran {
        let value = |(about, key, value, at): &(&str, &str, &str, i64)| json!({ "about": about, "key": key, "value": value, "at": at });
        let notes: Vec<Value> = values.iter().map(value).collect();
        self.home.write("notes", "other.json", &json!({ "parkade_notes": 1, "notes": notes }).to_string());
        let file = self.home.folder("notes").join("other.json");
        self.run(&[&["notes", "import", file.to_str().expect("plain")], further].concat())
    }
}

/// Each command is a process of its own, as after a restart.
#[test]
fn a_reminder_keeps_its_time_of_day_over_the_change_of_the_clock() {
    // Summer time begins in Oslo on 28 March 2027, so nine o'clock on the next day is 07:00 UTC, not 08:00.
    const NINE: i64 = 1_806_303_600;
    let values = [("domain:a.com", "remind", "2027-03-29T09:00 local", 50)];
    for (from, code) in [(-600, 1), (600, 0)] {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time").as_secs();
        let desk = Desk::over(&["--like", &format!("clock{:+}", NINE + from - now as i64)]);
        assert_eq!(desk.import(&values, &["--yes"]).code, 0);
        let due = desk.run_in("Europe/Oslo", &["due"]);
        assert_eq!(due.code, code, "{from} s: {due:?}");
    }
}

#[test]
fn a_due_reminder_is_told_with_its_reason() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["due"]).code, 1, "nothing is due yet");
    let values = [
        ("domain:a.com", "remind", "@100", 50),
        ("domain:b.com", "silence", "@200", 50),
        ("domain:b.com", "note", "call Tom", 50),
        ("domain:c.com", "quote", "@300", 50),
        ("domain:c.com", "silence", "@400", 50),
        ("domain:c.com", "remind", "@99999999999", 50),
    ];
    assert_eq!(desk.import(&values, &["--yes"]).code, 0);
    let due = desk.run(&["due"]);
    let ends: Vec<&str> = due.out.lines().map(|line| line.split_once("domain:").map_or("", |(_, end)| end)).collect();
    assert_eq!((due.code, ends), (0, vec!["a.com", "b.com  no answer  call Tom", "c.com  no answer, price ended"]));
    let told: Value = serde_json::from_str(&desk.run(&["due", "--json"]).out).expect("JSON");
    let why: Vec<&Value> = told.as_array().into_iter().flatten().map(|row| &row["why"]).collect();
    assert_eq!(why, [&json!(["remind"]), &json!(["silence"]), &json!(["silence", "quote"])]);
}

/// A script passes rows of the list to `heard`.
#[test]
fn a_listed_inquiry_is_heard_of_by_its_number_and_by_its_reference() {
    let desk = Desk::new();
    let named = |row: &&Value| row["reference"].as_str().is_some_and(|reference| !reference.is_empty());
    let row = desk.rows.iter().find(named).expect("an inquiry with a reference");
    let said = format!("{} · ", row["domain"].as_str().expect("a name"));
    for name in [row["id"].to_string(), row["reference"].as_str().unwrap_or_default().to_owned()] {
        let heard = desk.run(&["heard", &name]);
        assert!(heard.code == 0 && heard.out.starts_with(&said), "{name}: {heard:?}");
        assert_eq!(heard.out.lines().count(), 1, "{heard:?}");
    }
    let only = desk.run(&["list", "inquiries", "all", "--json", "--columns", "buyer"]);
    let only: Vec<Value> = serde_json::from_str(&only.out).expect("JSON");
    assert!(only[0]["id"].is_null() && !only[0]["buyer"].is_null(), "named columns are alone: {}", only[0]);
}

/// After `:forget`, neither that line nor earlier ones contain the address, in the file and in the program.
#[test]
fn an_address_that_is_forgotten_is_in_no_earlier_line() {
    let desk = Desk::new();
    let rows: Vec<Value> =
        serde_json::from_str(&desk.run(&["list", "inquiries", "--json", "--columns", "email"]).out).expect("JSON");
    let address = rows.iter().find_map(|row| row["email"].as_str()).expect("an address");
    desk.home.write("state", "line-history", &format!("search {}\ntz utc", address.to_uppercase()));
    let mut session = Session::on(&desk.home, &desk.sandbox.url(), (120, 30));
    session.wait("the inbox", is_inbox);
    session.line(&format!("forgett {address}"));
    session.wait_text("Unknown command");
    session.escape("Unknown command");
    session.line(&format!("forget {address}"));
    session.wait_text("y forget");
    session.keys("y");
    session.wait_text("orgotten in the daily copies");
    let kept = || fs::read_to_string(desk.home.folder("state").join("line-history")).expect("a text");
    assert_eq!(kept(), "tz utc", "at once, not only at the end");
    session.line("quit");
    assert!(session.wait_end().success());
    assert_eq!(kept().lines().collect::<Vec<_>>(), ["tz utc", "quit"]);
}

#[test]
fn notes_that_cannot_be_read_are_named_with_their_file_and_the_way_on() {
    let desk = Desk::new();
    assert_eq!(desk.import(&[("domain:a.com", "remind", "@100", 50)], &["--yes"]).code, 0);
    let number = desk.rows[0]["id"].to_string();
    let file = desk.home.folder("data").join("environment/notes.db");
    let other = fs::read(desk.home.folder("data").join("environment/journal.db"));
    let other =
        other.or_else(|_| fs::read(desk.home.folder("cache").join("environment/cache.db"))).expect("a database");
    for (bytes, why) in [(b"hello".to_vec(), "the file is damaged"), (other, "it is a file of another program")] {
        for log in ["notes.db-wal", "notes.db-shm"] {
            let _ = fs::remove_file(file.with_file_name(log));
        }
        fs::write(&file, &bytes).expect("the file can be written");
        let said = format!(
            "parkade: The notes in {} cannot be read: {why}. Start parkade: it sets the file aside and keeps what can be \
             read of it.\n",
            file.display()
        );
        for (arguments, code) in [
            (&["due"][..], 2),
            (&["due", "--json"], 2),
            (&["notes", "export"], 1),
            (&["digest"], 1),
            (&["heard", &number], 1),
        ] {
            let ran = desk.run(arguments);
            assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (code, "", said.as_str()), "{arguments:?}");
        }
        let imported = desk.import(&[("domain:a.com", "note", "new", 50)], &["--yes"]);
        assert_eq!((imported.code, imported.err.as_str()), (1, said.as_str()));
        assert_eq!(fs::read(&file).expect("it is there"), bytes, "nothing has touched it");
    }
}

#[test]
fn an_import_of_notes_shows_first_what_it_would_do() {
    let desk = Desk::new();
    let row = &desk.rows[0];
    let inquiry = format!("inquiry:{}", row["id"]);
    let here = [(inquiry.as_str(), "note", "call Tom", 50), ("domain:a.com", "note", "kept", 50)];
    assert_eq!(desk.import(&here, &["--yes"]).code, 0);
    let before = desk.run(&["notes", "export"]).out;
    let many: Vec<String> = (10..35).map(|n| format!("domain:name{n}.com")).collect();
    let mut values = vec![
        (inquiry.as_str(), "note", "call Anna", 60),
        (inquiry.as_str(), "remind", "@4102477200", 60),
        ("domain:a.com", "note", "older", 40),
        ("domain:b.com", "remind", "tomorrow", 60),
    ];
    values.extend(many.iter().map(|about| (about.as_str(), "tag:hot", "1", 60)));
    let preview = desk.import(&values, &[]);
    assert_eq!(
        (preview.code, preview.err.as_str()),
        (0, "parkade: left out, value 4: remind: “tomorrow” cannot be read\n")
    );
    let asked = format!("  {inquiry}  {} · ", row["domain"].as_str().expect("a name"));
    let lines: Vec<&str> = preview.out.lines().collect();
    let at =
        |words: &str| lines.iter().position(|line| *line == words).unwrap_or_else(|| panic!("{words}: {preview:?}"));
    let (added, changed, left) = (at("Added:"), at("Changed:"), at("Left out, because they are older:"));
    assert_eq!((added, changed, left), (0, 22, 24), "20 of a kind, and how many more: {preview:?}");
    assert!(lines[1].starts_with(&asked) && lines[1].ends_with("  remind: Fri 1 Jan 2100 09:00"), "{preview:?}");
    assert_eq!(lines[2], "  domain:name10.com  tag:hot");
    assert_eq!(lines[changed - 1], "  and 6 more");
    assert!(lines[changed + 1].starts_with(&asked) && lines[changed + 1].ends_with("  note: call Tom → call Anna"));
    assert_eq!(lines[left + 1], "  domain:a.com  note: older, here kept");
    let counts = "26 values added, 1 value changed by a newer one, 1 value older and left out, 0 values the same, \
                  1 value damaged and left out.";
    assert_eq!(lines[left + 2..], [counts, "Nothing was written yet. Add --yes to import them."]);
    assert_eq!(desk.run(&["notes", "export"]).out, before, "nothing was written");
    assert_eq!(desk.import(&values, &["--yes"]).code, 0);
    assert!(!desk.run(&["notes", "export"]).out.contains("tomorrow"));
    assert!(desk.import(&values, &[]).out.ends_with("There is nothing to import.\n"));
}

#[test]
fn the_file_of_notes_and_its_copies_are_among_the_paths() {
    let desk = Desk::new();
    let file = desk.home.folder("data").join("environment/notes.db");
    let copies = file.with_file_name("notes");
    let text = desk.run(&["paths"]).out;
    let said = format!("notes   {}\n        a copy of each day in {}\n", file.display(), copies.display());
    assert!(text.contains("notes.db, what you noted") && text.ends_with(&said), "{text}");
    let told: Value = serde_json::from_str(&desk.run(&["paths", "--json"]).out).expect("JSON");
    assert_eq!((told["notes_file"].as_str(), told["notes_copies"].as_str()), (file.to_str(), copies.to_str()));
    let nobody = run(&desk.home, &["paths"], &[]).out;
    assert!(!nobody.contains("environment") && nobody.contains("notes.db"), "without an account: {nobody}");
}
