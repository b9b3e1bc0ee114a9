//! A message as text to compare and to read.

use std::fmt::Write as _;

use parkade::base::{clean_line, is_clean};
use parkade::mime::{Line, Message};

/// The whole message, a block for each part of it.
pub fn view(message: &Message) -> String {
    let mut out = String::new();
    for header in &message.headers {
        let _ = writeln!(out, "{}: {}", header.name, header.value);
    }
    for body in &message.bodies {
        let _ = writeln!(out, "\n-- {:?}", body.kind);
        for Line { text, quote, hidden, file_name } in &body.lines {
            if *file_name {
                let _ = writeln!(out, "-- File {text}");
                continue;
            }
            let quotes = "> ".repeat(usize::from(*quote));
            let hidden = if *hidden { "(hidden) " } else { "" };
            let _ = writeln!(out, "{}", format!("{quotes}{hidden}{text}").trim_end());
        }
        for (place, link) in body.links.iter().enumerate() {
            let host = if link.host.is_empty() { "not to be opened" } else { &link.host };
            let _ = writeln!(out, "   [{}] {:?} {} ({host})", place + 1, link.text, link.url);
        }
    }
    if !message.attachments.is_empty() {
        out.push_str("\n-- Attachments\n");
    }
    for file in &message.attachments {
        let inline = if file.inline { ", inline" } else { "" };
        let problem = file.problem.map(|word| format!(", {word}")).unwrap_or_default();
        let _ = writeln!(out, "{} ({}, {} bytes{inline}{problem})", file.name, file.kind, file.size);
    }
    let of_bodies = message.bodies.iter().flat_map(|body| body.notices.iter().map(move |notice| (body.kind, notice)));
    let is_one = message.bodies.len() < 2;
    let of_bodies = of_bodies.map(|(kind, notice)| if is_one { notice.clone() } else { format!("{kind:?}: {notice}") });
    let notices: Vec<String> = message.notices.iter().cloned().chain(of_bodies).collect();
    if !notices.is_empty() {
        out.push_str("\n-- Notices\n");
    }
    for notice in notices {
        let _ = writeln!(out, "{notice}");
    }
    out
}

/// The lines that differ, from the first to the last of them.
pub fn difference(expected: &str, got: &str) -> String {
    let (expected, got): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), got.lines().collect());
    let same = expected.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let tail = expected[same..].iter().rev().zip(got[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let mut out = String::new();
    for (sign, lines) in [('-', &expected[same..expected.len() - tail]), ('+', &got[same..got.len() - tail])] {
        for line in lines {
            let _ = writeln!(out, "  {sign} {line}");
        }
    }
    out
}

/// Checks that every text of a message is clean: cleaning it once more changes nothing.
pub fn assert_clean(message: &Message, from: &str) {
    let clean = |text: &str| {
        assert!(is_clean(text) || clean_line(text) == text, "{from}: {text:?} is not clean");
        assert!(!text.contains(|c: char| c.is_control()), "{from}: {text:?}");
    };
    message.headers.iter().for_each(|header| [&header.name, &header.value].into_iter().for_each(|text| clean(text)));
    for body in &message.bodies {
        body.notices.iter().for_each(|notice| clean(notice));
        body.lines.iter().for_each(|line| clean(&line.text));
        body.links.iter().for_each(|link| [&link.text, &link.url, &link.host].into_iter().for_each(|text| clean(text)));
    }
    message.attachments.iter().for_each(|file| [&file.name, &file.kind].into_iter().for_each(|text| clean(text)));
    message.notices.iter().for_each(|notice| clean(notice));
}
