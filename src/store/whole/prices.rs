//! Prices in words: their currencies, sums, and the values that domains inherit.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::api::SettingType;
use crate::api::domains::Listing;
use crate::api::types::SettingSource;
use crate::api::{Seen, loose, profile, settings};
use crate::base::{Currency, DomainName, Money, Timestamp, all_of, grouped, words_of};
use crate::client::Lane;
use crate::store::filter::Filter;
use crate::store::index::domains::DomainView;
use crate::store::subject::{AMOUNTS, CURRENCY, FOR_SALE, FieldName, Item, NO_PRICE, PRICES, Subject, Value};
use crate::store::{DomainRow, DomainSort, DomainTab, Known, Store, Wants};

/// Sums of prices by currency.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    sums: BTreeMap<Currency, Sum>,
    /// Number of prices in the sums.
    pub priced: usize,
    /// Number of domains whose price is not known, or of which it is not known whether they have one.
    pub unknown: usize,
}

/// Sum of the prices in one currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sum {
    minor: i64,
    priced: usize,
}

impl Worth {
    /// Adds a price to the sum of its currency.
    pub fn add(&mut self, price: Money) {
        self.add_sum(price.currency, Sum { minor: price.minor, priced: 1 });
        self.priced += 1;
    }

    /// Adds other sums to these.
    pub fn take(&mut self, other: &Self) {
        for (currency, sum) in &other.sums {
            self.add_sum(currency.clone(), *sum);
        }
        (self.priced, self.unknown) = (self.priced + other.priced, self.unknown + other.unknown);
    }

    fn add_sum(&mut self, currency: Currency, of: Sum) {
        let sum = self.sums.entry(currency).or_default();
        *sum = Sum { minor: sum.minor.saturating_add(of.minor), priced: sum.priced + of.priced };
    }

    /// Adds the BIN price of a domain, which is in this currency.
    pub fn add_bin(&mut self, row: &DomainRow<'_>, currency: Currency) {
        match row.bin() {
            Seen::Is(price) => match Money::from_number(price, currency) {
                Some(price) => self.add(price),
                None => self.unknown += 1,
            },
            Seen::Null => {}
            Seen::Missing | Seen::Odd(_) => self.unknown += 1,
        }
    }

    /// Sums in words: `$16,100`, `€900, $16,100 and ¥500`, `$16,100 and 500 (currency not known)`. Several prices whose
    /// currency is not known are only counted, because their currencies may differ. Sums are marked with `≥` where a
    /// price is not known. `None` without a price.
    pub fn words(&self) -> Option<String> {
        self.told(true, bare)
    }

    /// Sums in words for a finding, over all its names (`whole`) or some. A single price is a bare amount where its
    /// currency is not known.
    pub fn short_words(&self, whole: bool) -> Option<String> {
        self.told(whole, |amount, priced| if self.priced == 1 { amount } else { bare(amount, priced) })
    }

    /// Sums in words beside names: `$16,100 of BIN prices`, `BIN prices: $900 and 5 prices (currency not known)`.
    pub fn beside(&self) -> Option<String> {
        if self.is_counted() {
            return self.of_bins();
        }
        let is_one = |(currency, sum): (&Currency, &Sum)| !currency.0.is_empty() || sum.priced == 1;
        let sums = self.words()?;
        Some(if self.sums.iter().all(is_one) { format!("{sums} of BIN prices") } else { format!("BIN prices: {sums}") })
    }

    /// True for several prices without any known currency, which are only counted.
    pub fn is_counted(&self) -> bool {
        self.priced > 1 && self.sums.keys().all(|currency| currency.0.is_empty())
    }

    /// Sums in words by currency. `bare` makes the words for the sum without a known currency, from its amount and the
    /// number of its prices.
    fn told(&self, whole: bool, bare: impl Fn(String, usize) -> String) -> Option<String> {
        let is_bare = |currency: &Currency| currency.0.is_empty();
        let is_part = self.unknown > 0 || !whole;
        // A price without a known currency may belong to any of the sums.
        let may_grow = is_part || self.sums.keys().any(is_bare) && self.sums.len() > 1;
        let said = |(currency, sum): (&Currency, &Sum)| {
            let amount = Money { minor: sum.minor, currency: currency.clone() }.text();
            let (words, least) =
                if is_bare(currency) { (bare(amount, sum.priced), is_part) } else { (amount, may_grow) };
            if least { format!("≥ {words}") } else { words }
        };
        // The sum without a currency is the first by its empty code, but is named last, because it is the least
        // certain.
        let mut sums: Vec<String> = self.sums.iter().map(said).collect();
        sums.rotate_left(usize::from(self.sums.keys().next().is_some_and(is_bare)));
        (!sums.is_empty()).then(|| all_of(&sums))
    }

    /// Words about BIN prices: `2,173 BIN prices, $15,099,920.50 in all`, `≥ 12 BIN prices (currency not known)`;
    /// `None` without a price.
    pub fn of_bins(&self) -> Option<String> {
        let (many, sums) = (grouped(self.priced), self.words()?);
        let prices = if self.priced == 1 { "BIN price" } else { "BIN prices" };
        if !self.is_counted() {
            return Some(format!("{many} {prices}, {sums} in all"));
        }
        let least = if self.unknown > 0 { "≥ " } else { "" };
        Some(format!("{least}{many} {prices} (currency not known)"))
    }
}

/// Words for prices whose currency is not known: the amount of one, the number of several.
fn bare(amount: String, many: usize) -> String {
    let said = if many == 1 { amount } else { format!("{} prices", grouped(many)) };
    format!("{said} (currency not known)")
}

/// Sentence about amounts that a filter excludes because they are in other currencies; `None` if there are none.
/// `is_read` is true if the currency of the account was read; without it `compared` is empty, or the most frequent one.
fn left_out(what: &str, all: impl Iterator<Item = Currency>, compared: &Currency, is_read: bool) -> Option<String> {
    let others = all.filter(|currency| currency != compared).map(|currency| currency.code().into_owned());
    let others: Vec<String> = others.collect();
    let code = others.first()?.to_lowercase();
    let others = others.join(", ");
    let why = match (is_read, compared.0.is_empty()) {
        (true, _) => format!("they are not compared with {}", compared.code()),
        (false, true) => "your currency was not read".to_owned(),
        (false, false) => format!("your currency was not read, and most offers are in {}", compared.code()),
    };
    Some(format!("{what} in {others} are left out: {why}. Name the currency, as in >1000{code}."))
}

impl Store {
    /// Known domains of the account.
    pub fn my_domains(&self) -> impl Iterator<Item = DomainRow<'_>> {
        let (filter, sort) = (Filter::default(), DomainSort::default());
        let view = DomainView::new(DomainTab::MyDomains, Listing::All, &filter, sort, Timestamp::default());
        let keys = self.index.domains.view(&view);
        (0..keys.len()).filter_map(move |place| self.index.domains.row(keys[place]))
    }

    /// Sum of the BIN prices of these domains, with the number of unknown prices.
    pub fn worth(&self, names: impl Iterator<Item = DomainName>) -> Worth {
        let mut worth = Worth::default();
        for name in names {
            match self.index.domains.find(name.punycode()).and_then(|key| self.index.domains.row(key)) {
                Some(row) => worth.add_bin(&row, self.currency_of(name.punycode()).unwrap_or_default()),
                None => worth.unknown += 1,
            }
        }
        worth
    }

    /// Currency of the account's prices: the one in its settings, else the one in the profile. `None` where it is not
    /// known, also when the settings were not read.
    pub fn price_currency(&self) -> Option<Currency> {
        self.account_currency()?.or_else(|| self.profile_currency())
    }

    /// Currency in the profile; `None` where it was not read or has none.
    pub fn profile_currency(&self) -> Option<Currency> {
        self.query(&profile::Get {}).value?.value.profile.get()?.default_currency.get().cloned()
    }

    /// Currency of the amounts of a thing if its own currency is set to `set`; null sets none.
    pub fn currency_with(&self, subject: &Subject, set: &Value) -> Option<Currency> {
        let own = set.as_text().map(Currency::new).filter(|own| !own.0.is_empty());
        own.or_else(|| if *subject == Subject::Account { self.profile_currency() } else { self.price_currency() })
    }

    /// Currency of the amounts of a thing: the one that is set together with them, else the present one.
    pub fn currency_beside(&self, subject: &Subject, set: Option<&Value>) -> Option<Currency> {
        match (set, subject) {
            (Some(set), _) => self.currency_with(subject, set),
            (None, Subject::Domain(punycode)) => self.currency_of(punycode),
            (None, _) => self.price_currency(),
        }
    }

    /// Currency that the account's settings set, by the newest answer that has it: `Some(None)` if they set none,
    /// `None` if they were not read. A default of the service does not count, because the profile comes before it.
    pub fn account_currency(&self) -> Option<Option<Currency>> {
        let account = self.query(&settings::Get {});
        let by_domain = self.lists.settings.account_currency();
        match (account.value, by_domain) {
            (None, None) => None,
            (Some(settings), by_domain)
                if by_domain.is_none_or(|(at, _)| account.at.is_some_and(|read| read >= at)) =>
            {
                let setting = settings.settings.get(CURRENCY);
                let set = setting.filter(|setting| setting.source.is(&SettingSource::Account));
                let set = set.and_then(|setting| setting.value.get()?.as_str()).map(Currency::new);
                Some(set.filter(|set| !set.0.is_empty()))
            }
            (_, by_domain) => Some(by_domain?.1.cloned()),
        }
    }

    /// Currency in which offers are compared: that of the account's prices, else the most frequent one of offers.
    pub fn offer_currency(&self) -> Currency {
        self.price_currency().unwrap_or_else(|| self.index.inquiries.usual_currency())
    }

    /// Sentence about the offers that a filter by amounts in this currency excludes; `None` if there are none.
    pub fn offers_left_out(&self, compared: &Currency) -> Option<String> {
        let codes = self.index.inquiries.currencies();
        left_out("Offers", codes.iter().map(|code| Currency::new(code)), compared, self.price_currency().is_some())
    }

    /// Sentence about the prices that such a filter excludes: those of domains with another own currency.
    pub fn prices_left_out(&self, compared: &Currency) -> Option<String> {
        let own: BTreeSet<&Currency> = self.own_settings().currencies().values().collect();
        left_out("Prices", own.into_iter().cloned(), compared, self.price_currency().is_some())
    }

    /// Adds the wants for the answers that have the currency of prices.
    pub fn want_price_currency(wants: &mut Wants, fresh_for: Duration) {
        wants.want(&profile::Get {}, Lane::Ahead).fresh_for = fresh_for;
        wants.want(&settings::Get {}, Lane::Ahead).fresh_for = fresh_for;
    }

    /// Currency of a domain's prices: its own, else that of the account. `None` where it is not known, also when it
    /// was not read whether the domain has its own.
    pub fn currency_of(&self, punycode: &str) -> Option<Currency> {
        match self.own_settings().currency_of(punycode) {
            Some(own) => Some(own.clone()),
            None if self.inherits_currency(punycode) => self.price_currency(),
            None => None,
        }
    }

    /// True for a domain that is known to have no own currency.
    pub(in crate::store) fn inherits_currency(&self, punycode: &str) -> bool {
        let in_pages = || self.own_currencies() == Known::Is(()) && self.index.domains.is_verified(punycode);
        self.own_settings().of(punycode).is_some() || in_pages()
    }

    /// Effective BIN price of a domain of the account, by its row.
    pub fn bin_of(&self, punycode: &str) -> Option<f64> {
        self.index.domains.row(self.index.domains.find(punycode)?)?.bin().get().copied()
    }

    /// True for a domain of the account that is known to have no BIN price.
    pub fn lacks_bin(&self, punycode: &str) -> bool {
        let row = self.index.domains.find(punycode).and_then(|key| self.index.domains.row(key));
        row.is_some_and(|row| row.has_no_bin())
    }

    /// Value that a thing inherits for a setting; null if none, `None` if it is not known.
    pub fn inherited(&self, item: &Item) -> Option<Value> {
        let name = item.field.as_ref()?.as_str();
        match &item.subject {
            Subject::Account => self.default_setting(name),
            Subject::Domain(_) => {
                if self.has_account_settings() {
                    return Some(self.account_value(name).unwrap_or(Value::Null));
                }
                // A setting that the account cannot have is not inherited from it.
                let schema = self.query(&settings::Schema {}).value?;
                let entry = schema.values().find(|entry| entry.name.raw() == name)?;
                entry.account_level.is(&false).then_some(Value::Null)
            }
            _ => Some(Value::Null),
        }
    }

    /// Effective value of a setting with this own value: the inherited one if it is null. For a BIN price whose own
    /// value is not known, it is the one in the domain's row.
    pub fn in_force(&self, item: &Item, own: Option<&Value>) -> Option<Value> {
        match own {
            Some(Value::Null) => self.inherited(item),
            Some(own) => Some(own.clone()),
            None => {
                let is_bin = item.field.as_ref().is_some_and(|field| field.as_str() == PRICES[0]);
                let Subject::Domain(punycode) = &item.subject else { return None };
                is_bin.then(|| self.bin_of(punycode))?.map(Value::from)
            }
        }
    }

    /// Effective price: the thing's own, else the inherited one. For a BIN price that was not read, it is the one in
    /// the domain's row.
    pub(super) fn price_now(&self, item: &Item) -> Option<f64> {
        self.in_force(item, self.own_setting(item).as_ref())?.as_number()
    }

    /// Function that makes words for a value in sentences about writes, with the currency that is set together with
    /// it.
    pub(in crate::store) fn sayer(&self) -> impl Fn(&Item, &Value, Option<&Value>) -> String + '_ {
        |item, value, set| self.said_with(set, item, Some(value))
    }

    /// Words for a thing without an own value, without the inherited value: `no price`, `inherit`.
    pub fn without(&self, item: &Item) -> String {
        match &item.subject {
            _ if item.is_price() && self.inherited(item) == Some(Value::Null) => NO_PRICE.to_owned(),
            Subject::Account | Subject::Domain(_) => "inherit".to_owned(),
            _ => Value::Null.words(),
        }
    }

    /// Words for a setting's value: `$2,495`, `no price`, `inherit (yes)`; a choice of the service such as `multi
    /// step`. Amounts are in the currency of their domain; switches are yes and no in whatever form they were sent.
    pub fn said(&self, item: &Item, value: Option<&Value>) -> String {
        self.said_in(None, item, value)
    }

    /// As [`Self::said`], with amounts in the currency that is set together with the value, if one is.
    pub fn said_with(&self, set: Option<&Value>, item: &Item, value: Option<&Value>) -> String {
        let money = set.map(|set| self.currency_with(&item.subject, set).unwrap_or_default());
        self.said_in(money.as_ref(), item, value)
    }

    /// As [`Self::said`], with amounts in `money` if it is given.
    pub fn said_in(&self, money: Option<&Currency>, item: &Item, value: Option<&Value>) -> String {
        let Some(value) = value else { return "(not known)".to_owned() };
        if *value == Value::Null {
            return match self.inherited(item) {
                Some(inherited) if inherited != Value::Null => {
                    format!("inherit ({})", self.said_in(money, item, Some(&inherited)))
                }
                _ => self.without(item),
            };
        }
        let name = item.field.as_ref().map_or("", FieldName::as_str);
        let schema = self.query(&settings::Schema {}).value;
        let entry = schema.and_then(|schema| schema.values().find(|entry| entry.name.raw() == name));
        let is_switch = name == FOR_SALE || entry.and_then(SettingType::of) == Some(SettingType::Switch);
        if let Some(yes) = loose::yes(&value.clone().into()).filter(|_| is_switch) {
            return Value::Bool(yes).words();
        }
        let choices = entry.and_then(|entry| entry.allowed_values.get());
        if let Some(word) = value.as_text().filter(|word| choices.is_some_and(|all| all.iter().any(|one| one == word)))
        {
            return words_of(word);
        }
        // An amount is shown as one even if its currency cannot be read.
        let present = || self.currency_beside(&item.subject, None).unwrap_or_default();
        let currency = AMOUNTS.contains(&name).then(|| money.cloned().unwrap_or_else(present));
        let price = value.as_number().zip(currency).and_then(|(price, of)| Money::from_number(price, of));
        price.map_or_else(|| value.words(), |money| money.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_mark_an_amount_without_a_currency_only_beside_others() {
        let price = |minor: i64, code: &str| Money { minor, currency: Currency::new(code) };
        let mut worth = Worth::default();
        worth.add(price(2_392_300, ""));
        let told = |worth: &Worth| [worth.short_words(true), worth.words()].map(Option::unwrap_or_default);
        assert_eq!(told(&worth), ["23,923", "23,923 (currency not known)"]);
        worth.add(price(6_871_300, "USD"));
        assert_eq!(
            told(&worth),
            ["≥ $68,713 and 23,923 (currency not known)", "≥ $68,713 and 23,923 (currency not known)"]
        );
        assert_eq!(
            worth.short_words(false).as_deref(),
            Some("≥ $68,713 and ≥ 23,923 (currency not known)"),
            "of a part of the names"
        );
        worth.add(price(50_000, ""));
        assert_eq!(
            told(&worth),
            ["≥ $68,713 and 2 prices (currency not known)"; 2],
            "prices that may be in different currencies are counted"
        );
        assert_eq!(worth.beside().as_deref(), Some("BIN prices: ≥ $68,713 and 2 prices (currency not known)"));
        worth.sums.remove(&Currency::new("USD"));
        worth.priced = 2;
        assert_eq!(worth.of_bins().as_deref(), Some("2 BIN prices (currency not known)"));
        assert_eq!(worth.beside(), worth.of_bins(), "no sum of what may be in different currencies");
        worth.unknown = 1;
        assert_eq!(worth.of_bins().as_deref(), Some("≥ 2 BIN prices (currency not known)"));
    }
}
