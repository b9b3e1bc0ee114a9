//! Interface of a kind of write: what its file must give to the code that all writes share.

use std::collections::HashSet;

use super::edit::{self, Values};
use super::rule::Rule;
use super::{Intent, Item, Subject, Value};
use crate::api::replies::BulkResult;
use crate::api::types::InquiryMarks;
use crate::api::{Ability, Call, DecodeError, Endpoint, Needs};
use crate::base::{DomainName, Timestamp};
use crate::client::Failure;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Compared, Found, Probe, ReadAgain};
use crate::store::writes::settle::Reading;

/// Contents of a successful answer to a write.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// The write's only thing was done; with its marks or the number of the thing made, where the answer has them.
    Done { marks: Option<InquiryMarks>, made: Option<i64> },
    /// Values as the service has saved them.
    Saved(Vec<(Item, Value)>),
    /// The answer to a bulk call.
    Bulk(BulkSaid),
    /// Results thing by thing.
    Each(Vec<(Item, Told)>),
    /// Number of an older job that still runs, which the service answered with instead of starting one (trap F.14),
    /// and a clause about that.
    Instead { made: i64, why: String },
}

impl Said {
    /// Contents of an answer that says only that the write was done.
    pub const fn done() -> Self {
        Self::Done { marks: None, made: None }
    }

    /// Contents of an answer that says that the write was done and gives the number of the thing made.
    pub const fn made(number: i64) -> Self {
        Self::Done { marks: None, made: Some(number) }
    }
}

/// Result of one thing, in an answer that gives a result for each.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    Done,
    /// Done, but the resulting value is read back; or missing in the answer.
    ReadBack,
    Refused(Failure),
}

/// The answer to a bulk call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkSaid {
    pub matched: Option<i64>,
    /// Number of things changed; `None` for a queued call.
    pub applied: Option<i64>,
    pub queued: bool,
    /// Things of the call that the service does not know, or does not have on the tab of the call.
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
        // Most answers name nothing missing, so that no names need to be compared.
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

/// Meaning of a refused call for one of its things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The words of the refusal apply to this thing as to all others.
    Whole,
    /// Words about this thing alone.
    Of(String),
    /// The thing is as wanted already, so it counts as done.
    So,
}

impl Refusal {
    /// [`Self::So`] where the refusal says so, else [`Self::Whole`].
    pub(super) const fn so_if(so: bool) -> Self {
        if so { Self::So } else { Self::Whole }
    }
}

/// Parts of the question before a write that are not in its [`Rule`].
#[derive(Debug, Default)]
pub struct Asks {
    /// Warnings shown in the question, a sentence each.
    pub warnings: Vec<String>,
    /// Text the user must type as the answer, where an undo may not be possible.
    pub typed: Option<String>,
}

/// Targets of a write that an undo or redo reverses.
pub struct Undone<'a> {
    pub targets: Vec<&'a Target>,
    /// True when the reversed write is itself an undo.
    pub redo: bool,
}

/// List of the rules of a kind of write.
pub trait Ruled {
    fn rules(&self) -> &'static [Rule];
}

/// A kind of write. Methods whose result is the same for most kinds have a default.
pub trait Kind: Ruled {
    /// Words and settings of this write: one of the `RULES` of its file. Most kinds have a single one.
    fn rule(&self) -> &'static Rule {
        &self.rules()[0]
    }

    /// Items the write is about, in any order; each becomes a target of the journal entry, with its own state.
    fn items(&self) -> Vec<Item>;

    /// Write narrowed to these targets; `None` for a kind that holds no list of things.
    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        let _ = targets;
        None
    }

    /// Endpoint of the write's calls: it names the ability they need and the data they make stale. A kind overrides it
    /// if [`Kind::call`] with no items gives another endpoint.
    fn endpoint(&self) -> &'static Endpoint {
        self.call(&[]).endpoint
    }

    /// Call about these items of the write; [`Rule::travel`] says which items share a call.
    fn call(&self, items: &[Item]) -> Call;

    /// Reads the body of a successful answer to [`Kind::call`].
    ///
    /// # Errors
    /// If the body does not clearly say that the write was done; then the outcome is read back.
    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError>;

    /// Number of things the write is about.
    fn size(&self) -> usize {
        1
    }

    /// Name of the write's thing if it has only one with a name, else the number of its things.
    fn what(&self) -> String {
        let one = if self.size() == 1 { self.items().pop() } else { None };
        // People know an inquiry by its row and not by its number, so even one is counted.
        let named = one.filter(|item| item.inquiry().is_none());
        named.map_or_else(|| self.rule().noun.count(self.size()), |item| item.words())
    }

    /// Ability the call needs; for a bulk call, that of its action.
    fn ability(&self) -> Option<Ability> {
        if let Needs::One(ability) = self.endpoint().needs { Some(ability) } else { None }
    }

    /// Value that the write sets for an item; true where the item is not a field.
    fn after(&self, item: &Item) -> Value {
        let _ = item;
        Value::Bool(true)
    }

    /// Value of the item at the time of the user's decision, which an undo restores; `None` if unknown.
    fn before(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        let _ = (grounds, item);
        None
    }

    /// Value the service last gave for the item; `None` if there is none or it may have changed since.
    fn truth(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        let _ = (grounds, item);
        None
    }

    /// Methods for the fields the write sets; `None` for a write that sets no fields.
    fn values(&self) -> Option<&dyn Values> {
        None
    }

    /// Parts of the question before the write that are not in its rule.
    fn asks(&self) -> Asks {
        Asks::default()
    }

    /// Reason why the write is not possible now, a sentence; of several things, that of the first that has one.
    fn why_not(&self, grounds: &Grounds<'_>, now: Timestamp) -> Option<String> {
        let _ = (grounds, now);
        None
    }

    /// Meaning of a refused call for one of its things.
    fn refusal(&self, refused: &Failure, item: &Item) -> Refusal {
        let _ = (refused, item);
        Refusal::Whole
    }

    /// Write that undoes this one, or redoes it if `undone.redo` is set; `None` if there is none.
    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let _ = undone;
        None
    }

    /// Readings to be made before these items are sent.
    fn reads_first<'a>(&'a self, grounds: &Grounds<'a>, items: &[Item]) -> Vec<ReadAgain<'a>> {
        let _ = (grounds, items);
        Vec::new()
    }

    /// Comparison of a target with a reading asked for by [`Kind::reads_first`].
    fn compare(&self, target: &Target, found: &Found) -> Compared {
        let now = |values: &dyn Values| values.found(found, &target.item());
        self.values().map_or(Compared::Same, |values| edit::compare(target, now(values)))
    }

    /// Reading that shows the outcome of these targets; `None` if nothing at the service shows it.
    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        let _ = (entry, items);
        None
    }

    /// Outcome of a target in the reading of [`Kind::probe`].
    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        self.values().map_or(Reading::Failed, |values| edit::reading(entry, item, values.found(found, item)))
    }

    /// Result of the write in words that name the thing made by its number; `None` for the usual words of the rule.
    fn made_words(&self, made: i64) -> Option<String> {
        let _ = made;
        None
    }
}
