//! Currencies that a question named with its amounts. The write keeps them, so that no amount is saved in another one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Intent, Item};
use crate::api::types::SettingSource;
use crate::api::{profile, settings};
use crate::base::Currency;
use crate::store::subject::{AMOUNTS, CURRENCY, Subject};
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::Target;
use crate::store::writes::probe::{Probe, ReadAgain};

/// Age in seconds up to which a reading of the profile is new enough to send amounts in its currency.
const YOUNG: i64 = 5;

/// Currencies of a write's amounts at the time the user confirmed it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricesIn {
    /// Currency of the account's prices; `None` if it was unknown or the write sets no amount.
    #[serde(default, rename = "prices_in", skip_serializing_if = "Option::is_none")]
    pub account: Option<Currency>,
    /// Currencies that domains of the write set themselves, by punycode.
    #[serde(default, rename = "own_prices_in", skip_serializing_if = "BTreeMap::is_empty")]
    pub own: BTreeMap<Box<str>, Currency>,
}

impl PricesIn {
    /// Currency of an item's amount; `None` if it was unknown.
    pub fn of(&self, item: &Item) -> Option<&Currency> {
        self.of_domain(item).or(self.account.as_ref())
    }

    /// Currencies of the amounts that the undo of these targets sets: those of the write, whatever prices are in now.
    /// None where the currency is among the targets, because then it is set back, too.
    pub(super) fn of_undo(&self, targets: &[&Target]) -> Self {
        let sets_currency =
            targets.iter().any(|target| target.field.as_ref().is_some_and(|it| it.as_str() == CURRENCY));
        if sets_currency { Self::default() } else { self.clone() }
    }

    fn of_domain(&self, item: &Item) -> Option<&Currency> {
        match &item.subject {
            Subject::Domain(name) => self.own.get(&**name),
            _ => None,
        }
    }

    /// Reading of the profile before amounts of these items are sent. `None` where its currency does not matter,
    /// because the account or each of the domains sets one.
    pub(super) fn reads_first<'a>(&self, grounds: &Grounds<'a>, items: &[Item]) -> Option<ReadAgain<'a>> {
        let account = grounds.answers.of(&settings::Get {}).value.and_then(|answer| answer.settings.get(CURRENCY));
        let is_set = account.is_some_and(|setting| setting.source.is(&SettingSource::Account));
        let is_due = |item: &Item| {
            let is_amount = item.field.as_ref().is_some_and(|field| AMOUNTS.contains(&field.as_str()));
            is_amount && self.of_domain(item).is_none()
        };
        (self.account.is_some() && !is_set && items.iter().any(is_due)).then(|| {
            let read_at = grounds.own_settings_at(&Subject::Profile);
            let about = vec![(Subject::Profile.into(), read_at)];
            ReadAgain::older_than(YOUNG, about, |_| Probe::answer(&profile::Get {}))
        })
    }
}

impl Intent {
    /// Currencies in which the user confirmed the amounts; `None` for a kind that does not keep them.
    pub fn prices_in(&self) -> Option<&PricesIn> {
        match self {
            Self::Settings(save) => Some(&save.prices_in),
            Self::UndoVersion(undo) => Some(&undo.prices_in),
            _ => None,
        }
    }

    /// Sets the currencies of a write; does nothing for a kind that does not keep them.
    pub fn note_prices_in(&mut self, prices_in: PricesIn) {
        match self {
            Self::Settings(save) => save.prices_in = prices_in,
            Self::UndoVersion(undo) => undo.prices_in = prices_in,
            _ => {}
        }
    }
}
