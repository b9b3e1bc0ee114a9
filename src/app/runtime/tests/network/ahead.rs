//! Faults planned for the next requests.

use super::{Count, Network};
use crate::app::runtime::tests::trouble::Trouble;
use crate::store::writes::intent::Verb;

impl Network {
    /// How many of a hundred requests meet trouble from now on.
    pub fn trouble(&self, percent: u8) {
        self.notes().percent = percent;
    }

    /// What the next write meets, whatever the dice say.
    pub fn next_write(&self, trouble: Trouble) {
        self.notes().next = Some(trouble);
    }

    /// What the next read meets.
    pub fn next_read(&self, trouble: Trouble) {
        self.notes().next_read = Some(trouble);
    }

    /// What every read meets from now on.
    pub fn reads(&self, trouble: Option<Trouble>) {
        self.notes().always[0] = trouble;
    }

    /// What everything meets from now on.
    pub fn trouble_is(&self, trouble: Option<Trouble>) {
        self.notes().always = [trouble; 2];
    }

    /// What every write meets from now on.
    pub fn writes(&self, trouble: Option<Trouble>) {
        self.notes().always[1] = trouble;
    }

    /// What the first write of each kind meets from now on.
    pub fn first(&self, trouble: Trouble) {
        self.notes().first = Some(trouble);
    }

    /// How often a kind of write was sent, and carried out.
    pub fn count(&self, verb: Verb) -> Count {
        self.notes().counts.get(&verb).copied().unwrap_or_default()
    }

    /// Whether answers carry the service's time.
    pub fn dated(&self, dated: bool) {
        self.notes().undated = !dated;
    }
}
