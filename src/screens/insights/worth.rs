//! Advice of a report, above its tables: at most five lines, each with the list of what it counts.
//!
//! Findings about names are from the store (`store/findings`) and have the same figures on Home and in Health; other
//! advice is made from the report itself.

use std::collections::HashMap;

use super::asked::Asked;
use super::blocks::{Block, FEWEST, Line, Opens, Worth, percent};
use super::reports::At;
use super::sections;
use super::sparks::may_read;
use crate::api::Seen;
use crate::api::types::{DomainReport, DomainsReport, InquiriesReport, Named, ReportRow, Rows};
use crate::base::{DomainName, Timestamp};
use crate::store::findings::{Findings, Kind};
use crate::store::lists::visits;
use crate::store::lists::visits::by_domain;
use crate::store::{Known, Store};
use crate::ui::Place;
use crate::ui::text::{counted, grouped};

/// Most lines of advice; if there are more, a note says so.
const MOST: usize = 5;
/// Time from which inquiries are counted by campaign: 1 October 2026.
const INQUIRED_FROM: Timestamp = Timestamp(1_790_812_800);
const DAY: i64 = 86_400;
/// Section of a report about campaigns.
const CAMPAIGNS: &str = "utm_campaign";
/// Number of names given beside a line.
const NAMED: usize = 2;

/// Findings shown with the report on all visits, and with the one on all inquiries.
const OF_VISITS: [Kind; 2] = [Kind::VisitedOffMarket, Kind::NoPriceVisited];
const OF_INQUIRIES: [Kind; 4] = [Kind::UnverifiedAsked, Kind::RemovedAsked, Kind::BinBelow, Kind::NoPriceAsked];

type Sections = Seen<Named<Rows<ReportRow>>>;

/// The same report over a longer window, which contains the days before.
pub struct Past<'a, R> {
    pub report: &'a R,
    /// Days of the longer window.
    pub days: u32,
}

/// Data that advice is made from.
pub struct Advising<'a> {
    pub asked: &'a Asked,
    pub findings: &'a Findings,
    pub store: &'a Store,
    pub at: At,
}

impl Advising<'_> {
    /// Block of the lines; `None` when there is no advice.
    pub fn block(&self) -> Option<Block> {
        let mut lines = self.asked.report().advise(self);
        let all = lines.len();
        lines.truncate(MOST);
        let cut = if all > MOST { format!(", {MOST} of {all}") } else { String::new() };
        (!lines.is_empty()).then(|| Block::Worth(Worth { title: format!("Worth a look{cut}"), lines }))
    }

    /// Advice of the report on all visits.
    pub fn of_visits(&self, report: &DomainsReport, past: Option<Past<'_, DomainsReport>>) -> Vec<Line> {
        let found = OF_VISITS.into_iter().filter_map(|kind| self.found(kind));
        let mut lines: Vec<Line> = found.chain(self.campaigns(&report.sections)).collect();
        if let Some(past) = past {
            lines.extend(self.moved(&report.sections, &past.report.sections, past.days));
        }
        lines
    }

    /// Advice of the report on one domain.
    pub fn of_one(&self, report: &DomainReport) -> Vec<Line> {
        let unconfirmed = report.inquiries.get().and_then(|report| self.unconfirmed(report));
        self.about().into_iter().chain(unconfirmed).collect()
    }

    /// Advice of the report on all inquiries.
    pub fn of_inquiries(&self, report: &InquiriesReport) -> Vec<Line> {
        let found = OF_INQUIRIES.into_iter().filter_map(|kind| self.found(kind));
        self.unconfirmed(report).into_iter().chain(found).collect()
    }

    /// Line on the names with this finding; `None` without any.
    fn found(&self, kind: Kind) -> Option<Line> {
        let found = self.findings.of(kind)?;
        found.figure.value().filter(|figure| **figure > 0)?;
        // The visits of a finding have a window of their own.
        let other = kind.is_of_visited() && self.at.days != visits::DAYS;
        let window = if other { format!(", {} days", visits::DAYS) } else { String::new() };
        Some(Line {
            figure: Some(found.figure.clone()),
            words: format!("{}{window}", found.words()),
            beside: found.about(),
            opens: Opens::Place(found.list().into()),
        })
    }

    /// Findings about the one domain of the report. Of a finding and a special case of it, only the first is shown.
    fn about(&self) -> Vec<Line> {
        let Some((name, key)) =
            self.asked.domain().and_then(|name| Some((name, self.store.domains().find(name.punycode())?)))
        else {
            return Vec::new();
        };
        let mut kinds: Vec<Kind> = Vec::new();
        for kind in Kind::ALL.into_iter().filter(|kind| self.findings.has(*kind, key)) {
            if kinds.iter().all(|known| known.settles() != kind.settles()) {
                kinds.push(kind);
            }
        }
        let line = |kind: Kind| Line {
            figure: None,
            words: format!("This is a {}", kind.words(true)),
            beside: String::new(),
            opens: Opens::Place(Place::Domain(name.clone())),
        };
        kinds.into_iter().map(line).collect()
    }

    /// Line on inquiries whose buyer has not confirmed the email.
    fn unconfirmed(&self, report: &InquiriesReport) -> Option<Line> {
        let (all, confirmed) = (report.inquiries.copied()?, report.confirmed.copied()?);
        let lost = u64::try_from(all - confirmed).ok().filter(|lost| *lost > 0)?;
        let share = || percent(lost as f64 * 100.0 / all as f64);
        let about = self.asked.domain().map(|name| format!(" domain:{}", name.punycode())).unwrap_or_default();
        let window = if self.at.days == 0 { String::new() } else { format!(" age:<{}d", self.at.days) };
        let verb = if lost == 1 { "is" } else { "are" };
        Some(Line {
            figure: Some(Known::Is(lost)),
            words: format!(
                "of {} {verb} not confirmed by the buyer",
                counted(all.unsigned_abs(), "first message", "first messages")
            ),
            beside: if all < FEWEST { String::new() } else { share() },
            opens: Opens::Place(Place::list("inquiries", format!("all status:unconfirmed{window}{about}"))),
        })
    }

    /// Line on campaigns that brought visits and no inquiry, if both were counted during the whole window.
    fn campaigns(&self, sections: &Sections) -> Option<Line> {
        let from = self.at.now.0 - i64::from(self.at.days) * DAY;
        if self.at.days == 0 || from < INQUIRED_FROM.0 {
            return None;
        }
        let sections = sections.get()?;
        let all = &sections.get(CAMPAIGNS)?.0;
        let lost =
            |row: &&ReportRow| row.inquired.copied() == Some(0) && row.hits.copied().is_some_and(|hits| hits >= FEWEST);
        let row = |row: &ReportRow| {
            let name = row.label.get().or(row.key.get())?.line().into_owned();
            Some((name, row.hits.copied()?, row.share.copied()))
        };
        let rows: Vec<(String, i64, Option<f64>)> = all.iter().filter(lost).filter_map(row).collect();
        // Only the first rows of a long section are sent. There may be more if all sent rows have enough visits and no
        // other section is longer.
        let longest = sections.iter().filter_map(|(_, rows)| Some(rows.get()?.0.len())).max();
        let is_few = |row: &ReportRow| row.hits.copied().is_some_and(|hits| hits < FEWEST);
        let whole = all.iter().any(is_few) || longest > Some(all.len());
        let count = rows.len() as u64;
        let visits: i64 = rows.iter().map(|(_, hits, _)| hits).sum();
        let words = if rows.len() == 1 { "campaign" } else { "campaigns" };
        let listed = |(name, hits, _): &(String, i64, _)| format!("{name} {}", grouped(hits.unsigned_abs()));
        let each = |(name, hits, share): &(String, i64, _)| {
            (name.clone(), visits_of(*hits), sections::campaign(CAMPAIGNS, name, (*hits, *share, 0)))
        };
        let line = Line {
            figure: Some(Known::over(count, count, None, whole)),
            words: format!("{words} brought {} visits and no inquiry", grouped(visits.unsigned_abs())),
            beside: rows.iter().map(listed).collect::<Vec<_>>().join(", "),
            opens: Opens::Each("Campaigns with visits and no inquiry".to_owned(), rows.iter().map(each).collect()),
        };
        (!rows.is_empty()).then_some(line)
    }

    /// Lines on names whose visits at least doubled or halved. The visits before are those of the name's own report. A
    /// name whose own report is still to be read, or that the longer window does not list, leaves the figure open;
    /// where own reports are not read, the mean of the earlier days in the longer window is used.
    fn moved(&self, sections: &Sections, longer: &Sections, days: u32) -> Vec<Line> {
        let (now, before) = (i64::from(self.at.days), i64::from(days) - i64::from(self.at.days));
        if now == 0 || before <= 0 {
            return Vec::new();
        }
        let known: HashMap<Box<str>, u64> = by_domain(longer).collect();
        let of = |(name, hits): (Box<str>, u64)| {
            let own = self.own_before(&name);
            let mean = known.get(&name).map(|all| all.saturating_sub(hits) as f64 * now as f64 / before as f64);
            let was = if let Own::Read(was) = own { Some(was as f64) } else { mean };
            Moved { hits: hits as f64, was, own, name }
        };
        let all: Vec<Moved> = by_domain(sections).map(of).collect();
        let line = |moves: fn(&Moved) -> bool, words: &str, mean: &str| {
            let (open, sure): (Vec<&Moved>, Vec<&Moved>) =
                all.iter().filter(|row| moves(row)).partition(|row| row.is_open());
            let figure = match (sure.len() as u64, open.len() as u64) {
                (0, 0) => return None,
                (many, 0) => Known::Is(many),
                (0, _) if open.iter().all(|row| row.own != Own::ToRead) => return None,
                (0, _) => Known::Reading,
                (many, more) => Known::AtLeast { value: many, read: many, of: Some(many + more) },
            };
            // A mean over more days is not what the names had in as many days before.
            let of_mean = sure.iter().filter(|row| row.own == Own::NotToBeHad).count();
            let (verb, words) = match of_mean {
                0 => ("", words.to_owned()),
                many if many == sure.len() => ("had ", mean.to_owned()),
                _ => ("", format!("{words}, in part against a mean")),
            };
            let hint = |row: &&Moved| (DomainName::from_service(&row.name), row.hint(now, before));
            let mut named = sure.iter().filter_map(|row| row.words()).collect::<Vec<_>>();
            if named.len() > NAMED {
                named.splice(NAMED.., [format!("{} more", grouped(sure.len() - NAMED))]);
            }
            Some(Line {
                figure: Some(figure),
                words: format!("of the most visited {verb}{words}"),
                beside: named.join(", "),
                opens: Opens::Names(format!("Visits {words}"), sure.iter().chain(&open).map(hint).collect()),
            })
        };
        let lines = [
            line(Moved::rises, "at least doubled", "at least twice the mean before"),
            line(Moved::falls, "at least halved", "at most half the mean before"),
        ];
        lines.into_iter().flatten().collect()
    }

    /// Visits of a domain in the window before, as its own report says.
    fn own_before(&self, name: &str) -> Own {
        if !self.asked.is_of_own_reports() {
            return Own::NotToBeHad;
        }
        let visits = self.store.visits();
        let has_failed = || self.store.query(&visits::of_name(&DomainName::from_service(name))).failure.is_some();
        match visits.before(name) {
            Some(before) => Own::Read(before),
            None if visits.has_read(name) || !may_read(self.store) || has_failed() => Own::NotToBeHad,
            None => Own::ToRead,
        }
    }
}

/// Visits in the window before, as the own report of a domain says.
#[derive(Clone, Copy, PartialEq)]
enum Own {
    Read(u64),
    ToRead,
    NotToBeHad,
}

/// Name with its visits and those of as many days before.
struct Moved {
    name: Box<str>,
    hits: f64,
    /// Visits before; a mean over more days than the window has, unless `own` was read.
    was: Option<f64>,
    own: Own,
}

impl Moved {
    /// True when the visits before are still to be read, or are not known.
    fn is_open(&self) -> bool {
        self.own == Own::ToRead || self.was.is_none()
    }

    fn rises(&self) -> bool {
        self.hits >= FEWEST as f64 && self.was.is_none_or(|was| self.hits >= 2.0 * was)
    }

    fn falls(&self) -> bool {
        self.was.is_some_and(|was| was >= FEWEST as f64 && 2.0 * self.hits <= was)
    }

    /// Words: `peaktheater.com 32 (was 14)`, or `(mean 14)`.
    fn words(&self) -> Option<String> {
        let name = DomainName::from_service(&self.name);
        let (was, word) = (grouped(self.was?.round() as u64), if self.own == Own::NotToBeHad { "mean" } else { "was" });
        Some(format!("{} {} ({word} {was})", name.unicode(), grouped(self.hits as u64)))
    }

    fn hint(&self, now: i64, before: i64) -> String {
        let hits = grouped(self.hits as u64);
        match (self.own, self.was) {
            (Own::ToRead, _) | (_, None) => format!("{hits} in {now} days, those before not read"),
            (Own::Read(was), _) => format!("{hits} in {now} days, {} in {now} before", grouped(was)),
            (Own::NotToBeHad, Some(was)) => {
                let was = grouped(was.round() as u64);
                format!("{hits} in {now} days, a mean of {was} in the {before} before")
            }
        }
    }
}

fn visits_of(hits: i64) -> String {
    counted(hits.unsigned_abs(), "visit", "visits")
}

#[cfg(test)]
#[path = "worth_tests.rs"]
mod tests;
