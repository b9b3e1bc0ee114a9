//! What is read to find out what became of a write, and what the readings say about each of its targets.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::marks_tell;
use super::settle::Reading;
use crate::api::domains::Tab;
use crate::api::types::{Domain, DomainState, Export, Import, Inquiry, Sender};
use crate::api::{Row, exports};
use crate::base::{DomainName, Id, Written};
use crate::store::intent::{Intent, Mark, Settles, Subject};
use crate::store::journal::Entry;

/// Rows or names up to this many are read one by one, more through the list (reliability: settling a bulk write).
pub const SINGLY: usize = 200;

/// What to read, as data: the worker asks for it and hands back what it [`Found`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Each by itself.
    Inquiries(Vec<Id<Inquiry>>),
    /// The pages of the whole list until all of these were seen.
    InquiryPages(Vec<Id<Inquiry>>),
    Senders,
    /// Each by itself.
    Domains(Vec<DomainName>),
    /// All pages of a tab; which of these names are on it.
    DomainPages(Tab, Vec<DomainName>),
    /// Which of these names are on the detected list no more, and not in the account either: ignored.
    Ignored(Vec<DomainName>),
    /// The imports newer than `newest`, and which was made from which of these inputs.
    Imports {
        newest: i64,
        inputs: Vec<(Subject, Input)>,
    },
    Exports(exports::Kind),
    /// The number of the newest import.
    NewestImport,
    /// The content of a file on this machine, which is written so.
    File(PathBuf, Written),
}

/// What an import was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A list of names: [`digest_of_names`].
    Names(String),
    /// Some of these names, in punycode, and no others: the service passes over those the act does not apply to.
    Among(Arc<HashSet<String>>),
    /// A file: the digest of its bytes.
    File(String),
    /// The input of an earlier import.
    Of(Id<Import>),
}

/// What the worker found. What could not be read is left out, or is [`Found::Nothing`].
#[derive(Clone, Debug, Default)]
pub enum Found {
    /// Nothing could be read.
    #[default]
    Nothing,
    /// `None`: the service does not know it.
    Inquiries(HashMap<Id<Inquiry>, Option<Box<Row<Inquiry>>>>),
    Senders(Vec<Sender>),
    Domains(Vec<(DomainName, Option<Box<Row<Domain>>>)>),
    /// Those of the names asked for, in punycode, that are not on the tab; every page was read.
    OffTab(HashSet<String>),
    /// The tab became shorter while it was read, which may have hidden a row: only how many are on it now is told.
    Shrinking(Tab, u64),
    /// Of every input whether an import was made from it, and of a call with names which of them are in one.
    Imports(HashMap<Subject, Option<Id<Import>>>),
    Exports(Vec<Export>),
    /// `None` where there is none yet.
    NewestImport(Option<i64>),
    /// The digest of its content; `None` when it cannot be read.
    File(Option<String>),
}

/// The digest of a list of names, whatever its spelling, order, empty lines and line ends: what the service gives back of
/// a list need not be the bytes it was sent.
pub fn digest_of_names<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let canonical = |line: &str| {
        DomainName::parse(line).map_or_else(|_| line.trim().to_lowercase(), |name| name.punycode().to_owned())
    };
    let mut names: Vec<String> = lines.filter(|line| !line.trim().is_empty()).map(canonical).collect();
    names.sort_unstable();
    names.dedup();
    crate::base::digest(names.join("\n").as_bytes())
}

impl Entry {
    /// What to read about these of its targets; `None` where nothing tells.
    pub fn probe(&self, subjects: &[Subject]) -> Option<Probe> {
        let ids = || subjects.iter().filter_map(Subject::inquiry).collect::<Vec<_>>();
        let names = || subjects.iter().filter_map(Subject::name).collect::<Vec<_>>();
        let few = subjects.len() <= SINGLY;
        Some(match self.intent.rule().settles {
            Settles::Marks if few => Probe::Inquiries(ids()),
            Settles::Marks => Probe::InquiryPages(ids()),
            Settles::Mailed => Probe::Inquiries(ids()),
            Settles::Nothing => return None,
            Settles::Senders => Probe::Senders,
            Settles::Account if few => Probe::Domains(names()),
            Settles::Account => Probe::DomainPages(Tab::MyDomains, names()),
            Settles::Detected => Probe::Ignored(names()),
            Settles::Import => {
                // Without knowing what was there before, an older import of the same names would be taken for this one.
                let newest = subjects.iter().map(|subject| self.target(subject)?.newest).min().flatten()?;
                Probe::Imports { newest, inputs: self.inputs(subjects) }
            }
            Settles::Export => match (&self.intent, subjects) {
                (Intent::Export(ask), [subject]) if self.target(subject)?.newest.is_some() => Probe::Exports(ask.kind),
                _ => return None,
            },
        })
    }

    /// What the imports of these targets were made from. Names that travel one by one are an input each; those of bulk
    /// calls that knew the same newest import are one, under the first of them.
    fn inputs(&self, subjects: &[Subject]) -> Vec<(Subject, Input)> {
        match &self.intent {
            Intent::AddDomains { .. } => {
                let digest = |part: &Subject| digest_of_names(self.intent.lines(part).iter().map(String::as_str));
                subjects.iter().map(|part| (part.clone(), Input::Names(digest(part)))).collect()
            }
            Intent::ImportCsv(csv) => {
                subjects.iter().map(|file| (file.clone(), Input::File(csv.digest.clone()))).collect()
            }
            Intent::RerunImport { import } => {
                subjects.iter().map(|subject| (subject.clone(), Input::Of(*import))).collect()
            }
            Intent::Domains { .. } => {
                let wanted: HashSet<Option<i64>> =
                    subjects.iter().filter_map(|subject| Some(self.target(subject)?.newest)).collect();
                let one = |name: &Subject| Some((name.clone(), HashSet::from([name.name()?.punycode().to_owned()])));
                let among = |(first, names): (Subject, _)| (first, Input::Among(Arc::new(names)));
                if self.intent.rule().together == 1 {
                    return subjects.iter().filter_map(one).map(among).collect();
                }
                let mut calls: BTreeMap<Option<i64>, (Subject, HashSet<String>)> = BTreeMap::new();
                for target in self.targets.iter().filter(|target| wanted.contains(&target.newest)) {
                    if let Subject::Domain(name) = &target.subject {
                        let call = calls.entry(target.newest);
                        call.or_insert_with(|| (target.subject.clone(), HashSet::new())).1.insert(name.to_string());
                    }
                }
                calls.into_values().map(among).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a reading says about one of its targets.
    pub fn reading(&self, subject: &Subject, found: &Found) -> Reading {
        match (found, subject) {
            (Found::Inquiries(rows), Subject::Inquiry(id)) => match rows.get(id) {
                Some(Some(row)) => self.of_inquiry(subject, &row.value),
                // What is not there at all is in no list either.
                Some(None) if self.mark() == Some((Mark::Hidden, true)) => Reading::Done(None),
                Some(None) => Reading::Gone,
                None => Reading::Failed,
            },
            (Found::Senders(senders), Subject::Sender(address)) => {
                let listed = senders.iter().find(|sender| {
                    sender.value.get().is_some_and(|value| value.raw().trim().to_lowercase() == **address)
                });
                match (&self.intent, listed) {
                    (Intent::IgnoreSender { .. }, Some(sender)) => Reading::Done(Some(sender.id.get())),
                    (Intent::AllowSender { id, .. }, Some(sender)) if sender.id == *id => Reading::Not,
                    (Intent::AllowSender { .. }, _) => Reading::Done(None),
                    _ => Reading::Not,
                }
            }
            (Found::Domains(rows), Subject::Domain(name)) => {
                match rows.iter().find(|(known, _)| known.punycode() == &**name) {
                    Some((_, None)) => Reading::Done(None),
                    Some((_, Some(row))) => match row.value.state.get() {
                        Some(DomainState::Removed | DomainState::Detected) => Reading::Done(None),
                        Some(DomainState::Other(_)) | None => Reading::Failed,
                        Some(_) => Reading::Not,
                    },
                    None => Reading::Failed,
                }
            }
            (Found::OffTab(names), Subject::Domain(name)) if names.contains(&**name) => Reading::Seems,
            (Found::OffTab(_), Subject::Domain(_)) => Reading::Not,
            (Found::Imports(found), _) => self.of_imports(subject, found),
            (Found::Exports(exports), Subject::Export(_)) => self.of_exports(subject, exports),
            _ => Reading::Failed,
        }
    }

    fn of_inquiry(&self, subject: &Subject, inquiry: &Inquiry) -> Reading {
        let Some((mark, to)) = self.mark() else {
            // Mailed since it was sent; an earlier mail proves nothing.
            let sent = self.target(subject).and_then(|target| target.newest);
            let newer = inquiry.seller_notified.copied().zip(sent).is_some_and(|(at, sent)| at.0 > sent);
            return if newer { Reading::Done(None) } else { Reading::Not };
        };
        match inquiry.marks.get().and_then(|marks| marks_tell(marks, mark)) {
            Some(is) if is == to => Reading::Done(None),
            Some(_) => Reading::Not,
            None => Reading::Failed,
        }
    }

    /// A name is done when it is in an import itself: of another call that was lost, or passed over, the others in the
    /// same import prove nothing.
    fn of_imports(&self, subject: &Subject, found: &HashMap<Subject, Option<Id<Import>>>) -> Reading {
        let its_call_was_read = || {
            let newest = self.target(subject)?.newest;
            found.get(&self.targets.iter().find(|target| target.newest == newest)?.subject)
        };
        match found.get(subject) {
            Some(Some(id)) => Reading::Done(Some(id.get())),
            Some(None) => Reading::Not,
            None if its_call_was_read().is_some() => Reading::Not,
            None => Reading::Failed,
        }
    }

    fn of_exports(&self, subject: &Subject, exports: &[Export]) -> Reading {
        let Intent::Export(ask) = &self.intent else { return Reading::Failed };
        let newest = self.target(subject).and_then(|target| target.newest);
        let newer = |export: &&Export| newest.is_some_and(|newest| export.export_id.get() > newest);
        match exports.iter().filter(newer).find(|export| ask.is_met_by(export)) {
            Some(export) => Reading::Done(Some(export.export_id.get())),
            None => Reading::Not,
        }
    }
}
