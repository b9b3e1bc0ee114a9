use super::*;
use crate::store::writes::intent::MarkAll;

/// The act that undo reverses next.
pub(super) fn next_undo(store: &Store) -> Option<EntryId> {
    store.journal().undo_order(1, None).acts.first().copied()
}

/// Undoes the newest act.
pub(super) fn undo(store: &mut Store, at: i64) -> EntryId {
    let act = next_undo(store).expect("something to undo");
    store.reverse(act, Timestamp(at)).expect("planned")
}

pub(super) fn said(store: &Store, entry: EntryId) -> String {
    store.undo_words(entry).expect("an undo").text
}

fn applied() -> WriteStep {
    WriteStep::Applied { marks: None }
}

pub(super) fn do_it(store: &mut Store, intent: Intent, at: i64) -> EntryId {
    let entry = store.plan(intent, Timestamp(at)).expect("planned");
    send(store, entry, at);
    entry
}

/// Sends those targets of an undo that need not wait.
fn send_planned(store: &mut Store, entry: EntryId, at: i64) {
    let due: Vec<Item> = store.sendable().into_iter().filter(|(of, _)| *of == entry).map(|(_, s)| s).collect();
    store.begin_send(entry, &Which::These(due.clone()), Timestamp(at), Box::new(|_| {}));
    store.settle(WriteProgress { entry, targets: Which::These(due), step: applied(), at: Timestamp(at) });
}

pub(super) fn send(store: &mut Store, entry: EntryId, at: i64) {
    store.begin_send(entry, &Which::All, Timestamp(at), Box::new(|_| {}));
    store.settle(WriteProgress { entry, targets: Which::All, step: applied(), at: Timestamp(at) });
}

#[test]
fn a_planned_write_shows_at_once_and_a_refused_one_goes_alone() {
    let mut store = store_with(&rows([1, 2]));
    let archive = store.plan(mark(&[1, 2], Mark::Archived, true), Timestamp(1)).expect("planned");
    let star = store.plan(mark(&[1], Mark::Starred, true), Timestamp(2)).expect("planned");
    assert!(store.inquiries().view(&spec(Tab::Active, "")).is_empty());
    assert_eq!(
        sendable(&store),
        [(archive, about(1)), (archive, about(2))],
        "the star waits for the row's earlier write"
    );
    step(&mut store, archive, 1, WriteStep::Refused(failure(FailureKind::NotFound)), 3);
    assert_eq!(ids(&store.inquiries().view(&spec(Tab::Active, ""))), [1]);
    assert_eq!(store.inquiries().shown(id(1), Mark::Starred), Some(true), "the other patch stays");
    assert_eq!(
        outcome(&store, archive),
        "1 not archived: d1.com (Buyer 1), the connection broke. 1 waiting to be sent"
    );
    assert!(store.may_send(star, &about(1)));
}

#[test]
fn the_sent_part_of_a_write_is_known_while_it_alone_waits() {
    let mut store = store_with(&rows([1, 2, 3]));
    let archive = store.plan(mark(&[1, 2, 3], Mark::Archived, true), Timestamp(1)).expect("planned");
    assert_eq!(store.journal().progress(), None, "nothing was sent yet");
    step(&mut store, archive, 1, applied(), 2);
    assert_eq!(store.journal().progress(), Some((1, 3)));
    let star = store.plan(mark(&[2], Mark::Starred, true), Timestamp(3)).expect("planned");
    assert_eq!(store.journal().progress(), None, "two writes wait");
    step(&mut store, star, 2, applied(), 4);
    send(&mut store, archive, 5);
    assert_eq!(store.journal().progress(), None, "nothing waits");
}

#[test]
fn a_fetch_does_not_revert_changes_pending_or_just_made() {
    let mut store = store_with(&rows([1]));
    let began = store.clock();
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(1)).expect("planned");
    store.index.inquiries.absorb(&rows([1]), began);
    assert!(store.inquiries().row(id(1)).expect("row").archived(), "pending");
    send(&mut store, entry, 2);
    store.index.inquiries.absorb(&rows([1]), began);
    assert!(store.inquiries().row(id(1)).expect("row").archived(), "asked before it was done");
    store.index.inquiries.absorb(&rows([1]), store.clock());
    assert!(!store.inquiries().row(id(1)).expect("row").archived(), "asked afterwards: someone took it back");
}

#[test]
fn undo_reverses_only_marks_that_changed_and_are_still_so() {
    let mut all = rows([1, 2, 3]);
    all.push(row(4, 1, [false, true, false, false], ""));
    let mut store = store_with(&all);
    let entry = do_it(&mut store, mark(&[1, 2, 3, 4], Mark::Starred, true), 1);
    assert_eq!(headline(&store, entry), "3 inquiries starred");
    // Somebody else has unstarred inquiry 2.
    store.index.inquiries.absorb(&rows([2]), store.clock());
    assert_eq!(
        store.journal().way_back(store.journal().get(entry).expect("entry"), &store.grounds()),
        "u undo for 2 of 3"
    );
    let back = undo(&mut store, 2);
    assert_eq!(sendable(&store), [(back, about(1)), (back, about(3))]);
    assert_eq!(
        said(&store, back),
        "Undone: 2 inquiries unstarred. 1 not: d2.com (Buyer 2): changed since",
        "what is left is named"
    );
    send_planned(&mut store, back, 3);
    assert_eq!(headline(&store, back), "Undone: 2 of 3 inquiries unstarred");
    assert_eq!(next_undo(&store), None, "it is over with that");
}

#[test]
fn undo_and_redo_go_through_all_acts_and_back() {
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
        let next = if redo { store.journal().redo_order(1).first().copied() } else { next_undo(store) };
        let entry = store.reverse(next?, Timestamp(50)).ok()?;
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
    assert_eq!(store.journal().redo_order(1), [], "an own change ends the way forward");
}

#[test]
fn undoing_an_unsent_write_sends_nothing() {
    let mut store = store_with(&rows([1, 2]));
    let entry = store.plan(mark(&[1, 2], Mark::Archived, true), Timestamp(1)).expect("planned");
    let back = undo(&mut store, 1);
    assert_eq!(ids(&store.inquiries().view(&spec(Tab::Active, ""))), [2, 1]);
    assert_eq!(sendable(&store), [], "no two calls for nothing");
    assert_eq!(said(&store, back), "Undone: 2 inquiries back in Active; nothing had been sent");
    assert_eq!((store.journal().pending(), next_undo(&store)), ((0, 0), None));
    assert_eq!(outcome(&store, entry), "Undone before it was sent");
    // The redo of an unsent undo is sent.
    let redo = store.journal().redo_order(1)[0];
    let forth = store.reverse(redo, Timestamp(2)).expect("planned");
    assert_eq!(sendable(&store), [(forth, about(1)), (forth, about(2))]);
    assert_eq!(said(&store, forth), "Redone: 2 inquiries archived");
    assert!(store.inquiries().view(&spec(Tab::Active, "")).is_empty());
    send(&mut store, forth, 3);
    assert_eq!(next_undo(&store), Some(forth));
}

#[test]
fn an_undo_names_no_tab_for_what_was_hidden_meanwhile() {
    let mut store = store_with(&rows([1, 2]));
    do_it(&mut store, mark(&[1, 2], Mark::Archived, true), 1);
    let now = store.clock();
    store.index.inquiries.absorb(&[row(1, 1_001, [false, false, true, true], "")], now);
    let back = undo(&mut store, 3);
    send(&mut store, back, 4);
    assert_eq!(said(&store, back), "Undone: 2 inquiries no longer archived");
}

/// A write that is being sent, so that an undo planned now has to wait for it.
pub(super) fn on_its_way(store: &mut Store, n: &[i64]) -> EntryId {
    let entry = store.plan(mark(n, Mark::Archived, true), Timestamp(1)).expect("planned");
    store.begin_send(entry, &Which::All, Timestamp(1), Box::new(|_| {}));
    entry
}

#[test]
fn undo_of_a_write_on_its_way_shows_at_once_and_follows_it() {
    let mut store = store_with(&rows([1]));
    let entry = on_its_way(&mut store, &[1]);
    let back = undo(&mut store, 1);
    assert_eq!(ids(&store.inquiries().view(&spec(Tab::Active, ""))), [1], "shown at once");
    assert_eq!(sendable(&store), [], "it waits for the answer");
    assert_eq!(said(&store, back), "Undo will follow: d1.com (Buyer 1) is still being archived");
    assert_eq!(store.undo_ended(), None);
    store.settle(WriteProgress { entry, targets: Which::All, step: applied(), at: Timestamp(2) });
    assert_eq!(sendable(&store), [(back, about(1))]);
    send(&mut store, back, 3);
    assert_eq!(store.undo_ended().expect("told").text, "Undone: d1.com (Buyer 1) back in Active");
    assert_eq!(store.undo_ended(), None, "told once");
}

#[test]
fn the_undo_of_a_write_refused_later_has_nothing_to_send() {
    let mut store = store_with(&rows([1]));
    let entry = on_its_way(&mut store, &[1]);
    let back = undo(&mut store, 1);
    step(&mut store, entry, 1, WriteStep::Refused(failure(FailureKind::Forbidden)), 2);
    assert_eq!(sendable(&store), []);
    store.review(Timestamp(2));
    let words = store.undo_ended().expect("told");
    assert_eq!(words.text, "Nothing to undo: d1.com (Buyer 1) was not archived");
    assert_eq!(store.journal().get(back).expect("entry").targets[0].state, State::Void);
    assert_eq!((next_undo(&store), store.journal().redo_order(5)), (None, Vec::new()));
    assert_eq!(store.journal().pending(), (0, 0));
}

/// Undo is about the newest act even if its outcome is unknown.
#[test]
fn undo_never_passes_over_an_act_whose_outcome_is_unknown() {
    let mut store = store_with(&rows([1, 2]));
    do_it(&mut store, mark(&[1], Mark::Starred, true), 1);
    let entry = on_its_way(&mut store, &[2]);
    step(&mut store, entry, 2, WriteStep::Unknown(failure(FailureKind::Broken)), 1);
    let back = undo(&mut store, 2);
    assert_eq!(store.journal().get(back).expect("entry").origin, Origin::Undo(entry));
    assert_eq!(said(&store, back), "Undo will follow once it is known whether d2.com (Buyer 2) was archived");
    assert_eq!(store.inquiries().shown(id(1), Mark::Starred), Some(true), "the older act stays");
    // Found not done, the write is not sent again, because the user has undone it.
    while let Some(at) = store.next_reading() {
        let (check, _) = due(&store, at).remove(0);
        store.begin_reading(check, at);
        let began = store.clock();
        let learnt = store.reading(check, &found([(2, Some(row(2, 2, [false; 4], "")))]), began, at);
        assert_eq!(learnt.again, []);
    }
    store.review(Timestamp(50));
    assert_eq!((store.journal().pending(), store.sendable()), ((0, 0), Vec::new()));
    assert_eq!(store.undo_ended().expect("told").text, "Nothing to undo: d2.com (Buyer 2) was not archived");
    let star = undo(&mut store, 51);
    assert_eq!(said(&store, star), "Undone: d1.com (Buyer 1) unstarred");
}

#[test]
fn an_undetermined_write_is_neither_undone_blindly_nor_passed_over() {
    let mut store = store_with(&rows([1, 2]));
    do_it(&mut store, mark(&[1], Mark::Starred, true), 1);
    let entry = on_its_way(&mut store, &[2]);
    step(&mut store, entry, 2, WriteStep::GivenUp { evidence: String::new() }, 2);
    let order = store.journal().undo_order(1, None);
    assert_eq!((order.acts, order.stop), (Vec::new(), Some(entry)));
    let star = store.journal().undo_order(1, Some(entry)).acts[0];
    store.reverse(star, Timestamp(3)).expect("planned");
    assert_eq!(store.journal().undo_order(1, None), crate::store::Order::default(), "said once");
    // Once its outcome was read, it can be undone.
    assert_eq!(store.check_again(entry, Timestamp(4)), 1);
    let back = undo(&mut store, 5);
    assert_eq!(store.journal().get(back).expect("entry").origin, Origin::Undo(entry));
}

/// Opening an inquiry marks it read, but the user did not ask for that.
#[test]
fn marking_read_by_opening_is_no_part_of_undo_and_redo() {
    let mut store = store_with(&rows([1, 2]));
    let archive = do_it(&mut store, mark(&[1], Mark::Archived, true), 1);
    let open = |store: &mut Store, n| {
        let entry = store.plan_as(mark(&[n], Mark::Read, true), Origin::Opened, Timestamp(2)).expect("planned");
        send(store, entry, 2);
        entry
    };
    let opened = open(&mut store, 2);
    let way = |entry| store.journal().way_back(store.journal().get(entry).expect("entry"), &store.grounds());
    assert_eq!(way(opened), "m marks it unread");
    let back = undo(&mut store, 3);
    assert_eq!(store.journal().get(back).expect("entry").origin, Origin::Undo(archive));
    send(&mut store, back, 3);
    open(&mut store, 1);
    assert_eq!(store.journal().redo_order(1), [back], "and redo is still there");
}

/// If undo and redo are planned while the first write is being sent, only what the user wanted last is sent.
#[test]
fn undo_and_redo_of_a_write_on_its_way_leave_the_last_wish() {
    let mut store = store_with(&rows([1]));
    let entry = on_its_way(&mut store, &[1]);
    step(&mut store, entry, 1, WriteStep::Unknown(failure(FailureKind::Broken)), 1);
    let first = undo(&mut store, 2);
    let forth = store.reverse(store.journal().redo_order(1)[0], Timestamp(3)).expect("planned");
    assert_eq!(said(&store, forth), "Redone: d1.com (Buyer 1) archived; the undo had not been sent");
    assert_eq!(store.inquiries().shown(id(1), Mark::Archived), Some(true));
    assert!(!store.journal().superseded(entry, &about(1)), "it may be sent again when it was not done");
    let last = undo(&mut store, 4);
    assert_eq!(store.journal().get(last).expect("entry").origin, Origin::Undo(forth));
    assert_eq!(store.inquiries().shown(id(1), Mark::Archived), Some(false));
    step(&mut store, entry, 1, WriteStep::SettledApplied { evidence: String::new(), made: None }, 5);
    assert_eq!(sendable(&store), [(last, about(1))]);
    send_planned(&mut store, last, 6);
    assert_eq!(store.inquiries().truth(id(1), Mark::Archived), Some(false));
    assert_eq!(store.journal().get(first).expect("entry").targets[0].state, State::TakenBack);
    assert_eq!((next_undo(&store), store.journal().redo_order(1)), (None, vec![last]));
}

#[test]
fn targets_an_undo_failed_on_are_undone_by_the_next() {
    let mut store = store_with(&rows([1, 2]));
    let entry = do_it(&mut store, mark(&[1, 2], Mark::Archived, true), 1);
    let back = undo(&mut store, 2);
    store.begin_send(back, &Which::All, Timestamp(3), Box::new(|_| {}));
    step(&mut store, back, 1, applied(), 3);
    step(&mut store, back, 2, WriteStep::Refused(failure(FailureKind::Forbidden)), 3);
    assert_eq!(
        store.undo_ended().expect("told").text,
        "Undone: d1.com (Buyer 1) back in Active. 1 not: d2.com (Buyer 2): The service does not permit this: the connection broke"
    );
    assert_eq!(next_undo(&store), Some(entry));
    let again = undo(&mut store, 4);
    assert_eq!(sendable(&store), [(again, about(2))]);
}

/// Proves R-52.
#[test]
fn an_unknown_write_blocks_its_rows_and_says_why() {
    let mut store = store_with(&rows([1, 2]));
    let entry = store.plan(mark(&[1], Mark::Archived, true), Timestamp(1)).expect("planned");
    store.begin_send(entry, &Which::All, Timestamp(1), Box::new(|_| {}));
    step(&mut store, entry, 1, WriteStep::Unknown(failure(FailureKind::Broken)), 1);
    let why = store.plan(mark(&[1], Mark::Starred, true), Timestamp(2)).expect_err("blocked");
    assert_eq!(why.why(), "Still checking whether d1.com (Buyer 1) was archived; try again in a moment.");
    assert!(store.plan(mark(&[2], Mark::Starred, true), Timestamp(2)).is_ok());
    assert_eq!(store.journal().pending(), (1, 1));
    assert_eq!(outcome(&store, entry), "Sent, outcome unknown, checking: the connection broke before the answer came");
}

#[test]
fn a_bulk_act_goes_ahead_without_the_rows_that_must_wait_and_names_them() {
    let mut store = store_with(&rows(1..=6));
    let entry = store.plan(mark(&[1, 2, 3], Mark::Starred, true), Timestamp(1)).expect("planned");
    store.begin_send(entry, &Which::All, Timestamp(1), Box::new(|_| {}));
    for n in 1..=3 {
        step(&mut store, entry, n, WriteStep::Unknown(failure(FailureKind::Broken)), 1);
    }
    let archive = store.plan(mark(&[1, 2, 3, 4, 5, 6], Mark::Archived, true), Timestamp(2)).expect("goes ahead");
    assert_eq!(
        store.journal().get(archive).expect("entry").planned_words(None, &store.index.inquiries),
        "3 archived. 3 not archived: still being checked: d1.com (Buyer 1), d2.com (Buyer 2), d3.com (Buyer 3)"
    );
    assert_eq!(sendable(&store), [(archive, about(4)), (archive, about(5)), (archive, about(6))]);
    assert_eq!(ids(&store.inquiries().view(&spec(Tab::Active, ""))), [3, 2, 1], "those that wait stay in the list");
    send_these(&mut store, archive, 4..=6);
    assert_eq!(headline(&store, archive), "3 of 6 inquiries archived");
    let changed = store.journal().get(archive).expect("entry").changed().map(|target| target.subject.clone());
    assert_eq!(changed.collect::<Vec<_>>(), (4..=6).map(about).collect::<Vec<_>>(), "only what was done is undone");
    // The other rows' write left these three out, so they are sent once more if found not done.
    assert!(!store.journal().superseded(entry, &about(1)));
    // A write about everything a filter matches excludes waiting rows by their numbers.
    let filter = serde_json::json!({"status": "all"});
    let all = Intent::MarkAll(MarkAll {
        known: SetMark { ids: (1..=6).map(id).collect(), mark: Mark::Read, to: true },
        of: 80,
        filter,
    });
    let all = store.plan(all, Timestamp(3)).expect("goes ahead");
    let batch = store.next_batch(false).expect("a call");
    let Some(crate::api::Body::Json(body)) = store.call(&batch).map(|call| call.body) else { panic!("no body") };
    assert_eq!(body["exclude"], serde_json::json!([1, 2, 3]));
    assert_eq!(batch.targets[0].0, all);
}

fn send_these(store: &mut Store, entry: EntryId, which: std::ops::RangeInclusive<i64>) {
    let which = Which::These(which.map(|n| about(n).into()).collect());
    store.begin_send(entry, &which, Timestamp(3), Box::new(|_| {}));
    store.settle(WriteProgress { entry, targets: which, step: applied(), at: Timestamp(3) });
}

#[test]
fn a_write_that_changes_nothing_is_answered_and_not_journalled() {
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
