//! Filter line: terms that the service evaluates, and terms that are checked locally, on the rows that were read.
//!
//! This room has no rows and draws nothing: `inquiries/view.rs` and `domains/view.rs` evaluate filters, screens draw
//! them. Look first at [`parse()`], then at `terms.rs` for the words; `domains.rs` reads those about domains,
//! `mail.rs` those about mail.

mod amount;
mod canonical;
mod domains;
mod inquiries;
mod like;
mod mail;
mod notes;
mod parse;
mod terms;
#[cfg(test)]
mod tests;
pub(in crate::store) mod texts;
mod verdicts;

use std::fmt;

use crate::api::domains::{Listing, Tab as DomainTab};
use crate::api::inquiries::{DeliveryFilter, InquiryFilter, Order, RiskFilter, Status, UnsentReason, Visibility};
use crate::base::DomainName;
use crate::store::subject::Mark;
use crate::store::subject::finding::Kind;

pub(in crate::store) use amount::hundredths;
pub use canonical::{from_buyer, quoted};
pub use domains::parse_domains;
pub use inquiries::parse;
pub use like::matches;
pub use mail::{Checks, MailQuery, mail_hints, parse_mail};
pub use notes::Noted;
pub use parse::age;
pub use terms::{NAMES, Name, Offer, Tells, Topic, about, complete, duration, offers};
pub(in crate::store) use verdicts::any;

/// A filter line that was read. Equal filters find the same rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// Terms by which the service filters.
    pub server: Server,
    /// Terms that are checked locally; all must hold.
    pub local: Vec<Local>,
}

/// Terms sent to the service. For an absent term the tab's own value is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Server {
    pub unread: bool,
    pub starred: bool,
    pub status: Option<Status>,
    pub delivery: Option<DeliveryFilter>,
    pub reasons: Vec<UnsentReason>,
    /// True to list every step that was not emailed, also of conversations of which another step was.
    pub flow_items: bool,
    pub risk: Option<RiskFilter>,
    pub visibility: Option<Visibility>,
    pub domain: Option<DomainName>,
    pub order: Option<Order>,
    /// Which domains, by whether they are listed for sale.
    pub listing: Option<Listing>,
    /// State of domains that has a tab of its own.
    pub state: Option<DomainTab>,
}

/// Term that is checked locally.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    /// True for `-term`, which holds where the test does not.
    pub negated: bool,
    pub test: Test,
}

/// Test of a local term. Texts are in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// Word without a colon: part of the domain, buyer, company, address or message.
    Text(String),
    Buyer(String),
    /// Country of the buyer, as a whole two-letter code.
    Country(String),
    /// Part of the domain, in Unicode or punycode (`-domain:` only; `domain:` goes to the service).
    Domain(String),
    Offer(Amount),
    /// Age of the inquiry, in seconds.
    Age(Compare, i64),
    /// Mark that is set, or is not: words of `is:` that the service cannot filter by.
    Mark(Mark, bool),
    /// `is:answered` and `is:unanswered`, marks on this computer.
    Answered(bool),
    /// `is:draft`: this computer has a draft of a reply.
    Draft,
    /// `is:ignored`: the buyer's address is among the ignored senders.
    Ignored,
    Risk(RiskFilter),
    Bin(Amount),
    /// First reason why the inquiry was not emailed.
    Held(UnsentReason),
    /// Lead score, 0 to 100; `None` finds inquiries without a score.
    Score(Option<(Compare, i64)>),
    State(String),
    /// Part of the domain's name, in Unicode or punycode.
    Name(String),
    /// Pattern of the domain's name, with stars for any letters; see [`matches()`].
    Like(String),
    /// Ending of the name, in Unicode or punycode: `com`, `co.uk`.
    Ending(String),
    ForSale(bool),
    Host(bool),
    /// Whether offers are accepted.
    Offers(bool),
    Target(Amount),
    When(TimeField, Span),
    Count(CountField, Compare, i64),
    /// Whether the name has a hyphen before the ending.
    Hyphen(bool),
    /// Whether the name has letters beyond ASCII.
    Idn(bool),
    /// Best offer among the inquiries about the domain.
    Best(Amount),
    /// Open finding of this kind.
    Finding(Kind),
    /// Condition on the user's notes.
    Noted(Noted),
    /// One of these tests holds; all come from one word.
    Any(Vec<Test>),
}

/// Number by which domains can be filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountField {
    /// Characters before the ending.
    Length,
    /// Digits before the ending.
    Digits,
    /// Visitors of the last 30 days.
    Visits,
    /// Inquiries in the last 90 days.
    Asked,
    /// Number the service gave the domain; names added later have higher ones.
    Id,
}

/// Time of a domain or an inquiry, by the filter word for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeField {
    Added,
    Verified,
    Checked,
    /// Time of the next check.
    Next,
    /// Time the buyer confirmed the email address.
    Confirmed,
}

/// Condition on a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    /// There is no time.
    None,
    /// There is a time.
    Any,
    /// Seconds since the time; for the next check, seconds until it.
    Age(Compare, i64),
    /// The next check should have been made already.
    Overdue,
}

/// Comparison with a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
    /// From the figure to this one, both included.
    UpTo(i64),
}

/// Condition on an amount. Amounts in different currencies are never converted or compared; without a named currency
/// the account's is meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// No amount is set.
    None,
    /// Any amount is set.
    Any,
    /// Amount in hundredths of the currency's unit (so ¥5 is 500), and the currency if one was named.
    Is(Compare, i64, Option<String>),
}

/// Reason why a filter line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    /// Word as typed.
    pub word: String,
    /// Number of characters of the line before the word.
    pub place: usize,
    /// Mistake, and a word that would work: `Unknown filter "contry:". Did you mean "country:"?`
    pub problem: String,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::base::clean_line(&self.problem))
    }
}

impl std::error::Error for FilterError {}

impl Compare {
    /// True when `a` compares with `b` in this way.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::AtLeast => a >= b,
            Self::More => a > b,
            Self::UpTo(last) => (b..=last).contains(&a),
        }
    }

    /// Comparison sign as typed; empty for `Equal` and for a range.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal | Self::UpTo(_) => "",
            Self::AtLeast => ">=",
            Self::More => ">",
        }
    }
}

impl Test {
    /// True when `is_so` holds for this test, or for one of those in an `Any`.
    fn any(&self, is_so: fn(&Self) -> bool) -> bool {
        if let Self::Any(tests) = self { tests.iter().any(|test| test.any(is_so)) } else { is_so(self) }
    }

    /// True for a test that only the inquiries about a domain can decide.
    pub fn is_of_inquiries(&self) -> bool {
        self.any(|test| matches!(test, Self::Count(CountField::Asked, ..) | Self::Best(_)))
    }

    /// True for a test on findings.
    pub fn is_of_findings(&self) -> bool {
        self.findings().next().is_some()
    }

    /// Kinds of findings in this test. An `Any` has only tests on findings, or none.
    pub fn findings(&self) -> impl Iterator<Item = Kind> {
        let tests = if let Self::Any(tests) = self { tests.as_slice() } else { std::slice::from_ref(self) };
        tests.iter().filter_map(|test| if let Self::Finding(kind) = test { Some(*kind) } else { None })
    }

    /// True for a test that the index of domains cannot decide alone.
    pub fn is_of_others(&self) -> bool {
        self.is_of_inquiries() || self.is_of_findings() || self.is_of_visits()
    }

    /// True for a test on the lead scores of inquiries.
    pub fn is_of_scores(&self) -> bool {
        self.any(|test| matches!(test, Self::Score(_)))
    }

    /// True for a test on the user's notes.
    pub fn is_of_notes(&self) -> bool {
        self.any(|test| matches!(test, Self::Noted(_)))
    }

    /// True when the test compares an amount without a named currency.
    fn needs_currency(&self) -> bool {
        self.any(|test| match test {
            Self::Offer(amount) | Self::Best(amount) | Self::Bin(amount) | Self::Target(amount) => {
                matches!(amount, Amount::Is(.., None))
            }
            _ => false,
        })
    }

    /// True when the result depends on the present time.
    fn depends_on_time(&self) -> bool {
        self.any(|test| match test {
            Self::Age(..) | Self::When(_, Span::Age(..) | Span::Overdue) => true,
            Self::Noted(noted) => matches!(noted, Noted::Due | Noted::QuoteExpired | Noted::Turn(_)),
            _ => false,
        })
    }
}

impl Server {
    /// Filter of a list call: the tab's own filter, changed by the typed terms. Where unsent inquiries are asked for,
    /// the status is *all* unless one was typed, because otherwise none with the reason *unconfirmed* would be found.
    pub fn over(&self, tab: &InquiryFilter) -> InquiryFilter {
        let mut filter = tab.clone();
        filter.unread |= self.unread;
        filter.starred |= self.starred;
        if let Some(delivery) = self.delivery {
            filter.delivery = delivery;
        }
        if !self.reasons.is_empty() {
            filter.delivery = DeliveryFilter::Unsent;
            filter.unsent_reasons.clone_from(&self.reasons);
        }
        if self.flow_items {
            filter.delivery = DeliveryFilter::Unsent;
            filter.flow_items = true;
        }
        if filter.delivery == DeliveryFilter::Unsent {
            filter.status = Status::All;
        } else {
            filter.unsent_reasons.clear();
            filter.flow_items = false;
        }
        if let Some(status) = self.status {
            filter.status = status;
        }
        if let Some(risk) = self.risk {
            filter.spam_risk = risk;
        }
        if let Some(visibility) = self.visibility {
            filter.visibility = visibility;
        }
        if let Some(domain) = &self.domain {
            filter.domain = Some(domain.clone());
        }
        if let Some(order) = self.order {
            filter.order = order;
        }
        filter
    }

    /// True when nothing beyond the tab is asked of the service.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Filter {
    /// True when the filter has no term.
    pub fn is_empty(&self) -> bool {
        self.server.is_empty() && self.local.is_empty()
    }

    /// True when the filter excludes all rows older than `seconds`.
    pub fn is_within(&self, seconds: i64) -> bool {
        let younger = |term: &Local| {
            let within = matches!(term.test, Test::Age(Compare::Less | Compare::AtMost, most) if most <= seconds);
            within && !term.negated
        };
        self.local.iter().any(younger)
    }

    /// True when the rows that pass change as time passes.
    pub fn depends_on_time(&self) -> bool {
        self.local.iter().any(|term| term.test.depends_on_time())
    }

    /// True when the rows that pass depend on which senders are ignored.
    pub fn needs_ignored(&self) -> bool {
        self.local.iter().any(|term| term.test.any(|test| *test == Test::Ignored))
    }

    /// True when the filter compares best offers with an amount in the account's currency.
    pub fn compares_best_offers(&self) -> bool {
        self.keeps(|test| matches!(test, Test::Best(Amount::Is(.., None))))
    }

    /// True when the filter compares BIN or target prices with an amount in the account's currency.
    pub fn compares_prices(&self) -> bool {
        self.keeps(|test| matches!(test, Test::Bin(Amount::Is(.., None)) | Test::Target(Amount::Is(.., None))))
    }

    /// True when the rows that pass depend on the account's currency.
    pub fn needs_currency(&self) -> bool {
        self.local.iter().any(|term| term.test.needs_currency())
    }

    /// True when the filter excludes amounts because they are in another currency. A term with a minus lets these
    /// pass.
    pub fn leaves_currencies_out(&self) -> bool {
        self.keeps(Test::needs_currency)
    }

    /// True when a term without a minus has a test for which `is_so` holds.
    fn keeps(&self, is_so: fn(&Test) -> bool) -> bool {
        self.local.iter().any(|term| !term.negated && term.test.any(is_so))
    }
}
