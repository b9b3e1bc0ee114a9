//! Plan files written to the service without the program being opened.

use std::fs;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::command::{Ran, Running, run};
use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

/// Runs `apply` over a plan of these changes.
fn apply(home: &Home, sandbox: &Sandbox, changes: &Value, options: &[&str]) -> Ran {
    start(home, sandbox, changes, options).ends()
}

/// The same without waiting for its end.
fn start(home: &Home, sandbox: &Sandbox, changes: &Value, options: &[&str]) -> Running {
    let file = home.path().join("plan.json");
    fs::write(&file, json!({ "changes": changes }).to_string()).expect("the plan can be written");
    let file = file.display().to_string();
    let mut arguments = vec!["apply", file.as_str()];
    arguments.extend_from_slice(options);
    Running::start(home, &arguments, &[("PARKADE_BASE_URL", &sandbox.url()), ("PARKADE_TOKEN", "full")])
}

/// A change of the account's minimum offer.
fn min_offer(sandbox: &Sandbox, after: i64) -> Value {
    let now = &sandbox.get("parking/settings")["settings"]["min_offer"];
    let before = if now["source"] == "default" { &Value::Null } else { &now["value"] };
    json!([{ "setting": "min_offer", "before": before, "after": after }])
}

/// Where one domain is saved.
const SAVE: &str = "POST parking/domain-settings";

/// Begins to write twelve prices, each with a call of its own; two of them are saved.
fn midway(home: &Home, sandbox: &Sandbox) -> Running {
    sandbox.faults(&[&format!("latency=300@{SAVE}")]);
    let price = |(at, name): (usize, &String)| {
        let before = own(sandbox, name, "bin_price");
        json!({ "domain": name, "setting": "bin_price", "before": before, "after": 2_000 + at })
    };
    let changes: Vec<Value> = sandbox.names("verified").iter().take(12).enumerate().map(price).collect();
    let running = start(home, sandbox, &changes.into(), &["--yes"]);
    sandbox.wait_writes(2);
    running
}

/// How many changes were saved by what a run told, and that all others are dropped for good.
fn dropped_the_rest(home: &Home, sandbox: &Sandbox, ran: &Ran) -> usize {
    let saved: usize = ran.out.split(' ').next().and_then(|count| count.parse().ok()).expect("a count");
    let told = format!("{} changes dropped: not sent now, nor later.\n", 12 - saved);
    assert!(saved >= 2 && ran.err.contains(&told), "{ran:?}");
    assert_eq!(ran.err.matches("Not sent: ").count(), 12 - saved, "{ran:?}");
    assert_eq!(sandbox.writes().len(), saved, "{ran:?}");
    // Another run opens the same journal and sends what is left in it.
    sandbox.faults(&[]);
    let other = min_offer(sandbox, 321);
    let after = apply(home, sandbox, &other, &["--yes"]);
    assert_eq!((after.code, after.out.as_str()), (0, "1 change saved.\n"), "{after:?}");
    assert_eq!(sandbox.writes().len(), saved + 1, "nothing else went out");
    saved
}

/// What a domain has of its own.
fn own(sandbox: &Sandbox, name: &str, setting: &str) -> Value {
    sandbox.get(&format!("parking/domain-settings?name={name}"))["settings"][setting]["domain_value"].clone()
}

#[test]
fn a_plan_is_shown_written_once_and_refused_when_its_old_values_moved() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let names = sandbox.names("verified");
    let (a, b) = (names[0].as_str(), names[1].as_str());
    let change = |name: &str, before: &Value, after: Value| json!({ "domain": name, "setting": "bin_price", "before": before, "after": after });
    let (before_a, before_b) = (own(&sandbox, a, "bin_price"), own(&sandbox, b, "bin_price"));
    let changes = json!([change(a, &before_a, json!(4321)), change(b, &before_b, json!(8765))]);

    let dry = apply(&home, &sandbox, &changes, &["--dry-run"]);
    assert_eq!(dry.code, 0, "{dry:?}");
    assert!(dry.out.contains(a) && dry.out.contains("→ 4321"), "{dry:?}");
    let unasked = apply(&home, &sandbox, &changes, &[]);
    assert_eq!(unasked.code, 2, "{unasked:?}");
    assert!(unasked.err.contains("--yes"), "{unasked:?}");
    assert_eq!(sandbox.writes(), [""; 0], "nothing was sent so far");

    let done = apply(&home, &sandbox, &changes, &["--yes"]);
    assert_eq!((done.code, done.out.as_str()), (0, "2 changes saved.\n"), "{done:?}");
    let price = |name: &str| own(&sandbox, name, "bin_price").as_f64();
    assert_eq!((price(a), price(b)), (Some(4321.0), Some(8765.0)));
    let again = apply(&home, &sandbox, &changes, &["--yes"]);
    assert_eq!(again.code, 0, "{again:?}");
    assert!(again.out.contains("Nothing to change"), "{again:?}");

    let sent = sandbox.writes().len();
    let late = apply(
        &home,
        &sandbox,
        &json!([change(a, &json!(99), json!(100)), change(b, &json!(8765), json!(1))]),
        &["--yes"],
    );
    assert_eq!(late.code, 1, "{late:?}");
    assert!(
        late.err.contains("changed since the plan was made") && late.err.contains(a) && !late.err.contains(b),
        "{late:?}"
    );
    assert_eq!(sandbox.writes().len(), sent, "nothing of it was sent");
}

#[test]
fn what_of_a_plan_is_refused_is_named_and_the_rest_is_saved() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let name = &sandbox.names("verified")[0];
    let change = |name: &str, after: Value| json!({ "domain": name, "setting": "bin_price", "after": after });
    let partly =
        apply(&home, &sandbox, &json!([change(name, json!(700)), change("never-mine.com", json!(700))]), &["--yes"]);
    assert_eq!(partly.code, 8, "{partly:?}");
    assert_eq!(partly.out, "1 change saved.\n");
    assert!(partly.err.contains("Not saved: bin_price of never-mine.com: "), "{partly:?}");
    let refused = apply(&home, &sandbox, &json!([{ "setting": "lander_design", "after": "round" }]), &["--yes"]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("Not saved: lander_design: "), "{refused:?}");
}

#[test]
fn without_a_service_or_with_a_wrong_token_nothing_is_written_and_the_code_says_why() {
    let (home, mut sandbox) = (Home::new(), Sandbox::start(&[]));
    let changes = json!([{ "setting": "min_offer", "after": 321 }]);
    let file = home.path().join("plan.json");
    fs::write(&file, json!({ "changes": changes }).to_string()).expect("the plan can be written");
    let file = file.display().to_string();
    let with = |token: &str| {
        run(&home, &["apply", &file, "--yes"], &[("PARKADE_BASE_URL", &sandbox.url()), ("PARKADE_TOKEN", token)])
    };
    assert_eq!(with("nobody").code, 3, "{:?}", with("nobody"));
    sandbox.kill();
    let gone = apply(&home, &sandbox, &changes, &["--yes"]);
    assert_eq!(gone.code, 7, "{gone:?}");
    assert!(gone.err.contains("Nothing was sent"), "{gone:?}");
}

#[test]
fn a_signal_ends_a_plan_with_what_was_saved_and_drops_the_rest() {
    for (signal, code, words) in [(Signal::INT, 130, "Interrupted."), (Signal::TERM, 143, "Ended by SIGTERM.")] {
        let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
        let running = midway(&home, &sandbox);
        running.signal(signal);
        let ran = running.ends();
        assert_eq!(ran.code, code, "{ran:?}");
        assert!(ran.err.contains(words), "{ran:?}");
        dropped_the_rest(&home, &sandbox, &ran);
    }
}

#[test]
fn a_token_refused_midway_ends_a_plan_and_drops_the_rest() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let running = midway(&home, &sandbox);
    sandbox.faults(&["401"]);
    let ran = running.ends();
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("The service does not accept the token."), "{ran:?}");
    assert!(!ran.err.contains("queued"), "{ran:?}");
    let (saved, refused) = (sandbox.writes().len(), ran.err.matches("Not saved: ").count());
    assert_eq!(ran.err.matches("Not sent: ").count() + refused + saved, 12, "{ran:?}");
    assert!(refused <= 1, "one call at a time: {ran:?}");
    sandbox.faults(&[]);
    let other = min_offer(&sandbox, 321);
    assert_eq!(apply(&home, &sandbox, &other, &["--yes"]).code, 0);
    assert_eq!(sandbox.writes().len(), saved + 1, "nothing else went out");
}

#[test]
fn a_short_wait_is_told_and_a_long_one_ends_a_plan() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let price = min_offer(&sandbox, 322);
    sandbox.faults(&["429=2@POST parking/settings:1"]);
    let waited = apply(&home, &sandbox, &price, &["--yes"]);
    assert_eq!((waited.code, waited.out.as_str()), (0, "1 change saved.\n"), "{waited:?}");
    assert_eq!(waited.err.matches("The service asks to wait 2 seconds").count(), 1, "{waited:?}");

    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let running = midway(&home, &sandbox);
    sandbox.faults(&[&format!("429=400@{SAVE}")]);
    let ran = running.ends();
    assert_eq!(ran.code, 6, "{ran:?}");
    assert!(ran.err.contains("The service asks to wait 6 minutes."), "{ran:?}");
    dropped_the_rest(&home, &sandbox, &ran);
}

#[test]
fn what_a_killed_apply_left_unsent_is_dropped_and_told_at_the_next_start() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let running = midway(&home, &sandbox);
    running.signal(Signal::KILL);
    assert_eq!(running.ends().code, -1);
    sandbox.faults(&[]);
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::start(&home, &["--screen", "domains"], &account, (160, 40));
    session.wait_text("parkade apply ended before it was sent");
    session.keys("q");
    session.wait_end();
    let saved = sandbox.writes().len();
    assert!((2..12).contains(&saved), "{saved}");
    let other = min_offer(&sandbox, 321);
    assert_eq!(apply(&home, &sandbox, &other, &["--yes"]).code, 0);
    assert_eq!(sandbox.writes().len(), saved + 1, "nothing else went out");
}
