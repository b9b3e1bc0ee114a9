//! The filter line: words the service understands apart from words checked here, on the rows that are known.
//!
//! No rows and no screen here: `inquiries/view.rs` and `domains/view.rs` evaluate, screens draw. Look first at [`parse()`],
//! then `terms.rs` for the words there are; `domains.rs` reads those of domains.

mod amount;
mod domains;
mod parse;
mod terms;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::api::domains::{Listing, Tab as DomainTab};
use crate::api::inquiries::{DeliveryFilter, InquiryFilter, Order, RiskFilter, Status, UnsentReason, Visibility};
use crate::base::DomainName;
use crate::store::Mark;

pub use parse::{parse, parse_domains};
pub use terms::{NAMES, Name, Topic, complete, complete_domains};

/// A filter line understood. Equal filters find the same rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// What the service filters by.
    pub server: Server,
    /// What is checked here; all must hold.
    pub local: Vec<Local>,
}

/// The terms sent to the service; what is not said is left to the tab.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Server {
    pub unread: bool,
    pub starred: bool,
    pub status: Option<Status>,
    pub delivery: Option<DeliveryFilter>,
    pub reasons: Vec<UnsentReason>,
    /// Each step that was not mailed, also of conversations that reached the seller.
    pub flow_items: bool,
    pub risk: Option<RiskFilter>,
    pub visibility: Option<Visibility>,
    pub domain: Option<DomainName>,
    pub order: Option<Order>,
    /// Domains only, as the next one.
    pub listing: Option<Listing>,
    /// A state that is a tab too.
    pub state: Option<DomainTab>,
}

/// One term checked here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    /// `-term`: holds where the term does not.
    pub negated: bool,
    pub test: Test,
}

/// What a local term asks. Texts are in lower case.
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
    /// Younger or older than so many seconds.
    Age(Compare, i64),
    /// `is:read` and negated server words, which the service cannot ask.
    Mark(Mark, bool),
    Risk(RiskFilter),
    Bin(Amount),
    Score(Compare, i64),
    Tag(String),
    Note(String),
    State(String),
    /// A part of a domain's own name, in either spelling.
    Name(String),
    /// The ending of the name, in either spelling: `com`, `co.uk`.
    Ending(String),
    ForSale(bool),
    Host(bool),
    /// Offers are accepted.
    Offers(bool),
    Target(Amount),
    When(TimeField, Span),
}

/// A time of a domain, as the words of the filter line name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeField {
    Added,
    Verified,
    Checked,
    /// The next check.
    Next,
}

/// What is asked of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    /// There is none.
    None,
    /// There is one.
    Any,
    /// So many seconds ago, or ahead for the next check.
    Age(Compare, i64),
    /// It is past; for the next check.
    Overdue,
}

/// How a figure is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

/// What an amount is compared with. Figures of different currencies are never converted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// There is none.
    None,
    /// There is one.
    Any,
    /// In hundredths of the currency's unit (whole units times 100 also where a currency has no smaller one), and the
    /// currency when one was named.
    Is(Compare, i64, Option<String>),
}

/// Why a filter line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    /// The word as typed.
    pub word: String,
    /// How many characters stand before it.
    pub place: usize,
    /// What is wrong, as the middle of a sentence: `there is no filter word unred`.
    pub problem: String,
    /// The nearest that would work, as it could be typed.
    pub suggestion: Option<String>,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = crate::base::clean_line(&self.word);
        write!(f, "{word} (character {}): {}", self.place + 1, self.problem)?;
        match &self.suggestion {
            Some(nearest) => write!(f, "; did you mean {nearest}?"),
            None => f.write_str("."),
        }
    }
}

impl std::error::Error for FilterError {}

impl Compare {
    /// `a ? b`.
    pub fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Equal => a == b,
            Self::AtLeast => a >= b,
            Self::More => a > b,
        }
    }

    /// As typed.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "",
            Self::AtLeast => ">=",
            Self::More => ">",
        }
    }
}

impl Server {
    /// What a list asks the service: the tab's question with the typed terms over it. Reasons, steps and `unsent` need all
    /// statuses, or the reason *unconfirmed* would never be found.
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

    /// True when the rows it finds change with the time alone.
    pub fn depends_on_time(&self) -> bool {
        let moves = |span: &Span| matches!(span, Span::Age(..) | Span::Overdue);
        self.local.iter().any(|term| match &term.test {
            Test::Age(..) => true,
            Test::When(_, span) => moves(span),
            _ => false,
        })
    }

    /// The line that parses to this filter: server terms first.
    pub fn canonical(&self) -> String {
        let mut words = self.server_words();
        words.extend(self.local_words());
        words.join(" ")
    }

    /// The server terms as typed, for the bar.
    pub fn server_words(&self) -> Vec<String> {
        let s = &self.server;
        let mut words = Vec::new();
        if s.unread {
            words.push("is:unread".to_owned());
        }
        if s.starred {
            words.push("is:starred".to_owned());
        }
        let mut push = |name: &str, value: Option<&str>| words.extend(value.map(|v| format!("{name}:{v}")));
        push("status", s.status.map(Status::as_str));
        push("delivery", s.delivery.map(DeliveryFilter::as_str));
        for reason in &s.reasons {
            push("reason", Some(reason.as_str()));
        }
        push("flow", s.flow_items.then_some(terms::FLOW[0]));
        push("risk", s.risk.map(RiskFilter::as_str));
        // The service's word for hidden is `removed`, which in this program is a word for domains.
        push("in", s.visibility.map(|v| if v == Visibility::Removed { "hidden" } else { v.as_str() }));
        push("domain", s.domain.as_ref().map(DomainName::unicode));
        push("order", s.order.map(Order::as_str));
        push("state", s.state.map(DomainTab::as_str));
        push("listing", s.listing.map(Listing::as_str));
        words
    }

    /// The local terms as typed, for the bar.
    pub fn local_words(&self) -> Vec<String> {
        self.local.iter().map(Local::canonical).collect()
    }
}

impl Local {
    /// As typed.
    pub fn canonical(&self) -> String {
        let text = match &self.test {
            Test::Text(word) => quoted(word),
            Test::Buyer(text) => format!("buyer:{}", quoted(text)),
            Test::Country(code) => format!("country:{}", quoted(&code.to_uppercase())),
            Test::Domain(text) => format!("domain:{}", quoted(text)),
            Test::Offer(amount) => format!("offer:{}", amount.canonical()),
            Test::Bin(amount) => format!("bin:{}", amount.canonical()),
            Test::Age(compare, seconds) => format!("age:{}{}", compare.sign(), terms::duration(*seconds)),
            Test::Mark(mark, to) => format!("is:{}", terms::mark_word(*mark, *to)),
            Test::Risk(risk) => format!("risk:{}", risk.as_str()),
            Test::Score(compare, n) => format!("score:{}{n}", compare.sign()),
            Test::Tag(text) => format!("tag:{}", quoted(text)),
            Test::Note(text) => format!("note:{}", quoted(text)),
            Test::State(text) => format!("state:{}", quoted(text)),
            test => domains::canonical(test),
        };
        if self.negated { format!("-{text}") } else { text }
    }
}

impl Amount {
    /// Whether an amount in hundredths of `currency`'s unit is meant; where none was named, every currency is.
    pub fn holds(&self, hundredths: Option<i64>, currency: &str) -> bool {
        match (self, hundredths) {
            (Self::None, amount) => amount.is_none(),
            (Self::Any, amount) => amount.is_some(),
            (Self::Is(..), None) => false,
            (Self::Is(compare, cents, named), Some(amount)) => {
                named.as_ref().is_none_or(|named| currency.eq_ignore_ascii_case(named)) && compare.holds(amount, *cents)
            }
        }
    }

    fn canonical(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Any => "any".to_owned(),
            Self::Is(compare, cents, currency) => {
                let (whole, part) = (cents / 100, cents % 100);
                let part = if part == 0 { String::new() } else { format!(".{part:02}") };
                format!("{}{whole}{part}{}", compare.sign(), currency.as_deref().unwrap_or_default())
            }
        }
    }
}

/// In quotes where it would otherwise read as something else.
fn quoted(text: &str) -> String {
    let plain =
        !text.is_empty() && !text.starts_with('-') && !text.contains([' ', ':', '"', '\\', '\u{3000}', '\u{a0}']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")) }
}
