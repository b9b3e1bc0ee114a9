//! Marks of answered inquiries: local, and kept with the journal.

use std::fs;

use super::disk::{fill, open};
use super::*;
use crate::store::disk::{Noted, Places};

#[test]
fn an_answered_mark_outlives_the_program_its_cache_and_a_new_answer_of_the_service() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut first = open(&places).store;
    fill(&mut first, 5);
    first.note(Noted::answered(&[id(2), id(3)], Some(Timestamp(77)))).expect("kept");
    first.note(Noted::answered(&[id(3)], None)).expect("kept");
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
    // Another program has the account: the mark is shown, and none is taken that would be lost.
    let mut reading = open(&places).store;
    assert_eq!(reading.inquiries().answered_at(id(2)), Some(Timestamp(77)));
    let why = reading.note(Noted::answered(&[id(1)], Some(Timestamp(80)))).expect_err("refused");
    assert!(why.contains("another Parkade"), "{why}");
    assert_eq!(reading.inquiries().answered_at(id(1)), None);
}
