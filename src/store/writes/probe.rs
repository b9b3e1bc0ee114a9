//! Readings before a write goes out and after its answer was lost, as data; each kind of write says in its file what
//! they mean.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

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

/// Number of rows or names up to which they are read one by one; more are read through the list.
pub const SINGLY: usize = 200;

/// Number of domains up to which settings are read one by one; above it the pages are read.
pub const SETTINGS_SINGLY: usize = 20;

/// A reading, as data: the worker makes it and hands back the [`Found`] values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Inquiries, each read on its own.
    Inquiries(Vec<Id<Inquiry>>),
    /// Pages of the list of all inquiries, then of the hidden ones, until all of these were seen.
    InquiryPages(Vec<Id<Inquiry>>),
    Senders,
    /// All pages of the list of images.
    Images,
    /// Domains, each read on its own.
    Domains(Vec<DomainName>),
    /// Settings of these domains: of a few one by one, of many through pages of 200.
    OwnSettings(Vec<DomainName>),
    /// All pages of a tab, to see which of these names are on it.
    DomainPages(Tab, Vec<DomainName>),
    /// Names that are neither on the detected list any more nor in the account, among these: they were ignored.
    Ignored(Vec<DomainName>),
    /// Imports newer than `newest`, and which of them was made from which of these inputs.
    Imports {
        newest: i64,
        inputs: Vec<(Item, Input)>,
    },
    Exports(exports::Kind),
    /// The number of the newest import.
    NewestImport,
    /// The content of a file on this machine, with its encoding and separator.
    File(PathBuf, Written),
    /// The answer to a query of the screens.
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

/// A value that was changed elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub item: Item,
    /// Name of the value as the user reads it.
    pub label: String,
    pub yours: Value,
    pub seen: Option<Value>,
    pub now: Value,
}

impl Probe {
    /// The answer to this request.
    pub fn answer<R: Request>(request: &R) -> Self {
        Self::Answer(Asked { call: request.call(), decode: decode::<R> })
    }
}

/// Function that makes the reading of some items.
type About<'a> = dyn Fn(&[Item]) -> Probe + 'a;

/// A reading before a write goes out: declared beside the write, made by [`crate::store::Store::looks`]
/// and [`crate::store::Store::looked`].
pub struct ReadAgain<'a> {
    /// Time each item was last read; items without one are always read.
    read_at: Vec<(Item, Option<Timestamp>)>,
    /// Age in seconds from which an item is read again.
    older_than: i64,
    want: Box<About<'a>>,
}

impl<'a> ReadAgain<'a> {
    /// A reading that is always made.
    pub fn always(probe: Probe) -> Self {
        Self { read_at: Vec::new(), older_than: 0, want: Box::new(move |_| probe.clone()) }
    }

    /// A reading of the items last read more than `seconds` ago.
    pub fn older_than(
        seconds: i64,
        read_at: Vec<(Item, Option<Timestamp>)>,
        want: impl Fn(&[Item]) -> Probe + 'a,
    ) -> Self {
        Self { read_at, older_than: seconds, want: Box::new(want) }
    }

    /// The reading that is due at this time.
    pub fn due(&self, now: Timestamp) -> Option<Probe> {
        if self.read_at.is_empty() {
            return Some((self.want)(&[]));
        }
        // A reading in the future was made by another clock.
        let young = |at: Timestamp| (0..=self.older_than).contains(&(now.0 - at.0));
        let old = self.read_at.iter().filter(|(_, at)| !at.is_some_and(young));
        let old: Vec<Item> = old.map(|(item, _)| item.clone()).collect();
        (!old.is_empty()).then(|| (self.want)(&old))
    }
}

/// Result of comparing a target with a new reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Still the value the user saw.
    Same,
    /// Somebody else has set the wanted value: nothing is sent, and there is nothing to undo.
    So,
    /// The write must not go out any more; holds the reason as a clause.
    Out(String),
    /// Another value than the user saw, so the user decides.
    Moved(Value),
    /// Values of a write about many things differ from those the user saw, so the user decides about the whole write;
    /// here it is made over the current values.
    MovedWithin(Box<Intent>, Vec<Moved>),
}

/// Input an import was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A list of names, as its [`digest_of_names`].
    Names(String),
    /// Some of these names, in punycode, and no others: the service leaves out names the act does not apply to.
    Among(Arc<HashSet<String>>),
    /// A file, as the digest of its bytes.
    File(String),
    /// The input of an earlier import.
    Of(Id<Import>),
}

/// What a reading found. Things that could not be read are left out, or all of it is [`Found::Nothing`].
#[derive(Clone, Debug, Default)]
pub enum Found {
    /// Nothing, because it could not be read.
    #[default]
    Nothing,
    /// The service does not permit reading it, or has nothing there.
    Refused(Box<Failure>),
    /// Inquiries by number; `None` where the service does not know it.
    Inquiries(HashMap<Id<Inquiry>, Option<Box<Row<Inquiry>>>>),
    Senders(Vec<Sender>),
    /// Every image of the account.
    Images(Vec<Image>),
    Domains(Vec<(DomainName, Option<Box<Row<Domain>>>)>),
    /// Names asked for that are not on the tab, in punycode; every page was read.
    OffTab(HashSet<String>),
    /// The number of rows on a tab that became shorter while it was read, which may have hidden a row.
    Shrinking(Tab, u64),
    /// Import made from each input, `None` if there is none; from an input of several names, one row for each name an
    /// import has.
    Imports(HashMap<Item, Option<Id<Import>>>),
    Exports(Vec<Export>),
    /// The settings of domains by their punycode; `None` where the service knows no such domain.
    OwnSettings(HashMap<String, Option<Named<Setting>>>),
    /// Number of the newest import; `None` where there is none yet.
    NewestImport(Option<i64>),
    /// Digest of the file's content; `None` when it cannot be read.
    File(Option<String>),
    /// Decoded answer to a query.
    Answer(Asked, Arc<dyn Any + Send + Sync>),
}

impl Found {
    /// The decoded answer, if it has that type.
    pub fn answer<T: 'static>(&self) -> Option<&T> {
        if let Self::Answer(_, answer) = self { answer.downcast_ref() } else { None }
    }

    /// Number of the newest import, export, image or campaign found: the one a write makes will have a higher number.
    pub fn newest(&self) -> Option<i64> {
        match self {
            Self::NewestImport(id) => Some(id.unwrap_or(0)),
            Self::Exports(exports) => Some(exports.iter().map(|export| export.export_id.get()).max().unwrap_or(0)),
            Self::Images(images) => Some(images.iter().map(|image| image.image_id.get()).max().unwrap_or(0)),
            found => found.answer::<CampaignList>()?.newest(),
        }
    }
}

/// The digest of a list of names, independent of spelling, order, empty lines and line ends: the list the service gives
/// back need not be the bytes it was sent.
pub fn digest_of_names<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let canonical = |line: &str| {
        DomainName::parse(line).map_or_else(|_| line.trim().to_lowercase(), |name| name.punycode().to_owned())
    };
    let mut names: Vec<String> = lines.filter(|line| !line.trim().is_empty()).map(canonical).collect();
    names.sort_unstable();
    names.dedup();
    crate::base::digest(names.join("\n").as_bytes())
}

/// The reading that shows whether imports were made of these targets; `None` if nothing does.
pub fn import_probe(entry: &Entry, items: &[Item], inputs: impl FnOnce() -> Vec<(Item, Input)>) -> Option<Probe> {
    // Without the number of the newest import from before, an older import of the same names would be taken for this
    // one.
    let newest = items.iter().map(|item| entry.target(item)?.newest).min().flatten()?;
    Some(Probe::Imports { newest, inputs: inputs() })
}

/// Result of a target from the imports found. A name is done if it is in an import itself; other names of the same
/// import prove nothing about it.
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
