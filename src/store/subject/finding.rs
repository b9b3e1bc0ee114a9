//! The table of the kinds of findings: their words, and where their domains are listed.

use serde::{Deserialize, Serialize};

use crate::api::domains::Tab as DomainTab;

/// Number of visits in 30 days from which a domain counts as visited.
pub(in crate::store) const VISITED: u64 = 10;
/// Seconds after which a check without a result is overdue.
pub(in crate::store) const OVERDUE: i64 = 86_400;

/// Kinds of findings. The name of the variant is kept with settled findings, so it stays when the words change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    NoParkingEmail,
    UnverifiedAsked,
    RemovedAsked,
    BinBelow,
    VisitedOffMarket,
    NoPriceAsked,
    NoPriceVisited,
    Unverified,
    CheckOverdue,
    NoPrice,
    Redundant,
}

/// The list that shows the domains of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Listed {
    /// A tab of Domains with the word `finding:`.
    Domains(DomainTab),
    /// A tab all of whose names are findings.
    Tab(DomainTab),
    /// Another screen, by its id and the line it is opened with.
    Screen(&'static str, &'static str),
}

/// A kind: its name in files and the filter, its words for one domain and for several, and its list.
type Row = (Kind, &'static str, &'static str, &'static str, Listed);

/// All kinds; those earlier in the table go first when equally much is at stake.
const KINDS: [Row; 11] = [
    (
        Kind::NoParkingEmail,
        "no_parking_email",
        "confirmed parking email is missing",
        "confirmed parking emails are missing",
        Listed::Screen("profile", ""),
    ),
    (
        Kind::UnverifiedAsked,
        "unverified_asked",
        "domain not verified, but asked for in 90 days",
        "domains not verified, but asked for in 90 days",
        Listed::Domains(DomainTab::Unverified),
    ),
    (
        Kind::RemovedAsked,
        "removed_asked",
        "removed domain still asked for",
        "removed domains still asked for",
        Listed::Domains(DomainTab::Removed),
    ),
    (
        Kind::BinBelow,
        "bin_below",
        "BIN price below the lowest offer or an open offer",
        "BIN prices below the lowest offer or an open offer",
        Listed::Domains(DomainTab::MyDomains),
    ),
    (
        Kind::VisitedOffMarket,
        "visited_off_market",
        "domain off the market among the most visited",
        "domains off the market among the most visited",
        Listed::Domains(DomainTab::MyDomains),
    ),
    (
        Kind::NoPriceAsked,
        "no_price_asked",
        "domain for sale without a BIN price, asked for in 90 days",
        "domains for sale without a BIN price, asked for in 90 days",
        Listed::Domains(DomainTab::MyDomains),
    ),
    (
        Kind::NoPriceVisited,
        "no_price_visited",
        "domain for sale without a BIN price among the most visited",
        "domains for sale without a BIN price among the most visited",
        Listed::Domains(DomainTab::MyDomains),
    ),
    (Kind::Unverified, "unverified", "domain not verified", "domains not verified", Listed::Tab(DomainTab::Unverified)),
    (
        Kind::CheckOverdue,
        "check_overdue",
        "domain whose check is overdue by a day",
        "domains whose check is overdue by a day",
        Listed::Domains(DomainTab::MyDomains),
    ),
    (
        Kind::NoPrice,
        "no_price",
        "domain for sale without a BIN price",
        "domains for sale without a BIN price",
        Listed::Domains(DomainTab::MyDomains),
    ),
    (
        Kind::Redundant,
        "redundant",
        "verified domain with settings that repeat the account's",
        "verified domains with settings that repeat the account's",
        Listed::Screen("overrides", "redundant"),
    ),
];

impl Kind {
    pub const ALL: [Self; 11] = {
        let mut all = [Self::NoParkingEmail; 11];
        let mut at = 0;
        while at < all.len() {
            all[at] = KINDS[at].0;
            at += 1;
        }
        all
    };

    const fn row(self) -> &'static Row {
        // The table has the order of the kinds, which a test checks.
        &KINDS[self as usize]
    }

    /// Name of the kind in files and the filter.
    pub const fn word(self) -> &'static str {
        self.row().1
    }

    /// Reads a name written by [`Kind::word`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Words of the kind, for one domain or for several.
    pub const fn words(self, one: bool) -> &'static str {
        if one { self.row().2 } else { self.row().3 }
    }

    /// The kind under which findings of this one are settled: a kind that is part of another one is settled under the
    /// whole.
    pub const fn settles(self) -> Self {
        match self {
            Self::UnverifiedAsked => Self::Unverified,
            Self::NoPriceAsked | Self::NoPriceVisited => Self::NoPrice,
            kind => kind,
        }
    }

    /// True for a kind found by data besides domains and inquiries. Such data may never be read, so a page without
    /// findings does not wait for it.
    pub const fn is_aside(self) -> bool {
        self.is_of_visited() || matches!(self, Self::NoParkingEmail | Self::Redundant)
    }

    /// True when the kind is about visited domains; reports name only the most visited ones.
    pub const fn is_of_visited(self) -> bool {
        matches!(self, Self::VisitedOffMarket | Self::NoPriceVisited)
    }

    pub(in crate::store) const fn listed(self) -> Listed {
        self.row().4
    }

    /// Kinds whose domains the filter word `finding:` finds.
    pub fn of_domains() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kind| !matches!(kind.listed(), Listed::Screen("profile", _)))
    }
}
