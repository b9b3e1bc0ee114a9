//! Tests of `:account` with the real program: from one configured account to another and to the demo.

use std::fs;

use crate::support::command::Running;
use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (120, 30);

/// Home with the accounts main and partner, each on a service of its own, and one account without a token.
fn two(main: &Sandbox, partner: &Sandbox) -> Home {
    let home = Home::new();
    let account = |name: &str, url: &str, more: &str| format!("[accounts.{name}]\nbase_url = \"{url}\"\n{more}\n");
    let token = "token_command = [\"echo\", \"full\"]";
    let config = account("main", &main.url(), token)
        + &account("partner", &partner.url(), token)
        + &account("empty", &partner.url(), "");
    home.write("config", "config.toml", &config);
    home
}

/// Waits until this account is open and its list is shown.
fn wait_open(session: &Session, name: &str) {
    session.wait(name, |screen| {
        let header = screen.lines().next().unwrap_or_default();
        header.starts_with(&format!(" {name} ")) && header.ends_with(" live") && screen.contains("▌")
    });
}

#[test]
fn accounts_are_opened_by_name_and_a_write_without_an_answer_is_settled_when_its_account_is_open_again() {
    let fault = "stall-after@POST parking/inquiry/{id}/archive:1";
    let main = Sandbox::start(&["--seed", "1", "--fault", fault]);
    let partner = Sandbox::start(&["--seed", "7"]);
    let home = two(&main, &partner);
    let mut session = Session::start(&home, &[], &[], SIZE);
    wait_open(&session, "main");
    session.keys("a");
    main.wait_writes(1);

    session.line("account partner");
    session.wait("the question about the open change", |screen| screen.contains("Open partner with 1 "));
    session.wait_text("y open");
    session.keys("y");
    wait_open(&session, "partner");
    session.line("log");
    session.wait("no write of the account left", |screen| screen.contains("Changes") && !screen.contains("archived"));
    session.escape("Changes");
    session.keys("s");
    assert!(partner.wait_writes(1)[0].ends_with("/star"));

    // The lock of the former account is free for another program.
    let mut second = Session::start(&home, &["--account", "main"], &[], SIZE);
    wait_open(&second, "main");
    assert!(!second.text().contains("read-only"), "{}", second.text());
    second.keys("Q");
    assert!(second.wait_end().success());

    session.wait_done(1);
    session.line("account demo");
    wait_open(&session, "demo");
    session.line("account main");
    wait_open(&session, "main");
    session.line("log");
    session.wait("the archive is settled by reading", |screen| {
        screen.contains("archived") && screen.contains("Done, read back")
    });
    assert!(!session.text().contains("starred"), "{}", session.text());
    session.escape("Changes");
    session.keys("Q");
    assert!(session.wait_end().success());
    let archived = main.writes().iter().filter(|write| write.ends_with("/archive")).count();
    assert_eq!((archived, partner.writes().len()), (1, 1), "nothing was sent twice or to the other service");
}

#[test]
fn an_account_that_cannot_be_opened_is_named_and_the_one_in_use_stays() {
    let (main, partner) = (Sandbox::start(&[]), Sandbox::start(&["--seed", "7"]));
    let home = two(&main, &partner);
    // The token of the environment is used for the account of the start only.
    let mut session = Session::start(&home, &[], &[("PARKADE_TOKEN", "full")], SIZE);
    wait_open(&session, "main");
    session.line("account empty");
    session.wait_text("No token for the account “empty”.");
    session.line("account nobody");
    session.wait_text("Unknown account “nobody”. Available: main, partner, empty, demo.");
    session.escape("Unknown account");
    session.line("account");
    session.wait("the accounts to choose from", |screen| {
        screen.contains(" Accounts ") && screen.contains("open now") && screen.contains("  partner")
    });
    session.escape(" Accounts ");
    wait_open(&session, "main");
    session.keys("Q");
    assert!(session.wait_end().success());
}

/// Marks and filters of one account do not apply to the rows of another.
#[test]
fn marks_and_a_filter_stay_with_the_account_they_were_made_in() {
    let (main, partner) = (Sandbox::start(&["--seed", "1"]), Sandbox::start(&["--seed", "7"]));
    let home = two(&main, &partner);
    let mut session = Session::start(&home, &[], &[], SIZE);
    let narrowed = |screen: &str| screen.contains(" marked") || screen.contains("esc clears");
    wait_open(&session, "main");
    session.keys("  ");
    session.wait_text("2 marked");
    session.line("filter is:unread");
    session.wait("the filter", |screen| screen.contains("esc clears") && screen.contains("marked"));
    for account in ["partner", "main"] {
        session.line(&format!("account {account}"));
        wait_open(&session, account);
        assert!(!narrowed(&session.text()), "{}", session.text());
    }
    session.keys("s");
    main.wait_writes(1);
    session.keys("Q");
    assert!(session.wait_end().success());
    assert_eq!((main.writes().len(), partner.writes().len()), (1, 0), "the row under the cursor alone");
}

/// A draft of one account is offered in that account only, even if both accounts have the same inquiries.
#[test]
fn drafts_stay_with_the_account_they_were_begun_in_and_are_there_on_return() {
    let (main, partner) = (Sandbox::start(&["--seed", "1"]), Sandbox::start(&["--seed", "1"]));
    let home = two(&main, &partner);
    home.write("config/templates", "plain.txt", "Subject: About {domain}\n\nHello,\n");
    let editor = home.script("editor", "echo 'words of one account' >> \"$1\"\nexit 3");
    let extra = [("EDITOR", editor.as_str())];
    let mut session = Session::start(&home, &[], &extra, SIZE);
    wait_open(&session, "main");
    session.keys("r");
    session.wait_text("r opens it again");
    session.line("add begun-in-main.com");
    session.wait_text("1 to add");
    session.keys("\x1b");
    session.wait_text("1 line is kept");

    session.line("account partner");
    wait_open(&session, "partner");
    session.line("add");
    session.wait_text("Nothing here yet.");
    session.escape("Nothing here yet.");
    session.keys("r");
    session.wait_text("r opens it again");
    assert!(!session.text().contains("Continue the draft"), "{}", session.text());

    session.line("account main");
    wait_open(&session, "main");
    session.line("add");
    session.wait_text("begun-in-main.com");
    session.escape("1 to add");
    session.keys("r");
    session.wait_text("Continue the draft");
    session.escape("Continue the draft");
    session.keys("Q");
    assert!(session.wait_end().success());
    assert_eq!((main.writes().len(), partner.writes().len()), (0, 0));
}

#[test]
fn an_account_is_added_and_removed_without_a_restart_and_esc_leads_back() {
    let (main, partner) = (Sandbox::start(&[]), Sandbox::start(&["--seed", "7"]));
    let home = two(&main, &partner);
    let mut session = Session::start(&home, &["--screen", "inquiries"], &[], SIZE);
    wait_open(&session, "main");
    session.line("account add main");
    session.wait_text("There is an account main already");
    session.line("account add broker");
    session.wait_text("Set up the account broker");
    session.unseen_keys("\x1b");
    wait_open(&session, "main");

    session.line("account add broker");
    session.wait_text("Set up the account broker");
    // An address without a scheme becomes https, or http for this machine.
    session.keys(&format!("{}\r", partner.url().trim_start_matches("http://")));
    session.keys("full\r\r");
    session.wait_text("Connected.");
    session.keys("\r");
    wait_open(&session, "broker");
    session.keys("s");
    assert!(partner.wait_writes(1)[0].ends_with("/star"));
    assert_eq!(main.writes().len(), 0, "nothing of one account reaches the other");
    session.wait_done(1);

    session.line("account remove broker");
    session.wait_text("broker is open; open another account first, then remove it.");
    session.line("account main");
    wait_open(&session, "main");
    session.line("account remove broker");
    session.wait_text("y remove");
    session.keys("y");
    session.wait_text("Removed broker.");
    session.line("account broker");
    session.wait_text("Unknown account “broker”.");
    let config = fs::read_to_string(home.folder("config").join("config.toml")).expect("the file");
    assert!(!config.contains("broker") && config.contains("[accounts.partner]"), "{config}");
}

#[test]
fn a_token_command_that_takes_its_time_is_named_while_it_is_waited_for() {
    let sandbox = Sandbox::start(&["--seed", "1"]);
    let home = Home::new();
    let typed = home.path().join("typed");
    let made = std::process::Command::new("mkfifo").arg(&typed).status().expect("mkfifo can be run");
    assert!(made.success());
    let token = format!("token_command = [\"cat\", \"{}\"]", typed.display());
    home.write("config", "config.toml", &format!("[accounts.main]\nbase_url = \"{}\"\n{token}\n", sandbox.url()));
    let mut running = Running::start(&home, &["api", "get", "parking/profile"], &[]);
    running.wait_says("Waiting for the command cat to print the token.\n");
    fs::write(&typed, "full\n").expect("the program reads it");
    let ran = running.ends();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("display_name"), "{}", ran.out);
}

#[test]
fn an_ability_is_known_once_the_background_has_read_by_it() {
    let sandbox = Sandbox::start(&["--seed", "1"]);
    let home = Home::new();
    let mut session = Session::on(&home, &sandbox.url(), SIZE);
    session.wait_text("live");
    session.line("abilities");
    let known = |screen: &str| screen.lines().any(|line| line.contains(" List domains ") && line.contains(" yes "));
    session.wait("the ability to list domains", known);
}

/// The count is the one at leaving the account; its service is not asked.
#[test]
fn waiting_inquiries_of_an_account_are_listed_as_soon_as_it_is_left() {
    let (main, partner) = (Sandbox::start(&["--seed", "1"]), Sandbox::start(&["--seed", "7"]));
    let home = two(&main, &partner);
    let mut session = Session::start(&home, &[], &[], SIZE);
    wait_open(&session, "main");
    session.keys("1");
    session.wait("all of it is read", |screen| screen.contains(" wait") && !screen.contains("reading"));
    session.keys("2");
    wait_open(&session, "main");
    session.wait_quiet();
    session.line("account partner");
    wait_open(&session, "partner");
    session.line("account");
    session.wait("what waits in main", |screen| {
        screen.lines().any(|line| line.contains("main") && line.contains("waiting"))
    });
    session.keys("\x1b");
    session.keys("Q");
    assert!(session.wait_end().success());
}
