//! Score of an inquiry: how much it is worth to answer it first, as a sum of terms that the user can read.
//!
//! Each term is a share from 0 to 1 times its weight. A term without data from the service adds nothing, and is named.
//! The terms need no store. Look first at [`Kind`], the terms; `leads.rs` scores all inquiries.

mod leads;
#[cfg(test)]
mod tests;
mod weighing;

use std::fmt;

use crate::base::{Currency, Money, Rates, Timestamp, grouped, named};

use super::InquiryRow;
use super::notes::Pin;
use crate::store::index::inquiries::bits;

pub use leads::Leads;
pub use weighing::Moved;

/// Version of the meaning of the terms. It is raised when the meaning changes, so that weights kept for an earlier
/// meaning are not used.
pub const VERSION: u8 = 1;
/// Number of terms that must be known for a score.
const EVIDENCE: usize = 3;
/// Offer in whole units of the account's currency above which more adds no points.
const MOST: f64 = 100_000.0;
/// Offer in whole units below which the share grows almost in proportion to the offer, and above which more slowly.
const UNIT: f64 = 100.0;
const HOUR: f64 = 3_600.0;
const FORTNIGHT: f64 = 14.0 * 24.0 * HOUR;
/// Number of a buyer's earlier inquiries up to which no points are taken away; from `MANY` on the most points are.
const FEW: f64 = 2.0;
const MANY: f64 = 12.0;

named! {
    /// Terms of a score.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(usize)]
    pub enum Kind (
        /// Name in the configuration.
        name,
        /// Label on the screen.
        label
    ) {
        Amount = "amount", "Offer";
        OfBin = "of_bin", "Offer against BIN";
        Confirmed = "confirmed", "Email confirmed";
        Risk = "risk", "Spam risk";
        Fresh = "fresh", "Age";
        CompanyMail = "company_mail", "Company email";
        Again = "again", "Wrote before";
        Serious = "serious", "Budget or timing named";
        /// Takes points away; all other terms add some.
        AsksOften = "asks_often", "Asks often";
    }
}

impl Kind {
    const fn sign(self) -> f64 {
        if matches!(self, Self::AsksOften) { -1.0 } else { 1.0 }
    }
}

/// Weight of each term, in the order of [`Kind::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights(pub [u8; 9]);

impl Default for Weights {
    fn default() -> Self {
        Self([30, 15, 15, 10, 15, 5, 5, 5, 15])
    }
}

impl Weights {
    /// Weight of a term.
    pub const fn of(&self, kind: Kind) -> u8 {
        self.0[kind as usize]
    }

    /// Sets the weight of the term with this name; false where there is no such term.
    pub fn set(&mut self, name: &str, weight: u8) -> bool {
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        if let Some(kind) = kind {
            self.0[kind as usize] = weight;
        }
        kind.is_some()
    }

    /// Sum of the weights of all terms that add points.
    fn whole(&self) -> f64 {
        let adding = Kind::ALL.into_iter().filter(|kind| kind.sign() > 0.0);
        adding.map(|kind| f64::from(self.of(kind))).sum()
    }
}

/// Data from which a score is made, besides the row.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Currency of the account; `None` where it was not read. Offers in other currencies are compared only by a rate of
    /// the user.
    pub currency: Option<&'a Currency>,
    /// Exchange rates set by the user.
    pub rates: &'a Rates,
    /// BIN price of the domain in the account's currency, else the reason why there is none to compare with.
    pub bin: Result<f64, &'static str>,
    /// Number of earlier known inquiries from the same email address; `None` without an address.
    pub before: Option<usize>,
    /// True when all inquiries are known, and with them all earlier ones.
    pub knows_all: bool,
    pub weights: &'a Weights,
    pub now: Timestamp,
}

/// Term of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    pub kind: Kind,
    /// Share from 0 to 1; `None` where it is not known.
    pub share: Option<f64>,
    /// Weight in points, of which all adding terms together have 100.
    pub weight: f64,
    pub why: Why,
}

/// Reason for a term's share. It is written out only when shown, because all inquiries are scored with every change.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    Words(&'static str),
    Offer(Money),
    /// Offer in a currency for which the user has set a rate.
    Rated(Money),
    /// Offer as a share of the BIN price.
    OfBin(f64),
    /// Number of earlier inquiries of the buyer; [`bits::EARLIER_MOST`] stands for that many or more.
    Earlier(u32),
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => out.write_str(words),
            Self::Offer(offer) => out.write_str(&offer.text()),
            Self::Rated(offer) => write!(out, "{} by your rate", offer.text()),
            Self::OfBin(share) => write!(out, "{} % of BIN", grouped(format_args!("{:.0}", 100.0 * share))),
            Self::Earlier(most @ bits::EARLIER_MOST) => write!(out, "{most} or more inquiries to you before"),
            Self::Earlier(0) => out.write_str("no inquiry to you before"),
            Self::Earlier(1) => out.write_str("1 inquiry to you before"),
            Self::Earlier(many) => write!(out, "{many} inquiries to you before"),
        }
    }
}

impl Term {
    /// Points that the term adds; negative if it takes points away.
    pub fn points(&self) -> f64 {
        self.kind.sign() * self.weight * self.share.unwrap_or(0.0)
    }
}

/// Score with its terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Score pinned by the user, which replaces the sum.
    pub pin: Option<Pin>,
    /// Terms in the order of [`Kind::ALL`].
    pub terms: Vec<Term>,
}

impl Score {
    /// Score from 0 to 100: the pinned one, else the sum; `None` where too little is known.
    pub fn total(&self) -> Option<u8> {
        self.pin.as_ref().map(Pin::score).or_else(|| self.sum())
    }

    /// True when the score may be higher once more was read: earlier inquiries of the buyer, or for one with an offer
    /// the account's currency, or the domain's BIN price or its currency.
    pub fn is_least(&self) -> bool {
        let is_unread = |term: &Term, of: &[&str]| matches!(term.why, Why::Words(why) if of.contains(&why));
        let no_offer = |term: &Term| term.kind == Kind::Amount && term.share == Some(0.0);
        let has_offer = !self.terms.iter().any(no_offer);
        let may_add = |term: &Term| is_unread(term, &EARLIER) || has_offer && is_unread(term, &NOT_READ);
        self.pin.is_none() && self.terms.iter().any(|term| term.weight > 0.0 && may_add(term))
    }

    /// Sum of the points from 0 to 100; `None` where fewer than `EVIDENCE` terms are known.
    pub fn sum(&self) -> Option<u8> {
        let known = self.terms.iter().filter(|term| term.share.is_some()).count();
        let sum: f64 = self.terms.iter().map(Term::points).sum();
        (known >= EVIDENCE).then(|| sum.round().clamp(0.0, 100.0) as u8)
    }

    /// Words for the terms with the most points, largest first: `offer +20`, `confirmed +15`. A pin comes before them.
    pub fn chips(&self, most: usize) -> Vec<String> {
        let said = |term: &&Term| term.points().round() != 0.0;
        let mut terms: Vec<&Term> = self.terms.iter().filter(said).collect();
        terms.sort_by(|a, b| b.points().abs().total_cmp(&a.points().abs()));
        let chip = |term: &Term| {
            let points = signed(term.points());
            match term.kind {
                // Offer and date of the inquiry are shown beside the words.
                Kind::Amount => format!("offer {points}"),
                Kind::Fresh => format!("age {points}"),
                _ => format!("{} {points}", term.why),
            }
        };
        let pin = self.pin.iter().map(|pin| format!("pinned {}: {}", pin.word(), pin.reason));
        pin.chain(terms.into_iter().map(chip)).take(most).collect()
    }
}

/// Points with their sign: `+15`, `−8`, `0`.
pub fn signed(points: f64) -> String {
    match points.round() as i64 {
        0 => "0".to_owned(),
        points if points < 0 => format!("−{}", -points),
        points => format!("+{points}"),
    }
}

/// Reason where there is no price to compare with.
const NO_BIN: &str = "no BIN price";
/// Reasons where an offer may add points.
const NOT_READ: [&str; 3] = ["BIN price not read", "currency of the BIN price not read", "your currency not read"];
/// Reasons where earlier inquiries may add points.
const EARLIER: [&str; 2] = ["not all inquiries read", "wrote before, perhaps more often"];

/// Score of an inquiry.
pub fn of(row: &InquiryRow<'_>, around: &Around<'_>) -> Score {
    let row = row.as_sent();
    let whole = around.weights.whole().max(1.0);
    let offer = row.offer();
    let term = |kind: Kind| {
        let (share, why) = share(kind, &row, offer.as_ref(), around);
        let share = share.map(|share| share.clamp(0.0, 1.0));
        Term { kind, share, weight: f64::from(around.weights.of(kind)) * 100.0 / whole, why }
    };
    Score { pin: None, terms: Kind::ALL.into_iter().map(term).collect() }
}

fn share(kind: Kind, row: &InquiryRow<'_>, offer: Option<&Money>, around: &Around<'_>) -> (Option<f64>, Why) {
    let known = |share: f64, why: &'static str| (Some(share), Why::Words(why));
    let unknown = |why: &'static str| (None, Why::Words(why));
    let either =
        |yes: u32, no: u32, words: (&'static str, &'static str)| match (row.bits & yes != 0, row.bits & no != 0) {
            (true, _) => known(1.0, words.0),
            (_, true) => known(0.0, words.1),
            _ => unknown("not known"),
        };
    let is_ours = offer.is_some_and(|offer| Some(&offer.currency) == around.currency);
    let units = offer.and_then(|offer| {
        let units = if is_ours { Some(offer.units()) } else { around.rates.units(offer, around.currency?) };
        Some((units?.max(0.0), offer))
    });
    match (kind, units) {
        (Kind::Amount | Kind::OfBin, None) if offer.is_some() && around.currency.is_none() => unknown(NOT_READ[2]),
        (Kind::Amount | Kind::OfBin, None) if offer.is_some() => unknown("offer in another currency"),
        (Kind::Amount | Kind::OfBin, None) if !row.offer_text().is_empty() => unknown("offer not understood"),
        (Kind::Amount, None) => known(0.0, "no offer"),
        (Kind::Amount, Some((units, offer))) => {
            let curve = |units: f64| (1.0 + units / UNIT).ln();
            let why = if is_ours { Why::Offer } else { Why::Rated };
            (Some(curve(units) / curve(MOST)), why(offer.clone()))
        }
        (Kind::OfBin, units) => match (around.bin, units) {
            (Err(why), _) => unknown(why),
            (Ok(bin), _) if bin <= 0.0 => unknown(NO_BIN),
            (Ok(_), None) => known(0.0, "no offer"),
            (Ok(bin), Some((units, _))) => (Some(units / bin), Why::OfBin(units / bin)),
        },
        (Kind::Confirmed, _) => match row.confirmed() {
            Some(true) => known(1.0, "confirmed"),
            Some(false) => known(0.0, "not confirmed"),
            None => unknown("not known"),
        },
        (Kind::Risk, _) => match row.bits & (bits::RISK_LOW | bits::RISK_MEDIUM | bits::RISK_HIGH) {
            bits::RISK_LOW => known(1.0, "low risk"),
            bits::RISK_MEDIUM => known(0.4, "medium risk"),
            bits::RISK_HIGH => known(0.0, "high risk"),
            _ => unknown("not assessed"),
        },
        (Kind::Fresh, _) => match row.date() {
            // The share falls fastest in the first hour, then slowly for months.
            Some(date) => {
                let age = around.now.0.saturating_sub(date.0).max(0) as f64;
                known(0.5 * (-age / HOUR).exp() + 0.5 / (1.0 + age / FORTNIGHT), "when it came")
            }
            None => unknown("no date"),
        },
        (Kind::CompanyMail, _) => either(bits::COMPANY_MAIL, bits::OTHER_MAIL, ("company email", "no company email")),
        (Kind::Again, _) => match around.before {
            Some(0) if !around.knows_all => unknown(EARLIER[0]),
            Some(0) => known(0.0, "first inquiry"),
            Some(before) => {
                let why = if around.knows_all { "wrote before" } else { EARLIER[1] };
                known(1.0 - 1.0 / (1.0 + before as f64), why)
            }
            None => unknown("no email address"),
        },
        (Kind::Serious, _) => either(bits::SERIOUS, bits::NOT_SERIOUS, ("budget or timing named", "nothing named")),
        (Kind::AsksOften, _) => match earlier(row.bits) {
            Some(bits::EARLIER_MOST) => (Some(1.0), Why::Earlier(bits::EARLIER_MOST)),
            Some(many) => (Some((f64::from(many) - FEW) / (MANY - FEW)), Why::Earlier(many)),
            None => unknown("not known"),
        },
    }
}

/// Number of the buyer's earlier inquiries, from the inquiry's details; `None` where they do not say.
fn earlier(row: u32) -> Option<u32> {
    ((row & bits::EARLIER) >> bits::EARLIER_SHIFT).checked_sub(1)
}
