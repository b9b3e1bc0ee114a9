//! State of the page: the digest, the leads in the order first shown, and the line the cursor is on.

use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Arc;

use crate::api::types::Inquiry;
use crate::api::{Request, domains, inquiries};
use crate::base::{Id, Kept, Timestamp, work};
use crate::screens::domain::pricing::Pricing;
use crate::screens::inquiry::reply::Replying;
use crate::screens::settling::Settles;
use crate::store::findings::Kind;
use crate::store::home::{Arranged, Digest, Item, Lead, Line, Name, Picture, Since, Sources};
use crate::store::score::Weights;
use crate::store::{ActsAt, Known, Store, Subject, WalkState};
use crate::ui::{ScreenId, When, World};

use super::goals;
use super::laid::{LEADS, Laid};
use super::run::Running;
use super::visit::Visiting;

pub const ID: ScreenId = "home";

/// Most seconds a first run waits for the scores of leads before listing them.
const SCORING: i64 = 10;

/// Place of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// Line above all parts, which starts the run.
    Head,
    Lead(Id<Inquiry>),
    Line(Name),
}

impl Settles for Home {
    const ID: ScreenId = ID;

    fn finding(&self) -> Option<Kind> {
        match self.spot() {
            Some(Spot::Line(Name::Finding(kind))) => Some(kind),
            _ => None,
        }
    }
}

#[derive(Debug, Default)]
pub struct Home {
    pub sources: Sources,
    pub digest: Digest,
    /// Leads in the order they had when the user first acted on the page; they then keep their places.
    pub leads: Arc<[Id<Inquiry>]>,
    /// Lines in the order they had when the user first acted on the page. Lines that are done keep their places.
    pub(super) stood: Vec<Name>,
    /// Version of the page, increased whenever its lines change.
    pub(super) number: u64,
    /// Number of inquiries that came since the page was opened, and whether the shown leads have another order now.
    pub(super) new: Kept<(u64, usize), (usize, bool)>,
    pub(super) laid: Kept<(u64, usize), Arc<Laid>>,
    /// Height of the page and number of leads on it when the user first acted on it, or when it got other rows since.
    pub(super) stood_leads: Option<(usize, usize)>,
    /// Time of the first look at which there were leads, but not all data for their scores.
    scored_from: Option<Timestamp>,
    /// True while the leads are listed, but data for their scores is still being read.
    pub(super) is_interim: bool,
    /// Values of `is_scoring` and `is_interim` in the last frame.
    pub(super) drawn_scoring: Cell<(bool, bool)>,
    /// True if the scores were still being read at the last look at the store.
    pub(super) is_scoring: bool,
    /// True when a key came before the leads were sorted. They are then sorted once, with the cursor on its lead.
    pub(super) is_unordered: bool,
    /// True when the leads were sorted before all data for their scores was read. They then keep their places until the
    /// user asks for the newer order.
    pub(super) is_early: bool,
    /// First leads, in words.
    pub told: Vec<(Id<Inquiry>, Lead)>,
    /// True while the page is the one the last run left.
    from_last_run: bool,
    /// True once a key was pressed on the page; its leads then keep their places.
    pub touched: bool,
    /// True once the page was shown with everything read. A later new order moves the rows, and the cursor moves with
    /// its row.
    is_whole: bool,
    pub(super) cursor: Option<Spot>,
    /// Number of the cursor's place, used when its line is gone.
    place: usize,
    /// Point among the user's acts at which the digest was made; `None` before the first digest.
    acts: Option<ActsAt>,
    pub visit: Visiting,
    /// Parts of the page, as the user arranged them.
    pub arranged: Arranged,
    /// Rows in the last frame.
    pub height: usize,
    /// True when the last frame had a third column.
    pub has_third: bool,
    pub replying: Option<Replying>,
    /// Prices of the names of a line, being edited in the user's editor.
    pub pricing: Pricing,
    /// True while the goals of the first run are shown above the parts.
    pub goals: bool,
    /// Morning run, while it is on.
    pub run: Option<Running>,
}

impl Home {
    /// Updates the page with what the store has read.
    pub fn update(&mut self, world: &World<'_>) {
        self.visit.look(world);
        let arranged = Arranged::of(world.store.notes());
        let mut is_other = std::mem::replace(&mut self.arranged, arranged) != self.arranged;
        self.goals = goals::are_shown(world.store.notes());
        let since = self.visit.since(world.now);
        if let Some(picture) = Picture::of_last_run(world.store) {
            self.number += u64::from(is_other);
            return self.take_picture(&picture, since);
        }
        // The next key acts on the row the user has read, even if that row has moved.
        let is_read = self.is_whole || !self.leads.is_empty();
        let on = self.spot().filter(|_| is_read && !self.touched && self.run.is_none());
        let weights = Weights::in_force(world.store.notes());
        let made = self.sources.digest(world.store, weights, since, (world.now, world.zone));
        let is_new = made.is_some();
        if let Some(digest) = made {
            let acts = self.acts.replace(world.store.acts_at());
            let before = std::mem::replace(&mut self.digest, digest);
            self.number += 1;
            if acts.is_some() && acts != self.acts && self.is_decided_since(&before) {
                self.walk(1);
            }
        }
        let leads = Arc::clone(&self.leads);
        self.scored_from = self.scored_from.or((!self.digest.waiting.is_empty()).then_some(world.now));
        let scoring = self.scoring_until(world).is_some();
        is_other |= std::mem::replace(&mut self.is_scoring, scoring) != scoring;
        let is_interim = !scoring && scores_are_being_read(world.store);
        is_other |= std::mem::replace(&mut self.is_interim, is_interim) != is_interim;
        let is_awaited = self.touched && self.is_unordered && self.run.is_none();
        let is_same = self.digest.waiting.starts_with(self.shown_leads());
        let may_change = !self.touched && (!self.is_early || self.from_last_run || is_same);
        if !scoring && (is_awaited || may_change || self.leads.is_empty()) {
            self.put_in_order();
        } else if !self.touched && is_new && !leads.is_empty() {
            let waiting = &self.digest.waiting;
            let first: Vec<_> = leads.iter().take(LEADS.1).filter(|id| waiting.contains(id)).copied().collect();
            let others = waiting.iter().filter(|id| !first.contains(id)).copied();
            self.leads = first.iter().copied().chain(others).collect();
        } else if self.touched && self.from_last_run {
            // The picture of the last run had only the first leads.
            let others = self.digest.waiting.iter().filter(|id| !leads.contains(id));
            self.leads = leads.iter().chain(others).copied().collect();
        }
        // While domains and inquiries are being read, the lines would change order with each page.
        if !self.touched && (scores_are_read(world.store) || self.stood.is_empty()) {
            is_other |= self.stand();
        }
        self.from_last_run = false;
        if is_new || !Arc::ptr_eq(&leads, &self.leads) {
            is_other = true;
            self.tell(world);
        }
        self.number += u64::from(is_other);
        self.stay();
        self.cursor = on.or(self.cursor);
        self.is_whole = self.visit.is_final(&self.digest, world.store) && scores_are_read(world.store);
        if let Some(running) = &mut self.run {
            running.follow(&self.digest, world);
        }
    }

    /// Time until which the leads are not listed, because the prices and currencies behind their scores are still being
    /// read; `None` once they are listed.
    pub fn scoring_until(&self, world: &World<'_>) -> Option<Timestamp> {
        let until = Timestamp(self.scored_from?.0 + SCORING);
        (world.now < until && !scores_are_read(world.store)).then_some(until)
    }

    /// Sorts the leads by score. The lead under the cursor stays in sight, and while the user acts on the page, those
    /// decided meanwhile keep their places.
    fn put_in_order(&mut self) {
        (self.is_unordered, self.is_early) = (false, self.is_interim);
        let shown = self.stood_leads.map_or(usize::MAX, |(_, leads)| leads);
        let here = self.lead();
        let place_in = |leads: &[Id<Inquiry>]| leads.iter().position(|lead| Some(*lead) == here);
        if !self.touched && place_in(&self.digest.waiting).is_none_or(|place| place < shown) {
            self.leads = Arc::clone(&self.digest.waiting);
            return;
        }
        let mut leads = self.digest.waiting.to_vec();
        let waiting: HashSet<_> = work::each(leads.iter()).copied().collect();
        let decided = |(_, id): &(usize, &Id<Inquiry>)| self.touched && !waiting.contains(id);
        for (place, id) in work::each(self.leads.iter()).enumerate().filter(decided) {
            leads.insert(place.min(leads.len()), *id);
        }
        if let Some(place) = place_in(&leads).filter(|place| *place >= shown) {
            leads[shown.saturating_sub(1)..=place].rotate_right(1);
        }
        if *leads != *self.leads {
            self.leads = leads.into();
        }
    }

    /// Forgets that the user acted on the page, and the reply that waits, because another screen is in front.
    pub fn rest(&mut self, world: &World<'_>) {
        (self.touched, self.is_unordered, self.is_early, self.is_whole) = (false, false, false, false);
        self.replying = None;
        if let Some(running) = &mut self.run {
            running.behind(world);
        }
    }

    /// Shows the page as the last run left it.
    fn take_picture(&mut self, picture: &Picture, since: Since) {
        if !self.from_last_run || self.digest.since != Some(since) {
            self.number += 1;
            self.digest = picture.page(since);
            self.leads = Arc::clone(&self.digest.waiting);
            self.told = picture.leads().to_vec();
            (self.from_last_run, self.is_early) = (true, true);
        }
    }

    /// Puts the first leads into words, with all reasons; drawing cuts them to fit.
    fn tell(&mut self, world: &World<'_>) {
        let told = |id: &Id<Inquiry>| {
            let lead = self.digest.lead(*id, self.sources.leads(), world.store, world.now, usize::MAX)?;
            Some((*id, lead))
        };
        self.told = self.leads.iter().take(LEADS.1).filter_map(told).collect();
    }

    /// True when the thing under the cursor was waiting before and is decided now. The run itself moves on
    /// automatically.
    fn is_decided_since(&self, before: &Digest) -> bool {
        let open = |digest: &Digest| match self.spot() {
            Some(Spot::Lead(id)) => digest.waiting.contains(&id),
            Some(Spot::Line(name)) => digest.line(name).is_some_and(Line::says),
            Some(Spot::Head) | None => false,
        };
        self.run.is_none() && open(before) && !open(&self.digest)
    }

    /// Sorts the leads again together with newer ones, and drops lines that are done.
    pub fn renew(&mut self, world: &World<'_>) {
        self.number += 1;
        (self.touched, self.is_unordered, self.is_early) = (false, false, self.is_interim);
        self.stand();
        self.leads = Arc::clone(&self.digest.waiting);
        self.tell(world);
    }

    /// True when no figure of the page was read yet.
    pub fn is_unread(&self) -> bool {
        self.digest.lines.iter().all(|line| matches!(line.figure, Known::NotRead | Known::Reading))
    }

    /// True when inquiries were never read, and the token may not read them.
    pub fn lacks_inquiries(world: &World<'_>) -> bool {
        let lacks = world.store.session().missing_for(inquiries::List::ENDPOINT).is_some();
        lacks && !world.store.inquiries().was_read()
    }

    /// True when there is nothing to do and nothing was done here.
    pub fn is_quiet(&self) -> bool {
        self.digest.is_quiet() && self.leads.is_empty()
    }

    /// Thing whose reminder is due: the one the run shows, or that of the line under the cursor.
    pub fn due(&self, store: &Store) -> Option<Subject> {
        match (&self.run, self.spot()?) {
            (Some(running), _) => match running.run.current()? {
                Item::Due(about) => Some(about.clone()),
                _ => None,
            },
            (None, Spot::Line(Name::DueInquiry(id))) => Some(id.into()),
            (None, Spot::Line(Name::DueDomain(key))) => Some(Subject::domain(&store.domains().row(key)?.domain_name())),
            _ => None,
        }
    }

    /// True when the cursor is on the line of one reminder.
    pub fn is_on_reminder(&self) -> bool {
        matches!(self.spot(), Some(Spot::Line(Name::DueInquiry(_) | Name::DueDomain(_))))
    }

    /// Place of the cursor. If its line is gone, the line that took its place.
    pub fn spot(&self) -> Option<Spot> {
        if let Some(running) = &self.run {
            return Some(running.spot());
        }
        let laid = self.laid();
        let spots = &laid.spots;
        let here = self.cursor.filter(|cursor| spots.contains(cursor));
        // Below the head is the first thing to do. While the leads are still to be put in order there, the cursor waits
        // above them, so that it has the shortest way to the first one.
        let first = usize::from(self.touched || !self.awaits_order());
        here.or_else(|| spots.get(self.place.max(first).min(spots.len().checked_sub(1)?)).copied())
    }

    /// The lead under the cursor.
    pub fn lead(&self) -> Option<Id<Inquiry>> {
        if let Some(Spot::Lead(id)) = self.spot() { Some(id) } else { None }
    }

    /// The line under the cursor.
    pub fn line(&self) -> Option<&Line> {
        if let Some(Spot::Line(name)) = self.spot() { self.digest.line(name) } else { None }
    }

    /// Moves the cursor; false when it is already at the end.
    pub fn walk(&mut self, by: isize) -> bool {
        if let Some(running) = &mut self.run {
            return running.walk(by);
        }
        let laid = self.laid();
        let spots = &laid.spots;
        let Some(last) = spots.len().checked_sub(1) else { return false };
        let at = self.at(spots);
        let to = if by == isize::MIN { 1 } else { at.saturating_add_signed(by) }.min(last);
        (self.place, self.cursor) = (to, Some(spots[to]));
        to != at
    }

    /// Moves the cursor `times` times; in the run, each step skips one thing.
    pub fn steps(&mut self, times: usize, by: isize) -> bool {
        match self.run {
            Some(_) => (0..times).all(|_| self.walk(by)),
            None => self.walk(by.saturating_mul(times as isize)),
        }
    }

    /// Goes to the first line of the next or previous part, wrapping around.
    pub fn walk_part(&mut self, by: isize) {
        let laid = self.laid();
        let Laid { parts, spots, .. } = &*laid;
        let at = self.spot();
        if parts.is_empty() || self.run.is_some() {
            return;
        }
        let here = parts.iter().position(|(_, spots)| at.is_some_and(|at| spots.contains(&at)));
        // The head is above the first part.
        let here = here.map_or(if by > 0 { -1 } else { 0 }, usize::cast_signed);
        let to = (here + by).rem_euclid(parts.len() as isize) as usize;
        self.cursor = parts[to].1.first().copied();
        self.place = self.at(spots);
    }

    /// On while the whole page is shown; off during the morning run.
    pub fn with_page(&self) -> When {
        match self.run {
            Some(_) => When::Off("One thing at a time here; esc leaves the run.".to_owned()),
            None => When::On,
        }
    }

    /// Number of the cursor's place, the head being 0.
    pub fn place(&self) -> usize {
        self.at(&self.laid().spots)
    }

    fn at(&self, spots: &[Spot]) -> usize {
        let here = self.spot();
        spots.iter().position(|spot| Some(*spot) == here).unwrap_or(0)
    }
}

/// True when all data that scores are made of was read.
fn scores_are_read(store: &Store) -> bool {
    scored_by(store, |state| matches!(state, WalkState::Never | WalkState::Walking { .. }))
        && !matches!(store.own_currencies(), Known::NotRead)
}

/// True while data that scores are made of is being read.
fn scores_are_being_read(store: &Store) -> bool {
    store.session().trouble.is_none() && !scored_by(store, |state| matches!(state, WalkState::Walking { .. }))
}

/// True when neither domains nor inquiries are in a walk state that `is_open` accepts, and currencies of prices are not
/// being read.
fn scored_by(store: &Store, is_open: impl Fn(WalkState) -> bool) -> bool {
    // What the token may not read is not waited for.
    let may_read = |endpoint| store.session().missing_for(endpoint).is_none();
    let names = store.domains().first_reading().filter(|_| may_read(domains::List::ENDPOINT));
    !names.is_some_and(&is_open)
        && (store.inquiries().holds_all() || !is_open(store.inquiries().walk()))
        && !matches!(store.own_currencies(), Known::Reading | Known::AtLeast { .. })
}
