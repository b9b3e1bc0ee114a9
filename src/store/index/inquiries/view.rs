//! Ids that a list shows, and what the list asks the service.

use std::sync::Arc;

use memchr::memmem::Finder;

use super::among::is_among;
use super::bits;
use super::chunk::Chunk;
use super::row::{Compact, Field, mark_of};
use super::tab::{Tab, set_name};
use crate::api::inquiries::{DeliveryFilter, InquiryFilter, Order};
use crate::api::types::Inquiry;
use crate::base::{Id, Rates, Timestamp, work};
use crate::store::filter::{self, Amount, Filter, Local, Span, Test, TimeField, hundredths};
use crate::store::notes::{Key, Records};
use crate::store::subject::Subject;

/// Request, local terms and order of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ViewSpec {
    /// Request of the tab with the typed server terms, as [`ViewSpec::new`] makes it.
    pub question: InquiryFilter,
    /// Local terms, all of which must hold.
    pub local: Vec<Local>,
    pub sort: Sort,
    /// Present time for terms about times, in whole minutes; 0 where [`Filter::depends_on_time`] is false, so that the
    /// view can be kept.
    pub now: Timestamp,
    /// Code of the currency for amounts typed without one; empty where no term has such an amount.
    pub currency: String,
    /// `Some(true)` shows only snoozed rows, `Some(false)` only the others, `None` both.
    pub snoozed: Option<bool>,
    /// Ignored addresses ([`crate::store::shown::senders::addresses`]); empty where no term needs them.
    pub ignored: Arc<[Box<str>]>,
    /// Exchange rates set by the user, to sort offers.
    pub rates: Arc<Rates>,
}

/// Column and direction of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sort {
    pub by: Column,
    /// True to reverse the column's own direction: oldest, lowest, Z to A.
    pub reversed: bool,
}

/// Columns by which the list can be sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Column {
    /// Newest first.
    #[default]
    Date,
    /// Highest first. Offers in currencies with a rate are sorted together, then each other currency; rows without an
    /// offer come last.
    Offer,
    Domain,
    Buyer,
    Company,
    Country,
    Intent,
    /// Confirmed first.
    Confirmed,
    /// Lowest risk first, not assessed last.
    Risk,
    Delivery,
    /// Unread first, then starred.
    Marks,
}

impl ViewSpec {
    /// View of `tab` under `filter`. `now` is rounded down to the minute, and kept only where the filter needs it.
    pub fn new(tab: Tab, filter: &Filter, sort: Sort, now: Timestamp) -> Self {
        let question = filter.server.over(&tab.question());
        let sort = match question.order {
            Order::Offer if sort == Sort::default() => Sort { by: Column::Offer, reversed: false },
            _ => sort,
        };
        let now = if filter.depends_on_time() { Timestamp(now.0 - now.0.rem_euclid(60)) } else { Timestamp(0) };
        let snoozed = match tab {
            Tab::Snoozed => Some(true),
            Tab::Active | Tab::Unread => Some(false),
            _ => None,
        };
        Self {
            question,
            local: filter.local.clone(),
            sort,
            now,
            currency: String::new(),
            snoozed,
            ignored: Arc::default(),
            rates: Arc::default(),
        }
    }

    /// True when only the service knows which inquiries belong to the view.
    pub fn needs_set(&self) -> bool {
        self.question.delivery != DeliveryFilter::All
    }

    /// Name of the set to which the view's inquiries must belong, if it needs one.
    pub fn set(&self) -> Option<String> {
        set_name(&self.question)
    }
}

/// Part of a request that a row can answer.
pub(super) struct Asked<'a> {
    /// Bits that a row must have; it must have none of `unwanted`.
    want: u32,
    unwanted: u32,
    domain: Option<&'a str>,
}

impl<'a> Asked<'a> {
    pub fn new(question: &'a InquiryFilter) -> Self {
        let (want, unwanted) = bits::of_question(question);
        Self { want, unwanted, domain: question.domain.as_ref().map(crate::base::DomainName::punycode) }
    }

    pub fn holds(&self, row: &Compact, bits: u32) -> bool {
        bits & self.want == self.want
            && bits & self.unwanted == 0
            && self.domain.is_none_or(|name| row.get(Field::Punycode) == name)
    }
}

/// Filter of a view, prepared once to test many rows.
pub(super) struct Ready<'a> {
    asked: Asked<'a>,
    /// Terms on figures and flags, which are tested first.
    cheap: Vec<&'a Local>,
    /// Words without a colon that must be in a row. They are searched through all texts of a piece at once.
    words: Vec<Finder<'a>>,
    /// Terms on single texts.
    texts: Vec<&'a Local>,
    now: Timestamp,
    currency: &'a str,
    records: &'a Records,
    snoozed: Option<bool>,
    ignored: &'a [Box<str>],
}

impl<'a> Ready<'a> {
    pub fn new(spec: &'a ViewSpec, records: &'a Records) -> Self {
        let mut test = Self {
            asked: Asked::new(&spec.question),
            cheap: Vec::new(),
            words: Vec::new(),
            texts: Vec::new(),
            now: spec.now,
            currency: &spec.currency,
            records,
            snoozed: spec.snoozed,
            ignored: &spec.ignored,
        };
        for term in &spec.local {
            match &term.test {
                Test::Text(word) if !term.negated => test.words.push(Finder::new(word)),
                Test::Text(_) | Test::Buyer(_) | Test::Country(_) | Test::Domain(_) | Test::Like(_) | Test::Any(_) => {
                    test.texts.push(term);
                }
                _ => test.cheap.push(term),
            }
        }
        test
    }

    /// Adds the ids of the rows of a piece that pass, in order. `overlaid` gives a row's bits with pending writes.
    pub fn collect(
        &self,
        chunk: &Chunk,
        overlaid: impl Fn(Id<Inquiry>, u32) -> u32,
        member: impl Fn(Id<Inquiry>) -> bool,
        found: &mut Vec<Id<Inquiry>>,
    ) {
        work::looked_at(chunk.rows.len());
        let row = |i: usize, found: &mut Vec<Id<Inquiry>>| {
            let row = &*chunk.rows[i];
            let bits = overlaid(row.id, chunk.bits[i]);
            if self.asked.holds(row, bits)
                && self.cheap.iter().all(|term| self.cheap(&term.test, row, bits) != term.negated)
                && self.texts.iter().all(|term| self.holds(&term.test, chunk, i, bits) != term.negated)
                && member(row.id)
                && self.snoozed.is_none_or(|only| only == self.is_snoozed(row.id))
            {
                found.push(row.id);
            }
        };
        match self.words.split_first() {
            None => (0..chunk.rows.len()).for_each(|i| row(i, found)),
            Some((first, others)) => {
                let blob = chunk.blob();
                blob.search(first, |i| {
                    if others.iter().all(|word| word.find(blob.row(i).as_bytes()).is_some()) {
                        row(i, found);
                    }
                });
            }
        }
    }

    fn is_snoozed(&self, id: Id<Inquiry>) -> bool {
        self.records.of(&Subject::Inquiry(id)).is_some_and(|record| record.get(&Key::Snooze).is_some())
    }

    /// True when a row passes a test of any kind.
    fn holds(&self, test: &Test, chunk: &Chunk, i: usize, bits: u32) -> bool {
        match test {
            Test::Any(tests) => tests.iter().any(|test| self.holds(test, chunk, i, bits)),
            Test::Text(_) | Test::Buyer(_) | Test::Country(_) | Test::Domain(_) | Test::Like(_) => text(test, chunk, i),
            test => self.cheap(test, &chunk.rows[i], bits),
        }
    }

    fn cheap(&self, test: &Test, row: &Compact, bits: u32) -> bool {
        match test {
            Test::Mark(mark, to) => mark_of(bits, *mark).unwrap_or(false) == *to,
            Test::Answered(to) => (bits & bits::ANSWERED != 0) == *to,
            Test::Noted(test) => {
                let own = self.records.of(&Subject::Inquiry(row.id));
                if !test.is_of_tags() {
                    return test.holds(own, self.now);
                }
                test.holds_of_any(&[own, self.records.of(&Subject::sender(row.get(Field::Email)))])
            }
            Test::Draft => bits & bits::DRAFT != 0,
            Test::Ignored => is_among(self.ignored, row.get(Field::Email)),
            Test::Risk(risk) => {
                let (want, unwanted) = bits::of_risk(*risk);
                bits & want == want && bits & unwanted == 0
            }
            Test::Offer(amount) => {
                let currency = row.get(Field::Currency);
                amount.holds(row.offer.map(|minor| hundredths(minor, currency)), currency, self.currency)
            }
            Test::Held(reason) => {
                row.get(Field::Delivery) == DeliveryFilter::Unsent.as_str() && row.get(Field::Reason) == reason.as_str()
            }
            Test::Bin(Amount::None) => bits & bits::NO_BIN != 0,
            Test::Bin(Amount::Any) => bits & bits::BIN != 0,
            Test::Age(compare, seconds) => {
                row.date.is_some_and(|date| compare.holds(self.now.0.saturating_sub(date.0).max(0), *seconds))
            }
            Test::When(TimeField::Confirmed, span) => match (span, row.confirmed_at) {
                (Span::None, at) => at.is_none(),
                (Span::Any, at) => at.is_some(),
                (Span::Age(compare, seconds), Some(at)) => compare.holds((self.now.0 - at.0).max(0), *seconds),
                (Span::Age(..) | Span::Overdue, _) => false,
            },
            // The other tests are about domains.
            _ => true,
        }
    }
}

/// Bits that a row of the first page must have, and bits that it must not have, for the disk.
pub(crate) fn bits_of_spec(spec: &ViewSpec) -> (u32, u32) {
    bits::of_question(&spec.question)
}

fn text(test: &Test, chunk: &Chunk, i: usize) -> bool {
    let blob = chunk.blob();
    match test {
        Test::Text(word) => blob.row(i).contains(word.as_str()),
        Test::Buyer(word) => [Field::Buyer, Field::Company, Field::Email]
            .iter()
            .any(|f| blob.field(i, *f as usize).contains(word.as_str())),
        Test::Country(code) => blob.field(i, Field::Country as usize) == code,
        Test::Like(pattern) => {
            [Field::Punycode, Field::Domain].iter().any(|f| filter::matches(pattern, blob.field(i, *f as usize)))
        }
        Test::Domain(word) => {
            [Field::Punycode, Field::Domain].iter().any(|f| blob.field(i, *f as usize).contains(word.as_str()))
        }
        _ => true,
    }
}

/// View as it was last made, piece by piece.
#[derive(Debug)]
pub(super) struct Cached {
    /// Version of the index from which the view was made.
    pub version: u64,
    pub ids: Arc<[Id<Inquiry>]>,
    /// For each piece its version and the ids that passed, so that after a changed mark only one piece is filtered
    /// again.
    pub parts: Vec<(u64, Vec<Id<Inquiry>>)>,
    /// Versions of overlay and sets with which the parts were made.
    pub under: (u64, u64),
}
