//! Test of a morning of work: forty new inquiries decided by keyboard, over a connection that is slow, breaks,
//! answers with errors and asks to wait. In the end the screen equals the service, and no write was made twice.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::home::Home;
use crate::support::pty::{LIMIT, Session};
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (120, 34);
const NEW: usize = 40;
/// Most keys for the whole morning: every decision, a reply, an ignored sender, a mistake and its undo.
const KEYS: usize = 60;
const FAULTS: [&str; 14] = [
    "--latency",
    "60",
    // The write is applied, but its answer is lost.
    "--fault",
    "reset-after@POST parking/inquiry/{id}/archive:2",
    "--fault",
    "cut@POST parking/inquiries/bulk:1",
    // The service asks to wait.
    "--fault",
    "429=1@POST parking/*:2",
    // Some reads fail.
    "--fault",
    "503@GET parking/inquiries:15%",
    "--fault",
    "reset@GET parking/inquiry/{id}:10%",
    "--fault",
    "garbage@GET parking/inquiries:1",
];

/// Decision about an inquiry.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Decision {
    Archive,
    Star,
    Read,
    Hide,
    /// Left for later.
    Later,
}

impl Decision {
    fn of(place: usize) -> Self {
        // Most inquiries of a night are not worth an answer.
        let morning =
            [Self::Archive, Self::Star, Self::Archive, Self::Read, Self::Hide, Self::Archive, Self::Hide, Self::Later];
        morning[place % morning.len()]
    }

    /// Keys of the decision; a row that stays in the list is left with `j`.
    fn keys(self) -> &'static str {
        match self {
            Self::Archive => "a",
            Self::Star => "sj",
            Self::Read => "mj",
            Self::Hide => "d",
            Self::Later => "j",
        }
    }

    /// Mark that the decision sets at the service.
    fn mark(self) -> Option<&'static str> {
        match self {
            Self::Archive => Some("archived"),
            Self::Star => Some("starred"),
            Self::Read => Some("read"),
            Self::Hide => Some("removed"),
            Self::Later => None,
        }
    }
}

fn count(screen: &str, tab: &str) -> Option<u64> {
    let rest = screen.split_once(&format!(" {tab} "))?.1;
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
}

const TABS: [&str; 3] = ["Starred", "Archived", "Hidden"];

fn counts(screen: &str) -> [Option<u64>; 3] {
    TABS.map(|tab| count(screen, tab))
}

/// All marks of all inquiries at the service.
fn marks(sandbox: &Sandbox) -> BTreeMap<i64, Value> {
    let rows = sandbox.inquiries();
    rows.into_iter().map(|row| (row["inquiry_id"].as_i64().expect("a number"), row["marks"].clone())).collect()
}

/// Waits until `done` holds for the marks at the service.
fn wait_marks(sandbox: &Sandbox, what: &str, done: impl Fn(&BTreeMap<i64, Value>) -> bool) {
    let until = Instant::now() + 3 * LIMIT;
    while !done(&marks(sandbox)) {
        assert!(Instant::now() < until, "waited for {what}; the writes: {:#?}", sandbox.writes());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// All changes the service has carried out: `id/archive`.
fn changes(sandbox: &Sandbox) -> Vec<String> {
    let mut all = Vec::new();
    for write in sandbox.log() {
        let path = write["path"].as_str().unwrap_or_default().to_owned();
        let body = match &write["body"] {
            Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
            other => other.clone(),
        };
        match body["ids"].as_array() {
            Some(ids) => all.extend(ids.iter().map(|id| format!("{id}/{}", body["action"].as_str().unwrap_or("?")))),
            None => all.extend(path.split_once("parking/inquiry/").map(|(_, rest)| rest.to_owned())),
        }
    }
    all
}

/// True when a reply is kept below this folder.
fn has_drafts(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| path.ends_with("reply.eml") || has_drafts(&path))
}

#[test]
fn forty_inquiries_are_decided_once_each_over_a_bad_connection() {
    let sandbox = Sandbox::with(&[&["--domains", "40", "--inquiries", "12", "--emails", "0"][..], &FAULTS].concat());
    // Add enough inquiries for forty of them to be confirmed.
    sandbox.faults(&[]);
    sandbox.control("POST", "arrive", &json!({ "count": 70 }));
    sandbox.faults(&FAULTS.iter().skip(3).step_by(2).copied().collect::<Vec<_>>());

    let home = Home::new();
    home.write("config/templates", "plain.txt", "Subject: {domain}\n\nHello {first_name},\n");
    let editor = home.script("editor", "echo 'Yes, it is for sale.' >> \"$1\"");
    let mailed = home.path().join("mailed");
    home.script("xdg-open", &format!("printf '%s\\n' \"$@\" >> '{}'", mailed.display()));
    let path = format!("{}:{}", home.folder("bin").display(), std::env::var("PATH").unwrap_or_default());
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full"), ("EDITOR", &editor), ("PATH", &path)];
    let mut session = Session::start(&home, &[], &extra, SIZE);
    let is_counted = |screen: &str| counts(screen).iter().all(Option::is_some) && count(screen, "Active").is_some();
    let inbox = |screen: &str| is_counted(screen) && count(screen, "Active") >= Some(NEW as u64);
    let before = counts(&session.wait("the inbox, counted", inbox)).map(Option::unwrap_or_default);
    let untouched = marks(&sandbox);
    let mut order: Vec<(i64, i64)> = sandbox
        .inquiries()
        .iter()
        .filter(|row| row["email_confirmed"] == json!(true) && row["marks"]["archived"] == json!(false))
        .filter(|row| row["marks"]["removed"] == json!(false))
        .filter_map(|row| Some((row["inquire_date"].as_i64()?, row["inquiry_id"].as_i64()?)))
        .collect();
    order.sort_unstable();
    order.reverse();

    // Make forty decisions, as fast as keys can be typed.
    let mut wanted: BTreeMap<i64, &'static str> = BTreeMap::new();
    let mut keys = String::new();
    let mut typed = 0;
    let mut press = |session: &mut Session, keys: &str| {
        typed += keys.chars().count();
        session.keys(keys);
    };
    for (place, (_, id)) in order.iter().take(NEW).enumerate() {
        let decision = Decision::of(place);
        keys.push_str(decision.keys());
        wanted.extend(decision.mark().map(|mark| (*id, mark)));
    }
    // The last inquiry was left for later; answer it now.
    assert_eq!(keys.pop(), Some('j'));
    press(&mut session, &keys);
    let added =
        |mark: &str| wanted.iter().filter(|(id, it)| **it == mark && untouched[id][mark] == json!(false)).count();
    let after = [
        before[0] + added("starred") as u64,
        before[1] + added("archived") as u64,
        before[2] + added("removed") as u64,
    ];
    session.wait("every decision at once on the screen", |screen| counts(screen) == after.map(Some));

    // Write the reply while the service still works on the decisions.
    press(&mut session, "r");
    session.wait_text("Open in your mail program");
    press(&mut session, "\r");
    session.wait_text("Opened in your mail program");
    press(&mut session, "j\r");
    // Wait for the end of the menu and the draft, because another message may have replaced this one.
    session
        .wait("the reply is done with", |screen| !screen.contains("Mark as sent") && !has_drafts(&home.folder("data")));
    session.wait_text("what is next?");
    press(&mut session, "n");
    session.wait("no reminder is wanted", |screen| !screen.contains("what is next?"));
    let given = fs::read_to_string(&mailed).expect("the mail program was given a file");
    assert!(given.trim_end().ends_with("/message.eml"), "{given}");

    // Every decision has arrived at the service.
    let is_as_decided = |now: &BTreeMap<i64, Value>, but: Option<i64>| {
        wanted.iter().filter(|(id, _)| Some(**id) != but).all(|(id, mark)| now[id][*mark] == json!(true))
    };
    wait_marks(&sandbox, "all decisions at the service", |now| is_as_decided(now, None));

    // Ignore a sender.
    press(&mut session, "ji");
    // Earlier inquiries of that sender stay.
    session.wait_text("y ignore");
    press(&mut session, "y");
    let until = Instant::now() + LIMIT;
    while !sandbox.writes().iter().any(|write| write.ends_with("parking/ignored-senders")) {
        assert!(Instant::now() < until, "the sender is ignored at the service: {:?}", sandbox.writes());
        std::thread::sleep(Duration::from_millis(50));
    }

    // Archive one more inquiry, and undo that.
    let now = session.text();
    press(&mut session, "a");
    session.wait("one archived more", |screen| count(screen, "Archived") == Some(after[1] + 1));
    assert_eq!(count(&now, "Archived"), Some(after[1]));
    session.wait_text("archived");
    press(&mut session, "u");
    session.wait("and taken back", |screen| count(screen, "Archived") == Some(after[1]));
    assert!(typed <= KEYS, "{typed} keys were typed");

    // The outcome of a write whose answer was lost is read after some time.
    sandbox.faults(&[]);
    session.line("undo list");
    session.wait("everything settled", |screen| {
        let open = ["aiting to be sent", "eing sent", "outcome unknown"];
        screen.contains("Changes") && !open.iter().any(|words| screen.contains(words))
    });
    session.escape("Changes");

    // The service has each decision once and no other change, and the screen shows the same. The answered inquiry
    // counts as read.
    wait_marks(&sandbox, "the state that was decided", |now| {
        let others = now.iter().filter(|(id, _)| !wanted.contains_key(*id));
        let changed = others.filter_map(|(id, marks)| Some((untouched.get(id)?, marks))).filter(|(was, is)| was != is);
        let only_read = |(was, is): (&Value, &Value)| {
            let mut was = was.clone();
            was["read"] = json!(true);
            was == *is
        };
        let changed: Vec<_> = changed.collect();
        is_as_decided(now, None) && changed.len() <= 1 && changed.into_iter().all(only_read)
    });
    let mut done = changes(&sandbox);
    let many = done.len();
    done.sort_unstable();
    done.dedup();
    assert_eq!(done.len(), many, "nothing was done twice: {done:#?}");
    session.keys("\x12");
    let held = |mark: &str| marks(&sandbox).values().filter(|marks| marks[mark] == json!(true)).count() as u64;
    let at_service = [held("starred"), held("archived"), held("removed")];
    session.wait("the screen says what is at the service", |screen| {
        counts(screen) == after.map(Some) && counts(screen)[2] == Some(at_service[2])
    });
    // Writes further down the log that are still being checked are in the journal.
    session.line("quit!");
    assert!(session.wait_end().success());
}
