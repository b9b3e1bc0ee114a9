//! Visits of the user to Home: the times up to which everything was seen, so that later things are new.

use serde::{Deserialize, Serialize};

use crate::api::domains::Listing;
use crate::base::Timestamp;
use crate::store::filter::Filter;
use crate::store::notes::{Key, NoteChange, Notes};
use crate::store::subject::Subject;
use crate::store::{DomainSort, DomainTab, DomainView, Store};

/// Most visits that are kept.
const KEPT: usize = 30;
const HOUR: i64 = 3_600;
/// Spans to look back over, in hours; those that reach back beyond the oldest visit are offered.
const SPANS: [i64; 4] = [24, 3 * 24, 7 * 24, 30 * 24];

/// Visit of the user to Home, described by the newest things seen then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Time up to which all data was read and seen.
    pub until: Timestamp,
    /// Highest number of a detected domain then; `None` if not all detected domains were read.
    pub domain: Option<i64>,
}

/// Visits, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visits(Vec<Visit>);

/// Time from which things count as new.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Since {
    pub from: Timestamp,
    /// Number above which a detected domain is new; `None` where it is not known.
    pub domain: Option<i64>,
    /// True when `from` is the end of a visit, and not a number of hours before now.
    pub is_visit: bool,
}

impl Visit {
    /// Visit described by the newest things known now.
    pub fn of(store: &Store, until: Timestamp, now: Timestamp) -> Self {
        let index = store.domains();
        let tab = DomainTab::Detected;
        let view = DomainView::new(tab, Listing::All, &Filter::default(), DomainSort::default(), now);
        let keys = index.view(&view);
        let is_whole = index.total(tab).is_some_and(|total| keys.len() as u64 >= total);
        let highest = || keys.iter().filter_map(|key| index.row(*key)?.id()).max().unwrap_or_default();
        Self { until, domain: is_whole.then(highest) }
    }
}

impl Since {
    /// Time `hours` before `now`, independent of any visit.
    pub fn hours_before(now: Timestamp, hours: i64) -> Self {
        Self { from: Timestamp(now.0.div_euclid(60) * 60 - hours * HOUR), domain: None, is_visit: false }
    }

    /// Minutes from this time to `now`, for the filters of lists.
    pub fn minutes(&self, now: Timestamp) -> i64 {
        (now.0.div_euclid(60) - self.from.0.div_euclid(60)).max(1)
    }
}

impl Visits {
    /// Visits kept in the notes.
    pub fn of(notes: &Notes) -> Self {
        let kept = notes.of(&Subject::Account).and_then(|record| record.get(&Key::Visits));
        Self(kept.map_or_else(Vec::new, |entry| entry.value.split_whitespace().filter_map(read).collect()))
    }

    /// True when no visit is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Note with this visit added. It replaces visits that ended less than an hour before.
    pub fn noting(&self, visit: Visit) -> NoteChange {
        let before = self.0.iter().filter(|known| visit.until.0 - known.until.0 >= HOUR);
        Self(std::iter::once(&visit).chain(before).take(KEPT).copied().collect()).note()
    }

    /// Time from which things are new in a digest that is read outside of Home. A visit that ended less than an hour
    /// ago may still go on, so it does not count.
    pub fn told_since(&self, now: Timestamp) -> Since {
        let ended = self.spans(now).into_iter().find(|since| !since.is_visit || now.0 - since.from.0 >= HOUR);
        ended.unwrap_or_else(|| Since::hours_before(now, 24))
    }

    /// End of the last visit.
    pub fn last(&self) -> Option<Timestamp> {
        self.0.first().map(|visit| visit.until)
    }

    /// Visits without the last one.
    pub fn without_last(&self) -> Self {
        Self(self.0.iter().skip(1).copied().collect())
    }

    /// Note that keeps these visits.
    pub fn note(&self) -> NoteChange {
        let kept: Vec<String> = self.0.iter().map(write).collect();
        NoteChange::new(Subject::Account, Key::Visits, &kept.join(" "))
    }

    /// Times from which things can count as new: each visit, the last one first, then longer spans.
    pub fn spans(&self, now: Timestamp) -> Vec<Since> {
        let visits = self.0.iter().filter(|visit| visit.until < now);
        let mut spans: Vec<Since> =
            visits.map(|visit| Since { from: visit.until, domain: visit.domain, is_visit: true }).collect();
        let oldest = spans.last().map_or(now, |since| since.from);
        spans.extend(SPANS.iter().map(|hours| Since::hours_before(now, *hours)).filter(|since| since.from < oldest));
        spans
    }
}

/// Text of a visit: `1773324000`, or with the domain `1773324000:50123`.
fn write(visit: &Visit) -> String {
    visit.domain.map_or_else(|| visit.until.0.to_string(), |domain| format!("{}:{domain}", visit.until.0))
}

fn read(text: &str) -> Option<Visit> {
    let (until, domain) = text.split_once(':').map_or((text, None), |(until, domain)| (until, Some(domain)));
    Some(Visit { until: Timestamp(until.parse().ok()?), domain: domain.and_then(|domain| domain.parse().ok()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::notes::NoteRow;

    const NOW: Timestamp = Timestamp(1_773_324_000);

    fn visits(change: NoteChange) -> Visits {
        let row = NoteRow { about: change.about, key: change.key, value: change.value, at: NOW };
        Visits::of(&Notes::of_rows(vec![row]))
    }

    fn at(hours: i64, domain: Option<i64>) -> Visit {
        Visit { until: Timestamp(NOW.0 - hours * HOUR), domain }
    }

    #[test]
    fn visits_are_kept_newest_first_and_those_of_one_hour_as_one() {
        let first = visits(Visits::default().noting(at(30, Some(7))));
        let second = visits(first.noting(at(2, None)));
        assert_eq!(second, Visits(vec![at(2, None), at(30, Some(7))]));
        let sooner = Visit { until: Timestamp(NOW.0 - 2 * HOUR + 600), domain: Some(9) };
        assert_eq!(visits(second.noting(sooner)), Visits(vec![sooner, at(30, Some(7))]));
    }

    #[test]
    fn a_visit_of_the_last_hour_does_not_end_the_news_of_a_digest() {
        let told = |visits: &Visits| visits.told_since(NOW);
        let just = Visit { until: Timestamp(NOW.0 - 60), domain: None };
        assert_eq!(told(&Visits(vec![just, at(22, None)])).from, at(22, None).until);
        assert_eq!(told(&Visits(vec![at(1, None), at(22, None)])).from, at(1, None).until);
        assert_eq!(told(&Visits(vec![just])), Since::hours_before(NOW, 24));
    }

    #[test]
    fn thirty_visits_are_kept_and_damaged_ones_left_out() {
        let many = (0..40).rev().fold(Visits::default(), |all, day| visits(all.noting(at(24 * day, None))));
        assert_eq!(many.0.len(), KEPT);
        let change = NoteChange::new(Subject::Account, Key::Visits, "1773320000 x 12:y :5");
        let read =
            [Visit { until: Timestamp(1_773_320_000), domain: None }, Visit { until: Timestamp(12), domain: None }];
        assert_eq!(visits(change).0, read);
    }

    #[test]
    fn spans_begin_at_each_visit_and_then_reach_further_back() {
        let hours = |visits: &Visits| -> Vec<(i64, bool)> {
            visits.spans(NOW).iter().map(|since| ((NOW.0 - since.from.0) / HOUR, since.is_visit)).collect()
        };
        assert_eq!(hours(&Visits::default()), [(24, false), (72, false), (168, false), (720, false)]);
        let two = Visits(vec![at(22, None), at(50, None)]);
        assert_eq!(hours(&two), [(22, true), (50, true), (72, false), (168, false), (720, false)]);
    }
}
