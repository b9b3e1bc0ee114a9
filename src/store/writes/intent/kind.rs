//! What a kind of write must say: the one contract between its file and what is the same for all writes.

use std::collections::HashSet;

use super::edit::{self, Values};
use super::rule::Rule;
use super::{Intent, Item, Subject, Value};
use crate::api::replies::BulkResult;
use crate::api::types::InquiryMarks;
use crate::api::{Ability, Call, DecodeError, Endpoint, Needs};
use crate::base::{DomainName, Timestamp};
use crate::client::Failure;
use crate::store::Store;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// What the answer to a write says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// The one thing was done; the marks or the number of what it made, where the answer tells them.
    Done { marks: Option<InquiryMarks>, made: Option<i64> },
    /// The values that were saved, as the service has them now.
    Saved(Vec<(Item, Value)>),
    /// Many things were asked for at once.
    Bulk(BulkSaid),
    /// Each thing is told by itself.
    Each(Vec<(Item, Told)>),
    /// Something else that runs already was answered instead (trap F.14): its number, and why in a clause.
    Instead { made: i64, why: String },
}

impl Said {
    /// It was done.
    pub const fn done() -> Self {
        Self::Done { marks: None, made: None }
    }

    /// It was done, and this is the number of what it made.
    pub const fn made(number: i64) -> Self {
        Self::Done { marks: None, made: Some(number) }
    }
}

/// What an answer that tells of each thing says of one.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    Done,
    /// It was done, and is read back because it matters what the service made of it; or it was passed over.
    ReadBack,
    Refused(Failure),
}

/// The answer to a bulk call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkSaid {
    pub matched: Option<i64>,
    /// `None` while it is queued.
    pub applied: Option<i64>,
    pub queued: bool,
    /// Of the things sent, those the service does not know (or not on that tab).
    pub not_found: Vec<Item>,
}

impl BulkSaid {
    /// Reads the answer to a bulk call about these things.
    pub fn read(result: &BulkResult, items: &[Item]) -> Self {
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let missing: HashSet<String> =
            result.not_found.get().map(Vec::as_slice).unwrap_or_default().iter().map(text).collect();
        let is_missing = |item: &&Item| match &item.subject {
            Subject::Inquiry(id) => missing.contains(&id.to_string()),
            Subject::Domain(punycode) => {
                missing.contains(&**punycode) || missing.contains(DomainName::from_service(punycode).unicode())
            }
            _ => false,
        };
        // Most answers miss nothing; the names need no second look then.
        let not_found =
            if missing.is_empty() { Vec::new() } else { items.iter().filter(is_missing).cloned().collect() };
        Self {
            matched: result.matched.copied(),
            applied: result.applied.copied(),
            queued: result.queued.is(&true),
            not_found,
        }
    }
}

/// What a refusal means for one of the things it was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing of its own: the words of the refusal stand for all of them.
    Whole,
    /// The words for this one.
    Of(String),
    /// What was wanted is so already: it counts as done.
    So,
}

impl Refusal {
    /// [`Self::So`] where the refusal says that.
    pub(super) const fn so_if(so: bool) -> Self {
        if so { Self::So } else { Self::Whole }
    }
}

/// What the question before a write says and asks for besides its [`Rule`].
#[derive(Debug, Default)]
pub struct Asks {
    /// What must be seen before it is confirmed, a sentence each.
    pub warnings: Vec<String>,
    /// What must be typed before it goes out, because nothing surely brings it back.
    pub typed: Option<String>,
}

/// What is to be reversed of a write.
pub struct Undone<'a> {
    pub targets: Vec<&'a Target>,
    /// What is reversed is itself an undo.
    pub redo: bool,
}

/// The rules of a kind of write, as its file lists them.
pub trait Ruled {
    fn rules(&self) -> &'static [Rule];
}

/// A kind of write. What most kinds share has a default.
pub trait Kind: Ruled {
    /// Its words and what else is no code: one of the `RULES` of its file, which for most has no other.
    fn rule(&self) -> &'static Rule {
        &self.rules()[0]
    }

    /// What it is about, in no order: the journal keeps one target with a state of its own for each.
    fn items(&self) -> Vec<Item>;

    /// The same write about these targets only; `None` where it is no list of things and stays as it is.
    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        let _ = targets;
        None
    }

    /// The catalogue's entry for the call about one of its things: what it needs, and what it makes stale. To be said where
    /// a call about none of them is another one.
    fn endpoint(&self) -> &'static Endpoint {
        self.call(&[]).endpoint
    }

    /// The call for these of its items; how they travel is told by the [`Rule`].
    fn call(&self, items: &[Item]) -> Call;

    /// Reads the body of a successful answer to [`Kind::call`].
    ///
    /// # Errors
    /// When it does not say plainly that it was done: it is read back then instead of believed.
    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError>;

    /// How many things it is about.
    fn size(&self) -> usize {
        1
    }

    /// What it is about: a name where it is one and has one, else the number.
    fn what(&self) -> String {
        let one = if self.size() == 1 { self.items().pop() } else { None };
        // People know an inquiry by its row, not by its number.
        let named = one.filter(|item| item.inquiry().is_none());
        named.map_or_else(|| self.rule().noun.count(self.size()), |item| item.words())
    }

    /// The ability its call needs; of a bulk call that of its action.
    fn ability(&self) -> Option<Ability> {
        if let Needs::One(ability) = self.endpoint().needs { Some(ability) } else { None }
    }

    /// What the item is to become. Where it is no field, that it is done.
    fn after(&self, item: &Item) -> Value {
        let _ = item;
        Value::Bool(true)
    }

    /// What the item was when the user decided, as far as known: what an undo restores.
    fn before(&self, store: &Store, item: &Item) -> Option<Value> {
        let _ = (store, item);
        None
    }

    /// What the service last said the item is; `None` where nothing is known or it may have changed since.
    fn truth(&self, store: &Store, item: &Item) -> Option<Value> {
        let _ = (store, item);
        None
    }

    /// The part of a write that sets values of fields.
    fn values(&self) -> Option<&dyn Values> {
        None
    }

    /// What the question before it says and asks for besides its rule.
    fn asks(&self) -> Asks {
        Asks::default()
    }

    /// Why it is not possible now, as a sentence; for several things the first that is not says so.
    fn why_not(&self, store: &Store, now: Timestamp) -> Option<String> {
        let _ = (store, now);
        None
    }

    /// What a refusal of the service means for one of its things.
    fn refusal(&self, refused: &Failure, item: &Item) -> Refusal {
        let _ = (refused, item);
        Refusal::Whole
    }

    /// What takes it back, or does it again.
    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let _ = undone;
        None
    }

    /// What to read before these items go out, and what it is for.
    fn reads_first<'a>(&'a self, store: &'a Store, items: &[Item]) -> Vec<ReadAgain<'a>> {
        let _ = (store, items);
        Vec::new()
    }

    /// What that reading says of one of its targets.
    fn compare(&self, target: &Target, found: &Found) -> Compared {
        let now = |values: &dyn Values| values.found(found, &target.item());
        self.values().map_or(Compared::Same, |values| edit::compare(target, now(values)))
    }

    /// What to read to find out what became of these targets; `None` where nothing tells.
    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        let _ = (entry, items);
        None
    }

    /// What a reading says about one of its targets.
    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        self.values().map_or(Reading::Failed, |values| edit::reading(entry, item, values.found(found, item)))
    }

    /// What it has come to where it made something, in words of its own.
    fn made_words(&self, made: i64) -> Option<String> {
        let _ = made;
        None
    }
}
