//! Tests of the ends of commands: every documented exit code, with one sentence that says why and what to do.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::command::{Ran, run, run_into, run_with};
use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

/// Token with the abilities for reading before a headline is written, but not the one for writing it.
const READS: &str = "reads=domains.list,domains.view,domains.settings.view,account.settings.view,account.profile.view";

/// Home with a plan of these changes.
fn planned(changes: &Value) -> (Home, String) {
    let home = Home::new();
    let file = home.path().join("plan.json");
    fs::write(&file, json!({ "changes": changes }).to_string()).expect("the plan can be written");
    let file = file.display().to_string();
    (home, file)
}

/// Runs of apply, doctor and login with this address and token.
fn all_three(url: &str, token: &str) -> [(&'static str, Ran); 3] {
    let (home, file) = planned(&json!([{ "setting": "call_hours", "before": null, "after": "9 to 5" }]));
    let account = [("PARKADE_BASE_URL", url), ("PARKADE_TOKEN", token)];
    [
        ("apply", run(&home, &["apply", &file, "--yes"], &account)),
        ("doctor", run(&home, &["doctor"], &account)),
        ("login", run_with(&home, &["login", "--base-url", url], &format!("{token}\n"))),
    ]
}

#[test]
fn every_documented_exit_code_is_returned() {
    let mut sandbox = Sandbox::start(&["--token", "full=*", "--token", "none=exports.download", "--token", READS]);
    let home = Home::new();
    let mut seen = BTreeSet::from([run(&home, &["paths"], &[]).code, run(&home, &["--nope"], &[]).code]);
    home.write("config", "config.toml", "mouse = 3\n");
    for command in [&["config", "check"][..], &["doctor"]] {
        let ran = run(&home, command, &[]);
        assert_eq!(ran.code, 1, "{ran:?}");
        seen.insert(ran.code);
    }

    assert_eq!(run(&Home::new(), &["doctor", "--offline"], &[]).code, 3, "no account is no token");

    let url = sandbox.url();
    let wrong = format!("{url}/wrong");
    for (code, url, token, why) in [
        (3, &url, "nobody", ["unknown, expired or revoked", "does not accept the token"]),
        (4, &url, "none", ["ability", "permits this token none"]),
        (5, &wrong, "full", ["address"; 2]),
    ] {
        for (command, ran) in all_three(url, token) {
            assert_eq!(ran.code, code, "{command}: {ran:?}");
            let said = if command == "doctor" { &ran.out } else { &ran.err };
            assert!(why.iter().any(|why| said.contains(why)), "{command}: {ran:?}");
            seen.insert(ran.code);
        }
    }

    let name = sandbox.names("verified").swap_remove(0);
    let headline = json!([{ "domain": name, "setting": "lander_headline", "before": null, "after": "Offer" }]);
    let (home, file) = planned(&headline);
    let apply =
        |token: &str| run(&home, &["apply", &file, "--yes"], &[("PARKADE_BASE_URL", &url), ("PARKADE_TOKEN", token)]);
    let forbidden = apply("reads");
    assert_eq!(forbidden.code, 4, "{forbidden:?}");
    sandbox.faults(&["429=400@POST parking/domain-settings"]);
    let waits = apply("full");
    assert_eq!((waits.code, waits.out.as_str()), (6, "0 changes saved.\n"), "{waits:?}");
    seen.insert(waits.code);
    sandbox.faults(&[]);

    let notes = sandbox.names("verified");
    let note = |name: &String, after: String| {
        let own = &sandbox.get(&format!("parking/domain-settings?name={name}"))["settings"]["portfolio_note"];
        json!({ "domain": name, "setting": "portfolio_note", "before": own["domain_value"], "after": after })
    };
    let (home, file) = planned(&json!([note(&notes[0], "fine".into()), note(&notes[1], "x".repeat(500))]));
    let partly = run(&home, &["apply", &file, "--yes"], &[("PARKADE_BASE_URL", &url), ("PARKADE_TOKEN", "full")]);
    assert_eq!(partly.code, 8, "{partly:?}");
    seen.insert(partly.code);

    sandbox.kill();
    for (command, ran) in all_three(&url, "full") {
        assert_eq!(ran.code, 7, "{command}: {ran:?}");
        seen.insert(ran.code);
    }

    let help = run(&home, &["--help"], &[]).out;
    let (_, table) = help.split_once("Exit codes:\n").expect("the help has the codes");
    let documented: BTreeSet<i32> =
        table.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect();
    let missing: Vec<&i32> = documented.difference(&seen).collect();
    assert_eq!(missing, [&129, &130, &131, &143], "those of signals are in `ends` and `apply`");
}

#[test]
fn every_error_begins_with_the_name_of_the_program_and_names_what_there_is() {
    let home = Home::new();
    let taken = Sandbox::start(&[]);
    for (arguments, words) in [
        (&["frob"][..], "Available: demo, sandbox, add, apply,"),
        (&["completions", "tcsh"], "zsh"),
        (&["--account", "nope"], "Run `parkade login`."),
        (&["demo"], "This needs a terminal"),
        (&["sandbox", "--listen", taken.address()], "choose another address or port with --listen"),
        (&["apply", "nofile"], "nofile cannot be read: it does not exist."),
        (&["add", "nofile"], "terminal"),
        (&["login", "--base-url", "http://parking.example"], "https://"),
    ] {
        let ran = run(&home, arguments, &[]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {ran:?}");
        assert!(ran.err.starts_with("parkade: ") && ran.err.contains(words), "{arguments:?}: {ran:?}");
        assert_eq!(ran.err.matches("parkade: ").count(), 1, "{ran:?}");
    }
}

#[test]
fn a_full_disk_does_not_hide_what_was_saved() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let open = || fs::File::options().write(true).open(full).expect("the device can be opened");
    let sandbox = Sandbox::start(&[]);
    let now = &sandbox.get("parking/settings")["settings"]["call_hours"];
    let before = if now["source"] == "default" { &Value::Null } else { &now["value"] };
    let (home, file) = planned(&json!([{ "setting": "call_hours", "before": before, "after": "9 to 5" }]));
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let ran = run_into(&home, &["apply", &file, "--yes"], &account, open());
    assert_eq!(ran.code, 0, "the changes are made: {ran:?}");
    let why = "1 change saved.\nparkade: Standard output cannot be written: the disk is full.\n";
    assert!(ran.err.contains(why), "{ran:?}");
    for arguments in [&["--help"][..], &["-V"], &["paths"]] {
        let ran = run_into(&home, arguments, &[], open());
        assert_eq!(ran.code, 1, "{arguments:?}: {ran:?}");
        assert!(ran.err.starts_with("parkade: Standard output cannot be written"), "{ran:?}");
    }
}

/// Proves R-41.
#[test]
fn login_names_address_and_place_first_and_the_next_step_last() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--token", "full=*"]));
    let url = sandbox.url();
    let login = || run_with(&home, &["login", "--base-url", &url], "full\n");
    let first = login();
    assert_eq!(first.code, 0, "{first:?}");
    assert!(first.err.contains(&format!("will be sent to {url}/ and saved in the file ")), "{first:?}");
    assert!(!first.err.contains("in place of") && first.err.contains("`parkade doctor`"), "{first:?}");
    let again = login();
    assert!(again.err.contains("in place of the one stored there."), "{again:?}");
}

/// An address without a scheme is completed, and enter accepts it.
#[test]
fn login_completes_an_address_without_a_scheme() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&["--token", "full=*"]));
    let url = sandbox.url();
    let mut session = Session::start(&home, &["login"], &[], (100, 30));
    session.wait_text("Address of the service");
    session.keys("parking.example.com\r");
    session.wait_text("Use https://parking.example.com/?");
    session.keys(&format!("{}\r", url.trim_start_matches("http://")));
    session.wait_text(&format!("Use {url}/?"));
    session.keys("\r");
    session.wait_text(&format!("will be sent to {url}/ and saved in"));
    session.wait_text("Token (not shown):");
    session.keys("full\r");
    session.wait_text("start with `parkade`");
    assert!(session.wait_end().success());
}

#[test]
fn a_token_that_may_read_nothing_is_saved_only_when_that_is_meant() {
    let tokens = ["--token", "full=*", "--token", "none=exports.download"];
    for (like, token) in [("no-date", "none"), ("403-for-401", "nobody")] {
        let sandbox = Sandbox::start(&[&tokens[..], &["--like", like]].concat());
        let (home, url) = (Home::new(), sandbox.url());
        let login =
            |force: &[&str]| run_with(&home, &[&["login", "--base-url", &url], force].concat(), &format!("{token}\n"));
        let refused = login(&[]);
        assert_eq!(refused.code, 4, "{refused:?}");
        assert!(refused.err.contains("Nothing was saved. Add --force"), "{refused:?}");
        assert!(!home.folder("config").join("credentials.toml").exists());
        let meant = login(&["--force"]);
        assert_eq!(meant.code, 0, "{meant:?}");
        assert!(home.folder("config").join("credentials.toml").exists());
    }
}

#[test]
fn the_doctor_prints_the_facts_of_a_report_and_the_log_every_act() {
    let sandbox = Sandbox::start(&[]);
    let now = &sandbox.get("parking/settings")["settings"]["call_hours"];
    let before = if now["source"] == "default" { &Value::Null } else { &now["value"] };
    let (home, file) = planned(&json!([{ "setting": "call_hours", "before": before, "after": "9 to 5" }]));
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full"), ("EDITOR", "no-such-editor")];
    assert_eq!(run(&home, &["apply", &file, "--yes"], &account).code, 0);
    let logs = home.folder("state").join("logs");
    let log = fs::read_dir(&logs).expect("there are logs").next().expect("there is one").expect("it can be read");
    let text = fs::read_to_string(log.path()).expect("the log is text");
    assert!(text.contains("apply started: Parkade ") && text.contains("write applied"), "{text}");
    assert!(!text.contains("9 to 5"), "nothing a person wrote: {text}");

    home.write("state/logs", "panic-1790000000.txt", "a report");
    home.write("config", "keys.toml", "[inquiries]\n\"ctrl-x\" = \"archvie\"\n");
    let ran =
        run(&home, &["doctor"], &[&account[..], &[("PARKADE_MOUSE", "maybe"), ("COLORTERM", "truecolor")]].concat());
    assert_eq!(ran.code, 1, "{ran:?}");
    for words in [
        "colours     24-bit (COLORTERM)",
        "characters  UTF-8",
        if cfg!(feature = "images") {
            "pictures    half blocks (no other way is known here)"
        } else {
            "pictures    none"
        },
        "editor      no-such-editor (not found)",
        "~/state/logs/parkade.",
        "~/state/logs/panic-1790000000.txt (8 bytes)",
        "~/data/environment/journal.db (",
        "keys.toml:2:1: keys.inquiries.ctrl-x: ",
        "environment: PARKADE_MOUSE: ",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
}
