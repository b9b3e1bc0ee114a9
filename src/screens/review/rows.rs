//! Rows of a review: one for each group of equal changes, or one for each thing and setting.

use std::borrow::Cow;
use std::collections::HashSet;

use super::lines::{Line, Lines, Words};
use crate::base::Currency;
use crate::store::Store;
use crate::store::subject::{AMOUNTS, PRICES};
use crate::ui::text::{counted, first_few, grouped};

/// A group of equal changes, or one change, as the columns show it.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    pub setting: &'a str,
    pub old: &'a str,
    pub new: &'a str,
    /// Change of an amount in percent; empty for other settings.
    pub change: &'a str,
    pub about: Cow<'a, str>,
    /// Concerns, or the reason why the changes were not saved.
    pub check: Cow<'a, str>,
    /// True when some of the changes were not saved.
    pub failed: bool,
    /// Place in the plan, if the row is about one change.
    pub one: Option<usize>,
}

/// Group of equal changes.
#[derive(Clone, Debug)]
struct Group {
    number: u32,
    /// Words of the group. They are kept here because the line of its first change may have been made again since.
    words: Words,
    /// Place of its first change.
    first: usize,
    many: usize,
    /// Number of its changes that need a look.
    odd: usize,
    failed: bool,
}

/// All rows of a plan.
#[derive(Debug, Default)]
pub struct All {
    pub lines: Lines,
    /// Groups, the most frequent first.
    groups: Vec<Group>,
    /// Index of each group in `groups`, by its number.
    places: Vec<Option<usize>>,
    /// Keys of the rows of groups, of single changes, and of changes that need a look.
    pub grouped: Vec<u32>,
    pub each: Vec<u32>,
    pub odd: Vec<u32>,
    /// True if concerns may be missing, because not all of their data was read.
    pub unseen: bool,
    /// Places of the changes whose old value became known and equals the new one, once all lines are made.
    pub same: HashSet<usize>,
    /// Reason why the changes of `same` change nothing; empty without any.
    pub why_same: String,
    /// True when the currency of some price is not known.
    pub is_bare: bool,
    /// Sentence for the question about values that were changed elsewhere.
    pub moved: Option<String>,
    /// Words for computed prices that are rounded: `3 prices rounded to whole USD`.
    pub rounded: Option<String>,
}

impl All {
    /// Sums up the lines made so far.
    pub fn sum_up(&mut self, store: &Store) {
        *self = Self { lines: std::mem::take(&mut self.lines), ..Self::default() };
        let (mut moved, mut gone, mut rounded) = (Vec::new(), Vec::new(), 0);
        let (mut lowers, mut is_bin_bare) = (false, false);
        let is_whole = self.lines.is_whole();
        let mut moneys: Vec<&Option<Currency>> = Vec::new();
        for (place, line) in self.lines.iter() {
            let key = place as u32;
            let is_odd = !line.check.is_empty();
            self.each.push(key);
            self.odd.extend(is_odd.then_some(key));
            let number = line.group as usize;
            self.places.resize(self.places.len().max(number + 1), None);
            let at = *self.places[number].get_or_insert_with(|| {
                let (number, words) = (line.group, Words::clone(&line.words));
                self.groups.push(Group { number, words, first: place, many: 0, odd: 0, failed: false });
                self.groups.len() - 1
            });
            let group = &mut self.groups[at];
            (group.many, group.odd) = (group.many + 1, group.odd + usize::from(is_odd));
            group.failed |= line.failed;
            moved.extend(line.is_moved.then_some(&*line.about));
            self.same.extend((line.is_same && is_whole).then_some(place));
            gone.extend((line.is_same && line.is_gone).then_some(&*line.about));
            rounded += u64::from(line.is_rounded);
            lowers |= line.lowers;
            is_bin_bare |= line.money.is_none() && line.field.as_str() == PRICES[0];
            self.is_bare = self.is_bare || line.money.is_none() && AMOUNTS.contains(&line.field.as_str());
            if moneys.len() < 2 && !moneys.contains(&&line.money) {
                moneys.push(&line.money);
            }
        }
        if rounded > 0 {
            let unit = match moneys[..] {
                [Some(one)] => one.code().into_owned(),
                _ => "amounts".to_owned(),
            };
            self.rounded = Some(format!("{} rounded to whole {unit}", counted(rounded, "price", "prices")));
        }
        if !moved.is_empty() {
            let values = counted(moved.len() as u64, "value was", "values were");
            self.moved = Some(format!("{values} changed meanwhile: {}.", first_few(&moved)));
        }
        let is_so = (gone.len() < self.same.len()).then(|| "that is the value already".to_owned());
        let has = if gone.len() == 1 { "has" } else { "have" };
        let gone = (!gone.is_empty()).then(|| format!("{} {has} no price any more", first_few(&gone)));
        self.why_same = is_so.into_iter().chain(gone).collect::<Vec<_>>().join(", and ");
        self.unseen = is_bin_bare || lowers && !store.inquiries().holds_all();
        self.groups.sort_by_key(|group| std::cmp::Reverse(group.many));
        for (at, group) in self.groups.iter().enumerate() {
            self.places[group.number as usize] = Some(at);
        }
        self.grouped = self.groups.iter().map(|group| group.number).collect();
    }

    /// Row of one change.
    pub fn one(&self, key: u32) -> Option<Row<'_>> {
        let Line { words, about, check, failed, .. } = self.lines.get(key as usize)?;
        let [setting, old, new, change] = &**words;
        let (about, check) = (Cow::Borrowed(&**about), Cow::Borrowed(&**check));
        Some(Row { setting, old, new, change, about, check, failed: *failed, one: Some(key as usize) })
    }

    /// Row of a group.
    pub fn group(&self, key: u32) -> Option<Row<'_>> {
        let group = &self.groups[(*self.places.get(key as usize)?)?];
        let mut row = self.one(group.first as u32)?;
        let [setting, old, new, change] = &*group.words;
        (row.setting, row.old, row.new, row.change, row.failed) = (setting, old, new, change, group.failed);
        if group.many > 1 {
            row.one = None;
            row.about = counted(group.many as u64, "domain", "domains").into();
        }
        row.check = match (group.odd, group.many) {
            (0, _) => Cow::Borrowed(""),
            (1, 1) => row.check,
            (odd, _) => format!("{} to check", grouped(odd)).into(),
        };
        Some(row)
    }

    /// True when a change of an amount is told in percent.
    pub fn has_change(&self) -> bool {
        self.groups.iter().any(|group| !group.words[3].is_empty())
    }

    /// Places in the plan of the changes of a group.
    pub fn places_of(&self, key: u32) -> impl Iterator<Item = usize> {
        self.lines.iter().filter(move |(_, line)| line.group == key).map(|(place, _)| place)
    }
}
