//! Rows that `:mark` marks: names found by a filter under the tab shown, or listed in a file.

use std::collections::HashSet;

use crate::sheets::names;
use crate::store::DomainKey;
use crate::store::filter::parse_domains;
use crate::ui::World;
use crate::ui::list::marking::Marked;

use super::state::Domains;

impl Marked for Domains {
    fn found_by(&self, line: &str, world: &World<'_>) -> Result<HashSet<DomainKey>, String> {
        let filter = parse_domains(line).map_err(|error| error.to_string())?;
        let index = world.store.domains();
        let found = self.asked.passing(index.view(&self.under(&filter, world.now)), &filter, world.store, world.now);
        Ok(found.iter().copied().collect())
    }

    fn named(&self, words: &[&str], world: &World<'_>) -> Vec<Vec<DomainKey>> {
        let index = world.store.domains();
        let key = |word: &str| names::read(word).ok().and_then(|(name, _)| index.find(name.punycode()));
        words.iter().map(|word| key(word).into_iter().collect()).collect()
    }
}
