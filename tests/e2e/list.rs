//! Tests of `parkade list`: the rows of a list for scripts.

use std::fs::OpenOptions;

use serde_json::{Value, json};

use crate::support::command::{Ran, run, run_into};
use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const NOTHING: &str = "parkade: Nothing of this list is kept on this computer. Add --fresh to read it.\n";

struct Desk {
    home: Home,
    sandbox: Sandbox,
}

impl Desk {
    fn with(arguments: &[&str]) -> Self {
        Self { home: Home::new(), sandbox: Sandbox::with(arguments) }
    }

    fn list(&self, arguments: &[&str]) -> Ran {
        self.list_at(&self.sandbox.url(), "full", arguments)
    }

    /// Runs `list` while the service does not answer.
    fn offline(&self, arguments: &[&str]) -> Ran {
        self.list_at("http://127.0.0.1:9", "full", arguments)
    }

    fn list_at(&self, url: &str, token: &str, arguments: &[&str]) -> Ran {
        let arguments = [&["list"], arguments].concat();
        run(&self.home, &arguments, &[("PARKADE_BASE_URL", url), ("PARKADE_TOKEN", token)])
    }
}

fn json(ran: &Ran) -> Vec<Value> {
    assert_eq!(ran.code, 0, "{ran:?}");
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error} in {}", ran.out))
}

/// Message about prices without a currency, which are those of domains whose settings the service does not list.
fn unread_currencies(rows: &[Value]) -> String {
    let without = |row: &Value, column: &str| !row[column].is_null() && row[format!("{column}_currency")].is_null();
    for row in rows.iter().filter(|row| !row["bin"].is_null()) {
        assert_eq!(row["bin_currency"].is_string(), row["state"] == "verified", "{row}");
    }
    match rows.iter().filter(|row| without(row, "bin") || without(row, "target")).count() {
        0 => String::new(),
        many => {
            format!("The currency of {many} domains is not known: the service lists those of verified domains only.\n")
        }
    }
}

#[test]
fn a_list_is_read_whole_and_printed_again_from_what_was_kept() {
    let desk = Desk::with(&["--domains", "450", "--inquiries", "130", "--emails", "30"]);
    for list in ["inquiries", "domains", "mail", "imports", "exports", "versions"] {
        let nothing = desk.offline(&[list]);
        assert_eq!((nothing.code, nothing.out.as_str(), nothing.err.as_str()), (1, "", NOTHING), "{list}");
        let fresh = desk.list(&[list, "--json", "--fresh", "--readonly"]);
        let rows = json(&fresh);
        assert!(!rows.is_empty(), "{list}");
        let unread = unread_currencies(&rows);
        assert_eq!(fresh.err, unread, "{list}");
        let kept = desk.offline(&[list, "--json"]);
        let (mut again, mut rows) = (json(&kept), rows);
        // A score falls with the age of its inquiry, also between two readings, so leave it out.
        for (now, before) in again.iter_mut().zip(&mut rows) {
            let [now, before] = [now, before].map(|row| row.as_object_mut().and_then(|row| row.remove("score")));
            let fell = before.as_ref().and_then(Value::as_i64).zip(now.as_ref().and_then(Value::as_i64));
            assert!(now == before || fell.is_some_and(|(before, now)| before - now == 1), "{before:?} {now:?}");
        }
        assert_eq!(again, rows, "{list}");
        assert_eq!(kept.err, format!("Read just now.\n{unread}"), "{list}");
        let plain = desk.offline(&[list]);
        assert_eq!(plain.out.lines().count(), rows.len(), "{list}: one line each, and no heading in a pipe");
    }
    let mine = desk.sandbox.get("parking/domains?state=my_domains&per_page=1");
    let rows = json(&desk.offline(&["domains", "--json"]));
    assert_eq!(Some(rows.len() as u64), mine["pagination"]["total"].as_u64());
    assert!(desk.sandbox.writes().is_empty());
}

#[test]
fn filters_orders_and_columns_are_those_of_the_screen() {
    let desk = Desk::with(&["--domains", "60", "--inquiries", "40", "--emails", "0"]);
    assert_eq!(desk.list(&["domains", "--fresh"]).code, 0);
    let names = desk.sandbox.names("verified");
    let csv = desk.list(&["domains", "verified", "sort:domain,desc", "--columns", "state,domain", "--csv"]);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!((lines[0], lines.len()), ("state,domain,punycode", names.len() + 1), "{csv:?}");
    assert!(lines[1..].iter().all(|line| line.starts_with("verified,")), "{csv:?}");
    let cut = |line: &str| line.rsplit('\t').next().map(str::to_owned);
    let plain = desk.list(&["domains", "verified", "--plain", "--columns", "domain"]);
    let mut printed: Vec<String> = plain.out.lines().filter_map(cut).collect();
    printed.sort();
    let mut expected = names;
    expected.sort();
    assert_eq!(printed, expected);
    for (arguments, words) in [
        (&["domains", "state:verfied"][..], "state: has no “verfied”"),
        (&["domains", "--columns", "bni"], "Unknown column “bni”. Did you mean “bin”?"),
        (&["inquiries", "sort:color"], "Cannot sort by “color”"),
        (&["houses"], "invalid value"),
        (&["domains", "--json", "--csv"], "cannot be used with"),
    ] {
        let wrong = desk.list(arguments);
        assert_eq!((wrong.code, wrong.out.as_str()), (2, ""), "{wrong:?}");
        assert!(wrong.err.starts_with("parkade: ") && wrong.err.contains(words), "{wrong:?}");
    }
    let of_one = desk.list(&["versions", &expected[0], "--json", "--fresh"]);
    assert_eq!(of_one.code, 0, "{of_one:?}");
    let saved = json(&desk.list(&["versions", "account", "--json", "--fresh"]));
    let amounts: Vec<&Value> = saved.iter().filter(|row| row["setting"] == "Lowest offer").collect();
    let has_sign = |row: &&Value| row["change"].as_str().is_some_and(|change| change.contains('$'));
    assert!(!amounts.is_empty() && amounts.iter().all(has_sign), "{amounts:?}");
}

#[test]
fn a_list_that_cannot_be_read_ends_with_its_code_and_a_part_is_called_one() {
    let desk = Desk::with(&[
        "--domains",
        "900",
        "--inquiries",
        "2",
        "--emails",
        "0",
        "--token",
        "few=domains.list",
        "--token",
        "full=*",
    ]);
    let url = desk.sandbox.url();
    assert_eq!(desk.list_at(&url, "few", &["imports", "--fresh"]).code, 4);
    assert_eq!(desk.list_at(&url, "nobody", &["domains", "--fresh"]).code, 3);
    let offline = desk.offline(&["domains", "--fresh"]);
    assert_eq!((offline.code, offline.out.as_str()), (7, ""), "{offline:?}");
    desk.sandbox.faults(&["429=400@GET parking/imports:9"]);
    let waits = desk.list(&["imports", "--fresh"]);
    assert_eq!((waits.code, waits.out.as_str()), (6, ""), "{waits:?}");
    // Rows read before the service failed are kept, but do not count as the whole list.
    desk.sandbox.faults(&["503@GET parking/domains:40"]);
    let broken = desk.list(&["domains", "--fresh"]);
    assert_eq!((broken.code, broken.out.as_str()), (1, ""), "{broken:?}");
    desk.sandbox.faults(&[]);
    assert_eq!(desk.list(&["domains", "--fresh", "--json", "--columns", "domain,state"]).err, "");
}

#[test]
fn a_page_that_is_refused_makes_the_rest_a_part_with_the_reason() {
    let desk = Desk::with(&["--domains", "900", "--inquiries", "150", "--emails", "0", "--like", "page-2-refused"]);
    // Leave out currencies, because those of single domains are kept only when all were read.
    for (list, columns) in [("inquiries", "domain,offer,buyer"), ("domains", "domain,state,added")] {
        let fresh = desk.list(&[list, "--fresh", "--plain", "--columns", columns]);
        let rows = fresh.out.lines().count();
        assert!(fresh.code == 1 && rows > 50, "{fresh:?}");
        assert!(fresh.err.contains(" read.\n"), "how many of how many: {}", fresh.err);
        assert!(
            fresh.err.ends_with("parkade: The list was not read whole: This page cannot be read.\n"),
            "{}",
            fresh.err
        );
        let part = fresh.err.lines().find(|line| line.ends_with(" read.")).expect("a part");
        let kept = desk.offline(&[list, "--plain", "--columns", columns]);
        assert_eq!(kept.out, fresh.out, "{list}");
        assert!(kept.code == 0 && kept.err.contains(part), "{kept:?}");
    }
}

/// The reason given was once always that the service lists the currencies of verified domains only.
#[test]
fn prices_without_a_currency_are_explained_by_what_was_not_read() {
    let desk = Desk::with(&["--domains", "60", "--inquiries", "2", "--emails", "0"]);
    desk.sandbox.faults(&["503@GET parking/profile:40"]);
    let ran = desk.list(&["domains", "verified", "--json", "--fresh"]);
    let without = json(&ran).iter().filter(|row| !row["bin"].is_null() || !row["target"].is_null()).count();
    let told = format!("The currency of {without} domains is not known: your profile could not be read.\n");
    assert!(without > 1 && ran.err == told, "{}", ran.err);
}

/// A screen has read the newest messages only; the read of the next page is refused.
#[test]
fn rows_a_screen_has_read_are_printed_and_called_a_part() {
    let arguments = ["--domains", "60", "--inquiries", "2", "--emails", "900", "--like", "page-2-refused"];
    let desk = Desk::with(&arguments);
    let url = desk.sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::start(&desk.home, &["--screen", "mail"], &account, (120, 30));
    session.wait("the list", |screen| screen.contains("Inbox ") && screen.contains("subject"));
    let beside = desk.list(&["inquiries", "--fresh", "--plain"]).err;
    assert!(beside.starts_with("What was read is not kept: another Parkade (process "), "{beside}");
    session.line("q");
    assert!(session.wait_end().success());
    let kept = desk.offline(&["mail", "--json"]);
    let read = json(&kept).len();
    let total = desk.sandbox.get("parking/emails?per_page=1")["pagination"]["total"].as_u64().expect("a count");
    assert!(0 < read && (read as u64) < total, "{read} of {total}");
    assert_eq!(kept.err, format!("Read just now.\n{read} of {total} read.\n"));
}

#[test]
fn a_reader_that_goes_away_is_no_mistake_and_a_full_disk_is_one() {
    let desk = Desk::with(&["--domains", "60", "--inquiries", "2", "--emails", "0"]);
    assert_eq!(desk.list(&["domains", "--fresh"]).code, 0);
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let into = |output: std::fs::File| {
        run_into(
            &desk.home,
            &["list", "domains", "--json", "--columns", "domain,state"],
            &[("PARKADE_BASE_URL", &desk.sandbox.url()), ("PARKADE_TOKEN", "full")],
            output,
        )
    };
    let gone = into(std::os::fd::OwnedFd::from(writer).into());
    assert_eq!((gone.code, gone.err.as_str()), (0, "Read just now.\n"), "{gone:?}");
    if let Ok(full) = OpenOptions::new().write(true).open("/dev/full") {
        let full = into(full);
        assert_eq!(full.code, 1, "{full:?}");
        assert!(full.err.contains("Standard output cannot be written"), "{full:?}");
    }
    assert_eq!(json!(desk.sandbox.writes()), json!([]));
}
