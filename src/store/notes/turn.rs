//! Status of an inquiry: whose turn it is, or how it ended. It follows from replies and mail. A status set by the user
//! holds until the next reply, or until the buyer writes.

use super::{Key, Record};
use crate::base::{Currency, Moment, Money, Reading, Timestamp, named};

named! {
    /// Whose turn an inquiry is, or how it ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Turn (
        /// Word that is typed and kept.
        word
    ) {
        /// The user should act.
        Mine = "mine";
        /// The buyer should answer.
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
    /// The inquiry came, and nothing happened since.
    Came,
    Replied,
    /// A reminder came due before an answer.
    Silent,
    /// The buyer wrote after the reply.
    Heard,
    /// The user set the status.
    Said,
}

/// Status of an inquiry, since when, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status<'a> {
    pub turn: Turn,
    /// Time since which `turn` is so; `None` if since the inquiry came.
    pub since: Option<Timestamp>,
    pub because: Because,
    /// Price of a sale or reason of a loss, as in [`Status::kept`]; empty where none was given.
    pub detail: &'a str,
}

impl<'a> Status<'a> {
    /// Status of an inquiry with these notes.
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
        // An inquiry that was won stays so when the buyer writes again.
        if let Some(at) = record.heard()
            && matches!(status.turn, Turn::Theirs | Turn::Lost)
            && Some(at) > status.since
        {
            status = Self { turn: Turn::Mine, since: Some(at), because: Because::Heard, detail: "" };
        }
        // A reminder from before the reply does not count after it.
        let silent =
            || record.reminders().map(|moment| moment.at()).filter(|at| Some(*at) > status.since && *at <= now);
        if let Some(at) = silent().min().filter(|_| status.turn == Turn::Theirs) {
            status = Self { turn: Turn::Mine, since: Some(at), because: Because::Silent, detail: "" };
        }
        status
    }

    /// Value of [`Key::Status`]: `@1796371200 won 12000 USD`.
    pub fn kept(turn: Turn, detail: &str, at: Timestamp) -> String {
        format!("{} {} {detail}", Moment::At(at).kept(), turn.word()).trim_end().to_owned()
    }

    /// Price of a sale, if one was given.
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

    /// Time at which the buyer wrote after a reply.
    pub fn heard(&self) -> Option<Timestamp> {
        self.time(&Key::Heard)
    }

    fn time(&self, key: &Key) -> Option<Timestamp> {
        self.moment(key).map(|moment| moment.at())
    }

    /// Status set by the user.
    fn said(&self) -> Option<Status<'_>> {
        let (at, rest) = self.get(&Key::Status)?.value.split_once(' ')?;
        let (word, detail) = rest.split_once(' ').unwrap_or((rest, ""));
        let since = Some(Moment::of_kept(at)?.at());
        Some(Status { turn: Turn::parse(word)?, since, because: Because::Said, detail })
    }
}
