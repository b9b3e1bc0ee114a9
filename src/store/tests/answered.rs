//! Marks of answered inquiries: kept on this machine, with the notes.

use std::fs;

use rusqlite::Connection;

use super::disk::{fill, open};
use super::*;
use crate::store::disk::Places;
use crate::store::notes::{Key, NoteChange};

#[test]
fn an_answered_mark_outlives_the_program_its_cache_and_a_new_answer_of_the_service() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut first = open(&places).store;
    fill(&mut first, 5);
    let (marks, _) = first.replied(&[id(2), id(3)], Timestamp(77));
    assert!(first.change_notes(marks, "2 answered".to_owned(), Timestamp(77)));
    first.change_notes(vec![NoteChange::new(id(3), Key::Answered, "")], "1 unanswered".to_owned(), Timestamp(78));
    fill(&mut first, 5);
    assert_eq!(ids(&first.inquiries().view(&spec(Tab::All, "is:answered"))), [2]);
    assert_eq!(ids(&first.inquiries().view(&spec(Tab::All, "-is:answered"))), [5, 4, 3, 1]);
    first.purge_cache();
    first.disk().expect("a disk").flush();
    drop(first);
    fs::remove_file(places.cache_db()).expect("removed");
    let mut second = open(&places).store;
    assert_eq!(second.inquiries().answered_at(id(2)), Some(Timestamp(77)));
    fill(&mut second, 5);
    assert_eq!(ids(&second.inquiries().view(&spec(Tab::All, "is:answered"))), [2]);
}

#[test]
fn an_answered_mark_of_an_earlier_version_is_taken_over_once() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    drop(open(&places));
    let journal = Connection::open(places.journal_db()).expect("the journal");
    journal.execute("INSERT INTO answered (inquiry, at) VALUES (2, 77), (3, 78)", []).expect("marks as they were kept");
    drop(journal);
    fs::remove_file(places.notes_db()).expect("a version without them had no such file");
    let mut store = open(&places).store;
    assert_eq!(store.inquiries().answered_at(id(2)), Some(Timestamp(77)));
    store.change_notes(vec![NoteChange::new(id(3), Key::Answered, "")], String::new(), Timestamp(80));
    store.disk().expect("a disk").flush();
    drop(store);
    let again = open(&places).store;
    assert_eq!(
        (again.inquiries().answered_at(id(2)), again.inquiries().answered_at(id(3))),
        (Some(Timestamp(77)), None)
    );
}
