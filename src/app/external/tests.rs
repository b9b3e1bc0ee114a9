use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use super::opener::hand_over;
use super::*;
use crate::app::config::{ClipboardWay, NotifyWay, Words};

fn words(list: &[&str]) -> Words {
    Words(list.iter().map(|w| (*w).to_owned()).collect())
}

/// Proves R-11.
#[test]
fn only_web_addresses_are_opened_and_none_can_be_an_option() {
    for good in ["https://x.example/a?b=c", "http://x.example"] {
        assert!(web_address(good).unwrap().as_str().starts_with("http"));
    }
    for bad in ["-version", "--x", "file:///etc/passwd", "javascript:alert(1)", "x.example", "https://", "\u{1b}]0;x"] {
        assert!(web_address(bad).is_err(), "{bad}");
    }
}

#[test]
fn the_editor_is_the_setting_then_visual_then_editor() {
    let env = |name: &str| match name {
        "VISUAL" => Some(OsString::from("code --wait")),
        "EDITOR" => Some(OsString::from("nano")),
        _ => None,
    };
    assert_eq!(editor(Some(&words(&["hx"])), env), words(&["hx"]));
    assert_eq!(editor(None, env), words(&["code", "--wait"]));
    assert_eq!(editor(None, |name| env(name).filter(|_| name == "EDITOR")), words(&["nano"]));
    assert_eq!(editor(None, |_| None), words(&["vi"]));
}

/// Proves R-42.
#[test]
fn the_editor_gets_the_file_and_no_secret_and_its_end_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reply.eml");
    let run = |script: &str| {
        fs::write(&file, "before\n").unwrap();
        let editor = words(&["sh", "-c", script, "sh"]);
        let status = start(&file, &editor).unwrap().wait();
        (ended(&editor, status), fs::read_to_string(&file).unwrap())
    };
    assert_eq!(run(r#"env | grep -c PARKADE_TOKEN >> "$1"; true"#), (Ok(()), "before\n0\n".to_owned()));
    // An editor that writes a new file and renames it, as most do.
    assert_eq!(run(r#"echo new > "$1.x"; mv "$1.x" "$1""#), (Ok(()), "new\n".to_owned()));
    let (gave_up, left) = run(r#"echo more >> "$1"; exit 1"#);
    assert!(gave_up.unwrap_err().contains("ended with an error"));
    assert_eq!(left, "before\nmore\n", "what was typed stays where it is");
    assert!(start(&file, &words(&["/no/such/editor"])).unwrap_err().contains("config.toml"));
}

/// Helper of this name that runs a shell script. It is a link to the shell, because Linux refuses to run a file that
/// another thread's new process still has open for writing.
fn helper(folder: &Path, name: &str, script: &str) -> Command {
    let path = folder.join(name);
    if !path.exists() {
        std::os::unix::fs::symlink("/bin/sh", &path).unwrap();
    }
    let mut command = Command::new(path);
    command.args(["-c", script, name, "https://x.example/"]);
    command
}

#[test]
fn a_helper_that_ends_with_an_error_has_opened_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let long = Duration::from_secs(60);
    let run = |script: &str| hand_over(vec![helper(folder.path(), "opener", script)], long);
    assert_eq!(run("exit 0"), Ok(()));
    assert_eq!(run("exit 2"), Err("opener ended with code 2".to_owned()));
    assert_eq!(run("kill -9 $$"), Err("opener was stopped by a signal".to_owned()));
    assert_eq!(run(r#"test "$1" = https://x.example/ || exit 3"#), Ok(()));
    // Neither input nor output of a helper is the terminal.
    assert_eq!(run("test ! -t 0 && test ! -t 1 && test ! -t 2"), Ok(()));
}

#[test]
fn a_helper_that_still_runs_has_opened_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let end = folder.path().join("end");
    let script = format!("while [ ! -e '{}' ]; do sleep 0.05; done; exit 2", end.display());
    assert_eq!(hand_over(vec![helper(folder.path(), "opener", &script)], Duration::ZERO), Ok(()));
    fs::write(end, "").unwrap();
}

#[test]
fn a_helper_that_does_not_exist_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let long = Duration::from_secs(60);
    let missing = || Command::new("/no/such/opener");
    let works = helper(folder.path(), "works", "exit 0");
    assert_eq!(hand_over(vec![missing(), works], long), Ok(()));
    let fails = helper(folder.path(), "fails", "exit 4");
    assert_eq!(hand_over(vec![missing(), fails], long), Err("fails ended with code 4".to_owned()));
    let why = hand_over(vec![missing(), Command::new("/no/other/opener")], long);
    assert_eq!(why, Err("opener could not be started: it does not exist".to_owned()));
}

#[test]
fn the_browser_of_the_environment_comes_first_and_gets_the_address_last() {
    let address = web_address("https://x.example/a?b=c").unwrap();
    let env = |name: &str| (name == "BROWSER").then(|| OsString::from("'my browser' --new-tab"));
    let own = &browser(&address, env)[0];
    assert_eq!(own.get_program(), "my browser");
    assert_eq!(own.get_args().collect::<Vec<_>>(), ["--new-tab", "https://x.example/a?b=c"]);
    let system = browser(&address, |_| None);
    assert_eq!(browser(&address, env).len(), system.len() + 1);
    assert_eq!(browser(&address, |_| Some(OsString::new())).len(), system.len(), "empty is not set");
}

#[test]
fn the_copy_sequence_is_wrapped_for_tmux_and_screen() {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(text(clipboard::sequence("hi", false, false)), "\x1b]52;c;aGk=\x07");
    assert_eq!(
        text(clipboard::sequence("hi", true, false)),
        "\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\\x1b]52;c;aGk=\x07"
    );
    let long = text(clipboard::sequence(&"x".repeat(2000), false, true));
    assert_eq!(long.matches("\x1bP").count(), 4);
    assert!(long.ends_with("\x07\x1b\\"));
}

#[test]
fn without_a_clipboard_the_text_is_copied_to_a_file_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let env = |name: &str| (name == "TERM").then(|| OsString::from("linux"));
    let copied = copy("text", ClipboardWay::Auto, folder.path(), env).unwrap();
    let path = folder.path().join("clipboard.txt");
    assert_eq!(copied, Copied::File(path.clone()));
    assert!(copied.to_string().contains("clipboard.txt"));
    assert_eq!(fs::read_to_string(path).unwrap(), "text");
    assert!(copy("text", ClipboardWay::Program, folder.path(), env).is_err());
    let long = "x".repeat(100_000);
    assert!(copy(&long, ClipboardWay::Terminal, folder.path(), env).unwrap_err().contains("too long"));
}

#[test]
fn a_failing_clipboard_program_counts_as_not_copied() {
    assert!(clipboard::feed(&["cat"], "text").is_ok());
    assert!(clipboard::feed(&["false"], "text").is_err());
    assert!(clipboard::feed(&["/no/such/program"], "text").is_err());
}

#[test]
fn each_terminal_is_notified_by_the_sequence_it_knows() {
    let of = |pairs: &'static [(&str, &str)]| {
        move |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
    };
    for (pairs, wanted) in [
        (&[("TERM", "xterm-kitty")][..], Some(NotifyWay::Osc99)),
        (&[("TERM_PROGRAM", "WezTerm")], Some(NotifyWay::Osc9)),
        (&[("TERM", "foot")], Some(NotifyWay::Osc777)),
        (&[("TERM", "tmux-256color"), ("TMUX", "/tmp/x")], Some(NotifyWay::Osc777)),
        (&[("TERM", "alacritty")], None),
        (&[("WT_SESSION", "1")], None),
        (&[("TERM", "xterm-256color")], None),
    ] {
        assert_eq!(notify_way(of(pairs)), wanted, "{pairs:?}");
    }
}

/// Proves R-02.
#[test]
fn a_notification_carries_no_sequence_of_its_text_and_passes_tmux() {
    let text = "New inquiry for a\u{1b}]0;x\u{7}b.com; 9;4";
    for way in [NotifyWay::Osc9, NotifyWay::Osc777, NotifyWay::Osc99] {
        let plain = notice(text, way, |_| None);
        let starts = String::from_utf8_lossy(&plain).matches('\u{1b}').count();
        assert_eq!(starts, if way == NotifyWay::Osc99 { 4 } else { 2 }, "{}", String::from_utf8_lossy(&plain));
        let wrapped = notice(text, way, |name| (name == "TMUX").then(|| OsString::from("x")));
        assert!(wrapped.starts_with(b"\x1bPtmux;\x1b\x1b]") && wrapped.ends_with(b"\x1b\\"), "{way:?}");
    }
}

#[test]
fn a_hook_reads_its_input_and_is_stopped_when_it_takes_too_long() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("told");
    let told = file.display().to_string();
    let run = |script: &str, patience| {
        super::notice::run(&words(&["sh", "-c", script, "sh", &told]), b"{\"count\":1}", patience)
    };
    assert_eq!(run(r#"cat > "$1"; env | grep -c PARKADE_TOKEN >> "$1"; true"#, Duration::from_secs(10)), Ok(()));
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\"count\":1}0\n");
    assert_eq!(run("exit 3", Duration::from_secs(10)), Err("sh ended with code 3".to_owned()));
    assert_eq!(run("exec sleep 60", Duration::from_millis(100)), Err("sh was stopped after 0 seconds".to_owned()));
    // Programs that a hook has started end with it.
    let folder = tempfile::tempdir().expect("a folder");
    let (own, late) = (folder.path().join("own"), folder.path().join("late"));
    let script = format!("(sleep 1; touch {}) & touch {}; wait", late.display(), own.display());
    assert!(run(&script, Duration::from_millis(500)).is_err() && own.exists());
    std::thread::sleep(Duration::from_millis(1_200));
    assert!(!late.exists(), "it went on without its hook");
    assert!(super::notice::run(&words(&["/no/such/hook"]), b"", Duration::from_secs(1)).is_err());
}
