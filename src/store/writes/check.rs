//! Groups of targets whose outcome is unknown, each with the reading that finds it out and its result.

use super::probe::Probe;
use super::settle::Settling;
use crate::store::subject::{EntryId, Item};
use crate::store::writes::journal::{Entry, State, Target};

/// Targets of one write whose outcome became unknown at the same time; one reading reads all of them.
#[derive(Clone, Debug)]
pub struct Check {
    pub number: u64,
    pub entry: EntryId,
    pub settling: Settling,
}

/// A reading that is to be made now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Number of the `Check`, by which the result of the reading is handed back.
    pub check: u64,
    pub probe: Probe,
}

/// Consequences of a reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// Targets that were not done and are sent once more automatically, as the user has not changed them since.
    pub again: Vec<(EntryId, Item)>,
    /// Write of which this reading has decided the last open target.
    pub over: Option<EntryId>,
}

/// Reason why the outcome of a write cannot be read back, with the user's next step.
pub const NOT_READABLE: &str = "The service has nothing that tells the outcome: look there, then R sends it anyway.";

/// Targets of an entry with an unknown or undetermined outcome; empty if nothing at the service shows the outcome.
pub fn to_check(entry: &Entry) -> Vec<Item> {
    let open = |state| matches!(state, State::GivenUp | State::Unknown);
    let items: Vec<Item> = entry.targets.iter().filter(|target| open(target.state)).map(Target::item).collect();
    if items.is_empty() || entry.intent.probe(entry, &items).is_none() { Vec::new() } else { items }
}
