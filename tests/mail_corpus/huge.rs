//! Messages that are too large to keep in the repository: at and beyond the limits. None of them takes long.

use std::fmt::Write as _;

use parkade::mime::{self, Kind, Message};

/// Proves R-13.
#[test]
fn a_message_beyond_a_limit_is_shown_raw_and_one_within_is_read() {
    let header_line = |count: usize| "X-A: b\n".repeat(count) + "\ntext\n";
    let folded = |bytes: usize| format!("X-A: {}\n\ntext\n", "b".repeat(bytes));
    for (what, within, beyond) in [
        ("25 MiB", sized(25 << 20), sized((25 << 20) + 1)),
        ("10,000", header_line(9_990), header_line(10_001)),
        ("1 MiB", folded((1 << 20) - 100), folded((1 << 20) + 1)),
    ] {
        let message = mime::read(within.as_bytes());
        assert!(message.bodies.iter().all(|body| body.kind != Kind::Raw), "within {what}: {:?}", message.notices);
        let message = mime::read(beyond.as_bytes());
        assert_eq!(message.bodies[0].kind, Kind::Raw, "beyond {what}");
        assert!(message.notices[0].contains(what), "{what}: {:?}", message.notices);
        assert!(letters(&message) <= 256 << 10, "the raw view of {what}");
    }
}

#[test]
fn the_first_thousand_parts_can_be_read_and_saved() {
    let within = mime::read(parts(999).as_bytes());
    assert_eq!((within.attachments.len(), within.notices.as_slice()), (999, &[][..]));
    let raw = parts(1_200);
    let message = mime::read(raw.as_bytes());
    assert_eq!(message.notices, ["The message has more than 1,000 parts; only the first 1,000 are read."]);
    assert_eq!(message.attachments.len(), 999);
    assert_eq!(message.attachments[998].name, "998.bin");
    assert_eq!(mime::attachment(raw.as_bytes(), 998).as_deref(), Some(&b"data 998"[..]));
}

/// Proves R-13.
#[test]
fn parts_nested_too_deep_are_shown_as_sent() {
    assert!(mime::read(nested(32).as_bytes()).notices.iter().all(|notice| !notice.contains("32")));
    let raw = nested(40);
    let message = mime::read(raw.as_bytes());
    assert!(message.notices[0].contains("more than 32 parts within each other"), "{:?}", message.notices);
    assert_eq!(message.attachments[0].name, "first.bin", "what stands before it can be saved");
    assert!(message.bodies[0].lines.iter().any(|line| line.text == "--b39"), "{:?}", message.bodies[0].lines);
}

/// Proves R-13.
#[test]
fn pages_beyond_a_limit_are_shown_raw() {
    for (what, page) in [
        ("2 MiB", "<p>text</p>".repeat(200_000)),
        ("20,000 elements", "<p>a</p>".repeat(20_001)),
        ("256 deep", "<div>".repeat(10_000) + "text"),
        ("256 deep", "<table><tr><td>".repeat(300) + "text"),
        ("256 deep", "<blockquote>".repeat(257)),
        (
            "256 deep",
            (0..2_000).fold(String::new(), |mut page, i| {
                let _ = write!(page, "<font size={i}>");
                page
            }),
        ),
        // Formatting that is opened again in every paragraph: a parser makes millions of elements of it.
        (
            "too broken",
            (0..200).fold(String::new(), |mut page, i| {
                let _ = write!(page, "<p><font size={i}></p>");
                page
            }) + &"<p>x</p>".repeat(20_000),
        ),
        // Elements that a parser moves before the table, one after the other.
        ("too broken", "<table>".to_owned() + &"<b></b>".repeat(100_000)),
        ("too broken", "<b><div>x</b></div>".repeat(50_000)),
    ] {
        let message = mime::read(format!("Content-Type: text/html\n\n{page}").as_bytes());
        assert_eq!(message.bodies[0].kind, Kind::Raw, "{what}");
        let notices = &message.bodies[0].notices;
        assert!(notices.iter().any(|notice| notice.contains(what)), "{what}: {notices:?}");
        assert!(letters(&message) <= 256 << 10);
    }
}

#[test]
fn large_pages_within_the_limits_are_read_whole() {
    let row = "<tr><td>name.example</td><td>12</td></tr>";
    for page in [
        format!("<table>{}</table>", row.repeat(1_000)),
        "<p>Some words in a paragraph.</p>".repeat(4_000),
        "<div>".repeat(250) + "deep" + &"</div>".repeat(250),
        "<blockquote>".repeat(200) + "deep" + &"</blockquote>".repeat(200),
        "<ul><li>".repeat(100) + "deep",
        "<p>open <li>open <td>open".repeat(1_500),
        "<a href=https://x.example/>x</a> ".repeat(3_000),
        "x".repeat(1 << 20),
        "&amp;".repeat(10_000),
        "<br>".repeat(19_000) + "end",
        "\u{200b}\u{200c}".repeat(100_000) + "end",
    ] {
        let message = mime::read(format!("Content-Type: text/html\n\n{page}").as_bytes());
        let body = &message.bodies[0];
        assert_eq!(body.kind, Kind::Html, "{:?} {:?}", page.get(..40), body.notices);
        assert!(body.lines.len() <= 50_000 && letters(&message) < 4 << 20);
    }
}

#[test]
fn long_texts_are_cut_with_a_notice() {
    for text in ["\n".repeat(3_000_000) + "x", "x\n".repeat(2_000_000), "é".repeat(3 << 20), "> x\n".repeat(300_000)] {
        let message = mime::read(format!("Subject: long\n\nfirst\n{text}").as_bytes());
        assert!(letters(&message) <= 2 << 20 && message.bodies[0].lines.len() <= 50_000);
        let notices = &message.bodies[0].notices;
        assert!(notices.iter().any(|notice| notice.contains("too long")), "{notices:?}");
    }
}

#[test]
fn a_large_attachment_comes_out_whole() {
    let line = "A".repeat(76) + "\n";
    let raw = format!("Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\n{}", line.repeat(300_000));
    let message = mime::read(raw.as_bytes());
    assert_eq!(message.attachments[0].size, 57 * 300_000);
    assert_eq!(mime::attachment(raw.as_bytes(), 0).map(|bytes| bytes.len()), Some(57 * 300_000));
}

/// Lines that are boundaries of nothing, headers without an end, words without an end: each is one pass.
#[test]
fn scans_are_linear() {
    for raw in [
        "Content-Type: multipart/mixed; boundary=b\n\n".to_owned() + &"--x\n".repeat(500_000),
        format!("Subject: {}\n\n", "=?utf-8?Q?".repeat(30_000)),
        format!("Subject: {}\n\n", "=?utf-8?B?YQ==?= ".repeat(30_000)),
        format!("From: {}\n\n", "\"a\" <b@c.example>, ".repeat(20_000)),
        format!("From: {}\n\n", "=?utf-8?Q?a=40b?= <x@y.example>, ".repeat(10_000)),
        format!("Content-Type: text/plain; {}\n\n", "name*1*=utf-8''x; ".repeat(20_000)),
        "no header line\n".repeat(9_000) + "Subject: x\n\n",
        "Subject: x\n\n".to_owned() + &"https://".repeat(50_000),
        "Subject: x\n\n".to_owned() + &"www.a)".repeat(50_000),
        "Subject: x\n\nhttps://a".to_owned() + &")".repeat(300_000),
        "Content-Type: text/html\n\n".to_owned() + &"<a href='".repeat(50_000),
        "Content-Type: text/html\n\n<style>".to_owned() + &".a{/*".repeat(300_000),
        "Content-Type: text/html\n\n".to_owned() + &"<a href=x>".repeat(250) + &"text ".repeat(50_000),
        "Content-Type: text/calendar\n\n".to_owned() + &"DTSTART:2\n ".repeat(50_000),
        "Content-Type: text/enriched\n\n".to_owned() + &"<param>".repeat(50_000),
    ] {
        mime::read(raw.as_bytes());
    }
}

fn letters(message: &Message) -> usize {
    message.bodies.iter().flat_map(|body| &body.lines).map(|line| line.text.len()).sum()
}

fn sized(bytes: usize) -> String {
    let head = "Subject: big\n\n";
    head.to_owned() + &"x".repeat(bytes - head.len())
}

/// A file, then multiparts within each other.
fn nested(depth: usize) -> String {
    let mut raw = "Content-Type: multipart/mixed; boundary=b0\n\n--b0\nContent-Type: application/x-a; name=first.bin\n\na\n--b0\n"
        .to_owned();
    for level in 1..depth {
        let _ = write!(raw, "Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n");
    }
    raw + "\ntext\n"
}

fn parts(count: usize) -> String {
    let part = |at| format!("--b\nContent-Type: application/x-a; name={at}.bin\n\ndata {at}\n");
    let parts: String = (0..count).map(part).collect();
    format!("Content-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n")
}
