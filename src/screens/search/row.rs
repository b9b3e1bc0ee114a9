//! Words of a hit: its title, a note beside it, and the words it was found in.

use crate::api::settings::Schema;
use crate::api::types::{HistoryScope, Inquiry};
use crate::base::{Id, Timestamp, Untrusted};
use crate::screens::domain;
use crate::screens::inquiry::gist::gist;
use crate::screens::message;
use crate::store::index::inquiries::{COVER, Field};
use crate::store::search::{Hit, Query, Thing, versions};
use crate::store::shown;
use crate::store::subject::DomainKey;
use crate::store::{FieldName, MailKey, Store, Subject, notes};
use crate::ui::World;

/// A hit in words.
#[derive(Debug, Default)]
pub struct Said {
    pub title: String,
    pub aside: String,
    /// Price or offer.
    pub money: String,
    /// True for a price whose currency is not known.
    pub is_bare: bool,
    /// Label of `words`, if the hit is in a text that is not shown otherwise.
    pub label: &'static str,
    pub words: String,
    pub at: Option<Timestamp>,
}

/// Texts of an inquiry that are shown only if the hit is in them.
const TEXTS: [(Field, &str); 5] = [
    (Field::Email, "email"),
    (Field::Company, "company"),
    (Field::Reference, "reference"),
    (Field::Phone, "phone"),
    (Field::OfferText, "offer"),
];
/// Places of a message's texts among those searched; they tell in which text a hit is.
const TO: u8 = 3;
const FILES: u8 = 4;
const NOTE: u8 = 6;
const TEXT: u8 = 7;

/// Words for a hit; `None` if its thing is no longer known.
pub fn said(hit: &Hit, query: &Query, world: &World<'_>) -> Option<Said> {
    let saying = Saying { hit, query, store: world.store, covered: world.store.session().redact };
    match &hit.thing {
        Thing::Domain(key) => saying.domain(*key),
        Thing::Inquiry(id) => saying.inquiry(*id),
        Thing::Mail(key) => saying.mail(*key),
        Thing::Note(about) => saying.note(about),
        Thing::Setting(name) => saying.setting(name),
        Thing::Version(id) => saying.version(*id),
    }
}

/// A hit that is put into words.
struct Saying<'a> {
    hit: &'a Hit,
    query: &'a Query,
    store: &'a Store,
    /// True while personal data is covered.
    covered: bool,
}

impl Saying<'_> {
    fn personal(&self, text: &str) -> String {
        if self.covered && !text.is_empty() { COVER.to_owned() } else { text.to_owned() }
    }

    fn domain(&self, key: DomainKey) -> Option<Said> {
        let row = self.store.domains().row(key)?;
        // Without a known currency only the amount is shown, as in Domains.
        let currency = self.store.currency_of(row.punycode()).unwrap_or_default();
        let record = self.store.domains().record(row.punycode());
        let price = row.bin().copied().map(|price| self.personal(&domain::words::money(price, &currency)));
        Some(Said {
            title: row.name().to_owned(),
            aside: row.state_word().to_owned(),
            money: price.unwrap_or_default(),
            is_bare: currency.0.is_empty(),
            words: record.map_or_else(String::new, |record| noted(record, self.covered)),
            at: row.added(),
            ..Said::default()
        })
    }

    fn inquiry(&self, id: Id<Inquiry>) -> Option<Said> {
        let row = self.store.inquiries().row(id)?;
        let found = TEXTS.into_iter().find(|(field, _)| *field as u8 == self.hit.text);
        let (field, label) = found.unwrap_or((Field::Message, ""));
        let (words, is_hit) = (row.text(field), |words: &str| !self.query.spans(words).is_empty());
        let short = if field == Field::Message { gist(words, row.buyer()) } else { words };
        Some(Said {
            title: row.domain().to_owned(),
            aside: row.who().to_owned(),
            money: row.offer_words(),
            label,
            // The greeting is shown, too, if only the greeting has the hit.
            words: if is_hit(words) && !is_hit(short) { words } else { short }.to_owned(),
            at: row.date(),
            is_bare: false,
        })
    }

    fn mail(&self, key: MailKey) -> Option<Said> {
        let mail = self.store.mail();
        let row = mail.row(key)?;
        let (label, words) = match self.hit.text {
            TO => ("to", self.personal(&row.to)),
            FILES => ("attachments", row.attachments.as_deref().unwrap_or_default().join(", ")),
            NOTE => ("note", self.personal(mail.mark(key).map_or("", |mark| &mark.note))),
            TEXT if mail.is_cautioned() => ("message", self.personal(self.query.near(mail.texts().of(&row.id)))),
            // The notice about caught mail must be shown before any of its text.
            _ if mail.is_cautioned() => ("", self.personal(&row.summary)),
            _ => ("", String::new()),
        };
        let (title, aside) = (self.personal(message::subject(row)), self.personal(&row.who));
        Some(Said { title, aside, label, words, at: row.date, ..Said::default() })
    }

    fn note(&self, about: &Subject) -> Option<Said> {
        let record = self.store.notes().of(about)?;
        let (title, aside) = match about {
            Subject::Inquiry(id) => {
                let row = self.store.inquiries().row(*id);
                row.map_or_else(Default::default, |row| (row.domain().to_owned(), row.buyer().to_owned()))
            }
            Subject::Sender(address) => (self.personal(address), String::new()),
            about => (about.name().map_or_else(|| about.words(), |name| name.unicode().to_owned()), String::new()),
        };
        let at = record.iter().map(|(_, entry)| entry.at).max();
        Some(Said { title, aside, words: noted(record, self.covered), at, ..Said::default() })
    }

    fn setting(&self, name: &str) -> Option<Said> {
        let schema = self.store.query(&Schema {}).value?;
        let of = schema.values().find(|of| of.name.line() == name)?;
        let text = |text: Option<&Untrusted>| text.map_or_else(String::new, |text| text.line().into_owned());
        let label = text(of.label.get());
        Some(Said {
            title: if label.is_empty() { name.to_owned() } else { label },
            aside: text(of.category.get()),
            words: text(of.explain.get()),
            ..Said::default()
        })
    }

    fn version(&self, id: i64) -> Option<Said> {
        let page = self.store.query(&versions()).value?;
        let version = page.values().find(|version| version.history_id.get() == id)?;
        let of = match (version.domain.get(), version.scope.get()) {
            (Some(name), _) => name.unicode().to_owned(),
            (None, Some(HistoryScope::Profile)) => "profile".to_owned(),
            _ => "account".to_owned(),
        };
        let names = version.changed.get().into_iter().flatten();
        let names = names.map(|name| shown::versions::label_of(&FieldName::named(name.raw()), self.store));
        let by = version.source_ref.get().map_or_else(String::new, |by| by.line().into_owned());
        Some(Said { title: joined(names), aside: joined([of, by]), at: version.date.copied(), ..Said::default() })
    }
}

/// Tags, then the note.
fn noted(record: &notes::Record, covered: bool) -> String {
    let note = if covered && !record.note().is_empty() { COVER } else { record.note() };
    joined(record.tags().map(|tag| format!("#{tag}")).chain([note.to_owned()]))
}

fn joined(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" · ")
}
