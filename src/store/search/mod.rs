//! One search over everything that is known: domains, inquiries, caught mail, notes, settings and their versions.
//!
//! Domains and inquiries are searched in their indexes, kept messages in their texts, the rest in texts made here.
//! Nothing is read from the service. Look first at [`Index::find`], then `query.rs`, which says how well a text
//! matches.

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

/// Most hits kept of one kind; the best ones are kept.
const MOST: usize = 200;
/// Most places kept of one kind for a longer text: checking more of them takes as long as searching all things.
const FEW: usize = 1_024;

/// Kind of a hit; of two kinds that match equally well, the earlier goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Domain,
    Inquiry,
    Mail,
    Note,
    Setting,
    Version,
}

/// A thing that can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    Domain(DomainKey),
    Inquiry(Id<Inquiry>),
    Mail(MailKey),
    /// A note of the user about a thing.
    Note(Subject),
    /// A setting by its name.
    Setting(Box<str>),
    /// A version of the settings by its number.
    Version(i64),
}

/// A thing that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub thing: Thing,
    pub band: Band,
    /// Index of the row's text that matches best.
    pub text: u8,
}

/// The hits of one kind, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub kind: Kind,
    pub total: Known<u64>,
    pub hits: Vec<Hit>,
}

/// Order of hits: how well they match, then money, then the newer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    band: Band,
    /// Index of the group of currencies a price is compared in ([`offer_rank`]).
    currency: usize,
    money: Reverse<i64>,
    at: Reverse<Option<Timestamp>>,
}

impl Rank {
    fn by_time(band: Band, at: Option<Timestamp>) -> Self {
        Self { band, currency: usize::MAX, money: Reverse(i64::MIN), at: Reverse(at) }
    }
}

/// Hits before their things are made: all hits are counted, and only the best are kept.
struct Found<K> {
    best: Vec<(Rank, K, u8)>,
    /// Rank that a hit must reach to be among the best; `None` while all are kept.
    least: Option<Rank>,
    total: u64,
    /// Places of the first hits found.
    places: Vec<u32>,
}

impl<K: Ord> Found<K> {
    fn none() -> Self {
        Self { best: Vec::new(), least: None, total: 0, places: Vec::new() }
    }

    /// Counts a hit; its rank is worked out only if it may be among the best.
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
        // Surplus hits are dropped in batches, not one by one.
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

/// Hits of a query by kind, where they are few; a longer query is searched for among them.
#[derive(Debug)]
struct Wider {
    query: Query,
    of: ([u64; 5], MailKey),
    places: HashMap<Kind, Vec<u32>>,
}

/// The texts of inquiries in the order of [`Field`].
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

/// Texts that are searched and in no index, kept while the data they are made of stays the same.
#[derive(Debug, Default)]
pub struct Index {
    mail: Docs,
    notes: Docs,
    settings: Docs,
    versions: Docs,
    wider: Option<Wider>,
}

impl Index {
    /// Hits of a query by kind, the kind with the best hit first; for an empty query the newest of each kind. Mail from
    /// `upto` on is left out.
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

    /// Numbers that change whenever the answer to a query may have changed.
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

/// Number of things found, known as well as the number of all things of that kind.
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

/// Keeps the best hits and sorts them; also returns the places of the first hits found.
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
