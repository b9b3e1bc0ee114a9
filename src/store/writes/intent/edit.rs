//! Code shared by the kinds of write that set fields: the value before and after, and the comparison with a later
//! reading.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::kind::{Refusal, Undone};
use super::rule::Noun;
use super::{FieldName, Intent, Item, Subject, Value};
use crate::client::Failure;
use crate::store::answers::Queries;
use crate::store::index::inquiries::InquiryIndex;
use crate::store::subject::CURRENCY;
use crate::store::writes::journal::{Entry, SayValue, Target};
use crate::store::writes::probe::{Compared, Found};
use crate::store::writes::settle::Reading;

/// Number of values up to which words name each; of more, they say the number.
const NAMED: usize = 5;

/// New value of one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub field: FieldName,
    /// Value the user saw, which an undo restores; `None` if it was unknown.
    #[serde(with = "known_or_not")]
    pub before: Option<Value>,
    pub after: Value,
}

/// JSON of a value that may be unknown: an empty list for `None`, so that it differs from a value of null.
pub(super) mod known_or_not {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Value;

    #[expect(clippy::ref_option, reason = "as serde calls it")]
    pub fn serialize<S: Serializer>(value: &Option<Value>, serializer: S) -> Result<S::Ok, S::Error> {
        value.iter().collect::<Vec<_>>().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
        Ok(Vec::<Value>::deserialize(deserializer)?.pop())
    }
}

impl Edit {
    /// Edit of a target; `None` for a target without a field.
    pub fn of(target: &Target) -> Option<Self> {
        let (before, after) = (target.before.clone(), target.after.clone());
        Some(Self { field: target.field.clone()?, before, after })
    }

    /// Edit that restores the value before; `None` if that is unknown.
    pub fn back(target: &Target) -> Option<Self> {
        let (before, after) = (Some(target.after.clone()), target.before.clone()?);
        Some(Self { field: target.field.clone()?, before, after })
    }

    /// Edits that restore the values of a write, without those whose value before is unknown.
    pub fn all_back(undone: &Undone<'_>) -> Vec<Self> {
        undone.targets.iter().filter_map(|target| Self::back(target)).collect()
    }

    /// Edit of an item, among edits of one thing.
    pub fn find<'a>(edits: &'a [Self], item: &Item) -> Option<&'a Self> {
        let field = item.field.as_ref()?;
        edits.iter().find(|edit| edit.field == *field)
    }

    /// Items of the edits of one thing.
    pub fn items(edits: &[Self], subject: &Subject) -> Vec<Item> {
        edits.iter().map(|edit| Item::field(subject.clone(), edit.field.clone())).collect()
    }
}

/// The part of a [`Kind`](super::kind::Kind) that sets values of fields, one target each.
pub trait Values {
    /// Label of a field on the screen.
    fn label(&self, item: &Item) -> String;

    /// Value of a field in a reading; `None` where the reading does not have it.
    fn found(&self, found: &Found, item: &Item) -> Option<Value>;

    /// Puts a value the service has saved into the answers from which screens read its field. Settings need no code
    /// here: the store puts them in.
    fn acknowledge(&self, answers: &mut Queries, item: &Item, value: &Value) {
        let _ = (answers, item, value);
    }
}

/// Compares a target with a value read before the write is sent; `now` is `None` where the reading does not
/// have the field.
pub fn compare(target: &Target, now: Option<Value>) -> Compared {
    moved(target.before.as_ref(), &target.after, now).map_or(Compared::Same, Compared::Moved)
}

/// Value that somebody else has set since the user saw `before`; `None` if it is still `before`, or is `after`
/// already.
pub fn moved(before: Option<&Value>, after: &Value, now: Option<Value>) -> Option<Value> {
    // An unknown value before needs a question, just as a changed one does.
    now.filter(|now| !before.is_some_and(|before| before.is_same(now)) && !now.is_same(after))
}

/// Result of a reading made because the answer to the write was lost.
pub fn reading(entry: &Entry, item: &Item, now: Option<Value>) -> Reading {
    match (entry.target(item), now) {
        (Some(target), Some(now)) if now.is_same(&target.after) => Reading::Done(None),
        (Some(target), Some(now)) if target.before.as_ref().is_some_and(|before| before.is_same(&now)) => Reading::Not,
        (Some(_), Some(_)) => Reading::Other,
        _ => Reading::Failed,
    }
}

/// Meaning of a refusal for one field: the refusal's words about this field, else that another field was refused.
pub fn refusal(refused: &Failure, item: &Item) -> Refusal {
    let Some(field) = &item.field else { return Refusal::Whole };
    let about = |name: &str| refused.errors.iter().find(|error| error.field.as_ref().is_some_and(|f| f.raw() == name));
    match about(field.as_str()) {
        Some(error) if !error.message.is_blank() => Refusal::Of(error.message.line().into_owned()),
        Some(_) => Refusal::Of(refused.sentence()),
        None if refused.errors.iter().any(|error| error.field.is_some()) => Refusal::Of(OTHER_REFUSED.to_owned()),
        None => Refusal::Whole,
    }
}

/// Reason why a field was not saved if the refusal names another field.
pub const OTHER_REFUSED: &str = "another field was refused";

impl Intent {
    /// Label of a field on the screen.
    pub fn label(&self, item: &Item) -> String {
        self.values().map(|values| values.label(item)).unwrap_or_default()
    }

    /// Values a write sets, by name: `Website set to “a.example”, BIN price of solarpark.de set to $4,900`; of more
    /// than `NAMED` the number: `87 settings of 30 domains`, or `80 of 87 settings of 30 domains` where they are a part of
    /// `all`. `None` for writes that set no values.
    pub fn values_words(
        &self,
        targets: &[&Target],
        all: usize,
        index: &InquiryIndex,
        said: SayValue<'_>,
    ) -> Option<String> {
        let is_value = |target: &&Target| target.field.is_some() && target.subject.inquiry().is_none();
        if targets.is_empty() || !targets.iter().all(is_value) {
            return None;
        }
        if targets.len() > NAMED {
            let what = self.rule().noun.part(targets.len(), all);
            let domains: HashSet<&Subject> = targets.iter().map(|target| &target.subject).collect();
            return Some(match domains.len() {
                0 | 1 => what,
                many => format!("{what} of {}", Noun::DOMAIN.count(many)),
            });
        }
        let is_currency = |target: &Target| target.field.as_ref().is_some_and(|field| field.as_str() == CURRENCY);
        let value = |target: &Target| {
            let set = targets.iter().find(|other| other.subject == target.subject && is_currency(other));
            said(&target.item(), &target.after, set.map(|set| &set.after))
        };
        // Of one field of several things the label is said once: `BIN price set to $4,900 (a.com), $2,000 (b.com)`.
        let label = self.label(&targets[0].item());
        if targets.len() > 1 && targets.iter().all(|target| self.label(&target.item()) == label) {
            let word = |target: &&Target| format!("{} ({})", value(target), target.subject.called(index));
            return Some(format!("{label} set to {}", targets.iter().map(word).collect::<Vec<_>>().join(", ")));
        }
        let word = |target: &&Target| format!("{} set to {}", self.called(&target.item(), index), value(target));
        Some(targets.iter().map(word).collect::<Vec<_>>().join(", "))
    }
}
