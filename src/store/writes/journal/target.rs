//! One target of a write: the value before and after, and its outcome.

use serde_json::{Map, Value as Json};

use super::State;
use crate::base::Timestamp;
use crate::client::FailureKind;
use crate::store::subject::{FieldName, Item, Subject, Value};

/// One thing, or one field of a thing, that a write is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub subject: Subject,
    /// The field that is set; `None` where the write is about the thing as a whole.
    pub field: Option<FieldName>,
    /// Value before the write, as best known when it was sent; `None` when it was not known. For a target without a
    /// field: true where the thing was as wanted already, or, for a removed domain, its own settings.
    pub before: Option<Value>,
    /// Value the write sets; true for a target without a field.
    pub after: Value,
    /// Number of the newest thing of the kind the write makes (import, export, image, campaign) when it was sent, or
    /// for mail the time it was sent: results of the write are newer.
    pub newest: Option<i64>,
    /// Number of the thing the write made at the service (import, export, ignored sender), once known.
    pub made: Option<i64>,
    pub state: State,
    /// Number of times it was sent, not counting tries that surely changed nothing. A cancelled write gets the highest
    /// number, so that the program does not send it again.
    pub sends: u8,
    /// Time of the last change of `state`.
    pub at: Timestamp,
    /// Evidence for users: `still not archived after 3 readings`; empty if the answer itself showed the outcome.
    pub evidence: String,
    /// Kind of the refusal in this run, for the next step; not kept on disk.
    pub refused: Option<FailureKind>,
}

impl Target {
    /// A target that waits to be sent.
    pub fn planned(item: impl Into<Item>, before: Option<Value>, after: Value, at: Timestamp) -> Self {
        let Item { subject, field } = item.into();
        Self {
            subject,
            field,
            before,
            after,
            newest: None,
            made: None,
            state: State::Planned,
            sends: 0,
            at,
            evidence: String::new(),
            refused: None,
        }
    }

    /// A target left out of its write, which goes on without it; `why` is a clause.
    pub fn left_out(item: Item, after: Value, why: &str, at: Timestamp) -> Self {
        Self { state: State::Refused, evidence: format!("{LEFT_OUT}{why}"), ..Self::planned(item, None, after, at) }
    }

    /// Key of the target in the entry.
    pub fn item(&self) -> Item {
        Item { subject: self.subject.clone(), field: self.field.clone() }
    }

    /// True when the target has that key.
    pub fn is(&self, item: &Item) -> bool {
        self.subject == item.subject && self.field == item.field
    }

    pub(super) fn key(&self) -> (&Subject, Option<&FieldName>) {
        (&self.subject, self.field.as_ref())
    }

    /// True when the thing was as wanted before the write reached the service.
    pub(super) fn was_so(&self) -> bool {
        self.state == State::SettledApplied && self.before.as_ref() == Some(&self.after)
    }

    /// True when the write changes the value, as far as the value before is known.
    pub fn would_change(&self) -> bool {
        match (&self.field, &self.before) {
            (Some(_), before) => before.as_ref().is_some_and(|before| *before != self.after),
            (None, before) => *before != Some(Value::Bool(true)),
        }
    }

    /// Own settings of a removed domain by name; `None` if they were not read.
    pub fn own(&self) -> Option<&Map<String, Json>> {
        match (&self.field, &self.before) {
            (None, Some(Value::Json(own))) => own.as_object(),
            _ => None,
        }
    }

    /// True when the target was left out of its write.
    pub fn is_left_out(&self) -> bool {
        self.state == State::Refused && self.evidence.starts_with(LEFT_OUT)
    }
}

/// Beginning of the evidence of a target that was left out of its write.
pub(super) const LEFT_OUT: &str = "not sent: ";
