//! Undo of writes that the service still works on, or that cannot be sent now: the undo waits, and counts as done only
//! when it is done.

use std::collections::BTreeMap;

use super::journal::{do_it, next_undo, on_its_way, said, send, undo};
use super::*;
use crate::base::DomainName;
use crate::store::subject::{FieldName, Value};
use crate::store::writes::intent::{ActOnDomains, DomainAct, Edit, SaveSettings, SettingEdit};

/// A queued bulk act has no outcome at first; that of each row becomes known later.
#[test]
fn undo_restores_every_row_of_a_queued_archive() {
    let mut store = store_with(&rows([1, 2, 3]));
    let entry = store.plan(mark(&[1, 2, 3], Mark::Archived, true), Timestamp(1)).expect("planned");
    let batch = store.next_batch(false).expect("a batch");
    store.begin_send(entry, &Which::All, Timestamp(1), Box::new(|_| {}));
    let queued = br#"{"success":true,"matched":3,"applied":null,"queued":true,"not_found":[]}"#;
    assert_eq!(store.answered(&batch, queued, Timestamp(1)).open, 3);
    step(&mut store, entry, 3, WriteStep::SettledApplied { evidence: String::new(), made: None }, 3);
    let back = undo(&mut store, 3);
    assert_eq!(ids(&store.inquiries().view(&spec(Tab::Active, ""))), [3, 2, 1], "all are back on the screen");
    assert_eq!(said(&store, back), "Undo will follow: 2 of 3 inquiries are still being archived");
    assert_eq!(sendable(&store), [(back, about(3))]);
    for n in [1, 2] {
        step(&mut store, entry, n, WriteStep::SettledApplied { evidence: String::new(), made: None }, 5);
    }
    assert_eq!(sendable(&store), [(back, about(1)), (back, about(2)), (back, about(3))]);
    send(&mut store, back, 6);
    assert_eq!(store.undo_ended().expect("told").text, "Undone: 3 inquiries back in Active");
    assert_eq!(next_undo(&store), None);
}

/// A change that the service makes in the background is also undone in the background, not at the press of `u`.
#[test]
fn an_undo_is_called_done_when_the_service_has_done_it() {
    let mut store = store_with(&rows([1, 2]));
    let entry = on_its_way(&mut store, &[1, 2]);
    for n in [1, 2] {
        step(&mut store, entry, n, WriteStep::SettledApplied { evidence: String::new(), made: None }, 2);
    }
    let back = undo(&mut store, 3);
    assert_eq!(said(&store, back), "Undoing: 2 inquiries back in Active");
    assert_eq!(store.undo_ended(), None);
    send(&mut store, back, 4);
    assert_eq!(store.undo_ended().expect("told").text, "Undone: 2 inquiries back in Active");
}

#[test]
fn an_undo_that_cannot_be_sent_now_is_called_queued() {
    let mut store = store_with(&rows([1]));
    do_it(&mut store, mark(&[1], Mark::Archived, true), 1);
    store.session_mut().write_hold = WriteHold::TokenRefused;
    let back = undo(&mut store, 2);
    let words = store.undo_words(back).expect("an undo");
    assert_eq!((words.text.as_str(), words.queued), ("Undo queued: d1.com (Buyer 1) back in Active", true));
    store.session_mut().write_hold = WriteHold::No;
    send(&mut store, back, 4);
    assert_eq!(store.undo_ended().expect("told").text, "Undone: d1.com (Buyer 1) back in Active");
}

#[test]
fn the_undo_of_a_setting_waits_while_its_domain_is_added_back() {
    let mut store = store_with(&[]);
    let name = DomainName::parse("a.com").expect("a name");
    let subject = Subject::domain(&name);
    let edit = Edit { field: FieldName::fixed("min_offer"), before: Some(Value::Whole(40)), after: Value::Whole(43) };
    let edits = vec![SettingEdit { subject: subject.clone(), edit }];
    let setting = do_it(&mut store, SaveSettings::new(edits, BTreeMap::new()).into(), 1);
    let removal = ActOnDomains { act: DomainAct::Delete, names: vec![name], tab: DomainTab::MyDomains };
    do_it(&mut store, removal.into(), 2);
    let back = undo(&mut store, 3);
    let waits = undo(&mut store, 3);
    assert_eq!(store.journal().get(waits).expect("kept").origin, Origin::Undo(setting));
    assert_eq!(said(&store, waits), "Undo will follow once the domain is back in the account");
    assert_eq!(sendable(&store), [(back, subject.clone())]);
    send(&mut store, back, 4);
    assert_eq!(sendable(&store), [(waits, subject)], "the name is back");
    assert!(said(&store, waits).starts_with("Undoing: "), "not said to be done before it is: {}", said(&store, waits));
    send(&mut store, waits, 5);
    assert!(said(&store, waits).starts_with("Undone: "), "{}", said(&store, waits));
}
