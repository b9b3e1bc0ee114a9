use super::*;
use crate::store::settle::{Reading, Settling, Verdict};

/// Reads on schedule until a verdict, each reading given by the seconds since the failure. Returns when and what.
fn run(read: impl Fn(i64) -> Reading) -> (i64, Verdict, Vec<i64>) {
    let mut settling = Settling::new(Mark::Archived, true, Timestamp(1_000));
    let mut times = Vec::new();
    loop {
        let at = settling.due().expect("due or decided");
        settling.begin();
        assert_eq!(settling.due(), None, "one reading at a time");
        times.push(at.0 - 1_000);
        match settling.reading(at, at, read(at.0 - 1_000)) {
            Verdict::Wait(_) => {}
            verdict => return (at.0 - 1_000, verdict, times),
        }
    }
}

#[test]
fn done_is_believed_at_once_and_not_done_only_after_the_window() {
    assert_eq!(run(|_| Reading::Is(true)).1, Verdict::Applied("found archived after 1 reading".into()));
    let (at, verdict, times) = run(|_| Reading::Is(false));
    assert_eq!((at, times), (30, vec![0, 2, 5, 15, 30]));
    assert_eq!(verdict, Verdict::NotApplied("still not archived after 5 readings".into()));
}

#[test]
fn a_write_passed_on_late_is_found_done() {
    // Fault 9: applied 20 s after the reset.
    let (at, verdict, _) = run(|t| Reading::Is(t >= 20));
    assert_eq!(at, 30);
    assert!(matches!(verdict, Verdict::Applied(_)));
}

#[test]
fn failed_readings_prove_nothing_and_end_after_ten_minutes() {
    let (at, verdict, times) = run(|_| Reading::Failed);
    assert_eq!(times[..8], [0, 2, 5, 15, 30, 60, 120, 180]);
    assert_eq!((at, verdict), (600, Verdict::GivenUp("the service could not be read for 10 minutes".into())));
    let (at, verdict, _) = run(|t| if t < 60 { Reading::Failed } else { Reading::Is(false) });
    assert_eq!(at, 120, "one reading at 60 s is not two ten seconds apart");
    assert!(matches!(verdict, Verdict::NotApplied(_)));
    assert!(matches!(run(|_| Reading::Gone).1, Verdict::GivenUp(_)));
}

#[test]
fn proven_not_done_goes_again_once_unless_the_user_changed_it() {
    let silent = |store: &mut Store, entry: EntryId, from: i64| {
        store.begin_send(entry, None, Timestamp(from), Box::new(|_| {}));
        step(store, entry, 1, WriteStep::Unknown(failure(FailureKind::Timeout)), from);
    };
    let read_out = |store: &mut Store, entry: EntryId| {
        let not_done = row(1, 1_001, [false; 4], "");
        while let Some(at) = store.next_reading() {
            assert_eq!(store.readings_due(at), [(entry, id(1))]);
            store.begin_reading(entry, id(1));
            let began = store.moment();
            if let Some(again) = store.reading((entry, id(1)), Ok(Some(&not_done)), began, None, at) {
                return Some(again);
            }
        }
        None
    };
    let mut store = store_with(&rows([1]));
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(0)).expect("planned");
    silent(&mut store, entry, 0);
    assert_eq!(read_out(&mut store, entry), Some(Resend { entry, target: id(1) }));
    assert_eq!(store.sendable(), [(entry, id(1))]);
    assert!(store.inquiries().row(id(1)).expect("row").archived(), "still wanted, still shown");
    silent(&mut store, entry, 100);
    assert_eq!(read_out(&mut store, entry), None, "once");
    let kept = store.journal().get(entry).expect("entry");
    assert_eq!(kept.outcome(), "not done: still not archived after 5 readings");
    assert!(!store.inquiries().row(id(1)).expect("row").archived());

    // An undo planned while the write was on its way: nobody wants the first one any more.
    let mut store = store_with(&rows([1]));
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(0)).expect("planned");
    let undo = store.undo(1).remove(0);
    store.plan_reversal(undo, Timestamp(1)).expect("planned");
    silent(&mut store, entry, 1);
    assert_eq!(read_out(&mut store, entry), None);
    assert_eq!(store.journal().get(entry).expect("entry").targets[0].state, State::SettledNotApplied);
}

#[test]
fn what_could_not_be_determined_blocks_until_it_is_checked_again() {
    let mut store = store_with(&rows([1]));
    let entry = store.plan(mark(&[1], Mark::Read, true), Timestamp(0)).expect("planned");
    store.begin_send(entry, None, Timestamp(0), Box::new(|_| {}));
    step(&mut store, entry, 1, WriteStep::Unknown(failure(FailureKind::Timeout)), 0);
    let gone_quiet = failure(FailureKind::Offline);
    while let Some(at) = store.next_reading() {
        store.begin_reading(entry, id(1));
        store.reading((entry, id(1)), Err(&gone_quiet), 0, None, at);
    }
    assert_eq!(store.journal().get(entry).expect("entry").targets[0].state, State::GivenUp);
    assert!(!store.inquiries().row(id(1)).expect("row").read(), "not claimed");
    assert!(store.plan(mark(&[1], Mark::Starred, true), Timestamp(900)).is_err());
    assert_eq!(store.check_again(entry, Timestamp(900)), 1);
    store.begin_reading(entry, id(1));
    let done = row(1, 1_001, [true, false, false, false], "");
    store.reading((entry, id(1)), Ok(Some(&done)), store.moment(), None, Timestamp(900));
    assert_eq!(
        store.journal().get(entry).expect("entry").outcome(),
        "done (confirmed by reading): found marked read after 1 reading"
    );
    assert!(store.plan(mark(&[1], Mark::Starred, true), Timestamp(901)).is_ok());
}
