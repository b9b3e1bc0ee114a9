//! What the file would change, as far as the domains known here tell; prices that fall or rise a lot come first.

use crate::api::Seen;
use crate::api::domains::Tab;
use crate::base::{Amount, Currency, DomainName, Money, switch};
use crate::screens::compared;
use crate::store::files::csv::{CsvReport, PRICES, Plan, Price, SWITCHES, Says, Unchanged};
use crate::store::intent::{Edit, SettingEdit};
use crate::store::{DomainRow, FieldName, Store, Subject, Value};
use crate::ui::text::{counted, grouped};

/// A change is large when one value is at least this many times the other.
const LARGE: i64 = 2;

/// A value that would become another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Place in the report's plans.
    pub plan: usize,
    pub field: &'static str,
    pub before: String,
    pub after: String,
    pub size: Size,
}

/// How much it matters, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// To half or less; how many times smaller, in thousandths, negative.
    Falls(i64),
    /// To the double or more.
    Rises(i64),
    /// An empty cell where a price is known.
    Emptied,
    Other,
    Added,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    pub list: Vec<Change>,
    /// Names not in the account, as far as is known.
    pub new: u32,
    /// Names whose values stay as they are, of those the program knows.
    pub same: u32,
    /// Domains of the account known here.
    pub known: usize,
    /// What changes on those known, to be looked at as before any other write of values.
    pub edits: Vec<SettingEdit>,
    /// Names whose values change, or cannot be compared because not all domains are known.
    pub changed: usize,
    /// Rows and columns that hold what is in force, of the file that was looked at.
    pub unchanged: Unchanged,
}

/// The fields that are compared.
const FIELDS: [&str; 4] = [SWITCHES[0], SWITCHES[1], PRICES[0], PRICES[1]];
/// Whether what a row says of each is in force; `None` where it says nothing.
type InForce = [Option<bool>; FIELDS.len()];

/// Compares the report with what is known; prices are in `currency`.
pub fn compare(report: &CsvReport, store: &Store, currency: &Currency) -> Changes {
    let index = store.domains();
    let known = index.known(Tab::MyDomains);
    let whole = compared::uncompared(store).is_none();
    let mut changes = Changes { known, ..Changes::default() };
    let (mut lines, mut all): (Vec<u32>, InForce) = (Vec::new(), InForce::default());
    for (plan, row) in report.plans.iter().enumerate() {
        let known = index.find(row.name.punycode()).and_then(|key| index.row(key));
        let before = changes.list.len();
        let in_force = if let Some(known) = known.filter(|known| known.on(Tab::MyDomains)) {
            let in_force = of_row(plan, row, &known, currency, &mut changes);
            let differs = changes.list.len() > before || in_force.contains(&Some(false));
            changes.changed += usize::from(differs);
            changes.same += u32::from(!differs);
            in_force
        } else {
            changes.changed += usize::from(!whole);
            changes.new += 1;
            let (before, after) = ("none".to_owned(), "added".to_owned());
            changes.list.push(Change { plan, field: "", before, after, size: Size::Added });
            said(row).map(|says| says.then_some(false))
        };
        if !row.sets_more && in_force.contains(&Some(true)) && !in_force.contains(&Some(false)) {
            lines.push(row.line);
        }
        for (all, one) in all.iter_mut().zip(in_force) {
            *all = all.map_or(one, |all| Some(all && one != Some(false)));
        }
    }
    let same = FIELDS.iter().zip(all).filter(|(_, all)| *all == Some(true));
    let column = |field: &str| report.columns.iter().position(|column| column.becomes == field);
    let columns = same.filter_map(|(field, _)| column(field)).collect();
    changes.unchanged = Unchanged { lines: lines.into(), columns };
    changes.list.sort_by_key(|change| change.size);
    changes
}

/// The fields a row says something of.
fn said(row: &Plan) -> [bool; FIELDS.len()] {
    let ([sale, offers], [bin, target]) = (row.switches, row.prices);
    [sale != Says::Untold, offers != Says::Untold, bin != Says::Untold, target != Says::Untold]
}

/// Lists what a row changes, and tells what of it is in force. What was not read is equal to nothing but an empty cell.
fn of_row(plan: usize, row: &Plan, known: &DomainRow<'_>, currency: &Currency, changes: &mut Changes) -> InForce {
    let subject = Subject::domain(&row.name);
    let edit = |field: &str, before: Value, after: Value| SettingEdit {
        subject: subject.clone(),
        edit: Edit { field: FieldName::named(field), before: Some(before), after },
    };
    let list = &mut changes.list;
    let mut all = InForce::default();
    for (at, told) in row.switches.iter().enumerate() {
        let (was, is_none) = match (at, known.offers()) {
            (0, _) => (known.for_sale(), known.for_sale().is_none()),
            (_, Seen::Is(told)) => (switch(&told.as_str().map_or_else(|| told.to_string(), str::to_owned)), false),
            (_, offers) => (None, matches!(offers, Seen::Null | Seen::Missing)),
        };
        all[at] = match (was, *told) {
            (_, Says::Untold) => None,
            (Some(was), Says::Is(will)) => Some(was == will),
            (None, Says::Empty) => Some(is_none),
            _ => Some(false),
        };
        if let (Some(was), Says::Is(will)) = (was, *told)
            && was != will
        {
            let yes = |on: bool| if on { "yes" } else { "no" }.to_owned();
            let field = SWITCHES[at];
            list.push(Change { plan, field, before: yes(was), after: yes(will), size: Size::Other });
            changes.edits.push(edit(field, was.into(), will.into()));
        }
    }
    for (price, told) in row.prices.iter().enumerate() {
        let was = match price {
            0 => known.bin().copied().map(|bin| bin.to_string()),
            _ => known.target().get().and_then(|value| match value {
                serde_json::Value::Number(number) => Some(number.to_string()),
                serde_json::Value::String(text) => Some(text.clone()),
                _ => None,
            }),
        };
        let is_told = price > 0 || !matches!(known.bin(), Seen::Missing);
        let is_none = match price {
            0 => matches!(known.bin(), Seen::Null | Seen::Missing),
            _ => matches!(known.target(), Seen::Null | Seen::Missing),
        };
        let was = was.and_then(|was| Amount::read(&was).with(Some(crate::base::Decimal::Point)).exact());
        all[SWITCHES.len() + price] = match (was, told) {
            (_, Price::Untold) => None,
            (Some(was), Price::Is(will)) => Some(was.is_same(*will) && !row.other_currency),
            (Some(was), Price::Empty) => Some(was.is_zero()),
            (None, Price::Empty) => Some(is_none),
            _ => Some(false),
        };
        let change = match (was, told) {
            (Some(was), Price::Is(will)) if !was.is_same(*will) => {
                let size = if row.other_currency { Size::Other } else { size(was, *will) };
                Some((text(was, currency), text(*will, currency), size))
            }
            (None, Price::Is(will)) if is_told => Some(("none".to_owned(), text(*will, currency), Size::Other)),
            (Some(was), Price::Empty) if !was.is_zero() => {
                Some((text(was, currency), "(empty)".to_owned(), Size::Emptied))
            }
            _ => None,
        };
        if let Some((before, after, size)) = change {
            // An amount in another currency is compared with nothing.
            if !row.other_currency {
                let told = if let Price::Is(will) = told { value(*will) } else { Value::Null };
                changes.edits.push(edit(PRICES[price], was.map_or(Value::Null, value), told));
            }
            list.push(Change { plan, field: PRICES[price], before, after, size });
        }
    }
    all
}

fn value(amount: Amount) -> Value {
    amount.plain().parse::<f64>().map_or(Value::Null, Value::from)
}

/// In hundredths of hundredths, so that no price with few digits is rounded.
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
        () => Size::Other,
    }
}

/// A price for people; as written where it is no money of that currency.
fn text(amount: Amount, currency: &Currency) -> String {
    let money: Option<Money> = amount.money(currency.clone());
    money.map_or_else(|| amount.plain(), |money| money.text())
}

/// `12 new · bin_price changes on 30 · 1,100 stay as they are`.
pub fn words(changes: &Changes) -> String {
    let mut words = Vec::new();
    if changes.new > 0 {
        words.push(format!("{} new", grouped(changes.new)));
    }
    for field in FIELDS {
        let many = changes.list.iter().filter(|change| change.field == field).count();
        if many > 0 {
            words.push(format!("{field} changes on {}", grouped(many as u64)));
        }
    }
    match changes.same {
        0 => {}
        same if words.is_empty() => {
            words.push(format!("Nothing would change ({} as they are)", counted(same.into(), "name", "names")));
        }
        same => words.push(format!("{} stay as they are", grouped(same))),
    }
    words.join(" · ")
}

/// A name as people read it, for the list.
pub fn name_of<'a>(report: &'a CsvReport, change: &Change) -> Option<&'a DomainName> {
    report.plans.get(change.plan).map(|plan| &plan.name)
}
