//! Search over everything that is known: domains, inquiries, caught mail, notes, settings and their versions.
//!
//! Domains and inquiries are searched in their indexes, kept messages in their texts, other things in texts made here.
//! The service is not asked. Look first at [`Index::find`], then at `query.rs`, which says how well a text matches.

mod docs;
mod query;
#[cfg(test)]
mod tests;
use std::cmp::Reverse;
use std::collections::HashMap;

use crate::api::emails::Match;
use crate::api::types::Inquiry;
use crate::api::{Request, Seen};
use crate::base::{Id, Timestamp};

use super::filter::MailQuery;
use super::filter::texts::Among;
use super::{DomainTab, Known, MailKey, Store};
use crate::store::index::inquiries::{FIELDS, Field, offer_rank};
use crate::store::subject::{DomainKey, Subject};

use docs::Docs;
pub use docs::versions;
pub use query::{Band, Query};
use query::{Ready, Use};

/// Most hits that are kept of one kind, the best ones.
const MOST: usize = 200;
/// Most places that are kept of one kind for a longer query. To check more would take as long as to search all things.
const FEW: usize = 1_024;

/// Kind of thing. Of two kinds whose best hits match equally well, the earlier one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Domain,
    Inquiry,
    Mail,
    Note,
    Setting,
    Version,
}

/// Thing that can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    Domain(DomainKey),
    Inquiry(Id<Inquiry>),
    Mail(MailKey),
    /// Note of the user, by the thing it is about.
    Note(Subject),
    /// Setting by its name.
    Setting(Box<str>),
    /// Version of the settings by its number.
    Version(i64),
}

/// Thing that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub thing: Thing,
    pub band: Band,
    /// Number of the row's text that matches best.
    pub text: u8,
}

/// Hits of one kind, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub kind: Kind,
    pub total: Known<u64>,
    pub hits: Vec<Hit>,
}

/// Order of hits: by quality of the match, then the higher amount, then the newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    band: Band,
    /// Group of currencies in which the amount is compared ([`offer_rank`]).
    currency: usize,
    money: Reverse<i64>,
    at: Reverse<Option<Timestamp>>,
}

impl Rank {
    fn by_time(band: Band, at: Option<Timestamp>) -> Self {
        Self { band, currency: usize::MAX, money: Reverse(i64::MIN), at: Reverse(at) }
    }
}

/// Hits of one kind: all are counted, only the best are kept.
struct Found<K> {
    best: Vec<(Rank, K, u8)>,
    /// Rank that a hit needs to be kept; `None` while all are kept.
    least: Option<Rank>,
    total: u64,
    /// Places of the hits found first, at most one more than [`FEW`].
    places: Vec<u32>,
}

impl<K: Ord> Found<K> {
    fn none() -> Self {
        Self { best: Vec::new(), least: None, total: 0, places: Vec::new() }
    }

    /// Counts a hit. `rank` is called only if the hit may be among the best.
    fn push(&mut self, place: usize, (band, key, text): (Band, K, u8), rank: impl FnOnce() -> Rank) {
        self.total += 1;
        if self.places.len() <= FEW {
            self.places.push(place as u32);
        }
        if self.least.is_some_and(|least| band > least.band) {
            return;
        }
        let rank = rank();
        if self.least.is_some_and(|least| rank > least) {
            return;
        }
        self.best.push((rank, key, text));
        // Hits beyond [`MOST`] are dropped in batches, not one by one.
        if self.best.len() == 8 * MOST {
            self.keep_best();
        }
    }

    fn keep_best(&mut self) {
        if self.best.len() > MOST {
            self.best.select_nth_unstable(MOST - 1);
            self.best.truncate(MOST);
            self.least = self.best.last().map(|(rank, ..)| *rank);
        }
    }
}

/// Places of the hits of a query, for kinds with few hits. A longer query looks only at these.
#[derive(Debug)]
struct Wider {
    query: Query,
    of: ([u64; 5], MailKey),
    places: HashMap<Kind, Vec<u32>>,
}

/// Use of each text of an inquiry, in the order of [`Field`].
const OF_INQUIRIES: [Use; FIELDS] = {
    let mut uses = [Use::No; FIELDS];
    let names = [Field::Punycode, Field::Domain, Field::Buyer, Field::Email, Field::Company, Field::Reference];
    let mut i = 0;
    while i < names.len() {
        uses[names[i] as usize] = Use::Name;
        i += 1;
    }
    uses[Field::Phone as usize] = Use::Text;
    uses[Field::OfferText as usize] = Use::Text;
    uses[Field::Message as usize] = Use::Text;
    uses
};

/// Texts that are searched and are in no index, kept while their data stays the same.
#[derive(Debug, Default)]
pub struct Index {
    mail: Docs,
    notes: Docs,
    settings: Docs,
    versions: Docs,
    wider: Option<Wider>,
}

impl Index {
    /// Hits of a query by kind, the kind with the best hit first; for an empty query the newest things of each kind.
    /// Mail with the key `upto` or a higher one is left out.
    pub fn find(&mut self, store: &Store, query: &Query, upto: MailKey) -> Vec<Group> {
        let ready = Ready::new(query);
        self.mail.take_mail(store);
        self.notes.take_notes(store);
        self.settings.take_settings(store);
        self.versions.take_versions(store);
        let of = (Self::version(store), upto);
        let wider = self.wider.take().filter(|wider| wider.of == of && query.narrows(&wider.query));
        let among = |kind: Kind| match wider.as_ref().and_then(|wider| wider.places.get(&kind)) {
            Some(places) => Among::Places(places),
            None => ready.among(),
        };
        let counts = |thing: &Thing| !matches!(thing, Thing::Mail(key) if *key >= upto);
        let mut found = vec![
            domains(store, &ready, among(Kind::Domain), query),
            inquiries(store, &ready, among(Kind::Inquiry), query),
            self.mail.mail(store, &ready, among(Kind::Mail), counts),
        ];
        let mut docs = vec![(&self.notes, Kind::Note), (&self.versions, Kind::Version)];
        if !query.is_empty() {
            docs.push((&self.settings, Kind::Setting));
        }
        found.extend(docs.into_iter().map(|(docs, kind)| docs.group((kind, store), &ready, among(kind))));
        let (mut groups, mut places) = (Vec::new(), HashMap::new());
        for (group, of) in found {
            if of.len() <= FEW && !query.is_empty() {
                places.insert(group.kind, of);
            }
            groups.push(group);
        }
        self.wider = Some(Wider { query: query.clone(), of, places });
        groups.retain(|group| !group.hits.is_empty());
        groups.sort_by_key(|group| (group.hits.first().map(|hit| hit.band), group.kind));
        groups
    }

    /// Versions of the data; one of them changes whenever the hits of a query may change.
    pub fn version(store: &Store) -> [u64; 5] {
        let settings = docs::settings_version(store);
        [
            store.domains().version(),
            store.inquiries().version(),
            store.mail().version(),
            store.notes().version(),
            settings,
        ]
    }
}

fn domains(store: &Store, ready: &Ready<'_>, among: Among<'_>, query: &Query) -> (Group, Vec<u32>) {
    let index = store.domains();
    let mut found = Found::none();
    index.each_named(among, |place, row, names| {
        let Some((band, text)) = ready.judge(names, &[Use::Name]) else { return };
        found.push(place, (band, row.key(), text), || {
            let price = match row.bin() {
                Seen::Is(price) if !query.is_empty() => (price * 100.0) as i64,
                _ => i64::MIN,
            };
            Rank { money: Reverse(price), ..Rank::by_time(band, row.added()) }
        });
    });
    group((Kind::Domain, store), found, Thing::Domain)
}

fn inquiries(store: &Store, ready: &Ready<'_>, among: Among<'_>, query: &Query) -> (Group, Vec<u32>) {
    let index = store.inquiries();
    let (currencies, rates) = (index.currencies(), &*store.session().rates);
    let mut found = Found::none();
    index.each_holding(among, |place, row, texts| {
        let Some((band, text)) = ready.judge(texts, &OF_INQUIRIES) else { return };
        found.push(place, (band, row.id, text), || {
            let by_time = Rank::by_time(band, row.date);
            let Some(minor) = row.offer.filter(|_| !query.is_empty()) else { return by_time };
            let (currency, figure) = offer_rank(row.get(Field::Currency), minor, &currencies, rates);
            Rank { currency, money: Reverse(figure), ..by_time }
        });
    });
    group((Kind::Inquiry, store), found, Thing::Inquiry)
}

/// Number of hits of a kind, with how well it is known: as well as the number of all things of that kind.
pub fn known(kind: Kind, found: u64, store: &Store) -> Known<u64> {
    let domains = store.domains();
    let all_of = |tab: &DomainTab| domains.total(*tab).is_some_and(|told| domains.known(*tab) as u64 >= told);
    let whole = match kind {
        Kind::Domain => DomainTab::ALL.iter().all(all_of),
        Kind::Inquiry => store.inquiries().was_read(),
        Kind::Mail => {
            let told = store.mail().list(&MailQuery::default().list(Match::All, 1).call()).total();
            told.is_some_and(|told| store.mail().messages() as u64 >= told)
        }
        Kind::Version => {
            let page = store.query(&versions()).value;
            let total = page.and_then(|page| page.pagination.total());
            page.is_some_and(|page| total.is_some_and(|total| total <= page.rows.len() as u64))
        }
        Kind::Note | Kind::Setting => true,
    };
    Known::rows(found, None, whole)
}

/// Hits of one kind, the best first, and the places of the hits found first.
fn group<K: Copy + Ord>(
    (kind, store): (Kind, &Store),
    mut found: Found<K>,
    thing: impl Fn(K) -> Thing,
) -> (Group, Vec<u32>) {
    let total = known(kind, found.total, store);
    found.keep_best();
    found.best.sort_unstable();
    let hits =
        found.best.into_iter().map(|(rank, key, text)| Hit { thing: thing(key), band: rank.band, text }).collect();
    (Group { kind, total, hits }, found.places)
}
