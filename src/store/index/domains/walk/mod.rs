//! Walk over the tabs, with several questions at once: what to ask next, which rows are gone, whether all were seen.
//!
//! It takes answers and returns questions, without rows, network or disk. Look first at [`DomainWalk`], then
//! `reading.rs` (one pass over a list that may change) and `plan.rs` (when a tab is read).

mod plan;
mod reading;

use serde::{Deserialize, Serialize};

use super::DomainTab;
use crate::base::Timestamp;
use crate::store::index::walk::{PASSES, Unread};
use crate::store::subject::DomainKey;

pub use reading::WalkedPage;
use reading::{Mark, Reading};

/// Most questions under way. There are more than the eight that the client sends at once, so that it always has one to
/// send, even while the loop is busy.
pub const ASKED: usize = 12;
/// Most rows proven gone that are still asked for one by one, to be certain for a few requests.
const SURE: usize = 32;
/// Most missing rows that are asked for one by one after a pass without proof. For more there is another pass.
const ASKED_SINGLY: usize = 200;
/// Tabs in the order in which the walk reads them. The last two are read only if they do not follow from the first.
const ORDER: [DomainTab; 5] =
    [DomainTab::MyDomains, DomainTab::Detected, DomainTab::Removed, DomainTab::Verified, DomainTab::Unverified];

/// Question of the walk to the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Page of a tab, with up to `PER_PAGE` rows.
    Page(DomainTab, u32),
    /// One domain, to see whether it is still in the account.
    One(DomainKey),
    /// Number of rows of a tab.
    Total(DomainTab),
}

/// Question under way, with the ticket under which it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainAsk {
    pub ticket: u64,
    pub what: Question,
}

/// What to do after an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Tab that was read to its end, and the number of the pass: rows on the tab that this pass did not see go to
    /// [`DomainWalk::swept`].
    pub sweep: Option<(DomainTab, u32)>,
    /// Domain that is no longer in the account.
    pub gone: Option<DomainKey>,
    /// True when a pass begins, so that no row counts as seen.
    pub begins: bool,
    /// True when the walk has ended.
    pub ended: bool,
    /// True when the progress of the walk should be kept on the disk.
    pub save: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    #[default]
    Idle,
    /// Asks only for the total of a tab, to see whether its rows follow from the account's list.
    Check,
    /// Reads the pages of a tab.
    Down,
    /// Asks for missing rows one by one.
    Single,
}

/// End of the last reading of a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Ended {
    at: Timestamp,
    rows: u64,
    /// Total that the service gave last.
    total: Option<u64>,
    whole: bool,
    /// Number of readings in a row whose row count differed from the total.
    unsettled: u8,
    /// Number of rows known to be on the tab at the end. The tab's next total should differ from the last one by the
    /// rows that the user moved since.
    #[serde(default)]
    known: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct TabWalk {
    told: Option<u64>,
    ended: Option<Ended>,
    /// True when the tab does not follow from the account's list, so that it is read itself.
    own: bool,
    /// Number of rows known to be on the tab when its total was last asked for.
    #[serde(skip)]
    now: Option<u64>,
}

/// Progress of the walk. It is kept on the disk, so that a walk stopped at page 40 continues there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DomainWalk {
    /// Number of the pass, counted over all walks. Rows are stamped with it when they are seen.
    number: u32,
    phase: Phase,
    /// Places in [`ORDER`] of the tabs still to be read, the current one first.
    plan: Vec<u8>,
    pass: u32,
    reading: Reading,
    /// True when every row was seen; `proven` when the rows not seen are certainly gone.
    complete: bool,
    proven: bool,
    /// True when the pass before also missed so many rows that a single pass is not believed.
    twice: bool,
    /// Number of rows on the tabs read so far in this walk.
    walked: u64,
    began: Timestamp,
    tabs: [TabWalk; 5],
    /// Number of rows in the index when the walk stopped because the index was full.
    #[serde(default)]
    full: Option<u64>,
    /// Rows of each tab that could not be read.
    #[serde(skip)]
    pub unread: Unread<DomainTab>,
    #[serde(skip)]
    under_way: Vec<(DomainAsk, Mark)>,
    #[serde(skip)]
    ticket: u64,
    #[serde(skip)]
    singles: Vec<DomainKey>,
    #[serde(skip)]
    totals: Vec<DomainTab>,
    /// Domains to be read one by one, in any phase.
    #[serde(skip)]
    reads: Vec<DomainKey>,
}

impl DomainWalk {
    /// True while the walk is under way.
    pub fn running(&self) -> bool {
        self.phase != Phase::Idle
    }

    pub(super) fn start_over(&mut self, plan: Vec<u8>, now: Timestamp) -> Step {
        if self.running() || plan.is_empty() {
            return Step::default();
        }
        (self.plan, self.walked, self.began, self.full) = (plan, 0, now, None);
        self.begin_tab()
    }

    /// Continues a walk from the disk. `seen` is the number of rows stamped with its pass.
    pub fn read_back(&mut self, seen: u64) {
        self.reading.read_back(seen);
        if self.phase == Phase::Single {
            // The domains still to be asked for are not kept; the next walk asks for them.
            self.complete = false;
            self.end_tab(self.began);
        }
    }

    fn tab(&self) -> Option<DomainTab> {
        self.plan.first().and_then(|place| ORDER.get(usize::from(*place))).copied()
    }

    fn begin_tab(&mut self) -> Step {
        let Some(tab) = self.tab() else {
            self.phase = Phase::Idle;
            return Step { ended: true, save: true, ..Step::default() };
        };
        (self.pass, self.twice) = (0, false);
        let follows = matches!(tab, DomainTab::Verified | DomainTab::Unverified) && !self.tabs[tab as usize].own;
        if follows {
            self.phase = Phase::Check;
            return Step { save: true, ..Step::default() };
        }
        self.begin_pass()
    }

    fn begin_pass(&mut self) -> Step {
        self.pass += 1;
        self.number += 1;
        self.phase = Phase::Down;
        self.reading = Reading::default();
        for (_, mark) in &mut self.under_way {
            *mark = Mark::Outdated;
        }
        Step { begins: true, save: true, ..Step::default() }
    }

    /// Next question; `None` while enough are under way, or none is left.
    pub fn ask(&mut self) -> Option<DomainAsk> {
        if self.under_way.len() >= ASKED {
            return None;
        }
        let asked = |what: &Question| self.under_way.iter().any(|(ask, mark)| ask.what == *what && mark.is_live());
        let read = self.reads.iter().map(|key| Question::One(*key)).find(|what| !asked(what));
        let what = match self.phase {
            _ if read.is_some() => read?,
            Phase::Idle => self.totals.iter().map(|tab| Question::Total(*tab)).find(|what| !asked(what))?,
            Phase::Check => Some(Question::Total(self.tab()?)).filter(|what| !asked(what))?,
            Phase::Down => {
                let tab = self.tab()?;
                Question::Page(tab, self.reading.next(|page| asked(&Question::Page(tab, page)))?)
            }
            Phase::Single => self.singles.iter().map(|key| Question::One(*key)).find(|what| !asked(what))?,
        };
        self.ticket += 1;
        let ask = DomainAsk { ticket: self.ticket, what };
        self.under_way.push((ask, Mark::Live));
        Some(ask)
    }

    /// Notes that a question failed or was cancelled. [`DomainWalk::ask`] returns it again.
    pub fn failed(&mut self, ticket: u64) {
        self.under_way.retain(|(ask, _)| ask.ticket != ticket);
    }

    /// Number with which to stamp the rows of an answer; `None` where they do not count for this pass.
    pub fn pass_of(&self, ticket: u64) -> Option<u32> {
        let (ask, mark) = self.under_way.iter().find(|(ask, _)| ask.ticket == ticket)?;
        let current = matches!(ask.what, Question::Page(tab, _) if Some(tab) == self.tab());
        (current && self.phase == Phase::Down && *mark != Mark::Outdated).then_some(self.number)
    }

    /// Question of a ticket.
    pub fn question(&self, ticket: u64) -> Option<Question> {
        self.under_way.iter().find(|(ask, _)| ask.ticket == ticket).map(|(ask, _)| ask.what)
    }

    fn answered(&mut self, ticket: u64) -> Option<(Question, Mark)> {
        let at = self.under_way.iter().position(|(ask, _)| ask.ticket == ticket)?;
        let (ask, mark) = self.under_way.swap_remove(at);
        Some((ask.what, mark))
    }

    /// Takes the page that answers `ticket`, and returns what to do next.
    pub fn page(&mut self, ticket: u64, page: &WalkedPage) -> Step {
        let Some((Question::Page(tab, number), mark)) = self.answered(ticket) else { return Step::default() };
        if let Some(total) = page.total {
            self.tell(tab, total);
        }
        if self.phase != Phase::Down || Some(tab) != self.tab() || mark == Mark::Outdated {
            return Step::default();
        }
        self.unread.note(tab, number, page.odd, !page.more);
        let under_way = &mut self.under_way;
        let moved = self.reading.take(number, page, mark);
        if moved {
            // The questions under way may be answered from the list before its change.
            for (_, mark) in under_way.iter_mut().filter(|(_, mark)| *mark == Mark::Live) {
                *mark = Mark::Moved;
            }
        }
        if self.reading.at_end() {
            return self.end_of_pass(tab);
        }
        Step { save: true, ..Step::default() }
    }

    fn end_of_pass(&mut self, tab: DomainTab) -> Step {
        let proof = self.reading.proof(self.pass);
        if !proof.complete && self.pass < PASSES {
            return self.begin_pass();
        }
        (self.complete, self.proven) = (proof.complete, proof.gone);
        Step { sweep: Some((tab, self.number)), save: true, ..Step::default() }
    }

    /// Takes the rows that the pass did not see; `known` rows are on the tab. Returns those that have certainly left
    /// the tab. For the others, either they are asked for one by one or the list is read again.
    pub fn swept(&mut self, candidates: Vec<DomainKey>, known: usize, now: Timestamp) -> (Vec<DomainKey>, Step) {
        // A domain read alone shows only whether it is in the account.
        let mine = self.tab() == Some(DomainTab::MyDomains);
        let count = candidates.len();
        // A list that seems to have lost more than a quarter of its rows is read twice.
        let mass = count > SURE && count * 4 > known;
        if count == 0 {
            return (candidates, self.end_tab(now));
        }
        if self.proven && (count > SURE || !mine) && (!mass || self.twice) {
            return (candidates, self.end_tab(now));
        }
        if mine && count <= ASKED_SINGLY && !(self.proven && mass) {
            self.phase = Phase::Single;
            self.singles = candidates;
            return (Vec::new(), Step { save: true, ..Step::default() });
        }
        if self.pass < PASSES {
            self.twice = self.proven && mass;
            return (Vec::new(), self.begin_pass());
        }
        self.complete = false;
        (Vec::new(), self.end_tab(now))
    }

    /// Takes the answer about one domain; `there` is false where the service does not have it in the account.
    pub fn one(&mut self, ticket: u64, there: bool, now: Timestamp) -> Step {
        let Some((Question::One(key), _)) = self.answered(ticket) else { return Step::default() };
        self.reads.retain(|read| *read != key);
        let before = self.singles.len();
        self.singles.retain(|single| *single != key);
        let last = self.phase == Phase::Single && before > 0 && self.singles.is_empty();
        let end = if last { self.end_tab(now) } else { Step::default() };
        Step { gone: (!there).then_some(key), ..end }
    }

    /// Notes the number of known rows of each tab whose reading has just ended.
    pub fn counted(&mut self, known: impl Fn(DomainTab) -> usize) {
        for tab in ORDER {
            if let Some(ended) = self.tabs[tab as usize].ended.as_mut().filter(|ended| ended.known.is_none()) {
                ended.known = Some(known(tab) as u64);
            }
        }
    }

    /// Asks for these domains one by one, because they may have changed in a way that no total shows.
    pub fn read(&mut self, keys: impl IntoIterator<Item = DomainKey>) {
        for key in keys {
            if !self.reads.contains(&key) {
                self.reads.push(key);
            }
        }
    }

    /// Takes the total of a tab, on which `known` rows are known.
    pub fn total(&mut self, ticket: u64, total: Option<u64>, known: u64, now: Timestamp) -> Step {
        let Some((Question::Total(tab), _)) = self.answered(ticket) else { return Step::default() };
        let total = total.filter(|total| *total < reading::ABSURD);
        if let Some(total) = total {
            self.tell(tab, total);
        }
        if self.phase == Phase::Check && self.tab() == Some(tab) {
            if total.is_none_or(|total| total == known) {
                self.complete = self.tabs[DomainTab::MyDomains as usize].ended.is_some_and(|ended| ended.whole);
                self.reading = Reading::of(known, total);
                return self.end_tab(now);
            }
            return self.begin_pass();
        }
        let state = &mut self.tabs[tab as usize];
        state.now = Some(known);
        if let Some(ended) = state.ended.as_mut().filter(|_| total == Some(known)) {
            // Total and known rows are equal, so all changes since are known.
            (ended.rows, ended.total, ended.unsettled, ended.known) = (known, total, 0, Some(known));
        }
        let asked = self.totals.len();
        self.totals.retain(|waiting| *waiting != tab);
        if self.phase == Phase::Idle && self.totals.is_empty() && asked > 0 {
            return self.decide(now);
        }
        Step::default()
    }

    fn end_tab(&mut self, now: Timestamp) -> Step {
        if let Some(tab) = self.tab() {
            let known = &mut self.tabs[tab as usize];
            let (rows, total) = (self.reading.rows(), self.reading.total());
            let settled = total.is_none_or(|total| total == rows);
            let before = known.ended.map_or(0, |ended| ended.unsettled);
            let unsettled = if settled { 0 } else { before.saturating_add(1) };
            known.ended = Some(Ended { at: now, rows, total, whole: self.complete, unsettled, known: None });
            if ORDER[..3].contains(&tab) || known.own {
                self.walked += rows;
            }
            self.plan.remove(0);
        }
        self.begin_tab()
    }
}
