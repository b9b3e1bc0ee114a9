//! Tests of the store against a service that the test plays. Look first at `queries.rs`, the plainest.

mod acts;
mod answered;
mod behind;
mod damage;
pub(in crate::store) mod disk;
mod fill;
mod fresh;
pub(in crate::store) mod hostile;
mod images;
mod inquiries;
mod journal;
mod mail;
mod migration;
mod model;
mod no_way_back;
mod promised;
mod queries;
mod read_beside;
pub(in crate::store) mod restore;
mod reviews;
mod session;
mod settle;
mod undo_later;
mod walk;

use std::any::Any;
use std::sync::Arc;

use super::index::walk::Begin;
use super::*;
use crate::api::inquiries::List;
use crate::api::types::Inquiry;
use crate::api::{Paged, Request, Resource, Row};
use crate::base::{Id, Timestamp};
use crate::client::{Failure, FailureKind};
use crate::store::disk::DiskEvent;
use crate::store::writes::intent::SetMark;
use crate::store::writes::probe::{Found, Probe};

/// JSON of an inquiry, as the service sends it.
pub(super) fn json(id: i64, date: i64, marks: [bool; 4], more: &str) -> String {
    let [read, starred, archived, removed] = marks;
    format!(
        r#"{{"inquiry_id":{id},"inquire_date":{date},"domain":"d{id}.com","full_name":"Buyer {id}","email_confirmed":true,
        "marks":{{"read":{read},"starred":{starred},"archived":{archived},"removed":{removed}}}{more}}}"#
    )
}

pub(super) fn row(id: i64, date: i64, marks: [bool; 4], more: &str) -> Row<Inquiry> {
    Row::from_raw(&json(id, date, marks, more)).expect("a row of the test")
}

/// Rows without marks; the row with the highest id is the newest.
pub(super) fn rows(ids: impl IntoIterator<Item = i64>) -> Vec<Row<Inquiry>> {
    ids.into_iter().map(|id| row(id, 1_000 + id, [false; 4], "")).collect()
}

pub(super) fn id(n: i64) -> Id<Inquiry> {
    Id::new(n)
}

pub(super) fn ids(of: &[Id<Inquiry>]) -> Vec<i64> {
    of.iter().map(|id| id.get()).collect()
}

pub(super) fn spec(tab: Tab, filter: &str) -> ViewSpec {
    let filter = filter::parse(filter).expect("a filter of the test");
    ViewSpec { currency: "USD".to_owned(), ..ViewSpec::new(tab, &filter, Sort::default(), Timestamp(2_000)) }
}

pub(super) fn failure(kind: FailureKind) -> Failure {
    Failure { kind, status: None, errors: Vec::new(), retry_after: None, detail: "the connection broke".to_owned() }
}

pub(super) fn mark(ids: &[i64], mark: Mark, to: bool) -> Intent {
    Intent::Mark(SetMark { ids: ids.iter().map(|n| Id::new(*n)).collect(), mark, to })
}

pub(super) fn step(store: &mut Store, entry: EntryId, target: i64, step: WriteStep, at: i64) {
    store.settle(WriteProgress { entry, targets: id(target).into(), step, at: Timestamp(at) });
}

/// Store with these rows.
pub(super) fn store_with(rows: &[Row<Inquiry>]) -> Store {
    let mut store = Store::new("test");
    store.index.inquiries.absorb(rows, 0);
    store
}

/// Headline of an entry.
pub(super) fn headline(store: &Store, entry: EntryId) -> String {
    store.words_of(store.journal().get(entry).expect("an entry"))
}

/// Result of an entry, without the headline.
pub(super) fn outcome(store: &Store, entry: EntryId) -> String {
    store.journal().get(entry).expect("an entry").outcome(&store.index.inquiries)
}

/// Subject of an inquiry.
pub(super) fn about(n: i64) -> Subject {
    Subject::Inquiry(Id::new(n))
}

/// Things of the targets that can be sent now.
pub(super) fn sendable(store: &Store) -> Vec<(EntryId, Subject)> {
    things(store.sendable())
}

/// Targets with their things in place of their items.
pub(super) fn things(targets: Vec<(EntryId, Item)>) -> Vec<(EntryId, Subject)> {
    targets.into_iter().map(|(entry, item)| (entry, item.subject)).collect()
}

/// Inquiries that are to be read one by one now, for each check.
pub(super) fn due(store: &Store, now: Timestamp) -> Vec<(u64, Vec<Id<Inquiry>>)> {
    let ids = |ask: writes::Ask| match ask.probe {
        Probe::Inquiries(ids) => (ask.check, ids),
        other => panic!("not read one by one: {other:?}"),
    };
    store.readings_due(now).into_iter().map(ids).collect()
}

/// Readings of single inquiries; `None` for one the service does not know.
pub(super) fn found(rows: impl IntoIterator<Item = (i64, Option<Row<Inquiry>>)>) -> Found {
    Found::Inquiries(rows.into_iter().map(|(n, row)| (Id::new(n), row.map(Box::new))).collect())
}
