//! Table of the kinds of findings: their words, and the list of their domains.

use serde::{Deserialize, Serialize};

use crate::api::domains::Tab as DomainTab;

/// Visits in 30 days from which a domain counts as visited.
pub(in crate::store) const VISITED: u64 = 10;
/// Seconds from the time a check was due until it counts as overdue.
pub(in crate::store) const OVERDUE: i64 = 86_400;

/// Kinds of findings. Settled findings are kept by [`Kind::word`], which therefore stays when the words on the screen
/// change.
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

/// List with the domains of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Listed {
    /// Tab of Domains with a term `finding:`.
    Domains(DomainTab),
    /// Tab of Domains without a term, because all its domains have the finding.
    Tab(DomainTab),
    /// Another screen: its id, and the line with which it opens.
    Screen(&'static str, &'static str),
}

/// Kind with its name in files and filters, its words for one domain and for several, and its list.
type Row = (Kind, &'static str, &'static str, &'static str, Listed);

/// All kinds. Of two kinds of equal importance, the earlier one comes first.
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
        "verified domain priced below a lowest or open offer",
        "verified domains priced below a lowest or open offer",
        Listed::Domains(DomainTab::Verified),
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
        // The table is in the order of the kinds, which a test checks.
        &KINDS[self as usize]
    }

    /// Name of the kind in files and filters.
    pub const fn word(self) -> &'static str {
        self.row().1
    }

    /// Reads a name made by [`Kind::word`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Words for the kind, singular or plural.
    pub const fn words(self, one: bool) -> &'static str {
        if one { self.row().2 } else { self.row().3 }
    }

    /// Kind under which this one is settled: a kind that is part of another one is settled with that kind.
    pub const fn settles(self) -> Self {
        match self {
            Self::UnverifiedAsked => Self::Unverified,
            Self::NoPriceAsked | Self::NoPriceVisited => Self::NoPrice,
            kind => kind,
        }
    }

    /// True for a kind that needs other data than domains and inquiries. That data may never be read, so a page
    /// without findings does not wait for it.
    pub const fn is_aside(self) -> bool {
        self.is_of_visited() || matches!(self, Self::NoParkingEmail | Self::Redundant)
    }

    /// True for a kind about visited domains. Reports cover only the most visited ones.
    pub const fn is_of_visited(self) -> bool {
        matches!(self, Self::VisitedOffMarket | Self::NoPriceVisited)
    }

    /// True for a kind whose words name the days over which its inquiries are counted.
    pub const fn names_days(self) -> bool {
        matches!(self, Self::UnverifiedAsked | Self::NoPriceAsked)
    }

    pub(in crate::store) const fn listed(self) -> Listed {
        self.row().4
    }

    /// Kinds that are about domains, so that the filter word `finding:` takes them.
    pub fn of_domains() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kind| !matches!(kind.listed(), Listed::Screen("profile", _)))
    }
}
