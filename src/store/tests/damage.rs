//! A damaged journal or one without its write-ahead log: readable entries are kept and lost ones are reported. Also a
//! cache that cannot be opened.

use std::fs;
use std::path::Path;

use rusqlite::Connection;

use super::disk::{fill, open, tell};
use super::*;
use crate::store::disk::{Disk, DiskEvent, Places};

/// Proves R-72.
#[test]
fn a_damaged_journal_is_kept_and_read_up_to_the_damage() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut first = open(&places).store;
    fill(&mut first, 5);
    for n in 1..=3 {
        first.plan(mark(&[n], Mark::Read, true), Timestamp(n)).expect("planned");
    }
    drop(first);
    let db = Connection::open(places.journal_db()).expect("opened");
    db.execute("UPDATE entry SET what = '{\"mark\":' WHERE id = 3", []).expect("damaged");
    drop(db);
    let opened = open(&places);
    assert!(opened.notices[0].contains("journal.2026-03-12.damaged.db; its first 2 changes"), "{:?}", opened.notices);
    assert_eq!(opened.store.journal().entries().count(), 2);
    drop(opened);
    assert_eq!(open(&places).store.journal().entries().count(), 2, "and they are kept");
    fs::write(places.journal_db(), b"no database").expect("written");
    let mut opened = open(&places);
    assert!(opened.notices[0].contains("no change could be read"), "{:?}", opened.notices);
    assert!(opened.store.plan(mark(&[1], Mark::Read, true), Timestamp(1)).is_ok());
}

/// A journal that got three acts and has their count beside it, but has lost its write-ahead log: the file itself has
/// only the first `in_the_file` acts.
fn without_its_log(in_the_file: i64, to: &Path) -> Places {
    let dir = tempfile::tempdir().expect("a folder");
    let (places, copy) = (Places::in_dir(dir.path(), "a"), Places::in_dir(to, "a"));
    let mut first = open(&places).store;
    fill(&mut first, 5);
    fs::create_dir_all(copy.journal_db().parent().expect("a folder")).expect("made");
    for n in 1..=3 {
        first.plan(mark(&[n], Mark::Read, true), Timestamp(n)).expect("planned");
        first.disk().expect("a disk").flush();
        if n == in_the_file {
            fs::copy(places.journal_db(), copy.journal_db()).expect("copied");
        }
    }
    fs::copy(places.journal_count(), copy.journal_count()).expect("copied");
    copy
}

#[test]
fn a_missing_write_ahead_log_loses_no_act_that_is_in_the_file() {
    let after = tempfile::tempdir().expect("a folder");
    let opened = open(&without_its_log(3, after.path()));
    assert_eq!((opened.notices.len(), opened.store.journal().waiting()), (0, 3), "{:?}", opened.notices);
}

#[test]
fn acts_lost_with_a_write_ahead_log_are_reported_and_the_others_are_read_before_they_are_sent() {
    let after = tempfile::tempdir().expect("a folder");
    let places = without_its_log(1, after.path());
    let opened = open(&places);
    assert!(opened.notices[0].contains("2 changes in it are lost"), "{:?}", opened.notices);
    let states: Vec<State> = opened.store.journal().entries().map(|entry| entry.targets[0].state).collect();
    assert_eq!(states, [State::Unknown], "it may have been sent, and is read back");
    drop(opened);
    assert_eq!(open(&places).notices, [""; 0], "it is told once");
}

#[test]
fn a_cache_that_cannot_be_opened_sends_no_rows_to_the_walks() {
    let dir = tempfile::tempdir().expect("a folder");
    let blocked = dir.path().join("blocked");
    fs::write(&blocked, b"").expect("written");
    let (tell, events) = tell();
    Disk::open(&Places::new(&blocked, &dir.path().join("state"), "a"), Timestamp(1), &tell).flush();
    let of_rows =
        |event: &DiskEvent| matches!(event, DiskEvent::CacheOff(_) | DiskEvent::Rows(_) | DiskEvent::Domains(_));
    let told: Vec<DiskEvent> = events.try_iter().filter(of_rows).collect();
    assert!(matches!(told[..], [DiskEvent::CacheOff(_)]), "{} events", told.len());
}
