use super::*;
use crate::store::writes::settle::{Manner, Reading, Settling, Verdict};

/// Reads by the schedule until a verdict; `read` gives each reading by the seconds since the failure. Returns the time
/// of the verdict, the verdict, and the times of all readings.
fn run(manner: Manner, read: impl Fn(i64) -> Reading) -> (i64, Verdict, Vec<i64>) {
    let mut settling = Settling::new(manner, [Item::from(about(1))], Timestamp(1_000));
    let mut times = Vec::new();
    loop {
        let at = settling.due().expect("due or decided");
        settling.begin(at);
        assert_eq!(settling.due(), None, "one reading at a time");
        times.push(at.0 - 1_000);
        let clear = settling.reading(at, |_| read(at.0 - 1_000));
        if let Some((_, verdict)) = clear.into_iter().next() {
            assert!(settling.is_over());
            return (at.0 - 1_000, verdict, times);
        }
    }
}

fn is(done: bool) -> Reading {
    if done { Reading::Done(None) } else { Reading::Not }
}

fn applied(evidence: &str) -> Verdict {
    Verdict::Applied { evidence: evidence.to_owned(), made: None }
}

/// Proves R-52.
#[test]
fn a_reading_of_done_is_believed_at_once_and_of_not_done_after_the_window() {
    assert_eq!(run(Manner::Lost, |_| is(true)).1, applied("read back once"));
    let (at, verdict, times) = run(Manner::Lost, |_| is(false));
    assert_eq!((at, times), (30, vec![0, 2, 5, 15, 30]));
    assert_eq!(verdict, Verdict::NotApplied(" (read back 5 times)".into()));
}

#[test]
fn many_targets_are_read_less_often_and_decided_at_the_same_time() {
    let items = (1..=21).map(|id| Item::from(about(id)));
    let mut settling = Settling::new(Manner::Lost, items, Timestamp(1_000));
    let mut times = Vec::new();
    while let Some(at) = settling.due() {
        settling.begin(at);
        times.push(at.0 - 1_000);
        settling.reading(at, |_| Reading::Not);
    }
    assert_eq!(times, [0, 15, 30]);
}

#[test]
fn a_write_passed_on_late_is_found_done() {
    // The write is carried out 20 s after the connection was reset.
    let (at, verdict, _) = run(Manner::Lost, |t| is(t >= 20));
    assert_eq!(at, 30);
    assert!(matches!(verdict, Verdict::Applied { .. }));
}

#[test]
fn failed_readings_prove_nothing_and_end_after_ten_minutes() {
    let (at, verdict, times) = run(Manner::Lost, |_| Reading::Failed);
    assert_eq!(times[..8], [0, 2, 5, 15, 30, 60, 120, 180]);
    assert_eq!((at, verdict), (600, Verdict::GivenUp("the service could not be read for 10 minutes".into())));
    let (at, verdict, _) = run(Manner::Lost, |t| if t < 60 { Reading::Failed } else { is(false) });
    assert_eq!(at, 70, "one reading at 60 s is not two ten seconds apart, and another minute tells no more");
    assert!(matches!(verdict, Verdict::NotApplied(_)));
    let (at, verdict, _) = run(Manner::Lost, |t| if t < 120 { Reading::Failed } else { Reading::Seems });
    assert_eq!((at, matches!(verdict, Verdict::Applied { .. })), (130, true));
    assert!(matches!(run(Manner::Lost, |_| Reading::Gone).1, Verdict::GivenUp(_)));
}

#[test]
fn a_reading_that_took_long_tells_only_of_when_it_began() {
    let mut settling = Settling::new(Manner::Lost, [Item::from(about(1))], Timestamp(0));
    let mut read = |begun: i64, ended: i64| {
        settling.begin(Timestamp(begun));
        settling.reading(Timestamp(ended), |_| Reading::Not)
    };
    assert_eq!(read(0, 1), []);
    assert_eq!(read(15, 40), [], "it may be as old as 15 s, when a stuck proxy still held the write");
    assert_eq!(read(41, 42).len(), 1);
}

#[test]
fn a_failed_reading_does_not_interrupt_the_readings_around_it() {
    let (at, _, _) = run(Manner::Lost, |t| if t == 0 || t >= 60 { is(false) } else { Reading::Failed });
    assert_eq!(at, 60);
}

#[test]
fn a_row_missing_in_a_list_once_is_not_gone_yet() {
    let (at, verdict, _) = run(Manner::Lost, |_| Reading::Seems);
    assert_eq!((at, verdict), (15, applied("read back 4 times")));
    let (at, _, _) = run(Manner::Lost, |t| if t == 2 { is(false) } else { Reading::Seems });
    assert_eq!(at, 15, "counted anew after it was seen");
}

#[test]
fn one_reading_decides_about_a_target_that_the_answer_left_out() {
    let (at, verdict, _) = run(Manner::Answered, |_| is(false));
    assert_eq!(at, 0);
    assert!(matches!(verdict, Verdict::NotApplied(why) if why.starts_with("passed over by the service")));
}

#[test]
fn a_write_no_reading_disproves_ends_undetermined_after_a_minute() {
    let (at, verdict, _) = run(Manner::NoReading, |_| is(false));
    assert_eq!(
        (at, verdict),
        (60, Verdict::GivenUp("not visible in what the service shows; it may have been done".into()))
    );
    assert!(matches!(run(Manner::NoReading, |t| is(t >= 5)).1, Verdict::Applied { .. }));
}

#[test]
fn work_in_the_background_is_over_when_it_was_still_for_longer_than_it_took() {
    let mut settling = Settling::new(Manner::Queued, (1..=4).map(|n| Item::from(about(n))), Timestamp(0));
    let mut told = Vec::new();
    while let Some(at) = settling.due() {
        settling.begin(at);
        // Every eight seconds another inquiry is done; the service leaves out the last one.
        let done = |subject: &Subject| subject.inquiry().is_some_and(|id| id.get() < 4 && id.get() * 8 <= at.0);
        for (subject, verdict) in settling.reading(at, |item| is(done(&item.subject))) {
            told.push((at.0, subject.subject, matches!(verdict, Verdict::Applied { .. })));
        }
    }
    let expected: Vec<_> =
        [(12, 1, true), (22, 2, true), (32, 3, true), (128, 4, false)].map(|(at, n, done)| (at, about(n), done)).into();
    assert_eq!(told, expected);
    // Rows that are as wanted already pass without a visible change, so the second row may follow long after the
    // first.
    let mut settling = Settling::new(Manner::Queued, (1..=2).map(|n| Item::from(about(n))), Timestamp(0));
    let mut told = Vec::new();
    while let Some(at) = settling.due() {
        settling.begin(at);
        let done = |subject: &Subject| at.0 >= if *subject == about(1) { 20 } else { 38 };
        let clear = settling.reading(at, |item| is(done(&item.subject)));
        told.extend(
            clear.into_iter().map(|(item, verdict)| (item.subject, matches!(verdict, Verdict::Applied { .. }))),
        );
    }
    assert_eq!(told, [(about(1), true), (about(2), true)]);
    // Done between two readings of the slow phase; a second reading ten seconds later confirms it.
    let (at, verdict, times) = run(Manner::Queued, |t| if t < 100 { Reading::Not } else { Reading::Seems });
    assert_eq!((at, times[5..].to_vec()), (130, vec![60, 120, 130]));
    assert_eq!(verdict, applied("read back 8 times"));
    // No row changes: the work may not have begun, so the outcome is undetermined.
    let (at, verdict, _) = run(Manner::Queued, |_| is(false));
    assert_eq!((at, matches!(verdict, Verdict::GivenUp(_))), (600, true));
}

#[test]
fn a_write_proven_not_done_is_sent_once_more_unless_the_user_changed_it() {
    let silent = |store: &mut Store, entry: EntryId, from: i64| {
        store.begin_send(entry, &Which::All, Timestamp(from), Box::new(|_| {}));
        step(store, entry, 1, WriteStep::Unknown(failure(FailureKind::Timeout)), from);
    };
    let read_out = |store: &mut Store| {
        while let Some(at) = store.next_reading() {
            let [(check, ids)] = &due(store, at)[..] else { panic!("one reading") };
            assert_eq!(*ids, [id(1)]);
            store.begin_reading(*check, at);
            let began = store.clock();
            let not_done = found([(1, Some(row(1, 1_001, [false; 4], "")))]);
            let learnt = store.reading(*check, &not_done, began, at);
            if !learnt.again.is_empty() {
                return learnt.again;
            }
        }
        Vec::new()
    };
    let mut store = store_with(&rows([1]));
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(0)).expect("planned");
    silent(&mut store, entry, 0);
    assert_eq!(things(read_out(&mut store)), [(entry, about(1))]);
    assert_eq!(sendable(&store), [(entry, about(1))]);
    assert!(store.inquiries().row(id(1)).expect("row").archived(), "still wanted, still shown");
    silent(&mut store, entry, 100);
    assert_eq!(things(read_out(&mut store)), [], "once");
    let kept = store.journal().get(entry).expect("entry");
    assert_eq!(kept.outcome(&store.index.inquiries), "The service did not answer in time; nothing changed");
    assert_eq!(kept.targets[0].evidence, "The service did not answer in time (read back 5 times)");
    assert!(!store.inquiries().row(id(1)).expect("row").archived());

    // A write refused for too many requests does not count as sent.
    let mut store = store_with(&rows([1]));
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(0)).expect("planned");
    store.begin_send(entry, &Which::All, Timestamp(0), Box::new(|_| {}));
    step(&mut store, entry, 1, WriteStep::NotSent, 0);
    silent(&mut store, entry, 0);
    assert_eq!(read_out(&mut store).len(), 1);

    // If an undo was planned while the write was being sent, the write is not sent again.
    let mut store = store_with(&rows([1]));
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(0)).expect("planned");
    store.begin_send(entry, &Which::All, Timestamp(0), Box::new(|_| {}));
    super::journal::undo(&mut store, 1);
    step(&mut store, entry, 1, WriteStep::Unknown(failure(FailureKind::Timeout)), 1);
    assert_eq!(things(read_out(&mut store)), []);
    assert_eq!(store.journal().get(entry).expect("entry").targets[0].state, State::SettledNotApplied);
}

/// A write whose outcome is undetermined.
fn given_up(store: &mut Store) -> EntryId {
    let entry = store.plan(mark(&[1], Mark::Read, true), Timestamp(0)).expect("planned");
    store.begin_send(entry, &Which::All, Timestamp(0), Box::new(|_| {}));
    step(store, entry, 1, WriteStep::Unknown(failure(FailureKind::Timeout)), 0);
    while let Some(at) = store.next_reading() {
        let check = due(store, at)[0].0;
        store.begin_reading(check, at);
        store.reading(check, &Found::Nothing, 0, at);
    }
    assert_eq!(store.journal().get(entry).expect("entry").targets[0].state, State::GivenUp);
    entry
}

#[test]
fn an_undetermined_write_blocks_until_it_is_checked_again() {
    let mut store = store_with(&rows([1]));
    let entry = given_up(&mut store);
    assert!(!store.inquiries().row(id(1)).expect("row").read(), "not claimed");
    assert!(store.plan(mark(&[1], Mark::Starred, true), Timestamp(900)).is_err());
    assert_eq!(store.check_again(entry, Timestamp(900)), 1);
    let check = due(&store, Timestamp(900))[0].0;
    store.begin_reading(check, Timestamp(900));
    let done = found([(1, Some(row(1, 1_001, [true, false, false, false], "")))]);
    store.reading(check, &done, store.clock(), Timestamp(900));
    assert_eq!(outcome(&store, entry), "Done, read back");
    assert!(store.plan(mark(&[1], Mark::Starred, true), Timestamp(901)).is_ok());
}

#[test]
fn the_user_may_write_over_a_row_whose_outcome_is_undetermined() {
    let mut store = store_with(&rows([1, 2]));
    let entry = given_up(&mut store);
    let star = || mark(&[1], Mark::Starred, true);
    let why = store.plan(star(), Timestamp(900)).expect_err("blocked");
    assert!(matches!(&why, NotPlanned::Undetermined(text) if text.contains("d1.com (Buyer 1)")), "{why:?}");
    let over = store.plan_over(star(), Timestamp(901)).expect("planned");
    assert_eq!(sendable(&store), [(over, about(1))]);
    let kept = store.journal().get(entry).expect("entry");
    assert_eq!(
        (kept.targets[0].state, kept.outcome(&store.index.inquiries).starts_with("The service could not be read")),
        (State::Overruled, true)
    );
    assert!(store.plan(mark(&[1], Mark::Read, true), Timestamp(902)).is_ok(), "and it blocks no more");
}

/// The answer to a large removal is lost while the service works on it: names it has not removed yet stay unknown.
#[test]
fn a_large_delete_is_not_called_undone_while_names_still_go() {
    let all: Vec<Subject> = (0..60).map(|n| Subject::Domain(format!("d{n:02}.com").into())).collect();
    let mut settling = Settling::new(Manner::Lost, all.iter().cloned().map(Item::from), Timestamp(0));
    let mut clear = Vec::new();
    while let Some(at) = settling.due() {
        settling.begin(at);
        // From second 10 on, one name a second is removed; the service leaves out the last one.
        let done = |subject: &Subject| {
            let place = all.iter().position(|known| known == subject).expect("one of them") as i64;
            place != 59 && place + 10 <= at.0
        };
        let read = |item: &Item| if done(&item.subject) { Reading::Seems } else { Reading::Not };
        clear.extend(settling.reading(at, read));
    }
    assert_eq!(clear.len(), 60);
    for (item, verdict) in clear {
        let applied = matches!(verdict, Verdict::Applied { .. });
        assert_eq!(applied, item.subject != all[59], "{item:?}: {verdict:?}");
    }
}
