//! The rows of a review: one for each equal change, or one for each thing and setting.

use std::collections::{HashMap, HashSet};

use crate::base::Currency;
use crate::store::writes::guard::{Guards, unseen};
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::Plan;
use crate::store::{Store, Subject};
use crate::ui::text::{counted, grouped};

/// One row: the changes it stands for, by their places in the plan.
#[derive(Clone, Debug)]
pub struct Row {
    pub edits: Vec<usize>,
    pub setting: String,
    pub old: String,
    pub new: String,
    pub about: String,
    /// Concerns, or the reason it was not saved.
    pub check: String,
    /// True when it was not saved.
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
    /// Concerns may be missing, because not all of their data was read.
    pub unseen: bool,
    /// The places in the plan of those whose old value became known and is the new one.
    pub same: HashSet<usize>,
    /// Sentence for the question about values that were changed elsewhere.
    pub moved: Option<String>,
    /// Number of prices of a formula that are rounded: `3 prices rounded to whole USD`.
    pub rounded: Option<String>,
}

impl All {
    /// The rows of a plan, with what is odd about it.
    pub fn of(plan: &Plan, guards: &Guards, store: &Store) -> Self {
        let mut all = Self::default();
        let known = plan.known(store);
        let mut moved = Vec::new();
        let concerns = guards.concerns(&known.edits, store);
        all.unseen = unseen(&known.edits, store).is_some();
        let money = store.currencies_known();
        let mut of_place = concerns.iter().peekable();
        let mut groups: HashMap<[String; 3], usize> = HashMap::new();
        for (place, (staged, edit)) in plan.edits.iter().zip(&known.edits).enumerate() {
            if edit.edit.before.as_ref().is_some_and(|before| before.is_same(&edit.edit.after)) {
                all.same.insert(place);
            }
            let mut row = each(&known, edit, store);
            let odd = std::iter::from_fn(|| of_place.next_if(|concern| concern.place == place));
            let mut words: Vec<String> = odd.map(|concern| concern.reason.words()).collect();
            let failed = store.why_not_saved(edit);
            row.failed = failed.is_some();
            if let Some(now) = store.moved_to(staged) {
                words.insert(0, format!("changed elsewhere, now {}", store.said(&edit.item(), Some(&now))));
                moved.push(row.about.clone());
            } else if let Some(why) = failed {
                words.insert(0, why.to_owned());
            } else if let Some(why) = store.why_not_read(edit) {
                words.insert(0, format!("not read: {why}"));
                row.failed = true;
            }
            words.splice(0..0, known.other_money(edit, &money).map(|why| why.trim_end_matches('.').to_owned()));
            row.check = crate::base::capital(&words.join("; "));
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
        let rounded = plan.rounded(store) as u64;
        if rounded > 0 {
            let prices = counted(rounded, "price", "prices");
            all.rounded = Some(format!("{prices} rounded to whole {}", rounded_to(plan, store)));
        }
        if !moved.is_empty() {
            let values = counted(moved.len() as u64, "value was", "values were");
            all.moved = Some(format!("{values} changed elsewhere meanwhile: {}.", first(&moved)));
        }
        all
    }
}

/// Unit of rounding: the currency of the plan's domains, if they share one.
fn rounded_to(plan: &Plan, store: &Store) -> String {
    let currency = |edit: &SettingEdit| match &edit.subject {
        Subject::Domain(punycode) => store.currency_of(punycode),
        _ => store.price_currency(),
    };
    let mut all: Vec<Option<Currency>> = plan.edits.iter().map(currency).collect();
    all.dedup();
    match &all[..] {
        [Some(one)] => one.code().into_owned(),
        _ => "amounts".to_owned(),
    }
}

fn each(plan: &Plan, edit: &SettingEdit, store: &Store) -> Row {
    let item = edit.item();
    // If a name's own value is not read yet, its row tells the one in force.
    let shown = || store.in_force(&item, None);
    Row {
        edits: Vec::new(),
        setting: plan.label(&edit.edit.field),
        old: store.said(&item, edit.edit.before.clone().or_else(shown).as_ref()),
        new: store.said(&item, Some(&edit.edit.after)),
        about: if edit.subject == Subject::Account { "the account".to_owned() } else { edit.subject.words() },
        check: String::new(),
        failed: false,
    }
}

/// The first names, and how many there are more.
fn first(names: &[String]) -> String {
    const NAMED: usize = 3;
    let first = names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {} more", grouped(more)),
    }
}
