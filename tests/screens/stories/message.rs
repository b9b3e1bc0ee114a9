//! A caught message as it was sent: hidden text, warnings, names of files, damage, long subjects.

use parkade::api::emails::{Get, Match};
use parkade::ui::Effect;
use parkade::ui::testing::Story;

use crate::support::mail::{download, fill_tab, open, read, rows};

/// The first message, with these headers and this body, opened.
fn opened(raw: &str) -> Story {
    let mut story = open();
    story.size(120, 40).keys("enter").answer_wanted(&download("m-5"), raw.as_bytes());
    story
}

/// Proves R-17.
#[test]
fn hidden_text_is_set_apart_from_the_text_around_it() {
    let page = "Content-Type: text/html\r\n\r\n<div style=\"display:none\">A preheader.</div><div>The headline</div>\
                <p style=\"display:none\">secret</p><p style=\"display:none\">words</p><p>The end</p>";
    let frame = opened(page).snap();
    let at = frame.find("Hidden in the message:").expect("what is hidden is named");
    let lines: Vec<&str> = frame[at..].lines().take(11).map(str::trim).collect();
    assert_eq!(
        lines,
        [
            "Hidden in the message:",
            "│ A preheader.",
            "",
            "│ The headline",
            "",
            "Hidden in the message:",
            "│ secret",
            "│",
            "│ words",
            "",
            "│ The end"
        ],
        "{frame}"
    );
}

#[test]
fn a_warning_about_a_link_is_shown_with_the_text_that_has_it() {
    let mut story = read();
    story.size(120, 40);
    assert!(!story.snap().contains("[1] says"), "the text has no link:\n{}", story.snap());
    story.keys("H");
    assert!(story.snap().contains("[1] says bank.example and goes to pay.example."), "{}", story.snap());
}

#[test]
fn texts_with_names_are_shown_under_them_and_can_be_saved() {
    let part = |name: &str, text: &str| {
        format!("--b\r\nContent-Type: text/plain\r\nContent-Disposition: inline; filename={name}\r\n\r\n{text}\r\n")
    };
    let parts = part("offer.txt", "We offer 2,000 USD.") + &part("terms.txt", "Payment at once.");
    let mut story = opened(&format!("Content-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n"));
    let frame = story.snap();
    let places = ["File offer.txt", "We offer 2,000 USD.", "File terms.txt", "Payment at once."];
    let places = places.map(|words| frame.find(words).unwrap_or_else(|| panic!("{words}:\n{frame}")));
    assert!(places.is_sorted(), "{frame}");
    assert!(frame.contains("offer.txt · text/plain · 19 bytes · in the text"), "{frame}");
    story.sent();
    story.line("attach 2");
    let saved = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => Some(save.name),
        _ => None,
    });
    assert_eq!(saved.as_deref(), Some("terms.txt"));
}

#[test]
fn a_damaged_file_is_named_as_damaged() {
    let mut story = opened(
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\
         Content-Transfer-Encoding: base64\r\n\r\nPGh0*bWw+Cg==\r\n--b\r\n\r\nSee the file.\r\n--b--\r\n",
    );
    let frame = story.snap();
    assert!(frame.contains("a.pdf · application/pdf · 7 bytes · damaged"), "{frame}");
    assert!(frame.contains("The file “a.pdf” is damaged (base64); it was decoded as far as possible."), "{frame}");
    story.keys("a").wait(400).keys("y");
    let made = story.sent().into_iter().find_map(|effect| match effect {
        Effect::Save(save) => match save.from {
            parkade::ui::SaveFrom::Made { text, .. } => text.make(&mut |_| true),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(made.as_deref(), Some(&b"<html>\n"[..]));
}

/// Proves R-09.
#[test]
fn a_long_subject_leaves_the_sender_and_its_warning_in_sight() {
    let mut story = open();
    let mut row = rows()[2].clone();
    row["subject"] = serde_json::json!(["a very long subject ".repeat(1_000)]);
    fill_tab(&mut story, Match::Inbox, &[row]);
    story.size(80, 24).keys("enter");
    let frame = story.snap();
    assert!(frame.contains("The name carries another address") && frame.contains("Matched"), "{frame}");
    assert!(frame.lines().filter(|line| line.contains("long subject")).count() <= 3, "{frame}");
}

#[test]
fn a_message_page_shows_cc_reply_to_and_list_headers_and_dims_quotes_and_signature() {
    let mut story = opened(
        "Cc: Tom <tom@x.example>\r\nReply-To: desk@y.example\r\nList-Unsubscribe: <https://z.example/off>\r\n\r\n\
         Hello,\r\n> first\r\n>> second\r\nbye\r\n-- \r\nAnna Berg\r\nBerlin\r\n",
    );
    story.keys("s");
    let frame = story.snap();
    for words in
        ["Cc           Tom <tom@x.example>", "Reply to     desk@y.example", "<https://z.example/off>", "★ starred"]
    {
        assert!(frame.contains(words), "{words}:\n{frame}");
    }
    let styles = story.snap_styles();
    for words in ["> first", ">> second", "Anna Berg", "Berlin"] {
        assert!(styles.contains(&format!("[dim]{words}")) || styles.contains(&format!("[dim]│ {words}")), "{styles}");
    }
    assert!(styles.contains("[]bye"), "{styles}");
}

#[test]
fn a_header_that_the_message_has_is_shown_once() {
    let mut story = opened("Reply-To: desk@y.example\r\n\r\nHello\r\n");
    let mut row = rows()[0].clone();
    row["sender"] = serde_json::json!(["bounce@y.example"]);
    row["reply_to"] = serde_json::json!(["desk@y.example"]);
    story.keys("]");
    let envelope = serde_json::json!({ "email": row }).to_string();
    story.answer_wanted(&Get { id: "m-5".to_owned() }, envelope.as_bytes());
    let frame = story.snap();
    assert_eq!(["desk@y.example", "bounce@y.example"].map(|text| frame.matches(text).count()), [1, 1], "{frame}");
}

#[test]
fn a_file_whose_name_and_type_differ_is_named() {
    let part = |name: &str, kind: &str| format!("--b\r\nContent-Type: {kind}; name={name}\r\n\r\nx\r\n");
    let parts = part("a.exe", "application/pdf") + &part("b.pdf", "application/pdf");
    let frame = opened(&format!("Content-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n")).snap();
    assert!(frame.contains("The name of the file “a.exe” and its type application/pdf do not match."), "{frame}");
    assert!(!frame.contains("the file “b.pdf”"), "{frame}");
}

#[test]
fn a_link_is_offered_where_there_is_one() {
    let footer = |story: &mut Story| story.snap().lines().last().unwrap_or_default().to_owned();
    let mut story = read();
    story.size(120, 40);
    assert!(!footer(&mut story).contains("open a link"), "{}", story.snap());
    story.keys("H");
    assert!(footer(&mut story).contains("open a link"), "{}", story.snap());
}
