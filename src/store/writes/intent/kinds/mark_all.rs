//! Marks everything a filter matches at the service, also rows that are not known here (trap F.4).

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::super::kind::{BulkSaid, Kind, Said, Undone};
use super::super::rule::{Again, Rule, Travel};
use super::super::{Intent, Item, Value};
use super::SetMark;
use super::inquiries::ids_of;
use super::mark;
use crate::api::{Body, Call, DecodeError, Endpoint, Request, inquiries};
use crate::base::Timestamp;
use crate::store::subject::Mark;
use crate::store::writes::grounds::Grounds;
use crate::store::writes::journal::{Entry, Target};
use crate::store::writes::probe::{Found, Probe};
use crate::store::writes::settle::Reading;

/// Sets one mark of everything a filter matches: `known` is the mark of the rows known here, `filter` is the body of
/// the bulk call with `all`. Undo reverses the known rows only, so the question must say so. Not offered for hiding,
/// nor where the filter has terms only this program knows (F.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkAll {
    #[serde(flatten)]
    pub known: SetMark,
    /// Number of inquiries the filter matches, as the service said.
    pub of: u64,
    /// The filters of `parking/inquiries/bulk`, as they are sent.
    pub filter: Json,
}

/// Empty: its verbs have the rules of the marks.
pub(super) static RULES: [Rule; 0] = [];

/// Rules of the marks, changed for a write that is also about rows not known here: rows already marked are not left
/// out, and it is not sent again automatically, because the filter may match other rows by then.
static OF_ALL: [Rule; 8] = {
    let mut rules = mark::RULES;
    let mut place = 0;
    while place < rules.len() {
        rules[place] = Rule { travel: Travel::Everything, skips_so: false, again: Again::ByUser, ..rules[place] };
        place += 1;
    }
    rules
};

impl Intent {
    /// The same write without the targets of `left_out`: about `targets` alone, or, for one about everything a filter
    /// matches, about all the rest of it.
    pub fn without<'a>(&self, left_out: &[Target], mut targets: impl Iterator<Item = &'a Target>) -> Self {
        if let Self::MarkAll(all) = self { all.without(left_out, &mut targets) } else { self.about(targets) }
    }
}

impl MarkAll {
    fn without(&self, left_out: &[Target], targets: &mut dyn Iterator<Item = &Target>) -> Intent {
        let ids: Vec<i64> = left_out.iter().filter_map(|target| Some(target.subject.inquiry()?.get())).collect();
        let mut filter = self.filter.clone();
        let of = if let Json::Object(filter) = &mut filter {
            let less = self.of.saturating_sub(ids.len() as u64);
            filter.insert("exclude".to_owned(), ids.into());
            less
        } else {
            self.of
        };
        self.narrowed_to(targets, of, filter)
    }

    fn narrowed_to(&self, targets: &mut dyn Iterator<Item = &Target>, of: u64, filter: Json) -> Intent {
        Self { known: SetMark { ids: ids_of(targets), ..self.known }, of, filter }.into()
    }
}

impl Kind for MarkAll {
    fn rule(&self) -> &'static Rule {
        &OF_ALL[self.known.place()]
    }

    fn items(&self) -> Vec<Item> {
        self.known.items()
    }

    fn narrowed(&self, targets: &mut dyn Iterator<Item = &Target>) -> Option<Intent> {
        Some(self.narrowed_to(targets, self.of, self.filter.clone()))
    }

    fn endpoint(&self) -> &'static Endpoint {
        self.known.endpoint()
    }

    fn call(&self, _: &[Item]) -> Call {
        let mut call = inquiries::Bulk {
            action: self.known.action(),
            ids: None,
            everything: Some(true),
            exclude: None,
            filter: inquiries::BulkFilter::default(),
        }
        .call();
        if let (Body::Json(Json::Object(body)), Json::Object(filter)) = (&mut call.body, &self.filter) {
            body.extend(filter.clone());
        }
        call
    }

    fn said(&self, items: &[Item], body: &[u8]) -> Result<Said, DecodeError> {
        Ok(Said::Bulk(BulkSaid::read(&inquiries::Bulk::decode(body)?, items)))
    }

    fn size(&self) -> usize {
        usize::try_from(self.of).unwrap_or(usize::MAX)
    }

    fn what(&self) -> String {
        format!("all {}", self.rule().noun.count(self.size()))
    }

    fn after(&self, item: &Item) -> Value {
        self.known.after(item)
    }

    fn before(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        self.known.before(grounds, item)
    }

    fn truth(&self, grounds: &Grounds<'_>, item: &Item) -> Option<Value> {
        self.known.truth(grounds, item)
    }

    fn why_not(&self, _: &Grounds<'_>, _: Timestamp) -> Option<String> {
        let hides = self.known.mark == Mark::Hidden;
        hides.then(|| "Only loaded rows can be hidden; mark them with one *.".to_owned())
    }

    fn inverse(&self, undone: &Undone<'_>) -> Option<Intent> {
        self.known.inverse(undone)
    }

    fn probe(&self, entry: &Entry, items: &[Item]) -> Option<Probe> {
        self.known.probe(entry, items)
    }

    fn reading(&self, entry: &Entry, item: &Item, found: &Found) -> Reading {
        self.known.reading(entry, item, found)
    }
}

/// The body of a bulk call over everything a filter matches.
pub fn filter_body(filter: &inquiries::InquiryFilter) -> Json {
    let call = inquiries::Bulk {
        action: inquiries::BulkAction::MarkRead,
        ids: None,
        everything: None,
        exclude: None,
        filter: filter.into(),
    }
    .call();
    match call.body {
        Body::Json(Json::Object(mut body)) => {
            body.remove("action");
            Json::Object(body)
        }
        _ => Json::Null,
    }
}
