//! Tests of replying with the real program: the terminal goes to an editor and comes back, and typed text is never
//! lost.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::support::home::Home;
use crate::support::is_inbox;
use crate::support::pty::{LIMIT, Session};
use crate::support::sandbox::Sandbox;
use crate::support::stream;

const SIZE: (u16, u16) = (110, 30);

/// Program on the sandbox's account, under a shell, with this editor, and a mail program that records its arguments.
fn open(home: &Home, sandbox: &Sandbox, editor: &str) -> Session {
    let editor = home.script("editor", editor);
    // Replaces the system's program for opening addresses, which is looked for in this folder first.
    let sent = home.path().join("mailed");
    home.script("xdg-open", &format!("printf '%s\\n' \"$@\" >> '{}'", sent.display()));
    let path = format!("{}:{}", home.folder("bin").display(), std::env::var("PATH").unwrap_or_default());
    let url = sandbox.url();
    let extra =
        [("PARKADE_BASE_URL", url.as_str()), ("PARKADE_TOKEN", "full"), ("EDITOR", editor.as_str()), ("PATH", &path)];
    let session = Session::under_shell(home, "", &extra, SIZE);
    session.wait("the inbox", is_inbox);
    session
}

/// Messages given to the mail program, once there is one, because the program does not wait for it.
fn mailed(home: &Home) -> Vec<String> {
    let until = Instant::now() + LIMIT;
    loop {
        let text = fs::read_to_string(home.path().join("mailed")).unwrap_or_default();
        if text.ends_with('\n') {
            return text.lines().map(str::to_owned).collect();
        }
        assert!(Instant::now() < until, "the mail program was given nothing");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn drafts(home: &Home) -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                below(&entry.path(), found);
            } else {
                found.push(entry.path());
            }
        }
    }
    let mut found = Vec::new();
    below(&home.folder("data"), &mut found);
    found.retain(|path| path.extension().is_some_and(|ending| ending == "eml") && !path.ends_with("sent.eml"));
    found
}

/// Reply template of the tests.
const PLAIN: &str = "Subject: About {domain}\n\nHello {first_name},\n";

#[test]
fn a_reply_goes_through_the_editor_to_the_mail_program() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config/templates", "plain.txt", PLAIN);
    // The editor draws on the terminal, as editors do, and saves another text.
    let mut session = open(
        &home,
        &sandbox,
        "stty -a < /dev/tty | grep -c -- '-icanon'\necho IN THE EDITOR\nread key < /dev/tty\necho 'A line & more?' >> \"$1\"",
    );
    session.keys("r");
    session.wait_text("IN THE EDITOR");
    assert!(!session.is_full_screen(), "the editor has the plain terminal");
    assert!(
        session.text().lines().any(|line| line.trim() == "0"),
        "with line editing on, as it was:\n{}",
        session.text()
    );
    assert_eq!(drafts(&home).len(), 1, "what is typed lies in a draft from the beginning");
    let mode = fs::metadata(&drafts(&home)[0]).expect("the draft").permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    // A key meant for the editor does not run a command of the program.
    session.keys("d\r");
    session.wait_text("Open in your mail program");
    assert!(session.is_full_screen() && session.text().contains("Reply to"));
    session.keys("\r");
    session.wait_text("Opened in your mail program");
    let given = mailed(&home);
    let [file] = given.as_slice() else { panic!("one file and nothing of the reply: {given:?}") };
    assert!(file.ends_with("/message.eml"), "{file}");
    let text = fs::read_to_string(file).expect("it is there as long as the draft");
    assert!(text.contains("\r\nTo: ") && text.contains("\r\nSubject: About "), "{text}");
    assert!(text.contains("]\r\nMIME-Version"), "the subject ends with the reference: {text}");
    // Enter keeps the draft; only the user can say that the mail was sent.
    session.keys("j\r");
    session.wait_text("what is next?");
    assert!(drafts(&home).is_empty());
    session.keys("3");
    session.wait_text("eminder, if there is no answer,");
    session.line("messages");
    session.wait_text("r shows what you wrote");
    session.keys("\x1b");
    session.wait("the sign of an answered inquiry", |screen| screen.contains("↩ "));
    // At most one write was sent, which marks the inquiry as read.
    let writes = sandbox.writes();
    assert!(writes.iter().all(|write| write.ends_with("/read")) && writes.len() <= 1, "{writes:?}");
    session.line("q");
    assert_eq!(session.wait_code(), 0);
    let (before, after) = session.modes();
    assert_eq!(before, after);
}

#[test]
fn a_mail_program_that_fails_is_not_called_opened_and_the_draft_stays() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config/templates", "plain.txt", PLAIN);
    let mut session = open(&home, &sandbox, "echo 'A line' >> \"$1\"");
    home.script("xdg-open", "exit 2");
    session.keys("r");
    session.wait_text("Open in your mail program");
    session.keys("\r");
    session.wait_text("No mail program opened (xdg-open ended with code 2) · the draft is kept");
    session.wait_text("Copy everything");
    assert!(!session.text().contains("Sent?"), "{}", session.text());
    assert_eq!(drafts(&home).len(), 2, "the draft and the message made of it");
    // Enter takes the first choice.
    session.keys("\r");
    session.wait_text("Reply copied through the terminal");
    session.escape("Copy everything");
    assert_eq!(drafts(&home).len(), 2);
    session.wait_text("✎ ");
    session.line("q");
    session.wait_text("Quit with 1 draft of a reply?");
    session.wait_text("y quit");
    session.keys("y");
    assert_eq!(session.wait_code(), 0);
}

#[test]
fn a_draft_is_marked_and_listed_after_a_restart_and_one_that_is_damaged_is_told_and_kept() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config/templates", "plain.txt", PLAIN);
    let mut session = open(&home, &sandbox, "echo 'A line' >> \"$1\"");
    session.keys("r");
    session.escape("Open in your mail program");
    session.wait_text("✎ ");
    session.line("q!");
    assert_eq!(session.wait_code(), 0);

    let mut session = open(&home, &sandbox, "echo 'A line' >> \"$1\"");
    session.wait_text("✎ ");
    session.keys("D");
    session.wait_text("Reply · ");
    session.keys("\r");
    session.wait_text("draft of a reply, written");
    // A draft of an earlier session is marked, and quitting does not ask about it.
    session.line("q");
    assert_eq!(session.wait_code(), 0);

    let draft = drafts(&home).remove(0);
    fs::write(&draft, b"\0\0\0\0").expect("damaged");
    let mut session = open(&home, &sandbox, "true");
    session.wait_text("could not be read (it is not a text)");
    assert!(!session.text().contains("✎ "), "{}", session.text());
    let kept = drafts(&home);
    assert!(matches!(kept.as_slice(), [path] if path.to_string_lossy().ends_with(".damaged.eml")), "{kept:?}");
    session.line("q");
    assert_eq!(session.wait_code(), 0);
}

#[test]
fn a_draft_survives_a_crashed_editor_and_is_offered_again() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config/templates", "plain.txt", PLAIN);
    let mut session = open(&home, &sandbox, "echo 'kept words' >> \"$1\"\nexit 3");
    session.keys("r");
    session.wait_text("ended with an error");
    session.wait_text("r opens it again");
    assert!(session.is_full_screen());
    session.keys("r");
    session.wait_text("Continue the draft");
    session.keys("j\r");
    session.wait_text("Copy the text");
    // The text is copied through the terminal, and a message says so.
    session.keys("/the text\r");
    session.wait_text("Text copied through the terminal");
    let bytes = session.bytes();
    assert!(bytes.windows(7).any(|window| window == b"\x1b]52;c;"), "the clipboard sequence was sent");
    session.keys("\x1b");
    session.wait("the menu is gone", |screen| !screen.contains("Copy the text"));
    assert_eq!(drafts(&home).len(), 1, "esc keeps the draft");
    // Discarding the draft asks first.
    session.keys("r");
    session.wait_text("Start over");
    session.keys("/over\r");
    session.wait_text("y discard it");
    session.keys("y");
    session.wait_text("ended with an error");
    session.line("q!");
    assert_eq!(session.wait_code(), 0);
}

/// Proves R-74.
#[test]
fn ctrl_z_in_the_editor_stops_both_and_fg_brings_both_back() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config/templates", "plain.txt", PLAIN);
    let mut session = open(&home, &sandbox, "echo IN THE EDITOR\nread key < /dev/tty\necho AGAIN\nread key < /dev/tty");
    session.keys("r");
    session.wait_text("IN THE EDITOR");
    session.keys("\x1a");
    session.wait_text("STOPPED");
    session.keys("\r");
    // Depending on the shell, the interrupted prompt may need two answers.
    session.keys("\r\r");
    session.wait_text("Open in your mail program");
    assert!(session.is_full_screen());
    session.keys("\x1b");
    session.wait("the menu is gone", |screen| !screen.contains("mail program"));
    session.line("q");
    assert_eq!(session.wait_code(), 0);
    let (before, after) = session.modes();
    assert_eq!(before, after);
    assert_eq!(stream::offences(&only_ours(&session.bytes())), Vec::<String>::new());
}

/// Bytes written by the program, without those of the editor and the shell between a release of the terminal and the
/// next claim.
fn only_ours(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::new();
    for part in text.split("\x1b[?1049h").skip(1) {
        let end = part.rfind("\x1b[?1049l").expect("what was claimed was given back");
        out.push_str("\x1b[?1049h");
        out.push_str(&part[..end + 8]);
    }
    out.into_bytes()
}

#[test]
fn writes_go_out_while_somebody_writes() {
    let sandbox = Sandbox::start(&["--latency", "200"]);
    let home = Home::new();
    home.write("config/templates", "plain.txt", PLAIN);
    let mut session = open(&home, &sandbox, "echo IN THE EDITOR\nread key < /dev/tty");
    session.keys("sjsjsr");
    session.wait_text("IN THE EDITOR");
    let writes = sandbox.wait_writes(1);
    assert!(!writes.is_empty(), "the stars are set although the editor is open");
    session.keys("\r");
    session.escape("Edit again");
    session.line("q");
    assert_eq!(session.wait_code(), 0);
}

#[test]
fn a_template_with_a_mistake_is_named_before_the_editor_opens() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config/templates", "plain.txt", "Subject: {domain}\n\nHello {frist_name},\n");
    let mut session = open(&home, &sandbox, "echo IN THE EDITOR\nread key < /dev/tty");
    session.keys("r");
    session.wait_text("plain.txt:3:8: Unknown variable {frist_name}.");
    assert!(!session.text().contains("IN THE EDITOR") && drafts(&home).is_empty());
    session.line("reply nonsense");
    session.wait_text("Unknown template “nonsense”. Available: plain");
    session.line("q");
    assert_eq!(session.wait_code(), 0);
}

#[test]
fn an_end_from_outside_takes_the_editor_along_and_keeps_the_draft() {
    let sandbox = Sandbox::start(&[]);
    let home = Home::new();
    home.write("config/templates", "plain.txt", PLAIN);
    let pid = home.path().join("editor.pid");
    let editor =
        format!("echo $$ > '{}'\necho typed >> \"$1\"\necho IN THE EDITOR\nread key < /dev/tty", pid.display());
    let mut session = open(&home, &sandbox, &editor);
    session.keys("r");
    session.wait_text("IN THE EDITOR");
    session.signal(rustix::process::Signal::TERM);
    assert_eq!(session.wait_code(), 128 + 15);
    let editor = fs::read_to_string(&pid).expect("the editor ran").trim().parse::<i32>().expect("a number");
    let editor = rustix::process::Pid::from_raw(editor).expect("a process number");
    assert!(rustix::process::test_kill_process(editor).is_err(), "no editor is left behind");
    assert_eq!(drafts(&home).len(), 1);
}
