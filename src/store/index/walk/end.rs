//! End of a pass and of a list: whether every row was seen, and what that says about rows that were not.

use super::check::Kept;
use super::{Ended, PASSES, Phase, Sweep, Swept, Walk, WalkList, WalkState, WalkStep};
use crate::api::limits::INQUIRIES_REACHED;

impl Walk {
    /// Number of rows the service announced for the list, if a page of this pass that should have had some of them was
    /// refused or empty.
    fn lacks(&self) -> Option<u64> {
        let announced = [self.total_at_start, self.total].into_iter().flatten().min()?.min(INQUIRIES_REACHED);
        (self.shown.contains(&0) && announced > self.rows()).then_some(announced)
    }

    pub(super) fn end_of_pass(&mut self) -> WalkStep {
        // Without totals, only a second pass that finds nothing new shows that the list is complete.
        let complete = self.lacks().is_none() && (self.trusted || (self.pass > 1 && self.fresh == 0));
        if !complete && self.pass < PASSES {
            self.begin_pass();
            return WalkStep { save: true, ..WalkStep::default() };
        }
        let down_to = if self.is_capped() { self.last } else { None };
        let proven = complete && self.quiet && self.pass == 1;
        self.end_of_list(complete, Swept { read: true, down_to, proven })
    }

    pub(super) fn end_of_list(&mut self, complete: bool, swept: Swept) -> WalkStep {
        if self.list == WalkList::All {
            let of = self.lacks();
            self.before = Ended { rows: self.rows(), complete, capped: self.is_capped(), swept, of };
            self.kept = Some(Kept { newest: self.newest, all: self.total, ..Kept::default() });
            self.begin_list(WalkList::Hidden);
            return WalkStep { save: true, ..WalkStep::default() };
        }
        let rows = self.before.rows + self.extra;
        self.outcome = if complete && self.before.complete {
            WalkState::Complete { rows, capped: self.before.capped || self.is_capped() }
        } else {
            WalkState::MaybeIncomplete { rows, of: self.before.of.filter(|of| *of > rows) }
        };
        if let Some(kept) = &mut self.kept {
            kept.hidden = self.total;
        }
        self.phase = Phase::Idle;
        let sweep = Sweep { walk: self.number, all: self.before.swept, hidden: swept };
        WalkStep { sweep: Some(sweep), ended: true, save: true, ..WalkStep::default() }
    }
}
