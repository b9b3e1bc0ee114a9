//! Writes read from the journal after a restart are described, sent, undone and redone as before.

use super::words::tests::every_kind;
use super::*;
use crate::store::disk::Places;
use crate::store::tests::{disk, restore, row};
use crate::store::{Store, WriteProgress, WriteStep};

/// Calls that carry these items.
fn calls(intent: &Intent, items: &[Item]) -> Vec<String> {
    let together = intent.rule().travel.most().clamp(1, items.len().max(1));
    let call = |items: &[Item]| {
        let call = intent.call(items);
        format!("{:?} {} {:?}", call.endpoint.method, call.path, call.body)
    };
    items.chunks(together).map(call).collect()
}

/// Words of a write, its calls, and those of its undo.
fn told(store: &Store, id: EntryId) -> String {
    let kept = store.journal().get(id).expect("kept");
    let items: Vec<Item> = kept.targets.iter().map(Target::item).collect();
    let back = store.journal().reversal(id, &store.grounds());
    let back = back.map(|back| {
        let calls = [&back.sends, &back.drops].map(|items| calls(&back.intent, items));
        (back.intent.asked(), back.origin, calls)
    });
    let (words, outcome) = (store.words_of(kept), kept.outcome(store.inquiries()));
    format!("{words}\n{outcome}\n{:?}\n{back:?}", calls(&kept.intent, &items))
}

/// The store after the program was ended and started on the same files.
fn restarted(store: Store, places: &Places) -> Store {
    store.disk().expect("a disk").flush();
    drop(store);
    disk::open(places).store
}

#[test]
fn every_kind_of_write_is_the_same_after_a_restart_and_so_is_its_undo() {
    for intent in every_kind() {
        for done in [false, true] {
            let dir = tempfile::tempdir().expect("a folder");
            let places = Places::in_dir(dir.path(), "a");
            let mut store = disk::open(&places).store;
            let marks = intent.mark().map_or([false; 4], |(mark, to)| Mark::ALL.map(|known| known == mark && !to));
            let absorbed = store.index.inquiries.absorb(&[1, 2, 3].map(|n| row(n, n, marks, "")), 0);
            store.keep(&absorbed, Timestamp(1));
            let verb = intent.verb();
            let act = store.plan(intent.clone(), Timestamp(1)).unwrap_or_else(|why| panic!("{verb:?}: {why:?}"));
            if done {
                store.begin_send(act, &Which::All, Timestamp(2), Box::new(|_| {}));
                for step in [WriteStep::Applied { marks: None }, WriteStep::Made(77)] {
                    store.settle(WriteProgress { entry: act, targets: Which::All, step, at: Timestamp(2) });
                }
            }
            let before = told(&store, act);
            let mut store = restarted(store, &places);
            assert_eq!(told(&store, act), before, "{verb:?}, done: {done}");
            assert!(!before.contains("\"\""), "{verb:?}: nothing is sent empty: {before}");
            let undo = match store.reverse(act, Timestamp(3)) {
                Ok(undo) => undo,
                Err(why) => {
                    assert_eq!(intent.rule().back, crate::store::writes::intent::Back::None, "{verb:?}: {why:?}");
                    continue;
                }
            };
            let before = told(&store, undo);
            assert_eq!(
                before.contains("/77"),
                done && verb == crate::store::writes::intent::Verb::IGNORE_SENDER,
                "{before}"
            );
            assert_eq!(told(&restarted(store, &places), undo), before, "the undo of {verb:?}, done: {done}");
        }
    }
}

#[test]
fn prices_of_removed_domains_outlive_a_restart_at_every_step() {
    let dir = tempfile::tempdir().expect("a folder");
    let places = Places::in_dir(dir.path(), "a");
    let mut store = disk::open(&places).store;
    restore::reads_own(&mut store);
    let removal = store.plan(restore::removal(), Timestamp(2)).expect("planned");
    store.begin_send(removal, &Which::All, Timestamp(2), Box::new(|_| {}));
    let step = WriteStep::Applied { marks: None };
    store.settle(WriteProgress { entry: removal, targets: Which::All, step, at: Timestamp(2) });
    let mut store = restarted(store, &places);
    let back = store.reverse(removal, Timestamp(3)).expect("planned");
    let mut store = restarted(store, &places);
    restore::added_back(&mut store, back);
    let mut store = restarted(store, &places);
    assert_eq!(store.sendable(), [], "nothing tells yet that they are back");
    restore::import(&mut store, "finished");
    let follows = restore::restore_of(&store, back);
    assert_eq!(follows.targets[0].after, crate::store::subject::Value::Whole(900));
    assert_eq!(store.sendable(), [(follows.id, follows.targets[0].item())]);
}
