//! What depends on a finding: offers and visits of its names, and the prices at which they are listed.

use std::cmp::Reverse;

use crate::base::{Currency, Timestamp, grouped};
use crate::store::findings::asked::Asked;
use crate::store::findings::sums::{LATELY, Sum};
use crate::store::lists::visits::{DAYS, Visits};
use crate::store::subject::DomainKey;
use crate::store::{DomainRow, Worth};

/// Beginning of the words for the sum of prices, by which a screen finds them. They are dropped last where there is
/// little room.
pub const LISTED: &str = "listed at ";
/// Number of names that the words spell out.
const NAMES: usize = 2;
/// Most names that are kept in order of importance.
const FIRST: usize = 60;

/// Sort key of names and kinds: offers and inquiries of 90 days, visits of 30 days, BIN price.
type Rank = (u64, u64, u64, i64);

/// Sums over the names of a finding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hangs {
    /// Number of inquiries with an offer in the last 90 days.
    pub offers: u64,
    /// Number of inquiries in the last 90 days.
    pub asked: u64,
    /// Number of visits in the last 30 days.
    pub visits: u64,
    /// Sum of the names' BIN prices.
    pub listed: Worth,
    /// Time of the newest offer.
    pub(super) offered: Option<Timestamp>,
    /// True when inquiries about some name may be missing; `visits_in_part` for visits.
    asked_in_part: bool,
    visits_in_part: bool,
    /// Most important names, in that order.
    first: Vec<(Reverse<Rank>, DomainKey)>,
    names: Vec<Box<str>>,
    rank: Rank,
}

/// Data from which the sums are made.
pub(super) struct Summing<'a> {
    pub asked: &'a Asked,
    pub visits: &'a Visits,
    /// The currency of the account.
    pub currency: &'a Currency,
}

impl Hangs {
    /// Adds a name to the sums. With `counts` it also counts for the order of the kinds.
    pub(super) fn add(&mut self, row: &DomainRow<'_>, of: &Currency, counts: bool, summing: &Summing<'_>) {
        let sum = summing.asked.about(row.punycode());
        let visits = summing.visits.of(row.punycode()).map(|figure| figure.visits);
        let figure = |get: fn(&Sum) -> u32| sum.map_or(0, |sum| u64::from(get(sum)));
        let bin =
            row.bin().get().filter(|_| of == summing.currency || of.0.is_empty()).map_or(0, |bin| bin.round() as i64);
        let rank: Rank = (figure(|sum| sum.offers), figure(|sum| sum.lately), visits.unwrap_or_default(), bin);
        (self.offers, self.asked, self.visits) = (self.offers + rank.0, self.asked + rank.1, self.visits + rank.2);
        self.offered = self.offered.max(sum.and_then(|sum| sum.offered));
        self.asked_in_part |= !summing.asked.is_whole();
        self.visits_in_part |= visits.is_none();
        self.listed.add_bin(row, of.clone());
        if counts {
            let (a, b) = (self.rank, rank);
            self.rank = (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3.saturating_add(b.3));
        }
        // Equal ranks are sorted by key, so that the result does not depend on the order in which names are added.
        let own = (Reverse(rank), row.key());
        let at = self.first.partition_point(|known| *known < own);
        if at < FIRST {
            self.first.insert(at, own);
            self.first.truncate(FIRST);
        }
        if at < NAMES {
            self.names.insert(at, row.domain_name().unicode().into());
            self.names.truncate(NAMES);
        }
    }

    /// Most important names, in that order.
    pub(super) fn first(&self) -> impl Iterator<Item = DomainKey> {
        self.first.iter().map(|(_, key)| *key)
    }

    /// The visits, if those of all names are known.
    pub(super) fn known_visits(&self) -> Option<u64> {
        (self.visits > 0 && !self.visits_in_part).then_some(self.visits)
    }

    /// Sort key of the kind: the most important kind first.
    pub(super) fn order(&self) -> Reverse<Rank> {
        Reverse(self.rank)
    }

    /// Sums in words: `3 offers in 90d, 212 visits in 30d, listed at $48,200, acme.com`. Figures are marked `≥` unless
    /// all names were counted (`whole`). The days of the inquiries are left out where the line names them.
    pub(super) fn words(&self, whole: bool, names_days: bool) -> String {
        let part = |figure: u64, [one, many]: [&str; 2], days: &str, in_part: bool| {
            let least = if in_part || !whole { "≥ " } else { "" };
            let noun = if figure == 1 { one } else { many };
            (figure > 0).then(|| format!("{least}{} {noun}{days}", grouped(figure)))
        };
        let lately = if names_days { String::new() } else { format!(" in {}d", LATELY / (24 * 60 * 60)) };
        let visited = format!(" in {DAYS}d");
        let listed = if self.listed.is_counted() { "" } else { LISTED };
        let said = [
            part(self.offers, ["offer", "offers"], &lately, self.asked_in_part)
                .or_else(|| part(self.asked, ["inquiry", "inquiries"], &lately, self.asked_in_part)),
            part(self.visits, ["visit", "visits"], &visited, self.visits_in_part),
            self.listed.short_words(whole).map(|sum| format!("{listed}{sum}")),
        ];
        let names = self.names.iter().map(ToString::to_string);
        said.into_iter().flatten().chain(names).collect::<Vec<_>>().join(", ")
    }
}
