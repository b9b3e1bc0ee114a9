//! Undo and redo: the next act to reverse, and for each of its targets what reverses it. An undo can be planned before
//! the outcome of the act is known: targets not sent yet are dropped, the others are reversed once they are known to
//! be done.
//!
//! A redo reverses an undo as an undo reverses an act, so that entries form chains: act, undo, redo, undo … An entry
//! of a chain may have nothing to send for a target ([`State::Void`]), because the reversed target was never sent;
//! [`Base`] then is an earlier entry of the chain.

use super::{Entry, Journal, Origin, State, Target};
use crate::store::subject::{EntryId, Item, Names};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::intent::{Back, Intent, Undone};

/// Number of refused undos of an act after which the act counts as one that cannot be undone.
const REFUSED: usize = 2;

/// Next acts to undo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Acts to undo, newest first.
    pub acts: Vec<EntryId>,
    /// Newest act that cannot be undone, where `acts` ends; undo stops at it until the user asks again.
    pub stop: Option<EntryId>,
}

/// Undo or redo of an entry, with what happens to each of its items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal {
    pub intent: Intent,
    pub origin: Origin,
    /// Items sent now, or once the reversed write of them is known to be done.
    pub sends: Vec<Item>,
    /// Items dropped from the reversed write, which has not sent them yet; nothing is sent for them.
    pub drops: Vec<Item>,
    /// Items left as they are, because they were changed elsewhere since.
    pub changed: Vec<Item>,
    /// Items left as they are, because the outcome of the reversed write is undetermined.
    pub unknown: Vec<Item>,
}

/// Earlier write on which a target of an undo or redo depends.
#[derive(Clone, Copy, Debug)]
pub(in crate::store) enum Base<'a> {
    /// The write and its target with the same key.
    Write(&'a Entry, &'a Target),
    /// No write was ever sent, so nothing has to be waited for.
    Never,
    /// Nothing is left to reverse.
    Gone,
}

/// True for an entry that the user can undo: an own act of the user, or a redo.
pub(in crate::store) fn is_act(entry: &Entry) -> bool {
    entry.origin.is_own() || matches!(entry.origin, Origin::Redo(_))
}

impl Journal {
    /// The newest `n` acts that are not undone. The list ends at an act that has no undo, or whose undo the service
    /// has refused `REFUSED` times. It passes over such an act if an older act was undone since, or if `past` is
    /// this act or an older one: then the user has been told.
    pub fn undo_order(&self, n: usize, past: Option<EntryId>) -> Order {
        let mut order = Order::default();
        for entry in self.entries() {
            if order.acts.len() == n {
                break;
            }
            if !is_act(entry) || self.reach(entry).next().is_none() {
                continue;
            }
            if self.can_be_undone(entry) {
                order.acts.push(entry.id);
            } else if past.is_none_or(|past| entry.id < past) && !self.passed(entry.id) {
                order.stop = Some(entry.id);
                break;
            }
        }
        order
    }

    /// True if some changes of an act can be undone.
    pub(in crate::store) fn can_be_undone(&self, entry: &Entry) -> bool {
        let known = |target: &Target| !matches!(target.state, State::GivenUp | State::Overruled);
        let possible = entry.intent.rule().back != Back::None && !self.is_refused(entry.id);
        possible && self.reach(entry).any(known)
    }

    /// The newest `n` undos that can be redone, all newer than the user's last own act.
    pub fn redo_order(&self, n: usize) -> Vec<EntryId> {
        let own = |entry: &&Entry| !entry.origin.is_own();
        let undone = |entry: &&Entry| matches!(entry.origin, Origin::Undo(_)) && self.reach(entry).next().is_some();
        self.entries().take_while(own).filter(undone).map(|entry| entry.id).take(n).collect()
    }

    /// For acts in a row that cannot be undone, of which `stop` is the newest: the next older act that can be, and the
    /// oldest act of the row.
    pub fn behind(&self, stop: EntryId) -> Option<(EntryId, EntryId)> {
        let mut last = stop;
        loop {
            let order = self.undo_order(1, Some(last));
            match (order.acts.first(), order.stop) {
                (Some(act), _) => return Some((*act, last)),
                (None, Some(stop)) => last = stop,
                (None, None) => return None,
            }
        }
    }

    /// True if the service has refused every target of `REFUSED` undos of an act.
    pub fn is_refused(&self, id: EntryId) -> bool {
        let refused = |target: &Target| target.state == State::Refused && target.sends > 0;
        let tries = self.reversals(id).take(REFUSED).filter(|entry| entry.targets.iter().all(refused));
        tries.count() == REFUSED
    }

    /// True if the user has undone an act older than `id` after making the act `id`.
    fn passed(&self, id: EntryId) -> bool {
        let older = |entry: &&Entry| matches!(entry.origin, Origin::Undo(of) if of < id);
        self.entries().take_while(|entry| entry.id > id).any(|entry| older(&entry))
    }

    /// Undos (or redos) of an entry, newest first.
    pub(in crate::store) fn reversals(&self, id: EntryId) -> impl Iterator<Item = &Entry> {
        self.entries().take_while(move |entry| entry.id > id).filter(move |entry| entry.origin.reverses() == Some(id))
    }

    /// True if an undo or redo of an entry is done or pending.
    pub fn is_reversed(&self, id: EntryId) -> bool {
        self.reversals(id).any(|entry| !entry.targets.iter().all(|target| target.state.failed()))
    }

    /// Targets of an entry that an undo (or redo) has to reverse: those the entry changed or may yet change, without
    /// those an earlier undo has reversed.
    pub fn reach<'a>(&'a self, entry: &'a Entry) -> impl Iterator<Item = &'a Target> {
        let reversals: Vec<&Entry> = self.reversals(entry.id).collect();
        let reversed = self.is_reversed(entry.id);
        entry.targets.iter().filter(move |target| {
            let item = target.item();
            let earlier = || reversals.iter().filter_map(|entry| entry.target(&item));
            let tried = earlier().next().is_some();
            let open = if tried { earlier().all(|target| target.state.failed()) } else { !reversed };
            open && self.changes(entry, target)
        })
    }

    /// True if a target changed something, or may have, or may yet do so.
    fn changes(&self, entry: &Entry, target: &Target) -> bool {
        match self.seen(entry.id, &target.item()) {
            Base::Write(_, target) => {
                let lost = target.state.failed() || matches!(target.state, State::TakenBack | State::Void);
                // An unsent target is dropped, even one that would change nothing.
                !lost && (target.would_change() || target.state == State::Planned)
            }
            Base::Never => true,
            Base::Gone => false,
        }
    }

    /// Earlier write on which a target of an undo, a redo or a restore depends.
    pub(in crate::store) fn base(&self, entry: &Entry, item: &Item) -> Base<'_> {
        match entry.origin {
            // A restore sets fields of domains, while the undo adds the domains as a whole.
            Origin::Restore(of) => match self.seen(of, &item.subject.clone().into()) {
                Base::Never => Base::Gone,
                base => base,
            },
            origin => origin.reverses().map_or(Base::Gone, |of| self.seen(of, item)),
        }
    }

    /// Write that decides about a target: entry `id` itself, or, if that had nothing to send, the earlier entry that
    /// is still in force.
    fn seen(&self, id: EntryId, item: &Item) -> Base<'_> {
        let mut id = id;
        loop {
            let Some((entry, target)) = self.with_target(id, item) else { return Base::Gone };
            if target.state != State::Void {
                return Base::Write(entry, target);
            }
            let reversed = entry.origin.reverses().and_then(|of| self.with_target(of, item));
            match reversed.filter(|(_, target)| target.state == State::TakenBack).map(|(entry, _)| entry.origin) {
                None => return Base::Gone,
                Some(Origin::User | Origin::Opened | Origin::Applied | Origin::Restore(_)) => return Base::Never,
                Some(Origin::Undo(before) | Origin::Redo(before)) => id = before,
            }
        }
    }

    fn with_target(&self, id: EntryId, item: &impl Names) -> Option<(&Entry, &Target)> {
        let entry = self.get(id)?;
        Some((entry, entry.target(item)?))
    }

    /// Undo or redo of an entry as of now; `None` if nothing of the entry is left to reverse.
    pub fn reversal(&self, id: EntryId, grounds: &Grounds<'_>) -> Option<Reversal> {
        let entry = self.get(id).filter(|entry| entry.intent.rule().back != Back::None)?;
        let origin = if matches!(entry.origin, Origin::Undo(_)) { Origin::Redo(id) } else { Origin::Undo(id) };
        let (mut sends, mut drops, mut changed, mut unknown) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for target in self.reach(entry) {
            let item = target.item();
            let into = match self.seen(id, &item) {
                Base::Write(real, at) => match at.state {
                    State::Planned if real.id == id => &mut drops,
                    State::GivenUp | State::Overruled => &mut unknown,
                    _ if still_so(entry, target, grounds) => &mut sends,
                    _ => &mut changed,
                },
                Base::Never if still_so(entry, target, grounds) => &mut sends,
                Base::Never => &mut changed,
                Base::Gone => continue,
            };
            into.push(item);
        }
        let all = [&sends, &drops, &changed, &unknown].into_iter().flatten();
        let targets: Vec<&Target> = all.filter_map(|item| entry.target(item)).collect();
        if targets.is_empty() {
            return None;
        }
        let redo = matches!(origin, Origin::Redo(_));
        let intent = entry.intent.inverse(&Undone { targets, redo })?;
        Some(Reversal { intent, origin, sends, drops, changed, unknown })
    }

    /// Text of the action log's column "Undo": whether and how an entry can be undone or redone.
    pub fn way_back(&self, entry: &Entry, grounds: &Grounds<'_>) -> String {
        let is_undo = matches!(entry.origin, Origin::Undo(_));
        let left = self.reach(entry).count();
        if left == 0 {
            return match (self.reversals(entry.id).next().is_some(), is_undo) {
                (true, true) => "redone",
                (true, false) => "undone",
                (false, true) => "nothing to redo",
                (false, false) => "nothing to undo",
            }
            .to_owned();
        }
        if entry.origin == Origin::Opened {
            return "m marks it unread".to_owned();
        }
        if let Origin::Restore(_) = entry.origin {
            return "U removes the names again".to_owned();
        }
        let Some(reversal) = self.reversal(entry.id, grounds) else { return "cannot be undone".to_owned() };
        if is_undo && self.entries().take_while(|other| other.id > entry.id).any(|other| other.origin.is_own()) {
            return "no redo after a later change".to_owned();
        }
        let can = reversal.sends.len() + reversal.drops.len();
        let of = if can == left { String::new() } else { format!(" for {can} of {left}") };
        match can {
            0 if reversal.changed.is_empty() => "outcome unknown; :check reads it again".to_owned(),
            0 => "changed since".to_owned(),
            _ if is_undo => format!("U redo{of}"),
            _ if reversal.sends.iter().all(|item| self.is_done(entry, item)) => format!("u undo{of}"),
            _ => format!("u undo{of}, also while it runs"),
        }
    }

    fn is_done(&self, entry: &Entry, item: &Item) -> bool {
        !matches!(self.seen(entry.id, item), Base::Write(_, target) if target.state.pending())
    }
}

/// True if a target still has the value its entry set, as far as that is known.
fn still_so(entry: &Entry, target: &Target, grounds: &Grounds<'_>) -> bool {
    match entry.intent.shown(grounds, &target.item()) {
        Some(shown) => shown == target.after,
        // An inquiry that is not known any more is gone. Other values count as unchanged until they are read.
        None => entry.mark().is_none(),
    }
}
