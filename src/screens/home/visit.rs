//! The present visit to Home: since when things are new, and when the page counts as seen.

use crate::base::Timestamp;
use crate::store::Store;
use crate::store::home::{Digest, Since, Visit, Visits};
use crate::store::notes::NoteChange;
use crate::ui::{Command, Cx, DEMO, Effect, Info, Outcome, Tone, World};

use super::state::Home;

/// Seconds the page must be in front, with everything read, to count as seen.
const SEEN: i64 = 5;
/// Seconds before a visit in which data counts as read during it.
const JUST_READ: i64 = 60;
/// Seconds without a key after which the next key starts another visit.
const APART: i64 = 3_600;

/// State of a visit to the page. Its times are by the program's clock, because the service's clock becomes known, and
/// may change, while the page is in front.
#[derive(Debug, Default)]
pub struct Visiting {
    /// Visits before this one.
    visits: Visits,
    /// Start of the visit; `None` before the page was in front.
    begun: Option<Timestamp>,
    /// Time since when the page is in front with everything read.
    seen: Option<Timestamp>,
    /// True once another screen came to the front.
    left: bool,
    /// Visit as it was when a list of the page was opened. Later news was not seen.
    as_left: Option<Visit>,
    /// Time at which the page last came to the front or a key was pressed on it.
    active: Timestamp,
    /// Value of `active` when the visit was last noted, and the time by the service's clock up to which everything was
    /// read.
    noted: Option<(Timestamp, Timestamp)>,
    /// Number of visits looked back beyond the last one.
    back: usize,
    /// True when the last visit is newer than everything that could be undone, and nothing was done during this one.
    is_newest: bool,
    /// True when the last visit was undone; then the present one does not count either.
    taken_back: bool,
}

/// Verb that undoes the last visit, in its turn among the undos of acts.
pub const COMMANDS: &[Command<Home>] =
    &[Info::new("home.unseen", "Bring the last digest back: the visit does not count")
        .also(&["digest", "undo", "visit"])
        .keys(&["u"])
        .run(|screen, _, cx| screen.visit.take_back(cx))];

impl Visiting {
    /// Follows the visit while the page is in front.
    pub fn look(&mut self, world: &World<'_>) {
        let is_back = std::mem::take(&mut self.left);
        self.as_left = None;
        if self.begun.is_none() || is_back {
            self.act(world);
        }
        if self.visits.is_empty() && self.noted.is_none() && !self.taken_back {
            self.visits = Visits::of(world.store.notes());
        }
        let (journal, notes) = (world.store.journal(), world.store.notes());
        let last = Visits::of(notes).last().filter(|_| may_count(world) && !notes.undoes_before(None));
        let act = journal.entries().next().map(|entry| entry.at);
        // The end of this visit moves on with each reading, so acts are compared with its beginning.
        let is_before = |act| self.begun.is_none_or(|begun| act < begun);
        self.is_newest = last.is_some_and(|last| act.is_none_or(|act| world.noted(act) < last && is_before(act)));
    }

    /// True when an undo takes back the last visit.
    pub fn is_newest(&self) -> bool {
        self.is_newest
    }

    /// Undoes the last visit: what came since the one before is new again.
    fn take_back(&mut self, cx: &mut Cx<'_>) -> Outcome {
        let visits = Visits::of(cx.world.store.notes()).without_last();
        cx.push(Effect::Notes { changes: vec![visits.note()], said: String::new() });
        (self.visits, self.taken_back, self.seen) = (visits, true, None);
        let since = self.since(cx.world.now).from.day_clock(cx.world.now, cx.world.zone);
        cx.toast(Tone::Good, format!("The last visit does not count: what came since {since} is new again"));
        Outcome::Done
    }

    /// Notes a key on the page, or that the page came to the front. After an hour without a key this starts another
    /// visit.
    pub fn act(&mut self, world: &World<'_>) {
        let now = world.store.own_time(world.now);
        if self.begun.is_none() || now.0 - self.active.0 >= APART {
            *self = Self { begun: Some(now), ..Self::default() };
        }
        self.active = now;
    }

    /// Notes that another screen is in front.
    pub fn leave(&mut self) {
        self.left = true;
        self.seen = None;
    }

    /// Note that counts the page as seen, because a list was opened from it.
    pub fn led_on(&mut self, digest: &Digest, world: &World<'_>) -> Option<NoteChange> {
        self.left = true;
        self.as_left.get_or_insert_with(|| of_page(digest, world));
        self.note(digest, world)
    }

    /// Time from which things are new.
    pub fn since(&self, now: Timestamp) -> Since {
        let spans = self.visits.spans(now);
        let at = self.back.min(spans.len().saturating_sub(1));
        spans.get(at).copied().unwrap_or_else(|| Since::hours_before(now, 24))
    }

    /// True when the span starts at the end of the last visit.
    pub fn is_last(&self, now: Timestamp) -> bool {
        self.back == 0 && self.since(now).is_visit
    }

    /// Looks back further by this many spans; false when there is none.
    pub fn widen(&mut self, by: isize, now: Timestamp) -> bool {
        let to = self.back.checked_add_signed(by).filter(|to| *to < self.visits.spans(now).len());
        self.back = to.unwrap_or(self.back);
        to.is_some()
    }

    /// True when everything was read shortly before the visit or during it.
    pub fn is_final(&self, digest: &Digest, store: &Store) -> bool {
        let begun = self.begun.map(|begun| store.service_time(begun));
        let read = digest.reading.until.zip(begun).is_some_and(|(until, begun)| until.0 >= begun.0 - JUST_READ);
        let since = digest.since.map(|since| since.from);
        read && digest.reading.inquiries_from.zip(since).is_some_and(|(from, since)| from <= since)
    }

    /// Time, by the service's clock, at which the page counts as seen; `None` if that was noted already.
    pub fn due(&self, store: &Store) -> Option<Timestamp> {
        let seen = self.seen.filter(|_| self.noted.is_none_or(|(active, _)| active != self.active))?;
        Some(store.service_time(Timestamp(seen.0 + SEEN)))
    }

    /// Note of this visit, once the page was seen with everything read.
    pub fn note(&mut self, digest: &Digest, world: &World<'_>) -> Option<NoteChange> {
        if !self.is_final(digest, world.store) || self.taken_back || !may_count(world) {
            self.seen = None;
            return None;
        }
        self.seen.get_or_insert(world.store.own_time(world.now));
        self.due(world.store).filter(|due| *due <= world.now)?;
        let visit = self.as_left.unwrap_or_else(|| of_page(digest, world));
        let before = self.noted.replace((self.active, visit.until));
        let is_later = before.is_none_or(|(_, before)| visit.until > before);
        is_later.then(|| self.visits.noting(visit))
    }
}

/// Visit that saw the page as it is now.
fn of_page(digest: &Digest, world: &World<'_>) -> Visit {
    let until = digest.reading.until.unwrap_or(world.now).min(world.now);
    Visit::of(world.store, until, world.now)
}

/// True when visits count: not in the demo, and not when another program has the account, so that nothing may be
/// written.
fn may_count(world: &World<'_>) -> bool {
    let session = world.store.session();
    !session.readonly_by_disk && session.account != DEMO
}
