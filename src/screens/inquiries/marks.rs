//! Rows that `:mark` marks: inquiries found by a filter under the tab shown, or whose number, reference or domain is in
//! a file.

use std::collections::{HashMap, HashSet};

use crate::api::inquiries::DeliveryFilter;
use crate::api::types::Inquiry;
use crate::base::Id;
use crate::screens::inquiry::columns::order;
use crate::sheets::names;
use crate::store::filter::parse;
use crate::store::{Tab, ViewSpec};
use crate::ui::World;
use crate::ui::list::marking::Marked;

use super::state::Inquiries;

impl Marked for Inquiries {
    fn found_by(&self, line: &str, world: &World<'_>) -> Result<HashSet<Id<Inquiry>>, String> {
        let filter = parse(line).map_err(|error| error.to_string())?;
        if ViewSpec::new(Tab::All, &filter, order(None), world.now).needs_set() {
            return Err("Which were not emailed to you only the service knows: filter for that, then mark.".to_owned());
        }
        let mut spec = self.of_account(ViewSpec::new(self.shown_tab(), &filter, order(None), world.now), &filter);
        // On the Unsent tab all rows are unsent, so the filter need not ask for that.
        spec.question.delivery = DeliveryFilter::All;
        let ids = world.store.inquiries().view(&spec);
        Ok(ids.iter().copied().filter(|id| self.leads.passes(*id, &filter)).collect())
    }

    fn named(&self, words: &[&str], world: &World<'_>) -> Vec<Vec<Id<Inquiry>>> {
        let index = world.store.inquiries();
        let mut known: HashMap<String, Vec<Id<Inquiry>>> = HashMap::new();
        for row in self.list.table().ids().iter().filter_map(|id| index.row(*id)) {
            for name in [row.id().to_string(), row.reference().to_lowercase(), row.punycode().to_owned()] {
                known.entry(name).or_default().push(row.id());
            }
        }
        let of = |word: &str| {
            let plain = word.strip_prefix('#').unwrap_or(word).to_lowercase();
            let domain = || names::read(word).ok().and_then(|(name, _)| known.get(name.punycode()));
            known.get(&plain).or_else(domain).cloned().unwrap_or_default()
        };
        words.iter().map(|word| of(word)).collect()
    }
}
