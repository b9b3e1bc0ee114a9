//! The reports: one row each, with all that differs between them.

use std::sync::Arc;
use std::time::Duration;

use super::asked::Asked;
use super::blocks::{Block, Line};
use super::reports::{self, At};
use super::worth::{Advising, Past};
use crate::api::replies::Answered;
use crate::api::types::{DomainReport, DomainsReport, InquiriesReport};
use crate::api::{Request, insights, portfolio};
use crate::client::Lane;
use crate::store::{Loaded, Store, Wants};

/// Row of the table of reports.
pub struct Row<Q, R> {
    named: Named,
    /// Question to the service; `None` while no domain is chosen.
    ask: fn(&Asked) -> Option<Q>,
    /// Makes the blocks of an answer.
    blocks: fn(&R, At) -> Vec<Block>,
    /// Makes the advice of an answer. `Past` is the answer over a longer window, if it was read.
    advise: fn(&Advising<'_>, &R, Option<Past<'_, R>>) -> Vec<Line>,
}

/// Names and properties of a report.
pub struct Named {
    /// Name in `:tab`.
    pub name: &'static str,
    pub label: &'static str,
    /// True if the report can count bots, or humans only.
    pub counts_bots: bool,
    /// True if the report's figures are compared with the window before.
    pub compares: bool,
}

/// Places in the table: the reports on all domains, and on one domain.
pub const DOMAINS: usize = 0;
pub const DOMAIN: usize = 1;

/// Reports in the order of their tabs.
pub const REPORTS: [&dyn Report; 5] = [
    &Row {
        named: Named { name: "domains", label: "Domains", counts_bots: true, compares: true },
        ask: |asked| Some(insights::Domains { days: Some(asked.days), verified: Some(asked.verified) }),
        blocks: reports::domains,
        advise: |advising, report: &DomainsReport, past| advising.of_visits(report, past),
    },
    &Row {
        named: Named { name: "domain", label: "Domain", counts_bots: true, compares: true },
        ask: |asked| {
            let name = asked.name.clone()?;
            Some(insights::Domain { name, days: Some(asked.days), verified: Some(asked.verified) })
        },
        blocks: reports::domain,
        advise: |advising, report: &DomainReport, _| advising.of_one(report),
    },
    &Row {
        named: Named { name: "inquiries", label: "Inquiries", counts_bots: false, compares: true },
        ask: |asked| Some(insights::Inquiries { days: Some(asked.days) }),
        blocks: reports::inquiries,
        advise: |advising, report: &InquiriesReport, _| advising.of_inquiries(report),
    },
    &Row {
        named: Named { name: "portfolio", label: "Portfolio", counts_bots: false, compares: true },
        ask: |asked| Some(insights::Portfolio { days: Some(asked.days) }),
        blocks: reports::portfolio,
        advise: |_, _, _| Vec::new(),
    },
    &Row {
        named: Named { name: "activity", label: "Activity", counts_bots: false, compares: false },
        ask: |asked| Some(portfolio::Activity { days: Some(asked.days) }),
        blocks: reports::activity,
        advise: |_, _, _| Vec::new(),
    },
];

/// A report, whatever the type of its answer.
pub trait Report: Sync {
    fn named(&self) -> &Named;

    fn want(&self, asked: &Asked, wants: &mut Wants, lane: Lane, fresh_for: Duration);

    /// Answer as sent; `None` while no domain is chosen.
    fn read<'a>(&self, asked: &Asked, store: &'a Store) -> Option<Loaded<'a, Arc<str>>>;

    /// Blocks of the answer, once it was read.
    fn blocks(&self, asked: &Asked, store: &Store, at: At) -> Option<Vec<Block>>;

    /// Lines of advice.
    fn advise(&self, advising: &Advising<'_>) -> Vec<Line>;
}

impl<Q: Request<Reply = Answered<R>>, R: 'static> Report for Row<Q, R> {
    fn named(&self) -> &Named {
        &self.named
    }

    fn want(&self, asked: &Asked, wants: &mut Wants, lane: Lane, fresh_for: Duration) {
        if let Some(request) = (self.ask)(asked) {
            wants.want(&request, lane).fresh_for = fresh_for;
        }
    }

    fn read<'a>(&self, asked: &Asked, store: &'a Store) -> Option<Loaded<'a, Arc<str>>> {
        Some(store.query(&(self.ask)(asked)?).map(|answer| &answer.raw))
    }

    fn blocks(&self, asked: &Asked, store: &Store, at: At) -> Option<Vec<Block>> {
        Some((self.blocks)(self.value(asked, store)?, at))
    }

    fn advise(&self, advising: &Advising<'_>) -> Vec<Line> {
        let longer = advising.asked.longer();
        let past =
            longer.and_then(|longer| Some(Past { report: self.value(&longer, advising.store)?, days: longer.days }));
        let report = self.value(advising.asked, advising.store);
        report.map(|report| (self.advise)(advising, report, past)).unwrap_or_default()
    }
}

impl<Q: Request<Reply = Answered<R>>, R: 'static> Row<Q, R> {
    fn value<'a>(&self, asked: &Asked, store: &'a Store) -> Option<&'a R> {
        store.query(&(self.ask)(asked)?).value.map(|answer| &answer.value)
    }
}
