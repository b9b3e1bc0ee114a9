//! Changes the file would make, compared with the known domains. Prices that fall or rise a lot come first.

use std::borrow::Cow;
use std::sync::Arc;

use super::row::{self, Against, Change, FIELDS, Found, InForce, NOT_KNOWN, Size};
use crate::api::domains::Tab;
use crate::base::Currency;
use crate::screens::compared;
use crate::sheets::csv::{AMOUNTS, CsvReport, Price, SWITCHES, Says, Sets, Unchanged};
use crate::store::subject::{CURRENCY, PRICES};
use crate::store::writes::intent::SettingEdit;
use crate::store::{Moved, Subject};
use crate::ui::text::{counted, first_few, grouped};

/// All changes of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    list: Vec<Change>,
    /// Names of the file that are not known domains, by their index in the report's plans; they are listed below the
    /// changes. Each is followed by the values it gets, by their index in [`FIELDS`].
    added: Vec<(u32, Option<u8>)>,
    /// Number of names not in the account.
    pub new: u32,
    /// Number of names that were not compared, because not all domains of the account are known.
    pub uncompared: u32,
    /// Number of these names for which the file sets values.
    pub blind: u32,
    /// Number of known names whose values stay the same.
    pub same: u32,
    /// Number of the account's domains that are known.
    pub known: usize,
    /// Changes of known domains, to be checked like any other write of values.
    pub edits: Vec<SettingEdit>,
    /// Number of names whose values change, or cannot be compared because not all domains are known.
    pub changed: usize,
    /// Rows and columns of the file that only have values in force already.
    pub unchanged: Unchanged,
    /// Domains of the account for which values are sent.
    pub sent: Arc<[Subject]>,
    /// Values the import will overwrite, for domains read again; `before` is the domain's own value at that reading.
    pub over: Vec<SettingEdit>,
    /// Values that differ from the list of domains when read again.
    pub moved: Vec<Moved>,
    /// Number of domains that inherit a value the file repeats, for each of [`FIELDS`].
    pub pinned: [u32; FIELDS.len()],
}

impl Changes {
    /// Number of values that change, plus names that are added and the values these get.
    pub fn len(&self) -> usize {
        self.list.len() + self.added.len()
    }

    /// Change at an index: a value that changes or, after these, a name that is added or a value it gets, whose words
    /// are from [`told`].
    pub fn get(&self, place: usize) -> Option<Cow<'_, Change>> {
        if let Some(change) = self.list.get(place) {
            return Some(Cow::Borrowed(change));
        }
        let (plan, field) = *self.added.get(place - self.list.len())?;
        let (plan, field) = (plan as usize, field.map_or("", |at| FIELDS[usize::from(at)]));
        // Either all domains of the account are known, so these names are new, or none of them can be called new.
        let (before, after) = if self.uncompared == 0 { ("none", "added") } else { (NOT_KNOWN, "added or changed") };
        Some(Cow::Owned(Change { plan, field, before: before.into(), after: after.into(), size: Size::Added }))
    }

    /// Amounts that empty cells may clear: `none.de BIN price $700`; `None` if there are none.
    pub fn emptied(&self, report: &CsvReport) -> Option<String> {
        let emptied = self.list.iter().filter(|change| change.size == Size::Emptied);
        let of = |change: &Change| {
            let (name, label) = (report.plans.get(change.plan)?.name, super::label(&[], change.field));
            Some(format!("{} {label} {}", name.unicode(), change.before))
        };
        Some(first_few(emptied.filter_map(of))).filter(|names| !names.is_empty())
    }

    /// Sentence with the names the account gets, or may get while not all of its domains are known.
    pub fn added(&self, report: &CsvReport) -> Option<String> {
        let plans = self.added.iter().filter(|(_, field)| field.is_none()).map(|(plan, _)| *plan as usize);
        let names = first_few(plans.filter_map(|plan| Some(report.plans.get(plan)?.name.unicode().to_owned())));
        let unless = if self.uncompared == 0 { "" } else { ", unless in it already" };
        (!names.is_empty()).then(|| format!("Added to the account{unless}: {names}."))
    }
}

/// Compares the report with what is known.
pub fn compare(report: &CsvReport, against: Against<'_>) -> Changes {
    let store = against.store;
    let index = store.domains();
    let known = index.known(Tab::MyDomains);
    let whole = compared::uncompared(store).is_none();
    let mut changes = Changes { known, ..Changes::default() };
    let (mut lines, mut all): (Vec<u32>, InForce) = (Vec::new(), InForce::default());
    let (mut rows, mut found): (Vec<(u32, Subject)>, Found) = Default::default();
    for (plan, row) in report.plans.iter().enumerate() {
        let known = index.find(row.name.punycode()).and_then(|key| index.row(key));
        let in_force = if let Some(known) = known.filter(|known| known.on(Tab::MyDomains)) {
            let before = found.list.len();
            let in_force = row::in_force((plan, &row), &known, against, &mut found);
            let differs = found.list.len() > before || in_force.contains(&Some(false));
            changes.changed += usize::from(differs);
            changes.same += u32::from(!differs);
            if said(&row.sets).contains(&true) {
                rows.push((row.line, Subject::domain(&row.name)));
            }
            in_force
        } else {
            changes.changed += usize::from(!whole);
            changes.blind += u32::from(!whole && said(&row.sets).contains(&true));
            *if whole { &mut changes.new } else { &mut changes.uncompared } += 1;
            let says = said(&row.sets);
            let values = (0..).zip(says).filter(|(_, says)| *says).map(|(at, _)| Some(at));
            changes.added.extend(std::iter::once(None).chain(values).map(|field| (plan as u32, field)));
            says.map(|says| says.then_some(false))
        };
        if !row.sets.more && in_force.contains(&Some(true)) && !in_force.contains(&Some(false)) {
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
    let Found { list, edits, moved, mut cells } = found;
    (changes.list, changes.edits, changes.moved) = (list, edits, moved);
    changes.list.sort_by_key(|change| change.size);
    let unchanged = &changes.unchanged;
    changes.sent = rows.into_iter().filter(|(line, _)| !unchanged.has_line(*line)).map(|(_, of)| of).collect();
    let left_out = FIELDS.map(|field| column(field).is_some_and(|column| unchanged.columns.contains(&column)));
    cells.retain(|cell| !unchanged.has_line(cell.line) && !cell.field.is_some_and(|field| left_out[field]));
    for cell in cells {
        if let Some(field) = cell.field {
            changes.pinned[field] += u32::from(cell.pins);
        }
        changes.over.push(cell.edit);
    }
    changes
}

/// For each field, true if the row sets it.
fn said(sets: &Sets) -> [bool; FIELDS.len()] {
    let ([sale, offers], [bin, target, lowest]) =
        (sets.switches.each_ref().map(is_said), sets.amounts.each_ref().map(is_said));
    [sale, offers, bin, target, lowest]
}

fn is_said<T: PartialEq>(says: &Says<T>) -> bool {
    *says != Says::Untold
}

/// Words for a value that a row sets; an amount without a currency is in `currency`.
pub fn told(sets: &Sets, field: &str, currency: &Currency) -> Cow<'static, str> {
    let place = |of: &[&str]| of.iter().position(|known| *known == field);
    let nothing = if PRICES.contains(&field) { "no price" } else { "(empty)" };
    match (place(&SWITCHES).map(|at| sets.switches[at]), place(&AMOUNTS).map(|at| sets.amounts[at])) {
        (Some(Says::Is(true)), _) => "yes".into(),
        (Some(Says::Is(false)), _) => "no".into(),
        (_, Some(Price::Is(amount))) => row::text(amount, &sets.currency().unwrap_or_else(|| currency.clone())).into(),
        _ => nothing.into(),
    }
}

/// Counts of the changes: `12 new · BIN price changes on 30 · Lowest offer of 4 not read · 1,100 stay as they are`.
pub fn words(changes: &Changes) -> String {
    let mut words = Vec::new();
    if changes.new > 0 {
        words.push(format!("{} new", grouped(changes.new)));
    }
    for field in FIELDS.into_iter().chain([CURRENCY]) {
        let label = super::label(&[], field);
        let mut count = |is: fn(Size) -> bool, said: &dyn Fn(String) -> String| {
            let many = changes.list.iter().filter(|change| change.field == field && is(change.size)).count();
            words.extend((many > 0).then(|| said(grouped(many as u64))));
        };
        count(|size| !matches!(size, Size::Emptied | Size::Unread), &|many| format!("{label} changes on {many}"));
        count(|size| size == Size::Emptied, &|many| format!("{label} may be cleared on {many}"));
        count(|size| size == Size::Unread, &|many| format!("{label} of {many} not read"));
    }
    if changes.uncompared > 0 {
        words.push(format!("{} not compared yet", grouped(changes.uncompared)));
    }
    match changes.same {
        0 => {}
        same if words.is_empty() => {
            words.push(format!("Nothing would change ({} as they are)", counted(same.into(), "name", "names")));
        }
        1 => words.push("1 stays as it is".to_owned()),
        same => words.push(format!("{} stay as they are", grouped(same))),
    }
    words.join(" · ")
}
