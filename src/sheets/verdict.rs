//! Verdicts on the rows of the user's files: whether each is sent, and why not. Names to add and a CSV to import share
//! them.

/// State of a row before anything is sent, in the order of severity: of several problems the greatest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Above the first row that is read.
    Skipped,
    /// Sent as it is.
    #[default]
    Sent,
    /// Sent without a value.
    Part,
    /// Sent, but the service will refuse it.
    Refused,
    /// Nothing is sent before the user has decided.
    Undecided,
    /// Not sent.
    LeftOut,
    /// Not sent, because an earlier row has its name.
    Doubled,
    /// Not sent, because its name is in the account, unless the user has such names checked again.
    Owned,
}

impl Status {
    /// True if something is wrong with the row.
    pub fn is_wrong(self) -> bool {
        self > Self::Sent
    }

    /// True if the row is not sent.
    pub fn is_left_out(self) -> bool {
        self >= Self::LeftOut
    }
}

/// State of a row or of one of its cells, with the reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Line of the file on which the row begins, from 1.
    pub line: u32,
    /// Column that the reason is about, from 0; `None` for the whole row.
    pub column: Option<usize>,
    pub status: Status,
    /// Sentence with the reason; empty if nothing is wrong.
    pub why: String,
}
