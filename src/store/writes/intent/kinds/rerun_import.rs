//! Runs an import that has ended again, as a new import.

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said};
use super::super::rule::{Job, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Item, Subject};
use crate::api::types::Import;
use crate::api::{Call, DecodeError, Request, imports};
use crate::base::Id;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::Entry;
use crate::store::writes::probe::{Found, Input, Probe, ReadAgain, import_probe, import_reading};
use crate::store::writes::settle::Reading;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RerunImport {
    pub import: Id<Import>,
}

impl Verb {
    pub const RERUN_IMPORT: Self = Self("RerunImport");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::RERUN_IMPORT,
    topic: Topic::JOBS,
    noun: Noun::IMPORT,
    asked: "Run {} again",
    done: "started again",
    doing: "Starting {} again",
    action: "run {}",
    consequence: "The service imports the same lines again, with the same options.",
    travel: Travel::SINGLY,
    job: Some(Job::Import),
    still: Still::alike("no import was made"),
    ..Rule::BASE
}];

impl Kind for RerunImport {
    fn items(&self) -> Vec<Item> {
        vec![Subject::Import(self.import).into()]
    }

    fn call(&self, _: &[Item]) -> Call {
        imports::Rerun { id: self.import }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        Ok(Said::made(imports::Rerun::decode(body)?.value.import_id.get()))
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        vec![ReadAgain::always(Probe::NewestImport)]
    }

    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        import_probe(entry, items, || items.iter().map(|item| (item.clone(), Input::Of(self.import))).collect())
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        import_reading(entry, item, found)
    }

    fn made_words(&self, made: i64) -> Option<String> {
        Some(format!("Import {made} started from the file of {}", self.import))
    }
}
