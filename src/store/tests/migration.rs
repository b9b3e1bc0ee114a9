//! Journals of earlier program versions are opened, undone and settled.

use std::fs;

use rusqlite::Connection;

use super::disk::open;
use super::*;
use crate::store::disk::Places;
use crate::store::subject::{FieldName, Value};

/// A journal in version 3 of the format, whose writes have no values yet.
const VERSION_3: &str = r#"
    CREATE TABLE entry (
        id INTEGER PRIMARY KEY, at INTEGER NOT NULL, what TEXT NOT NULL, origin TEXT NOT NULL, program TEXT NOT NULL,
        answers TEXT NOT NULL DEFAULT '[]');
    CREATE TABLE target (
        entry INTEGER NOT NULL, subject TEXT NOT NULL, before INTEGER, newest INTEGER, made INTEGER,
        state TEXT NOT NULL, sends INTEGER NOT NULL, at INTEGER NOT NULL, evidence TEXT NOT NULL,
        PRIMARY KEY (entry, subject)) WITHOUT ROWID;
    CREATE TABLE wait (asked INTEGER NOT NULL, until INTEGER NOT NULL);
    INSERT INTO entry VALUES
        (1, 5, '{"mark":{"mark":"archived","to":true}}', '"user"', '0.1.0', '[]'),
        (2, 6, '{"mark_all":{"mark":"read","to":false,"of":80,"filter":{"status":"all"}}}', '"user"', '0.1.0', '[]'),
        (3, 7, '{"ignore_sender":{"addresses":["tom@x.example"]}}', '"user"', '0.1.0', '[]'),
        (4, 8, '{"domains":{"act":"delete","tab":"my_domains"}}', '"user"', '0.1.0',
            '[{"at":8,"asked":2,"matched":2,"applied":1,"queued":false,"not_found":[]}]'),
        (5, 9, '{"mark":{"mark":"starred","to":true}}', '"user"', '0.1.0', '[]');
    INSERT INTO target VALUES
        (1, 'inquiry:1', 0, NULL, NULL, '"acknowledged"', 1, 5, ''),
        (1, 'inquiry:2', 1, NULL, NULL, '"acknowledged"', 1, 5, ''),
        (1, 'inquiry:3', NULL, NULL, NULL, '"refused"', 1, 5, 'No.'),
        (2, 'inquiry:1', 1, NULL, NULL, '"acknowledged"', 1, 6, ''),
        (3, 'sender:tom@x.example', NULL, NULL, 7, '"acknowledged"', 1, 7, ''),
        (4, 'domain:a.com', NULL, NULL, NULL, '"acknowledged"', 1, 8, ''),
        (4, 'domain:b.com', 1, NULL, NULL, '"settled_applied"', 1, 8, 'gone'),
        (5, 'inquiry:4', 0, NULL, NULL, '"sending"', 1, 9, '');
    PRAGMA user_version = 3;"#;

fn opened() -> (tempfile::TempDir, Store) {
    opened_with("")
}

/// Store on a journal of version 3, after these SQL statements.
fn opened_with(more: &str) -> (tempfile::TempDir, Store) {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    fs::create_dir_all(places.journal_db().parent().expect("a folder")).expect("made");
    let journal = Connection::open(places.journal_db()).expect("opened");
    journal.execute_batch(VERSION_3).and_then(|()| journal.execute_batch(more)).expect("written");
    drop(journal);
    let mut store = open(&places).store;
    let marks = |n: i64| [false, false, n < 3, false];
    for n in 1..=4 {
        store.take_row(&row(n, 1_000 + n, marks(n), ""), 0, Timestamp(9));
    }
    (dir, store)
}

#[test]
fn a_journal_from_before_values_keeps_what_every_write_set() {
    let (_dir, store) = opened();
    let journal = store.journal();
    let target = |entry, n| journal.get(EntryId(entry)).and_then(|kept| kept.target(&about(n))).expect("kept");
    let (archived, kept) = (target(1, 1), target(1, 2));
    assert_eq!(archived.field, Some(FieldName::fixed("archived")));
    assert_eq!((archived.before.clone(), archived.after.clone()), (Some(Value::Bool(false)), Value::Bool(true)));
    assert!(archived.would_change() && !kept.would_change(), "the second one was archived before");
    assert_eq!((target(1, 3).before.clone(), target(1, 3).evidence.as_str()), (None, "No."));
    assert_eq!((target(2, 1).before.clone(), &target(2, 1).after), (Some(Value::Bool(true)), &Value::Bool(false)));
    let domains = journal.get(EntryId(4)).expect("kept");
    assert_eq!(domains.changed().count(), 1, "one was gone already");
    assert_eq!((domains.intent.size(), domains.answers.len()), (2, 1));
    assert_eq!(target(5, 4).state, State::Unknown, "it was being sent");
    assert_eq!(store.inquiries().shown(id(4), Mark::Starred), Some(true), "and is laid over the row");
}

#[test]
fn a_journal_from_before_values_is_settled_and_undone() {
    let (_dir, mut store) = opened();
    // The answer about the star was lost when the program ended.
    let ask = store.readings_due(Timestamp(600)).pop().expect("a reading");
    store.begin_reading(ask.check, Timestamp(600));
    let starred = row(4, 1_004, [false, true, false, false], "");
    let found = Found::Inquiries([(id(4), Some(Box::new(starred)))].into());
    let began = store.clock();
    store.reading(ask.check, &found, began, Timestamp(601));
    assert!(store.journal().get(EntryId(5)).expect("kept").targets[0].state.applied());
    // Every change that was made is undone, newest first.
    let mut undone = Vec::new();
    while let Some(act) = store.journal().undo_order(1, None).acts.first().copied() {
        let back = store.reverse(act, Timestamp(602)).expect("planned");
        let due: Vec<Item> =
            store.sendable().into_iter().filter(|(entry, _)| *entry == back).map(|(_, item)| item).collect();
        let numbered = match &*store.journal().get(back).expect("kept").intent {
            Intent::AllowSender(allow) => Some(allow.senders[0].id.get()),
            _ => None,
        };
        undone.push((act.0, due.len(), numbered));
        let targets = Which::These(due);
        store.begin_send(back, &targets, Timestamp(603), Box::new(|_| {}));
        let step = WriteStep::Applied { marks: None };
        store.settle(WriteProgress { entry: back, targets, step, at: Timestamp(604) });
    }
    assert_eq!(undone, [(5, 1, None), (4, 1, None), (3, 1, Some(7)), (2, 1, None), (1, 1, None)]);
    assert_eq!(store.inquiries().shown(id(1), Mark::Archived), Some(false));
    assert_eq!(store.inquiries().shown(id(2), Mark::Archived), Some(true), "it was archived before");
}

/// A mark of everything a filter matched, which was being sent when the program ended, is read back. It is never sent
/// again, because the program cannot know what the filter matched.
#[test]
fn a_mark_of_everything_that_was_being_sent_is_read_back_and_not_sent_again() {
    let (_dir, mut store) = opened_with(
        r#"INSERT INTO entry VALUES (6, 10, '{"mark_all":{"mark":"read","to":true,"of":80,"filter":{"status":"all"}}}',
               '"user"', '0.1.0', '[]');
           INSERT INTO target VALUES
               (6, 'inquiry:1', 0, NULL, NULL, '"sending"', 1, 10, ''),
               (6, 'inquiry:3', 0, NULL, NULL, '"sending"', 1, 10, '');"#,
    );
    let all = EntryId(6);
    let state =
        |store: &Store, n| store.journal().get(all).and_then(|kept| kept.target(&about(n))).expect("kept").state;
    assert_eq!([state(&store, 1), state(&store, 3)], [State::Unknown; 2]);
    let kept = store.journal().get(all).expect("kept");
    assert_eq!((kept.intent.size(), kept.intent.what().as_str()), (80, "all 80 inquiries"));
    let mut now = 600;
    while !store.readings_due(Timestamp(now)).is_empty() {
        for ask in store.readings_due(Timestamp(now)) {
            store.begin_reading(ask.check, Timestamp(now));
            // The first inquiry reads as marked, the others do not.
            let rows =
                [1, 3, 4].map(|n| (id(n), Some(Box::new(row(n, 1_000 + n, [n == 1, false, n == 1, false], "")))));
            let began = store.clock();
            store.reading(ask.check, &Found::Inquiries(rows.into()), began, Timestamp(now + 1));
        }
        now = store.next_reading().map_or(now, |at| at.0.max(now + 1));
    }
    assert_eq!([state(&store, 1), state(&store, 3)], [State::SettledApplied, State::SettledNotApplied]);
    assert!(store.sendable().iter().all(|(entry, _)| *entry != all), "not sent again");
    let back = store.reverse(all, Timestamp(now)).expect("planned");
    let undone = store.journal().get(back).expect("kept");
    assert_eq!(undone.targets.iter().map(|target| &target.subject).collect::<Vec<_>>(), [&Subject::Inquiry(id(1))]);
}
