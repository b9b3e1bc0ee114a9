//! What is odd about a price before it is written.

use std::collections::HashMap;

use super::Plan;
use crate::api::profile;
use crate::api::types::Inquiry;
use crate::base::{Currency, DomainName, Id, Money, Timestamp};
use crate::store::filter::Filter;
use crate::store::intent::{PRICES, SettingEdit, Value};
use crate::store::{Sort, Store, Tab, ViewSpec};

/// One thing to look at before a price is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    Zero,
    /// Ten times as much or more, or a tenth or less: a digit more or less.
    Digit {
        more: bool,
    },
    /// More than twice as much, or less than half.
    Factor {
        more: bool,
    },
    /// Below the best offer there is.
    BelowOffer(Money),
    /// Below the minimum offer the newest inquiry tells.
    BelowMinimum(Money),
}

impl Guard {
    /// A clause for one price: `below an offer of $12,500`.
    pub fn words(&self) -> String {
        match self {
            Self::BelowOffer(of) | Self::BelowMinimum(of) => format!("{} of {}", self.kind(), of.text()),
            _ => self.kind().to_owned(),
        }
    }

    /// The same without the amount: `below an offer`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Digit { more: true } => "ten times the old price or more",
            Self::Digit { more: false } => "a tenth of the old price or less",
            Self::Factor { more: true } => "more than twice the old price",
            Self::Factor { more: false } => "less than half the old price",
            Self::BelowOffer(_) => "below an offer",
            Self::BelowMinimum(_) => "below the minimum offer",
        }
    }
}

/// What buyers offer for the domains of a plan, for the guards of its prices.
#[derive(Debug, Default)]
pub struct Guards {
    currency: Option<Currency>,
    /// The best open offer in that currency and the minimum the newest inquiry tells, by punycode.
    asked: HashMap<String, (Option<Money>, Option<Money>)>,
}

impl Guards {
    /// Goes once over all inquiries known.
    pub fn of(plan: &Plan, store: &Store) -> Self {
        let currency = store.price_currency();
        let names = plan.edits.iter().filter(|edit| edit.edit.field.as_str() == PRICES[0]);
        let names = names.filter_map(|edit| Some(edit.subject.name()?.punycode().to_owned()));
        let mut asked: HashMap<String, (Option<Money>, Option<Money>)> =
            names.map(|name| (name, Default::default())).collect();
        let Some(code) = &currency else { return Self { currency, asked } };
        let mut newest: HashMap<String, (Option<Timestamp>, Id<Inquiry>)> = HashMap::new();
        let open = ViewSpec::new(Tab::Active, &Filter::default(), Sort::default(), Timestamp::default());
        let index = store.inquiries();
        for row in index.view(&open).iter().filter_map(|id| index.row(*id)) {
            let Some((best, _)) = asked.get_mut(row.punycode()) else { continue };
            let offer = row.offer().filter(|offer| offer.currency == *code);
            *best = [best.take(), offer].into_iter().flatten().max_by_key(|money| money.minor);
            let known = newest.entry(row.punycode().to_owned()).or_insert((row.date(), row.id()));
            *known = (*known).max((row.date(), row.id()));
        }
        for (name, (_, id)) in newest {
            let listing = index.full(id).and_then(|inquiry| inquiry.details.get()?.get("listing").cloned());
            let minimum = listing.and_then(|listing| listing.get("min_offer")?.as_f64());
            if let (Some((_, known)), Some(minimum)) = (asked.get_mut(&name), minimum) {
                *known = Money::from_number(minimum, code.clone());
            }
        }
        Self { currency, asked }
    }

    /// What is odd about a change of a price; nothing for other settings.
    pub fn about(&self, edit: &SettingEdit, store: &Store) -> Vec<Guard> {
        let name = edit.edit.field.as_str();
        let Some(after) = edit.edit.after.as_number().filter(|_| PRICES.contains(&name)) else { return Vec::new() };
        if after == 0.0 {
            return vec![Guard::Zero];
        }
        let mut guards = Vec::new();
        let domain = edit.subject.name();
        let shown = || domain.as_ref().filter(|_| name == PRICES[0]).and_then(|name| store.bin_of(name));
        let before = edit.edit.before.as_ref().and_then(Value::as_number).or_else(shown).filter(|before| *before > 0.0);
        if let Some(factor) = before.map(|before| after / before) {
            let more = factor > 1.0;
            let factor = if more { factor } else { 1.0 / factor };
            if factor >= 10.0 {
                guards.push(Guard::Digit { more });
            } else if factor > 2.0 {
                guards.push(Guard::Factor { more });
            }
        }
        let asked = domain.as_ref().filter(|_| name == PRICES[0]).and_then(|name| self.asked.get(name.punycode()));
        let price = self.currency.as_ref().and_then(|currency| Money::from_number(after, currency.clone()));
        if let (Some((best, minimum)), Some(price)) = (asked, price) {
            let more = |money: &&Money| money.minor > price.minor;
            guards.extend(best.as_ref().filter(more).cloned().map(Guard::BelowOffer));
            guards.extend(minimum.as_ref().filter(more).cloned().map(Guard::BelowMinimum));
        }
        guards
    }
}

impl Store {
    /// The currency prices of the account are in, where the profile tells it.
    pub fn price_currency(&self) -> Option<Currency> {
        self.query(&profile::Get {}).value?.value.profile.get()?.default_currency.get().cloned()
    }

    /// A price in that currency, for people.
    pub fn price_words(&self, price: f64) -> Option<String> {
        Some(Money::from_number(price, self.price_currency()?)?.text())
    }

    /// The BIN price in force of a domain of the account, as its row tells.
    pub fn bin_of(&self, name: &DomainName) -> Option<f64> {
        self.domains.row(self.domains.find(name.punycode())?)?.bin().get().copied()
    }
}
