//! Tests of single rules, which the messages of the corpus would show less clearly.

use super::*;

#[test]
fn an_ordinary_message_has_headers_a_body_and_no_notices() {
    let raw = b"From: Anna <anna@nordvind.example>\r\nSubject: =?utf-8?q?L=C3=A4uft?=\r\n\r\nHi,\r\n> you wrote\r\n";
    let message = read(raw);
    assert_eq!(message.headers[1], Header { name: "Subject".into(), value: "Läuft".into() });
    let lines: Vec<(&str, u8)> = message.bodies[0].lines.iter().map(|line| (line.text.as_str(), line.quote)).collect();
    assert_eq!(lines, [("Hi,", 0), ("you wrote", 1)]);
    assert!(message.attachments.is_empty() && message.notices.is_empty(), "{message:?}");
}
