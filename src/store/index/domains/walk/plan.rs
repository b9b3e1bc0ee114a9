//! Plan of the walk: which tabs are read at the start of the program, by age, and after a change of the totals. It
//! also has the progress over all tabs.

use super::reading::{ABSURD, Mark};
use super::{DomainWalk, Ended, ORDER, Phase, Step, TabWalk};
use crate::base::Timestamp;
use crate::store::index::domains::tab::Follows;
use crate::store::index::domains::{Cover, DomainTab};
use crate::store::index::walk::{WalkPlan, WalkState, is_fresh};

/// Number of readings in a row whose count may differ from the total. After these, only a new total starts another
/// walk.
const UNSETTLED: u8 = 3;

impl WalkPlan for DomainWalk {
    type Step = Step;

    fn stopped(&self) -> Option<Timestamp> {
        self.running().then_some(self.began)
    }

    fn is_good(&self, now: Timestamp) -> bool {
        ORDER[..3].iter().all(|tab| self.tabs[*tab as usize].ended.is_some_and(|ended| is_fresh(ended.at, now)))
    }

    fn give_up(&mut self) {
        self.phase = Phase::Idle;
    }

    fn walk_all(&mut self, now: Timestamp) -> Step {
        self.start_over((0..ORDER.len() as u8).collect(), now)
    }

    fn look(&mut self, _: Timestamp) -> Step {
        self.ask_totals();
        Step::default()
    }
}

impl DomainWalk {
    /// Stops the walk because the index is full with `rows` rows.
    pub fn stop_full(&mut self, rows: u64) -> Step {
        for (_, mark) in &mut self.under_way {
            *mark = Mark::Outdated;
        }
        self.plan.clear();
        (self.phase, self.full) = (Phase::Idle, Some(rows));
        Step { ended: true, save: true, ..Step::default() }
    }

    /// Asks for the totals of all tabs, to see whether another walk is needed.
    pub fn ask_totals(&mut self) {
        if !self.running() && self.totals.is_empty() {
            self.totals = ORDER.to_vec();
        }
    }

    /// Total that a tab should have with `now` known rows: changes by the user since its reading ended are expected.
    fn expected(&self, tab: DomainTab, now: Option<u64>) -> Option<u64> {
        let ended = self.tabs[tab as usize].ended?;
        let (before, now) = ended.known.zip(now).unwrap_or_default();
        Some((ended.total? + now).saturating_sub(before))
    }

    /// True when rows have left a tab since it was read: its total is below what its `known` rows make expected.
    pub fn has_lost(&self, tab: DomainTab, known: u64) -> bool {
        self.told(tab).zip(self.expected(tab, Some(known))).is_some_and(|(told, expected)| told < expected)
    }

    /// Decides, once all totals were answered, which tabs are read again.
    pub(super) fn decide(&mut self, now: Timestamp) -> Step {
        if !self.is_good(now) {
            return self.start(now);
        }
        let mut again = [false; 5];
        for (place, tab) in ORDER.iter().enumerate() {
            let TabWalk { told, ended, own, now } = self.tabs[*tab as usize];
            let moved = ended.is_none_or(|ended| {
                let differs = told.zip(self.expected(*tab, now)).is_some_and(|(told, expected)| told != expected);
                differs || (1..UNSETTLED).contains(&ended.unsettled)
            });
            again[place] |= moved;
            // A tab that follows from the account's list is read by reading that list.
            again[0] |= moved && place > 2 && !own;
        }
        if again[0] {
            again[3] = true;
            again[4] = true;
        }
        let plan = (0..5).filter(|place| again[usize::from(*place)]).collect();
        self.start_over(plan, now)
    }

    /// Notes, after a tab was read, whether it has just the rows that follow from the account's list.
    pub fn follows(&mut self, tab: DomainTab, follows: bool) {
        self.tabs[tab as usize].own = !follows;
    }

    /// Tabs that need not be read themselves.
    pub(in crate::store) fn rules(&self) -> Follows {
        let own = |tab: DomainTab| self.tabs[tab as usize].own;
        Follows { verified: !own(DomainTab::Verified), unverified: !own(DomainTab::Unverified) }
    }

    /// Takes the number of rows that the service gives for a tab.
    pub fn tell(&mut self, tab: DomainTab, total: u64) {
        if total < ABSURD {
            self.tabs[tab as usize].told = Some(total);
        }
    }

    pub(in crate::store) fn told(&self, tab: DomainTab) -> Option<u64> {
        self.tabs[tab as usize].told
    }

    pub(in crate::store) fn cover(&self, tab: DomainTab) -> Option<Cover> {
        let ended = self.tabs[tab as usize].ended?;
        let of = self.told(tab).filter(|of| *of > ended.rows);
        let part = Cover::MaybeIncomplete { at: ended.at, read: ended.rows, of };
        Some(if ended.whole { Cover::Whole { at: ended.at } } else { part })
    }

    /// Empty walk that keeps counting tickets and passes, so that late answers to this walk are not taken as its own.
    pub fn forgotten(&self) -> Self {
        Self { ticket: self.ticket, number: self.number, ..Self::default() }
    }

    /// Number with which rows are stamped in this pass.
    pub fn stamp(&self) -> u32 {
        self.number
    }

    /// Progress of the first walk; `None` once it has ended.
    pub fn first(&self) -> Option<WalkState> {
        let never = ORDER[..3].iter().any(|tab| self.tabs[*tab as usize].ended.is_none());
        (never && self.running()).then(|| self.state())
    }

    /// State of the walk over all tabs.
    pub fn state(&self) -> WalkState {
        if self.running() {
            let reading = if self.phase == Phase::Check { 0 } else { self.reading.rows() };
            let rows = self.walked + reading;
            let left = self.plan.iter().filter_map(|place| ORDER.get(usize::from(*place)));
            let read = left.filter(|tab| ORDER[..3].contains(tab) || self.tabs[**tab as usize].own);
            let of: Option<u64> = read.map(|tab| self.told(*tab)).sum();
            return WalkState::Walking { rows, of: of.map(|of| self.walked + of).filter(|of| *of >= rows) };
        }
        if let Some(rows) = self.full {
            let of: Option<u64> = ORDER[..3].iter().map(|tab| self.told(*tab)).sum();
            return WalkState::Full { rows, of: of.filter(|of| *of >= rows) };
        }
        let ended: Option<Vec<Ended>> = ORDER[..3].iter().map(|tab| self.tabs[*tab as usize].ended).collect();
        let Some(ended) = ended else { return WalkState::Never };
        let rows = ended.iter().map(|ended| ended.rows).sum();
        if self.tabs.iter().filter_map(|tab| tab.ended).all(|ended| ended.whole) {
            WalkState::Complete { rows, capped: false }
        } else {
            let of: Option<u64> = ORDER[..3].iter().map(|tab| self.told(*tab)).sum();
            WalkState::MaybeIncomplete { rows, of: of.filter(|of| *of > rows) }
        }
    }
}
