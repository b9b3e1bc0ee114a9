//! Checks of changes before the user is asked about them. They are made one by one, so that many can be made in parts.

use std::collections::{HashMap, HashSet};

use super::{Concern, Guards, Reason, ends_sale, lowers, words};
use crate::base::{Money, grouped};
use crate::store::subject::{CURRENCY, FieldName, Item, PRICES, Subject, Value};
use crate::store::writes::intent::SettingEdit;
use crate::store::{Store, Worth};

/// Warnings about changes and the amounts in them, as far as they were checked.
#[derive(Debug, Default)]
pub struct Inspection {
    guards: Guards,
    /// BIN prices and currencies that the changes set, where checks of other values depend on them.
    beside: HashMap<Item, Value>,
    /// Warnings in the order of the changes.
    pub concerns: Vec<Concern>,
    /// Number of changes that were checked.
    looked: usize,
    /// Number of BIN prices that are lowered; `ended` is the number of domains that go off sale.
    lowered: u64,
    ended: u64,
    /// Number of BIN prices that cannot be compared with open offers, because their currency is not known.
    uncompared: u64,
    things: HashSet<Subject>,
    /// BIN prices before and after the changes; `priced` is the number of domains with one of them.
    old: Worth,
    new: Worth,
    priced: usize,
    /// Sum of the present BIN prices of all changed domains, by their rows. It is shown where no price changes.
    worth: Worth,
}

impl Inspection {
    /// Inspection without a checked change. It goes once through all known inquiries.
    pub fn begin(edits: &[SettingEdit], store: &Store) -> Self {
        let is_of = |edit: &&SettingEdit| [PRICES[0], CURRENCY].contains(&edit.edit.field.as_str());
        let mut beside = HashMap::new();
        if !edits.iter().all(|edit| edit.edit.field.as_str() == PRICES[0]) {
            beside = edits.iter().filter(is_of).map(|edit| (edit.item(), edit.edit.after.clone())).collect();
        }
        Self { guards: Guards::of(edits, store), beside, ..Self::default() }
    }

    /// Inspection with all these changes checked.
    pub fn of(edits: &[SettingEdit], store: &Store) -> Self {
        let mut all = Self::begin(edits, store);
        for edit in edits {
            all.look(edit, store);
        }
        all
    }

    /// Checks the next change.
    pub fn look(&mut self, edit: &SettingEdit, store: &Store) {
        let (item, place) = (edit.item(), self.looked);
        let old = store.in_force(&item, edit.edit.before.as_ref());
        let beside = |subject: &Subject, field: &str| {
            self.beside.get(&Item::field(subject.clone(), FieldName::named(field))).cloned()
        };
        let reasons = self.guards.reasons(edit, old.as_ref(), &beside, store);
        let currency = beside(&edit.subject, CURRENCY);
        let concern = |reason: Reason| {
            let (subject, field, new) = (edit.subject.clone(), edit.edit.field.clone(), edit.edit.after.clone());
            Concern { place, subject, field, old: old.clone(), new, currency: currency.clone(), reason }
        };
        self.uncompared += u64::from(self.guards.cannot_compare(edit, currency.as_ref(), store));
        self.concerns.extend(reasons.into_iter().map(concern));
        self.lowered += u64::from(lowers(edit, store));
        self.ended += u64::from(ends_sale(edit, old.as_ref(), store));
        self.looked += 1;
        if self.things.insert(edit.subject.clone()) {
            self.worth.take(&store.worth(edit.subject.name().into_iter()));
        }
        if matches!(edit.subject, Subject::Domain(_)) && edit.edit.field.as_str() == PRICES[0] {
            self.add_price(edit, old, currency.as_ref(), store);
        }
    }

    /// Adds a BIN price before and after its change to the sums.
    fn add_price(&mut self, edit: &SettingEdit, old: Option<Value>, set: Option<&Value>, store: &Store) {
        let before = self.old.priced + self.new.priced;
        let new = store.in_force(&edit.item(), Some(&edit.edit.after));
        for (sum, value, set) in [(&mut self.old, old, None), (&mut self.new, new, set)] {
            let currency = store.currency_beside(&edit.subject, set).unwrap_or_default();
            match value.map(|value| value.as_number().and_then(|price| Money::from_number(price, currency.clone()))) {
                Some(Some(price)) => sum.add(price),
                Some(None) => {}
                None => sum.unknown += 1,
            }
        }
        self.priced += usize::from(self.old.priced + self.new.priced > before);
    }

    /// Number of things that the changes are about, or that inherit a changed value.
    pub fn reach(&self) -> usize {
        self.concerns.iter().filter_map(Concern::reach).chain([self.things.len()]).max().unwrap_or(1)
    }

    /// True for changes of several things.
    pub fn is_of_several(&self) -> bool {
        self.things.len() > 1
    }

    /// Warnings as sentences, one for each reason.
    pub fn warnings(&self, store: &Store) -> Vec<String> {
        words::warnings(&self.concerns, store)
    }

    /// Sentence for lowered prices or domains off sale while not all inquiries or currencies were read, so that there
    /// may be open offers without a warning. `None` where nothing can be missing.
    pub fn unseen(&self, store: &Store) -> Option<String> {
        let lowered = (self.lowered > 0)
            .then(|| format!("{} below an open offer", if self.lowered == 1 { "the price is" } else { "a price is" }));
        let ended = (self.ended > 0).then(|| {
            format!("{} that goes off sale has open ones", if self.ended == 1 { "the name" } else { "a name" })
        });
        let what: Vec<String> = lowered.into_iter().chain(ended).collect();
        let inquiries = (!what.is_empty() && !store.inquiries().holds_all())
            .then(|| format!("Not all inquiries were read: whether {} is not known.", what.join(", or ")));
        let currencies = match self.uncompared {
            0 => None,
            1 => Some(
                "The currency of the price was not read: whether it is below an open offer is not known.".to_owned(),
            ),
            more => Some(format!(
                "The currency of {} prices was not read: whether they are below open offers is not known.",
                grouped(more as usize)
            )),
        };
        let sentences: Vec<String> = inquiries.into_iter().chain(currencies).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// Sums of the changed prices: `120 BIN prices, in all $158,998 → $174,898`, with the number of prices in each sum
    /// if these differ. `None` without changed prices.
    pub fn prices(&self) -> Option<String> {
        if self.old.priced + self.new.priced == 0 {
            return None;
        }
        let differ = self.old.priced != self.new.priced;
        let of = |sum: &Worth| match sum.words() {
            Some(words) if differ => format!("{words} for {}", grouped(sum.priced)),
            Some(words) => words,
            None => "none".to_owned(),
        };
        let prices = format!("{} {}", grouped(self.priced), if self.priced == 1 { "BIN price" } else { "BIN prices" });
        if [&self.old, &self.new].into_iter().all(|sum| sum.is_counted() || sum.priced == 0) {
            return Some(format!("{prices} (currency not known)."));
        }
        Some(format!("{prices}, in all {} → {}.", of(&self.old), of(&self.new)))
    }

    /// Sums of the changed prices, or without any that of the domains' present BIN prices.
    pub fn money(&self) -> Option<String> {
        self.prices().or_else(|| Some(format!("{}.", self.worth.of_bins()?)))
    }
}
