//! Writes whose outcome is not known: which are read when, and what a reading leads to.

use super::Store;
use super::journal::{EntryId, State, Target};
use super::settle::{Reading, Settling, Verdict};
use super::writes::{WriteProgress, WriteStep, marks_tell};
use crate::api::Row;
use crate::api::types::Inquiry;
use crate::base::{Id, Timestamp};
use crate::client::Failure;

/// One target being settled.
#[derive(Clone, Debug)]
pub struct Check {
    pub entry: EntryId,
    pub target: Id<Inquiry>,
    pub settling: Settling,
}

/// The write is to be sent once more: it was proven not done, and the user did not change the row since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resend {
    pub entry: EntryId,
    pub target: Id<Inquiry>,
}

impl Store {
    /// Targets whose reading is due at `now`; each is told as begun by [`Store::begin_reading`].
    pub fn readings_due(&self, now: Timestamp) -> Vec<(EntryId, Id<Inquiry>)> {
        let due = |check: &&Check| check.settling.due().is_some_and(|at| at <= now);
        self.checks.iter().filter(due).map(|check| (check.entry, check.target)).collect()
    }

    /// When the next reading is due.
    pub fn next_reading(&self) -> Option<Timestamp> {
        self.checks.iter().filter_map(|check| check.settling.due()).min()
    }

    /// A reading goes out.
    pub fn begin_reading(&mut self, entry: EntryId, target: Id<Inquiry>) {
        if let Some(check) = self.check(entry, target) {
            check.settling.begin();
        }
    }

    fn check(&mut self, entry: EntryId, target: Id<Inquiry>) -> Option<&mut Check> {
        self.checks.iter_mut().find(|check| (check.entry, check.target) == (entry, target))
    }

    /// Takes a reading: the row as `GET inquiry` answered it, `None` when the service does not know it, or the failure.
    /// `server` is the answer's Date. Returns whether the write is to be sent again.
    pub fn reading(
        &mut self,
        (entry, target): (EntryId, Id<Inquiry>),
        read: Result<Option<&Row<Inquiry>>, &Failure>,
        began: u64,
        server: Option<Timestamp>,
        now: Timestamp,
    ) -> Option<Resend> {
        let (mark, _) = self.journal.get(entry)?.assigns();
        let reading = match read {
            Ok(Some(row)) => {
                row.value.marks.get().and_then(|marks| marks_tell(marks, mark)).map_or(Reading::Failed, Reading::Is)
            }
            Ok(None) => Reading::Gone,
            Err(_) => Reading::Failed,
        };
        let verdict = self.check(entry, target)?.settling.reading(server.unwrap_or(now), now, reading);
        if let Ok(Some(row)) = read {
            self.take_row(row, began, now);
        }
        self.version += 1;
        let evidence = verdict.evidence().to_owned();
        let step = match verdict {
            Verdict::Wait(_) => return None,
            Verdict::Applied(_) => WriteStep::SettledApplied { evidence },
            Verdict::NotApplied(_) if self.resends(entry, target) => {
                // Once more, by itself: the effect is the same when repeated, and nobody wants it otherwise by now.
                self.settle(WriteProgress { entry, target: Some(target), step: WriteStep::NotSent, at: now });
                return Some(Resend { entry, target });
            }
            Verdict::NotApplied(_) => WriteStep::SettledNotApplied { evidence },
            Verdict::GivenUp(_) => WriteStep::GivenUp { evidence },
        };
        self.settle(WriteProgress { entry, target: Some(target), step, at: now });
        None
    }

    /// Whether a write proven not done goes again by itself: once, unless a later write assigns the same mark.
    fn resends(&self, entry: EntryId, target: Id<Inquiry>) -> bool {
        let sends = self.journal.get(entry).and_then(|e| e.target(target)).map_or(u8::MAX, |t| t.sends);
        sends < 2 && self.session.readonly.is_none() && !self.journal.superseded(entry, target)
    }

    /// The user asks to check what could not be determined again.
    pub fn check_again(&mut self, entry: EntryId, now: Timestamp) -> usize {
        let Some(kept) = self.journal.get(entry) else { return 0 };
        let (mark, to) = kept.assigns();
        let open = |t: &&Target| matches!(t.state, State::GivenUp | State::Unknown);
        let ids: Vec<Id<Inquiry>> = kept.targets.iter().filter(open).map(|t| t.id).collect();
        for id in &ids {
            self.journal.change(entry, *id, |target| {
                target.state = State::Unknown;
                target.at = now;
            });
            self.book.overlay.push(entry, *id, mark, to);
            self.checks.retain(|check| (check.entry, check.target) != (entry, *id));
            self.checks.push(Check { entry, target: *id, settling: Settling::new(mark, to, now) });
        }
        if !ids.is_empty() {
            self.version += 1;
            self.write_down(entry, None, None);
        }
        ids.len()
    }
}
