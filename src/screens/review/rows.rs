//! The rows of a review: one for each equal change, or one for each thing and setting.

use std::collections::{HashMap, HashSet};

use serde_json::Number;

use crate::base::{Currency, Money};
use crate::store::intent::{PRICES, SettingEdit};
use crate::store::plan::{Guard, Guards, Plan};
use crate::store::{Store, Subject, Value};
use crate::ui::text::{counted, grouped};

/// One row: the changes it stands for, by their places in the plan.
#[derive(Clone, Debug)]
pub struct Row {
    pub edits: Vec<usize>,
    pub setting: String,
    pub old: String,
    pub new: String,
    pub about: String,
    /// What is to be looked at, or why it was not saved.
    pub check: String,
    /// It was not saved.
    pub failed: bool,
}

/// All rows of a plan.
#[derive(Debug, Default)]
pub struct All {
    /// Equal changes, the most frequent first.
    pub grouped: Vec<Row>,
    pub each: Vec<Row>,
    /// The places in `each` of those that need a look.
    pub odd: Vec<usize>,
    /// The places in the plan of those whose old value became known and is the new one.
    pub same: HashSet<usize>,
    /// What is odd, in sentences for the question.
    pub warnings: Vec<String>,
}

/// A value of a setting in a review: null is what is inherited.
fn value(value: Option<&Value>, name: &str, inherited: Option<&Value>, currency: Option<&Currency>) -> String {
    match (value, inherited) {
        (None, _) => "(not known)".to_owned(),
        (Some(Value::Null), Some(inherited)) if *inherited != Value::Null => {
            format!("inherit ({})", self::value(Some(inherited), name, None, currency))
        }
        (Some(Value::Null), _) => "inherit".to_owned(),
        (Some(value), _) => {
            let currency = currency.filter(|_| PRICES.contains(&name)).cloned();
            let price = value.as_number().zip(currency).and_then(|(price, of)| Money::from_number(price, of));
            price.map_or_else(|| value.words(), |money| money.text())
        }
    }
}

impl All {
    /// The rows of a plan, with what is odd about it.
    pub fn of(plan: &Plan, guards: &Guards, store: &Store) -> Self {
        let currency = store.price_currency();
        let mut all = Self::default();
        let mut kinds: Vec<(&'static str, Vec<String>)> = Vec::new();
        let mut groups: HashMap<[String; 3], usize> = HashMap::new();
        for (place, edit) in plan.edits.iter().enumerate() {
            if edit.edit.before.as_ref().is_some_and(|before| before.is_same(&edit.edit.after)) {
                all.same.insert(place);
            }
            let mut row = each(plan, edit, store, currency.as_ref());
            let odd = guards.about(edit, store);
            for guard in &odd {
                match kinds.iter_mut().find(|(kind, _)| *kind == guard.kind()) {
                    Some((_, names)) => names.push(row.about.clone()),
                    None => kinds.push((guard.kind(), vec![row.about.clone()])),
                }
            }
            let failed = store.why_not_saved(edit).map(crate::base::capital);
            row.failed = failed.is_some();
            let now = |now| value(Some(&now), edit.edit.field.as_str(), None, currency.as_ref());
            let moved = store.moved_to(edit).map(|value| format!("changed elsewhere, now {}", now(value)));
            let odd = moved.into_iter().chain(odd.iter().map(Guard::words)).collect::<Vec<_>>().join("; ");
            row.check = failed.unwrap_or_else(|| crate::base::capital(&odd));
            row.edits.push(place);
            if !row.check.is_empty() {
                all.odd.push(place);
            }
            let key = [edit.edit.field.to_string(), row.old.clone(), row.new.clone()];
            if let Some(group) = groups.get(&key) {
                all.grouped[*group].edits.push(place);
            } else {
                groups.insert(key, all.grouped.len());
                all.grouped.push(Row { check: String::new(), ..row.clone() });
            }
            all.each.push(row);
        }
        for row in &mut all.grouped {
            if row.edits.len() > 1 {
                row.about = counted(row.edits.len() as u64, "domain", "domains");
            }
            let odd = row.edits.iter().filter(|place| !all.each[**place].check.is_empty()).count();
            let failed = row.edits.iter().any(|place| all.each[*place].failed);
            row.failed = failed;
            row.check = match (odd, row.edits.len()) {
                (0, _) => String::new(),
                (1, 1) => all.each[row.edits[0]].check.clone(),
                (odd, _) => format!("{} to check", grouped(odd)),
            };
        }
        all.grouped.sort_by_key(|row| std::cmp::Reverse(row.edits.len()));
        all.warnings = kinds.into_iter().map(|(kind, names)| warning(kind, &names)).collect();
        all
    }
}

fn each(plan: &Plan, edit: &SettingEdit, store: &Store, currency: Option<&Currency>) -> Row {
    let name = edit.edit.field.as_str();
    let inherited = match edit.subject {
        Subject::Account => store.default_setting(name),
        _ => store.account_value(name),
    };
    // Where what a name has by itself is not read yet, its row tells what is in force.
    let row = || edit.subject.name().filter(|_| name == PRICES[0]).and_then(|name| store.bin_of(&name));
    let in_force = row().and_then(Number::from_f64).map(Value::Number);
    let words = |of: Option<&Value>| value(of, name, inherited.as_ref(), currency);
    Row {
        edits: Vec::new(),
        setting: plan.label(&edit.edit.field),
        old: words(edit.edit.before.as_ref().or(in_force.as_ref())),
        new: words(Some(&edit.edit.after)),
        about: if edit.subject == Subject::Account { "the account".to_owned() } else { edit.subject.words() },
        check: String::new(),
        failed: false,
    }
}

/// `4 prices are below an offer: a.com, b.com, c.com and 1 more.`
fn warning(kind: &str, names: &[String]) -> String {
    const NAMED: usize = 3;
    let first = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    let (prices, are) = (counted(names.len() as u64, "price", "prices"), if names.len() == 1 { "is" } else { "are" });
    format!("{prices} {are} {kind}: {first}{more}.")
}
