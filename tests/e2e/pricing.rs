//! Test of two hundred names repriced in the user's editor, checked in the history, and set back exactly.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::home::Home;
use crate::support::pty::{LIMIT, Session};
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (120, 34);
/// Editor that sets every price of the sheet to this one.
const EDITOR: &str = "#!/bin/sh\nsed -i -E '/^#/! s/^([^ ]+ +[a-z?-]+ +)[0-9.]+ /\\12495 /' \"$1\"\n";

/// Own BIN price of every verified domain.
fn prices(sandbox: &Sandbox) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::new();
    for page in 1.. {
        let answer = sandbox.get(&format!("parking/domains-settings?overrides_only=1&per_page=200&page={page}"));
        let rows = answer["domains"].as_array().expect("a list");
        for row in rows {
            let price = &row["settings"]["bin_price"]["domain_value"];
            if !price.is_null() {
                all.insert(row["domain"].as_str().expect("a name").to_owned(), price.clone());
            }
        }
        if rows.len() < 200 {
            return all;
        }
    }
    all
}

/// Waits until `done` holds for the prices at the service.
fn wait_prices(sandbox: &Sandbox, what: &str, done: impl Fn(&BTreeMap<String, Value>) -> bool) {
    let until = Instant::now() + LIMIT;
    loop {
        let now = prices(sandbox);
        if done(&now) {
            return;
        }
        assert!(Instant::now() < until, "waited for {what}: {now:?}; {:#?}", sandbox.writes());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Marks every name with a price, once all are read.
fn mark_all(session: &mut Session, many: usize) {
    session.line("dom verified bin:any");
    session.wait("all names", |screen| screen.contains(&format!("{many} of ")));
    session.keys("*");
    session.wait_text(&format!("{many} marked"));
}

/// Types the number that a question asks for.
fn type_count(session: &mut Session) {
    let asked = |screen: &str| screen.contains("Type ") && screen.contains(" to ");
    let screen = session.wait("a question with a number", asked);
    let rest = screen.split_once("Type ").expect("a question").1;
    let count = rest.split_whitespace().next().unwrap_or_default().to_owned();
    session.keys(&format!("{count}\r"));
}

#[test]
fn two_hundred_names_are_repriced_by_the_sheet_seen_in_the_history_and_set_back() {
    let home = Home::new();
    let sandbox = Sandbox::with(&["--domains", "560", "--inquiries", "30", "--emails", "3"]);
    let editor = home.path().join("reprice.sh");
    fs::write(&editor, EDITOR).expect("the editor can be written");
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o755)).expect("and run");
    let before = prices(&sandbox);
    let repriced = before.values().filter(|price| price.as_f64() != Some(2495.0)).count();
    assert!(repriced >= 200, "{repriced}");
    let (url, editor) = (sandbox.url(), editor.display().to_string());
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full"), ("EDITOR", editor.as_str())];
    let mut session = Session::start(&home, &["--screen", "domains"], &extra, SIZE);
    session.wait("the list", |screen| screen.contains("Verified") && screen.contains(" live"));
    mark_all(&mut session, before.len());
    session.keys("$");
    session.wait_text("Nothing has been saved yet");
    assert_eq!(prices(&sandbox), before, "nothing is written before the review");
    session.keys("\x13");
    type_count(&mut session);
    wait_prices(&sandbox, "the new prices", |now| now.values().all(|price| price.as_f64() == Some(2495.0)));
    assert_eq!(sandbox.writes().iter().filter(|write| write.contains("domains-settings")).count(), 1, "one call");
    session.wait_text("u undo");

    let name = before.iter().find(|(_, price)| price.as_f64() != Some(2495.0)).expect("one").0.clone();
    session.line(&format!("history {name}"));
    session.wait_text("→ $2,495");
    session.wait_text("you, here");
    session.line("domains");
    session.wait_text("Verified");
    session.keys("u");
    type_count(&mut session);
    wait_prices(&sandbox, "the old prices", |now| *now == before);
}
