//! Tests with marks that somebody else has set since the list was read: an act reports how many rows it changed, and
//! its undo reverses only these.

use std::time::Duration;

use super::simulation::Simulation;
use super::with_seeds_of;
use crate::base::Id;
use crate::sandbox::Options;
use crate::store::Mark;

/// Seconds until the list in front counts as old; `opened` waits for them.
const OLD: i64 = 20;

/// Simulation whose list was read a while ago, with its rows, none of which has that mark.
async fn opened(mark: Mark, at_once: u32) -> (Simulation, Vec<i64>) {
    let mut sim = Simulation::of(Options { inquiries: 40, domains: 4, seed: 3, at_once, ..Options::default() });
    sim.run(Duration::from_secs(5)).await;
    sim.walked().await;
    let rows = sim.rows();
    for id in &rows {
        sim.network.set(*id, mark, false).await;
    }
    sim.walk();
    sim.walked().await;
    for _ in 0..60 {
        let now = sim.now();
        let told = |id: &i64| sim.session.store.inquiries().told_at(Id::new(*id));
        if rows.iter().filter_map(told).all(|at| now.0 - at.0 == OLD) {
            return (sim, rows);
        }
        sim.run(Duration::from_secs(1)).await;
    }
    panic!("the list never grew old");
}

async fn marked(sim: &Simulation, rows: &[i64], mark: Mark) -> Vec<bool> {
    let mut all = Vec::new();
    for id in rows {
        all.push(sim.network.mark(*id, mark).await.expect("known"));
    }
    all
}

#[test]
fn an_undo_of_marks_leaves_those_that_somebody_else_has_set() {
    with_seeds_of(1, async |_| {
        // Number of rows, of those marked by the other person, of those the service handles at once, and the message.
        for (many, theirs, at_once, words) in [
            (6, 2, 1_000, "4 inquiries archived, 2 were already"),
            (2, 1, 1_000, "1 inquiry archived, 1 was already"),
            (1, 1, 1_000, "was already archived"),
            (30, 7, 4, "23 inquiries archived, 7 were already"),
        ] {
            let (mut sim, rows) = opened(Mark::Archived, at_once).await;
            let rows = &rows[..many];
            for id in &rows[..theirs] {
                sim.network.set(*id, Mark::Archived, true).await;
            }
            let act = sim.mark(rows, Mark::Archived, true).expect("planned");
            sim.settle().await;
            assert_eq!(marked(&sim, rows, Mark::Archived).await, vec![true; many]);
            let kept = sim.session.store.journal().get(act).expect("kept");
            assert_eq!(kept.changed().count(), many - theirs, "{kept:?}");
            let told = sim.session.store.outcome_words(act).expect("ended");
            assert!(told.contains(words), "{told}");
            assert!(sim.told.iter().any(|told| told.contains(words)), "{:?}", sim.told);
            sim.undo();
            sim.settle().await;
            let left: Vec<bool> = (0..many).map(|place| place < theirs).collect();
            assert_eq!(marked(&sim, rows, Mark::Archived).await, left, "{many} rows, {theirs} of them theirs");
        }
    });
}

#[test]
fn a_star_somebody_else_has_set_stays_when_ours_is_undone() {
    with_seeds_of(1, async |_| {
        let (mut sim, rows) = opened(Mark::Starred, 1_000).await;
        sim.network.set(rows[0], Mark::Starred, true).await;
        sim.mark(&rows[..1], Mark::Starred, true).expect("planned");
        sim.settle().await;
        assert_eq!(sim.undo(), None, "there is nothing of ours to undo");
        sim.mark(&rows[1..2], Mark::Starred, true).expect("planned");
        sim.settle().await;
        assert!(sim.undo().is_some());
        sim.settle().await;
        assert_eq!(marked(&sim, &rows[..2], Mark::Starred).await, [true, false]);
    });
}

#[test]
fn rows_that_were_read_just_now_are_marked_without_reading_them_again() {
    with_seeds_of(1, async |_| {
        let (mut sim, rows) = opened(Mark::Starred, 1_000).await;
        sim.mark(&rows[..1], Mark::Starred, true).expect("planned");
        sim.run(Duration::from_secs(1)).await;
        let reads = sim.network.reads_sent().len();
        sim.mark(&rows[..1], Mark::Starred, false).expect("planned");
        sim.run(Duration::from_secs(1)).await;
        assert_eq!(sim.network.reads_sent().len(), reads);
        assert_eq!(marked(&sim, &rows[..1], Mark::Starred).await, [false]);
    });
}
