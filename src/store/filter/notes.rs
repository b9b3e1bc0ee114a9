//! Filter words about the user's notes, which are the same on all lists whose rows can have notes.

use super::canonical::quoted;
use super::parse::{Word, each, lower};
use super::{FilterError, Test};
use crate::base::Timestamp;
use crate::store::notes::{Record, Status, Turn, clean_tag};

/// Condition on the notes about a thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Noted {
    /// Has this tag.
    Tag(Box<str>),
    /// Has any tag (true), or none.
    Tagged(bool),
    /// Has a note that contains this text; the text is in lower case.
    Note(String),
    /// Has a note (true), or none.
    HasNote(bool),
    /// Has a reminder whose time has come.
    Due,
    /// Has a reminder (true), or none.
    Reminded(bool),
    /// Is snoozed (true), or is not.
    Snoozed(bool),
    /// Has quoted a price whose time is over.
    QuoteExpired,
    /// Has quoted a price with an end (true), or has not.
    Quoted(bool),
    /// Status of an inquiry by the user's notes: whose turn it is, or how it ended.
    Turn(Turn),
}

impl Noted {
    /// True for a condition on tags. An inquiry also has the tags of its buyer.
    pub fn is_of_tags(&self) -> bool {
        matches!(self, Self::Tag(_) | Self::Tagged(_))
    }

    /// True when a condition on tags holds for all these notes taken together.
    pub fn holds_of_any(&self, records: &[Option<&Record>]) -> bool {
        let has = |wanted: &dyn Fn(&Record) -> bool| records.iter().flatten().any(|record| wanted(record));
        match self {
            Self::Tag(tag) => has(&|record| record.has_tag(tag)),
            Self::Tagged(yes) => has(&|record| record.tags().next().is_some()) == *yes,
            _ => false,
        }
    }

    /// True when the condition holds at `now` for the notes about one thing.
    pub fn holds(&self, record: Option<&Record>, now: Timestamp) -> bool {
        let reminder = || record.and_then(Record::reminder);
        let quote = || record.and_then(Record::quote);
        let note = record.map_or("", Record::note);
        match self {
            Self::Tag(_) | Self::Tagged(_) => self.holds_of_any(&[record]),
            Self::Note(text) => note.to_lowercase().contains(text.as_str()),
            Self::HasNote(yes) => note.is_empty() != *yes,
            Self::Due => reminder().is_some_and(|moment| moment.at() <= now),
            Self::Reminded(yes) => reminder().is_some() == *yes,
            Self::Snoozed(yes) => record.is_some_and(|record| record.snooze().is_some()) == *yes,
            Self::QuoteExpired => quote().is_some_and(|moment| moment.at() <= now),
            Self::Quoted(yes) => quote().is_some() == *yes,
            Self::Turn(turn) => Status::of(record, now).turn == *turn,
        }
    }

    /// Term as it is typed.
    pub(super) fn canonical(&self) -> String {
        let any = |yes: &bool| if *yes { "any" } else { "none" };
        match self {
            Self::Tag(tag) => format!("tag:{tag}"),
            Self::Tagged(yes) => format!("tag:{}", any(yes)),
            Self::Note(text) => format!("note:{}", quoted(text)),
            Self::HasNote(yes) => format!("note:{}", any(yes)),
            Self::Due => "remind:due".to_owned(),
            Self::Reminded(yes) => format!("remind:{}", any(yes)),
            Self::Snoozed(yes) => format!("snooze:{}", any(yes)),
            Self::QuoteExpired => "quote:expired".to_owned(),
            Self::Quoted(yes) => format!("quote:{}", any(yes)),
            Self::Turn(turn) => format!("status:{}", turn.word()),
        }
    }
}

/// Tests of a word about notes; `None` for another word.
pub(super) fn tests(word: &Word, name: &str) -> Option<Result<Vec<Test>, FilterError>> {
    match name {
        "tag" => Some(word.parts(name).and_then(|parts| {
            let tag = |part: &String| match part.as_str() {
                "none" => Ok(Noted::Tagged(false)),
                "any" => Ok(Noted::Tagged(true)),
                typed => {
                    let wrong = || word.error(format!("tag: “{typed}” is not a tag: letters, digits, - _ . and /"));
                    clean_tag(typed).map(Noted::Tag).ok_or_else(wrong)
                }
            };
            parts.iter().map(|part| Ok(Test::Noted(tag(part)?))).collect()
        })),
        "remind" => Some(each(word, name, |value| {
            Some(Test::Noted(match value {
                "due" => Noted::Due,
                "any" => Noted::Reminded(true),
                "none" => Noted::Reminded(false),
                _ => return None,
            }))
        })),
        "snooze" => Some(each(word, name, |value| {
            Some(Test::Noted(match value {
                "any" => Noted::Snoozed(true),
                "none" => Noted::Snoozed(false),
                _ => return None,
            }))
        })),
        "quote" => Some(each(word, name, |value| {
            Some(Test::Noted(match value {
                "expired" => Noted::QuoteExpired,
                "any" => Noted::Quoted(true),
                "none" => Noted::Quoted(false),
                _ => return None,
            }))
        })),
        "note" => Some(Ok(vec![Test::Noted(match lower(&word.value).as_str() {
            "none" => Noted::HasNote(false),
            "any" => Noted::HasNote(true),
            text => Noted::Note(text.to_owned()),
        })])),
        _ => None,
    }
}
