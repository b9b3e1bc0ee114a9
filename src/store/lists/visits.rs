//! Visits and inquiries of the last 30 days by domain, from every report that is read.
//!
//! The report on all domains has the visits of the most visited ones, the report on inquiries has the domains with
//! most inquiries, and a report on one domain has both. Figures are lost when the program ends, unless the disk keeps
//! the report.

use std::any::Any;
use std::collections::HashMap;

use super::daily;
use crate::api::replies::Answered;
use crate::api::types::{DomainReport, DomainsReport, InquiriesReport, Named, ReportRow, Rows};
use crate::api::{Call, insights};
use crate::base::{DomainName, Timestamp, grouped, work};

/// Period of all figures, in days.
pub const DAYS: u32 = 30;
/// Longer period, in days, which includes the 30 days before the last 30.
pub const LONGER: u32 = 90;
/// Section of both reports with a row for each domain.
pub const BY_DOMAIN: &str = "domains";
/// Fewest visits or inquiries for which a rate, a change or a chart is shown. For fewer, only the count is.
pub const FEWEST: u64 = 10;

/// Request for the report on one domain, with its visits by day.
pub fn of_name(name: &DomainName) -> insights::Domain {
    insights::Domain { name: name.clone(), days: Some(DAYS), verified: Some(true) }
}

/// Figures of one domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    pub visits: u64,
    /// Number of inquiries; `None` where the report on all inquiries may have left the domain out.
    pub inquiries: Option<u64>,
    /// Time the visits were read.
    pub at: Timestamp,
}

impl Figure {
    /// Inquiries per hundred visits; `None` without visits.
    pub fn rate(&self) -> Option<f64> {
        self.inquiries.filter(|_| self.visits > 0).map(|asked| asked as f64 * 100.0 / self.visits as f64)
    }

    /// Inquiries per hundred visits, if there are enough visits to compare it with other domains.
    pub fn comparable_rate(&self) -> Option<f64> {
        self.rate().filter(|_| self.visits >= FEWEST)
    }

    /// Rate in words: `13.1 %`, or for few visits `1 of 3`.
    pub fn rate_words(&self) -> Option<String> {
        let (rate, asked) = (self.rate()?, self.inquiries?);
        let few = || format!("{} of {}", grouped(asked), grouped(self.visits));
        Some(self.comparable_rate().map_or_else(few, |_| format!("{rate:.1} %")))
    }
}

/// Count for one domain.
#[derive(Clone, Copy, Debug)]
struct Count {
    hits: u64,
    at: Timestamp,
    /// True for a count from the report on this domain.
    own: bool,
}

/// Visits of one domain by day, and its visits in the 30 days before.
#[derive(Clone, Debug)]
struct Days {
    counts: Vec<(i64, u64)>,
    before: Option<u64>,
    at: Timestamp,
}

/// Counts by punycode.
#[derive(Clone, Debug, Default)]
struct Counts {
    of: HashMap<Box<str>, Count>,
    /// Time of the newest report on all domains.
    all_at: Timestamp,
}

/// Seconds for which a count from the report on one domain stays although newer reports on all domains leave that
/// domain out.
const OWN_FOR: i64 = 86_400;

impl Counts {
    fn get(&self, punycode: &str) -> Option<u64> {
        self.of.get(punycode).map(|count| count.hits)
    }

    /// Takes a report on all domains; false, without taking it, where a newer one was taken. The count of a domain
    /// that is not in it is dropped, because it is about another period.
    fn put_all(&mut self, told: impl IntoIterator<Item = (Box<str>, u64)>, at: Timestamp) -> bool {
        if at < self.all_at {
            return false;
        }
        self.all_at = at;
        self.of.retain(|_, count| count.own && count.at.0 > at.0 - OWN_FOR);
        for (name, hits) in told {
            let known = self.of.entry(name).or_insert(Count { hits, at, own: false });
            if known.at <= at {
                *known = Count { hits, at, own: false };
            }
        }
        true
    }

    /// Takes the count from the report on one domain.
    fn put_own(&mut self, name: &str, hits: Option<u64>, at: Timestamp) {
        if self.of.get(name).is_none_or(|known| known.at <= at) {
            self.of.extend(hits.map(|hits| (name.into(), Count { hits, at, own: true })));
        }
    }
}

/// Figures of all domains in the reports that were read.
#[derive(Clone, Debug, Default)]
pub struct Visits {
    visits: Counts,
    inquiries: Counts,
    /// True when a domain without a count of inquiries had none.
    has_all_inquiries: bool,
    /// Visits by day of the domains whose own report was read; `most` is the highest count of a day.
    days: HashMap<Box<str>, Days>,
    most: u32,
    /// Time of the oldest figure of visits.
    oldest: Option<Timestamp>,
    version: u64,
}

impl Visits {
    /// Figures of a domain, by its punycode.
    pub fn of(&self, punycode: &str) -> Option<Figure> {
        let Count { hits: visits, at, .. } = *self.visits.of.get(punycode)?;
        let none = self.has_all_inquiries.then_some(0);
        Some(Figure { visits, inquiries: self.inquiries.get(punycode).or(none), at })
    }

    /// Visits of a domain on the days that end with today, the oldest first. Empty where the report on it was not
    /// read, or it has few visits.
    pub fn by_day(&self, punycode: &str, now: Timestamp) -> Vec<Option<u32>> {
        let known = self.days.get(punycode).filter(|_| self.is_told_by_day(punycode));
        known.map_or_else(Vec::new, |days| daily::line(&daily::until(now, &days.counts)))
    }

    /// Visits of a domain in the 30 days before the last 30; `None` where the report on it was not read, or does not
    /// say.
    pub fn before(&self, punycode: &str) -> Option<u64> {
        self.days.get(punycode)?.before
    }

    /// True when the report on this domain was read.
    pub fn has_read(&self, punycode: &str) -> bool {
        self.days.contains_key(punycode)
    }

    /// Highest count of a day among all domains with counts by day: all their charts have this scale.
    pub fn most_in_a_day(&self) -> u32 {
        self.most
    }

    fn is_told_by_day(&self, punycode: &str) -> bool {
        self.visits.get(punycode).is_some_and(|visits| visits >= FEWEST)
    }

    fn put_days(&mut self, name: &str, told: Days) {
        if self.days.get(name).is_none_or(|known| known.at <= told.at) {
            self.days.insert(name.into(), told);
        }
    }

    /// Punycode and figures of all domains that were read, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Figure)> {
        work::each(self.visits.of.keys()).filter_map(|name| Some((&**name, self.of(name)?)))
    }

    /// Time of the oldest figure.
    pub fn oldest(&self) -> Option<Timestamp> {
        self.oldest
    }

    pub fn len(&self) -> usize {
        self.visits.of.len()
    }

    pub fn is_empty(&self) -> bool {
        self.visits.of.is_empty()
    }

    /// Version that changes whenever a figure does.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub(in crate::store) fn forget(&mut self) {
        *self = Self { version: self.version + 1, ..Self::default() };
    }

    /// Takes the figures from an answer that came at `at`, if it is a report with some.
    pub(in crate::store) fn absorb(&mut self, call: &Call, value: &dyn Any, at: Timestamp) {
        if call.sent("days") != Some("30") || call.sent("verified") == Some("0") {
            return;
        }
        if let Some(Answered { value: report, .. }) = value.downcast_ref::<Answered<DomainsReport>>() {
            self.visits.put_all(by_domain(&report.sections), at);
            self.days.retain(|_, days| days.at.0 > at.0 - OWN_FOR);
        } else if let Some(Answered { value: report, .. }) = value.downcast_ref::<Answered<InquiriesReport>>() {
            let asked: HashMap<Box<str>, u64> = by_domain(&report.sections).collect();
            // The report has only the first rows of a long list.
            let has_all = report.inquiries.copied() == i64::try_from(asked.values().sum::<u64>()).ok();
            if self.inquiries.put_all(asked, at) {
                self.has_all_inquiries = has_all;
            }
        } else if let Some(Answered { value: report, .. }) = value.downcast_ref::<Answered<DomainReport>>()
            && let Some(name) = call.sent("name")
        {
            let name = DomainName::from_service(name).punycode().to_owned();
            let asked = report.inquiries.get().and_then(|asked| count(asked.inquiries.copied()));
            self.visits.put_own(&name, count(report.visitors.copied()), at);
            self.inquiries.put_own(&name, asked, at);
            let before = report.trends.get().and_then(|trends| trends.get("visitors")?.previous.copied());
            let before = before.map(|before| before.max(0.0) as u64);
            self.put_days(&name, Days { counts: daily::by_day(&report.chart), before, at });
        } else {
            return;
        }
        let told = self.days.iter().filter(|(name, _)| self.is_told_by_day(name));
        let most = told.flat_map(|(_, days)| &days.counts).map(|(_, hits)| *hits).max();
        self.most = most.map_or(0, |most| u32::try_from(most).unwrap_or(u32::MAX));
        self.oldest = work::each(self.visits.of.values()).map(|count| count.at).min();
        self.version += 1;
    }
}

fn count(value: Option<i64>) -> Option<u64> {
    value.and_then(|value| u64::try_from(value).ok())
}

/// Punycode and count of each row that is about a domain.
pub fn by_domain(sections: &crate::api::Seen<Named<Rows<ReportRow>>>) -> impl Iterator<Item = (Box<str>, u64)> {
    let rows = sections.get().and_then(|sections| sections.get(BY_DOMAIN));
    rows.into_iter().flat_map(|rows| &rows.0).filter_map(|row| {
        let name = DomainName::parse(&row.label.get().or(row.key.get())?.line()).ok()?;
        Some((name.punycode().into(), count(row.hits.copied())?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(counts: &Counts) -> Vec<(&str, u64)> {
        let mut told: Vec<_> = counts.of.iter().map(|(name, count)| (&**name, count.hits)).collect();
        told.sort_unstable();
        told
    }

    #[test]
    fn a_rate_of_few_visits_is_told_in_counts_and_compared_with_none() {
        let of = |visits, asked| Figure { visits, inquiries: asked, at: Timestamp(0) };
        for (visits, asked, words, compares) in [
            (1, Some(1), Some("1 of 1"), false),
            (9, Some(0), Some("0 of 9"), false),
            (10, Some(1), Some("10.0 %"), true),
            (0, Some(0), None, false),
            (20, None, None, false),
        ] {
            let figure = of(visits, asked);
            assert_eq!(figure.rate_words().as_deref(), words, "{figure:?}");
            assert_eq!(figure.comparable_rate().is_some(), compares, "{figure:?}");
        }
    }

    #[test]
    fn a_newer_report_takes_out_what_fell_out_of_its_window_and_an_older_one_changes_nothing() {
        let mut counts = Counts::default();
        let rows = |rows: &[(&str, u64)]| rows.iter().map(|(name, hits)| ((*name).into(), *hits)).collect::<Vec<_>>();
        assert!(counts.put_all(rows(&[("a.com", 5), ("b.com", 4)]), Timestamp(1_000)));
        counts.put_own("c.com", Some(1), Timestamp(1_500));
        counts.put_own("b.com", Some(3), Timestamp(900));
        assert!(counts.put_all(rows(&[("b.com", 6)]), Timestamp(2_000)));
        assert_eq!(told(&counts), [("b.com", 6), ("c.com", 1)]);
        assert!(!counts.put_all(rows(&[("a.com", 5)]), Timestamp(1_900)), "it was read before");
        assert_eq!(told(&counts), [("b.com", 6), ("c.com", 1)]);
        counts.put_own("b.com", Some(7), Timestamp(2_500));
        assert!(counts.put_all(rows(&[("b.com", 6)]), Timestamp(2_400)));
        assert_eq!(told(&counts), [("b.com", 7), ("c.com", 1)], "its own report is newer");
        assert!(counts.put_all(Vec::new(), Timestamp(2_500 + OWN_FOR)));
        assert_eq!(told(&counts), []);
    }
}
