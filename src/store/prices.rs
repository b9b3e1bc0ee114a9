//! Prices as people say them: in which currency they are, and what is in force where a domain has none of its own.

use super::intent::PRICES;
use super::{Item, Store, Subject, Value};
use crate::api::{profile, settings};
use crate::base::{Currency, DomainName, Money};

/// The setting by which a domain has its prices in another currency than the account (the names of settings are the
/// schema's; document 2 lists none).
pub const CURRENCY: &str = "currency";

impl Store {
    /// The currency prices of the account are in, where the profile tells it.
    pub fn price_currency(&self) -> Option<Currency> {
        self.query(&profile::Get {}).value?.value.profile.get()?.default_currency.get().cloned()
    }

    /// The currency the prices of a domain are in: its own, else that of the account.
    pub fn currency_of(&self, punycode: &str) -> Option<Currency> {
        let own = self.own_settings().of(punycode).and_then(|own| own.get(CURRENCY)?.as_text().map(Currency::new));
        own.filter(|own| !own.0.is_empty()).or_else(|| self.price_currency())
    }

    /// A price in the currency of the account, for people.
    pub fn price_words(&self, price: f64) -> Option<String> {
        Some(Money::from_number(price, self.price_currency()?)?.text())
    }

    /// The BIN price in force of a domain of the account, as its row tells.
    pub fn bin_of(&self, name: &DomainName) -> Option<f64> {
        self.domains.row(self.domains.find(name.punycode())?)?.bin().get().copied()
    }

    /// What a setting is where a thing has no value of its own: nothing to inherit is null, `None` is not known.
    pub fn inherited(&self, item: &Item) -> Option<Value> {
        let name = item.field.as_ref()?.as_str();
        match &item.subject {
            Subject::Account => self.default_setting(name),
            Subject::Domain(_) => {
                self.query(&settings::Get {}).value?;
                Some(self.account_value(name).unwrap_or(Value::Null))
            }
            _ => Some(Value::Null),
        }
    }

    /// What is in force of a setting whose own value is this; of a BIN price what the row of the domain tells where its
    /// own is not known.
    pub fn in_force(&self, item: &Item, own: Option<&Value>) -> Option<Value> {
        match own {
            Some(Value::Null) => self.inherited(item),
            Some(own) => Some(own.clone()),
            None => {
                let name = item.name().filter(|_| item.field.as_ref().is_some_and(|field| field.as_str() == PRICES[0]));
                name.and_then(|name| self.bin_of(&name)).map(Value::from)
            }
        }
    }

    /// A setting's value as people say it, prices in the currency of their domain: `$2,495`, `no price`, `inherit (yes)`.
    pub fn said(&self, item: &Item, value: Option<&Value>) -> String {
        let is_price = item.field.as_ref().is_some_and(|field| PRICES.contains(&field.as_str()));
        let Some(value) = value else { return "(not known)".to_owned() };
        if *value == Value::Null {
            return match (&item.subject, self.inherited(item)) {
                (Subject::Account | Subject::Domain(_), Some(inherited)) if inherited != Value::Null => {
                    format!("inherit ({})", self.said(item, Some(&inherited)))
                }
                (_, Some(_)) if is_price => "no price".to_owned(),
                (Subject::Account | Subject::Domain(_), _) => "inherit".to_owned(),
                _ => value.words(),
            };
        }
        let currency = is_price.then(|| match &item.subject {
            Subject::Domain(punycode) => self.currency_of(punycode),
            _ => self.price_currency(),
        });
        let price = value.as_number().zip(currency.flatten()).and_then(|(price, of)| Money::from_number(price, of));
        price.map_or_else(|| value.words(), |money| money.text())
    }
}
