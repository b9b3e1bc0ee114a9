//! Keys of notes, and their text in the file.

use crate::base::Moment;
use crate::store::subject::finding::Kind;

/// Key of a note. Rows with keys of newer versions stay in the file and are not shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// Note in the user's words.
    Note,
    /// Tag as [`clean_tag`] makes it. Each tag is a row of its own, so that two programs can add tags at the same
    /// time.
    Tag(Box<str>),
    /// Time until which the thing is hidden: an inquiry from its lists, a domain from the findings.
    Snooze,
    /// Why and when a snooze ended.
    Woke,
    /// Time of a reminder set by the user.
    Remind,
    /// Time of a reminder in case the buyer has not answered until then.
    Silence,
    /// Time until which the quoted price is valid.
    Quote,
    /// Time of the user's reply.
    Answered,
    /// Time at which the buyer wrote after the reply.
    Heard,
    /// Status set by the user: whose turn it is since when, or how the inquiry ended.
    Status,
    /// Times at which the user saw Home with all data read (`store/home/visits.rs`); a note about the account.
    Visits,
    /// Parts of Home and their order (`store/home/arranged.rs`); a note about the account.
    Blocks,
    /// Progress of the morning run (`store/home/run.rs`); a note about the account.
    Run,
    /// Whether the user has seen the program's goals on Home; a note about the account.
    Goals,
    /// Weights of the lead score (`store/score/weighing.rs`); a note about the account.
    Weights,
    /// Pin of a lead above or below all scores, with the reason.
    Pin,
    /// Settlement of a kind of finding (`store/findings/settled.rs`); a note about a domain, or about the account for
    /// the whole kind.
    Settled(Kind),
}

/// Keys that are written as one word.
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
/// Most characters of a tag.
const TAG_CHARS: usize = 40;

impl Key {
    /// True for progress on Home, on which no list, sum or finding depends.
    pub(in crate::store) const fn is_progress(&self) -> bool {
        matches!(self, Self::Run | Self::Goals)
    }

    /// Reads a text made by [`Key::text`]; `None` for a key of another version.
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

    /// True when the key can have this value: a key that notes a time needs a value that is a time.
    pub fn takes(&self, value: &str) -> bool {
        let is_time =
            matches!(self, Self::Snooze | Self::Remind | Self::Silence | Self::Quote | Self::Answered | Self::Heard);
        !is_time || Moment::of_kept(value).is_some()
    }

    /// Text of the key in the file.
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

/// Lower-case text with `ß` as `ss` and `ς` as `σ`, so that `STRASSE` and `straße` are the same tag.
fn fold(lower: &str) -> String {
    lower.replace('ß', "ss").replace('ς', "σ")
}

/// Tag as it is kept: cleaned and in lower case. `None` where it is empty or too long, begins with `-` or `+`, is
/// `none` or `any`, or has a character that is not a letter, a digit or one of `-_./`.
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
