//! Numbers of rows that lists have, with how well they are known. They are counted with the views that the lists show.

use std::sync::Arc;

use crate::api::domains::Listing;
use crate::api::types::Inquiry;
use crate::api::{Request, senders};
use crate::base::{Currency, Id, Timestamp, Zone};
use crate::store::filter::{Filter, parse, parse_domains};
use crate::store::findings::asked::Asked;
use crate::store::index::domains::DomainView;
use crate::store::lists::jobs::{exports_page, imports_page};
use crate::store::score::Leads;
use crate::store::shown;
use crate::store::shown::versions::{Row, by_others, of_account};
use crate::store::subject::{DomainKey, Subject};
use crate::store::{Cover, DomainSort, DomainTab, Known, Sort, Store, Tab, ViewSpec};

/// Data from which lines are counted.
pub struct Counting<'a> {
    pub store: &'a Store,
    pub asked: &'a Asked,
    pub leads: &'a Leads,
    pub currency: &'a Currency,
    pub now: Timestamp,
    pub zone: Zone,
}

/// Kinds of jobs at the service.
#[derive(Clone, Copy)]
pub enum Jobs {
    Imports,
    Exports,
}

/// `Is` once the request was answered, else the reason why it was not.
fn asked<R: Request>(store: &Store, request: &R) -> Known<()> {
    let loaded = store.query(request);
    match (loaded.value, loaded.failure) {
        (Some(_), _) => Known::Is(()),
        (None, Some(failure)) => Known::Unavailable(failure.sentence()),
        (None, None) if loaded.loading => Known::Reading,
        (None, None) => Known::NotRead,
    }
}

/// True for an inquiry or a domain that is in the rows read so far.
pub fn is_listed(about: &Subject, store: &Store) -> bool {
    match (about.inquiry(), about.name()) {
        (Some(id), _) => store.inquiries().row(id).is_some(),
        (None, Some(name)) => store.domains().find(name.punycode()).is_some(),
        (None, None) => false,
    }
}

impl Counting<'_> {
    /// Number of inquiries in a tab under a filter, and their ids.
    pub fn inquiries(&self, tab: Tab, filter: &str) -> (Known<u64>, Arc<[Id<Inquiry>]>) {
        let filter = parse(filter).unwrap_or_default();
        let mut spec = ViewSpec::new(tab, &filter, Sort::default(), self.now);
        if filter.needs_currency() {
            spec.currency.clone_from(&self.currency.0);
        }
        if filter.needs_ignored() {
            spec.ignored = shown::senders::addresses(self.store);
        }
        let index = self.store.inquiries();
        let ids = index.view(&spec);
        let whole = if spec.needs_set() { index.is_set_whole(&spec.question) } else { self.asked.covers(&filter) };
        let (many, is_exact) = self.leads.many(&ids, &filter);
        let figure = Known::rows(many, None, whole && is_exact);
        let ignored = if filter.needs_ignored() { self.ignored() } else { Known::Is(()) };
        let figure = match ignored {
            Known::Unavailable(_) => figure,
            ignored => ignored.and(figure, |(), figure| figure),
        };
        (figure, ids)
    }

    /// `Is` once the ignored senders are known. Until then their inquiries would be counted.
    pub fn ignored(&self) -> Known<()> {
        match self.store.session().missing_for(senders::List::ENDPOINT) {
            Some(missing) => Known::Unavailable(missing.0.to_owned()),
            None => asked(self.store, &senders::List {}),
        }
    }

    /// Number of things with a due reminder for which `is_of` is true; `figure` is the number that a list shows. It is
    /// exact if the list has each of these things, even if the list is incomplete.
    pub fn due(&self, figure: Known<u64>, is_of: impl Fn(&Subject) -> bool) -> Known<u64> {
        let mut due = self.store.notes().due(self.now);
        due.retain(|(about, ..)| is_of(about));
        let whole = !due.is_empty() && due.iter().all(|(about, ..)| is_listed(about, self.store));
        if whole { Known::Is(figure.value().copied().unwrap_or(0)) } else { figure }
    }

    /// Number of jobs of a kind that ended after `since`.
    pub fn ended(&self, jobs: Jobs, since: Timestamp) -> Known<u64> {
        let known = self.store.jobs();
        match jobs {
            Jobs::Imports => asked(self.store, &imports_page(1)).and(known.imports().ended(since), |(), ended| ended),
            Jobs::Exports => asked(self.store, &exports_page(1)).and(known.exports().ended(since), |(), ended| ended),
        }
    }

    /// Number of running jobs of a kind.
    pub fn running(&self, jobs: Jobs) -> Known<u64> {
        let known = self.store.jobs();
        match jobs {
            Jobs::Imports => {
                asked(self.store, &imports_page(1)).and(known.imports().how_many_run(), |(), running| running)
            }
            Jobs::Exports => {
                asked(self.store, &exports_page(1)).and(known.exports().how_many_run(), |(), running| running)
            }
        }
    }

    /// Number of versions of the account's settings that others made after `since`, and these versions, the newest
    /// first.
    pub fn by_others(&self, since: Timestamp) -> (Known<u64>, Vec<Row>) {
        let (rows, whole) = by_others(since, self.store).unwrap_or_default();
        let count = rows.len() as u64;
        (asked(self.store, &of_account(1)).and(Known::over(count, count, None, whole), |(), count| count), rows)
    }

    /// Number of domains in a tab under a filter, and their keys.
    pub fn domains(&self, tab: DomainTab, filter: &str) -> (Known<u64>, Arc<[DomainKey]>) {
        let filter: Filter = parse_domains(filter).unwrap_or_default();
        let view = DomainView::new(tab, Listing::All, &filter, DomainSort::default(), self.now);
        let index = self.store.domains();
        let keys = self.asked.passing(index.view(&view), &filter, self.store, self.now);
        let every_name = || index.total(tab).is_some_and(|told| index.known(tab) as u64 >= told);
        let whole = matches!(index.cover(tab), Cover::Whole { .. }) || every_name();
        let whole = whole && (self.asked.is_whole() || !Asked::is_asked(&filter));
        let count = keys.len() as u64;
        // The service gives the size of a whole tab before the names are read.
        let told = index.total(tab).filter(|told| filter.is_empty() && *told >= count);
        (told.map_or_else(|| Known::rows(count, None, whole), Known::Is), keys)
    }
}
