//! Texts of opened messages that are kept on this computer. They are read from the disk when the search is first used.

use std::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use percent_encoding::percent_decode_str;

use crate::api::emails::Download;
use crate::api::{Call, Request};
use crate::mime::{Kind, Message};
use crate::store::answers::budget::MAIL_TEXTS;
use crate::store::filter::texts::Texts;

/// Most bytes of a text that are searched. The rest of a long message is mostly quoted earlier mail.
const LONGEST: usize = 16 << 10;

/// Texts of messages, by the id of the message.
#[derive(Debug, Default)]
pub struct MailTexts {
    places: HashMap<Box<str>, usize>,
    /// Texts in the order in which they were added.
    written: Vec<Box<str>>,
    /// Same texts in lower case, in the same order.
    searched: Texts,
    bytes: usize,
}

/// Kept messages from the disk: their texts, and answers about these messages, because their rows may not be known.
#[derive(Default)]
pub struct KeptTexts {
    pub texts: MailTexts,
    pub answers: Vec<(Call, Arc<dyn Any + Send + Sync>)>,
}

impl std::fmt::Debug for KeptTexts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeptTexts").field("texts", &self.texts.len()).finish_non_exhaustive()
    }
}

impl MailTexts {
    /// Adds a text. False where the message has one, or the texts together would be too large.
    pub fn push(&mut self, id: &str, text: &str) -> bool {
        if self.places.contains_key(id) || self.bytes + text.len() > MAIL_TEXTS {
            return false;
        }
        self.bytes += text.len();
        self.places.insert(id.into(), self.written.len());
        self.written.push(text.into());
        self.searched.push([text]);
        true
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.written.len()
    }

    /// True without texts.
    pub fn is_empty(&self) -> bool {
        self.written.is_empty()
    }

    /// Text of a message; empty where none is kept.
    pub fn of(&self, id: &str) -> &str {
        self.places.get(id).map_or("", |place| &self.written[*place])
    }

    /// Text of a message in lower case; empty where none is kept.
    pub fn small(&self, id: &str) -> &str {
        self.places.get(id).map_or("", |place| self.searched.row(*place))
    }

    /// Ids of messages with the places of their texts.
    pub(in crate::store) fn places(&self) -> impl Iterator<Item = (&str, usize)> {
        self.places.iter().map(|(id, place)| (&**id, *place))
    }

    /// Texts for searching, one row each.
    pub(in crate::store) fn searched(&self) -> &Texts {
        &self.searched
    }

    /// Adds texts of messages that have none here.
    pub(in crate::store) fn extend(&mut self, others: &Self) {
        for (id, place) in &others.places {
            self.push(id, &others.written[*place]);
        }
    }
}

/// Text of a message with single spaces between words: the first body that can be shown, without hidden parts and file
/// names.
pub(in crate::store) fn text_of(message: &Message) -> String {
    let mut text = String::new();
    let lines = message.bodies.iter().filter(|body| body.kind != Kind::Raw).take(1).flat_map(|body| &body.lines);
    for word in lines.filter(|line| !line.hidden && !line.file_name).flat_map(|line| line.text.split_whitespace()) {
        if text.len() + word.len() >= LONGEST {
            break;
        }
        text.extend([if text.is_empty() { "" } else { " " }, word]);
    }
    text
}

/// Id of the message that a call asks for, from the path, where it is percent-encoded.
pub(in crate::store) fn id_of(call: &Call) -> Option<String> {
    let (before, after) = Download::ENDPOINT.path.split_once("{id}")?;
    let segment = call.path.strip_prefix(before)?.strip_suffix(after)?;
    percent_decode_str(segment).decode_utf8().map(Cow::into_owned).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mime;

    #[test]
    fn a_text_is_what_a_mail_program_shows_of_the_first_reading() {
        let message = mime::read(
            b"Subject: x\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\
              Dear  Anna,\r\n\r\n> the  escrow\r\nfee\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Another reading</p>\r\n--b--\r\n",
        );
        assert_eq!(text_of(&message), "Dear Anna, the escrow fee");
        let long = format!("Subject: x\r\n\r\n{}", "words and words\r\n".repeat(4_000));
        let text = text_of(&mime::read(long.as_bytes()));
        assert!(text.len() < LONGEST && text.len() > LONGEST - 10 && text.ends_with(|c: char| c.is_alphabetic()));
    }

    #[test]
    fn the_number_of_a_message_is_read_back_from_its_call() {
        for id in ["m-1", "a/b c", "ü%25", "例え", "%"] {
            assert_eq!(id_of(&Download { id: id.to_owned() }.call()).as_deref(), Some(id));
        }
    }

    #[test]
    fn texts_are_held_once_and_not_without_end() {
        let mut texts = MailTexts::default();
        assert!(texts.push("a", "The Fee") && !texts.push("a", "another") && texts.push("b", "ÄHM"));
        assert_eq!((texts.of("a"), texts.of("c"), texts.searched().row(1)), ("The Fee", "", "ähm\u{1f}"));
        assert!(!texts.push("c", &"x".repeat(MAIL_TEXTS)));
        let mut newer = MailTexts::default();
        newer.push("b", "newer");
        newer.extend(&texts);
        assert_eq!((newer.len(), newer.of("b"), newer.of("a")), (2, "newer", "The Fee"));
    }
}
