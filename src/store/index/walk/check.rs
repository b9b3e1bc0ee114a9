//! Check of a finished walk that is still fresh: new rows are read, and the totals are compared with those expected.

use serde::{Deserialize, Serialize};

use super::{Counts, Phase, Walk, WalkList, WalkPage, WalkPlan, WalkState, WalkStep};
use crate::api::limits::INQUIRIES_REACHED;
use crate::base::Timestamp;
use crate::store::index::inquiries::Key;

/// Most pages of new rows that a check reads. If there are more, a walk reads them.
const PAGES: u32 = 100;

/// Results of the last finished walk, for the check at a later start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Kept {
    /// Position of the newest row. Rows that came later are before it.
    pub newest: Option<Key>,
    /// Totals of all and of hidden inquiries, where these can be right.
    pub all: Option<u64>,
    pub hidden: Option<u64>,
    /// Number of rows known at the end; `None` while some are still asked for one by one.
    pub known: Option<Counts>,
}

/// Running check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Check {
    began: Timestamp,
    /// Total of all inquiries, as the service gave it.
    all: Option<u64>,
}

impl Check {
    pub fn new(began: Timestamp) -> Self {
        Self { began, all: None }
    }
}

impl Kept {
    /// True when the totals have changed otherwise than the known rows. It is not documented whether the total of all
    /// inquiries counts hidden ones, so it may match either way.
    fn differs(&self, all: Option<u64>, hidden: Option<u64>, now: Counts) -> bool {
        let Some(then) = self.known else { return true };
        let same = |before: Option<u64>, after: Option<u64>, then: u64, now: u64| {
            before.zip(after).is_none_or(|(before, after)| before + now == after + then)
        };
        let visible = |counts: Counts| counts.rows - counts.hidden;
        let all_same = same(self.all, all, then.rows, now.rows) || same(self.all, all, visible(then), visible(now));
        !all_same || !same(self.hidden, hidden, then.hidden, now.hidden)
    }
}

impl Walk {
    /// True when the service may have more hidden inquiries than the 10,000 it lists, or their total is not known.
    pub fn hides_more(&self) -> bool {
        let hidden = self.kept.as_ref().and_then(|kept| kept.hidden);
        hidden.is_none_or(|hidden| hidden >= INQUIRIES_REACHED)
    }

    /// Position down to which all rows are known, given that all rows before `from` are; `None` when all rows of the
    /// list are.
    pub fn known_to(&self, from: Key) -> Option<Key> {
        // Rows of the running walk count, too, if it began at `from` or before it.
        let is_read_now = self.running() && self.list == WalkList::All && self.first.is_some_and(|first| first <= from);
        let to = self.last.filter(|_| is_read_now).map_or(from, |last| last.max(from));
        // A finished walk covers its newest row and all older ones.
        let ended = match self.phase {
            Phase::Down | Phase::Head if self.list == WalkList::Hidden => self.before.complete,
            _ => matches!(self.outcome, WalkState::Complete { .. }),
        };
        let behind = self.kept.and_then(|kept| kept.newest).filter(|_| ended);
        if behind.is_some_and(|newest| newest <= to) { None } else { Some(to) }
    }

    /// True when new inquiries may be missing: the newest page that was read does not reach down to known rows.
    pub fn is_behind(&self) -> bool {
        self.ahead.is_some_and(|last| self.known_to(last).is_some())
    }

    /// Takes the positions of the first and the last row of a list's newest page, whoever asked for it; with `more`,
    /// rows follow. If a page of all inquiries reaches known rows, none is missing between.
    pub fn head_seen(&mut self, of_all: bool, (first, last): (Key, Key), more: bool) {
        let Some(kept) = &mut self.kept else { return };
        let reaches = !more || kept.newest.is_some_and(|newest| newest <= last);
        if !reaches {
            self.ahead = Some(last);
        } else if of_all {
            kept.newest = Some(kept.newest.map_or(first, |newest| newest.min(first)));
        }
    }

    /// Position of the newest row at the last time when every inquiry was known.
    pub fn known_from(&self) -> Option<Key> {
        self.kept?.newest
    }

    /// Start of the walk; `None` before the first one.
    pub fn began(&self) -> Option<Timestamp> {
        (self.number > 0).then_some(self.began)
    }

    /// Stops the walk because the index is full with `rows` rows.
    pub fn stop_full(&mut self, rows: u64) {
        self.outcome = WalkState::Full { rows, of: self.total };
        (self.phase, self.kept, self.in_flight) = (Phase::Idle, None, None);
    }

    pub(super) fn check_list(&mut self, list: WalkList) {
        self.begin_list(list);
        self.phase = Phase::Check;
    }

    /// Takes a page of new rows.
    pub(super) fn check(&mut self, page: &WalkPage) -> WalkStep {
        let total = self.trust(page);
        if page.list == WalkList::Hidden {
            self.total = total;
            return WalkStep { ended: true, ..WalkStep::default() };
        }
        let newest = self.kept.and_then(|kept| kept.newest);
        let reached = newest.is_some_and(|newest| page.rows.iter().any(|(_, key)| *key >= newest));
        self.first = self.first.or(self.newest);
        self.last = page.rows.last().map(|(_, key)| *key).or(self.last);
        if !reached && page.more && page.page < PAGES {
            self.next = page.page + 1;
            return WalkStep::default();
        }
        if let Some(kept) = self.kept.as_mut().filter(|_| reached || !page.more) {
            kept.newest = self.newest;
        }
        self.check.all = total;
        self.check_list(WalkList::Hidden);
        WalkStep::default()
    }

    /// Takes the number of rows known at the end of a walk or check. If the totals show other changes after a check, a
    /// new walk begins.
    pub fn counted(&mut self, now: Counts) {
        let Some(kept) = &mut self.kept else { return };
        match self.phase {
            Phase::Idle => kept.known = Some(now),
            Phase::Check => {
                let differs = kept.differs(self.check.all, self.total, now);
                self.phase = Phase::Idle;
                if differs {
                    self.start(self.check.began);
                }
            }
            Phase::Down | Phase::Head | Phase::Single => {}
        }
    }
}
