//! Readings before a write is sent and after its answer was lost, as data. Each kind of write gives their meaning in
//! its file.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;

use super::settle::Reading;
use crate::api::domains::Tab;
use crate::api::types::{CampaignList, Domain, Export, Image, Import, Inquiry, Named, Sender, Setting};
use crate::api::{Call, Request, Row, exports};
use crate::base::{DomainName, Id, Timestamp, Written};
use crate::client::Failure;
use crate::store::answers::{DecodeFn, decode};
use crate::store::subject::{Item, Value};
use crate::store::writes::intent::Intent;
use crate::store::writes::journal::Entry;

/// Number of inquiries or domains up to which they are read one by one; more are read through pages of the list
///
pub const SINGLY: usize = 200;

/// Number of domains up to which their settings are read one by one; more are read through pages.
pub const SETTINGS_SINGLY: usize = 20;

/// Reading as data: the worker makes it and returns a [`Found`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Inquiries, one by one.
    Inquiries(Vec<Id<Inquiry>>),
    /// Pages of the list of all inquiries, then of hidden ones, until all of these were found.
    InquiryPages(Vec<Id<Inquiry>>),
    Senders,
    /// All pages of the list of images.
    Images,
    /// Domains, one by one.
    Domains(Vec<DomainName>),
    /// Own settings of these domains: up to [`SETTINGS_SINGLY`] one by one, else through pages of 200.
    OwnSettings(Vec<DomainName>),
    /// All pages of a tab, to learn which of these names are on it.
    DomainPages(Tab, Vec<DomainName>),
    /// Those of these names that are neither on the tab Detected nor in the account, and so were ignored.
    Ignored(Vec<DomainName>),
    /// Imports newer than `newest`, to learn which was made from each of these inputs.
    Imports {
        newest: i64,
        inputs: Vec<(Item, Input)>,
    },
    Exports(exports::Kind),
    /// Number of the newest import.
    NewestImport,
    /// Content of a file on this machine, with its encoding and separator.
    File(PathBuf, Written),
    /// Answer to a query as screens ask it.
    Answer(Asked),
}

/// A query as data.
#[derive(Clone, Debug)]
pub struct Asked {
    pub call: Call,
    pub decode: DecodeFn,
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        self.call.key() == other.call.key()
    }
}

impl Eq for Asked {}

/// Value that was changed elsewhere since the user saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub item: Item,
    /// Name of the value on screen.
    pub label: String,
    pub yours: Value,
    pub seen: Option<Value>,
    pub now: Value,
}

impl Probe {
    /// Reading of the answer to this request.
    pub fn answer<R: Request>(request: &R) -> Self {
        Self::Answer(Asked { call: request.call(), decode: decode::<R> })
    }
}

/// Function that makes the reading of given items.
type About<'a> = dyn Fn(&[Item]) -> Probe + 'a;

/// Reading before a write is sent. Each kind of write says which it needs; [`crate::store::Store::looks`]
/// asks for it and [`crate::store::Store::looked`] takes the result.
pub struct ReadAgain<'a> {
    /// Time each item was last read; an item without one is always read.
    read_at: Vec<(Item, Option<Timestamp>)>,
    /// Age in seconds above which an item is read again.
    older_than: i64,
    want: Box<About<'a>>,
}

impl<'a> ReadAgain<'a> {
    /// A reading that is always made.
    pub fn always(probe: Probe) -> Self {
        Self { read_at: Vec::new(), older_than: 0, want: Box::new(move |_| probe.clone()) }
    }

    /// Reading of those items that were last read more than `seconds` ago.
    pub fn older_than(
        seconds: i64,
        read_at: Vec<(Item, Option<Timestamp>)>,
        want: impl Fn(&[Item]) -> Probe + 'a,
    ) -> Self {
        Self { read_at, older_than: seconds, want: Box::new(want) }
    }

    /// Reading that is due at this time, if any.
    pub fn due(&self, now: Timestamp) -> Option<Probe> {
        if self.read_at.is_empty() {
            return Some((self.want)(&[]));
        }
        // A reading in the future was made before the machine's clock was set back.
        let young = |at: Timestamp| (0..=self.older_than).contains(&(now.0 - at.0));
        let old = self.read_at.iter().filter(|(_, at)| !at.is_some_and(young));
        let old: Vec<Item> = old.map(|(item, _)| item.clone()).collect();
        (!old.is_empty()).then(|| (self.want)(&old))
    }
}

/// Result of comparing a target with a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The value is the one the user saw.
    Same,
    /// Somebody else has set the wanted value: nothing is sent, and an undo has nothing to reverse.
    So,
    /// The target must not be sent any more, for this reason, a clause.
    Out(String),
    /// The value is another one than the user saw, so the user decides.
    Moved(Value),
    /// Values of a write that is sent as a whole differ from those the user saw, so the user decides about all of it:
    /// holds the write made anew from the current values, and the values that differ.
    MovedWithin(Box<Intent>, Vec<Moved>),
}

/// Input from which an import was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// List of names, as its [`digest_of_names`].
    Names(String),
    /// Some of these names in punycode and no others, because the service leaves out names to which the act does not
    /// apply.
    Among(Arc<HashSet<String>>),
    /// File, as the digest of its bytes.
    File(String),
    /// The input of an earlier import.
    Of(Id<Import>),
}

/// Result of a reading. Things that could not be read are missing in it; if none could be read, it is
/// [`Found::Nothing`].
#[derive(Clone, Debug, Default)]
pub enum Found {
    /// Nothing could be read.
    #[default]
    Nothing,
    /// The token may not read it, or the service has nothing there.
    Refused(Box<Failure>),
    /// Inquiries by number; `None` where the service does not know it.
    Inquiries(HashMap<Id<Inquiry>, Option<Box<Row<Inquiry>>>>),
    Senders(Vec<Sender>),
    /// Every image of the account.
    Images(Vec<Image>),
    Domains(Vec<(DomainName, Option<Box<Row<Domain>>>)>),
    /// Names of the reading that are on no page of the tab, in punycode.
    OffTab(HashSet<String>),
    /// Tab that became shorter while its pages were read, so that a row may have been missed; with its number of rows.
    Shrinking(Tab, u64),
    /// Import made from each input; `None` if there is none. An input of several names gives a row for each name that
    /// is in an import.
    Imports(HashMap<Item, Option<Id<Import>>>),
    Exports(Vec<Export>),
    /// Settings of domains by punycode; `None` for a domain the service does not know.
    OwnSettings(HashMap<String, Option<Named<Setting>>>),
    /// Number of the newest import; `None` if there is none.
    NewestImport(Option<i64>),
    /// Digest of the file's content; `None` if the file cannot be read.
    File(Option<String>),
    /// Answer to a query, decoded and as it was sent.
    Answer(Asked, Arc<dyn Any + Send + Sync>, Bytes),
}

impl Found {
    /// Decoded answer, if it has type `T`.
    pub fn answer<T: 'static>(&self) -> Option<&T> {
        if let Self::Answer(_, answer, _) = self { answer.downcast_ref() } else { None }
    }

    /// Highest number of the imports, exports, images or campaigns found; a thing that a write makes later has a
    /// higher one.
    pub fn newest(&self) -> Option<i64> {
        match self {
            Self::NewestImport(id) => Some(id.unwrap_or(0)),
            Self::Exports(exports) => Some(exports.iter().map(|export| export.export_id.get()).max().unwrap_or(0)),
            Self::Images(images) => Some(images.iter().map(|image| image.image_id.get()).max().unwrap_or(0)),
            found => found.answer::<CampaignList>()?.newest(),
        }
    }
}

/// Digest of a list of names, independent of spelling, order, empty lines and line ends, because the service may
/// return a list in other bytes than it got.
pub fn digest_of_names<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let canonical = |line: &str| {
        DomainName::parse(line).map_or_else(|_| line.trim().to_lowercase(), |name| name.punycode().to_owned())
    };
    let mut names: Vec<String> = lines.filter(|line| !line.trim().is_empty()).map(canonical).collect();
    names.sort_unstable();
    names.dedup();
    crate::base::digest(names.join("\n").as_bytes())
}

/// Reading that shows whether imports were made from these targets; `None` if no target has the number of the newest
/// earlier import.
pub fn import_probe(entry: &Entry, items: &[Item], inputs: impl FnOnce() -> Vec<(Item, Input)>) -> Option<Probe> {
    // Without the number of the newest earlier import, an earlier import of the same names would be taken for this
    // write's.
    let newest = items.iter().map(|item| entry.target(item)?.newest).min().flatten()?;
    Some(Probe::Imports { newest, inputs: inputs() })
}

/// Outcome of a target in the imports found. A name counts as done only if it is in an import itself, not because
/// other names of its call are.
pub fn import_reading(entry: &Entry, item: &Item, found: &Found) -> Reading {
    let Found::Imports(found) = found else { return Reading::Failed };
    let its_call_was_read = || {
        let newest = entry.target(item)?.newest;
        found.get(&entry.targets.iter().find(|target| target.newest == newest)?.item())
    };
    match found.get(item) {
        Some(Some(id)) => Reading::Done(Some(id.get())),
        Some(None) => Reading::Not,
        None if its_call_was_read().is_some() => Reading::Not,
        None => Reading::Failed,
    }
}
