//! The user's marks and notes about mail, and kept messages and texts.

use serde_json::json;

use super::disk::open;
use super::*;
use crate::api::emails;
use crate::client::Lane;
use crate::store::disk::{DiskEvent, Noted, Places};
use crate::store::filter::MailQuery;
use crate::store::lists::mail::{KeptTexts, MailMark};

/// Kept body of a message.
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
    first.note(noted(&mark), String::new(), Timestamp(1)).expect("noted");
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
    second.lists.mail.absorb(&list.call(), &emails::List::decode(answer.as_bytes()).expect("a page"));
    let key = second.mail().find("m-1").expect("a row");
    assert_eq!(second.mail().mark(key), Some(&mark));
    second.note(noted(&MailMark::default()), String::new(), Timestamp(1)).expect("noted");
    second.disk().expect("a disk").flush();
    drop(second);
    assert_eq!(open(&places).store.mail().noted().count(), 0);
}

/// Kept texts of messages.
fn texts(store: &Store) -> KeptTexts {
    let (sender, told) = std::sync::mpsc::channel();
    store.disk().expect("a disk").mail_texts(Box::new(move |kept| sender.send(kept).expect("heard")));
    told.recv().expect("told")
}

fn answer(store: &mut Store, want: &Want, body: &'static str) {
    store.mark_loading(&want.key, 1);
    let result = Ok((want.decode)(body.as_bytes()).expect("an answer"));
    let (key, call) = (want.key.clone(), want.call.clone());
    let body = want.keep.then(|| body.into());
    store.accept(Reply { key, generation: 1, call, at: Timestamp(900), body, result });
}

#[test]
fn the_text_of_an_opened_message_is_kept_with_it_and_goes_with_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    for keeps in [false, true] {
        let mut first = open(&places).store;
        first.session_mut().keeps_mail = keeps;
        let about = Want::of(&emails::Get { id: "m/1".to_owned() }, Lane::User);
        answer(&mut first, &about, r#"{"email":{"id":"m/1","subject":["Your passport"]}}"#);
        let key = first.mail().find("m/1").expect("a row");
        let message = first.want_message(key, Lane::User).expect("a want");
        answer(&mut first, &message, "Subject: x\r\n\r\nThe  notary\r\nasks.\r\n");
        first.disk().expect("a disk").flush();
        assert_eq!(first.mail().texts().of("m/1"), if keeps { "The notary asks." } else { "" });
    }
    let mut second = open(&places).store;
    let kept = texts(&second);
    second.from_disk(DiskEvent::MailTexts(Box::new(kept)), Timestamp(901));
    let row = second.mail().find("m/1").and_then(|key| second.mail().row(key)).expect("its list is not read");
    assert_eq!((&*row.subject, second.mail().texts().of("m/1")), ("Your passport", "The notary asks."));
    second.purge_mail();
    assert!(second.mail().texts().is_empty());
    second.disk().expect("a disk").flush();
    drop(second);
    assert!(texts(&open(&places).store).texts.is_empty());
}
