//! What the fuzz targets do with their input; `tests/mail_corpus/mutations.rs` runs the same on stable.

use parkade::base::{clean_block, clean_line};
use parkade::mime::{self, Body, Kind, Message};

/// Reading any bytes gives clean texts within bounds, the same texts each time, and every attachment it lists.
pub fn mail(raw: &[u8]) {
    let message = mime::read(raw);
    check(&message);
    for (place, attachment) in message.attachments.iter().enumerate().take(20) {
        let bytes = mime::attachment(raw, place).expect("an attachment that is listed can be had");
        assert_eq!(bytes.len() as u64, attachment.size);
    }
    assert!(mime::attachment(raw, message.attachments.len()).is_none());
    let view = mime::raw_view(raw, "For the test.");
    assert_eq!(view.bodies[0].kind, Kind::Raw);
    check(&view);
}

/// Any page gives clean lines, each link has its number in them, and nothing is nested without end.
pub fn html(page: &[u8]) {
    let page = String::from_utf8_lossy(page);
    let (body, notices) = mime::html_for_fuzzing(&page);
    check(&Message { bodies: vec![body], notices, ..Message::default() });
}

/// Cleaning keeps its promises: nothing that steers, nothing that hides, and cleaning again changes nothing.
pub fn clean(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let line = clean_line(&text);
    is_clean(&line);
    let block = clean_block(&text);
    block.split('\n').for_each(is_clean);
    assert_eq!(clean_block(&block), block);
}

fn check(message: &Message) {
    for header in &message.headers {
        is_clean(&header.name);
        is_clean(&header.value);
    }
    for Body { lines, links, notices, .. } in &message.bodies {
        for notice in notices {
            is_clean(notice);
        }
        assert!(lines.len() <= 50_000);
        for line in lines {
            is_clean(&line.text);
        }
        for link in links {
            for text in [&link.text, &link.url, &link.host] {
                is_clean(text);
            }
            assert!(link.host.is_empty() || link.url.starts_with("http"), "{link:?}");
            assert!(link.host.is_ascii() && (link.host.is_empty() || link.url.is_ascii()), "{link:?}");
        }
    }
    for attachment in &message.attachments {
        is_clean(&attachment.name);
        is_clean(&attachment.kind);
    }
    assert!(message.notices.len() <= 40);
    message.notices.iter().for_each(|notice| is_clean(notice));
}

/// No control, bidi or invisible character, and nothing that cleaning would still change.
fn is_clean(text: &str) {
    let is_bad = |c: char| {
        c.is_control()
            || matches!(u32::from(c),
                0xad | 0x61c | 0x200b | 0x200c | 0x200e | 0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff
                | 0xe000..=0xf8ff | 0xfff9..=0xfffb | 0xe0000..=0xe0fff)
    };
    assert!(!text.contains(is_bad), "{text:?}");
    assert_eq!(clean_line(text), text);
}
