//! Code shared by kinds of write that set values: fields with the value before and after, compared with what is read
//! again.

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

/// Number of values up to which they are named one by one; more are counted.
const NAMED: usize = 5;

/// One field to set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    pub field: FieldName,
    /// Value the user saw; an undo restores it.
    #[serde(with = "known_or_not")]
    pub before: Option<Value>,
    pub after: Value,
}

/// Format of a value that may be unknown, so that `None` and a value of null stay different in JSON.
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
    /// The edit a target stands for; `None` for a target without a field.
    pub fn of(target: &Target) -> Option<Self> {
        let (before, after) = (target.before.clone(), target.after.clone());
        Some(Self { field: target.field.clone()?, before, after })
    }

    /// The edit that restores a target; `None` if its value before is unknown.
    pub fn back(target: &Target) -> Option<Self> {
        let (before, after) = (Some(target.after.clone()), target.before.clone()?);
        Some(Self { field: target.field.clone()?, before, after })
    }

    /// The edits that restore all values of a write.
    pub fn all_back(undone: &Undone<'_>) -> Vec<Self> {
        undone.targets.iter().filter_map(|target| Self::back(target)).collect()
    }

    /// The edit of an item, among these of one thing.
    pub fn find<'a>(edits: &'a [Self], item: &Item) -> Option<&'a Self> {
        let field = item.field.as_ref()?;
        edits.iter().find(|edit| edit.field == *field)
    }

    /// The targets of edits of one thing.
    pub fn items(edits: &[Self], subject: &Subject) -> Vec<Item> {
        edits.iter().map(|edit| Item::field(subject.clone(), edit.field.clone())).collect()
    }
}

/// The part of a write that sets values of fields, one target each.
pub trait Values {
    /// Label of a field on the screen.
    fn label(&self, item: &Item) -> String;

    /// The value of a field in what was read; `None` where the answer does not have it.
    fn found(&self, found: &Found, item: &Item) -> Option<Value>;

    /// Takes a value that the service has saved into the answers its field is read from. Settings need none of this:
    /// the store takes them in.
    fn acknowledge(&self, answers: &mut Queries, item: &Item, value: &Value) {
        let _ = (answers, item, value);
    }
}

/// Compares a target with a value read again before the write goes out. `now` is `None` if the answer does not
/// carry the field.
pub fn compare(target: &Target, now: Option<Value>) -> Compared {
    moved(target.before.as_ref(), &target.after, now).map_or(Compared::Same, Compared::Moved)
}

/// The value somebody else has set since `before` was seen; `None` where it is still the same, or is `after` already.
pub fn moved(before: Option<&Value>, after: &Value, now: Option<Value>) -> Option<Value> {
    // A value that nobody saw needs a question like one that was changed.
    now.filter(|now| !before.is_some_and(|before| before.is_same(now)) && !now.is_same(after))
}

/// Result of a value read after the answer to a write was lost.
pub fn reading(entry: &Entry, item: &Item, now: Option<Value>) -> Reading {
    match (entry.target(item), now) {
        (Some(target), Some(now)) if now.is_same(&target.after) => Reading::Done(None),
        (Some(target), Some(now)) if target.before.as_ref().is_some_and(|before| before.is_same(&now)) => Reading::Not,
        (Some(_), Some(_)) => Reading::Other,
        _ => Reading::Failed,
    }
}

/// Meaning of a refusal for one field: its own words where it is named, else that another field was refused.
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

/// Reason why a field was not saved when the refusal names another one.
pub const OTHER_REFUSED: &str = "another field was refused";

impl Intent {
    /// Label of a field on the screen.
    pub fn label(&self, item: &Item) -> String {
        self.values().map(|values| values.label(item)).unwrap_or_default()
    }

    /// The values set, by name: `Website set to “a.example”, BIN price of solarpark.de set to $4,900`. More than five
    /// are counted: `87 settings of 30 domains`. `None` for writes that set no values.
    pub fn values_words(&self, targets: &[&Target], index: &InquiryIndex, said: SayValue<'_>) -> Option<String> {
        let is_value = |target: &&Target| target.field.is_some() && target.subject.inquiry().is_none();
        if targets.is_empty() || !targets.iter().all(is_value) {
            return None;
        }
        if targets.len() > NAMED {
            let what = self.rule().noun.count(targets.len());
            let domains: HashSet<&Subject> = targets.iter().map(|target| &target.subject).collect();
            return Some(match domains.len() {
                0 | 1 => what,
                many => format!("{what} of {}", Noun::DOMAIN.count(many)),
            });
        }
        let is_currency = |target: &Target| target.field.as_ref().is_some_and(|field| field.as_str() == CURRENCY);
        let word = |target: &&Target| {
            let item = target.item();
            let set = targets.iter().find(|other| other.subject == target.subject && is_currency(other));
            let value = said(&item, &target.after, set.map(|set| &set.after));
            format!("{} set to {value}", self.called(&item, index))
        };
        Some(targets.iter().map(word).collect::<Vec<_>>().join(", "))
    }
}
