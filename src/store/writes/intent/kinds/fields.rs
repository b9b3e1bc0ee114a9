//! Code shared by writes of the fields of one thing (the profile, the portfolio site). Only changed fields are sent,
//! the service saves all of them or none, and one answer has every field.

use serde_json::{Map, Value as Json};

use super::super::edit::{self, Edit, Values};
use super::super::kind::Ruled;
use super::super::kind::{Asks, Kind, Refusal, Said, Undone};
use super::super::{FieldName, Intent, Item, Subject, Value};
use crate::api::wire::Changes;
use crate::api::{Call, DecodeError, Request};
use crate::base::title_of;
use crate::client::Failure;
use crate::store::answers::Queries;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe, ReadAgain};

/// Answer that has the fields; reading and saving have the same.
type Answer<T> = <<T as Fields>::Read as Request>::Reply;

/// Fields by name, as the service has them.
pub type Object = Map<String, Json>;

/// Write of fields of one thing. Its [`Kind`] is made below from what it gives here.
pub trait Fields: Ruled + From<Vec<Edit>> + Into<Intent> + 'static {
    /// Request that reads the fields.
    type Read: Request;
    /// Request that saves the fields.
    type Save: Request<Reply = Answer<Self>>;

    const SUBJECT: Subject;
    const READ: Self::Read;

    fn edits(&self) -> &[Edit];

    /// Request that saves these changes.
    fn save(changes: Changes) -> Self::Save;

    /// Object with the fields in an answer.
    fn object(answer: &Answer<Self>) -> Option<Object>;

    /// Copy of the answer with this object in place of its own.
    fn with_object(answer: &Answer<Self>, object: Object) -> Option<Answer<Self>>;

    /// Value in the form in which it is compared, if the service may write it in several.
    fn spelled(field: &str, value: Value) -> Value {
        let _ = field;
        value
    }

    /// Labels of the documented fields.
    const FIELDS: &'static [(&'static str, &'static str)];

    /// Label of a field.
    fn called(field: &str) -> String {
        called(Self::FIELDS, field)
    }

    /// Field that a refusal is about, if the refusal does not name it.
    fn refused(refused: &Failure) -> Option<&'static str> {
        let _ = refused;
        None
    }

    /// Contents of the question, as in [`Kind::asks`].
    fn asks_for(&self) -> Asks {
        Asks::default()
    }
}

/// Label of a field from this table, else one made from its name.
pub(super) fn called(fields: &[(&str, &str)], field: &str) -> String {
    let known = fields.iter().find(|(known, _)| *known == field);
    known.map_or_else(|| title_of(field), |(_, label)| (*label).to_owned())
}

/// Value of a field; `None` where the object has no field of this name.
pub fn field_of<T: Fields>(object: &Object, field: &str) -> Option<Value> {
    Some(T::spelled(field, object.get(field)?.clone().into()))
}

/// Value of a field in an answer; `None` where the answer does not have it.
pub fn field_value<T: Fields>(answer: &Answer<T>, field: &str) -> Option<Value> {
    field_of::<T>(&T::object(answer)?, field)
}

fn value_of<T: Fields>(answer: &Answer<T>, item: &Item) -> Option<Value> {
    field_value::<T>(answer, item.field.as_ref()?.as_str())
}

impl<T: Fields> Values for T {
    fn label(&self, item: &Item) -> String {
        item.field.as_ref().map(FieldName::as_str).map(T::called).unwrap_or_default()
    }

    fn found(&self, found: &Found, item: &Item) -> Option<Value> {
        value_of::<T>(found.answer()?, item)
    }

    fn acknowledge(&self, answers: &mut Queries, item: &Item, value: &Value) {
        let Some(field) = &item.field else { return };
        answers.patch(&T::READ.call().key(), |answer| {
            let mut object = T::object(answer)?;
            object.insert(field.as_str().to_owned(), value.clone().into());
            T::with_object(answer, object)
        });
    }
}

impl<T: Fields> Kind for T {
    fn items(&self) -> Vec<Item> {
        Edit::items(self.edits(), &T::SUBJECT)
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(T::from(targets.filter_map(Edit::of).collect()).into())
    }

    fn call(&self, items: &[Item]) -> Call {
        let edits = items.iter().filter_map(|item| Edit::find(self.edits(), item));
        T::save(edits.map(|edit| (edit.field.as_str().to_owned(), edit.after.clone().into())).collect()).call()
    }

    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        let answer = T::Save::decode(body)?;
        let saved = items.iter().filter_map(|item| Some((item.clone(), value_of::<T>(&answer, item)?)));
        Ok(Said::Saved(saved.collect()))
    }

    fn size(&self) -> usize {
        self.edits().len()
    }

    fn what(&self) -> String {
        match self.items().as_slice() {
            [one] => self.label(one),
            items => self.rule().noun.count(items.len()),
        }
    }

    fn after(&self, item: &Item) -> Value {
        Edit::find(self.edits(), item).map_or(Value::Null, |edit| edit.after.clone())
    }

    fn before(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        // A field that the answer does not have is null.
        let read =
            || grounds.answers.of(&T::READ).value.map(|answer| value_of::<T>(answer, item).unwrap_or(Value::Null));
        Edit::find(self.edits(), item)?.before.clone().or_else(read)
    }

    fn truth(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        let loaded = grounds.answers.of(&T::READ);
        loaded.value.filter(|_| !loaded.stale).and_then(|answer| value_of::<T>(answer, item))
    }

    fn asks(&self) -> Asks {
        self.asks_for()
    }

    fn refusal(&self, refused: &Failure, item: &Item) -> Refusal {
        match (T::refused(refused), &item.field) {
            (Some(about), Some(field)) if field.as_str() == about => Refusal::Of(refused.sentence()),
            (Some(_), _) => Refusal::Of(edit::OTHER_REFUSED.to_owned()),
            (None, _) => edit::refusal(refused, item),
        }
    }

    fn values(&self) -> Option<&dyn Values> {
        Some(self)
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        Some(T::from(Edit::all_back(undone)).into())
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        vec![ReadAgain::always(Probe::answer(&T::READ))]
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(Probe::answer(&T::READ))
    }
}
