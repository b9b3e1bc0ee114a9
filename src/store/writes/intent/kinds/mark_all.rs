//! Marks all inquiries that match a filter at the service, also rows that the program has not read (trap F.4).

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

/// Sets or clears one mark of all inquiries that match a filter. `known` has the rows that were read, `filter` the
/// filters of the bulk call with `all`. Undo reverses the known rows only, so the question must say so. It is not
/// offered for hiding, nor for a filter with local terms (F.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkAll {
    #[serde(flatten)]
    pub known: SetMark,
    /// Number of inquiries that match the filter, by the service.
    pub of: u64,
    /// Filters of `parking/inquiries/bulk`, as they are sent.
    pub filter: Json,
}

/// No rules of its own: [`OF_ALL`] is made from those of the marks.
pub(super) static RULES: [Rule; 0] = [];

/// Rules of the marks, changed for a write that is also about unknown rows: rows that have the mark are not left out,
/// and it is not sent again automatically, because other rows may match the filter then.
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
    /// Same write without the targets in `left_out`. It is about `targets` only; a write about everything that matches
    /// a filter excludes the targets left out.
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

/// Filters in the body of a bulk call about everything that matches a filter.
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
