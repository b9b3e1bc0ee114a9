//! Data by which a write is planned and settled, without the rest of the store: kinds of write read it and change
//! nothing.

use serde_json::{Map, Value as Json};

use super::journal::Journal;
use crate::api::profile;
use crate::api::settings::Get;
use crate::base::Timestamp;
use crate::store::answers::Queries;
use crate::store::index::Index;
use crate::store::index::overlay::Values;
use crate::store::lists::Lists;
use crate::store::lists::settings::{own_value, read_at};
use crate::store::subject::{Item, Subject, Value};
use crate::store::{Own, Session};

/// Data that decides about a write: session, answers, lists, rows, journal and pending values.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'a> {
    pub(in crate::store) session: &'a Session,
    pub(in crate::store) answers: &'a Queries,
    pub(in crate::store) lists: &'a Lists,
    pub(in crate::store) index: &'a Index,
    pub(in crate::store) journal: &'a Journal,
    /// Pending values of things that are not in the index of inquiries or of domains.
    pub(in crate::store) overlay: &'a Values,
}

impl Grounds<'_> {
    /// Own value of a setting of the account or a domain: null if it inherits, `None` if unknown.
    pub fn own_setting(&self, item: &Item) -> Option<Value> {
        let name = item.field.as_ref()?.as_str();
        match &item.subject {
            Subject::Account => {
                let loaded = self.answers.of(&Get {});
                own_value(&item.subject, loaded.value.filter(|_| !loaded.stale)?.settings.get(name)?)
            }
            Subject::Domain(punycode) => match self.lists.settings.of(punycode) {
                Some(own) => Some(own.get(name).cloned().unwrap_or(Value::Null)),
                None if self.lists.settings.whole.is_some() && self.index.domains.is_verified(punycode) => {
                    Some(Value::Null)
                }
                None => None,
            },
            _ => None,
        }
    }

    /// Time at which the own settings of a thing were last read.
    pub fn own_settings_at(&self, subject: &Subject) -> Option<Timestamp> {
        match subject {
            Subject::Account => read_at(&self.answers.of(&Get {})),
            Subject::Profile => read_at(&self.answers.of(&profile::Get {})),
            Subject::Domain(punycode) => match self.lists.settings.of.get(punycode) {
                Some(read) => Some(read.at),
                None => self.lists.settings.whole.filter(|_| self.index.domains.is_verified(punycode)),
            },
            _ => None,
        }
    }

    /// Own settings of a domain, in the form in which the write that removes the domain keeps them; `None` if they
    /// were not read.
    pub fn own_as_kept(&self, subject: &Subject) -> Option<Value> {
        self.own_settings_at(subject)?;
        let Subject::Domain(punycode) = subject else { return None };
        let own = self.lists.settings.of(punycode).into_iter().flat_map(Own::iter);
        let own: Map<String, Json> = own.map(|(name, value)| (name.to_string(), value.clone().into())).collect();
        Some(Json::Object(own).into())
    }
}
