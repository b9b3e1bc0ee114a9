//! The turn of an inquiry: whose it is, or how it ended. It follows from replies and mail. A turn the user sets holds
//! until the next reply, or until the buyer is heard of.

use super::{Key, Record};
use crate::base::{Currency, Moment, Money, Reading, Timestamp, named};

named! {
    /// The turn of an inquiry.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Turn (
        /// The word that is typed and kept.
        word
    ) {
        /// The user is to act.
        Mine = "mine";
        /// The buyer is to answer.
        Theirs = "theirs";
        Won = "won";
        Lost = "lost";
    }
}

impl Turn {
    /// Reads [`Turn::word`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|turn| turn.word() == word)
    }
}

/// Reason for a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Because {
    /// The inquiry came, and nothing was done since.
    Came,
    Replied,
    /// A reminder has come before any answer.
    Silent,
    /// The buyer was heard of after the reply.
    Heard,
    /// The user set the turn.
    Said,
}

/// Side whose turn it is, with the time since then and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status<'a> {
    pub turn: Turn,
    /// Time since which it is this side's turn; `None` if since the inquiry came.
    pub since: Option<Timestamp>,
    pub because: Because,
    /// The price of a sale or the reason of a loss, as [`Status::kept`] takes it; empty where none was named.
    pub detail: &'a str,
}

impl<'a> Status<'a> {
    /// The status of an inquiry with these notes.
    pub fn of(record: Option<&'a Record>, now: Timestamp) -> Self {
        let came = Self { turn: Turn::Mine, since: None, because: Because::Came, detail: "" };
        let Some(record) = record else { return came };
        let replied = |at| Self { turn: Turn::Theirs, since: Some(at), because: Because::Replied, detail: "" };
        let mut status = record.answered().map_or(came, replied);
        if let Some(said) = record.said()
            && (matches!(said.turn, Turn::Won | Turn::Lost) || said.since >= status.since)
        {
            status = said;
        }
        // A sale stays a sale when the buyer writes again.
        if let Some(at) = record.heard()
            && matches!(status.turn, Turn::Theirs | Turn::Lost)
            && Some(at) > status.since
        {
            status = Self { turn: Turn::Mine, since: Some(at), because: Because::Heard, detail: "" };
        }
        // A reminder from before the reply says nothing about the time after it.
        let silent =
            || record.reminders().map(|moment| moment.at()).filter(|at| Some(*at) > status.since && *at <= now);
        if let Some(at) = silent().min().filter(|_| status.turn == Turn::Theirs) {
            status = Self { turn: Turn::Mine, since: Some(at), because: Because::Silent, detail: "" };
        }
        status
    }

    /// The value of [`Key::Status`]: `@1796371200 won 12000 USD`.
    pub fn kept(turn: Turn, detail: &str, at: Timestamp) -> String {
        format!("{} {} {detail}", Moment::At(at).kept(), turn.word()).trim_end().to_owned()
    }

    /// The price of a sale, where it was named.
    pub fn price(&self) -> Option<Money> {
        let (amount, code) = self.detail.split_once(' ').filter(|_| self.turn == Turn::Won)?;
        Reading::one(amount).ok()?.money(Currency::new(code))
    }
}

impl Record {
    /// Time of the user's reply.
    pub fn answered(&self) -> Option<Timestamp> {
        self.time(&Key::Answered)
    }

    /// Time the buyer wrote again after a reply.
    pub fn heard(&self) -> Option<Timestamp> {
        self.time(&Key::Heard)
    }

    fn time(&self, key: &Key) -> Option<Timestamp> {
        self.moment(key).map(|moment| moment.at())
    }

    /// The status the user has set.
    fn said(&self) -> Option<Status<'_>> {
        let (at, rest) = self.get(&Key::Status)?.value.split_once(' ')?;
        let (word, detail) = rest.split_once(' ').unwrap_or((rest, ""));
        let since = Some(Moment::of_kept(at)?.at());
        Some(Status { turn: Turn::parse(word)?, since, because: Because::Said, detail })
    }
}
