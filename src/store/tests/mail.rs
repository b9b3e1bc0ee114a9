//! What this computer notes about mail, and what is kept of messages.

use serde_json::json;

use super::disk::open;
use super::*;
use crate::api::emails;
use crate::store::disk::{Noted, Places};
use crate::store::filter::MailQuery;
use crate::store::mail::MailMark;

/// What is kept of a message.
fn kept(store: &Store, id: &str) -> Option<Vec<u8>> {
    let (sender, told) = std::sync::mpsc::channel();
    let call = emails::Download { id: id.to_owned() }.call();
    store.disk().expect("a disk").reply(&call, Box::new(move |kept| sender.send(kept).expect("heard")));
    told.recv().expect("told").map(|(_, body)| body)
}

#[test]
fn marks_and_notes_outlive_the_program_and_a_purge_of_mail() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut first = open(&places).store;
    let mark = MailMark { read: true, starred: true, note: "call her".to_owned() };
    let noted = |mark: &MailMark| Noted::mail(vec![("m-1".into(), mark.clone())]);
    first.note(noted(&mark)).expect("noted");
    let call = emails::Download { id: "m-1".to_owned() }.call();
    first.disk().expect("a disk").put_reply(&call, Timestamp(5), "raw".into());
    assert_eq!(kept(&first, "m-1").as_deref(), Some(&b"raw"[..]));
    first.purge_mail();
    assert_eq!(kept(&first, "m-1"), None);
    first.purge_cache();
    first.disk().expect("a disk").flush();
    drop(first);
    let mut second = open(&places).store;
    let answer = json!({ "emails": [{ "id": "m-1" }], "pagination": { "total": 1 } }).to_string();
    let list = MailQuery::default().list(emails::Match::Inbox, 1);
    second.mail.absorb(&list.call(), &emails::List::decode(answer.as_bytes()).expect("a page"));
    let key = second.mail().find("m-1").expect("a row");
    assert_eq!(second.mail().mark(key), Some(&mark));
    second.note(noted(&MailMark::default())).expect("noted");
    second.disk().expect("a disk").flush();
    drop(second);
    assert_eq!(open(&places).store.mail().noted().count(), 0);
}
