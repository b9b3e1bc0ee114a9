//! Texts of things without an index of their own: caught mail, notes, settings and their versions.

use crate::api::types::Named;
use crate::api::{Page, Request, Seen, settings};
use crate::base::{DomainName, Timestamp, Untrusted};
use crate::store::notes::Status;
use crate::store::{MailKey, Store};

use super::query::{Ready, Use};
use super::{Found, Group, Kind, Rank, Thing, group};
use crate::store::filter::texts::{Among, Texts};

/// Texts of a message: sender, addresses with names, subject, domains and recipients, attachments, beginning of the
/// text, note. The kept text of the message comes after these.
const MAIL: [Use; 7] = [Use::Name, Use::Text, Use::Name, Use::Text, Use::Text, Use::Text, Use::Text];
/// Texts of a note: its words, then each tag.
const NOTE: [Use; 2] = [Use::Text, Use::Name];
/// Texts of a setting: label, name, category, explanation.
const SETTING: [Use; 4] = [Use::Name, Use::Name, Use::Name, Use::Text];
/// Texts of a version: its domain, who made it, then each changed setting.
const VERSION: [Use; 3] = [Use::Name, Use::Text, Use::Name];

/// Searchable rows of one kind of thing.
#[derive(Debug, Default)]
pub(super) struct Docs {
    /// Version of the data from which the rows were made.
    made: Option<u64>,
    things: Vec<(Thing, Option<Timestamp>)>,
    texts: Texts,
    /// Place of the kept text for each row of mail, and the row for each kept text.
    kept: (Vec<Option<usize>>, Vec<Option<usize>>),
}

impl Docs {
    fn begin(&mut self, version: u64) -> bool {
        let differs = self.made != Some(version);
        if differs {
            *self = Self { made: Some(version), ..Self::default() };
        }
        differs
    }

    fn push<'a>(&mut self, thing: Thing, at: Option<Timestamp>, texts: impl IntoIterator<Item = &'a str>) {
        self.things.push((thing, at));
        self.texts.push(texts);
    }

    pub fn take_mail(&mut self, store: &Store) {
        let mail = store.mail();
        if !self.begin(mail.version()) {
            return;
        }
        for (key, row) in (0 as MailKey..mail.keys() as MailKey).filter_map(|key| Some((key, mail.row(key)?))) {
            let names: Vec<&str> = row.domains.iter().map(DomainName::unicode).collect();
            let to = format!("{} {}", names.join(" "), row.to);
            let files = row.attachments.as_deref().unwrap_or_default().join(" ");
            let note = mail.mark(key).map_or("", |mark| mark.note.as_str());
            let texts = [&row.sender, &row.from, &row.subject, to.as_str(), &files, &row.summary, note];
            self.push(Thing::Mail(key), row.date, texts);
        }
        let texts = mail.texts();
        let mut kept = (vec![None; self.things.len()], vec![None; texts.len()]);
        // Keys are sorted, but those of purged messages are missing.
        let row = |key: MailKey| self.things.binary_search_by_key(&Some(key), |(thing, _)| mail_of(thing)).ok();
        for (id, place) in texts.places() {
            if let Some(row) = mail.find(id).and_then(row) {
                (kept.0[row], kept.1[place]) = (Some(place), Some(row));
            }
        }
        self.kept = kept;
    }

    pub fn take_notes(&mut self, store: &Store) {
        if !self.begin(store.notes().version()) {
            return;
        }
        // Notes are sorted by thing, so that those of the same time keep their places.
        let mut notes: Vec<_> = store.notes().iter().collect();
        notes.sort_by_key(|(about, _)| *about);
        for (about, record) in notes {
            let at = record.iter().map(|(_, entry)| entry.at).max();
            // The reason why a sale was lost is searched with the note.
            let note = format!("{} {}", record.note(), Status::of(Some(record), Timestamp(0)).detail);
            let texts: Vec<&str> = std::iter::once(note.trim()).chain(record.tags()).collect();
            if texts.iter().any(|text| !text.is_empty()) {
                self.push(Thing::Note(about.clone()), at, texts);
            }
        }
    }

    pub fn take_settings(&mut self, store: &Store) {
        if !self.begin(settings_version(store)) {
            return;
        }
        let Some(schema) = store.query(&settings::Schema {}).value else { return };
        for of in schema.values() {
            let text = |text: &Seen<Untrusted>| text.get().map_or_else(String::new, |text| text.line().into_owned());
            let (label, category, explain) = (text(&of.label), text(&of.category), text(&of.explain));
            let name = of.name.line();
            self.push(Thing::Setting((&*name).into()), None, [&label, &*name, &category, &explain]);
        }
    }

    pub fn take_versions(&mut self, store: &Store) {
        if !self.begin(settings_version(store)) {
            return;
        }
        let Some(page) = store.query(&versions()).value else { return };
        for version in page.values() {
            let domain = version.domain.get().map_or("", DomainName::unicode);
            let by = version.source_ref.get().map_or_else(String::new, |by| by.line().into_owned());
            let told = version.changes.get().into_iter().flat_map(Named::iter).map(|(name, _)| name);
            let changed: Vec<String> = match &version.changed {
                Seen::Is(names) => names.iter().map(|name| name.line().into_owned()).collect(),
                _ => told.map(|name| name.line().into_owned()).collect(),
            };
            let texts = [domain, by.as_str()].into_iter().chain(changed.iter().map(String::as_str));
            self.push(Thing::Version(version.history_id.get()), version.date.copied(), texts);
        }
    }

    /// Hits among mail. Each word must be in the message's texts from its list, or in its kept text.
    pub fn mail(
        &self,
        store: &Store,
        ready: &Ready<'_>,
        among: Among<'_>,
        counts: impl Fn(&Thing) -> bool,
    ) -> (Group, Vec<u32>) {
        let (mut found, mut seen) = (Found::none(), vec![false; self.things.len()]);
        let texts = store.mail().texts().searched();
        let mut look = |i: usize| {
            if std::mem::replace(&mut seen[i], true) {
                return;
            }
            let (thing, at) = &self.things[i];
            let text = self.kept.0[i].map_or("", |place| texts.row(place));
            if let Some((band, text)) = ready.judge_with(self.texts.row(i), text, &MAIL).filter(|_| counts(thing)) {
                found.push(i, (band, i, text), || Rank::by_time(band, *at));
            }
        };
        self.texts.each(among, 0, &mut look);
        if let Among::Holding(word) = among {
            texts.search(word, |place| self.kept.1[place].into_iter().for_each(&mut look));
        }
        // Messages found by their kept text were added last, so the places are sorted.
        found.places.sort_unstable();
        group((Kind::Mail, store), found, |i| self.things[i].0.clone())
    }

    /// Hits among the things of a kind.
    pub fn group(&self, (kind, store): (Kind, &Store), ready: &Ready<'_>, among: Among<'_>) -> (Group, Vec<u32>) {
        let uses: &[Use] = match kind {
            Kind::Note => &NOTE,
            Kind::Version => &VERSION,
            _ => &SETTING,
        };
        let mut found = Found::none();
        self.texts.each(among, 0, |i| {
            let (_, at) = &self.things[i];
            if let Some((band, text)) = ready.judge(self.texts.row(i), uses) {
                found.push(i, (band, i, text), || Rank::by_time(band, *at));
            }
        });
        group((kind, store), found, |i| self.things[i].0.clone())
    }
}

fn mail_of(thing: &Thing) -> Option<MailKey> {
    if let Thing::Mail(key) = thing { Some(*key) } else { None }
}

/// Request for the newest versions of the account's settings.
pub fn versions() -> settings::History {
    settings::History { page: Page::default() }
}

/// Number that changes whenever the schema or the versions may have changed.
pub(super) fn settings_version(store: &Store) -> u64 {
    let of = |key: &str| store.generation(key) + store.state_of(key).at.map_or(0, |at| at.0 as u64);
    of(&settings::Schema {}.call().key()) + of(&versions().call().key())
}
