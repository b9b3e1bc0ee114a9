use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};

use rusqlite::Connection;

use super::*;
use crate::store::disk::{Disk, DiskEvent, FirstReads, LoadedRows, Places, Tell, first_page, first_replies};

pub struct Opened {
    pub store: Store,
    pub notices: Vec<String>,
    off: Vec<String>,
}

pub fn tell() -> (Tell, Receiver<DiskEvent>) {
    let (sender, events) = channel();
    let sender = Mutex::new(sender);
    let tell: Tell = Arc::new(move |event| {
        let _ = sender.lock().expect("the sender").send(event);
    });
    (tell, events)
}

/// The program started on these files, with everything taken in that the disk sent.
pub fn open(places: &Places) -> Opened {
    let (tell, events) = tell();
    let disk = Disk::open(places, Timestamp(1_773_300_000), &tell);
    disk.flush();
    let mut store = Store::new("test");
    store.attach(disk);
    let mut off = Vec::new();
    for event in events.try_iter() {
        if let DiskEvent::CacheOff(why) | DiskEvent::JournalOff(why) = &event {
            off.push(why.clone());
        }
        store.from_disk(event, Timestamp(500));
    }
    let notices = std::mem::take(&mut store.session_mut().notices);
    Opened { store, notices, off }
}

pub fn fill(store: &mut Store, n: i64) {
    let page = Paged::<Inquiry> { rows: rows(1..=n), ..Paged::default() };
    let absorbed = store.index.inquiries.absorb(&page.rows, 0);
    store.keep(&absorbed, Timestamp(9));
}

fn durable(store: &mut Store, entry: EntryId) -> Result<(), String> {
    let (sender, answer) = channel();
    store.begin_send(entry, &Which::All, Timestamp(3), Box::new(move |result| sender.send(result).expect("heard")));
    answer.recv().expect("answered")
}

/// Copy of the files of a program that was killed.
pub fn kill(places: &Places, store: Store, to: &Path) -> Places {
    store.disk().expect("a disk").flush();
    let copy = Places::in_dir(to, "a");
    for (from, to) in [(places.cache_db(), copy.cache_db()), (places.journal_db(), copy.journal_db())] {
        fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        for suffix in ["", "-wal"] {
            let with = |path: &Path| format!("{}{suffix}", path.display());
            fs::copy(with(&from), with(&to)).expect("copied");
        }
    }
    drop(store);
    copy
}

/// Proves R-70.
#[test]
fn a_killed_program_finds_its_rows_and_its_open_write_again() {
    let (dir, after) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let places = Places::in_dir(dir.path(), "a");
    let mut first = open(&places);
    assert_eq!((first.notices.len(), first.off.len()), (0, 0));
    fill(&mut first.store, 30);
    first.store.begin_walk(Walked::Inquiries, Begin::Resume, Timestamp(1));
    let (_, began) = first.store.walk_ask().expect("a page");
    first.store.walk_page((WalkList::All, 1), &Paged { rows: rows(1..=100), ..Paged::default() }, began, Timestamp(1));
    let done = first.store.plan(mark(&[2], Mark::Starred, true), Timestamp(1)).expect("planned");
    assert_eq!(durable(&mut first.store, done), Ok(()));
    step(&mut first.store, done, 2, WriteStep::Applied { marks: None }, 2);
    let sent = first.store.plan(mark(&[1], Mark::Archived, true), Timestamp(2)).expect("planned");
    assert_eq!(durable(&mut first.store, sent), Ok(()));
    first.store.plan(mark(&[3], Mark::Read, true), Timestamp(4)).expect("planned");

    let places = kill(&places, first.store, after.path());
    let again = open(&places);
    assert!(again.off.is_empty(), "{:?}", again.off);
    let store = again.store;
    assert_eq!(store.inquiries().len(), 100);
    assert_eq!(store.inquiries().walk(), WalkState::Walking { rows: 100, of: None });
    assert_eq!(store.journal().get(sent).expect("kept").targets[0].state, State::Unknown);
    assert_eq!(store.journal().pending(), (1, 1));
    assert_eq!(store.next_reading(), Some(Timestamp(500)), "it is read at once");
    assert!(store.inquiries().row(id(1)).expect("row").archived() && store.inquiries().row(id(3)).expect("row").read());
    let acts = store.journal().undo_order(3, None).acts;
    assert_eq!(acts[1], sent, "of what is not known yet too");
    let star = store.journal().reversal(acts[2], &store.grounds()).expect("undo survives");
    assert_eq!(star.intent, mark(&[2], Mark::Starred, false));
    let (sender, details) = channel();
    store.disk().expect("a disk").details(vec![id(7)], Box::new(move |found| sender.send(found).expect("heard")));
    assert_eq!(details.recv().expect("found")[0].inquiry_id, id(7));
}

#[test]
fn the_first_page_is_the_start_of_the_active_tab() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    assert!(first_page(&FirstReads::of(&places), &spec(Tab::Active, ""), 5).is_none());
    let mut opened = open(&places);
    let mut all = rows(1..=50);
    all[49] = row(50, 1_050, [false, false, true, false], "");
    let absorbed = opened.store.index.inquiries.absorb(&all, 0);
    opened.store.keep(&absorbed, Timestamp(1));
    opened.store.disk().expect("a disk").flush();
    for (filter, expected) in [("", [49, 48, 47]), ("-buyer:48", [49, 47, 46])] {
        let spec = spec(Tab::Active, filter);
        let page = first_page(&FirstReads::of(&places), &spec, 3).expect("a page");
        assert_eq!(page.known, 50);
        let mut store = Store::new("test");
        store.from_first_page(page);
        assert_eq!(ids(&store.inquiries().view(&spec)), expected);
    }
}

#[test]
fn the_first_page_shows_pending_changes() {
    let (dir, after) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let places = Places::in_dir(dir.path(), "a");
    let mut opened = open(&places);
    fill(&mut opened.store, 5);
    let done = opened.store.plan(mark(&[1], Mark::Archived, true), Timestamp(1)).expect("planned");
    step(&mut opened.store, done, 1, WriteStep::Refused(failure(FailureKind::Forbidden)), 2);
    opened.store.plan(mark(&[5], Mark::Archived, true), Timestamp(2)).expect("planned");
    let places = kill(&places, opened.store, after.path());
    let spec = spec(Tab::Active, "");
    let mut store = Store::new("test");
    store.from_first_page(first_page(&FirstReads::of(&places), &spec, 5).expect("a page"));
    assert_eq!(ids(&store.inquiries().view(&spec)), [4, 3, 2, 1], "5 is archived, 1 was refused");
    // The journal has the same change, but only changes that are not done are shown over their rows.
    let mut again = open(&places).store;
    assert_eq!(ids(&again.inquiries().view(&spec)), [4, 3, 2, 1]);
    let entry = again.sendable()[0].0;
    step(&mut again, entry, 5, WriteStep::Refused(failure(FailureKind::Forbidden)), 3);
    assert_eq!(again.inquiries().view(&spec).len(), 5);
}

#[test]
fn the_journal_of_an_earlier_version_still_loads() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    fs::create_dir_all(places.journal_db().parent().expect("a folder")).expect("made");
    let db = Connection::open(places.journal_db()).expect("opened");
    // A journal in the format of the program's first version.
    db.execute_batch(
        r#"CREATE TABLE entry (
            id INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, origin TEXT NOT NULL, program TEXT NOT NULL);
           CREATE TABLE target (
            entry INTEGER NOT NULL, id INTEGER NOT NULL, before INTEGER, state TEXT NOT NULL,
            sends INTEGER NOT NULL, at INTEGER NOT NULL, evidence TEXT NOT NULL,
            PRIMARY KEY (entry, id)) WITHOUT ROWID;
           INSERT INTO entry VALUES (1, 5, '{"mark":{"mark":"archived","to":true}}', '"user"', '0.1.0');
           INSERT INTO entry VALUES (2, 6, '{"mark":{"mark":"archived","to":false}}', '{"undo":1}', '0.1.0');
           INSERT INTO target VALUES (1, 12, 0, '"acknowledged"', 1, 5, ''), (1, 3, NULL, '"refused"', 1, 5, 'No.');
           INSERT INTO target VALUES (2, 12, 1, '"sending"', 1, 6, '');
           PRAGMA user_version = 1;"#,
    )
    .expect("written");
    drop(db);
    let opened = open(&places);
    assert_eq!((opened.off.len(), opened.notices.len()), (0, 0), "{:?} {:?}", opened.off, opened.notices);
    let journal = opened.store.journal();
    let first = journal.get(EntryId(1)).expect("kept");
    assert_eq!(*first.intent, mark(&[3, 12], Mark::Archived, true));
    assert_eq!(first.target(&about(3)).expect("kept").evidence, "No.");
    let second = journal.get(EntryId(2)).expect("kept");
    assert_eq!(second.origin, Origin::Undo(EntryId(1)));
    assert_eq!(second.target(&about(12)).expect("kept").state, State::Unknown, "it was being sent");
}

/// Proves R-72.
#[test]
fn a_damaged_cache_is_set_aside_with_a_date_and_built_anew() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    fill(&mut open(&places).store, 5);
    fs::write(places.cache_db(), b"this is no database, but long enough to be taken for one".repeat(100))
        .expect("written");
    assert!(first_page(&FirstReads::of(&places), &spec(Tab::Active, ""), 5).is_none());
    let mut opened = open(&places);
    assert!(opened.notices[0].contains("cache.2026-03-12.damaged.db"), "{:?}", opened.notices);
    assert_eq!((opened.store.inquiries().len(), opened.off.len()), (0, 0));
    fill(&mut opened.store, 3);
    drop(opened);
    assert_eq!(open(&places).store.inquiries().len(), 3);
    // The version of the file is that of a newer program.
    Connection::open(places.cache_db()).expect("opened").execute_batch("PRAGMA user_version = 99").expect("set");
    let opened = open(&places);
    assert!(
        opened.notices[0].contains("newer version") && opened.notices[0].contains("damaged.db"),
        "{:?}",
        opened.notices
    );
    assert_eq!(opened.store.inquiries().len(), 0);
}

/// Proves R-73.
#[test]
fn a_second_program_only_reads_and_a_killed_one_leaves_no_lock() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a/../b");
    let mut first = open(&places);
    fill(&mut first.store, 4);
    first.store.disk().expect("a disk").flush();
    let mut second = open(&places);
    assert_eq!(second.store.inquiries().len(), 4);
    let why = second.store.plan(mark(&[1], Mark::Read, true), Timestamp(1)).expect_err("read only");
    let process = std::process::id();
    assert_eq!(why.why(), format!("Read-only: another Parkade (process {process}) is open on this account."));
    fill(&mut second.store, 9);
    drop(second);
    drop(first);
    // The lock's file remains, but no process holds the lock.
    assert!(places.lock_file().exists());
    let mut third = open(&places);
    assert_eq!(third.store.inquiries().len(), 4, "the second one wrote nothing");
    assert!(third.store.plan(mark(&[1], Mark::Read, true), Timestamp(1)).is_ok());
}

/// Proves R-71.
#[test]
fn a_program_without_a_writable_folder_reads_the_service_but_changes_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    // A file in the place of a folder: no user, not even root, can write into it.
    let blocked = dir.path().join("blocked");
    fs::write(&blocked, b"").expect("written");
    let mut opened = open(&Places::new(&blocked, &blocked, "a"));
    fill(&mut opened.store, 3);
    assert_eq!(opened.store.inquiries().len(), 3);
    let why = opened.store.plan(mark(&[1], Mark::Read, true), Timestamp(1)).expect_err("refused");
    assert!(why.why().starts_with("Read-only: the lock cannot be taken, "), "{why:?}");
    // Without a folder for the cache alone, the cache is in memory and everything works.
    let mut opened = open(&Places::new(&blocked, &dir.path().join("state"), "a"));
    assert!(opened.off[0].starts_with("Running without the cache: "), "{:?}", opened.off);
    fill(&mut opened.store, 3);
    let entry = opened.store.plan(mark(&[1], Mark::Read, true), Timestamp(1)).expect("planned");
    assert_eq!(durable(&mut opened.store, entry), Ok(()));
    let (sender, details) = channel();
    opened
        .store
        .disk()
        .expect("a disk")
        .details(vec![id(2)], Box::new(move |found| sender.send(found.len()).expect("heard")));
    assert_eq!(details.recv(), Ok(1));
}

#[test]
fn a_key_pressed_before_the_journal_was_read_is_not_lost() {
    let (dir, after) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let places = Places::in_dir(dir.path(), "a");
    let (tell, events) = tell();
    let mut store = Store::new("test");
    store.attach(Disk::open(&places, Timestamp(1), &tell));
    assert_eq!(store.plan(mark(&[1], Mark::Read, true), Timestamp(1)), Err(NotPlanned::Early));
    assert_eq!(store.journal().entries().count(), 0, "its number is not known yet");
    store.disk().expect("a disk").flush();
    for event in events.try_iter() {
        store.from_disk(event, Timestamp(2));
    }
    assert_eq!(store.sendable().len(), 1, "planned when the journal was there");
    let left = kill(&places, store, after.path());
    assert_eq!(open(&left).store.sendable().len(), 1, "and kept like any other");
}

/// Proves R-50.
#[test]
fn a_write_is_refused_when_the_journal_stops_taking_entries() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut opened = open(&places);
    fill(&mut opened.store, 3);
    let entry = opened.store.plan(mark(&[1], Mark::Read, true), Timestamp(1)).expect("planned");
    opened.store.disk().expect("a disk").flush();
    // Makes every further write fail, as a full disk does.
    let db = Connection::open(places.journal_db()).expect("opened");
    db.execute_batch("CREATE TRIGGER full BEFORE UPDATE ON target BEGIN SELECT RAISE(ABORT, 'full'); END")
        .expect("made");
    let why = durable(&mut opened.store, entry).expect_err("refused");
    assert!(why.starts_with("Read-only: the journal cannot be written"), "{why}");
    db.execute_batch("DROP TRIGGER full").expect("dropped");
    assert_eq!(durable(&mut opened.store, entry), Ok(()), "and goes on when there is room again");
}

/// Proves R-46.
#[test]
fn files_are_for_the_owner_alone_and_purging_leaves_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut opened = open(&places);
    fill(&mut opened.store, 50);
    opened.store.plan(mark(&[1], Mark::Read, true), Timestamp(1)).expect("planned");
    opened.store.disk().expect("a disk").put_reply(
        &crate::api::senders::List {}.call(),
        Timestamp(1),
        "Buyer 7".into(),
    );
    opened.store.disk().expect("a disk").flush();
    for entry in fs::read_dir(dir.path().join("a")).expect("listed") {
        use std::os::unix::fs::PermissionsExt;
        let entry = entry.expect("an entry");
        let mode = entry.metadata().expect("its rights").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?}", entry.path());
    }
    opened.store.purge_cache();
    drop(opened);
    let left = fs::read(places.cache_db()).expect("read");
    assert!(!left.windows(6).any(|bytes| bytes == b"Buyer "), "purged texts are overwritten");
    let opened = open(&places);
    assert_eq!((opened.store.inquiries().len(), opened.store.journal().entries().count()), (0, 1));
}

#[test]
fn kept_answers_are_read_before_any_thread_and_large_ones_are_left_to_one() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let calls = [
        crate::api::senders::List {}.call(),
        crate::api::profile::Get {}.call(),
        crate::api::settings::Schema {}.call(),
    ];
    let read = || first_replies(&FirstReads::of(&places), &calls.each_ref());
    assert_eq!(read(), [], "without a cache nothing is known");
    let opened = open(&places);
    let disk = opened.store.disk().expect("a disk");
    disk.put_reply(&calls[0], Timestamp(1), "senders".into());
    disk.put_reply(&calls[2], Timestamp(2), vec![b' '; 1 << 20].into());
    disk.flush();
    assert_eq!(read(), [Some((Timestamp(1), b"senders".to_vec())), None, None]);
}

#[test]
fn many_rows_in_one_write_share_the_fsync() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut opened = open(&places);
    fill(&mut opened.store, 2_000);
    let all: Vec<i64> = (1..=2_000).collect();
    let entry = opened.store.plan(mark(&all, Mark::Read, true), Timestamp(1)).expect("planned");
    let (sender, answers) = channel();
    for n in all {
        let sender = sender.clone();
        let durable = Box::new(move |result: Result<(), String>| sender.send(result).expect("heard"));
        opened.store.begin_send(entry, &id(n).into(), Timestamp(2), durable);
    }
    drop(sender);
    assert!(answers.iter().all(|result| result.is_ok()));
    drop(opened);
    assert_eq!(open(&places).store.journal().pending(), (0, 2_000));
}

#[test]
fn kept_rows_and_their_texts_come_back_as_they_were() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut opened = open(&places);
    let odd = row(
        3,
        7,
        [true, false, true, false],
        r#","full_name":"例え\u202etest","offer":12.5,"offer_currency":"EUR","message":"a\nb""#,
    );
    let bare = Row::from_raw(r#"{"inquiry_id":-4}"#).expect("a row");
    let absorbed = opened.store.index.inquiries.absorb([&odd, &bare], 0);
    opened.store.keep(&absorbed, Timestamp(1));
    let before: Vec<_> = opened.store.inquiries().snapshot().iter().map(|(row, bits, _)| (row.clone(), bits)).collect();
    drop(opened);
    let loaded: LoadedRows = LoadedRows { rows: open(&places).store.inquiries().snapshot(), ..LoadedRows::default() };
    let after: Vec<_> = loaded.rows.iter().map(|(row, bits, _)| (row.clone(), bits)).collect();
    assert_eq!(after, before);
}

#[test]
fn a_walk_waits_for_the_rows_of_the_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(folder.path(), "a");
    let (tell, events) = tell();
    let disk = Disk::open(&places, Timestamp(1_773_300_000), &tell);
    disk.flush();
    let mut store = Store::new("test");
    store.attach(disk);
    store.begin_walk(Walked::Inquiries, Begin::Resume, Timestamp(1));
    assert!(store.walk_ask().is_none(), "its place may still come from the disk");
    for event in events.try_iter() {
        store.from_disk(event, Timestamp(500));
    }
    assert!(store.walk_ask().is_some(), "it begins by itself then");
}
