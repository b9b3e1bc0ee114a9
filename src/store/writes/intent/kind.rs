//! What each kind of write says about itself in its file, for the code that all writes share.

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

/// Meaning of the answer to a write.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// The one thing was done; with its marks or the number of the thing made, where the answer has them.
    Done { marks: Option<InquiryMarks>, made: Option<i64> },
    /// The saved values, as the service has them now.
    Saved(Vec<(Item, Value)>),
    /// The answer to a bulk call.
    Bulk(BulkSaid),
    /// A result for each thing.
    Each(Vec<(Item, Told)>),
    /// An older job that still runs, answered instead of a new one (trap F.14): its number and the reason, a clause.
    Instead { made: i64, why: String },
}

impl Said {
    /// Answer to a write that was done.
    pub const fn done() -> Self {
        Self::Done { marks: None, made: None }
    }

    /// Answer to a write that was done, with the number of the thing made.
    pub const fn made(number: i64) -> Self {
        Self::Done { marks: None, made: Some(number) }
    }
}

/// Result of one thing in an answer that names each.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    Done,
    /// Done, but to be read back because the resulting value matters; or left out of the answer by the service.
    ReadBack,
    Refused(Failure),
}

/// The answer to a bulk call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkSaid {
    pub matched: Option<i64>,
    /// Number of things changed; `None` while the call is queued.
    pub applied: Option<i64>,
    pub queued: bool,
    /// Things sent that the service does not know, or does not have on that tab.
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
        // Nearly every answer names nothing missing, and then the names need not be compared.
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

/// Meaning of a refusal for one of the things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing special: the words of the refusal apply to all things.
    Whole,
    /// Words for this thing alone.
    Of(String),
    /// The thing is already as wanted, so it counts as done.
    So,
}

impl Refusal {
    /// [`Self::So`] where the refusal says so, else [`Self::Whole`].
    pub(super) const fn so_if(so: bool) -> Self {
        if so { Self::So } else { Self::Whole }
    }
}

/// Contents of the question before a write, besides its [`Rule`].
#[derive(Debug, Default)]
pub struct Asks {
    /// Warnings to show before the write is confirmed, a sentence each.
    pub warnings: Vec<String>,
    /// Text the user must type before the write goes out, because it may not be possible to undo it.
    pub typed: Option<String>,
}

/// The part of a write to be reversed.
pub struct Undone<'a> {
    pub targets: Vec<&'a Target>,
    /// True when the reversed write is itself an undo.
    pub redo: bool,
}

/// The rules of a kind of write, as its file lists them.
pub trait Ruled {
    fn rules(&self) -> &'static [Rule];
}

/// A kind of write. What most kinds share has a default.
pub trait Kind: Ruled {
    /// Words and settings of the kind: one of the `RULES` of its file, most of which have just one.
    fn rule(&self) -> &'static Rule {
        &self.rules()[0]
    }

    /// Items the write is about, in no order: the journal keeps one target with a state of its own for each.
    fn items(&self) -> Vec<Item>;

    /// The write about these targets only; `None` if it is not a list of things and stays as it is.
    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        let _ = targets;
        None
    }

    /// Endpoint of the call about one of the things, with the ability it needs and what it makes stale. To be given
    /// where [`Kind::call`] makes another call for no things.
    fn endpoint(&self) -> &'static Endpoint {
        self.call(&[]).endpoint
    }

    /// The call for these items of the write; the [`Rule`] says how they travel.
    fn call(&self, items: &[Item]) -> Call;

    /// Reads the body of a successful answer to [`Kind::call`].
    ///
    /// # Errors
    /// When the body does not plainly say that the write was done: then the outcome is read back.
    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError>;

    /// Number of things the write is about.
    fn size(&self) -> usize {
        1
    }

    /// Name of the single thing the write is about if it has one, else the number of things.
    fn what(&self) -> String {
        let one = if self.size() == 1 { self.items().pop() } else { None };
        // People know an inquiry by its row, not by its number, so it is counted.
        let named = one.filter(|item| item.inquiry().is_none());
        named.map_or_else(|| self.rule().noun.count(self.size()), |item| item.words())
    }

    /// The ability the call needs; for a bulk call, that of its action.
    fn ability(&self) -> Option<Ability> {
        if let Needs::One(ability) = self.endpoint().needs { Some(ability) } else { None }
    }

    /// Value the item is to have; true where the item is not a field.
    fn after(&self, item: &Item) -> Value {
        let _ = item;
        Value::Bool(true)
    }

    /// Value of the item when the user decided, as far as known: an undo restores it.
    fn before(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        let _ = (grounds, item);
        None
    }

    /// Value of the item last told by the service; `None` if nothing is known or it may have changed since.
    fn truth(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        let _ = (grounds, item);
        None
    }

    /// The part of a write that sets values of fields.
    fn values(&self) -> Option<&dyn Values> {
        None
    }

    /// Contents of the question before the write, besides its rule.
    fn asks(&self) -> Asks {
        Asks::default()
    }

    /// Reason why the write is not possible now, a sentence; for several things, the reason of the first that is not
    /// possible.
    fn why_not(&self, grounds: &Grounds<'_>, now: Timestamp) -> Option<String> {
        let _ = (grounds, now);
        None
    }

    /// Meaning of a refusal for one of the things of the write.
    fn refusal(&self, refused: &Failure, item: &Item) -> Refusal {
        let _ = (refused, item);
        Refusal::Whole
    }

    /// The write that reverses this one, or redoes it.
    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        let _ = undone;
        None
    }

    /// Readings before these items go out, and their purpose.
    fn reads_first<'a>(&'a self, grounds: &Grounds<'a>, items: &[Item]) -> Vec<ReadAgain<'a>> {
        let _ = (grounds, items);
        Vec::new()
    }

    /// Result of a reading asked for by `reads_first`, for one target of the write: the same as before, or changed.
    fn compare(&self, target: &Target, found: &Found) -> Compared {
        let now = |values: &dyn Values| values.found(found, &target.item());
        self.values().map_or(Compared::Same, |values| edit::compare(target, now(values)))
    }

    /// The reading that finds out the results of these targets; `None` if nothing shows them.
    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        let _ = (entry, items);
        None
    }

    /// Result of [`Kind::probe`]'s reading for one of the write's targets.
    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        self.values().map_or(Reading::Failed, |values| edit::reading(entry, item, values.found(found, item)))
    }

    /// Words for the thing the write made, by its number.
    fn made_words(&self, made: i64) -> Option<String> {
        let _ = made;
        None
    }
}
