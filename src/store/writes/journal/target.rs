//! Target of a write: value before and after, and state.

use serde_json::{Map, Value as Json};

use super::State;
use crate::base::Timestamp;
use crate::client::FailureKind;
use crate::store::subject::{FieldName, Item, Subject, Value};

/// One thing that a write is about, or one field of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub subject: Subject,
    /// Field the write sets; `None` if the write is about the thing as a whole.
    pub field: Option<FieldName>,
    /// Value before the write, as last known when it was sent; `None` if unknown. For a target without a field: true
    /// if the thing was as wanted already; for a domain being removed, its own settings.
    pub before: Option<Value>,
    /// Value the write sets; true for a target without a field.
    pub after: Value,
    /// Highest number, at the time of sending, of the kind of thing the write makes (import, export, image, campaign);
    /// for mail, the time of sending. The write's own result has a higher one.
    pub newest: Option<i64>,
    /// Number of the thing the write made at the service (import, export, ignored sender); `None` until it is known.
    pub made: Option<i64>,
    pub state: State,
    /// Number of times the target was sent, without tries that certainly changed nothing. A cancelled write gets the
    /// highest number, so that the program does not send it again.
    pub sends: u8,
    /// Time of the last change of `state`.
    pub at: Timestamp,
    /// Reason for the state, for users: `still not archived after 3 readings`; empty if the answer gave the state.
    pub evidence: String,
    /// Kind of the refusal, from which the next step is told; not kept on disk.
    pub refused: Option<FailureKind>,
}

impl Target {
    /// Target that waits to be sent.
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

    /// Target that is not sent, while the others of its write are; `why` is a clause.
    pub fn left_out(item: Item, after: Value, why: &str, at: Timestamp) -> Self {
        Self { state: State::Refused, evidence: format!("{LEFT_OUT}{why}"), ..Self::planned(item, None, after, at) }
    }

    /// Key of the target in its entry.
    pub fn item(&self) -> Item {
        Item { subject: self.subject.clone(), field: self.field.clone() }
    }

    /// True if the target has this key.
    pub fn is(&self, item: &Item) -> bool {
        self.subject == item.subject && self.field == item.field
    }

    pub(super) fn key(&self) -> (&Subject, Option<&FieldName>) {
        (&self.subject, self.field.as_ref())
    }

    /// True if the thing was as wanted before the write reached the service.
    pub(super) fn was_so(&self) -> bool {
        self.state == State::SettledApplied && self.before.as_ref() == Some(&self.after)
    }

    /// True if the write changes the value; false for a field whose value before is unknown.
    pub fn would_change(&self) -> bool {
        match (&self.field, &self.before) {
            (Some(_), before) => before.as_ref().is_some_and(|before| *before != self.after),
            (None, before) => *before != Some(Value::Bool(true)),
        }
    }

    /// Own settings of a domain to be removed, by name; `None` if they were not read.
    pub fn own(&self) -> Option<&Map<String, Json>> {
        match (&self.field, &self.before) {
            (None, Some(Value::Json(own))) => own.as_object(),
            _ => None,
        }
    }

    /// True if the target was left out of its write.
    pub fn is_left_out(&self) -> bool {
        self.state == State::Refused && self.evidence.starts_with(LEFT_OUT)
    }
}

/// Beginning of [`Target::evidence`] for a target that was left out of its write.
pub(super) const LEFT_OUT: &str = "not sent: ";
