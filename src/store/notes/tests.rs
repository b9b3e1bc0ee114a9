//! Tests of notes in memory and on the disk: undo, two programs, damage, copies.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::*;
use crate::store::disk::{Disk, DiskEvent, FirstReads, NotesDb, Places, Tell, server_ahead};
use crate::store::filter::Tells as _;
use crate::store::{Store, Tab};

const DAY: i64 = 86_400;

fn domain(name: &str) -> Subject {
    Subject::Domain(name.into())
}

fn tag(about: &Subject, tag: &str, on: bool) -> NoteChange {
    NoteChange::new(about.clone(), Key::Tag(tag.into()), if on { "1" } else { "" })
}

fn note(about: &Subject, text: &str) -> NoteChange {
    NoteChange::new(about.clone(), Key::Note, text)
}

/// Program with files of its own; `told` receives what its disk sends.
struct Program {
    store: Store,
    told: Receiver<DiskEvent>,
    notices: Vec<String>,
}

impl Program {
    fn start(places: &Places, now: i64) -> Self {
        let (tell, told) = channel();
        let mut store = Store::new("a");
        let tell = std::sync::Mutex::new(tell);
        let tell: Tell = Arc::new(move |event| {
            // The receiver is gone once the program has ended.
            let _ = tell.lock().expect("one thread at a time").send(event);
        });
        store.attach(Disk::open(places, Timestamp(now), &tell));
        let mut program = Self { store, told, notices: Vec::new() };
        while !program.store.notes().is_read() {
            program.hear();
        }
        program.settle();
        program
    }

    fn hear(&mut self) {
        let event = self.told.recv_timeout(Duration::from_secs(20)).expect("told");
        match event {
            DiskEvent::Notice(notice) => self.notices.push(notice),
            event => self.store.from_disk(event, Timestamp(0)),
        }
    }

    /// Waits until the disk has done all queued work, and takes the events it sent.
    fn settle(&mut self) {
        loop {
            self.store.disk().expect("a disk").flush();
            let mut heard = false;
            while let Ok(event) = self.told.try_recv() {
                heard = true;
                match event {
                    DiskEvent::Notice(notice) => self.notices.push(notice),
                    event => self.store.from_disk(event, Timestamp(0)),
                }
            }
            if !heard {
                return;
            }
        }
    }

    fn change(&mut self, changes: Vec<NoteChange>, now: i64) {
        self.store.change_notes(changes, "noted".to_owned(), Timestamp(now));
        self.settle();
    }

    fn note(&self, about: &Subject) -> String {
        self.store.notes().of(about).map_or_else(String::new, |record| record.note().to_owned())
    }

    fn tags(&self, about: &Subject) -> String {
        self.store.notes().of(about).map_or_else(String::new, Record::tag_line)
    }
}

pub(super) fn folder() -> (tempfile::TempDir, Places) {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    (dir, places)
}

#[test]
fn notes_outlive_the_program_and_a_purge_of_the_cache() {
    let (_dir, places) = folder();
    let name = domain("solarpark.de");
    let mut first = Program::start(&places, 0);
    first.change(vec![note(&name, "call her"), tag(&name, "hot", true)], 5);
    first.store.purge_cache();
    drop(first);
    let second = Program::start(&places, 10);
    assert_eq!((second.note(&name).as_str(), second.tags(&name).as_str()), ("call her", "hot"));
    assert_eq!(second.store.notes().told("tag"), [("hot".to_owned(), "1".to_owned())]);
}

#[test]
fn the_difference_of_the_clocks_dates_notes_and_is_known_to_the_next_run() {
    let (_dir, places) = folder();
    let name = domain("solarpark.de");
    let mut first = Program::start(&places, 0);
    first.store.tell_server_ahead(3_600);
    first.change(vec![note(&name, "call her")], 5);
    let at = first.store.notes().of(&name).and_then(|record| record.get(&Key::Note)).map(|entry| entry.at);
    assert_eq!(at, Some(Timestamp(3_605)));
    assert_eq!(server_ahead(&FirstReads::of(&places)), 3_600);
    first.store.purge_cache();
    drop(first);
    assert_eq!(server_ahead(&FirstReads::of(&places)), 3_600);
}

#[test]
fn undo_and_redo_of_notes_leave_rows_that_were_changed_since() {
    let mut store = Store::new("a");
    let (one, two) = (domain("one.com"), domain("two.com"));
    let noted = |store: &Store, about| store.notes().of(about).map_or("", Record::note).to_owned();
    let both = vec![note(&one, "first"), note(&two, "first")];
    assert!(store.change_notes(both.clone(), "Noted 2 domains".to_owned(), Timestamp(1)));
    assert!(!store.change_notes(both, "Again".to_owned(), Timestamp(2)), "nothing changes");
    store.change_notes(vec![note(&two, "by the program")], String::new(), Timestamp(3));
    let reversed = |store: &mut Store, redo, at| store.reverse_notes(redo, Timestamp(at)).map(|words| words.text);
    assert_eq!(reversed(&mut store, false, 4).as_deref(), Some("Undone: one.com without a note"));
    assert_eq!((noted(&store, &one), noted(&store, &two)), (String::new(), "by the program".to_owned()));
    assert_eq!(reversed(&mut store, false, 5), None);
    assert_eq!(reversed(&mut store, true, 6).as_deref(), Some("Redone: Noted 2 domains"));
    assert_eq!(noted(&store, &one), "first");
    store.change_notes(vec![note(&one, "by the program")], String::new(), Timestamp(7));
    assert_eq!(reversed(&mut store, false, 8).as_deref(), Some("Not undone: changed since"));
}

#[test]
fn tags_that_two_programs_add_to_one_thing_are_in_both() {
    let (_dir, places) = folder();
    let name = domain("one.com");
    let mut first = Program::start(&places, 0);
    let mut second = Program::start(&places, 0);
    assert!(second.store.disk().expect("a disk").readonly().is_some(), "the journal is the first program's");
    first.change(vec![tag(&name, "hot", true)], 5);
    second.change(vec![tag(&name, "broker", true)], 6);
    for program in [&mut first, &mut second] {
        program.store.disk().expect("a disk").look_at_notes();
        program.settle();
        assert_eq!(program.tags(&name), "broker hot");
    }
}

#[test]
fn a_damaged_row_is_set_aside_alone() {
    let (_dir, places) = folder();
    let mut first = Program::start(&places, 0);
    first.change(vec![note(&domain("one.com"), "kept"), note(&domain("two.com"), "damaged soon")], 5);
    drop(first);
    let db = rusqlite::Connection::open(places.notes_db()).expect("a file");
    let sql = "UPDATE note SET value = x'ff00fe' WHERE subject = 'domain:two.com'; INSERT INTO note VALUES ('domain:three.com', 'mood', 'of a newer version', 5), ('domain:one.com', 'remind', 'whenever', 5), ('domain:one.com', 'tag:straße', '1', 5); PRAGMA user_version = 2;";
    db.execute_batch(sql).expect("written");
    let second = Program::start(&places, 10);
    let one = domain("one.com");
    assert_eq!((second.note(&one).as_str(), second.tags(&one).as_str()), ("kept", "strasse"));
    assert_eq!(second.notices, ["2 damaged notes could not be read. They are kept aside in notes.db."]);
    let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a count");
    assert_eq!(count("SELECT count(*) FROM aside WHERE subject = 'domain:two.com' AND value = x'ff00fe'"), 1);
    assert_eq!(count("SELECT count(*) FROM note"), 3, "a key of another version stays where it is");
    assert_eq!(Program::start(&places, 11).notices, Vec::<String>::new(), "said once");
}

#[test]
fn a_foreign_or_damaged_file_is_kept_aside_and_the_newest_copy_is_used() {
    for foreign in [true, false] {
        let (dir, places) = folder();
        let mut first = Program::start(&places, 0);
        first.change(vec![note(&domain("one.com"), "kept")], 5);
        first.change(vec![note(&domain("two.com"), "on the next day")], 5 + DAY);
        drop(first);
        let path = places.notes_db();
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
        }
        if foreign {
            let other = rusqlite::Connection::open(&path).expect("a file");
            other.execute_batch("CREATE TABLE song (title TEXT); INSERT INTO song VALUES ('x')").expect("written");
        } else {
            std::fs::write(&path, b"this is no database at all, whatever its name says").expect("written");
        }
        let second = Program::start(&places, 10 + DAY);
        assert_eq!(second.note(&domain("one.com")), "kept");
        let notice = second.notices.concat();
        assert!(notice.contains("1 value was read from its copy"), "{notice}");
        let aside = dir.path().join("a").join("notes.1970-01-02.damaged.db");
        assert!(aside.exists(), "{notice}");
    }
}

#[test]
fn a_copy_is_made_each_day_and_seven_are_kept() {
    let (_dir, places) = folder();
    let mut program = Program::start(&places, 0);
    for day in 0..12 {
        program.change(vec![note(&domain("one.com"), &format!("day {day}"))], day * DAY);
        program.change(vec![note(&domain("one.com"), &format!("day {day}, later"))], day * DAY + 9);
    }
    let mut copies: Vec<String> = std::fs::read_dir(places.notes_copies())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    copies.sort();
    assert_eq!(copies.len(), 7, "{copies:?}");
    assert_eq!((copies[0].as_str(), copies[6].as_str()), ("1970-01-06.db", "1970-01-12.db"));
}

#[test]
fn a_forgotten_note_is_in_no_copy_and_in_no_free_page() {
    let (_dir, places) = folder();
    let mut program = Program::start(&places, 0);
    let (gone, stays) = (domain("gone.com"), domain("stays.com"));
    for day in 0..3 {
        program.change(vec![note(&gone, &format!("secret {day}")), note(&stays, &format!("known {day}"))], day * DAY);
    }
    let holds = |path: &std::path::Path, text: &str| {
        std::fs::read(path).is_ok_and(|bytes| bytes.windows(text.len()).any(|part| part == text.as_bytes()))
    };
    let copies = || -> Vec<std::path::PathBuf> {
        let folder = std::fs::read_dir(places.notes_copies()).expect("a folder");
        folder.map(|entry| entry.expect("an entry").path()).collect()
    };
    assert!(copies().len() == 2 && copies().iter().all(|copy| holds(copy, "secret")), "{:?}", copies());
    program.store.forget_notes(vec![note(&gone, "")], vec![gone], Timestamp(3 * DAY));
    program.settle();
    assert_eq!((copies().len(), program.notices.len()), (3, 0), "{:?}", program.notices);
    assert!(copies().iter().all(|copy| holds(copy, "known") && !holds(copy, "secret") && !holds(copy, "gone.com")));
    let beside = |ending: &str| std::path::PathBuf::from(format!("{}{ending}", places.notes_db().display()));
    assert!(!["", "-wal"].iter().any(|ending| holds(&beside(ending), "secret")));
    assert_eq!(program.note(&stays), "known 2");
    std::fs::write(&copies()[0], b"no database").expect("written");
    program.store.forget_notes(Vec::new(), vec![stays], Timestamp(3 * DAY));
    program.settle();
    assert!(program.notices.concat().contains("What was forgotten is still in "), "{:?}", program.notices);
}

#[test]
fn a_file_of_a_newer_version_is_left_alone() {
    let (_dir, places) = folder();
    drop(Program::start(&places, 0));
    let db = rusqlite::Connection::open(places.notes_db()).expect("a file");
    db.pragma_update(None, "user_version", 99).expect("set");
    let why = NotesDb::open(&places, Timestamp(1)).err().expect("refused");
    assert_eq!(
        why,
        "Notes are not saved: notes.db cannot be written (it was written by a newer version of the program)."
    );
}

#[test]
fn tags_and_notes_are_words_of_the_filter_on_inquiries() {
    let mut store = Store::new("a");
    store.index.inquiries.absorb(&crate::store::tests::rows(1..=4), 0);
    let about = |id: i64| Subject::Inquiry(crate::base::Id::new(id));
    let changes = vec![tag(&about(1), "hot", true), tag(&about(2), "cold", true), note(&about(2), "Ask Anna")];
    store.change_notes(changes, "noted".to_owned(), Timestamp(1));
    let found = |line: &str| {
        let ids = store.inquiries().view(&crate::store::tests::spec(Tab::All, line));
        crate::store::tests::ids(&ids)
    };
    assert_eq!(found("tag:hot"), [1]);
    assert_eq!(found("tag:hot,cold"), [2, 1]);
    assert_eq!(found("-tag:hot"), [4, 3, 2]);
    assert_eq!(found("tag:none"), [4, 3]);
    assert_eq!(found("note:anna tag:any"), [2]);
    assert_eq!(found("note:none"), [4, 3, 1]);
    let canonical = |line: &str| crate::store::filter::parse(line).expect("a filter").canonical();
    assert_eq!(canonical("TAG:Hot,cold note:\"two words\""), "tag:hot,cold note:\"two words\"");
    let wrong = crate::store::filter::parse("tag:a!b").expect_err("refused").to_string();
    assert_eq!(wrong, "tag: “a!b” is not a tag: letters, digits, - _ . and /");
}

/// Store with inquiries by Anna (1, 2) and Bob (3), all older than the notes.
pub(in crate::store) fn inbox() -> Store {
    let mut store = Store::new("a");
    let from = |id, date, email| crate::store::tests::row(id, date, [false; 4], &format!(r#","email":"{email}""#));
    let rows = [from(1, 100, "Anna@x.example"), from(2, 101, "anna@x.example"), from(3, 102, "bob@x.example")];
    store.index.inquiries.absorb(&rows, 0);
    store
}

pub(in crate::store) fn about(id: i64) -> Subject {
    Subject::Inquiry(crate::base::Id::new(id))
}

/// Notes a snooze or reminder until `until` about an inquiry.
pub(in crate::store) fn later(store: &mut Store, id: i64, key: Key, until: i64, now: i64) {
    let value = crate::base::Moment::At(Timestamp(until)).kept();
    store.change_notes(vec![NoteChange::new(about(id), key, &value)], "later".to_owned(), Timestamp(now));
}

fn shown(store: &Store, tab: Tab) -> Vec<i64> {
    crate::store::tests::ids(&store.inquiries().view(&crate::store::tests::spec(tab, "")))
}

#[test]
fn a_snoozed_inquiry_leaves_active_and_comes_back_on_top_at_its_time() {
    let mut store = inbox();
    later(&mut store, 1, Key::Snooze, 5_000, 1_000);
    assert_eq!((shown(&store, Tab::Active), shown(&store, Tab::Unread)), (vec![3, 2], vec![3, 2]));
    assert_eq!((shown(&store, Tab::Snoozed), shown(&store, Tab::All)), (vec![1], vec![3, 2, 1]));
    assert_eq!(store.alarms(Timestamp(1_000)), Vec::<String>::new());
    assert_eq!(store.next_alarm(), Some(Timestamp(5_000)));
    assert_eq!(store.alarms(Timestamp(4_999)), Vec::<String>::new());
    assert_eq!(store.alarms(Timestamp(5_000)), ["1 inquiry is back from a snooze."]);
    assert_eq!((shown(&store, Tab::Active), shown(&store, Tab::Snoozed)), (vec![1, 3, 2], vec![]));
    assert_eq!(store.alarms(Timestamp(6_000)), Vec::<String>::new(), "said once");
    store.dealt_with(&[crate::base::Id::new(1)], Timestamp(6_001));
    assert_eq!(shown(&store, Tab::Active), [3, 2, 1], "back in its place once something was done with it");
}

#[test]
fn snoozed_inquiries_are_sorted_by_when_they_wake() {
    let mut store = inbox();
    for (id, until) in [(1, 7_000), (2, 9_000), (3, 8_000)] {
        later(&mut store, id, Key::Snooze, until, 1_000);
    }
    assert_eq!(shown(&store, Tab::Snoozed), [1, 3, 2]);
}

#[test]
fn a_snooze_ends_when_its_buyer_writes_and_the_reminder_still_comes() {
    let mut store = inbox();
    later(&mut store, 1, Key::Snooze, 50_000, 1_000);
    later(&mut store, 3, Key::Snooze, 60_000, 1_000);
    later(&mut store, 1, Key::Remind, 50_000, 1_000);
    let from =
        |id, date, email: &str| crate::store::tests::row(id, date, [false; 4], &format!(r#","email":"{email}""#));
    store.index.inquiries.absorb(&[from(4, 900, "anna@x.example")], 0);
    assert_eq!(store.alarms(Timestamp(1_100)), Vec::<String>::new(), "older than the snooze");
    store.index.inquiries.absorb(&[from(5, 1_200, "ANNA@x.example")], 0);
    let said = store.alarms(Timestamp(1_300));
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("is back: the buyer wrote again"), "{said:?}");
    let record = store.notes().of(&about(1)).expect("a record");
    assert_eq!(record.woke().map(|woke| (woke.wrote, woke.until.at())), Some((true, Timestamp(50_000))));
    assert_eq!(shown(&store, Tab::Snoozed), [3], "another buyer's stays");
    let said = store.alarms(Timestamp(50_000));
    assert!(said.len() == 1 && said[0].starts_with("Reminder: "), "{said:?}");
    let due = |store: &Store, now: i64| {
        let filter = crate::store::filter::parse("remind:due").expect("a filter");
        let spec = crate::store::ViewSpec::new(Tab::All, &filter, crate::store::Sort::default(), Timestamp(now));
        crate::store::tests::ids(&store.inquiries().view(&spec))
    };
    assert_eq!((due(&store, 49_000), due(&store, 50_040)), (vec![], vec![1]));
}

#[test]
fn reminders_missed_while_the_program_was_away_are_told_once_at_the_start() {
    let (_dir, places) = folder();
    let mut first = Program::start(&places, 0);
    for id in 1..=3 {
        later(&mut first.store, id, Key::Remind, 5_000 + id, 10);
    }
    later(&mut first.store, 4, Key::Snooze, 5_000, 10);
    first.settle();
    drop(first);
    let mut second = Program::start(&places, 9_000);
    let said = second.store.alarms(Timestamp(9_000));
    assert_eq!(said, ["1 inquiry is back from a snooze.", "3 reminders have come · Home shows them."]);
    assert_eq!(second.store.alarms(Timestamp(9_001)), Vec::<String>::new());
    assert_eq!(second.store.take_rung(), [], "a program of the user's is told of what comes while this one runs");
    later(&mut second.store, 5, Key::Remind, 9_010, 9_005);
    assert_eq!(second.store.alarms(Timestamp(9_010)).len(), 1);
    let rung = Rung { about: about(5), at: Timestamp(9_010), note: String::new() };
    assert_eq!((second.store.take_rung(), second.store.take_rung()), (vec![rung], vec![]));
    second.settle();
    drop(second);
    let mut third = Program::start(&places, 9_100);
    assert!(third.store.notes().of(&about(4)).expect("a record").woke().is_some(), "kept over a restart");
    assert_eq!(third.store.alarms(Timestamp(9_100)).len(), 1, "reminders stay due until they are done");
}

#[test]
fn due_reminders_are_shown_the_longest_due_first() {
    let mut store = inbox();
    for (id, until) in [(1, 7_000), (2, 5_000), (3, 9_000)] {
        later(&mut store, id, Key::Remind, until, 1_000);
    }
    let due: Vec<String> = store.notes().due(Timestamp(8_000)).iter().map(|(about, ..)| about.to_string()).collect();
    assert_eq!(due, ["inquiry:2", "inquiry:1"]);
}
