//! Versions of settings as rows, with their words.

use std::borrow::Cow;
use std::collections::HashSet;

use super::then::Past;
use crate::api::limits::PER_PAGE;
use crate::api::types::{Change, HistoryScope, HistoryVersion, Named};
use crate::api::{Page, Seen, domains, profile, settings};
use crate::base::{Currency, DomainName, Money, Timestamp, clean_line};
use crate::store::filter::Compare;
use crate::store::subject::{AMOUNTS, CURRENCY, DEFAULT_CURRENCY, FieldName, Item, Subject, Value};
use crate::store::writes::intent::{Changed, PROFILE_FIELDS, UndoVersion, profile_value};
use crate::store::{Entry, Intent, Shelf, Store, Target};

/// Sources of versions that were not made with a token.
const ELSEWHERE: [&str; 3] = ["ui", "admin", "system"];
/// Most seconds by which the clocks of the service and of this machine may differ.
const CLOCKS: i64 = 5 * 60;

/// Version of settings.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: i64,
    pub date: Option<Timestamp>,
    /// Thing whose settings the version has: the account, the profile or a domain.
    pub of: Subject,
    /// Service's word for that thing, if the documents do not name it.
    pub scope: Option<String>,
    pub changes: Vec<Changed>,
    /// Currency of the amounts in the version; `None` where it is not known.
    pub currency: Option<Currency>,
    /// Settings that the version changed without their values before and after.
    pub untold: Vec<FieldName>,
    pub can_undo: bool,
    /// Source of the version; `by` is the token or import that made it.
    pub source: String,
    pub by: String,
    /// True if this program made the version.
    pub ours: bool,
}

/// Value as the service sends it; null means inherited.
fn value(seen: &Seen<serde_json::Value>) -> Option<Value> {
    if seen.is_null() { Some(Value::Null) } else { seen.get().cloned().map(Value::from) }
}

impl Row {
    fn of(version: &HistoryVersion, domain: Option<&DomainName>, store: &Store) -> Self {
        let of = match (version.scope.get(), version.domain.get().or(domain)) {
            (Some(HistoryScope::Profile), _) => Subject::Profile,
            (_, Some(name)) => Subject::domain(name),
            _ => Subject::Account,
        };
        let scope = match (version.scope.get(), &of) {
            (Some(HistoryScope::Other(word)), Subject::Account) => Some(clean_line(word).into_owned()),
            _ => None,
        };
        let change = |(name, change): (&crate::base::Untrusted, &Seen<Change>)| {
            let (change, name) = (change.get()?, FieldName::named(name.raw()));
            Some(Changed::new(name, value(&change.before)?, value(&change.after)?))
        };
        let told = || version.changes.get().into_iter().flat_map(Named::iter);
        let changes: Vec<Changed> = told().filter_map(change).collect();
        let names = version.changed.get().into_iter().flatten().chain(told().map(|(name, _)| name));
        let mut untold: Vec<FieldName> = names.map(|name| FieldName::named(name.raw())).collect();
        untold.retain(|name| changes.iter().all(|change| change.name != *name));
        untold.sort();
        untold.dedup();
        let ours = is_ours(version, &of, &changes, store);
        Self {
            id: version.history_id.get(),
            date: version.date.copied(),
            scope,
            changes,
            currency: None,
            untold,
            can_undo: !version.can_undo.is(&false),
            source: version.source.get().map_or_else(String::new, |source| clean_line(source.as_str()).into_owned()),
            by: version.source_ref.get().map_or_else(String::new, |by| by.line().into_owned()),
            ours,
            of,
        }
    }

    /// True when the version has an age for which the comparison holds.
    pub fn is_aged(&self, age: Option<(Compare, i64)>, now: Timestamp) -> bool {
        let ago = self.date.map(|date| now.0.saturating_sub(date.0).max(0));
        ago.zip(age).is_some_and(|(ago, (compare, seconds))| compare.holds(ago, seconds))
    }

    /// Source in words; an unknown one as the service calls it.
    pub fn made_in(&self) -> &str {
        match self.source.as_str() {
            "ui" => "website",
            "api" => "API",
            source => source,
        }
    }

    /// Name of the thing whose settings the version has; an unknown one as the service calls it.
    pub fn whose(&self) -> Cow<'_, str> {
        match (&self.scope, &self.of) {
            (Some(scope), _) => scope.as_str().into(),
            (None, Subject::Account) => "account".into(),
            (None, Subject::Profile) => "profile".into(),
            (None, other) => other.words().into(),
        }
    }

    /// Write that undoes the version, with the present values as far as they are known.
    pub fn undo(&self, store: &Store) -> UndoVersion {
        let mut changes = self.changes.clone();
        for change in &mut changes {
            change.label = label_of(&change.name, store);
            change.now = self.now(change, store);
        }
        let told = self.untold.is_empty() && !changes.is_empty() && changes.iter().all(|change| change.now.is_some());
        UndoVersion::new(self.id, self.of.clone(), changes, told)
    }

    /// Present value of a setting in the version, where it is known.
    fn now(&self, change: &Changed, store: &Store) -> Option<Value> {
        if self.of == Subject::Profile {
            let profile = store.query(&profile::Get {});
            return profile_value(profile.value.filter(|_| !profile.stale)?, change.name.as_str());
        }
        store.own_setting(&Item::field(self.of.clone(), change.name.clone()))
    }

    /// Settings that the version changed, each with its change in words.
    pub fn words(&self, store: &Store) -> Vec<String> {
        self.told(store).into_iter().map(|(label, change)| format!("{label}: {change}")).collect()
    }

    /// Labels of the settings that the version changed, each with words for its change.
    pub fn told(&self, store: &Store) -> Vec<(String, String)> {
        let change = |change: &Changed| {
            let item = Item::field(self.of.clone(), change.name.clone());
            // The service does not send the value that was inherited at that time.
            let words = |value: &Value| match value {
                Value::Null => store.without(&item),
                value if AMOUNTS.contains(&change.name.as_str()) => self.amount(value),
                value => store.said(&item, Some(value)),
            };
            let (label, before, after) = (label_of(&change.name, store), words(&change.before), words(&change.after));
            // The service makes a version with every save, even if nothing changes.
            let is_same = before == after;
            (label, if is_same { format!("{after}, set again") } else { format!("{before} → {after}") })
        };
        self.changes.iter().map(change).chain(self.untold(store)).collect()
    }

    /// Amount in the version's currency.
    fn amount(&self, value: &Value) -> String {
        let currency = self.currency.clone().unwrap_or_default();
        let money = value.as_number().and_then(|amount| Money::from_number(amount, currency));
        money.map_or_else(|| value.words(), |money| money.text())
    }

    /// Settings that undoing the version changes, each with the present and the restored value: `BIN price: $1,273.25
    /// → no price`. A restored amount is in the currency of that time.
    pub fn undo_words(&self, undo: &UndoVersion, store: &Store) -> Vec<String> {
        let money = undo.changes.iter().find(|change| change.name.as_str() == CURRENCY);
        let money = money.and_then(|money| store.currency_with(&self.of, &money.before));
        let change = |change: &Changed| {
            let item = Item::field(self.of.clone(), change.name.clone());
            let now = store.said(&item, change.now.as_ref());
            let then = store.said_in(money.as_ref(), &item, Some(&change.before));
            match &change.now {
                Some(now) if now.is_same(&change.before) => format!("{}: {then} already", change.label),
                _ => format!("{}: {now} → {then}", change.label),
            }
        };
        let untold = self.untold(store).map(|(label, change)| format!("{label}: {change}"));
        undo.changes.iter().map(change).chain(untold).collect()
    }

    fn untold(&self, store: &Store) -> impl Iterator<Item = (String, String)> {
        self.untold.iter().map(|name| (label_of(name, store), "changed, values not told".to_owned()))
    }
}

/// Label of a field of settings or profile.
pub fn label_of(name: &FieldName, store: &Store) -> String {
    let name = name.as_str();
    let label = PROFILE_FIELDS.iter().find(|(known, _)| *known == name).map_or(name, |(_, label)| label);
    clean_line(&store.setting_label(name, label)).into_owned()
}

/// True when a write of this program made the version: it set the same values of the same thing, or undid the version
/// that set them, between the time it was confirmed and the time it was settled.
fn is_ours(version: &HistoryVersion, of: &Subject, changes: &[Changed], store: &Store) -> bool {
    if version.source.get().is_some_and(|source| ELSEWHERE.contains(&source.as_str())) {
        return false;
    }
    let meanwhile = |entry: &Entry, target: &Target| {
        let (from, to) = (entry.at.0.saturating_sub(CLOCKS), target.at.0.saturating_add(CLOCKS));
        version.date.copied().is_none_or(|date| (from..=to).contains(&date.0))
    };
    let is_set = |target: &Target| {
        let sets =
            |change: &Changed| Some(&change.name) == target.field.as_ref() && change.after.is_same(&target.after);
        target.subject == *of && changes.iter().any(sets)
    };
    let undoes = |undo: &UndoVersion| {
        undo.version < version.history_id.get()
            && undo.of == *of
            && undo.changes.iter().zip(changes).all(|(undone, change)| undone.before.is_same(&change.after))
    };
    store.journal().entries().any(|entry| {
        let made = |target: &Target| match &*entry.intent {
            Intent::UndoVersion(undo) => undoes(undo),
            _ => is_set(target),
        };
        entry.targets.iter().any(|target| target.state.applied() && meanwhile(entry, target) && made(target))
    })
}

/// Request for a page of versions of the account and its profile.
pub fn of_account(page: u32) -> settings::History {
    settings::History { page: Page::new(page, PAGE_ROWS) }
}

/// Request for a page of versions of one domain.
pub fn of_domain(name: &DomainName, page: u32) -> domains::SettingsHistory {
    domains::SettingsHistory { name: name.clone(), page: Page::new(page, PER_PAGE) }
}

/// Values of a setting before and after a version; `None` where the service does not send one.
pub(super) fn values(version: &HistoryVersion, name: &str) -> [Option<Value>; 2] {
    let told = told(version, name).and_then(Seen::get);
    [told.and_then(|told| value(&told.before)), told.and_then(|told| value(&told.after))]
}

/// True when a version changed a setting, with or without its values.
pub(super) fn has_changed(version: &HistoryVersion, name: &str) -> bool {
    let is_named = || version.changed.get().is_some_and(|names| names.iter().any(|known| known.raw() == name));
    told(version, name).is_some() || is_named()
}

fn told<'a>(version: &'a HistoryVersion, name: &str) -> Option<&'a Seen<Change>> {
    version.changes.get()?.iter().find(|(known, _)| known.raw() == name).map(|(_, change)| change)
}

/// Versions of a domain; without one, those of the account and its profile.
pub(super) fn listed<'a>(of: Option<&DomainName>, store: &'a Store) -> Shelf<&'a HistoryVersion> {
    let id = |version: &HistoryVersion| version.history_id;
    match of {
        Some(name) => Shelf::of_pages(PER_PAGE, |page| store.query(&of_domain(name, page)).value, id),
        None => Shelf::of_pages(PAGE_ROWS, |page| store.query(&of_account(page)).value, id),
    }
}

/// Next page to read of a domain's versions; `None` once all are known.
pub fn next_page(name: &DomainName, store: &Store) -> Option<u32> {
    listed(Some(name), store).next
}

/// True when all versions of the account and of these domains are known.
pub fn is_whole(names: &[DomainName], store: &Store) -> bool {
    listed(None, store).next.is_none() && names.iter().all(|name| next_page(name, store).is_none())
}

/// Rows on a page of the account's versions.
pub const PAGE_ROWS: u32 = 50;

/// Known versions of a domain, the newest first.
pub fn of_name(name: &DomainName, store: &Store) -> Vec<Row> {
    newest_first(std::iter::once(Some(name)), store)
}

/// Versions of the account and the profile that others made after `since`, from the first page, the newest first; true
/// if that page has all of them. `None` until it was read.
pub fn by_others(since: Timestamp, store: &Store) -> Option<(Vec<Row>, bool)> {
    let read = store.query(&of_account(1)).value?;
    let older = |version: &&HistoryVersion| version.date.copied().is_some_and(|date| date <= since);
    let whole = read.next(Page::new(1, PAGE_ROWS)).is_none() || read.values().any(|version| older(&version));
    let newer = read.values().filter(|version| !older(version));
    let mut rows: Vec<Row> = newer.map(|version| Row::of(version, None, store)).collect();
    price(&mut rows, store);
    rows.retain(|row| !row.ours);
    Some((rows, whole))
}

/// All known versions of the account and of these domains, the newest first.
pub fn known(names: &[DomainName], store: &Store) -> Vec<Row> {
    newest_first(std::iter::once(None).chain(names.iter().map(Some)), store)
}

fn newest_first<'a>(all: impl Iterator<Item = Option<&'a DomainName>>, store: &Store) -> Vec<Row> {
    let rows = |of| listed(of, store).rows().iter().map(|version| Row::of(version, of, store)).collect::<Vec<Row>>();
    let mut rows: Vec<Row> = all.flat_map(rows).collect();
    rows.sort_by_key(|row| std::cmp::Reverse((row.date, row.id)));
    rows.dedup_by_key(|row| row.id);
    price(&mut rows, store);
    rows
}

/// Sets the currency of the amounts in these rows, which are sorted newest first. It is the currency of that time,
/// where all later changes of currencies are known.
fn price(rows: &mut [Row], store: &Store) {
    let mut past = Past::of(store);
    let is_set = |name: &FieldName| [CURRENCY, DEFAULT_CURRENCY].contains(&name.as_str());
    let mut seen: HashSet<&Subject> = HashSet::new();
    for row in &*rows {
        let set = row.changes.iter().find(|change| is_set(&change.name));
        if let (Subject::Domain(name), Some(set)) = (&row.of, set)
            && seen.insert(&row.of)
        {
            past.take_newest(name, &set.after);
        }
    }
    for row in rows {
        past.go_to((row.date, row.id));
        let currency = past.in_force(&row.of);
        let set = row.changes.iter().find(|change| is_set(&change.name));
        if set.is_none() && !row.untold.iter().any(is_set) {
            row.currency = currency;
        } else if let Subject::Domain(name) = &row.of {
            // The amounts in a version that changes the currency are in two currencies, so none is set.
            past.take_back(name, set.map(|set| &set.before));
        }
    }
}
