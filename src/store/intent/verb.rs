//! What the table of writes speaks of: the kinds of writes, and what a row says about one.

use super::rules::RULES;
use super::{DomainAct, Intent, Mark};

/// A kind of write; a row of [`RULES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verb {
    MarkRead,
    MarkUnread,
    Star,
    Unstar,
    Archive,
    Unarchive,
    Hide,
    Restore,
    RequestEmail,
    Unreachable,
    IgnoreSender,
    AllowSender,
    DeleteDomains,
    IgnoreDomains,
    VerifyDomains,
    RetryDomains,
    ApproveDomains,
    AddBackDomains,
    AddDomains,
    ImportCsv,
    RerunImport,
    Export,
}

/// What a write changes about its subjects. Writes of one topic on one subject follow one another, and none is sent while
/// an earlier one of the same topic is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    Marks,
    Mail,
    Report,
    Senders,
    Domains,
    Jobs,
}

/// How a write is confirmed (product: confirmation and undo).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// At once, whatever the number.
    AtOnce,
    /// One at once, several after a question.
    AskForSeveral,
    /// After a question with default No; from 100 on the count is typed.
    Ask,
}

/// How a write is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// By its exact inverse, only where it really changed something.
    Inverse,
    /// By adding the names back, which may not restore everything; the words say what.
    AddBack,
    /// Not at all.
    None,
}

/// What tells what became of a write whose answer was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settles {
    /// The marks of the inquiry.
    Marks,
    /// A newer mailing time in the inquiry proves it; nothing disproves it.
    Mailed,
    /// No reading tells; only the refusal of a second try.
    Nothing,
    /// The list of ignored senders.
    Senders,
    /// The domain itself, or the account's list where there are many.
    Account,
    /// The list of detected domains.
    Detected,
    /// An import newer than the last one known, made from the same input.
    Import,
    /// An export newer than the last one known, with the same filters.
    Export,
}

/// Whether a write proven not done goes out again by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Once, unless the user changed the row since.
    Once,
    /// Once, as long as another of its kind runs: the service then answers with that one.
    WhileRunning,
    /// Only by the user, who confirms it anew.
    ByUser,
}

/// What is counted in the words of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
    Inquiry,
    Address,
    Domain,
    Name,
    File,
    Import,
    Export,
}

impl Noun {
    /// `1 inquiry`, `3 inquiries`, `1,200 inquiries`.
    pub fn count(self, n: usize) -> String {
        let (one, many) = match self {
            Self::Inquiry => ("inquiry", "inquiries"),
            Self::Address => ("address", "addresses"),
            Self::Domain => ("domain", "domains"),
            Self::Name => ("name", "names"),
            Self::File => ("file", "files"),
            Self::Import => ("import", "imports"),
            Self::Export => ("export", "exports"),
        };
        format!("{} {}", super::words::thousands(n), if n == 1 { one } else { many })
    }
}

/// Everything about one kind of write that is not code.
#[derive(Debug)]
pub struct Rule {
    pub verb: Verb,
    pub noun: Noun,
    /// The act with `{}` for its number or name: `Archive {}`.
    pub asked: &'static str,
    /// What it then is: `archived`; of what an import does, when that is over.
    pub done: &'static str,
    /// The same while it is on its way: `Removing {}`.
    pub doing: &'static str,
    /// What undoing it makes of them: `back in Active`; empty where there is no way back.
    pub undone: &'static str,
    /// The verb of the question's key line with `{}` for it or them: `hide {}`.
    pub action: &'static str,
    pub caution: Caution,
    /// What it brings about, for the question: sentences.
    pub consequence: &'static str,
    pub back: Back,
    /// The way back in a sentence for the question; empty says that there is none.
    pub way_back: &'static str,
    /// Most of them in one call.
    pub together: usize,
    /// Confirmed longer ago than five minutes it is not sent any more without being asked again.
    pub expires: bool,
    pub settles: Settles,
    pub again: Again,
}

/// Seconds after which a write that [`Rule::expires`] is not sent without being confirmed anew.
pub const EXPIRES_AFTER: i64 = 300;

impl Verb {
    /// Its row of the table.
    pub fn rule(self) -> &'static Rule {
        &RULES[self as usize]
    }

    /// The verb that assigns a mark.
    pub const fn of_mark(mark: Mark, to: bool) -> Self {
        match (mark, to) {
            (Mark::Read, true) => Self::MarkRead,
            (Mark::Read, false) => Self::MarkUnread,
            (Mark::Starred, true) => Self::Star,
            (Mark::Starred, false) => Self::Unstar,
            (Mark::Archived, true) => Self::Archive,
            (Mark::Archived, false) => Self::Unarchive,
            (Mark::Hidden, true) => Self::Hide,
            (Mark::Hidden, false) => Self::Restore,
        }
    }

    /// The verb of a domain act.
    pub const fn of_domains(act: DomainAct) -> Self {
        match act {
            DomainAct::Delete => Self::DeleteDomains,
            DomainAct::Ignore => Self::IgnoreDomains,
            DomainAct::Verify => Self::VerifyDomains,
            DomainAct::Retry => Self::RetryDomains,
            DomainAct::Approve => Self::ApproveDomains,
            DomainAct::AddBack => Self::AddBackDomains,
        }
    }
}

impl Verb {
    /// What it changes.
    pub const fn topic(self) -> Topic {
        match self {
            Self::MarkRead
            | Self::MarkUnread
            | Self::Star
            | Self::Unstar
            | Self::Archive
            | Self::Unarchive
            | Self::Hide
            | Self::Restore => Topic::Marks,
            Self::RequestEmail => Topic::Mail,
            Self::Unreachable => Topic::Report,
            Self::IgnoreSender | Self::AllowSender => Topic::Senders,
            Self::DeleteDomains
            | Self::IgnoreDomains
            | Self::VerifyDomains
            | Self::RetryDomains
            | Self::ApproveDomains
            | Self::AddBackDomains => Topic::Domains,
            Self::AddDomains | Self::ImportCsv | Self::RerunImport | Self::Export => Topic::Jobs,
        }
    }
}

impl Intent {
    /// What it changes about its subjects.
    pub fn topic(&self) -> Topic {
        self.verb().topic()
    }

    /// Which kind of write it is.
    pub fn verb(&self) -> Verb {
        match self {
            Self::Mark { mark, to, .. } | Self::MarkAll { mark, to, .. } => Verb::of_mark(*mark, *to),
            Self::RequestEmail { .. } => Verb::RequestEmail,
            Self::Unreachable { .. } => Verb::Unreachable,
            Self::IgnoreSender { .. } => Verb::IgnoreSender,
            Self::AllowSender { .. } => Verb::AllowSender,
            Self::Domains { act, .. } => Verb::of_domains(*act),
            Self::AddDomains { .. } => Verb::AddDomains,
            Self::ImportCsv(_) => Verb::ImportCsv,
            Self::RerunImport { .. } => Verb::RerunImport,
            Self::Export(_) => Verb::Export,
        }
    }

    /// Its row of the table.
    pub fn rule(&self) -> &'static Rule {
        self.verb().rule()
    }
}
