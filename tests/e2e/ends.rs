//! Tests of the program's end when its terminal is gone or a limit is reached: soon, without noise, and with an exit
//! code that says why.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::command::run;
use crate::support::home::Home;
use crate::support::pty::Session;
use crate::support::sandbox::Sandbox;

const SIZE: (u16, u16) = (100, 24);

fn account(sandbox: &Sandbox) -> Vec<(String, String)> {
    vec![("PARKADE_BASE_URL".to_owned(), sandbox.url()), ("PARKADE_TOKEN".to_owned(), "full".to_owned())]
}

fn borrowed(account: &[(String, String)]) -> Vec<(&str, &str)> {
    account.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// Panic reports in the log folder.
fn reports(home: &Home) -> Vec<String> {
    let files = std::fs::read_dir(home.folder("state").join("logs")).into_iter().flatten().flatten();
    let names = files.map(|file| file.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("panic-")).collect()
}

/// Proves R-75.
#[test]
fn a_window_closed_in_the_middle_of_painting_is_no_panic() {
    let sandbox = Sandbox::start(&[]);
    let account = account(&sandbox);
    for _ in 0..12 {
        let home = Home::new();
        let mut session = Session::start(&home, &["--screen", "inquiries"], &borrowed(&account), SIZE);
        session.wait_text("Active");
        // Each key draws a frame, and nobody reads the last ones.
        session.keys(&"jk".repeat(500));
        let ended = session.hang_up().ends_within(Duration::from_secs(5));
        assert_eq!(reports(&home), [""; 0]);
        let code = ended.expect("it ends after its terminal").exit_code();
        assert_eq!(code, 129, "128 and the number of SIGHUP");
    }
}

#[test]
fn output_to_a_terminal_that_is_gone_is_dropped() {
    let home = Home::new();
    let account = [("PARKADE_BASE_URL", "nowhere"), ("PARKADE_TOKEN", "full")];
    // The shell survives its terminal. The program it starts then finds the terminal gone, and has a sentence to
    // write.
    let until_gone = "while printf 'ready '; do sleep 0.05; done 2>/dev/null";
    let line = format!("trap '' HUP; {until_gone}; '{}' doctor", env!("CARGO_BIN_EXE_parkade"));
    let session = Session::piped(&home, &line, &account, SIZE);
    session.wait_text("ready");
    let ended = session.hang_up().ends_within(Duration::from_secs(20));
    assert_eq!(ended.expect("it ends").exit_code(), 1, "a panic would be 101");
}

/// Proves R-71.
#[test]
fn a_limit_of_file_sizes_fails_writes_with_a_sentence_and_kills_nothing() {
    let sandbox = Sandbox::start(&[]);
    let account = account(&sandbox);
    let home = Home::new();
    let line = format!("ulimit -f 64; '{}'; printf '\\nENDED %s \\n' $?; read key", env!("CARGO_BIN_EXE_parkade"));
    let mut session = Session::piped(&home, &line, &borrowed(&account), SIZE);
    session.wait_text("Active");
    session.wait_text("unning without");
    session.line("q");
    assert_eq!(session.wait_code(), 0);
    assert!(!session.is_full_screen(), "the terminal is given back");
    let (before, now) = session.modes();
    assert_eq!(before, now);
}

#[test]
fn a_port_nobody_answers_on_and_a_dead_proxy_are_named_in_plain_words() {
    let home = Home::new();
    let at = |base_url| [("PARKADE_BASE_URL", base_url), ("PARKADE_TOKEN", "full")];
    let refused = run(&home, &["doctor"], &at("http://127.0.0.1:1"));
    assert!(refused.out.contains("127.0.0.1:1: nothing answers on that port"), "{}", refused.out);
    let proxied =
        [&at("https://parking.invalid")[..], &[("HTTPS_PROXY", "http://someone:secret@127.0.0.1:1")]].concat();
    let dead = run(&home, &["doctor"], &proxied);
    let words = "The proxy http://127.0.0.1:1 does not answer: nothing answers on that port";
    assert!(dead.out.contains(words), "{}", dead.out);
    for ran in [&refused, &dead] {
        assert_eq!(ran.code, 7, "a connection that is not there");
        assert!(!ran.out.contains("os error") && !ran.out.contains("secret"), "{}", ran.out);
    }
}

#[test]
fn a_sandbox_says_what_is_open_and_keeps_its_folder_and_its_controls_to_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().display().to_string();
    let first = Sandbox::start(&["--data", &data]);
    let home = Home::new();
    let second = run(&home, &["sandbox", "--data", &data], &[]);
    assert_eq!(second.code, 2);
    assert!(second.err.contains("another demo or sandbox is using it"), "{}", second.err);
    // Requests with another host name, or from a page of another host, are refused by the controls.
    for (header, answers) in [
        ("Host: localhost:1", true),
        ("Host: [::1]", true),
        ("Host: evil.example", false),
        ("Host: 127.0.0.1\r\nOrigin: http://evil.example", false),
        ("Host: 127.0.0.1\r\nOrigin: http://127.0.0.1:8080", true),
        ("Host: 127.0.0.1\r\nOrigin: null", false),
    ] {
        assert_eq!(
            first.raw(&format!("GET /_sandbox/state HTTP/1.0\r\n{header}\r\n\r\n")).contains("200 OK"),
            answers,
            "{header}"
        );
    }
    // The service refuses them, too: a page of another host could call it by a name that leads to this machine.
    let ask = |host: &str| {
        first
            .raw(&format!("GET /api/v1/parking/profile HTTP/1.0\r\nHost: {host}\r\nAuthorization: Bearer full\r\n\r\n"))
    };
    assert!(ask("127.0.0.1").contains("200 OK") && ask("evil.example").contains("403 Forbidden"));
    let far = first.control("POST", "clock", &serde_json::json!({ "seconds": i64::MAX }));
    assert!(far["now"].as_i64().is_some_and(|now| now > 1_700_000_000), "{far}");
    assert!(ask("127.0.0.1").contains("200 OK"), "the clock has an end");
    drop(first);
    let again = Sandbox::start(&["--data", &data]);
    assert!(again.writes().is_empty(), "a killed one leaves no lock");
}

#[test]
fn a_sandbox_without_tokens_makes_one_nobody_can_guess_and_shows_its_log_to_who_has_it() {
    let start = || {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parkade"))
            .args(["sandbox", "--domains", "5", "--inquiries", "5", "--emails", "1"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the sandbox starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut next = || lines.next().expect("a line").expect("text");
        let address = next().strip_prefix("listening on http://").expect("an address").to_owned();
        let token = next().strip_prefix("token full ").expect("a token").to_owned();
        (child, address, token)
    };
    let (mut one, address, token) = start();
    let (mut two, _, other) = start();
    assert_ne!(token, other);
    assert_eq!(token.len(), 32, "{token}");
    let ask = |path: &str, token: &str| {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let head = format!("GET {path} HTTP/1.0\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\r\n");
        stream.write_all(head.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("answered");
        answer.lines().next().unwrap_or_default().to_owned()
    };
    for path in ["/api/v1/parking/profile", "/_sandbox/log"] {
        assert!(ask(path, &token).contains("200"), "{path}");
        assert!(ask(path, "full").contains("401"), "{path}");
    }
    for child in [&mut one, &mut two] {
        child.kill().expect("ended");
        child.wait().expect("waited for");
    }
}
