//! Plan files written to the service without the program being opened.

use std::fs;

use serde_json::{Value, json};

use crate::support::command::{Ran, run};
use crate::support::home::Home;
use crate::support::sandbox::Sandbox;

/// Runs `apply` over a plan of these changes.
fn apply(home: &Home, sandbox: &Sandbox, changes: &Value, options: &[&str]) -> Ran {
    let file = home.path().join("plan.json");
    fs::write(&file, json!({ "changes": changes }).to_string()).expect("the plan can be written");
    let file = file.display().to_string();
    let mut arguments = vec!["apply", file.as_str()];
    arguments.extend_from_slice(options);
    run(home, &arguments, &[("PARKADE_BASE_URL", &sandbox.url()), ("PARKADE_TOKEN", "full")])
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
