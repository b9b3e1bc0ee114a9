//! Names of a file, with the values their rows set. A file may have 750,000 names, so they are kept as one text, and
//! consecutive rows that set the same values share them.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::{AMOUNTS, Price, Says};
use crate::base::{Currency, DomainName};

/// A name and the values its row sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub line: u32,
    pub name: DomainName,
    pub sets: Sets,
}

/// Values of a row that are compared with the present ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sets {
    pub switches: [Says<bool>; 2],
    pub amounts: [Price; AMOUNTS.len()],
    /// True if the row also sets values that are not compared.
    pub more: bool,
    /// The code of the currency of its prices.
    pub currency: Says<[u8; 3]>,
}

impl Sets {
    /// The currency the row names.
    pub fn currency(&self) -> Option<Currency> {
        let Says::Is(code) = self.currency else { return None };
        Some(Currency::new(&String::from_utf8_lossy(&code)))
    }
}

/// Plans in the order of their lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plans {
    /// Names in punycode, joined.
    names: String,
    rows: Vec<Row>,
    sets: Vec<Sets>,
}

/// One plan; its name begins where the previous one ends.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    line: u32,
    name_end: u32,
    /// Index in `Plans::sets` of the values the row sets.
    sets: u32,
}

impl Plans {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn get(&self, place: usize) -> Option<Plan> {
        let row = self.rows.get(place)?;
        let sets = *self.sets.get(row.sets as usize)?;
        Some(Plan { line: row.line, name: DomainName::from_service(self.name(place)), sets })
    }

    pub fn iter(&self) -> impl Iterator<Item = Plan> {
        (0..self.len()).filter_map(|place| self.get(place))
    }

    /// Memory in use, in bytes, without spare capacity.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.names.len() + size_of_val(&*self.rows) + size_of_val(&*self.sets)
    }

    fn name(&self, place: usize) -> &str {
        let end = |place: usize| self.rows.get(place).map_or(0, |row| row.name_end as usize);
        self.names.get(place.checked_sub(1).map_or(0, end)..end(place)).unwrap_or_default()
    }

    pub(super) fn push(&mut self, line: u32, name: &DomainName, sets: Sets) {
        if self.sets.last() != Some(&sets) {
            self.sets.push(sets);
        }
        self.names.push_str(name.punycode());
        let (name_end, sets) = (self.names.len() as u32, self.sets.len() as u32 - 1);
        self.rows.push(Row { line, name_end, sets });
    }
}

/// Index of the names among the plans being made, without a second copy of the names.
#[derive(Default)]
pub(super) struct Seen {
    hasher: RandomState,
    /// Places of plans by the hash of the name; of two names with the same hash, the later has the next free number.
    places: HashMap<u64, u32>,
}

impl Seen {
    /// Line of the earlier row with that name.
    pub fn line(&self, name: &DomainName, plans: &Plans) -> Option<u32> {
        let place = self.find(name, plans).ok()?;
        plans.rows.get(place as usize).map(|row| row.line)
    }

    /// Adds the plan that was pushed last.
    pub fn add_last(&mut self, name: &DomainName, plans: &Plans) {
        if let Err(free) = self.find(name, plans) {
            self.places.insert(free, plans.len() as u32 - 1);
        }
    }

    /// The place of the plan with that name, or else the number under which to add it.
    fn find(&self, name: &DomainName, plans: &Plans) -> Result<u32, u64> {
        let mut number = self.hasher.hash_one(name.punycode());
        while let Some(place) = self.places.get(&number) {
            if plans.name(*place as usize) == name.punycode() {
                return Ok(*place);
            }
            number = number.wrapping_add(1);
        }
        Err(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_are_each_held_once_in_few_bytes() {
        let names: Vec<String> = (0..5_000).map(|n| format!("n{n}.com")).collect();
        let (mut plans, mut seen) = (Plans::default(), Seen::default());
        for (line, name) in (2..).zip(&names) {
            let name = DomainName::from_service(name);
            assert_eq!(seen.line(&name, &plans), None);
            plans.push(line, &name, Sets::default());
            seen.add_last(&name, &plans);
            assert_eq!(seen.line(&name, &plans), Some(line));
        }
        let held: Vec<String> = plans.iter().map(|plan| plan.name.punycode().to_owned()).collect();
        assert_eq!(held, names);
        let beside = plans.bytes() - names.iter().map(String::len).sum::<usize>();
        assert!(beside <= 16 * names.len(), "{beside} bytes beside the names of {} rows", names.len());
    }
}
