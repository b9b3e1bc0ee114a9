use super::*;
use crate::store::journal::Reversal;

fn applied() -> WriteStep {
    WriteStep::Applied { marks: None }
}

fn do_it(store: &mut Store, intent: Intent, at: i64) -> EntryId {
    let entry = store.plan(intent, Timestamp(at)).expect("planned");
    send(store, entry, at);
    entry
}

fn send(store: &mut Store, entry: EntryId, at: i64) {
    store.begin_send(entry, &Which::All, Timestamp(at), Box::new(|_| {}));
    store.settle(WriteProgress { entry, targets: Which::All, step: applied(), at: Timestamp(at) });
}

fn intents(reversals: &[Reversal]) -> Vec<Intent> {
    reversals.iter().map(|reversal| reversal.intent.clone()).collect()
}

#[test]
fn a_planned_write_shows_at_once_and_a_refused_one_goes_alone() {
    let mut store = store_with(&rows([1, 2]));
    let archive = store.plan(mark(&[1, 2], Mark::Archived, true), Timestamp(1)).expect("planned");
    let star = store.plan(mark(&[1], Mark::Starred, true), Timestamp(2)).expect("planned");
    assert!(store.inquiries().view(&spec(Tab::Active, "")).is_empty());
    assert_eq!(
        store.sendable(),
        [(archive, about(1)), (archive, about(2))],
        "the star waits for the row's earlier write"
    );
    step(&mut store, archive, 1, WriteStep::Refused(failure(FailureKind::NotFound)), 3);
    assert_eq!(ids(&store.inquiries().view(&spec(Tab::Active, ""))), [1]);
    assert_eq!(store.inquiries().shown(id(1), Mark::Starred), Some(true), "the other patch stays");
    assert_eq!(
        store.journal().get(archive).expect("entry").outcome(),
        "1 waiting to be sent, 1 not done: the connection broke"
    );
    assert!(store.may_send(star, &about(1)));
}

#[test]
fn a_fetch_in_between_does_not_undo_what_is_pending_or_was_just_done() {
    let mut store = store_with(&rows([1]));
    let began = store.moment();
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(1)).expect("planned");
    store.book.absorb(&rows([1]), began);
    assert!(store.inquiries().row(id(1)).expect("row").archived(), "pending");
    send(&mut store, entry, 2);
    store.book.absorb(&rows([1]), began);
    assert!(store.inquiries().row(id(1)).expect("row").archived(), "asked before it was done");
    store.book.absorb(&rows([1]), store.moment());
    assert!(!store.inquiries().row(id(1)).expect("row").archived(), "asked afterwards: someone took it back");
}

#[test]
fn undo_takes_back_only_what_changed_and_is_still_so() {
    let mut all = rows([1, 2, 3]);
    all.push(row(4, 1, [false, true, false, false], ""));
    let mut store = store_with(&all);
    let entry = do_it(&mut store, mark(&[1, 2, 3, 4], Mark::Starred, true), 1);
    assert_eq!(store.journal().get(entry).expect("entry").words(store.journal()), "3 inquiries starred");
    // Someone else took the star off 2.
    store.book.absorb(&rows([2]), store.moment());
    let undo = store.undo(1);
    assert_eq!(intents(&undo), [mark(&[1, 3], Mark::Starred, false)]);
    assert_eq!(undo[0].left, [about(2)]);
    assert_eq!(
        store.journal().way_back(store.journal().get(entry).expect("entry"), store.inquiries()),
        "undo takes it back for 2 of 3"
    );
}

#[test]
fn undo_and_redo_walk_the_whole_way_and_back() {
    let mut store = store_with(&rows([1, 2]));
    let shown = |store: &Store| Mark::ALL.map(|m| [1, 2].map(|n| store.inquiries().shown(id(n), m)));
    let mut states = vec![shown(&store)];
    for (n, intent) in [
        mark(&[1, 2], Mark::Read, true),
        mark(&[1], Mark::Archived, true),
        mark(&[2], Mark::Starred, true),
        mark(&[1, 2], Mark::Read, false),
    ]
    .into_iter()
    .enumerate()
    {
        do_it(&mut store, intent, n as i64);
        states.push(shown(&store));
    }
    let turn = |store: &mut Store, redo: bool| {
        let way = if redo { store.redo(1) } else { store.undo(1) };
        let entry = store.plan_reversal(way.into_iter().next()?, Timestamp(50)).ok()?;
        send(store, entry, 51);
        Some(shown(store))
    };
    for state in states.iter().rev().skip(1) {
        assert_eq!(turn(&mut store, false).as_ref(), Some(state));
    }
    assert_eq!(turn(&mut store, false), None);
    for state in states.iter().skip(1) {
        assert_eq!(turn(&mut store, true).as_ref(), Some(state));
    }
    assert_eq!(turn(&mut store, true), None);
    assert_eq!(turn(&mut store, false).as_ref(), Some(&states[3]), "what was done again can be taken back again");
    do_it(&mut store, mark(&[1], Mark::Starred, true), 60);
    assert_eq!(store.redo(1), [], "an own change ends the way forward");
}

#[test]
fn undo_at_once_works_on_a_write_still_on_its_way() {
    let mut store = store_with(&rows([1]));
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(1)).expect("planned");
    let undo = store.undo(1).remove(0);
    let back = store.plan_reversal(undo, Timestamp(1)).expect("planned");
    assert_eq!(ids(&store.inquiries().view(&spec(Tab::Active, ""))), [1]);
    assert_eq!(store.sendable(), [(entry, about(1))]);
    // The first is refused: the second then changes nothing, and there is nothing to take back.
    step(&mut store, entry, 1, WriteStep::Refused(failure(FailureKind::Forbidden)), 2);
    send(&mut store, back, 3);
    assert_eq!(store.undo(5), []);
    assert_eq!(store.redo(5), []);
}

#[test]
fn an_unknown_write_blocks_its_rows_and_says_why() {
    let mut store = store_with(&rows([1, 2]));
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(1)).expect("planned");
    store.begin_send(entry, &Which::All, Timestamp(1), Box::new(|_| {}));
    step(&mut store, entry, 1, WriteStep::Unknown(failure(FailureKind::Broken)), 1);
    let why = store.plan(mark(&[2, 1], Mark::Starred, true), Timestamp(2)).expect_err("blocked");
    assert_eq!(
        why.why(),
        "Whether d1.com (Buyer 1) was archived is still being checked; it can be changed once that is known."
    );
    assert!(store.plan(mark(&[2], Mark::Starred, true), Timestamp(2)).is_ok());
    assert_eq!(store.journal().pending(), (1, 1));
    assert_eq!(
        store.journal().get(entry).expect("entry").outcome(),
        "sent, outcome unknown, checking: the connection broke"
    );
}

#[test]
fn nothing_to_change_is_said_and_not_journalled() {
    let mut store = store_with(&[row(1, 1, [true; 4], "")]);
    assert_eq!(
        store.plan(mark(&[1], Mark::Archived, true), Timestamp(1)),
        Err(NotPlanned::No("Already archived.".to_owned()))
    );
    assert_eq!(
        store.plan(mark(&[], Mark::Archived, true), Timestamp(1)),
        Err(NotPlanned::No("Nothing is selected.".to_owned()))
    );
    store.session_mut().readonly = Some("This account is open for reading only.".to_owned());
    assert_eq!(
        store.plan(mark(&[1], Mark::Archived, false), Timestamp(1)),
        Err(NotPlanned::No("This account is open for reading only.".to_owned()))
    );
    assert_eq!(store.journal().entries().count(), 0);
}
