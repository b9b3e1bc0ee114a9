//! Requests that read the values of a plan.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use crate::api::domains::Settings as OfDomain;
use crate::api::limits::PER_PAGE;
use crate::api::settings::Get;
use crate::api::{Resource, profile};
use crate::base::{DomainName, Timestamp};
use crate::client::{Failure, FailureKind, Lane};
use crate::store::subject::Subject;
use crate::store::writes::plan::{FRESH, Plan, Reading, Staging, ToRead};
use crate::store::{DomainTab, Store, Wants};

/// Number of domains that are read one by one at the same time.
const AT_ONCE: usize = 8;

impl ToRead {
    /// Adds the wants for the missing answers, in the user's lane if the user waits for them (`is_awaited`), else
    /// ahead of the user.
    pub fn want(&self, store: &Store, is_awaited: bool, wants: &mut Wants) {
        let lane = if is_awaited { Lane::User } else { Lane::Ahead };
        if self.account {
            wants.want(&Get {}, lane).fresh_for = Duration::ZERO;
        }
        if self.profile {
            wants.want(&profile::Get {}, lane).fresh_for = Duration::ZERO;
        }
        if self.pages {
            wants.want(&store.next_own_settings(), lane);
        }
        for name in &self.singly {
            let want = wants.want(&OfDomain { name: name.clone() }, lane);
            // A kept answer whose values were not taken must be asked for again.
            (want.fresh_for, want.keep) = (Duration::ZERO, false);
        }
    }

    /// Failure that stops the reading; `None` while there is none.
    pub fn trouble<'a>(&self, store: &'a Store) -> Option<&'a Failure> {
        let of_account = self.account.then(|| store.query(&Get {}).failure).flatten();
        let of_profile = self.profile.then(|| store.query(&profile::Get {}).failure).flatten();
        let of_pages = self.pages.then(|| store.own_settings_failure()).flatten();
        let mut of_names = self.singly.iter().filter_map(|name| store.query(&OfDomain { name: name.clone() }).failure);
        of_account.or(of_profile).or(of_pages).or_else(|| of_names.next())
    }
}

impl Store {
    /// Values of a plan that were not read at `since` or later.
    pub fn to_read(&self, plan: &Plan, since: Timestamp) -> ToRead {
        let values = self.values_to_read(plan.edits.iter().map(|edit| &edit.subject), since);
        values.and_profile(self.is_currency_due(plan, since))
    }

    /// Values of the plan under review that must still be read, when only those of these things are left.
    pub fn staged_to_read<'a>(
        &self,
        left: impl Iterator<Item = (&'a Subject, Option<Reading>)>,
        read: usize,
        staging: &Staging,
    ) -> ToRead {
        let values = self.still_to_read(left, read, staging.since);
        values.and_profile(self.is_currency_due(&staging.plan, staging.since))
    }

    /// Own settings of these things that were not read at `since` or later.
    pub fn values_to_read<'a>(&self, subjects: impl Iterator<Item = &'a Subject>, since: Timestamp) -> ToRead {
        let subjects: HashSet<&Subject> = subjects.collect();
        let readings = subjects.into_iter().map(|subject| (subject, Some(self.reading_of(subject, since))));
        self.still_to_read(readings, 0, since)
    }

    /// Progress of reading a thing at `since` or later.
    pub fn reading_of(&self, subject: &Subject, since: Timestamp) -> Reading {
        if let Some(at) = self.own_settings_at(subject).filter(|at| *at >= since) {
            return Reading::Done(at);
        }
        match subject {
            Subject::Domain(name) if self.lists.settings.failure(name, since).is_some() => Reading::Failed,
            Subject::Domain(name) if self.index.domains.is_verified(name) => Reading::Listed,
            _ => Reading::Apart,
        }
    }

    /// Values of these things that must still be read; the values of `read` others were. A thing with `None` is only
    /// counted, because it was not looked at yet.
    fn still_to_read<'a>(
        &self,
        readings: impl Iterator<Item = (&'a Subject, Option<Reading>)>,
        read: usize,
        since: Timestamp,
    ) -> ToRead {
        let mut to_read = ToRead { read, of: read, ..ToRead::default() };
        let (mut verified, mut others) = (Vec::new(), Vec::new());
        for (subject, reading) in readings {
            to_read.of += 1;
            match (reading, subject) {
                (None, _) => {}
                (Some(Reading::Done(_)), _) => to_read.read += 1,
                (Some(Reading::Failed), Subject::Domain(name)) => {
                    let failure = self.lists.settings.failure(name, since).cloned();
                    to_read.failed.extend(failure.map(|failure| (subject.clone(), failure)));
                }
                (Some(Reading::Listed), Subject::Domain(name)) => verified.push(name),
                (Some(_), Subject::Domain(name)) => others.push(name),
                (Some(_), Subject::Profile) => to_read.profile = true,
                (Some(_), _) => to_read.account = true,
            }
        }
        to_read.pages = verified.len() > self.pages_of_settings() && self.pages_help(since);
        let mut singly = if to_read.pages { others } else { [verified, others].concat() };
        if singly.len() > AT_ONCE {
            singly.select_nth_unstable(AT_ONCE);
            singly.truncate(AT_ONCE);
        }
        singly.sort_unstable();
        to_read.singly = singly.into_iter().map(|punycode| DomainName::from_service(punycode)).collect();
        to_read.failed.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        to_read
    }

    /// True when amounts of a plan are in the profile's currency, and the profile was not read at `since` or later.
    fn is_currency_due(&self, plan: &Plan, since: Timestamp) -> bool {
        self.account_currency() == Some(None) && self.is_profile_due(plan, since)
    }

    /// True when amounts of a plan may be in the profile's currency, and the profile was not read at `since` or later.
    fn is_profile_due(&self, plan: &Plan, since: Timestamp) -> bool {
        let profile = self.query(&profile::Get {});
        let is_refused = |kind: &FailureKind| matches!(kind, FailureKind::Forbidden | FailureKind::NotFound);
        !plan.currencies.is_empty()
            && profile.value.is_some()
            && !profile.failure.is_some_and(|failure| is_refused(&failure.kind))
            && self.own_settings_at(&Subject::Profile).is_none_or(|at| at < since)
    }

    /// Number of pages with the own settings of all verified domains. Reading fewer domains than that one by one costs
    /// less.
    fn pages_of_settings(&self) -> usize {
        self.index.domains.total(DomainTab::Verified).unwrap_or(0).div_ceil(u64::from(PER_PAGE)) as usize
    }

    /// Marks values of the plan under review that were read more than [`FRESH`] seconds ago to be read again.
    pub fn reread_staged(&mut self, now: Timestamp) {
        let since = Timestamp(now.0 - FRESH);
        let Some(staging) = self.writes.reviews.front_mut() else { return };
        staging.since = since;
        let plan = Arc::clone(&staging.plan);
        // The answers may show that the account sets a currency, so that the profile's does not matter.
        if self.is_profile_due(&plan, since) {
            self.answers.stale(&[Resource::Profile]);
        }
        self.reread_values(plan.edits.iter().map(|edit| &edit.subject), since);
    }

    /// Marks own settings of these things that were read before `since` to be read again.
    pub fn reread_values<'a>(&mut self, subjects: impl Iterator<Item = &'a Subject>, since: Timestamp) {
        self.shown.version += 1;
        let (mut listed, enough) = (HashSet::new(), self.pages_of_settings());
        let (mut account, mut profile) = (false, false);
        for subject in subjects {
            match subject {
                // Reading all pages takes fewer requests than reading so many names, so that no further name needs to
                // be looked at.
                Subject::Domain(_) if listed.len() > enough => {}
                Subject::Domain(name) if self.reading_of(subject, since) == Reading::Listed => {
                    listed.insert(name);
                }
                Subject::Domain(_) => {}
                Subject::Profile => profile |= self.reading_of(subject, since) == Reading::Apart,
                _ => account |= self.reading_of(subject, since) == Reading::Apart,
            }
        }
        if listed.len() > enough && self.pages_help(since) {
            self.reread_pages(since);
        }
        // The review wants these two answers all the time, and such an answer is asked for again only when it is
        // stale.
        if account {
            self.answers.stale(&[Resource::Settings]);
        }
        if profile {
            self.answers.stale(&[Resource::Profile]);
        }
    }
}
