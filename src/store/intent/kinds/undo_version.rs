//! Sets back what one saved version of settings changed. The service stores that as a new version, which can be undone in
//! turn; nothing else is changed.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said};
use super::super::rule::{Noun, Rule, Still, Topic, Verb};
use super::super::{FieldName, Intent, Item, Subject, Value};
use super::profile::profile_value;
use super::settings::found_value;
use crate::api::abilities::{DOMAINS_SETTINGS_RESTORE, SETTINGS_RESTORE};
use crate::api::{Ability, Call, DecodeError, Endpoint, Request, profile, settings};
use crate::base::{DomainName, Id};
use crate::store::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe};
use crate::store::writes::settle::Reading;

/// One setting of the version: what it was before the save, and what it became.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    pub name: FieldName,
    pub before: Value,
    pub after: Value,
}

/// Undoes a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoVersion {
    pub version: i64,
    /// The account, the profile or a domain.
    pub of: Subject,
    pub changes: Vec<Changed>,
}

impl Verb {
    pub const UNDO_VERSION: Self = Self("UndoVersion");
}

static RULE: Rule = Rule {
    verb: Verb::UNDO_VERSION,
    topic: Topic::VALUES,
    noun: Noun::VERSION,
    asked: "Undo {}",
    done: "undone",
    doing: "Undoing {}",
    action: "undo {}",
    consequence: "It becomes a new version, which can be undone here, too. Nothing else changes.",
    together: 1,
    still: Still::alike("nothing changed"),
    ..Rule::BASE
};

impl UndoVersion {
    fn now(&self) -> Probe {
        match &self.of {
            Subject::Domain(name) => Probe::OwnSettings(vec![DomainName::from_service(name)]),
            Subject::Profile => Probe::answer(&profile::Get {}),
            _ => Probe::answer(&settings::Get {}),
        }
    }

    /// Whether every setting of it has the value `of` says; `None` where one is not told.
    fn all_are(&self, found: &Found, of: fn(&Changed) -> &Value) -> Option<bool> {
        let now = |change: &Changed| match &self.of {
            Subject::Profile => profile_value(found.answer()?, change.name.as_str()),
            of => found_value(found, &Item::field(of.clone(), change.name.clone())),
        };
        // What was not told proves nothing.
        let mut same = (!self.changes.is_empty()).then_some(true)?;
        for change in &self.changes {
            same &= now(change)?.is_same(of(change));
        }
        Some(same)
    }
}

impl Kind for UndoVersion {
    fn rules() -> &'static [Rule] {
        std::slice::from_ref(&RULE)
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }

    fn items(&self) -> Vec<Item> {
        vec![Subject::Version(self.version).into()]
    }

    fn narrowed(&self, _: &mut dyn Iterator<Item = &Target>) -> Intent {
        self.clone().into()
    }

    fn endpoint(&self) -> &'static Endpoint {
        settings::Undo::ENDPOINT
    }

    fn ability(&self) -> Option<Ability> {
        Some(if self.of.name().is_some() { DOMAINS_SETTINGS_RESTORE } else { SETTINGS_RESTORE })
    }

    fn call(&self, _: &[Item]) -> Call {
        settings::Undo { history_id: Id::new(self.version) }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        settings::Undo::decode(body).map(|_| Said::done())
    }

    fn what(&self) -> String {
        format!("version {} of {}", self.version, self.of.words())
    }

    fn probe(&self, _: &Entry, _: &[Item]) -> Option<Probe> {
        Some(self.now())
    }

    fn reading(&self, _: &Entry, _: &Item, found: &Found) -> Reading {
        match (self.all_are(found, |change| &change.before), self.all_are(found, |change| &change.after)) {
            (Some(true), _) => Reading::Done(None),
            (_, Some(true)) => Reading::Not,
            (Some(false), Some(false)) => Reading::Other,
            _ => Reading::Failed,
        }
    }
}
