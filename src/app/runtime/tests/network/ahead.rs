//! Faults set for the next requests.

use super::{Count, Network};
use crate::app::runtime::tests::trouble::Trouble;
use crate::store::writes::intent::Verb;

impl Network {
    /// Sets the percentage of requests that meet a fault from now on.
    pub fn trouble(&self, percent: u8) {
        self.notes().percent = percent;
    }

    /// Sets the fault of the next write, instead of a random one.
    pub fn next_write(&self, trouble: Trouble) {
        self.notes().next = Some(trouble);
    }

    /// Sets the fault of the next read.
    pub fn next_read(&self, trouble: Trouble) {
        self.notes().next_read = Some(trouble);
    }

    /// Sets the fault of every read from now on.
    pub fn reads(&self, trouble: Option<Trouble>) {
        self.notes().always[0] = trouble;
    }

    /// Sets the fault of every request from now on.
    pub fn trouble_is(&self, trouble: Option<Trouble>) {
        self.notes().always = [trouble; 2];
    }

    /// Sets the fault of every write from now on.
    pub fn writes(&self, trouble: Option<Trouble>) {
        self.notes().always[1] = trouble;
    }

    /// Sets the fault that the first write of each kind meets from now on.
    pub fn first(&self, trouble: Trouble) {
        self.notes().first = Some(trouble);
    }

    /// Number of times a kind of write was sent, and carried out.
    pub fn count(&self, verb: Verb) -> Count {
        self.notes().counts.get(&verb).copied().unwrap_or_default()
    }

    /// Sets whether answers have a `Date` header.
    pub fn dated(&self, dated: bool) {
        self.notes().undated = !dated;
    }
}
