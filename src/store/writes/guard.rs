//! What to look at before values are written, whoever asks for it: a form, a sheet, a formula, a plan, a file.
//!
//! [`guard`] says it all; everything that asks before such a write shows what it returns. Look first at [`Reason`].

use std::collections::HashMap;

use crate::api::types::Inquiry;
use crate::base::{Id, Money, Timestamp, grouped};
use crate::store::filter::Filter;
use crate::store::intent::{PRICES, SettingEdit, Value};
use crate::store::{FieldName, Item, Sort, Store, Subject, Tab, ViewSpec};

/// Names a sentence gives of those it is about.
const NAMED: usize = 3;

/// Something to look at before a value is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Concern {
    /// The place of the change among those that were looked at.
    pub place: usize,
    pub subject: Subject,
    pub field: FieldName,
    /// What is in force now; `None` where that is not known.
    pub old: Option<Value>,
    /// What is set; null inherits.
    pub new: Value,
    pub reason: Reason,
}

impl Concern {
    /// Whether the question takes the number of things only, not a `y`.
    pub fn asks_count(&self) -> bool {
        true
    }

    /// The change with its reason: `$833 → $8.33, a tenth of the old price or less`.
    pub fn words(&self, store: &Store) -> String {
        let item = Item::field(self.subject.clone(), self.field.clone());
        let (old, new) = (store.said(&item, self.old.as_ref()), store.said(&item, Some(&self.new)));
        format!("{old} → {new}, {}", self.reason.words())
    }
}

/// Why a change is to be looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    Zero,
    /// There was a price, and there is none any more.
    Removed,
    /// Ten times as much or more, or a tenth or less: a digit more or less.
    Digit {
        more: bool,
    },
    /// Twice as much or more, or half or less.
    Factor {
        more: bool,
    },
    /// Below the best open offer there is.
    BelowOffer(Money),
    /// Below the minimum offer the newest inquiry tells.
    BelowMinimum(Money),
    /// A target above the BIN price.
    AboveBin(Money),
}

impl Reason {
    /// A clause for one price: `below an offer of $12,500`.
    pub fn words(&self) -> String {
        match self {
            Self::BelowOffer(of) | Self::BelowMinimum(of) | Self::AboveBin(of) => {
                format!("{} of {}", self.kind(), of.text())
            }
            _ => self.kind().to_owned(),
        }
    }

    /// The same without the amount: `below an offer`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Removed => "removed",
            Self::Digit { more: true } => "ten times the old price or more",
            Self::Digit { more: false } => "a tenth of the old price or less",
            Self::Factor { more: true } => "twice the old price or more",
            Self::Factor { more: false } => "half the old price or less",
            Self::BelowOffer(_) => "below an offer",
            Self::BelowMinimum(_) => "below the minimum offer",
            Self::AboveBin(_) => "above the BIN price",
        }
    }
}

/// Everything to look at before these changes are written, in their order.
pub fn guard(edits: &[SettingEdit], store: &Store) -> Vec<Concern> {
    Guards::of(edits, store).concerns(edits, store)
}

/// The same in sentences, one for each reason: `4 prices are below an offer: a.com, b.com, c.com and 1 more.`
pub fn warnings(concerns: &[Concern]) -> Vec<String> {
    let mut kinds: Vec<(&'static str, Vec<&Concern>)> = Vec::new();
    for concern in concerns {
        match kinds.iter_mut().find(|(kind, _)| *kind == concern.reason.kind()) {
            Some((_, of)) => of.push(concern),
            None => kinds.push((concern.reason.kind(), vec![concern])),
        }
    }
    kinds.into_iter().map(|(kind, of)| warning(kind, &of)).collect()
}

fn warning(kind: &str, of: &[&Concern]) -> String {
    let first = of.iter().take(NAMED).map(|concern| concern.subject.words()).collect::<Vec<_>>().join(", ");
    let more = match of.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    let (prices, are) = if of.len() == 1 { ("price", "is") } else { ("prices", "are") };
    format!("{} {prices} {are} {kind}: {first}{more}.", grouped(of.len()))
}

/// What buyers offer for the domains of some changes: read once, so that changes can be looked at again as more of them
/// becomes known.
#[derive(Debug, Default)]
pub struct Guards {
    /// The best open offer in the currency of the domain and the minimum the newest inquiry tells, by punycode.
    asked: HashMap<String, (Option<Money>, Option<Money>)>,
}

impl Guards {
    /// Goes once over all inquiries known.
    pub fn of(edits: &[SettingEdit], store: &Store) -> Self {
        let names = edits.iter().filter(|edit| edit.edit.field.as_str() == PRICES[0]);
        let names = names.filter_map(|edit| Some(edit.subject.name()?.punycode().to_owned()));
        let mut asked: HashMap<String, (Option<Money>, Option<Money>)> =
            names.map(|name| (name, Default::default())).collect();
        if asked.is_empty() {
            return Self::default();
        }
        let mut newest: HashMap<String, (Option<Timestamp>, Id<Inquiry>)> = HashMap::new();
        let open = ViewSpec::new(Tab::Active, &Filter::default(), Sort::default(), Timestamp::default());
        let index = store.inquiries();
        for row in index.view(&open).iter().filter_map(|id| index.row(*id)) {
            let Some((best, _)) = asked.get_mut(row.punycode()) else { continue };
            let currency = store.currency_of(row.punycode());
            let offer = row.offer().filter(|offer| Some(&offer.currency) == currency.as_ref());
            *best = [best.take(), offer].into_iter().flatten().max_by_key(|money| money.minor);
            let known = newest.entry(row.punycode().to_owned()).or_insert((row.date(), row.id()));
            *known = (*known).max((row.date(), row.id()));
        }
        for (name, (_, id)) in newest {
            let listing = index.full(id).and_then(|inquiry| inquiry.details.get()?.get("listing").cloned());
            let minimum = listing.and_then(|listing| listing.get("min_offer")?.as_f64());
            let currency = store.currency_of(&name);
            if let (Some((_, known)), Some(minimum), Some(currency)) = (asked.get_mut(&name), minimum, currency) {
                *known = Money::from_number(minimum, currency);
            }
        }
        Self { asked }
    }

    /// What is to be looked at of these changes, in their order.
    pub fn concerns(&self, edits: &[SettingEdit], store: &Store) -> Vec<Concern> {
        // A plan may set the BIN price of a target, too.
        let bins: HashMap<&Subject, &Value> = edits
            .iter()
            .filter(|edit| edit.edit.field.as_str() == PRICES[0])
            .map(|e| (&e.subject, &e.edit.after))
            .collect();
        let mut concerns = Vec::new();
        for (place, edit) in edits.iter().enumerate().filter(|(_, edit)| PRICES.contains(&edit.edit.field.as_str())) {
            let old = store.in_force(&edit.item(), edit.edit.before.as_ref());
            for reason in self.of_price(edit, old.as_ref(), &bins, store) {
                let (subject, field) = (edit.subject.clone(), edit.edit.field.clone());
                concerns.push(Concern {
                    place,
                    subject,
                    field,
                    old: old.clone(),
                    new: edit.edit.after.clone(),
                    reason,
                });
            }
        }
        concerns
    }

    /// What is odd about one price.
    fn of_price(
        &self,
        edit: &SettingEdit,
        old: Option<&Value>,
        bins: &HashMap<&Subject, &Value>,
        store: &Store,
    ) -> Vec<Reason> {
        let before = old.and_then(Value::as_number).filter(|before| *before > 0.0);
        let after = store.in_force(&edit.item(), Some(&edit.edit.after));
        let Some(after) = after.as_ref().and_then(Value::as_number) else {
            return if before.is_some() { vec![Reason::Removed] } else { Vec::new() };
        };
        if after == 0.0 {
            return vec![Reason::Zero];
        }
        let mut reasons = Vec::new();
        if let Some(factor) = before.map(|before| after / before) {
            let more = factor > 1.0;
            let factor = if more { factor } else { 1.0 / factor };
            if factor >= 10.0 {
                reasons.push(Reason::Digit { more });
            } else if factor >= 2.0 {
                reasons.push(Reason::Factor { more });
            }
        }
        let Subject::Domain(punycode) = &edit.subject else { return reasons };
        let money = |price: f64| Money::from_number(price, store.currency_of(punycode).unwrap_or_default());
        let Some(price) = money(after) else { return reasons };
        let more = |money: &&Money| money.minor > price.minor;
        if edit.edit.field.as_str() == PRICES[0] {
            let asked = self.asked.get(&**punycode);
            reasons.extend(asked.and_then(|asked| asked.0.as_ref()).filter(more).cloned().map(Reason::BelowOffer));
            reasons.extend(asked.and_then(|asked| asked.1.as_ref()).filter(more).cloned().map(Reason::BelowMinimum));
        } else {
            let set = bins.get(&edit.subject).map(|set| set.as_number());
            let bin = set.unwrap_or_else(|| store.bin_of(&edit.subject.name()?));
            let less = |bin: &Money| bin.minor < price.minor && bin.minor > 0;
            reasons.extend(bin.and_then(money).filter(less).map(Reason::AboveBin));
        }
        reasons
    }
}
