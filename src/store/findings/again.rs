//! The passes over some names alone: those whose offers an act on an inquiry has changed, and those whose own settings a page
//! has brought.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::look::{DECIDED_BY_PRICE, Look, Offered, Taking, Until};
use super::{Findings, Found, Owned, Settling};
use crate::base::work;
use crate::store::subject::finding::Kind;
use crate::store::subject::{DomainKey, Subject};
use crate::store::{DomainRow, DomainTab};

/// Goes through the names whose offers differ from those of before, where nothing else has changed; `None` where that does
/// not do.
pub(super) fn again(before: &Findings, offered: &Offered, look: Look<'_>) -> Option<Until> {
    const KIND: Kind = Kind::BinBelow;
    // An offer that goes may have been the one that made it unclear.
    if before.of(KIND).is_some_and(|found| found.unclear) {
        return None;
    }
    let index = &look.store.index.domains;
    // A name nobody offers for any more was below a price, or makes no difference.
    let others = look.offered.iter().filter(|(name, offers)| offered.get(*name) != Some(offers));
    let others = others.filter_map(|(name, _)| index.find(name)).collect();
    Retaking { kinds: [KIND].into(), names: others, added: None, beside: before.beside.clone() }.of(before, look)
}

/// Goes through the names whose own settings have changed, where nothing else has; `None` where that does not do.
pub(super) fn owned(before: &Findings, was: &Owned, look: Look<'_>) -> Option<Until> {
    const KIND: Kind = Kind::Redundant;
    // Values of settings that no name had set make no difference to the others.
    if was.inherited.iter().any(|(name, value)| look.own.inherited.get(name) != Some(value)) {
        return None;
    }
    let (index, own) = (&look.store.index.domains, look.store.own_settings());
    let touched: BTreeSet<&Arc<str>> = own.changed_since(was.version)?.collect();
    let (mut kinds, mut names) = (BTreeSet::new(), BTreeSet::new());
    let mut beside = before.beside.clone();
    for name in work::each(touched.iter()) {
        let row = index.find(name).and_then(|key| index.row(key));
        let is_redundant = own.of(name).is_some_and(|own| look.is_redundant(own));
        if is_redundant && is_beside(row.as_ref()) {
            beside.insert(Arc::clone(name));
        } else {
            beside.remove(*name);
        }
        let Some(row) = row else { continue };
        // The currency of its price may be another one, and with it the sums of what it is found for.
        let has = |found: &&Found| row.bin().get().is_some() && before.has(found.kind, row.key());
        kinds.extend(before.found.iter().filter(has).map(|found| found.kind));
        if before.is_settled(KIND, name) || before.has(KIND, row.key()) && !is_redundant {
            kinds.insert(KIND);
        }
        if look.offered.contains_key(name.as_ref()) {
            kinds.insert(Kind::BinBelow);
        }
        names.insert(row.key());
    }
    // A name may have been the one whose currency made it unclear.
    if kinds.contains(&Kind::BinBelow) && before.of(Kind::BinBelow).is_some_and(|found| found.unclear) {
        names.extend(work::each(look.offered.keys()).filter_map(|name| index.find(name)));
    }
    Retaking { kinds, names, added: Some(KIND), beside }.of(before, look)
}

/// What is made anew of findings.
struct Retaking {
    /// Kinds of which all names are looked at again, and these besides.
    kinds: BTreeSet<Kind>,
    names: BTreeSet<DomainKey>,
    /// The kind these names may be of now; those it has stay.
    added: Option<Kind>,
    /// As [`Findings::beside`].
    beside: BTreeSet<Arc<str>>,
}

impl Retaking {
    fn of(self, before: &Findings, look: Look<'_>) -> Option<Until> {
        let Self { kinds, names, added, beside } = self;
        let added = added.filter(|kind| !kinds.contains(kind));
        let all: Vec<Kind> = kinds.iter().copied().chain(added).collect();
        // The names of a kind that is settled as a whole are not kept, nor is what is settled with another kind.
        let account = |one: &Settling| all.contains(&one.kind) && one.about == Subject::Account;
        if before.settled.iter().any(account) || kinds.iter().any(|kind| kind.settles() != *kind) {
            return None;
        }
        let index = &look.store.index.domains;
        let is_one = |one: &&Settling| kinds.contains(&one.kind);
        let settled = before.settled.iter().filter(is_one).filter_map(|one| index.find(one.about.name()?.punycode()));
        let of_kinds = before.found.iter().filter(|found| kinds.contains(&found.kind));
        let of_kinds = of_kinds.flat_map(|found| found.keys.iter().copied());
        let keys: BTreeSet<DomainKey> = of_kinds.chain(settled).chain(names.iter().copied()).collect();
        let mut found = before.found.clone();
        found.sort_by_key(|found| found.kind);
        for kind in &kinds {
            found[*kind as usize] = Found::none(*kind);
            // Whether rows tell their prices has not changed, and is the same for all of these.
            let unclear =
                DECIDED_BY_PRICE.contains(kind) && before.of(Kind::NoPrice).is_some_and(|found| found.unclear);
            found[*kind as usize].unclear = unclear;
        }
        let others = before.settled.iter().filter(|one| !kinds.contains(&one.kind)).cloned().collect();
        let mut taking = Taking::new(look, found, others);
        taking.beside = beside;
        for row in work::each(keys.iter()).filter_map(|key| index.row(*key)) {
            let stays = |kind| before.has(kind, row.key()) || before.is_settled(kind, row.punycode());
            let is_new = |kind| added == Some(kind) && names.contains(&row.key()) && !stays(kind);
            taking.take(&row, |kind| kinds.contains(&kind) || is_new(kind));
        }
        Some(taking.done(&all))
    }
}

/// True for a name that no row of the account tells.
pub(super) fn is_beside(row: Option<&DomainRow<'_>>) -> bool {
    row.is_none_or(|row| !row.on(DomainTab::MyDomains))
}
