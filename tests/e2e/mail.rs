//! Tests of caught mail with the real program: found by search and read, its file saved, and its domain's visits
//! opened.

use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (120, 36);

#[test]
fn a_message_is_found_read_its_file_saved_and_its_domain_followed() {
    let (sandbox, home) =
        (Sandbox::with(&["--domains", "120", "--inquiries", "60", "--emails", "300", "--seed", "7"]), Home::new());
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::start(&home, &["--screen", "mail"], &account, SIZE);
    session.wait("the list", |screen| screen.contains("Inbox 1") && screen.contains("subject"));
    session.keys("/invoice\r");
    session.wait("what was found", |screen| screen.contains("invoice · 22 found") && screen.contains("All 22"));
    session.keys("\r");
    session.wait_text("Before you read caught mail");
    session.keys("\x1b");
    session.wait("the message", |screen| screen.contains("Files") && !screen.contains("Reading the message"));
    let file = home.path().join("saved.bin");
    // The content type of the file differs from the one its name stands for.
    let save = |session: &mut Session| {
        session.line(&format!("attach 1 {}", file.display()));
        session.wait("the question", |screen| screen.contains("do not match") && screen.contains("y save"));
        session.keys("y");
    };
    save(&mut session);
    session.wait_text("Saved as");
    assert!(std::fs::metadata(&file).expect("the file").len() > 0);
    let again = home.path().join("saved (2).bin");
    save(&mut session);
    session.wait("the second file", |_| again.exists());
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o600);
    }
    session.line("pipe head -1");
    session.wait("the question", |screen| screen.contains("Pipe the message") && screen.contains("y run it"));
    session.keys("y");
    session.wait_text("What head said");
    session.keys("\x1b");
    session.keys("gd");
    session.wait("its domain", |screen| screen.contains("Overview") && screen.contains("Status"));
    session.keys("gv");
    // Which domain this is, and whether it had visitors, depends on the time of day.
    session.wait("its visitors", |screen| screen.contains("isitors") && screen.contains("30 days"));
    session.line("q");
    assert!(session.wait_end().success());
    // Messages are not kept on the disk, unless the user wants that.
    let cache = home.folder("cache");
    let mut files = vec![cache];
    while let Some(place) = files.pop() {
        if place.is_dir() {
            files.extend(std::fs::read_dir(&place).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else {
            let bytes = std::fs::read(&place).expect("a file");
            assert!(!bytes.windows(13).any(|part| part == b"MIME-Version:"), "{}", place.display());
        }
    }
}

#[test]
fn a_kept_message_opens_offline_in_the_run_that_read_it() {
    let mut sandbox = Sandbox::with(&["--domains", "20", "--inquiries", "5", "--emails", "30", "--seed", "7"]);
    let home = Home::new();
    home.write("config", "config.toml", "keep_mail = true\n");
    let url = sandbox.url();
    let account = [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full")];
    let mut session = Session::start(&home, &["--screen", "mail"], &account, SIZE);
    let is_read = |screen: &str| {
        screen.contains(" To ") && !screen.contains("Reading the message") && !screen.contains("not loaded")
    };
    let sender = |screen: &str| screen.lines().find(|line| line.contains(" From ")).unwrap_or_default().to_owned();
    session.wait("the list", |screen| screen.contains("Inbox ") && screen.contains("subject"));
    session.keys("\r");
    session.wait_text("Before you read caught mail");
    session.keys("\x1b");
    let first = sender(&session.wait("the first message", is_read));
    session.keys("}");
    session.wait("the second message", |screen| is_read(screen) && sender(screen) != first);
    sandbox.kill();
    session.keys("{");
    session.wait("the first message again", |screen| is_read(screen) && sender(screen) == first);
    session.line("q");
    assert!(session.wait_end().success());
}
