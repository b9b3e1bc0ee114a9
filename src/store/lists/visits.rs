//! Visits and inquiries of the last 30 days by domain, taken out of every report on Insights that is read.
//!
//! One report on all domains tells the visits of those most visited, one on inquiries who was asked about most; a
//! report on a single domain tells both. Lost with the program, but for the reports the disk keeps.

use std::any::Any;
use std::collections::HashMap;

use crate::api::Call;
use crate::api::replies::Answered;
use crate::api::types::{DomainReport, DomainsReport, InquiriesReport, Named, ReportRow, Rows};
use crate::base::{DomainName, Timestamp, work};

/// The window of all figures, in days.
pub const DAYS: u32 = 30;
/// The window that holds the days before those, too.
pub const LONGER: u32 = 90;
/// The section of both reports that has a row per domain.
const BY_DOMAIN: &str = "domains";

/// What is known of one domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    pub visits: u64,
    /// `None` where the report on all inquiries has no room for the domain.
    pub inquiries: Option<u64>,
    /// When the visits were read.
    pub at: Timestamp,
}

impl Figure {
    /// Inquiries of a hundred visits; `None` without visits.
    pub fn rate(&self) -> Option<f64> {
        self.inquiries.filter(|_| self.visits > 0).map(|asked| asked as f64 * 100.0 / self.visits as f64)
    }
}

/// The figures of all domains that were read.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    visits: HashMap<Box<str>, (u64, Timestamp)>,
    inquiries: HashMap<Box<str>, u64>,
    /// Domains that are not among [`Visits::inquiries`] had none.
    has_all_inquiries: bool,
    version: u64,
}

impl Visits {
    /// The figures of the domain of this ASCII name.
    pub fn of(&self, punycode: &str) -> Option<Figure> {
        let (visits, at) = *self.visits.get(punycode)?;
        let none = self.has_all_inquiries.then_some(0);
        Some(Figure { visits, inquiries: self.inquiries.get(punycode).copied().or(none), at })
    }

    /// The names and figures of all domains that were read, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Figure)> {
        work::each(self.visits.keys()).filter_map(|name| Some((&**name, self.of(name)?)))
    }

    /// When the oldest figure was read.
    pub fn oldest(&self) -> Option<Timestamp> {
        self.visits.values().map(|(_, at)| *at).min()
    }

    pub fn len(&self) -> usize {
        self.visits.len()
    }

    pub fn is_empty(&self) -> bool {
        self.visits.is_empty()
    }

    /// Differs whenever a figure does.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub(in crate::store) fn forget(&mut self) {
        *self = Self { version: self.version + 1, ..Self::default() };
    }

    /// Takes the figures out of an answer that came at `at`, where it carries some.
    pub(in crate::store) fn absorb(&mut self, call: &Call, value: &dyn Any, at: Timestamp) {
        if call.sent("days") != Some("30") || call.sent("verified") == Some("0") {
            return;
        }
        if let Some(Answered { value: report, .. }) = value.downcast_ref::<Answered<DomainsReport>>() {
            self.visits.extend(by_domain(&report.sections).map(|(name, hits)| (name, (hits, at))));
        } else if let Some(Answered { value: report, .. }) = value.downcast_ref::<Answered<InquiriesReport>>() {
            let asked: HashMap<Box<str>, u64> = by_domain(&report.sections).collect();
            // The report has only the first rows of a long list.
            self.has_all_inquiries = report.inquiries.copied() == i64::try_from(asked.values().sum::<u64>()).ok();
            self.inquiries.extend(asked);
        } else if let Some(Answered { value: report, .. }) = value.downcast_ref::<Answered<DomainReport>>()
            && let Some(name) = call.sent("name")
        {
            let name = DomainName::from_service(name).punycode().to_owned();
            self.visits.extend(count(report.visitors.copied()).map(|visits| (name.clone().into(), (visits, at))));
            let asked = report.inquiries.get().and_then(|asked| count(asked.inquiries.copied()));
            self.inquiries.extend(asked.map(|asked| (name.into(), asked)));
        } else {
            return;
        }
        self.version += 1;
    }
}

fn count(value: Option<i64>) -> Option<u64> {
    value.and_then(|value| u64::try_from(value).ok())
}

/// The ASCII names and counts of the rows that are about a domain.
pub fn by_domain(sections: &crate::api::Seen<Named<Rows<ReportRow>>>) -> impl Iterator<Item = (Box<str>, u64)> {
    let rows = sections.get().and_then(|sections| sections.get(BY_DOMAIN));
    rows.into_iter().flat_map(|rows| &rows.0).filter_map(|row| {
        let name = DomainName::parse(&row.label.get().or(row.key.get())?.line()).ok()?;
        Some((name.punycode().into(), count(row.hits.copied())?))
    })
}
