//! The table of lines: what each counts, its words and its list.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::count::Counting;
use super::{Block, Line};
use crate::api::types::Inquiry;
use crate::base::{Id, Money, Timestamp, grouped};
use crate::store::inquiries::COVER;
use crate::store::{DomainTab, Tab};

/// What a line is about: it keeps its cursor, its keys and what was settled, whatever its words say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    Waiting,
    Cooling,
    NoStep,
    New,
    HeldOffers,
    Held,
    UnverifiedAsked,
    Unverified,
    RemovedAsked,
    NoPriceAsked,
    NoPrice,
    CheckOverdue,
    Detected,
    Days,
}

impl Name {
    /// The one its block is about.
    pub const fn is_main(self) -> bool {
        matches!(self, Self::Waiting | Self::New | Self::Held | Self::Unverified | Self::Days)
    }

    /// As files and commands name it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Cooling => "cooling",
            Self::NoStep => "no_step",
            Self::New => "new",
            Self::HeldOffers => "held_offers",
            Self::Held => "held",
            Self::UnverifiedAsked => "unverified_asked",
            Self::Unverified => "unverified",
            Self::RemovedAsked => "removed_asked",
            Self::NoPriceAsked => "no_price_asked",
            Self::NoPrice => "no_price",
            Self::CheckOverdue => "check_overdue",
            Self::Detected => "detected",
            Self::Days => "days",
        }
    }
}

/// The list behind a figure: a screen, and the line it is opened with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    pub screen: &'static str,
    pub line: String,
}

/// Which rows a line counts.
enum Of {
    Inquiries(Tab, &'static str),
    Domains(DomainTab, &'static str),
}

/// A line: its name, its block, what it counts, and its words for one and for several.
type Row = (Name, Block, Of, &'static str, &'static str);

/// In this filter so many minutes ago stands for the last visit.
const SINCE: &str = "age:<{since}m";
/// Offers above this many units of the account's currency cool when nobody answers.
const COOLING: &str = "status:mine offer:>1000 age:>7d";

const LINES: [Row; 14] = [
    (
        Name::Waiting,
        Block::Answer,
        Of::Inquiries(Tab::Active, "status:mine"),
        "inquiry waits for an answer",
        "inquiries wait for an answer",
    ),
    (
        Name::Cooling,
        Block::Answer,
        Of::Inquiries(Tab::Active, COOLING),
        "offer over 1,000 unanswered for more than 7 days",
        "offers over 1,000 unanswered for more than 7 days",
    ),
    (
        Name::NoStep,
        Block::Answer,
        Of::Inquiries(Tab::Active, "status:theirs remind:none offer:any"),
        "open offer without a next step",
        "open offers without a next step",
    ),
    (Name::New, Block::Since, Of::Inquiries(Tab::All, SINCE), "new inquiry", "new inquiries"),
    (
        Name::HeldOffers,
        Block::Held,
        Of::Inquiries(Tab::Unsent, "offer:any"),
        "offer was not emailed to you",
        "offers were not emailed to you",
    ),
    (Name::Held, Block::Held, Of::Inquiries(Tab::Unsent, ""), "inquiry held back in all", "inquiries held back in all"),
    (
        Name::UnverifiedAsked,
        Block::LookAfter,
        Of::Domains(DomainTab::Unverified, "asked:any"),
        "domain not verified, but asked for in 90 days",
        "domains not verified, but asked for in 90 days",
    ),
    (
        Name::RemovedAsked,
        Block::LookAfter,
        Of::Domains(DomainTab::Removed, "asked:any"),
        "removed domain still asked for",
        "removed domains still asked for",
    ),
    (
        Name::NoPriceAsked,
        Block::LookAfter,
        Of::Domains(DomainTab::MyDomains, "sale:yes bin:none asked:any"),
        "domain for sale without a BIN price, asked for in 90 days",
        "domains for sale without a BIN price, asked for in 90 days",
    ),
    (
        Name::Unverified,
        Block::LookAfter,
        Of::Domains(DomainTab::Unverified, ""),
        "domain not verified",
        "domains not verified",
    ),
    (
        Name::CheckOverdue,
        Block::LookAfter,
        Of::Domains(DomainTab::MyDomains, "next:overdue"),
        "domain whose check is overdue",
        "domains whose check is overdue",
    ),
    (
        Name::NoPrice,
        Block::LookAfter,
        Of::Domains(DomainTab::MyDomains, "sale:yes bin:none"),
        "domain for sale without a BIN price",
        "domains for sale without a BIN price",
    ),
    (
        Name::Detected,
        Block::LookAfter,
        Of::Domains(DomainTab::Detected, ""),
        "detected domain to approve or ignore",
        "detected domains to approve or ignore",
    ),
    (
        Name::Days,
        Block::Days,
        Of::Inquiries(Tab::All, super::days::WITHIN),
        "inquiry in 30 days",
        "inquiries in 30 days",
    ),
];

/// Every line, and the inquiries that wait for an answer.
pub fn make(counting: &Counting<'_>, since: Timestamp) -> (Vec<Line>, Arc<[Id<Inquiry>]>) {
    let mut waiting: Arc<[Id<Inquiry>]> = Arc::default();
    let mut line = |(name, block, of, one, many): &Row| {
        let (figure, beside, list) = match of {
            Of::Inquiries(tab, filter) => {
                let minutes = (counting.now.0.div_euclid(60) - since.0.div_euclid(60)).max(1);
                let filter = filter.replace("{since}", &minutes.to_string());
                let (figure, ids) = counting.inquiries(*tab, &filter);
                let beside = beside(*name, &ids, counting);
                if *name == Name::Waiting {
                    waiting = ids;
                }
                (figure, beside, List { screen: "inquiries", line: list_line(tab.word(), &filter) })
            }
            Of::Domains(tab, filter) => {
                let (figure, keys) = counting.domains(*tab, filter);
                let names = || keys.iter().filter_map(|key| Some(counting.store.domains().row(*key)?.name()));
                let first: Vec<&str> = names().take(2).collect();
                (figure, first.join(", "), List { screen: "domains", line: list_line(tab_word(*tab), filter) })
            }
        };
        let words = if figure.value() == Some(&1) { one } else { many };
        Line { name: *name, block: *block, figure, words: (*words).to_owned(), beside, list }
    };
    let lines = LINES.iter().map(&mut line).collect();
    (lines, waiting)
}

/// A tab of domains as the `:` line names it.
fn tab_word(tab: DomainTab) -> &'static str {
    if tab == DomainTab::MyDomains { "mine" } else { tab.as_str() }
}

fn list_line(tab: &str, filter: &str) -> String {
    if filter.is_empty() { tab.to_owned() } else { format!("{tab} {filter}") }
}

/// What is said of inquiries besides how many these are.
fn beside(name: Name, ids: &[Id<Inquiry>], counting: &Counting<'_>) -> String {
    let index = counting.store.inquiries();
    let rows = || ids.iter().filter_map(|id| index.row(*id));
    match name {
        Name::Waiting => {
            let oldest = rows().filter_map(|row| row.date()).min();
            oldest.map_or_else(String::new, |at| format!("oldest {}", at.age(counting.now, counting.zone).text))
        }
        Name::Cooling | Name::NoStep | Name::New | Name::HeldOffers => {
            let covered = rows().any(|row| row.offer_text() == COVER);
            if covered { COVER.to_owned() } else { sums(rows().filter_map(|row| row.offer())) }
        }
        Name::Days => {
            let days = super::Days::of(counting.store, counting.now);
            format!("last 24 h {}, most {}", grouped(days.last()), grouped(days.peak()))
        }
        _ => String::new(),
    }
}

/// Offers added up, each currency by itself, the one with most offers first; three of them.
fn sums(offers: impl Iterator<Item = Money>) -> String {
    let mut sums: BTreeMap<String, (u64, Money)> = BTreeMap::new();
    for offer in offers {
        let none = Money { minor: 0, currency: offer.currency.clone() };
        let sum = sums.entry(offer.currency.0.clone()).or_insert((0, none));
        (sum.0, sum.1.minor) = (sum.0 + 1, sum.1.minor.saturating_add(offer.minor));
    }
    let mut sums: Vec<(u64, Money)> = sums.into_values().collect();
    sums.sort_by_key(|(offers, _)| std::cmp::Reverse(*offers));
    let more = sums.len().saturating_sub(3);
    let mut words: Vec<String> = sums.iter().take(3).map(|(_, sum)| sum.compact()).collect();
    words.extend((more > 0).then(|| format!("{more} more")));
    words.join(" · ")
}
