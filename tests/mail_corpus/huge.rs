//! What is too large to keep in the repository: messages at and beyond the limits.

use parkade::mime::{self, Kind};

#[test]
fn a_message_beyond_its_size_is_shown_raw() {
    let mut raw = b"Subject: big\r\n\r\n".to_vec();
    raw.resize((25 << 20) + 1, b'x');
    let message = mime::read(&raw);
    assert_eq!(message.bodies[0].kind, Kind::Raw);
    assert!(message.notices[0].contains("25 MiB"), "{:?}", message.notices);
    let text: usize = message.bodies[0].lines.iter().map(|line| line.text.len()).sum();
    assert!((200 << 10..=256 << 10).contains(&text), "{text}");
}
