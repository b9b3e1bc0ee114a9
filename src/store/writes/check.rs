//! Writes whose outcome is not known, as they are read back: which of their targets, by which reading, with what
//! result.

use super::probe::Probe;
use super::settle::Settling;
use crate::store::subject::{EntryId, Item};
use crate::store::writes::journal::{Entry, State, Target};

/// Targets of one write that became unknown together and are read together.
#[derive(Clone, Debug)]
pub struct Check {
    pub number: u64,
    pub entry: EntryId,
    pub settling: Settling,
}

/// A reading that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Number of the check; hand it back with what was found.
    pub check: u64,
    pub probe: Probe,
}

/// Results of a reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// Targets proven not done, which are sent once more automatically: the user has not changed them since.
    pub again: Vec<(EntryId, Item)>,
    /// The write of which this reading has decided the last open target.
    pub over: Option<EntryId>,
}

/// Reason why reading again does not help, and the next step.
pub const NOT_READABLE: &str = "The service has nothing that tells the outcome: look there, then R sends it anyway.";

/// Items of an entry that another reading may settle; none if the service has nothing to read them from.
pub fn to_check(entry: &Entry) -> Vec<Item> {
    let open = |state| matches!(state, State::GivenUp | State::Unknown);
    let items: Vec<Item> = entry.targets.iter().filter(|target| open(target.state)).map(Target::item).collect();
    if items.is_empty() || entry.intent.probe(entry, &items).is_none() { Vec::new() } else { items }
}
