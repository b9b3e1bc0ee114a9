//! Keys of notes, and how each is written in the file.

use crate::base::Moment;
use crate::store::subject::finding::Kind;

/// The key of a note. Keys of newer versions of the program are kept in the file and not shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// The user's own words.
    Note,
    /// A tag, in the form [`clean_tag`] gives it; each is a row of its own, so that two programs can add tags at once.
    Tag(Box<str>),
    /// Time until which the thing is out of the way: an inquiry leaves its lists, a domain loses its findings.
    Snooze,
    /// Time of, and reason for, the return from a snooze.
    Woke,
    /// Time of a reminder.
    Remind,
    /// Time of a reminder in case the buyer has not answered.
    Silence,
    /// Time until which the quoted price stands.
    Quote,
    /// Time of the user's reply.
    Answered,
    /// Time after the reply at which the buyer was heard of.
    Heard,
    /// The turn set by the user: whose it is, since when, or how it ended.
    Status,
    /// Times when Home was seen with everything read (`store/home/visits.rs`); a note of the account.
    Visits,
    /// Parts of Home and their order (`store/home/arranged.rs`); a note of the account.
    Blocks,
    /// Progress of the morning run (`store/home/run.rs`); a note of the account.
    Run,
    /// Mark of the program's goals on Home, shown or read by the user; noted about the account.
    Goals,
    /// The weights of the lead score that are in force (`store/score/weighing.rs`); noted about the account.
    Weights,
    /// Pin of a lead above or below all scores, and why.
    Pin,
    /// Settlement of a kind of finding (`store/findings/settled.rs`); noted about a domain, or about the account for
    /// all.
    Settled(Kind),
}

/// The keys that are one word.
const PLAIN: [(Key, &str); 15] = [
    (Key::Note, "note"),
    (Key::Snooze, "snooze"),
    (Key::Woke, "woke"),
    (Key::Remind, "remind"),
    (Key::Silence, "silence"),
    (Key::Quote, "quote"),
    (Key::Answered, "answered"),
    (Key::Heard, "heard"),
    (Key::Status, "status"),
    (Key::Visits, "visits"),
    (Key::Blocks, "blocks"),
    (Key::Run, "run"),
    (Key::Goals, "goals"),
    (Key::Weights, "weights"),
    (Key::Pin, "pin"),
];

/// Prefix of the key of a settled finding.
const SETTLED: &str = "settled:";
/// Longest tag, in characters.
const TAG_CHARS: usize = 40;

impl Key {
    /// True for progress on Home, from which no list, sum or finding follows.
    pub(in crate::store) const fn is_progress(&self) -> bool {
        matches!(self, Self::Run | Self::Goals)
    }

    /// Reads what [`Key::text`] wrote; `None` for a key of another version.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((key, _)) = PLAIN.into_iter().find(|(_, word)| *word == text) {
            return Some(key);
        }
        if let Some(kind) = text.strip_prefix(SETTLED) {
            return Some(Self::Settled(Kind::parse(kind)?));
        }
        let tag = fold(text.strip_prefix("tag:")?);
        clean_tag(&tag).filter(|clean| **clean == *tag).map(Self::Tag)
    }

    /// True when the key can have this value: a key of a time has only values that read as a time.
    pub fn takes(&self, value: &str) -> bool {
        let is_time =
            matches!(self, Self::Snooze | Self::Remind | Self::Silence | Self::Quote | Self::Answered | Self::Heard);
        !is_time || Moment::of_kept(value).is_some()
    }

    /// Name of the key in the file.
    pub fn text(&self) -> String {
        match self {
            Self::Settled(kind) => format!("{SETTLED}{}", kind.word()),
            Self::Tag(tag) => format!("tag:{tag}"),
            plain => {
                PLAIN.iter().find(|(key, _)| key == plain).map_or_else(String::new, |(_, word)| (*word).to_owned())
            }
        }
    }
}

/// Text in lower case in which letters that only lower case tells apart are one: `STRASSE` and `straße`.
fn fold(lower: &str) -> String {
    lower.replace('ß', "ss").replace('ς', "σ")
}

/// A tag as it is kept: cleaned, in lower case. `None` where it is empty or too long, begins with `-` or `+`, is the
/// word `none` or `any`, or has a sign other than `-`, `_`, `.` and `/`.
pub fn clean_tag(typed: &str) -> Option<Box<str>> {
    let tag = fold(&crate::base::clean_line(typed.trim()).to_lowercase());
    let fits = !tag.is_empty()
        && tag.chars().count() <= TAG_CHARS
        && !tag.starts_with(['-', '+'])
        && tag.chars().all(|c| c.is_alphanumeric() || ['-', '_', '.', '/'].contains(&c))
        && !["none", "any"].contains(&tag.as_str());
    fits.then(|| tag.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_tag_are_one_tag() {
        for (one, other) in [("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("Hot", "hot")] {
            assert_eq!(clean_tag(one), clean_tag(other), "{one}");
        }
        let tag = Key::Tag(clean_tag("straße").expect("a tag"));
        assert_eq!((Key::parse("tag:straße"), Key::parse("tag:Hot")), (Some(tag), None));
    }
}
