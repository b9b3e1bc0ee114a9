//! Tests of plan files written to the service without opening the program.

use std::fs;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::command::{Ran, Running, run};
use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

/// Runs `apply` with a plan of these changes.
fn apply(home: &Home, sandbox: &Sandbox, changes: &Value, options: &[&str]) -> Ran {
    start(home, sandbox, changes, options).ends()
}

/// Starts `apply` with a plan of these changes, without waiting for its end.
fn start(home: &Home, sandbox: &Sandbox, changes: &Value, options: &[&str]) -> Running {
    let file = home.path().join("plan.json");
    fs::write(&file, json!({ "changes": changes }).to_string()).expect("the plan can be written");
    let file = file.display().to_string();
    let mut arguments = vec!["apply", file.as_str()];
    arguments.extend_from_slice(options);
    Running::start(home, &arguments, &[("PARKADE_BASE_URL", &sandbox.url()), ("PARKADE_TOKEN", "full")])
}

/// Change of an account setting that no domain inherits.
fn of_account(sandbox: &Sandbox, after: &str) -> Value {
    let now = &sandbox.get("parking/settings")["settings"]["call_hours"];
    let before = if now["source"] == "default" { &Value::Null } else { &now["value"] };
    json!([{ "setting": "call_hours", "before": before, "after": after }])
}

/// Call that saves one domain.
const SAVE: &str = "POST parking/domain-settings";

/// Starts writing twelve headlines, each with a call of its own, and waits until two are saved.
fn midway(home: &Home, sandbox: &Sandbox) -> Running {
    sandbox.faults(&[&format!("latency=300@{SAVE}")]);
    let headline = |(at, name): (usize, &String)| {
        let before = own(sandbox, name, "lander_headline");
        json!({ "domain": name, "setting": "lander_headline", "before": before, "after": format!("Offer {at}") })
    };
    let changes: Vec<Value> = sandbox.names("verified").iter().take(12).enumerate().map(headline).collect();
    let running = start(home, sandbox, &changes.into(), &["--yes"]);
    sandbox.wait_writes(2);
    running
}

/// Number of changes that the run reports as saved. Checks that all others are dropped for good.
fn dropped_the_rest(home: &Home, sandbox: &Sandbox, ran: &Ran) -> usize {
    let saved: usize = ran.out.split(' ').next().and_then(|count| count.parse().ok()).expect("a count");
    let told = format!("{} changes dropped: not sent now, nor later.\n", 12 - saved);
    assert!(saved >= 2 && ran.err.contains(&told), "{ran:?}");
    assert_eq!(ran.err.matches("Not sent: ").count(), 12 - saved, "{ran:?}");
    assert_eq!(sandbox.writes().len(), saved, "{ran:?}");
    // Another run opens the same journal, and would send changes left in it.
    sandbox.faults(&[]);
    let other = of_account(sandbox, "9 to 5");
    let after = apply(home, sandbox, &other, &["--yes"]);
    assert_eq!((after.code, after.out.as_str()), (0, "1 change saved.\n"), "{after:?}");
    assert_eq!(sandbox.writes().len(), saved + 1, "nothing else went out");
    saved
}

/// Own value of a domain's setting.
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
    assert!(dry.out.contains(a) && dry.out.contains("→ $4,321"), "{dry:?}");
    let target = json!([{ "domain": a, "setting": "target_price", "before": own(&sandbox, a, "target_price"), "after": 99_000_000 }]);
    let dry = apply(&home, &sandbox, &target, &["--dry-run"]);
    assert!(before_a.is_null() || dry.out.contains("above the BIN price of"), "{dry:?}");
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
        late.err.contains("changed since the plan was made: from $99 to $4,321.")
            && late.err.contains(a)
            && !late.err.contains(b),
        "{late:?}"
    );
    assert_eq!(sandbox.writes().len(), sent, "nothing of it was sent");
}

#[test]
fn refused_changes_of_a_plan_are_named_and_the_rest_is_saved() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let names = sandbox.names("verified");
    let change = |name: &str, after: Value| json!({ "domain": name, "setting": "portfolio_note", "before": own(&sandbox, name, "portfolio_note"), "after": after });
    let (good, long) = (change(&names[0], json!("hello")), change(&names[1], json!("x".repeat(500))));
    let partly = apply(&home, &sandbox, &json!([good, long]), &["--yes"]);
    assert_eq!(partly.code, 8, "{partly:?}");
    assert_eq!(partly.out, "1 change saved.\n");
    let why = format!("Not saved: Note in the portfolio of {}: ", names[1]);
    assert_eq!(partly.err.matches(&why).count(), 1, "told once: {partly:?}");
    let refused = apply(&home, &sandbox, &json!([long]), &["--yes"]);
    assert_eq!(refused.code, 1, "{refused:?}");
}

#[test]
fn a_token_that_may_not_write_ends_with_the_code_for_permissions() {
    let reads = "reads=domains.list,domains.view,domains.settings.view,account.settings.view,account.profile.view";
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--token", "full=*", "--token", reads]));
    let name = &sandbox.names("verified")[0];
    let before = own(&sandbox, name, "lander_headline");
    let plan =
        json!({ "changes": [{ "domain": name, "setting": "lander_headline", "before": before, "after": "Offer" }] });
    let file = home.path().join("plan.json");
    fs::write(&file, plan.to_string()).expect("the plan can be written");
    let file = file.display().to_string();
    let account = [("PARKADE_BASE_URL", &*sandbox.url()), ("PARKADE_TOKEN", "reads")];
    let ran = run(&home, &["apply", &file, "--yes"], &account);
    assert_eq!((ran.code, ran.out.as_str()), (4, "0 changes saved.\n"), "{ran:?}");
    assert_eq!(ran.err.matches("Not saved: ").count(), 1, "{ran:?}");
}

#[test]
fn a_change_that_cannot_be_written_is_named_with_its_place_and_nothing_is_sent() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let names = sandbox.names("verified");
    let change = |name: &str, setting: &str, after: Value| json!({ "domain": name, "setting": setting, "before": own(&sandbox, name, setting), "after": after });
    let good = change(&names[0], "bin_price", json!(700));
    for (bad, why) in [
        (change(&names[1], "no_such", json!(1)), "Unknown setting “no_such”"),
        (change("never-mine.com", "bin_price", json!(1)), "never-mine.com is not a domain of this account."),
        (change(&names[1], "bin_price", json!("777")), "BIN price takes a number, not “777”."),
        (change(&names[1], "bin_price", json!(-5)), "BIN price cannot be below zero."),
        (change(&names[1], "lander_design", json!("nope")), "Design cannot be “nope”. Use “classic”, “minimal”, "),
        (change(&names[1], "currency", json!("XXX")), "Currency cannot be “XXX”. Use “USD”, “EUR”, "),
        (change(&names[1], "notify_times", json!(["09"])), "Hours in which to email you is not a setting of a domain."),
        (change(&names[1], "custom_css", json!("a")), "Custom styles is not part of this account."),
    ] {
        for option in ["--dry-run", "--yes"] {
            let ran = apply(&home, &sandbox, &json!([good, bad]), &[option]);
            assert_eq!(ran.code, 1, "{ran:?}");
            assert!(
                ran.err.contains("Not applied: 1 change cannot be written, so nothing was sent: Change 2"),
                "{ran:?}"
            );
            assert!(ran.err.contains(why), "{why}: {ran:?}");
        }
    }
    let mut in_yen = change(&names[1], "bin_price", json!(700));
    in_yen["currency"] = json!("JPY");
    let ran = apply(&home, &sandbox, &json!([in_yen]), &["--dry-run"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("It was made in JPY, but prices are in USD now."), "{ran:?}");
    let unseen = json!({ "domain": names[1], "setting": "bin_price", "after": 1 });
    for (wrong, why) in [
        (json!([good, unseen]), "“before” is missing."),
        (json!([good, good]), "is changed twice, first in change 1 (line 1)."),
    ] {
        for option in ["--dry-run", "--yes"] {
            let ran = apply(&home, &sandbox, &wrong, &[option]);
            assert_eq!(ran.code, 2, "{ran:?}");
            assert!(ran.err.contains("Change 2 (line 1)") && ran.err.contains(why), "{ran:?}");
        }
    }
    assert_eq!(sandbox.writes(), [""; 0], "nothing was sent");
}

#[test]
fn a_change_that_is_so_already_is_shown_as_unchanged() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let name = &sandbox.names("verified")[0];
    let now = own(&sandbox, name, "lander_design");
    let same = json!([{ "domain": name, "setting": "lander_design", "before": "card", "after": now }]);
    let dry = apply(&home, &sandbox, &same, &["--dry-run"]);
    assert_eq!(dry.code, 0, "{dry:?}");
    assert!(dry.out.contains("(unchanged)"), "{dry:?}");
}

#[test]
fn nothing_of_a_plan_or_its_path_reaches_the_terminal_as_it_is() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let hostile = "a\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}2J\u{202e}.com";
    let name = &sandbox.names("verified")[0];
    let labelled = json!({
        "changes": [{ "domain": name, "setting": "bin_price", "before": own(&sandbox, name, "bin_price"), "after": 7 }],
        "labels": { "bin_price": format!("Headline{hostile}") },
    });
    let account = [("PARKADE_BASE_URL", sandbox.url()), ("PARKADE_TOKEN", "full".to_owned())];
    let account: Vec<(&str, &str)> = account.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let plans = [
        json!({ "changes": [{ "domain": hostile, "setting": "bin_price", "before": null, "after": 7 }] }),
        json!({ "changes": [{ "domain": name, "setting": hostile, "before": null, "after": hostile }] }),
        labelled,
    ];
    let file = home.path().join("plan.json").display().to_string();
    for plan in plans {
        fs::write(&file, plan.to_string()).expect("the plan can be written");
        for path in [file.as_str(), &format!("no{hostile}file.json")] {
            let ran = run(&home, &["apply", path, "--dry-run"], &account);
            let all = format!("{}{}", ran.out, ran.err);
            assert!(!all.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']), "{ran:?}");
            assert!(!all.contains("Headline"), "labels are the service's: {ran:?}");
        }
    }
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
    let other = of_account(&sandbox, "9 to 5");
    assert_eq!(apply(&home, &sandbox, &other, &["--yes"]).code, 0);
    assert_eq!(sandbox.writes().len(), saved + 1, "nothing else went out");
}

#[test]
fn a_short_wait_is_told_and_a_long_one_ends_a_plan() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let hours = of_account(&sandbox, "9 to 5");
    sandbox.faults(&["429=2@POST parking/settings:1"]);
    let waited = apply(&home, &sandbox, &hours, &["--yes"]);
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
fn unsent_changes_of_a_killed_apply_are_dropped_and_told_at_the_next_start() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let running = midway(&home, &sandbox);
    running.signal(Signal::KILL);
    assert_eq!(running.ends().code, -1);
    sandbox.faults(&[]);
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::start(&home, &["--screen", "domains"], &account, (160, 40));
    session.wait_text("parkade apply ended before it was sent");
    session.line("quit!");
    session.wait_end();
    let saved = sandbox.writes().len();
    assert!((2..12).contains(&saved), "{saved}");
    let other = of_account(&sandbox, "9 to 5");
    assert_eq!(apply(&home, &sandbox, &other, &["--yes"]).code, 0);
    assert_eq!(sandbox.writes().len(), saved + 1, "nothing else went out");
}

#[test]
fn unsent_changes_of_a_killed_apply_are_dropped_and_told_by_the_next_one() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let running = midway(&home, &sandbox);
    running.signal(Signal::KILL);
    assert_eq!(running.ends().code, -1);
    sandbox.faults(&[]);
    let saved = sandbox.writes().len();
    let next = apply(&home, &sandbox, &of_account(&sandbox, "9 to 5"), &["--yes"]);
    assert_eq!((next.code, next.out.as_str()), (0, "1 change saved.\n"), "{next:?}");
    assert_eq!(next.err.matches("parkade apply ended before it was sent").count(), 1, "{next:?}");
    // The change being sent when the program was killed may have arrived.
    let (saved, all) = (saved + 1, sandbox.writes().len());
    assert!((saved..=saved + 1).contains(&all), "nothing else went out: {all} of {saved}");
}

#[test]
fn a_price_with_a_warning_is_named_and_written_only_when_the_warnings_are_counted() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let names: Vec<String> = sandbox.names("verified").into_iter().take(3).collect();
    for name in &names {
        let prices = json!({ "bin_price": 50_000, "target_price": null, "currency": "USD" });
        let saved = sandbox.post(&format!("parking/domain-settings?name={name}"), &json!({ "settings": prices }));
        assert!(saved["settings"].is_object(), "{saved}");
    }
    let sent = sandbox.writes().len();
    let change =
        |name: &String, after: i64| json!({ "domain": name, "setting": "bin_price", "before": 50_000, "after": after });
    let plan = json!([change(&names[0], 55), change(&names[1], 0), change(&names[2], 51_000)]);
    for options in [&["--dry-run"][..], &["--yes"], &["--yes", "--accept-warnings", "1"]] {
        let ran = apply(&home, &sandbox, &plan, options);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains("a tenth of the old price or less") && ran.err.contains("zero"), "{ran:?}");
        assert!(ran.err.contains("Add --accept-warnings 2 to write all of them."), "{ran:?}");
    }
    assert_eq!(sandbox.writes().len(), sent, "nothing was sent");
    let dry = apply(&home, &sandbox, &plan, &["--dry-run", "--accept-warnings", "2"]);
    assert_eq!(dry.code, 0, "{dry:?}");
    assert!(
        dry.out.contains("$50,000 → $55  (check: a tenth of the old price or less, below the lowest offer of $"),
        "{dry:?}"
    );
    assert!(dry.out.contains("$50,000 → $51,000\n"), "{dry:?}");
    let done = apply(&home, &sandbox, &plan, &["--yes", "--accept-warnings", "2"]);
    assert_eq!((done.code, done.out.as_str()), (0, "3 changes saved.\n"), "{done:?}");
}
