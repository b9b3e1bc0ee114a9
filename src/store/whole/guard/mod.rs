//! Warnings before values are written by a form, a sheet, a formula, a plan or a file.
//!
//! [`Inspection`] finds all of them, and every question before such a write shows them. Look first at [`Reason`], then
//! at [`Guards::reasons`]. The sentences are in `words.rs`.

mod inspection;
mod words;

use std::collections::HashMap;

use crate::api::types::Inquiry;
use crate::base::{Currency, Id, Money, Timestamp};
use crate::store::filter::Filter;
use crate::store::subject::{
    CURRENCY, DEFAULT_CURRENCY, FOR_SALE, FieldName, Item, LOWEST_OFFER, PRICES, Subject, Value,
};
use crate::store::writes::intent::SettingEdit;
use crate::store::{DomainRow, DomainTab, Sort, Store, Tab, ViewSpec, Worth};

pub use inspection::Inspection;
pub use words::inherit;

/// Number of domains from which the user must type the number to confirm a write.
pub const MANY: usize = 100;

/// Warning about a value that is to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Concern {
    /// Number of the change in the order in which changes were checked.
    pub place: usize,
    pub subject: Subject,
    pub field: FieldName,
    /// Effective value now; `None` if it is not known.
    pub old: Option<Value>,
    /// Value to be set; null to inherit.
    pub new: Value,
    /// Currency that is set together with the value; null to inherit.
    pub currency: Option<Value>,
    pub reason: Reason,
}

impl Concern {
    /// Number of things the question is about because of this warning; `None` if the warning does not matter for that.
    pub fn reach(&self) -> Option<usize> {
        match &self.reason {
            Reason::OtherCurrency(worth) => Some(worth.priced + worth.unknown),
            Reason::Inherited { most, .. } => Some(*most),
            _ => None,
        }
    }

    /// Change and reason in words: `$833 → $8.33, a tenth of the old price or less`.
    pub fn words(&self, store: &Store) -> String {
        format!("{}, {}", self.change(store), self.reason.words())
    }

    /// Change in words: `$833 → $8.33`.
    fn change(&self, store: &Store) -> String {
        let item = Item::field(self.subject.clone(), self.field.clone());
        let new = store.said_with(self.currency.as_ref(), &item, Some(&self.new));
        format!("{} → {new}", store.said(&item, self.old.as_ref()))
    }
}

/// Reason for a warning about a change.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    Zero,
    /// The price is removed.
    Removed,
    /// The price becomes ten times the old one or more, or a tenth or less; probably a digit too many or too few.
    Digit {
        more: bool,
    },
    /// The price becomes twice the old one or more, or half or less.
    Factor {
        more: bool,
    },
    /// The price is below the best open offer, which is this amount.
    BelowOffer(Money),
    /// The price is below the lowest offer that the domain accepts.
    BelowMinimum(Money),
    /// The target price is above the BIN price, which is this amount.
    AboveBin(Money),
    /// The domain goes off sale while it has open inquiries. Their number is left out, because not all may have been
    /// read.
    OffSale,
    /// The currency changes: these prices keep their numbers in another currency.
    OtherCurrency(Worth),
    /// This number of domains inherits the account's value, at least and at most.
    Inherited {
        least: usize,
        most: usize,
    },
}

impl Reason {
    /// Reason as a clause about one price: `below an offer of $12,500`.
    pub fn words(&self) -> String {
        match self {
            Self::BelowOffer(of) | Self::BelowMinimum(of) | Self::AboveBin(of) => {
                format!("{} of {}", self.kind(), of.text())
            }
            Self::OtherCurrency(worth) => match worth.of_bins() {
                Some(prices) => format!("{}, not converted: {prices}", self.kind()),
                None => format!("{}, not converted", self.kind()),
            },
            Self::Inherited { least, most } => inherit(*least, *most),
            _ => self.kind().to_owned(),
        }
    }

    /// Kind of reason, without an amount: `below an offer`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Removed => "removed",
            Self::Digit { more: true } => "ten times the old price or more",
            Self::Digit { more: false } => "a tenth of the old price or less",
            Self::Factor { more: true } => "twice the old price or more",
            Self::Factor { more: false } => "half the old price or less",
            Self::BelowOffer(_) => "below an offer",
            Self::BelowMinimum(_) => "below the lowest offer",
            Self::AboveBin(_) => "above the BIN price",
            Self::OffSale => "off sale with open inquiries",
            Self::OtherCurrency(_) => "read in another currency",
            Self::Inherited { .. } => "inherited",
        }
    }
}

/// True for a change that lowers a BIN price, or may do so because the old price is not known.
pub fn lowers(edit: &SettingEdit, store: &Store) -> bool {
    let number = |value: Option<&Value>| store.in_force(&edit.item(), value).and_then(|value| value.as_number());
    let (before, after) = (number(edit.edit.before.as_ref()), number(Some(&edit.edit.after)));
    edit.edit.field.as_str() == PRICES[0] && after.is_some_and(|after| before.is_none_or(|before| after < before))
}

/// True for a change that takes a domain off sale, or may do so because it is not known whether it is for sale. `old`
/// is the effective value.
fn ends_sale(edit: &SettingEdit, old: Option<&Value>, store: &Store) -> bool {
    let no = Value::Bool(false);
    edit.edit.field.as_str() == FOR_SALE
        && matches!(edit.subject, Subject::Domain(_))
        && old != Some(&no)
        && store.in_force(&edit.item(), Some(&edit.edit.after)) == Some(no)
}

/// Function for the value of a field that is set together with a change.
type Beside<'a> = &'a dyn Fn(&Subject, &str) -> Option<Value>;

/// Open offers for all domains, collected once, so that changes can be checked again when more about them is known.
/// Currency and lowest offer of a domain are looked up in each check, because they depend on its settings.
#[derive(Debug, Default)]
pub struct Guards {
    /// Open inquiries, by the punycode of their domain.
    asked: HashMap<Box<str>, Asked>,
}

/// Open inquiries about one domain.
#[derive(Debug)]
struct Asked {
    /// Best offer in each currency.
    best: Vec<Money>,
    newest: (Option<Timestamp>, Id<Inquiry>),
}

impl Guards {
    /// Guards for these changes. If one sets a BIN price or takes a domain off sale, this goes once through all known
    /// inquiries.
    pub fn of(edits: &[SettingEdit], store: &Store) -> Self {
        let mut asked: HashMap<Box<str>, Asked> = HashMap::new();
        if edits.iter().all(|edit| ![PRICES[0], FOR_SALE].contains(&edit.edit.field.as_str())) {
            return Self { asked };
        }
        let open = ViewSpec::new(Tab::Active, &Filter::default(), Sort::default(), Timestamp::default());
        let index = store.inquiries();
        for row in index.view(&open).iter().filter_map(|id| index.row(*id)) {
            let newest = (row.date(), row.id());
            let known = asked.entry(row.punycode().into()).or_insert_with(|| Asked { best: Vec::new(), newest });
            known.newest = known.newest.max(newest);
            let Some(offer) = row.as_sent().offer() else { continue };
            match known.best.iter_mut().find(|best| best.currency == offer.currency) {
                Some(best) => best.minor = best.minor.max(offer.minor),
                None => known.best.push(offer),
            }
        }
        Self { asked }
    }

    /// Best open offer in the currency of a price, if that is known, and the lowest offer that the domain accepts, by
    /// its settings or else its newest inquiry. The lowest offer is given the price's currency.
    fn offers(&self, punycode: &str, currency: Option<&Currency>, store: &Store) -> [Option<Money>; 2] {
        let asked = self.asked.get(punycode);
        let told = || {
            let inquiry = store.inquiries().full(asked?.newest.1)?;
            inquiry.details.get()?.get("listing")?.get("min_offer")?.as_f64()
        };
        let least = store.minimum_of(punycode).map_or_else(told, |in_force| in_force.as_number());
        let best = currency.and_then(|currency| asked?.best.iter().find(|best| best.currency == *currency));
        [best.cloned(), least.and_then(|least| Money::from_number(least, currency.cloned().unwrap_or_default()))]
    }

    /// True for a BIN price with open offers that it cannot be compared with, because its currency is not known.
    fn cannot_compare(&self, edit: &SettingEdit, set: Option<&Value>, store: &Store) -> bool {
        let Subject::Domain(punycode) = &edit.subject else { return false };
        edit.edit.field.as_str() == PRICES[0]
            && store.in_force(&edit.item(), Some(&edit.edit.after)).is_some_and(|after| after.as_number().is_some())
            && self.asked.get(&**punycode).is_some_and(|asked| !asked.best.is_empty())
            && store.currency_beside(&edit.subject, set).is_none()
    }

    /// Reasons for warnings about one change. `old` is the effective value now, and `beside` gives the BIN price and
    /// the currency that are set together with it.
    pub fn reasons(&self, edit: &SettingEdit, old: Option<&Value>, beside: Beside<'_>, store: &Store) -> Vec<Reason> {
        let mut reasons = match edit.edit.field.as_str() {
            name if PRICES.contains(&name) => self.of_price(edit, old, beside, store),
            FOR_SALE => self.of_sale(edit, old, store),
            CURRENCY | DEFAULT_CURRENCY => store.of_currency(edit, old, beside),
            _ => Vec::new(),
        };
        reasons.extend(store.of_account(edit));
        reasons
    }

    /// Warning about a domain that goes off sale.
    fn of_sale(&self, edit: &SettingEdit, old: Option<&Value>, store: &Store) -> Vec<Reason> {
        let Subject::Domain(punycode) = &edit.subject else { return Vec::new() };
        let is_asked_for = self.asked.contains_key(&**punycode);
        if is_asked_for && ends_sale(edit, old, store) { vec![Reason::OffSale] } else { Vec::new() }
    }

    /// Warnings about one price.
    fn of_price(&self, edit: &SettingEdit, old: Option<&Value>, beside: Beside<'_>, store: &Store) -> Vec<Reason> {
        let before = old.and_then(Value::as_number).filter(|before| *before > 0.0);
        let after = store.in_force(&edit.item(), Some(&edit.edit.after));
        let Some(after) = after.as_ref().and_then(Value::as_number) else {
            return if before.is_some() { vec![Reason::Removed] } else { Vec::new() };
        };
        if after == 0.0 {
            return vec![Reason::Zero];
        }
        let mut reasons = Vec::new();
        let set = beside(&edit.subject, CURRENCY);
        let currency = store.currency_beside(&edit.subject, set.as_ref());
        // Prices in two currencies cannot be compared.
        let is_alike = set.is_none() || currency == store.currency_beside(&edit.subject, None);
        if let Some(factor) = before.filter(|_| is_alike).map(|before| after / before) {
            let more = factor > 1.0;
            let factor = if more { factor } else { 1.0 / factor };
            if factor >= 10.0 {
                reasons.push(Reason::Digit { more });
            } else if factor >= 2.0 {
                reasons.push(Reason::Factor { more });
            }
        }
        let Subject::Domain(punycode) = &edit.subject else { return reasons };
        let money = |price: f64| Money::from_number(price, currency.clone().unwrap_or_default());
        let Some(price) = money(after) else { return reasons };
        let more = |money: &&Money| money.minor > price.minor;
        if edit.edit.field.as_str() == PRICES[0] {
            let [best, least] = self.offers(punycode, currency.as_ref(), store);
            reasons.extend(best.filter(|best| more(&best)).map(Reason::BelowOffer));
            reasons.extend(least.filter(|least| more(&least)).map(Reason::BelowMinimum));
        } else {
            let item = Item::field(edit.subject.clone(), FieldName::fixed(PRICES[0]));
            let set = beside(&edit.subject, PRICES[0]).map(|set| set.as_number());
            let bin = set.unwrap_or_else(|| store.price_now(&item));
            let less = |bin: &Money| bin.minor < price.minor && bin.minor > 0;
            reasons.extend(bin.and_then(money).filter(less).map(Reason::AboveBin));
        }
        reasons
    }
}

impl Store {
    /// Number of domains that would inherit a value of the account, at least and at most. The service does not list
    /// own settings of unverified domains.
    pub fn inheriting(&self, name: &str) -> (usize, usize) {
        let total =
            |tab| self.index.domains.total(tab).unwrap_or_else(|| self.index.domains.known(tab) as u64) as usize;
        let (own, verified) = (self.own_settings(), total(DomainTab::Verified));
        let overriding = own.overriding(name);
        let least = if own.is_whole() { verified.saturating_sub(overriding) } else { 0 };
        (least, total(DomainTab::MyDomains).max(verified).saturating_sub(overriding).max(least))
    }

    /// Warning about a change of the account that at least [`MANY`] domains may inherit.
    fn of_account(&self, edit: &SettingEdit) -> Option<Reason> {
        let name = edit.edit.field.as_str();
        let of_domains = edit.subject == Subject::Account && self.is_of_domains(name);
        let (least, most) = of_domains.then(|| self.inheriting(name))?;
        (most >= MANY).then_some(Reason::Inherited { least, most })
    }

    /// Lowest offer that a domain accepts, by its settings: null if any, `None` if it is not known.
    pub fn minimum_of(&self, punycode: &str) -> Option<Value> {
        let item = Item::field(Subject::Domain(punycode.into()), FieldName::fixed(LOWEST_OFFER));
        self.in_force(&item, Some(&self.own_setting(&item)?))
    }

    /// True when another BIN price is set together with the currency.
    fn sets_other_price(&self, edit: &SettingEdit, beside: Beside<'_>) -> bool {
        let now = || self.price_now(&Item::field(edit.subject.clone(), FieldName::fixed(PRICES[0])));
        beside(&edit.subject, PRICES[0]).is_some_and(|set| set.as_number() != now())
    }

    /// Warning about prices that keep their numbers while their currency changes.
    fn of_currency(&self, edit: &SettingEdit, old: Option<&Value>, beside: Beside<'_>) -> Vec<Reason> {
        let after = self.in_force(&edit.item(), Some(&edit.edit.after));
        let after = match (&edit.subject, after) {
            (Subject::Domain(_), None | Some(Value::Null)) => self.price_currency(),
            (_, after) => after.and_then(|after| after.as_text().map(Currency::new)),
        };
        let before = old.and_then(Value::as_text).map(Currency::new).or_else(|| self.price_currency());
        if before.is_some() && before == after {
            return Vec::new();
        }
        let mut worth = Worth::default();
        match &edit.subject {
            Subject::Domain(_) if self.sets_other_price(edit, beside) => {}
            Subject::Domain(_) => worth = self.worth(edit.subject.name().into_iter()),
            _ => {
                let account = self.price_currency().unwrap_or_default();
                let own = |row: &DomainRow<'_>| {
                    self.own_settings().of(row.punycode()).is_some_and(|own| own.contains_key(CURRENCY))
                };
                self.my_domains().filter(|row| !own(row)).for_each(|row| worth.add_bin(&row, account.clone()));
                let known = self.index.domains.known(DomainTab::MyDomains) as u64;
                let not_read = self.index.domains.total(DomainTab::MyDomains).unwrap_or(known).saturating_sub(known);
                worth.unknown += not_read as usize;
            }
        }
        if worth.priced + worth.unknown > 0 { vec![Reason::OtherCurrency(worth)] } else { Vec::new() }
    }
}
