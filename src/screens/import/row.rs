//! Changes that one row of the file makes to a domain of the account.

use std::borrow::Cow;

use super::now::Values;
use crate::base::{Amount, Currency, Money, Timestamp};
use crate::sheets::csv::{AMOUNTS, Plan, Price, SWITCHES, Says};
use crate::store::subject::{CURRENCY, PRICES};
use crate::store::writes::intent::{Edit, SettingEdit};
use crate::store::{DomainRow, FieldName, Moved, Store, Subject, Value};

/// Words for a value that was not read.
pub const NOT_KNOWN: &str = "not known";
/// Words for what an empty cell sets.
const EMPTY_CELL: &str = "(empty cell)";
/// Factor between two values from which a change is large.
const LARGE: i64 = 2;

/// Change of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Index in the report's plans.
    pub plan: usize,
    pub field: &'static str,
    pub before: Cow<'static, str>,
    pub after: Cow<'static, str>,
    pub size: Size,
}

/// Size of a change, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// Price in another currency.
    Currency,
    /// Falls to half or less; the factor in thousandths, negative.
    Falls(i64),
    /// Rises to twice as much or more; the factor in thousandths, negative.
    Rises(i64),
    /// Empty cell where an amount or an own currency is known: the service may clear it or keep it.
    Emptied,
    /// Smaller change, in thousandths of the value before.
    By(i64),
    Other,
    /// Amount that replaces one that was not read.
    Unread,
    Added,
}

/// Fields that are compared.
pub const FIELDS: [&str; 5] = [SWITCHES[0], SWITCHES[1], AMOUNTS[0], AMOUNTS[1], AMOUNTS[2]];
/// For each value of a row, true if it is in force already; `None` if the row does not set it.
pub type InForce = [Option<bool>; FIELDS.len()];

/// Known values to compare a row with.
#[derive(Clone, Copy, Debug)]
pub struct Against<'a> {
    pub store: &'a Store,
    /// Currency of prices.
    pub currency: &'a Currency,
    /// Values read at this time or later replace those of the list of domains.
    pub since: Option<Timestamp>,
}

/// Cell for a value that was read again: its line, its place in [`FIELDS`] if it has one, and the edit it makes.
pub struct Cell {
    pub line: u32,
    pub field: Option<usize>,
    pub edit: SettingEdit,
    /// True if the cell repeats an inherited value.
    pub pins: bool,
}

/// Changes of the rows compared so far.
#[derive(Default)]
pub struct Found {
    pub list: Vec<Change>,
    /// Changes of known domains, to be checked like any other write of values.
    pub edits: Vec<SettingEdit>,
    /// Values that differ from the list of domains when read again.
    pub moved: Vec<Moved>,
    pub cells: Vec<Cell>,
}

/// Lists what a row changes, and returns which of its values are in force already. A value that was not read equals
/// only an empty cell.
pub fn in_force(
    (plan, row): (usize, &Plan),
    known: &DomainRow<'_>,
    against: Against<'_>,
    found: &mut Found,
) -> InForce {
    let (subject, shown) = (Subject::domain(&row.name), Values::shown(known, against.store));
    let now = against.since.map_or_else(|| shown.clone(), |since| shown.read_again(&subject, since, against.store));
    let own = against.store.own_settings().currency_of(row.name.punycode());
    let priced_in = own.unwrap_or(against.currency);
    let becomes = row.sets.currency().filter(|told| told != priced_in);
    let mut comparing = Comparing { plan, row, subject, against, own, priced_in, becomes, found };
    let mut all = InForce::default();
    let (switches, amounts) = all.split_at_mut(SWITCHES.len());
    for (at, in_force) in switches.iter_mut().enumerate() {
        *in_force = comparing.switch(at, &shown, &now);
    }
    for (at, in_force) in amounts.iter_mut().enumerate() {
        *in_force = comparing.amount(at, &shown, &now);
    }
    if comparing.currency() {
        // The number may be the same, but the price is another one.
        all.iter_mut().flatten().for_each(|in_force| *in_force = false);
    }
    all
}

/// A row that is compared with the domain it names.
struct Comparing<'a> {
    /// Index of the row in the report's plans.
    plan: usize,
    row: &'a Plan,
    subject: Subject,
    against: Against<'a>,
    /// Own currency of the domain, and the one of its prices.
    own: Option<&'a Currency>,
    priced_in: &'a Currency,
    /// Other currency that the row sets.
    becomes: Option<Currency>,
    found: &'a mut Found,
}

/// Value of a cell, compared: the domain's own at the last reading, the one shown in the list, the one in force now, the
/// one the row sets, and whether that is in force already.
struct Compared<'a> {
    own: Option<&'a Value>,
    shown: Option<Value>,
    now: Value,
    after: Value,
    is_so: bool,
}

impl Comparing<'_> {
    /// Compares yes or no; returns whether the value is in force already, `None` where the row does not set it.
    fn switch(&mut self, at: usize, shown: &Values, now: &Values) -> Option<bool> {
        let (was, shown, told) = (&now.switches[at], &shown.switches[at], self.row.sets.switches[at]);
        if let (Some(was_on), Says::Is(will)) = (was.value, told) {
            let is_so = was_on == will;
            let (shown, now, after) = (shown.value.map(Value::from), was_on.into(), will.into());
            self.take(at, Compared { own: was.own.as_ref(), shown, now, after, is_so });
            if !is_so {
                let yes = |on: bool| Cow::Borrowed(if on { "yes" } else { "no" });
                self.list(FIELDS[at], yes(was_on), yes(will), Size::Other);
            }
        }
        match (was.value, told) {
            (_, Says::Untold) => None,
            (Some(was), Says::Is(will)) => Some(was == will),
            (None, Says::Empty) => Some(was.is_none),
            // The service may clear the value or keep it: a domain without its own value inherits in both cases.
            (Some(_), Says::Empty) => Some(was.inherits),
            _ => Some(false),
        }
    }

    /// Compares an amount; returns whether it is in force already, `None` where the row does not set it.
    fn amount(&mut self, at: usize, shown: &Values, now: &Values) -> Option<bool> {
        let (was, shown, told) = (&now.amounts[at], &shown.amounts[at], &self.row.sets.amounts[at]);
        let (at, is_converted) = (SWITCHES.len() + at, self.becomes.is_some());
        let is_so = match (was.value, told) {
            (_, Price::Untold) => return None,
            (Some(was), Price::Is(will)) => was.is_same(*will) && !is_converted,
            (Some(price), Price::Empty) => price.is_zero() || was.inherits,
            (None, Price::Empty) => was.is_none,
            _ => false,
        };
        let is_known = was.value.is_some() || was.is_told;
        let after = match told {
            Price::Is(will) => Some(*will),
            Price::Empty if was.value.is_some() || !is_so => None,
            _ => return Some(is_so),
        };
        if is_known {
            let now = was.value.map_or(Value::Null, value);
            let seen = shown.value.map(value).or_else(|| (shown.is_none && shown.is_told).then_some(Value::Null));
            let after = after.map_or(Value::Null, value);
            self.take(at, Compared { own: was.own.as_ref(), shown: seen, now, after, is_so });
        }
        let size = match (was.value, after) {
            _ if !is_known => Size::Unread,
            (Some(was), Some(will)) if was.is_same(will) && !is_converted => return Some(is_so),
            (_, None) if is_so => return Some(is_so),
            (Some(was), Some(will)) if !is_converted => size(was, will),
            (_, None) => Size::Emptied,
            _ => Size::Other,
        };
        let nothing = match FIELDS[at] {
            _ if !is_known => NOT_KNOWN,
            field if PRICES.contains(&field) => "no price",
            _ => "none",
        };
        let before = was.value.map_or(Cow::Borrowed(nothing), |was| text(was, self.priced_in).into());
        let will_be = self.becomes.as_ref().unwrap_or(self.priced_in);
        let after = after.map_or(Cow::Borrowed(EMPTY_CELL), |will| text(will, will_be).into());
        self.list(FIELDS[at], before, after, size);
        Some(is_so)
    }

    /// Compares the currency; returns true where it changes or is emptied.
    fn currency(&mut self) -> bool {
        // An empty cell may take away only a currency that the domain has itself.
        let emptied = self.row.sets.currency == Says::Empty && self.own.is_some();
        if !emptied && self.becomes.is_none() {
            return false;
        }
        let text = |currency: &Currency| Value::Text(currency.0.as_str().into());
        let before = Some(self.own.map_or(Value::Null, text));
        let after = self.becomes.as_ref().map_or(Value::Null, text);
        let edit = self.edit(CURRENCY, before, after);
        let read_at = self.against.store.own_settings_at(&edit.subject);
        if self.against.since.is_some_and(|since| read_at.is_some_and(|at| at >= since)) {
            self.found.cells.push(Cell { line: self.row.line, field: None, edit: edit.clone(), pins: false });
        }
        if self.becomes.is_some() {
            self.found.edits.push(edit);
        }
        let code = |currency: &Currency| Cow::Owned(currency.code().into_owned());
        let before = if self.priced_in.0.is_empty() { NOT_KNOWN.into() } else { code(self.priced_in) };
        let size = if self.becomes.is_some() { Size::Currency } else { Size::Emptied };
        let after = self.becomes.as_ref().map_or(EMPTY_CELL.into(), code);
        self.list(CURRENCY, before, after, size);
        true
    }

    /// Takes a value into the edits that are checked, and where it was read again into those that an import overwrites.
    fn take(&mut self, at: usize, of: Compared<'_>) {
        let Compared { own, shown, now, after, is_so } = of;
        let edit = self.edit(FIELDS[at], Some(own.unwrap_or(&now).clone()), after.clone());
        // An amount in another currency is not compared with what was seen, but it is checked and can be set back.
        let is_alike = self.becomes.is_none() || at < SWITCHES.len();
        let is_empty = after == Value::Null;
        if let Some(own) = own {
            if is_alike && !is_so && shown.as_ref().is_some_and(|shown| !shown.is_same(&now)) {
                let (item, label) = (edit.item(), self.against.store.setting_label(FIELDS[at], FIELDS[at]));
                let label = format!("{label} of {}", self.row.name.unicode());
                self.found.moved.push(Moved { item, label, yours: after, seen: shown, now });
            }
            let pins = is_so && *own == Value::Null && !is_empty;
            self.found.cells.push(Cell { line: self.row.line, field: Some(at), edit: edit.clone(), pins });
        }
        // The documents do not say what an empty cell does, so no warning says that it removes a price.
        if !is_so && !is_empty {
            self.found.edits.push(edit);
        }
    }

    fn edit(&self, field: &'static str, before: Option<Value>, after: Value) -> SettingEdit {
        SettingEdit { subject: self.subject.clone(), edit: Edit { field: FieldName::fixed(field), before, after } }
    }

    fn list(&mut self, field: &'static str, before: Cow<'static, str>, after: Cow<'static, str>, size: Size) {
        self.found.list.push(Change { plan: self.plan, field, before, after, size });
    }
}

fn value(amount: Amount) -> Value {
    amount.plain().parse::<f64>().map_or(Value::Null, Value::from)
}

/// Size of a change of amounts, computed in ten-thousandths so that no price with few digits is rounded.
fn size(was: Amount, will: Amount) -> Size {
    let fine = |amount: Amount| {
        let plain = amount.plain();
        let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
        let part: String = part.chars().chain("0000".chars()).take(4).collect();
        format!("{whole}{part}").parse::<i64>().unwrap_or(i64::MAX)
    };
    let (was, will) = (fine(was), fine(will));
    let times = |more: i64, less: i64| more.saturating_mul(1000) / less.max(1);
    match () {
        () if was <= 0 || will <= 0 => Size::Other,
        () if was / LARGE >= will => Size::Falls(-times(was, will)),
        () if will / LARGE >= was => Size::Rises(-times(will, was)),
        () => Size::By((will - was).saturating_mul(1000) / was),
    }
}

/// Words for a price; as written if it is not an amount in that currency.
pub fn text(amount: Amount, currency: &Currency) -> String {
    let money: Option<Money> = amount.money(currency.clone());
    money.map_or_else(|| amount.plain(), |money| money.text())
}
