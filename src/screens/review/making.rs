//! Making the rows of a review: only those whose data have changed, and for a long plan a part in each turn of the
//! loop.

use super::rows::All;
use super::screen::Review;
use crate::api;
use crate::base::Timestamp;
use crate::store::guard::Guards;
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::{Staging, ToRead};
use crate::store::{Store, Subject};
use crate::ui::World;
use crate::ui::list::{self, ListScreen as _};
use crate::ui::text::grouped;

/// Data the rows are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// Number and size of the plan.
    plan: (u64, usize),
    /// Time before which values count as not read.
    since: Timestamp,
    /// Version of the journal, once the plan's write has ended.
    journal: Option<u64>,
    /// Version of the domains' own settings, the times at which the account's values and the profile were read, and
    /// whether the profile could not be.
    own: u64,
    account: Option<Timestamp>,
    profile: (Option<Timestamp>, bool),
    guarded: Guarded,
}

/// Data about offers and currencies: the times at which settings, schema and profile were read, the number of known
/// inquiries, and true if all are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Guarded {
    told: [Option<Timestamp>; 3],
    inquiries: (usize, bool),
}

impl Guarded {
    fn of(store: &Store) -> Self {
        let (settings, schema) = (store.query(&api::settings::Get {}).at, store.query(&api::settings::Schema {}).at);
        let told = [settings, schema, store.query(&api::profile::Get {}).at];
        Self { told, inquiries: (store.inquiries().len(), store.inquiries().holds_all()) }
    }
}

impl Review {
    /// Makes the lines that are new or whose data have changed, a part in each turn.
    pub fn make(&mut self, world: &World<'_>) {
        let store = world.store;
        let arrived = store.staging().map_or(0, |staging| staging.arrived);
        if self.arrived.replace(arrived).is_some_and(|before| before != arrived) && arrived > 0 {
            // A filter typed for earlier changes would hide the new ones, which a save writes all the same.
            self.list_mut().before.clear();
            let _ = list::put_filter(self, "");
        }
        self.steps = [store.can_take_back(), store.beside_review() > 0];
        self.is_pending = store.staging().is_some_and(|staging| staging.entry.is_none()) && !store.undoes_review();
        let Some(staging) = store.staging() else {
            // The question of a plan that is gone must not be asked about another.
            (self.asks, self.question) = (false, None);
            if self.made.take().is_some() {
                (self.all, self.to_read, self.number) = (All::default(), ToRead::default(), self.number + 1);
                self.list_mut().tab = 0;
            }
            return;
        };
        let is_over = staging.entry.is_some() && !store.is_saving_review();
        let made = Made {
            plan: (staging.number, staging.plan.edits.len()),
            since: staging.since,
            journal: is_over.then(|| store.journal().version()),
            own: store.own_settings().version(),
            account: store.own_settings_at(&Subject::Account),
            profile: (store.own_settings_at(&Subject::Profile), store.query(&api::profile::Get {}).failure.is_some()),
            guarded: Guarded::of(store),
        };
        let is_new = self.note_changes(made, staging, store);
        let looked = self.all.lines.look(staging, &self.guards, store);
        // Rows of the previous plan have other places in this one.
        let is_done = looked && self.is_made();
        if !is_new && !is_done {
            return;
        }
        self.number += 1;
        self.all.sum_up(store);
        self.to_read = self.all.lines.to_read(staging, store);
        let unused: &[&str] = if self.all.odd.is_empty() { &["check"] } else { &[] };
        let told = [("change", self.all.has_change()), ("best", self.has_best(store))];
        let blank = told.iter().filter(|(_, told)| !told).map(|(column, _)| *column).collect();
        self.list_mut().table_mut().leave_out(unused);
        self.list_mut().table_mut().leave_blank_out(blank);
        if self.is_made() && std::mem::take(&mut self.arrives) && self.keys(self.list().tab).is_empty() {
            self.list_mut().tab = 0;
        }
    }

    /// Marks the lines whose data have changed to be made again; true for another plan.
    fn note_changes(&mut self, made: Made, staging: &Staging, store: &Store) -> bool {
        let before = self.made.replace(made);
        if before == Some(made) {
            return false;
        }
        let edits = &staging.plan.edits;
        if before.map(|before| (before.plan, before.guarded)) != Some((made.plan, made.guarded)) {
            self.guards = Guards::of(edits, store);
        }
        let lines = &mut self.all.lines;
        // After `d` has left out the last row of a tab, a second press must not leave out a row of another tab.
        self.arrives |= before.is_none_or(|before| before.plan.0 != made.plan.0 && before.plan.1 <= made.plan.1);
        let Some(before) = before.filter(|before| before.plan == made.plan) else {
            lines.begin(&staging.plan);
            let account = |edit: &SettingEdit| edit.subject == Subject::Account;
            let of = (edits.iter().any(account), !edits.iter().all(account));
            if before.is_none() || of.1 != self.of_domains {
                // Beside changes of the account there is nothing to show but their values, which need the room.
                self.list_mut().hides_preview = !of.1;
            }
            (self.of_account, self.of_domains) = of;
            return true;
        };
        if before.since != made.since {
            lines.forget_readings();
        }
        match store.own_settings().changed_since(before.own) {
            Some(names) if before == (Made { own: before.own, ..made }) => lines.touch(names),
            _ => lines.touch_all(),
        }
        false
    }

    /// True when all lines are made from the present data.
    pub fn is_made(&self) -> bool {
        self.all.lines.is_whole()
    }

    /// Progress of making the lines of a long plan for the first time.
    pub fn looking(&self) -> Option<String> {
        let (mut looked, of) = self.all().lines.looked_at();
        let is_first = !self.is_made() && self.all().each.len() < of;
        if let Some((_, question)) = &self.question {
            looked = question.looked;
        }
        (is_first || self.question.is_some())
            .then(|| format!("Looking at the changes: {} of {}.", grouped(looked), grouped(of)))
    }
}
