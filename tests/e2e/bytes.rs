//! Tests that the output of commands contains no byte that controls a terminal, for any names, files and answers.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::support::command::{Ran, run};
use crate::support::home::Home;
use crate::support::sandbox::Sandbox;

/// Sequences that set the title, clear the screen (in two spellings), change the text direction, and begin a new
/// line.
const EVIL: &str = "x\u{1b}]0;PWNED\u{7}\u{1b}[2J\u{9b}2J\u{202e}\r0 changes";

fn clean(what: &str, ran: &Ran) {
    for text in [&ran.out, &ran.err] {
        let odd = text.chars().find(|c| (c.is_control() && *c != '\n') || ('\u{202a}'..='\u{202e}').contains(c));
        assert_eq!(odd, None, "{what}: {ran:?}");
    }
}

/// Proves R-02.
#[test]
fn no_subcommand_writes_a_byte_that_drives_the_terminal() {
    let home = Home::new();
    let commands: &[&[&str]] = &[
        &[EVIL],
        &["--screen", EVIL],
        &["--account", EVIL],
        &["--account", EVIL, "doctor", "--offline"],
        &["doctor", "--json", "--offline"],
        &["login", "--account", EVIL, "--url", EVIL],
        &["logout", "--account", EVIL],
        &["logout", "--forget"],
        &["add", EVIL],
        &["apply", EVIL],
        &["config", EVIL],
        &["config", "check"],
        &["config", "path"],
        &["config", "show"],
        &["account", "list"],
        &["account", "remove", EVIL, "--yes"],
        &["paths"],
        &["man"],
        &["completions", "bash"],
        &["completions", EVIL],
        &["sandbox", "--token", EVIL],
        &["sandbox", "--listen", EVIL],
        &["sandbox", "--fault", EVIL],
        &["demo", "--domains", EVIL],
        &["--help"],
        &["--version"],
    ];
    for arguments in commands {
        clean(&format!("{arguments:?}"), &run(&home, arguments, &[]));
    }
    let text = format!("theme = \"{EVIL}\"\n[accounts.\"{EVIL}\"]\nbase_url = \"{EVIL}\"\n").replace('\r', " ");
    home.write("config", "config.toml", &text);
    home.write("config", "keys.toml", &format!("\"{EVIL}\" = \"{EVIL}\"\n").replace('\r', " "));
    for arguments in [
        &["config", "check"][..],
        &["config", "show"],
        &["account", "list"],
        &["doctor", "--offline"],
        &["apply", "x"],
        &["login"],
        &["logout"],
    ] {
        clean(&format!("{arguments:?} with a hostile config"), &run(&home, arguments, &[]));
    }
}

#[test]
fn a_plan_file_says_what_it_changes_by_the_services_names_and_in_clean_text() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let name = sandbox.names("verified").remove(0);
    let before =
        sandbox.get(&format!("parking/domain-settings?name={name}"))["settings"]["lander_design"]["domain_value"]
            .clone();
    let plan = |changes: serde_json::Value| {
        let plan = json!({ "changes": changes, "labels": { "lander_design": EVIL } });
        home.write("data", "plan.json", &plan.to_string());
        home.folder("data").join("plan.json").display().to_string()
    };
    for changes in [
        json!([{ "domain": EVIL, "setting": "bin_price", "before": null, "after": 1 }]),
        json!([{ "domain": name, "setting": EVIL, "before": null, "after": 1 }]),
        json!([{ "domain": name, "setting": "lander_design", "before": before, "after": EVIL }]),
        json!([{ "domain": name, EVIL: 1 }]),
    ] {
        for option in ["--dry-run", "--yes"] {
            clean(&changes.to_string(), &run(&home, &["apply", option, &plan(changes.clone())], &account));
        }
    }
    let good = plan(json!([{ "domain": name, "setting": "lander_design", "before": before, "after": "minimal" }]));
    let ran = run(&home, &["apply", "--dry-run", &good], &account);
    assert!(ran.out.contains("[lander_design]"), "{ran:?}");
}

#[test]
fn a_pipe_in_place_of_a_plan_is_refused_instead_of_waited_for() {
    let home = Home::new();
    let pipe = home.path().join("plan.json");
    rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR).expect("a pipe");
    let ran = run(&home, &["apply", "--dry-run", &pipe.display().to_string()], &[]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("it is not a regular file"), "{ran:?}");
}

/// Proves R-46.
#[test]
fn logout_with_forget_removes_the_files_of_an_account_except_notes() {
    let home = Home::new();
    let config = "[accounts.one]\nbase_url = \"https://one.example\"\n";
    home.write("config", "config.toml", config);
    let kept = |kind: &str, account: &str| home.folder(kind).join(account).join("kept");
    for (kind, account) in [("cache", "one"), ("data", "one"), ("data", "two")] {
        let file = kept(kind, account);
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::set_permissions(home.folder(kind), fs::Permissions::from_mode(0o700)).expect("private");
        fs::write(file, "a buyer's address").expect("written");
    }
    let noted = [home.folder("data").join("one/notes.db"), home.folder("data").join("one/notes/2026-03-12.db")];
    for file in &noted {
        fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        fs::write(file, "what the user noted").expect("written");
    }
    let ran = run(&home, &["logout", "--account", "one"], &[]);
    assert!(ran.out.contains("--forget") && kept("cache", "one").exists(), "{ran:?}");
    let ran = run(&home, &["logout", "--account", "one", "--forget"], &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("Removed cache, journal and drafts of the account one."), "{ran:?}");
    assert!(!kept("cache", "one").exists() && !kept("data", "one").exists());
    assert!(kept("data", "two").exists(), "of another account nothing goes");
    // Notes cannot be restored, so only the user can remove them, by hand.
    let stay = format!("Your notes stay in {}", home.folder("data").join("one").display());
    assert!(ran.out.contains(&stay) && noted.iter().all(|file| file.exists()), "{ran:?}");
    let ran = run(&home, &["account", "remove", "one", "--forget", "--yes"], &[]);
    assert!(ran.out.contains(&stay) && noted.iter().all(|file| file.exists()), "{ran:?}");
    fs::remove_file(&noted[0]).expect("removed");
    fs::remove_dir_all(noted[1].parent().expect("a folder")).expect("removed");
    fs::write(kept("data", "one"), "a reply").expect("written");
    home.write("config", "config.toml", config);
    let ran = run(&home, &["logout", "--account", "one", "--forget"], &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(!ran.out.contains("notes") && !home.folder("data").join("one").exists(), "{ran:?}");
}

#[test]
fn a_token_of_the_environment_says_which_address_of_the_config_it_goes_to() {
    let home = Home::new();
    home.write("config", "config.toml", "[accounts.one]\nbase_url = \"http://127.0.0.1:9\"\n");
    home.write("data", "plan.json", r#"{"changes":[{"setting":"time_zone","before":null,"after":"UTC"}]}"#);
    let plan = home.folder("data").join("plan.json").display().to_string();
    let told = "PARKADE_TOKEN is sent to http://127.0.0.1:9/, the address of the account one in config.toml.";
    let ran = run(&home, &["apply", "--dry-run", &plan], &[("PARKADE_TOKEN", "of-the-environment")]);
    assert!(ran.err.contains(told), "{ran:?}");
    let own = [("PARKADE_TOKEN", "of-the-environment"), ("PARKADE_BASE_URL", "http://127.0.0.1:9")];
    let ran = run(&home, &["apply", "--dry-run", &plan], &own);
    assert!(!ran.err.contains("is sent to"), "{ran:?}");
}

#[test]
fn an_account_takes_its_token_its_notes_and_its_place_along_to_another_name() {
    let home = Home::new();
    let config = "default_account = \"one\"\n\n# The shop.\n[accounts.one]\nbase_url = \"https://one.example\"\n\n\
                  [accounts.two]\nbase_url = \"https://two.example\"\n";
    home.write("config", "config.toml", config);
    let token = "[one]\nbase_url = \"https://one.example/\"\ntoken = \"secret-of-one\"\n";
    home.write("config", "credentials.toml", token);
    let (data, file) = (home.folder("data"), home.folder("config").join("credentials.toml"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("private");
    fs::create_dir_all(data.join("one")).expect("made");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o700)).expect("private");
    fs::write(data.join("one/notes.db"), "what the user noted").expect("written");
    for (to, said) in [("two", "There is an account two already."), ("a b", "letters, digits, - and _")] {
        let ran = run(&home, &["account", "rename", "one", to], &[]);
        assert!(ran.code == 2 && ran.err.contains(said), "{ran:?}");
    }
    let ran = run(&home, &["account", "rename", "oen", "three"], &[]);
    assert!(ran.code == 2 && ran.err.contains("one"), "{ran:?}");
    // Renaming does not overwrite files of a removed account.
    fs::create_dir_all(data.join("three")).expect("made");
    let ran = run(&home, &["account", "rename", "one", "three"], &[]);
    assert!(ran.code == 1 && ran.err.contains("is there already"), "{ran:?}");
    assert!(data.join("one/notes.db").exists(), "{ran:?}");
    fs::remove_dir(data.join("three")).expect("removed");

    let ran = run(&home, &["account", "rename", "one", "three"], &[]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "The account one is called three now; what is kept of it went with it.\n")
    );
    assert!(data.join("three/notes.db").exists() && !data.join("one").exists());
    let kept = fs::read_to_string(home.folder("config").join("config.toml")).expect("the file");
    assert_eq!(kept, config.replace("accounts.one", "accounts.three").replace("\"one\"", "\"three\""));
    assert_eq!(fs::read_to_string(&file).expect("the file"), token.replace("[one]", "[three]"));
}
