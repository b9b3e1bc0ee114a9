//! Data about a kind of write: its words, its question, how it travels, how it is undone.

use super::Mark;
use crate::api::limits::BULK;
use crate::client::FailureKind;
use crate::store::{DomainTab, Pending};

/// The name of a kind of write, for tests and the program's own log. Each is a constant beside its [`Rule`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Verb(pub(super) &'static str);

impl std::fmt::Debug for Verb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// The aspect of its subjects a write changes. Writes of one topic on one subject follow one another, and none is sent
/// while an earlier one of the same topic is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Topic(pub(super) &'static str);

impl Topic {
    pub const MARKS: Self = Self("marks");
    pub const MAIL: Self = Self("mail");
    pub const REPORT: Self = Self("report");
    pub const SENDERS: Self = Self("senders");
    pub const DOMAINS: Self = Self("domains");
    pub const JOBS: Self = Self("jobs");
    pub const IMAGES: Self = Self("images");
    pub const NAMESERVERS: Self = Self("nameservers");
    /// Values of fields: of the account, the profile, a domain.
    pub const VALUES: Self = Self("values");
    pub const ADS: Self = Self("ads");
}

/// When a question is asked before a write (product: confirmation and undo).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// No question, however many things.
    AtOnce,
    /// A question for several things, none for one.
    AskForSeveral,
    /// A question with default No; from 100 things on the count is typed.
    Ask,
}

/// How a write is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// By its exact inverse, only where it really changed something.
    Inverse,
    /// By adding the names back, which may not restore everything; the words say what.
    AddBack,
    /// Cannot be undone.
    None,
}

impl Back {
    /// Sentence of the question about what an undo does not restore.
    pub fn caveat(self) -> Option<&'static str> {
        (self == Self::AddBack)
            .then_some("Prices and settings that were not read are not written back, and verification may differ.")
    }
}

/// Condition under which a write proven not done is sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Once, unless the user changed the row since.
    Once,
    /// Once, while a job of its kind runs: the service then answers with the running job and starts no second one.
    WhileRunning,
    /// Only by the user, who confirms it anew.
    ByUser,
}

/// How the targets of a write are put into calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travel {
    /// Several things in one call, up to this many.
    Together(usize),
    /// Like [`Self::Together`], joined with the targets of other waiting writes of the same rule.
    Joined(usize),
    /// Things that get the same values in one call, up to this many.
    Alike(usize),
    /// All in one call, whatever the number.
    Whole,
    /// One call about everything a filter matches, also about things that are not known here.
    Everything,
    /// One by one, the next only after the last was taken.
    InOrder,
    /// A file: sent alone, while other writes go on.
    Upload,
}

impl Travel {
    /// Each by a call of its own.
    pub const SINGLY: Self = Self::Together(1);

    /// Most targets of one call where their number alone limits it.
    pub const fn most(self) -> usize {
        match self {
            Self::Together(most) | Self::Joined(most) => most,
            Self::Alike(_) | Self::Whole | Self::Everything => usize::MAX,
            Self::InOrder | Self::Upload => 1,
        }
    }
}

/// Job of the service that a write starts; its number is that of the thing made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    Import,
    Export,
}

/// Noun of the things of a write: one, many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun(pub &'static str, pub &'static str);

impl Noun {
    pub const INQUIRY: Self = Self("inquiry", "inquiries");
    pub const ADDRESS: Self = Self("address", "addresses");
    pub const DOMAIN: Self = Self("domain", "domains");
    pub const NAME: Self = Self("name", "names");
    pub const FILE: Self = Self("file", "files");
    pub const IMPORT: Self = Self("import", "imports");
    pub const EXPORT: Self = Self("export", "exports");
    pub const IMAGE: Self = Self("image", "images");
    pub const FIELD: Self = Self("field", "fields");
    pub const VERSION: Self = Self("version", "versions");
    pub const SETTING: Self = Self("setting", "settings");
    pub const CAMPAIGN: Self = Self("campaign", "campaigns");

    /// Number with the noun: `1 inquiry`, `3 inquiries`, `1,200 inquiries`.
    pub fn count(self, n: usize) -> String {
        format!("{} {}", crate::base::grouped(n), if n == 1 { self.0 } else { self.1 })
    }
}

/// The words of an undo that runs as a job and may not restore everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobUndo {
    /// Words while it runs: `adding {} back`.
    pub doing: &'static str,
    /// Sentence about what it does not restore.
    pub caveat: &'static str,
    /// State of targets that had not been sent when the write was undone: `kept in the account`.
    pub unsent: &'static str,
}

/// Words for a write that reading back showed not done: for its one thing, for all of several, for some of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Still(pub &'static str, pub &'static str, pub &'static str);

impl Still {
    /// One form of the words for every number of things.
    pub const fn alike(words: &'static str) -> Self {
        Self(words, words, words)
    }
}

/// Everything about one kind of write that is not code.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub verb: Verb,
    pub topic: Topic,
    pub noun: Noun,

    // Words.
    /// The act with `{}` for the number or name of its things: `Archive {}`.
    pub asked: &'static str,
    /// The act while it is on its way: `Removing {}`.
    pub doing: &'static str,
    /// State of the things afterwards: `archived`; for an import, at its end.
    pub done: &'static str,
    /// The verb in the question's key line, with `{}` for `it` or `them`: `hide {}`.
    pub action: &'static str,

    // Question.
    pub caution: Caution,
    /// Sentences in the question about what the write does.
    pub consequence: &'static str,

    // While it is planned.
    /// True if planning leaves out items that are already as wanted.
    pub skips_so: bool,
    /// True if the screen shows the write as done from the moment it is planned.
    pub at_once: bool,
    /// The mark the write sets, and its value.
    pub mark: Option<(Mark, bool)>,
    /// State that lists show for a domain while the write is on its way.
    pub pending: Option<Pending>,
    /// True if the journal keeps the write with its things, because the targets do not hold everything about them.
    pub kept_whole: bool,

    // On its way.
    pub travel: Travel,
    /// True if the write must be confirmed again when it was not sent within five minutes.
    pub expires: bool,
    /// True if the write cannot be sent before [`super::Intent::number`] was given the number an earlier write made.
    pub needs_number: bool,
    /// True if the user decides thing by thing about values that were changed elsewhere, while the other things are
    /// sent.
    pub singly: bool,

    // Meaning of its answer.
    /// Job of the service the write starts.
    pub job: Option<Job>,
    /// Tab of Domains its things leave when the write is done.
    pub leaves: Option<DomainTab>,
    /// Next steps after a refusal, in sentences, where the document says what the refusal means for this write.
    pub ways_on: &'static [(FailureKind, &'static str)],

    // While its outcome is unknown.
    /// When the write is sent again automatically after it is proven not done.
    pub again: Again,
    /// True if a time at the service that is newer than the sending proves the write; nothing disproves it.
    pub by_time: bool,
    /// True if the refusal of a second write proves that the first was done.
    pub refusal_proves: bool,
    /// Words about what may be true while the outcome cannot be determined.
    pub undetermined: &'static str,
    pub still: Still,

    // Way back.
    pub back: Back,
    /// Sentence of the question about undo; empty where there is none.
    pub way_back: &'static str,
    /// Sentence about another way back where undo does not reach; empty where there is none.
    pub other_way_back: &'static str,
    /// State of the things after an undo: `back in Active`; empty if the write cannot be undone.
    pub undone: &'static str,
    /// Words of the undo, where it is this same write run as a job.
    pub job_undo: Option<JobUndo>,
}

impl Rule {
    /// Values most kinds share; a kind fills in its words.
    pub const BASE: Self = Self {
        verb: Verb(""),
        topic: Topic::VALUES,
        noun: Noun::FIELD,
        asked: "",
        doing: "",
        done: "",
        action: "",
        caution: Caution::Ask,
        consequence: "",
        skips_so: false,
        at_once: false,
        mark: None,
        pending: None,
        kept_whole: false,
        travel: Travel::Together(BULK),
        expires: false,
        needs_number: false,
        singly: false,
        job: None,
        leaves: None,
        ways_on: &[],
        again: Again::ByUser,
        by_time: false,
        refusal_proves: false,
        undetermined: "run :check first",
        still: Still::alike(""),
        back: Back::None,
        way_back: "",
        other_way_back: "",
        undone: "",
        job_undo: None,
    };
}

impl Rule {
    /// State while it is not done: `not archived`, `still ignored`.
    pub fn not_done(&self) -> String {
        self.done.strip_prefix("no longer ").map_or_else(|| format!("not {}", self.done), |was| format!("still {was}"))
    }

    /// Next step after a refusal: a sentence.
    pub fn way_on(&self, refused: &FailureKind) -> Option<&'static str> {
        self.ways_on.iter().find(|(kind, _)| kind == refused).map(|(_, way)| *way)
    }
}

/// Seconds after which a write whose [`Rule::expires`] is true is not sent without being confirmed anew.
pub const EXPIRES_AFTER: i64 = 300;
