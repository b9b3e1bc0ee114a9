//! Adds names, one in each line, as typed. They are sent in parts, one import each; a part is sent after the one
//! before was accepted. A refusal ends the write, and the parts that were not sent are reported.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::super::kind::{Kind, Said};
use super::super::rule::{Caution, Job, Noun, Rule, Still, Topic, Travel, Verb};
use super::super::{Intent, Item, Subject};
use crate::api::domains::{self, Casing};
use crate::api::{Call, DecodeError, Request};
use crate::base::{Timestamp, clean_line};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::Entry;
use crate::store::writes::probe::{Found, Input, Probe, ReadAgain, digest_of_names, import_probe, import_reading};
use crate::store::writes::settle::Reading;

/// Most names in a call that adds domains. The documents do not state a limit.
pub const ADD_CHUNK: usize = 5_000;

/// Lines of text, shared by all copies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines(pub Arc<[String]>);

impl Serialize for Lines {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Lines {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Vec::<String>::deserialize(deserializer)?.into()))
    }
}

/// Adds names to the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddDomains {
    pub lines: Lines,
    pub casing: Casing,
}

impl AddDomains {
    fn lines(&self, part: &Item) -> &[String] {
        let Subject::Part(part) = part.subject else { return &[] };
        let from = (part as usize * ADD_CHUNK).min(self.lines.0.len());
        &self.lines.0[from..self.lines.0.len().min(from + ADD_CHUNK)]
    }
}

impl Intent {
    /// Lines of one part of the names to add; empty for another kind of write.
    pub fn lines(&self, part: &Item) -> &[String] {
        if let Self::AddDomains(adds) = self { adds.lines(part) } else { &[] }
    }
}

impl Verb {
    pub const ADD_DOMAINS: Self = Self("AddDomains");
}

pub(super) static RULES: [Rule; 1] = [Rule {
    verb: Verb::ADD_DOMAINS,
    topic: Topic::JOBS,
    noun: Noun::NAME,
    asked: "Add {}",
    done: "added",
    doing: "Adding {}",
    action: "add {}",
    caution: Caution::AtOnce,
    travel: Travel::InOrder,
    job: Some(Job::Import),
    still: Still::alike("no import was made"),
    ..Rule::BASE
}];

impl Kind for AddDomains {
    fn items(&self) -> Vec<Item> {
        (0..self.lines.0.len().div_ceil(ADD_CHUNK)).map(|part| Subject::Part(part as u32).into()).collect()
    }

    fn call(&self, items: &[Item]) -> Call {
        let domains = items.iter().flat_map(|part| self.lines(part)).cloned().collect();
        domains::Add { domains, casing_mode: Some(self.casing) }.call()
    }

    fn said(&self, _: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        Ok(Said::made(domains::Add::decode(body)?.value.import_id.get()))
    }

    fn size(&self) -> usize {
        self.lines.0.len()
    }

    fn what(&self) -> String {
        match &*self.lines.0 {
            [name] => clean_line(name).into_owned(),
            lines => self.rule().noun.count(lines.len()),
        }
    }

    fn why_not(&self, _: &Grounds<'_>, _: Timestamp) -> Option<String> {
        let empty = self.lines.0.iter().all(|line| line.trim().is_empty());
        empty.then(|| "No name to add.".to_owned())
    }

    fn reads_first<'a>(&'a self, _: &Grounds<'a>, _: &[Item]) -> Vec<ReadAgain<'a>> {
        vec![ReadAgain::always(Probe::NewestImport)]
    }

    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        let digest = |part: &Item| digest_of_names(self.lines(part).iter().map(String::as_str));
        import_probe(entry, items, || items.iter().map(|part| (part.clone(), Input::Names(digest(part)))).collect())
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        import_reading(entry, item, found)
    }
}
