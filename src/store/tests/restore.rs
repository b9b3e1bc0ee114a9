//! The undo that adds removed domains back also writes back their own settings.

use std::collections::HashMap;

use serde_json::json;

use super::journal::{do_it, next_undo, said, send, undo};
use super::*;
use crate::api::Reply as _;
use crate::api::domains::AllSettings;
use crate::api::types::{DomainSettings, Import};
use crate::base::DomainName;
use crate::store::lists::jobs::imports_page;
use crate::store::writes::CHANGED;
use crate::store::writes::intent::{ActOnDomains, DomainAct};

/// Page of domains with own settings: `a.com` with a BIN price.
fn page(price: i64) -> Paged<DomainSettings> {
    let bin = json!({ "value": price, "source": "domain", "domain_value": price, "account_value": null });
    let row = json!({ "domain": "a.com", "settings": { "bin_price": bin } });
    let pages = json!({ "current_page": 1, "last_page": 1, "per_page": 200, "total": 1 });
    AllSettings::decode(json!({ "domains": [row], "pagination": pages }).to_string().as_bytes()).expect("a page")
}

/// Takes in own settings of `a.com`; nothing is known of those of `b.com`.
pub fn reads_own(store: &mut Store) {
    let call = store.next_own_settings().call();
    store.absorb_settings(&call, &page(900), Timestamp(1));
}

/// Removal of `a.com` and `b.com`.
pub fn removal() -> Intent {
    let names = ["a.com", "b.com"].map(|name| DomainName::parse(name).expect("a name")).to_vec();
    ActOnDomains { act: DomainAct::Delete, names, tab: DomainTab::MyDomains }.into()
}

/// Takes in this status of import 7, by which the service adds the domains back.
pub fn import(store: &mut Store, status: &str) {
    let import = json!({ "import_id": 7, "status": status, "data_type": "text", "queue_date": 1, "progress": 0.5 });
    let pages = json!({ "current_page": 1, "last_page": 1, "per_page": 50, "shown": 1, "total": 1 });
    let body = json!({ "imports": [import], "pagination": pages }).to_string();
    let page: Paged<Import> = Paged::decode(body.as_bytes()).expect("a page");
    store.lists.jobs.absorb(&imports_page(1).call(), &page, Timestamp(5), true);
}

/// Sends the undo that adds the domains back, and takes its import's number, 7.
pub fn added_back(store: &mut Store, back: EntryId) {
    send(store, back, 4);
    store.settle(WriteProgress { entry: back, targets: Which::All, step: WriteStep::Made(7), at: Timestamp(4) });
}

/// Restore that follows the undo.
pub fn restore_of(store: &Store, back: EntryId) -> &Entry {
    store.journal().entries().find(|entry| entry.origin == Origin::Restore(back)).expect("planned")
}

#[test]
fn prices_of_removed_domains_are_written_back_once_they_are_in_the_account() {
    let mut store = store_with(&[]);
    reads_own(&mut store);
    do_it(&mut store, removal(), 2);
    assert!(store.own_settings().of("a.com").is_none(), "only the journal knows it now");
    let back = undo(&mut store, 3);
    assert_eq!(
        said(&store, back),
        "Undone: adding 2 domains back; prices and settings of 1 domain follow, those of 1 domain were not read"
    );
    let restore = restore_of(&store, back).id;
    assert!(store.sendable().iter().all(|(entry, _)| *entry == back), "not before they are back");
    added_back(&mut store, back);
    assert_eq!(store.sendable(), [], "nothing tells yet that they are");
    import(&mut store, "running");
    assert_eq!(store.sendable(), []);
    import(&mut store, "finished");
    let subject = Subject::Domain("a.com".into());
    assert_eq!(sendable(&store), [(restore, subject)]);
    let target = &restore_of(&store, back).targets[0];
    assert_eq!((target.before.as_ref(), &target.after), (Some(&Value::Null), &Value::Whole(900)));
    send(&mut store, restore, 6);
    assert_eq!(store.undo_ended().expect("told").text, "Written back: 1 price of 1 domain");
    assert_eq!(next_undo(&store), None, "it is a part of the undo");
}

/// The list of domains with own settings leaves out unverified domains, so each of these is read before its removal.
#[test]
fn own_settings_of_a_domain_are_read_before_it_is_removed() {
    let mut store = store_with(&[]);
    reads_own(&mut store);
    store.plan(removal(), Timestamp(2)).expect("planned");
    let batch = store.next_batch(false).expect("a batch");
    let unread: Vec<Probe> = store.looks(&batch, Timestamp(3)).into_iter().filter(is_of_settings).collect();
    assert_eq!(unread, [Probe::OwnSettings(vec![DomainName::parse("b.com").expect("a name")])]);
    let settings = page(31_111).rows.remove(0).value.settings.get().cloned();
    let found = Found::OwnSettings(HashMap::from([("b.com".to_owned(), settings)]));
    let (batch, _) = store.looked(&batch, &[found], Timestamp(3));
    let own = |store: &Store, name: &str| {
        let entry = store.journal().get(batch.targets[0].0).expect("an entry");
        let target =
            entry.targets.iter().find(|target| target.subject == Subject::Domain(name.into())).expect("a target");
        target.own().and_then(|own| own.get("bin_price")).cloned()
    };
    assert_eq!((own(&store, "a.com"), own(&store, "b.com")), (Some(json!(900)), Some(json!(31_111))));
}

fn is_of_settings(probe: &Probe) -> bool {
    matches!(probe, Probe::OwnSettings(_))
}

#[test]
fn a_price_set_elsewhere_since_the_domain_is_back_is_left() {
    let mut store = store_with(&[]);
    reads_own(&mut store);
    do_it(&mut store, removal(), 2);
    let back = undo(&mut store, 3);
    added_back(&mut store, back);
    import(&mut store, "finished");
    let batch = store.next_batch(false).expect("a batch");
    let settings = page(950).rows.remove(0).value.settings.get().cloned();
    let found = Found::OwnSettings(HashMap::from([("a.com".to_owned(), settings)]));
    let (batch, _) = store.looked(&batch, &[found], Timestamp(6));
    assert_eq!(batch.targets, []);
    assert_eq!(store.conflict(), None, "nobody is asked");
    assert!(store.undo_ended().expect("told").text.contains(CHANGED));
}

#[test]
fn domains_that_were_not_added_back_get_nothing() {
    let mut store = store_with(&[]);
    reads_own(&mut store);
    do_it(&mut store, removal(), 2);
    let back = undo(&mut store, 3);
    let step = WriteStep::Refused(failure(FailureKind::Refused));
    store.settle(WriteProgress { entry: back, targets: Which::All, step, at: Timestamp(4) });
    store.review(Timestamp(4));
    assert_eq!(store.sendable(), []);
    assert_eq!(restore_of(&store, back).targets[0].evidence, "it was not added back");
}

#[test]
fn an_undone_removal_is_not_done_again_by_a_key() {
    let mut store = store_with(&[]);
    reads_own(&mut store);
    do_it(&mut store, removal(), 2);
    let back = undo(&mut store, 3);
    added_back(&mut store, back);
    let redo = store.journal().redo_order(1)[0];
    assert!(matches!(store.reverse(redo, Timestamp(5)), Err(NotPlanned::No(_))), "a removal is always asked about");
    import(&mut store, "finished");
    assert_eq!(store.sendable().len(), 1, "what it had is written back all the same");
}
