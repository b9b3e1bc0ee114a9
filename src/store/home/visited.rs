//! Most visited domains of the last 30 days, each with the reason why visitors cannot buy it.

use std::cmp::Reverse;

use super::beside::bin;
use super::count::Counting;
use super::line::{List, Name};
use super::{Block, Line, Opens};
use crate::base::grouped;
use crate::store::findings::is_whole;
use crate::store::lists::visits::DAYS;
use crate::store::{DomainKey, DomainRow, DomainTab, Known};

/// Number of domains shown.
const SHOWN: usize = 5;

/// Lines of the most visited domains. While domains are being read, the list ends at the first domain without a row;
/// once all are read, such a domain is left out, because it is not in the account.
pub(super) fn lines(counting: &Counting<'_>) -> Vec<Line> {
    let index = counting.store.domains();
    let known = counting.store.visits().iter().filter(|(_, figure)| figure.visits > 0);
    let mut known: Vec<_> = known.map(|(name, figure)| (figure, name)).collect();
    known.sort_by_key(|(figure, name)| (Reverse(figure.visits), *name));
    let is_read = is_whole(counting.store, DomainTab::MyDomains);
    let found = known.into_iter().map(|(figure, name)| Some((figure, name, index.find(name)?)));
    let found = found.filter(|found| found.is_some() || !is_read);
    let known: Vec<_> = found.map_while(|found| found).take(SHOWN).collect();
    let line = |(figure, name, key): (crate::store::lists::visits::Figure, &str, DomainKey)| {
        let row = index.row(key)?;
        let asked = figure.inquiries.filter(|asked| *asked > 0).map(|asked| format!("{} asked", grouped(asked)));
        let beside: Vec<String> =
            stands(&row).map(str::to_owned).into_iter().chain(asked).chain(bin(&row, counting.store)).collect();
        Some(Line {
            name: Name::Visited(key),
            block: Block::Visited,
            figure: Known::Is(figure.visits),
            words: row.domain_name().unicode().to_owned(),
            beside: beside.join(", "),
            list: List { screen: "insights", line: format!("{name} {DAYS}") },
            days: counting.store.visits().by_day(name, counting.now),
            opens: Opens::Domain(row.domain_name()),
        })
    };
    known.into_iter().filter_map(line).collect()
}

/// Reason why a visitor cannot buy the domain; `None` where there is none.
fn stands(row: &DomainRow<'_>) -> Option<&'static str> {
    match row.for_sale() {
        _ if row.on(DomainTab::Removed) => Some("removed"),
        _ if row.on(DomainTab::Unverified) => Some("not verified"),
        Some(false) => Some("not for sale"),
        Some(true) if row.has_no_bin() => Some("for sale with no price"),
        _ => None,
    }
}
