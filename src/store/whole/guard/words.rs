//! Warnings of a question as sentences.

use std::collections::BTreeSet;

use super::{Concern, Reason};
use crate::base::{capital, clean_line, grouped};
use crate::store::subject::PRICES;
use crate::store::{Store, Worth};

/// Number of domains named in a sentence; the others are counted.
const NAMED: usize = 3;

/// Warnings as sentences, one for each reason: `4 prices are zero: a.com $500 → $0, b.com $700 → $0 and 2 more.`
pub fn warnings(concerns: &[Concern], store: &Store) -> Vec<String> {
    let mut kinds: Vec<((&'static str, bool), Vec<&Concern>)> = Vec::new();
    for concern in concerns {
        let kind = (concern.reason.kind(), concern.field.as_str() == PRICES[1]);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, of)) => of.push(concern),
            None => kinds.push((kind, vec![concern])),
        }
    }
    kinds.into_iter().map(|(kind, of)| warning(kind, &of, store)).collect()
}

/// Words for a number of inheriting domains: `3,294 domains inherit it`, `3,294 to 3,862 domains inherit it`.
pub fn inherit(least: usize, most: usize) -> String {
    let domains = if most == 1 { "domain inherits" } else { "domains inherit" };
    match least {
        _ if least == most => format!("{} {domains} it", grouped(most)),
        0 => format!("up to {} {domains} it", grouped(most)),
        _ => format!("{} to {} {domains} it", grouped(least), grouped(most)),
    }
}

fn warning((kind, is_target): (&str, bool), of: &[&Concern], store: &Store) -> String {
    match &of[0].reason {
        Reason::OtherCurrency(_) => return other_currency(of),
        Reason::Inherited { .. } => {
            let several = of.iter().any(|concern| concern.field != of[0].field);
            let label = |of: &Concern| store.setting_label(of.field.as_str(), of.field.as_str()) + ": ";
            let line = |of: &&Concern| if several { label(of) } else { String::new() } + &of.reason.words();
            let lines: BTreeSet<String> = of.iter().map(line).collect();
            return capital(&format!("{}; live at once.", lines.into_iter().collect::<Vec<_>>().join("; ")));
        }
        _ => {}
    }
    let first = of
        .iter()
        .take(NAMED)
        .map(|concern| format!("{} {}", concern.subject.words(), concern.change(store)))
        .collect::<Vec<_>>()
        .join(", ");
    let more = match of.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    if matches!(of[0].reason, Reason::OffSale) {
        let are = if of.len() == 1 { "name goes" } else { "names go" };
        return format!("{} {are} {kind}: {first}{more}.", grouped(of.len()));
    }
    let (prices, are) = if of.len() == 1 { ("price", "is") } else { ("prices", "are") };
    format!("{} {}{prices} {are} {kind}: {first}{more}.", grouped(of.len()), if is_target { "target " } else { "" })
}

/// Sentence about a changed currency: `Prices are read as EUR and not converted: 2,173 BIN prices, $15,099,920.50 in
/// all.`
fn other_currency(of: &[&Concern]) -> String {
    let (mut all, mut to) = (Worth::default(), BTreeSet::new());
    for concern in of {
        if let Reason::OtherCurrency(worth) = &concern.reason {
            all.take(worth);
        }
        to.insert(
            concern.new.as_text().map_or_else(|| "another currency".to_owned(), |code| clean_line(code).into_owned()),
        );
    }
    let (to, prices) = (to.into_iter().collect::<Vec<_>>().join(", "), all.of_bins());
    let prices = prices.map_or_else(String::new, |prices| format!(": {prices}"));
    format!("Prices are read as {to} and not converted{prices}.")
}
