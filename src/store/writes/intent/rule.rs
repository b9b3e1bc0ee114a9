//! Data of a kind of write: its words, its question, how it is sent, how it is undone.

use super::Mark;
use crate::api::limits::BULK;
use crate::client::FailureKind;
use crate::store::{DomainTab, Pending};

/// Name of a kind of write, for tests and the program's own log; each is a constant beside its [`Rule`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Verb(pub(super) &'static str);

impl std::fmt::Debug for Verb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Aspect of its things that a write changes. Writes of one topic about one thing are sent one after the other, and
/// none while the outcome of an earlier one is unknown.
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
    /// Values of fields of the account, the profile or a domain.
    pub const VALUES: Self = Self("values");
    pub const ADS: Self = Self("ads");
}

/// Rule for the question before a write: whether it is asked, for how many things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// No question, however many things.
    AtOnce,
    /// A question for several things, none for one.
    AskForSeveral,
    /// A question whose default is No; from 100 things on the user types their number.
    Ask,
}

/// How a write is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// By its exact inverse, for those targets that the write changed.
    Inverse,
    /// By adding removed names back, which may not restore all about them; the question says what is lost.
    AddBack,
    /// Cannot be undone.
    None,
}

impl Back {
    /// Sentence for the question about what an undo does not restore.
    pub fn caveat(self) -> Option<&'static str> {
        (self == Self::AddBack)
            .then_some("Prices and settings that were not read are not written back, and verification may differ.")
    }
}

/// Condition under which a write that was not done is sent again automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Once, unless the user has changed the thing since.
    Once,
    /// Once, while another job of the kind runs: the service then answers with that job and starts no second one.
    WhileRunning,
    /// Never; the user confirms a new write instead.
    ByUser,
}

/// Way in which the targets of a write are divided into calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travel {
    /// Several things in one call, at most this many.
    Together(usize),
    /// Like [`Self::Together`], but one call may also take targets of other waiting writes with the same rule.
    Joined(usize),
    /// Things that get the same values in one call, at most this many.
    Alike(usize),
    /// All things in one call, however many they are.
    Whole,
    /// One call about everything a filter matches, including things unknown to the program.
    Everything,
    /// One part per call, each only after the service has accepted the one before; none after a failed one.
    InOrder,
    /// The file in a call of its own, while other writes are sent.
    Upload,
}

impl Travel {
    /// One thing per call.
    pub const SINGLY: Self = Self::Together(1);

    /// Most targets of a call, where the way limits nothing but their number.
    pub const fn most(self) -> usize {
        match self {
            Self::Together(most) | Self::Joined(most) => most,
            Self::Alike(_) | Self::Whole | Self::Everything => usize::MAX,
            Self::InOrder | Self::Upload => 1,
        }
    }
}

/// Job of the service that a write starts; [`Target::made`](crate::store::writes::journal::Target::made) is its
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    Import,
    Export,
}

/// Noun for the things of a write: singular, plural.
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

    /// Number of a part with that of all: `275 of 371 settings`; the number alone where the part is all.
    pub fn part(self, n: usize, all: usize) -> String {
        if n == all { self.count(n) } else { format!("{} of {}", crate::base::grouped(n), self.count(all)) }
    }
}

/// Words for an undo that runs as a job and may not restore everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobUndo {
    /// Words while the job runs: `adding {} back`.
    pub doing: &'static str,
    /// Sentence about what the undo does not restore.
    pub caveat: &'static str,
    /// State of targets that had not been sent when the write was undone: `kept in the account`.
    pub unsent: &'static str,
}

/// Words for things that a reading found not done: for the write's only thing, for all of several, for some of
/// several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Still(pub &'static str, pub &'static str, pub &'static str);

impl Still {
    /// Words that are the same for every number of things.
    pub const fn alike(words: &'static str) -> Self {
        Self(words, words, words)
    }
}

/// Words and settings of one kind of write.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub verb: Verb,
    pub topic: Topic,
    pub noun: Noun,

    // Words.
    /// Name of the act, with `{}` for the number or name of its things: `Archive {}`.
    pub asked: &'static str,
    /// The act while it is pending: `Removing {}`.
    pub doing: &'static str,
    /// State of the things after the write: `archived`; for an import, after the import has ended.
    pub done: &'static str,
    /// Verb in the key line of the question, with `{}` for `it` or `them`: `hide {}`.
    pub action: &'static str,

    // Question.
    pub caution: Caution,
    /// Sentences of the question about the effects of the write.
    pub consequence: &'static str,
    /// Sentence added to these where the write is about several things.
    pub of_several: &'static str,

    // Planning.
    /// True if planning leaves out items that are as wanted already.
    pub skips_so: bool,
    /// True if screens show the write as done as soon as it is planned.
    pub at_once: bool,
    /// Mark the write sets, and the value it gets.
    pub mark: Option<(Mark, bool)>,
    /// State that lists show for a domain while the write is pending.
    pub pending: Option<Pending>,
    /// True if the journal keeps the whole write with its things, because the targets do not hold all data of them.
    pub kept_whole: bool,

    // Sending.
    pub travel: Travel,
    /// True if the write is dropped, to be confirmed again, when it was not sent within [`EXPIRES_AFTER`] seconds.
    pub expires: bool,
    /// True if the write cannot be sent until [`super::Intent::number`] has got the number that an earlier write made.
    pub needs_number: bool,
    /// True if a value that was changed elsewhere holds up only its own thing: the other things are sent meanwhile.
    pub singly: bool,

    // Answer.
    /// Job of the service the write starts.
    pub job: Option<Job>,
    /// Tab of Domains that the write's things leave when it is done.
    pub leaves: Option<DomainTab>,
    /// Next steps, in sentences, for kinds of refusal whose meaning for this write the documents state.
    pub ways_on: &'static [(FailureKind, &'static str)],

    // Unknown outcome.
    /// Condition under which the write is sent again automatically if it was not done.
    pub again: Again,
    /// True if the write is proven by a time at the service that is later than its sending; nothing proves it not
    /// done.
    pub by_time: bool,
    /// True if the service's refusal of a repetition proves that the first write was done.
    pub refusal_proves: bool,
    /// Words about what may be the case while the outcome is undetermined.
    pub undetermined: &'static str,
    pub still: Still,

    // Undo.
    pub back: Back,
    /// Sentence of the question about undo; empty if it has none.
    pub way_back: &'static str,
    /// Sentence about another way to reverse the write, where undo cannot; empty if there is none.
    pub other_way_back: &'static str,
    /// State of the things after an undo: `back in Active`; empty if the write cannot be undone.
    pub undone: &'static str,
    /// Words of the undo, where it is this same write as a job.
    pub job_undo: Option<JobUndo>,
}

impl Rule {
    /// Rule with the values most kinds share; each kind adds its words.
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
        of_several: "",
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
    /// State of the things if the write is not done: `not archived`, `still ignored`.
    pub fn not_done(&self) -> String {
        self.done.strip_prefix("no longer ").map_or_else(|| format!("not {}", self.done), |was| format!("still {was}"))
    }

    /// Next step after a refusal of this kind, a sentence.
    pub fn way_on(&self, refused: &FailureKind) -> Option<&'static str> {
        self.ways_on.iter().find(|(kind, _)| kind == refused).map(|(_, way)| *way)
    }
}

/// Seconds from its confirmation, or its last done target, after which a write with [`Rule::expires`] is dropped
/// unsent.
pub const EXPIRES_AFTER: i64 = 300;
