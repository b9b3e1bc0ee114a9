//! Acts that cannot be undone: undo stops at such an act, and passes over it when the user asks again.

use super::journal::{do_it, next_undo, undo};
use super::*;
use crate::store::writes::intent::RequestEmail;

#[test]
fn an_act_that_cannot_be_undone_stops_undo_until_the_user_asks_again() {
    let mut store = store_with(&rows([1]));
    do_it(&mut store, mark(&[1], Mark::Archived, true), 1);
    let mail = Intent::RequestEmail(RequestEmail { ids: vec![id(1)], to: "me@x.example".to_owned() });
    let mail = do_it(&mut store, mail, 2);
    let order = store.journal().undo_order(3, None);
    assert_eq!((order.acts, order.stop), (Vec::new(), Some(mail)));
    let archive = store.journal().undo_order(3, Some(mail)).acts[0];
    store.reverse(archive, Timestamp(3)).expect("planned");
    assert_eq!(sendable(&store).len(), 1);
}

#[test]
fn acts_that_cannot_be_undone_are_passed_however_many_lie_in_a_row() {
    let mut store = store_with(&rows([1, 2]));
    let archive = do_it(&mut store, mark(&[1], Mark::Archived, true), 1);
    let [first, second] = [1, 2].map(|n| {
        let mail = RequestEmail { ids: vec![id(n)], to: "me@x.example".to_owned() };
        do_it(&mut store, Intent::RequestEmail(mail), 2)
    });
    assert_eq!(store.journal().undo_order(1, None).stop, Some(second));
    assert_eq!(store.journal().behind(second), Some((archive, first)));
    assert_eq!(store.journal().undo_order(1, Some(first)).acts, [archive]);
}

#[test]
fn an_undo_refused_twice_is_not_tried_again_and_frees_the_acts_before() {
    let mut store = store_with(&rows([1, 2]));
    let star = do_it(&mut store, mark(&[1], Mark::Starred, true), 1);
    let archive = do_it(&mut store, mark(&[2], Mark::Archived, true), 2);
    for at in [3, 4] {
        let back = undo(&mut store, at);
        store.begin_send(back, &Which::All, Timestamp(at), Box::new(|_| {}));
        step(&mut store, back, 2, WriteStep::Refused(failure(FailureKind::Forbidden)), at);
        assert_eq!(store.journal().get(back).expect("kept").origin, Origin::Undo(archive));
    }
    assert_eq!((next_undo(&store), store.journal().undo_order(1, None).stop), (None, Some(archive)));
    assert_eq!(store.journal().behind(archive), Some((star, archive)));
}
