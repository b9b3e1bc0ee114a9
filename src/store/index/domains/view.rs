//! Keys that a list shows, from tab, listing, typed terms and order.

use std::borrow::Cow;
use std::sync::Arc;

use memchr::memmem::Finder;

use super::cells::{DomainTime, Figure, Flag, Kind, bits};
use super::chunk::{Chunk, ROWS};
use super::currencies::{self, OwnCurrencies};
use super::order::{DomainSort, Orders};
use super::rows::DomainRows;
use super::tab::{self, DomainTab};
use crate::api::domains::{DomainFilter, Listing};
use crate::base::{DomainName, Timestamp, work};
use crate::store::answers::Recent;
use crate::store::filter::{self, Amount, CountField, Filter, Local, Span, Test};
use crate::store::notes::Records;
use crate::store::subject::{DomainKey, Subject};

/// Tab, terms and order of a list of domains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DomainView {
    pub tab: DomainTab,
    pub listing: Listing,
    /// Tab of a typed `state:` term, where the state has a tab.
    pub state: Option<DomainTab>,
    /// Local terms, all of which must hold. Terms about inquiries, findings and visits are checked elsewhere
    /// ([`Test::is_of_others`]).
    pub local: Vec<Local>,
    pub sort: DomainSort,
    /// Code of the account's currency, for terms about amounts; empty where it is not known.
    pub currency: String,
    /// Own currencies of domains, for terms about amounts and for sorting by price.
    pub own: OwnCurrencies,
    /// Present time in whole minutes, for terms about times; 0 where no term needs it.
    pub now: Timestamp,
}

impl DomainView {
    /// View of `tab` under a filter from [`filter::parse_domains`]. A typed `listing:` replaces `listing`.
    pub fn new(tab: DomainTab, listing: Listing, filter: &Filter, sort: DomainSort, now: Timestamp) -> Self {
        let now = if filter.depends_on_time() { Timestamp(now.0 - now.0.rem_euclid(60)) } else { Timestamp(0) };
        Self {
            tab,
            listing: filter.server.listing.unwrap_or(listing),
            state: filter.server.state,
            local: filter.local.iter().filter(|term| !term.test.is_of_others()).cloned().collect(),
            sort,
            currency: String::new(),
            own: OwnCurrencies::default(),
            now,
        }
    }

    /// Narrowest request to the service that covers the view. The service searches for one part of a name, and only on
    /// some tabs; the other terms are checked locally.
    pub fn question(&self) -> DomainFilter {
        let state = match self.state {
            Some(state) if self.tab == DomainTab::MyDomains && tab::bit(state) & tab::MINE != 0 => state,
            _ => self.tab,
        };
        let narrows = state.narrows();
        let text = self.local.iter().find_map(|term| match &term.test {
            Test::Name(text) if !term.negated => Some(text.clone()),
            _ => None,
        });
        DomainFilter {
            state,
            listing: if narrows { self.listing } else { Listing::All },
            query: text.filter(|_| narrows),
            ..DomainFilter::default()
        }
    }

    /// True for a view with terms about the user's notes.
    pub fn asks_for_notes(&self) -> bool {
        self.local.iter().any(|term| term.test.is_of_notes())
    }
}

/// Filter of a view, prepared once to test the rows of many chunks.
pub(super) struct Ready<'a> {
    view: &'a DomainView,
    /// Bits that are compared: under this mask a row must have the bits of `want`.
    mask: u32,
    want: u32,
    records: &'a Records,
    words: Vec<Finder<'a>>,
    others: Vec<&'a Local>,
}

impl<'a> Ready<'a> {
    pub fn new(view: &'a DomainView, records: &'a Records) -> Self {
        let (mut mask, mut want) = (bits::THERE | tab::bit(view.tab), bits::THERE | tab::bit(view.tab));
        let mut flag = |flag: Flag, yes: bool| {
            mask |= 0b11 << flag as u32;
            want |= (if yes { 2 } else { 1 }) << flag as u32;
        };
        match view.listing {
            Listing::All => {}
            Listing::ForSale => flag(Flag::ForSale, true),
            Listing::OffMarket => flag(Flag::ForSale, false),
        }
        let (mut words, mut others) = (Vec::new(), Vec::new());
        for term in &view.local {
            match &term.test {
                Test::Name(text) | Test::Text(text) if !term.negated => words.push(Finder::new(text)),
                _ => others.push(term),
            }
        }
        if let Some(state) = view.state {
            // A row has the state when it is on the state's tab, by its own state or by the service's list.
            mask |= tab::bit(state);
            want |= tab::bit(state);
        }
        Self { view, mask, want, records, words, others }
    }

    /// Marks the places of a chunk whose rows pass, and returns their number.
    fn mark(&self, chunk: &Chunk, marks: &mut [u64]) -> usize {
        work::looked_at(chunk.len());
        let mut found = 0;
        let mut look = |i: usize| {
            if chunk.bits(i) & self.mask == self.want && self.others.iter().all(|term| self.holds(term, chunk, i)) {
                marks[i / 64] |= 1 << (i % 64);
                found += 1;
            }
        };
        match self.words.split_first() {
            None => (0..chunk.len()).for_each(look),
            Some((first, others)) => chunk.search(first, |i| {
                if others.iter().all(|word| word.find(chunk.names(i).as_bytes()).is_some()) {
                    look(i);
                }
            }),
        }
        found
    }

    fn holds(&self, term: &Local, chunk: &Chunk, i: usize) -> bool {
        // A row for which the test is not known passes neither the term nor its negation.
        self.test(&term.test, chunk, i).is_some_and(|holds| holds != term.negated)
    }

    /// Result of a test on a row; `None` if the row lacks the value.
    fn test(&self, asked: &Test, chunk: &Chunk, i: usize) -> Option<bool> {
        let all = chunk.bits(i);
        let said = |flag: Flag, yes: bool| flag.of(all).map(|said| said == yes);
        match asked {
            Test::Name(text) | Test::Text(text) | Test::Domain(text) => Some(chunk.names(i).contains(text.as_str())),
            Test::Like(pattern) => {
                Some([chunk.punycode(i), chunk.sorted_by(i)].iter().any(|name| filter::matches(pattern, name)))
            }
            Test::Ending(text) => Some(ends(chunk.punycode(i), text) || ends(chunk.sorted_by(i), text)),
            Test::State(word) => match tab::state(all) {
                Some(state) => Some(state.as_str() == word),
                None => (all & bits::STATE != 0).then_some(false),
            },
            Test::ForSale(yes) => said(Flag::ForSale, *yes),
            Test::Host(yes) => said(Flag::Host, *yes),
            Test::Offers(yes) => offers(chunk, i).map(|said| said == *yes),
            Test::Bin(amount) => self.figure(amount, Figure::Bin, chunk, i),
            Test::Target(amount) => self.figure(amount, Figure::Target, chunk, i),
            Test::When(time, span) => self.when(*time, *span, chunk, i),
            Test::Count(CountField::Length, compare, figure) => {
                Some(compare.holds(count(&label(chunk, i), |_| true), *figure))
            }
            Test::Count(CountField::Digits, compare, figure) => {
                Some(compare.holds(count(&label(chunk, i), char::is_ascii_digit), *figure))
            }
            Test::Count(CountField::Id, compare, figure) => {
                Some(chunk.cells(i).id).filter(|id| *id != 0).map(|id| compare.holds(id, *figure))
            }
            Test::Noted(test) => {
                Some(test.holds(self.records.of(&Subject::Domain(chunk.punycode(i).into())), self.view.now))
            }
            Test::Hyphen(yes) => Some(label(chunk, i).contains('-') == *yes),
            Test::Idn(yes) => {
                let coded = chunk.punycode(i).split('.').any(|label| label.starts_with(CODED));
                Some((coded || !chunk.sorted_by(i).is_ascii()) == *yes)
            }
            Test::Any(all) => filter::any(all.iter().map(|one| self.test(one, chunk, i))),
            // The other tests are not about domains, or are checked elsewhere.
            _ => None,
        }
    }

    fn figure(&self, amount: &Amount, figure: Figure, chunk: &Chunk, i: usize) -> Option<bool> {
        let hundredths = match figure.kind(chunk.bits(i)) {
            Kind::Missing => return None,
            Kind::Number => Some((chunk.figure(i, figure.place()) * 100.0).round() as i64),
            Kind::Null | Kind::No => None,
            // The row has a value, but it is not an amount.
            Kind::Yes | Kind::Aside => return Some(*amount == Amount::Any),
        };
        let account = &self.view.currency;
        let own = self.view.own.of(chunk.punycode(i)).map_or(account, |own| &own.0);
        Some(amount.holds(hundredths, own, account))
    }

    fn when(&self, time: filter::TimeField, span: Span, chunk: &Chunk, i: usize) -> Option<bool> {
        let own = match time {
            filter::TimeField::Added => DomainTime::Added,
            filter::TimeField::Verified => DomainTime::VerifiedSince,
            filter::TimeField::Checked => DomainTime::LastVerified,
            filter::TimeField::Next => DomainTime::NextCheck,
            filter::TimeField::Confirmed => return None,
        };
        let at = match super::cells::Cells::time(chunk.time(i, own as usize)) {
            Some(crate::api::Seen::Missing) => return None,
            Some(seen) => seen.copied(),
            // The time is too far away to be compared.
            None => return Some(span == Span::Any),
        };
        let now = self.view.now.0;
        Some(match (span, at) {
            (Span::None, at) => at.is_none(),
            (Span::Any, at) => at.is_some(),
            (_, None) => false,
            (Span::Overdue, Some(at)) => at.0 < now,
            (Span::Age(compare, seconds), Some(at)) => {
                let away = if own == DomainTime::NextCheck { at.0 - now } else { now - at.0 };
                compare.holds(away.max(0), seconds)
            }
        })
    }
}

/// True when offers are accepted, with or without a lowest amount; `None` if the row does not say.
fn offers(chunk: &Chunk, i: usize) -> Option<bool> {
    match Figure::Offers.kind(chunk.bits(i)) {
        Kind::Missing => None,
        Kind::Null | Kind::No => Some(false),
        Kind::Yes | Kind::Number => Some(true),
        Kind::Aside => {
            let text = chunk.aside(i, Figure::Offers.field()).unwrap_or_default();
            Some(!matches!(text.trim_matches('"').to_lowercase().as_str(), "" | "no" | "none" | "never" | "off"))
        }
    }
}

/// Prefix of a label in punycode.
const CODED: &str = "xn--";

/// Part of the name before its first dot, in Unicode: `sólar` for `sólar.com`.
fn label(chunk: &Chunk, i: usize) -> Cow<'_, str> {
    let name = chunk.sorted_by(i);
    let first = |name: &str| name.find('.').unwrap_or(name.len());
    if name.starts_with(CODED)
        && let Ok(name) = DomainName::parse(name)
    {
        let name = name.unicode();
        return Cow::Owned(name[..first(name)].to_owned());
    }
    Cow::Borrowed(&name[..first(name)])
}

fn count(label: &str, of: impl Fn(&char) -> bool) -> i64 {
    label.chars().filter(|c| of(c)).count() as i64
}

/// True when a name ends with `ending` as a whole: `shop.co.uk` with `co.uk` or `uk`, but not with `o.uk`.
fn ends(name: &str, ending: &str) -> bool {
    name.strip_suffix(ending).is_some_and(|rest| rest.ends_with('.'))
}

/// Keys of the rows that pass, in the order of the view.
pub(super) fn make(rows: &DomainRows, orders: &mut Orders, records: &Records, view: &DomainView) -> Arc<[DomainKey]> {
    const WORDS: usize = ROWS / 64;
    let ready = Ready::new(view, records);
    let mut marks = vec![0_u64; rows.chunks().len() * WORDS];
    let mut found = 0;
    for (chunk, marks) in rows.chunks().iter().zip(marks.chunks_mut(WORDS)) {
        found += ready.mark(chunk, marks);
    }
    let key = |place: u32| {
        let row = rows.at(place);
        DomainKey(row.chunk.key(row.i))
    };
    let in_currencies = |mut places: Vec<u32>| {
        currencies::group(&mut places, rows, view.sort, (&view.currency, &view.own));
        places.into_iter().map(key).collect()
    };
    // Few rows are sorted directly; many are picked from the order of all rows.
    if found < 64 && found * 16 < rows.len() {
        let mut places: Vec<u32> = places(&marks).collect();
        places.sort_by(|a, b| view.sort.compare(rows.at(*a), rows.at(*b)));
        return in_currencies(places);
    }
    let order = orders.get(rows, view.sort);
    work::looked_at(order.len());
    let mut places = Vec::with_capacity(found);
    places.extend(order.iter().copied().filter(|place| marks[*place as usize / 64] & 1 << (place % 64) != 0));
    in_currencies(places)
}

fn places(marks: &[u64]) -> impl Iterator<Item = u32> {
    marks.iter().enumerate().flat_map(|(word, marks)| {
        let mut left = *marks;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let bit = left.trailing_zeros();
                left &= left - 1;
                word as u32 * 64 + bit
            })
        })
    })
}

/// Number of lists that are kept; each takes four bytes a row.
const LISTS: usize = 4;
/// Number of views whose counts are kept.
const COUNTS: usize = 32;

/// Lists and counts of the views used last.
#[derive(Debug, Default)]
pub(super) struct Views {
    pub lists: Recent<DomainView, Cached, LISTS>,
    counts: Recent<DomainView, Counted, COUNTS>,
}

/// Keys of a view, and the version of the rows they were made from.
#[derive(Debug)]
pub(super) struct Cached {
    pub version: u64,
    pub keys: Arc<[DomainKey]>,
}

/// Number of rows of a view, by chunk.
#[derive(Debug)]
struct Counted {
    /// Version of the notes that were counted with; 0 for a view without terms about notes.
    noted: u64,
    /// Version of each chunk, and the number of its rows in the view.
    chunks: Vec<(u64, usize)>,
}

impl Views {
    /// Number of rows of a view. Only chunks that have changed are counted again.
    pub fn count(&mut self, rows: &DomainRows, (records, noted): (&Records, u64), view: &DomainView) -> usize {
        let before = self.counts.take(view).filter(|before| before.noted == noted);
        let ready = Ready::new(view, records);
        let count = |(place, chunk): (usize, &Arc<Chunk>)| {
            let known = before.as_ref().and_then(|before| before.chunks.get(place));
            let known = known.filter(|(version, _)| *version == chunk.version);
            known.copied().unwrap_or_else(|| (chunk.version, ready.mark(chunk, &mut [0; ROWS / 64])))
        };
        let chunks: Vec<(u64, usize)> = rows.chunks().iter().enumerate().map(count).collect();
        let sum = chunks.iter().map(|(_, count)| count).sum();
        self.counts.put(view.clone(), Arc::new(Counted { noted, chunks }));
        sum
    }
}
