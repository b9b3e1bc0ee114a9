//! Tests of the command line and the first run: answers to wrong input, and where a token is kept and where it is
//! not.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::support::command::run;
use crate::support::home::Home;
use crate::support::is_inbox;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (110, 26);
/// Token that is unlike any other text.
const CANARY: &str = "canary-7f3e9b2d51c84a60-never-shown";

/// Every file and folder in `folder`, and `folder` itself.
fn everything_under(folder: &Path) -> Vec<PathBuf> {
    let mut all = vec![folder.to_owned()];
    if folder.is_dir() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            all.extend(everything_under(&entry.expect("the folder can be read").path()));
        }
    }
    all
}

/// Files and folders that others can access, with their permissions.
fn open_to_others(home: &Home) -> Vec<String> {
    let mut found = Vec::new();
    for kind in ["config", "data", "cache", "state"] {
        let folder = home.folder(kind);
        for path in everything_under(&folder).into_iter().filter(|path| path.exists()) {
            let mode = fs::metadata(&path).expect("the file is there").permissions().mode() & 0o777;
            let wanted = if path.is_dir() { 0o700 } else { 0o600 };
            if mode != wanted {
                found.push(format!("{} {mode:o}", path.display()));
            }
        }
    }
    found
}

/// Files that contain `secret`.
fn files_with(home: &Home, secret: &str) -> Vec<PathBuf> {
    let holds = |path: &PathBuf| {
        let bytes = fs::read(path).unwrap_or_default();
        bytes.windows(secret.len()).any(|window| window == secret.as_bytes())
    };
    everything_under(home.path()).into_iter().filter(|path| path.is_file()).filter(holds).collect()
}

#[test]
fn help_and_version_go_to_standard_output() {
    let home = Home::new();
    let help = run(&home, &["--help"], &[]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    assert!(help.out.contains("parkade demo") && help.out.contains("Exit codes:"), "{}", help.out);
    let version = run(&home, &["--version"], &[]);
    assert_eq!((version.code, version.out.as_str()), (0, concat!("parkade ", env!("PARKADE_VERSION"), "\n")));
    // With its output piped, the program prints its help instead of opening.
    let piped = run(&home, &[], &[]);
    assert_eq!(piped.code, 0);
    assert!(piped.out.contains("Usage: parkade"), "{}", piped.out);
    assert!(!piped.out.contains('\x1b'));
    assert!(!home.folder("config").exists(), "asking writes nothing");
}

#[test]
fn a_mistake_on_the_command_line_is_named() {
    let home = Home::new();
    for (arguments, words) in [
        (&["--scren", "inquiries"][..], "--screen"),
        (&["dmeo"][..], "demo"),
        (
            &["--screen", "nowhere"][..],
            "Available: home, inquiries, mail, domains, insights, jobs, settings, site, account, search.",
        ),
        (&["--screen", "inquirys"][..], "Did you mean “inquiries”?"),
        (&["demo", "--domains", "many"][..], "many"),
        (&["sandbox", "--fault", "514"][..], "there is no fault '514'"),
        (&["sandbox", "--without", "everything"][..], "everything"),
    ] {
        let ran = run(&home, arguments, &[]);
        assert_eq!(ran.code, 2, "{arguments:?}: {ran:?}");
        assert!(ran.err.contains(words) && ran.out.is_empty(), "{arguments:?}: {ran:?}");
    }
    let refused = run(&home, &["demo"], &[]);
    assert_eq!(refused.code, 2);
    assert_eq!(refused.err, "parkade: This needs a terminal; standard input or output is something else.\n");
}

#[test]
fn a_dumb_terminal_is_refused_with_a_sentence() {
    let home = Home::new();
    for arguments in [&["demo"][..], &[]] {
        let mut session = Session::start(&home, arguments, &[("TERM", "dumb")], SIZE);
        let status = session.wait_end();
        assert_eq!(status.exit_code(), 2);
        assert!(session.text().contains("but TERM=dumb"), "{}", session.text());
        assert!(!session.bytes().contains(&0x1b), "no sequence is sent to it");
    }
}

#[test]
fn commands_print_where_paths_and_settings_are() {
    let home = Home::new();
    let paths = run(&home, &["paths"], &[]);
    assert_eq!(paths.code, 0);
    for kind in ["config", "data", "cache", "state"] {
        assert!(paths.out.contains(home.folder(kind).to_str().expect("plain")), "{}", paths.out);
    }
    for name in ["journal.db", "cache.db", "credentials.toml", "/state/logs"] {
        assert!(paths.out.contains(name), "{name}: {}", paths.out);
    }
    let file = home.folder("config").join("config.toml");
    let json: serde_json::Value = serde_json::from_str(&run(&home, &["paths", "--json"], &[]).out).expect("JSON");
    assert_eq!(json["config_file"].as_str(), file.to_str());
    assert_eq!(run(&home, &["config", "init"], &[]).code, 0);
    assert!(open_to_others(&home).is_empty(), "{:?}", open_to_others(&home));
    let template = home.folder("config").join("templates").join("answer.txt");
    assert!(template.exists(), "templates of replies are written too");
    let again = run(&home, &["config", "init"], &[]);
    assert!(again.code == 1 && again.err.contains("exists and is left as it is"), "{again:?}");
    let sound = run(&home, &["config", "check"], &[]);
    assert!(sound.code == 0 && sound.out.contains("no problems"), "{sound:?}");

    fs::write(&template, "# c\nSubject: {domian}\n\nHi\n").expect("the file can be written");
    let check = run(&home, &["config", "check"], &[]);
    let place = format!("{}:2:11: Unknown variable {{domian}}. Did you mean {{domain}}?", template.display());
    assert!(check.code == 1 && check.out.contains(&place), "{check:?}");
    fs::remove_file(&template).expect("the file can be removed");

    fs::write(&file, "theme = \"dark\"\ntime_zoen = \"utc\"\nmouse = 3\n").expect("the file can be written");
    let check = run(&home, &["config", "check"], &[]);
    assert_eq!(check.code, 1, "{check:?}");
    let shown = file.display();
    assert!(check.out.contains(&format!("{shown}:2:1: ")), "{}", check.out);
    assert!(check.out.contains("Did you mean time_zone?"), "{}", check.out);
    assert!(check.out.contains(&format!("{shown}:3:9: mouse: ")), "{}", check.out);

    fs::write(&file, "theme = \"dark\nmouse = true\n").expect("the file can be written");
    let broken = run(&home, &["config", "check"], &[]);
    assert!(broken.code == 1 && broken.out.contains(&format!("{shown}:1:")), "{broken:?}");
}

#[test]
fn a_config_that_is_wrong_when_it_is_read_again_says_so_over_any_message() {
    let (home, sandbox) = (Home::new(), Sandbox::start(&[]));
    let mut session = Session::on(&home, &sandbox.url(), SIZE);
    session.wait("the inbox", is_inbox);
    session.keys("s");
    session.wait_text("u undo");
    home.write("config", "config.toml", "mouse = 3\ntheme = \"drak\"\n");
    session.keys(":config reload\r");
    session.wait_text("Config reloaded except for 2 problems");
}

#[test]
fn settings_are_shown_with_their_source_and_edited_in_the_editor() {
    let home = Home::new();
    home.write("config", "config.toml", "theme = \"dark\"\n[accounts.main]\nmouse = true\n");
    let show = run(&home, &["config", "show"], &[("PARKADE_BELL", "true")]);
    let file = home.folder("config").join("config.toml");
    assert_eq!(show.code, 0, "{show:?}");
    let line = |key: &str| show.out.lines().find(|line| line.starts_with(key)).expect("shown").to_owned();
    assert!(line("theme").ends_with(&format!("# {}:1:1", file.display())), "{show:?}");
    assert!(line("mouse").ends_with("# account main") && line("bell").ends_with("# PARKADE_BELL"), "{show:?}");
    let edited = run(&home, &["config", "edit"], &[("EDITOR", "sed -i s/dark/drak/"), ("PATH", "/usr/bin:/bin")]);
    assert!(edited.code == 1 && edited.out.contains("Did you mean dark?"), "{edited:?}");
}

#[test]
fn accounts_are_listed_and_removed_with_their_token() {
    let home = Home::new();
    let config = "default_account = \"two\"\n[accounts.one]\nbase_url = \"https://one.example\"\n\
                  [accounts.two]\nbase_url = \"https://two.example\"\ntoken_command = \"pass two\"\n";
    home.write("config", "config.toml", config);
    home.write("config", "credentials.toml", "[one]\nbase_url = \"https://one.example/\"\ntoken = \"secret\"\n");
    let list = run(&home, &["account", "list"], &[]);
    assert_eq!(list.code, 0, "{list:?}");
    assert!(list.out.contains("* two\n  https://two.example\n  token from the command pass\n"), "{list:?}");
    assert!(list.out.contains("  one\n  https://one.example\n  token in the file "), "{list:?}");
    let demo = run(&home, &["login", "--account", "demo", "--base-url", "https://one.example"], &[]);
    assert!(demo.code == 2 && demo.err.contains("demo is the name of the built-in demo."), "{demo:?}");
    let unknown = run(&home, &["account", "remove", "too"], &[]);
    assert!(unknown.code == 2 && unknown.err.contains("Did you mean “two”?"), "{unknown:?}");
    let asks = run(&home, &["account", "remove", "one"], &[]);
    assert_eq!((asks.code, asks.err.as_str()), (2, "parkade: No terminal to confirm on: use --yes to remove it.\n"));
    let mut session = Session::start(&home, &["account", "remove", "one"], &[], SIZE);
    session.wait_text("Remove the account one? [y/N]");
    session.keys("n\r");
    assert!(!session.wait_end().success());
    assert!(!files_with(&home, "secret").is_empty(), "no is no");
    for name in ["one", "two"] {
        let removed = run(&home, &["account", "remove", name, "--yes"], &[]);
        assert!(removed.code == 0 && removed.out.contains(&format!("Removed the account {name} from ")), "{removed:?}");
    }
    assert!(files_with(&home, "secret").is_empty());
    assert_eq!(run(&home, &["account", "list"], &[]).out, "No account is set up yet. Run `parkade login`.\n");
    assert_eq!(run(&home, &["config", "check"], &[]).code, 0, "no line is left that names them");
}

#[test]
fn a_wrong_address_is_reported_in_one_sentence() {
    let home = Home::new();
    for (address, words) in [
        ("parking.example", "PARKADE_BASE_URL"),
        ("http://parking.example", "https://"),
        ("https://user:secret@parking.example", "must not contain a user name or password"),
    ] {
        let extra = [("PARKADE_BASE_URL", address), ("PARKADE_TOKEN", CANARY)];
        let mut session = Session::start(&home, &[], &extra, SIZE);
        let status = session.wait_end();
        assert_eq!(status.exit_code(), 2, "{}", session.text());
        let text = session.text().replace('\n', "");
        assert!(text.starts_with("parkade: ") && text.contains(words), "{text}");
        assert!(!text.contains(CANARY) && !text.contains("secret"), "{text}");
    }
}

/// Proves R-43.
#[test]
fn a_refused_token_stops_the_requests_and_says_so() {
    let sandbox = Sandbox::start(&["--token", "other=*"]);
    let home = Home::new();
    let url = sandbox.url();
    let mut session = Session::start(&home, &[], &[("PARKADE_BASE_URL", &url), ("PARKADE_TOKEN", CANARY)], SIZE);
    session.wait_text("token rejected");
    session.keys("@");
    session.wait("the end of what was under way", |screen| {
        screen.contains("401") && screen.contains(" 0 requests running")
    });
    let asked = session.text().matches(" 401").count();
    session.escape("401");
    // After the refusal, moving to other tabs and rows makes no requests.
    session.keys("]]]][[jjG");
    session.keys("@");
    session.wait_text("401");
    assert_eq!(session.text().matches(" 401").count(), asked, "{}", session.text());
    session.escape("401");
    let screen = session.text();
    assert!(screen.contains("the token was rejected") && screen.contains("parkade login"), "{screen}");
    session.keys("Q");
    assert!(session.wait_end().success());
    assert!(files_with(&home, CANARY).is_empty());
}

#[test]
fn after_a_refused_token_the_user_can_try_again() {
    let sandbox = Sandbox::start(&["--fault", "401"]);
    let home = Home::new();
    let url = sandbox.url();
    let mut session = Session::on(&home, &url, SIZE);
    session.wait_text("the token was rejected");
    sandbox.faults(&[]);
    session.keys("\x12");
    session.wait("the inbox", is_inbox);
}

#[test]
fn a_token_stored_while_the_program_runs_is_taken_at_the_next_try() {
    let sandbox = Sandbox::start(&["--token", "second-token=*"]);
    let home = Home::new();
    let config = format!("[accounts.main]\nbase_url = \"{}\"\n", sandbox.url());
    let credentials = |token: &str| format!("[main]\nbase_url = \"{}/\"\ntoken = \"{token}\"\n", sandbox.url());
    home.write("config", "config.toml", &config);
    home.write("config", "credentials.toml", &credentials("first-token"));
    let mut session = Session::start(&home, &[], &[], SIZE);
    session.wait_text("the token was rejected");
    home.write("config", "credentials.toml", &credentials("second-token"));
    session.keys("\x12");
    session.wait("the inbox", is_inbox);
}

/// Proves R-42.
#[test]
fn a_token_from_the_environment_is_nowhere_else() {
    let token = format!("{CANARY}=*");
    let sandbox = Sandbox::start(&["--token", &token]);
    let home = Home::new();
    let url = sandbox.url();
    let extra = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", CANARY), ("PARKADE_LOG", "trace")];
    let mut session = Session::start(&home, &[], &extra, SIZE);
    session.wait("the inbox", is_inbox);
    let command_line = fs::read(format!("/proc/{}/cmdline", session.pid().as_raw_nonzero())).unwrap_or_default();
    assert!(!String::from_utf8_lossy(&command_line).contains(CANARY));
    session.keys("sa");
    sandbox.wait_writes(2);
    session.keys("@");
    session.wait_text("/archive");
    session.escape("/archive");
    session.keys("?");
    session.wait_text("esc");
    session.keys("\x1b");
    session.signal(rustix::process::Signal::TERM);
    session.wait_end();
    for arguments in [&["doctor"][..], &["doctor", "--json"], &["config", "check"], &["paths"]] {
        let ran = run(&home, arguments, &extra);
        assert!(!ran.out.contains(CANARY) && !ran.err.contains(CANARY), "{ran:?}");
    }
    assert_eq!(files_with(&home, CANARY), Vec::<PathBuf>::new());
    assert!(!String::from_utf8_lossy(&session.bytes()).contains(CANARY));
    assert!(everything_under(&home.folder("state")).iter().any(|path| path.is_file()), "there is a log to look in");
    assert_eq!(open_to_others(&home), [""; 0]);
}

#[test]
fn the_first_run_signs_in_by_keyboard_and_the_second_opens_directly() {
    let token = format!("{CANARY}=*");
    let sandbox = Sandbox::start(&["--token", &token]);
    let home = Home::new();
    let mut session = Session::start(&home, &[], &[], SIZE);
    session.wait_text("Welcome to Parkade");
    session.keys("\r");
    session.wait_text("Connect to your service");
    session.keys(&sandbox.url());
    session.wait_text(&sandbox.url());
    session.keys("\r");
    session.keys("wrong-token\r\r");
    session.wait_text("token ending in oken");
    session.wait("why it failed", |screen| screen.contains("Enter a new token"));
    assert!(files_with(&home, "wrong-token").is_empty(), "what does not work is not kept");
    // The error is shown at the token, and the next key replaces the typed text.
    session.keys("\x15");
    session.keys(CANARY);
    session.keys("\r\r");
    session.wait_text("Connected.");
    // Every read that needs no name is made, with one row each; other abilities are known once they are used.
    let allowed = |screen: &str| screen.contains("Allowed ") && screen.contains("inquiries.list");
    let grid = session.wait("what it may do", allowed);
    assert!(grid.contains("Unknown") && grid.contains("domains.remove"), "{grid}");
    session.keys("\r");
    session.wait("the inbox", is_inbox);
    session.keys("q");
    assert!(session.wait_end().success());
    assert!(!String::from_utf8_lossy(&session.bytes()).contains(CANARY), "hidden while it was typed");
    assert_eq!(files_with(&home, CANARY), [home.folder("config").join("credentials.toml")]);
    assert_eq!(open_to_others(&home), [""; 0]);
    assert!(sandbox.writes().is_empty(), "nothing is written to the service");

    let mut session = Session::start(&home, &[], &[], SIZE);
    session.wait("the inbox", is_inbox);
    session.keys("q");
    assert!(session.wait_end().success());
}
