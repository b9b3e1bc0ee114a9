//! The mail corpus: every message of `tests/mail/` is read and its view compared with the file beside it.
//!
//! `UPDATE_MAIL=1 cargo test --test mail_corpus` writes the views anew; read each before you keep it.

mod huge;
mod memory;
mod mutations;
mod view;

use std::fs;
use std::path::{Path, PathBuf};

use parkade::base::file_name;
use parkade::mime;

/// Proves R-16.
#[test]
fn every_message_of_the_corpus_is_read_as_its_view_says() {
    let messages = messages();
    assert!(messages.len() >= 150, "only {} messages", messages.len());
    let mut wrong = Vec::new();
    for (path, raw) in &messages {
        let got = view::view(&mime::read(raw));
        let beside = path.with_extension("view");
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        if got == expected {
            continue;
        }
        if std::env::var_os("UPDATE_MAIL").is_some() {
            fs::write(&beside, &got).expect("the view can be written");
        } else {
            wrong.push(format!("{}\n{}", path.display(), view::difference(&expected, &got)));
        }
    }
    assert!(wrong.is_empty(), "{} views differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Proves R-16.
#[test]
fn nothing_comes_out_that_could_steer_a_terminal_or_mislead_the_eye() {
    for (path, raw) in messages() {
        let message = mime::read(&raw);
        view::assert_clean(&message, &path.display().to_string());
        for (place, attachment) in message.attachments.iter().enumerate() {
            let name = file_name(&attachment.name, "attachment-1.bin");
            assert!(Path::new(&name).file_name().is_some_and(|only| only == name.as_str()), "{name:?}");
            assert!(!name.starts_with(['.', '-']) && name.len() <= 200, "{name:?}");
            let bytes = mime::attachment(&raw, place).expect("an attachment that is listed can be had");
            assert_eq!(bytes.len() as u64, attachment.size, "{}: {}", path.display(), attachment.name);
        }
        assert_eq!(mime::attachment(&raw, message.attachments.len()), None);
    }
}

/// The messages of the corpus, sorted by name.
fn messages() -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    for folder in fs::read_dir(root).expect("the corpus is there") {
        for file in fs::read_dir(folder.expect("a folder").path()).expect("a folder of messages") {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|ending| ending == "eml") {
                let raw = fs::read(&path).expect("a message");
                found.push((path, raw));
            }
        }
    }
    found.sort();
    found
}
