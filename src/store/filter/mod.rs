//! The filter line: words the service understands apart from words checked here, on the rows that are known.
//!
//! No rows and no screen here: `inquiries/view.rs` and `domains/view.rs` evaluate, screens draw. Look first at
//! [`parse()`], then `terms.rs` for the words there are; `domains.rs` reads those of domains, `mail.rs` those of mail.

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
pub use terms::{NAMES, Name, Offer, Tells, Topic, about, complete, offers};
pub(in crate::store) use verdicts::any;

/// A filter line that was read. Equal filters find the same rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// Terms the service filters by.
    pub server: Server,
    /// Terms checked here; all must hold.
    pub local: Vec<Local>,
}

/// The terms sent to the service; terms that are absent are left to the tab.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Server {
    pub unread: bool,
    pub starred: bool,
    pub status: Option<Status>,
    pub delivery: Option<DeliveryFilter>,
    pub reasons: Vec<UnsentReason>,
    /// Shows every step that was not mailed, also of conversations that reached the seller.
    pub flow_items: bool,
    pub risk: Option<RiskFilter>,
    pub visibility: Option<Visibility>,
    pub domain: Option<DomainName>,
    pub order: Option<Order>,
    /// Listing of domains.
    pub listing: Option<Listing>,
    /// State of domains that has a tab of its own.
    pub state: Option<DomainTab>,
}

/// One term checked here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    /// `-term`: holds where the term does not.
    pub negated: bool,
    pub test: Test,
}

/// The condition of a local term. Texts are in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// A bare word: anywhere in domain, buyer, company, address, message.
    Text(String),
    Buyer(String),
    /// The whole two-letter code.
    Country(String),
    /// A part of the domain, in either spelling (`-domain:` only; `domain:` goes to the service).
    Domain(String),
    Offer(Amount),
    /// Younger or older than a number of seconds.
    Age(Compare, i64),
    /// `is:read` and negated server words, which the service cannot ask.
    Mark(Mark, bool),
    /// `is:answered`, a mark of this computer.
    Answered(bool),
    /// `is:draft`: a draft of a reply is kept on this computer.
    Draft,
    /// `is:ignored`: the buyer's address is among the ignored senders.
    Ignored,
    Risk(RiskFilter),
    Bin(Amount),
    /// The first reason for which the inquiry was not mailed.
    Held(UnsentReason),
    /// The lead score; `None` finds inquiries without a score.
    Score(Option<(Compare, i64)>),
    State(String),
    /// A part of a domain's own name, in either spelling.
    Name(String),
    /// A pattern the domain matches, with stars for any letters; see [`matches()`].
    Like(String),
    /// The ending of the name, in either spelling: `com`, `co.uk`.
    Ending(String),
    ForSale(bool),
    Host(bool),
    /// Offers are accepted.
    Offers(bool),
    Target(Amount),
    When(TimeField, Span),
    Count(CountField, Compare, i64),
    /// A hyphen in the name before the ending.
    Hyphen(bool),
    /// A name beyond ASCII.
    Idn(bool),
    /// The best offer among the inquiries about a domain.
    Best(Amount),
    /// A finding of this kind is open.
    Finding(Kind),
    /// A note of the user.
    Noted(Noted),
    /// One of these conditions holds; all come from the same word.
    Any(Vec<Test>),
}

/// A figure of a domain that is counted.
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
    /// The service's number, which grows with every name it takes in.
    Id,
}

/// A time of a domain or an inquiry, as the words of the filter line name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeField {
    Added,
    Verified,
    Checked,
    /// The next check.
    Next,
    /// Time the buyer confirmed the address.
    Confirmed,
}

/// A condition on a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    /// There is no time.
    None,
    /// There is a time.
    Any,
    /// Seconds since a date, or until the next check.
    Age(Compare, i64),
    /// The time is past, for the next check.
    Overdue,
}

/// A comparison of a figure.
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

/// A condition on an amount. Figures of different currencies are never converted; a figure without a currency is in the
/// currency of the account.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// No amount is set.
    None,
    /// Any amount is set.
    Any,
    /// An amount in hundredths of the currency's unit (whole units times 100 also for currencies without a smaller
    /// unit), and the currency if one was named.
    Is(Compare, i64, Option<String>),
}

/// Reason why a filter line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    /// The word as typed.
    pub word: String,
    /// Number of characters of the line before the word.
    pub place: usize,
    /// The mistake and a word that would work, the useful part first: `Unknown filter "contry:". Did you mean
    /// "country:"?`
    pub problem: String,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::base::clean_line(&self.problem))
    }
}

impl std::error::Error for FilterError {}

impl Compare {
    /// True when `a` compares with `b` as the sign says.
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

    /// The sign as typed.
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
    /// True when `is_so` holds for this test or one of those in it.
    fn any(&self, is_so: fn(&Self) -> bool) -> bool {
        if let Self::Any(tests) = self { tests.iter().any(|test| test.any(is_so)) } else { is_so(self) }
    }

    /// True for a test that only the inquiries about a domain can tell.
    pub fn is_of_inquiries(&self) -> bool {
        self.any(|test| matches!(test, Self::Count(CountField::Asked, ..) | Self::Best(_)))
    }

    /// True for a test that only the findings can tell.
    pub fn is_of_findings(&self) -> bool {
        self.findings().next().is_some()
    }

    /// The kinds of findings a test names. A word names findings alone or none.
    pub fn findings(&self) -> impl Iterator<Item = Kind> {
        let tests = if let Self::Any(tests) = self { tests.as_slice() } else { std::slice::from_ref(self) };
        tests.iter().filter_map(|test| if let Self::Finding(kind) = test { Some(*kind) } else { None })
    }

    /// True for a test that the index of domains cannot tell.
    pub fn is_of_others(&self) -> bool {
        self.is_of_inquiries() || self.is_of_findings() || self.is_of_visits()
    }

    /// True for a test that only the scores of inquiries can tell.
    pub fn is_of_scores(&self) -> bool {
        self.any(|test| matches!(test, Self::Score(_)))
    }

    /// True for a test that only the user's notes can tell.
    pub fn is_of_notes(&self) -> bool {
        self.any(|test| matches!(test, Self::Noted(_)))
    }

    /// True when an amount is compared without a currency.
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
    /// The filter of a list call: the tab's own with the typed terms over it. Reasons, steps and `unsent` ask for all
    /// statuses, because otherwise nothing with the reason *unconfirmed* would be found.
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

    /// True when the service is asked nothing beyond the tab.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Filter {
    /// True when nothing is filtered.
    pub fn is_empty(&self) -> bool {
        self.server.is_empty() && self.local.is_empty()
    }

    /// True when no row older than `seconds` passes.
    pub fn is_within(&self, seconds: i64) -> bool {
        let younger = |term: &Local| {
            let within = matches!(term.test, Test::Age(Compare::Less | Compare::AtMost, most) if most <= seconds);
            within && !term.negated
        };
        self.local.iter().any(younger)
    }

    /// True when the rows the filter finds change as time passes.
    pub fn depends_on_time(&self) -> bool {
        self.local.iter().any(|term| term.test.depends_on_time())
    }

    /// True when the rows the filter finds depend on which senders are ignored.
    pub fn needs_ignored(&self) -> bool {
        self.local.iter().any(|term| term.test.any(|test| *test == Test::Ignored))
    }

    /// True when best offers are compared in the currency of the account.
    pub fn compares_best_offers(&self) -> bool {
        self.keeps(|test| matches!(test, Test::Best(Amount::Is(.., None))))
    }

    /// True when BIN or target prices are compared in the currency of the account.
    pub fn compares_prices(&self) -> bool {
        self.keeps(|test| matches!(test, Test::Bin(Amount::Is(.., None)) | Test::Target(Amount::Is(.., None))))
    }

    /// True when the rows the filter finds depend on the currency of the account.
    pub fn needs_currency(&self) -> bool {
        self.local.iter().any(|term| term.test.needs_currency())
    }

    /// True when the filter leaves out offers because they are in another currency: a word with a minus lets these
    /// through.
    pub fn leaves_currencies_out(&self) -> bool {
        self.keeps(Test::needs_currency)
    }

    /// True when a word without a minus has such a test.
    fn keeps(&self, is_so: fn(&Test) -> bool) -> bool {
        self.local.iter().any(|term| !term.negated && term.test.any(is_so))
    }
}
