//! Text of a filter: a line that parses to the same terms.

use super::terms;
use super::{Amount, Compare, Filter, Local, Test, domains};
use crate::api::domains::{Listing, Tab as DomainTab};
use crate::api::inquiries::{DeliveryFilter, Order, RiskFilter, Status, Visibility};
use crate::base::DomainName;

impl Filter {
    /// Line that parses to this filter, with the server terms first.
    pub fn canonical(&self) -> String {
        let mut words = self.server_words();
        words.extend(self.local_words());
        words.join(" ")
    }

    /// Server terms as they are typed, for the filter bar.
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
        // The API calls hidden inquiries `removed`; in this program that is a word for domains.
        push("in", s.visibility.map(|v| if v == Visibility::Removed { "hidden" } else { v.as_str() }));
        push("domain", s.domain.as_ref().map(DomainName::unicode));
        push("order", s.order.map(Order::as_str));
        push("state", s.state.map(DomainTab::as_str));
        push("listing", s.listing.map(Listing::as_str));
        words
    }

    /// Local terms as they are typed, for the filter bar.
    pub fn local_words(&self) -> Vec<String> {
        self.local.iter().map(Local::canonical).collect()
    }
}

impl Local {
    /// Term as it is typed, with its minus.
    pub fn canonical(&self) -> String {
        let text = self.test.canonical();
        if self.negated { format!("-{text}") } else { text }
    }
}

impl Test {
    /// Term as it is typed, without a minus.
    fn canonical(&self) -> String {
        match self {
            Self::Text(word) => quoted(word),
            Self::Like(pattern) => pattern.clone(),
            Self::Buyer(text) => format!("buyer:{}", quoted(text)),
            Self::Country(code) => format!("country:{}", quoted(&code.to_uppercase())),
            Self::Domain(text) => format!("domain:{}", quoted(text)),
            Self::Offer(amount) => format!("offer:{}", amount.canonical()),
            Self::Bin(amount) => format!("bin:{}", amount.canonical()),
            Self::Age(compare, seconds) => format!("age:{}", compare.with(*seconds, terms::duration)),
            Self::Held(reason) => format!("held:{}", reason.as_str()),
            Self::Score(None) => "score:none".to_owned(),
            Self::Score(Some((compare, figure))) => {
                format!("score:{}", compare.with(*figure, |figure| figure.to_string()))
            }
            Self::Mark(mark, to) => format!("is:{}", terms::mark_word(*mark, *to)),
            Self::Answered(to) => format!("is:{}", terms::answered_word(*to)),
            Self::Draft => "is:draft".to_owned(),
            Self::Ignored => "is:ignored".to_owned(),
            Self::Risk(risk) => format!("risk:{}", risk.as_str()),
            Self::State(text) => format!("state:{}", quoted(text)),
            Self::Noted(noted) => noted.canonical(),
            Self::Any(tests) => {
                let mut words = tests.iter().map(Self::canonical);
                let first = words.next().unwrap_or_default();
                let rest =
                    words.map(|word| word.split_once(':').map_or_else(String::new, |(_, value)| format!(",{value}")));
                rest.fold(first, |line, value| line + &value)
            }
            test => domains::canonical(test),
        }
    }
}

impl Compare {
    /// Comparison as it is typed, with figures written by `show`: `>5`, `5-9`.
    pub(super) fn with(self, figure: i64, show: impl Fn(i64) -> String) -> String {
        let last = if let Self::UpTo(last) = self { format!("-{}", show(last)) } else { String::new() };
        format!("{}{}{last}", self.sign(), show(figure))
    }
}

impl Amount {
    pub(super) fn canonical(&self) -> String {
        match self {
            Self::None => "none".to_owned(),
            Self::Any => "any".to_owned(),
            Self::Is(compare, cents, currency) => {
                let show = |cents: i64| match (cents / 100, cents % 100) {
                    (whole, 0) => whole.to_string(),
                    (whole, part) => format!("{whole}.{part:02}"),
                };
                format!("{}{}", compare.with(*cents, show), currency.as_deref().unwrap_or_default())
            }
        }
    }

    /// Condition for a field that means "above": `>` is left out, and `=` is written.
    pub fn above(&self) -> String {
        match self {
            Self::Is(Compare::More, cents, currency) => Self::Is(Compare::Equal, *cents, currency.clone()).canonical(),
            Self::Is(Compare::Equal, ..) => format!("={}", self.canonical()),
            amount => amount.canonical(),
        }
    }
}

/// Text as a word of a line, in quotes where it would otherwise be read as something else.
pub fn quoted(text: &str) -> String {
    let plain = !text.is_empty()
        && !text.starts_with(['-', '^'])
        && !text.contains(['*', ' ', ':', '"', '\\', '\u{3000}', '\u{a0}']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")) }
}

/// Filter line that finds the inquiries of a buyer by a part of the address or name.
pub fn from_buyer(buyer: &str) -> String {
    let quoted = buyer.replace(['"', '\\'], " ");
    format!("buyer:\"{}\"", quoted.trim())
}
