use std::ffi::OsString;
use std::fs;

use super::*;
use crate::app::config::{ClipboardWay, Words};

fn words(list: &[&str]) -> Words {
    Words(list.iter().map(|w| (*w).to_owned()).collect())
}

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

#[test]
fn a_text_is_edited_in_a_private_place_that_is_gone_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let run = |script: &str| edit("before\n", "reply.txt", &words(&["sh", "-c", script, "sh"]), folder.path());
    let append = r#"stat -c %a "$1" "$(dirname "$1")" >> "$1"; env | grep -c PARKADE_TOKEN >> "$1"; touch "$1~""#;
    assert_eq!(run(append).unwrap(), Edited::Changed("before\n600\n700\n0\n".to_owned()));
    assert_eq!(run("true").unwrap(), Edited::Same);
    assert_eq!(run(r#"printf before > "$1""#).unwrap(), Edited::Same);
    assert!(run("exit 1").unwrap_err().contains("as it was"));
    // An editor that writes a new file and renames it, as most do.
    assert_eq!(run(r#"echo new > "$1.x"; mv "$1.x" "$1""#).unwrap(), Edited::Changed("new\n".to_owned()));
    assert!(edit("x", "a.txt", &words(&["/no/such/editor"]), folder.path()).unwrap_err().contains("config.toml"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn the_copy_sequence_is_wrapped_for_what_it_passes() {
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
fn without_any_clipboard_the_text_is_in_a_file_and_that_is_said() {
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
fn a_program_that_fails_did_not_copy() {
    assert!(clipboard::feed(&["cat"], "text").is_ok());
    assert!(clipboard::feed(&["false"], "text").is_err());
    assert!(clipboard::feed(&["/no/such/program"], "text").is_err());
}
