//! The write path against the service with everything that can go wrong between them: one thread, paused time, a seed.

mod desk;
mod road;

use std::collections::HashMap;
use std::time::Duration;

use crate::store::{Mark, State};
use desk::{Desk, MARKS};

const SEEDS: u64 = 200;
const ROWS: u32 = 24;

/// Runs a simulation with every seed; a failing one says its number. `PARKADE_SEED` runs that one only.
fn with_seeds(scenario: impl AsyncFn(u64)) {
    let one = std::env::var("PARKADE_SEED").ok().and_then(|text| text.parse::<u64>().ok());
    for seed in one.map_or(1..SEEDS + 1, |seed| seed..seed + 1) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        let run = std::panic::AssertUnwindSafe(|| runtime.block_on(scenario(seed)));
        if let Err(panic) = std::panic::catch_unwind(run) {
            eprintln!("failed with PARKADE_SEED={seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

type Marks = HashMap<(i64, Mark), bool>;

async fn at_the_service(desk: &Desk) -> Marks {
    let mut marks = HashMap::new();
    for id in desk.rows() {
        for mark in MARKS {
            marks.insert((id, mark), desk.road.mark(id, mark).await.unwrap());
        }
    }
    marks
}

async fn opened(seed: u64) -> Desk {
    let mut desk = Desk::new(seed, ROWS);
    desk.run(Duration::from_secs(5)).await;
    assert_eq!(desk.rows().len(), ROWS as usize);
    desk
}

/// What the user and others do, at random.
async fn act(desk: &mut Desk, dice: &mut fastrand::Rng) {
    let rows = desk.rows();
    let (mark, to) = (MARKS[dice.usize(0..4)], dice.bool());
    let one = rows[dice.usize(0..rows.len())];
    match dice.u8(0..20) {
        0..7 => {
            desk.mark(&[one], mark, to);
        }
        7..11 => {
            let some: Vec<i64> = (0..dice.usize(2..9)).map(|_| rows[dice.usize(0..rows.len())]).collect();
            desk.mark(&some, mark, to);
        }
        11..14 => {
            desk.undo();
        }
        14 => {
            desk.redo();
        }
        15 => desk.refresh(),
        16 => desk.walk(),
        17 | 18 => {
            desk.foreign.insert((one, mark));
            desk.road.set(one, mark, to).await;
        }
        _ => desk.cancel(),
    }
    // Often at once after one another, sometimes with time to think.
    let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..45_000) };
    desk.run(Duration::from_millis(wait)).await;
}

/// What was done is said to be done, nothing was done twice, what is called not done was not, and in the end the screen
/// shows what is at the service.
#[test]
fn whatever_goes_wrong_the_screen_ends_equal_to_the_service() {
    with_seeds(async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut desk = opened(seed).await;
        let before = at_the_service(&desk).await;
        desk.road.trouble(dice.u8(0..70));
        for _ in 0..dice.usize(4..18) {
            act(&mut desk, &mut dice).await;
        }
        desk.road.trouble(0);
        desk.settle().await;
        // The first may have begun before the last trouble.
        desk.walked().await;
        desk.walk();
        desk.walked().await;

        let service = at_the_service(&desk).await;
        for (&(id, mark), &is) in &service {
            assert_eq!(desk.shown(id, mark), Some(is), "{mark:?} of {id}: what is shown{}", desk.story(id));
        }
        check_log(&desk);
        check_nothing_lost(&desk, &before, &service);
    });
}

/// Each confirmed change was done at most once, and once more only where it was proven not done.
fn check_log(desk: &Desk) {
    let mut done: HashMap<(i64, Mark, bool), usize> = HashMap::new();
    for attempt in desk.road.attempts() {
        for id in &attempt.done {
            *done.entry((*id, attempt.mark, attempt.to)).or_default() += 1;
            let foreign = desk.foreign.contains(&(*id, attempt.mark));
            assert!(foreign || !attempt.judged.contains(id), "{id} was called not done, but was: {attempt:?}");
        }
    }
    for ((id, mark, to), times) in done {
        let entries = desk.store.journal().entries();
        let confirmed = entries
            .filter(|entry| entry.assigns() == (mark, to) && entry.targets.iter().any(|t| t.id.get() == id))
            .count();
        let resent = desk.resends.get(&(id, mark, to)).copied().unwrap_or(0);
        assert!(resent <= confirmed, "row {id}, {mark:?} {to}: sent again {resent} times by itself");
        assert!(times <= confirmed + resent, "{mark:?} {to}: done {times} times{}", desk.story(id));
    }
}

/// What is at the service follows from the journal alone, wherever nobody else changed it.
fn check_nothing_lost(desk: &Desk, before: &Marks, service: &Marks) {
    for (&(id, mark), &is) in service {
        if desk.foreign.contains(&(id, mark)) {
            continue;
        }
        let mut expected = Some(before[&(id, mark)]);
        let mut entries: Vec<_> = desk.store.journal().entries().collect();
        entries.reverse();
        for entry in entries {
            let Some(target) = entry.targets.iter().find(|t| t.id.get() == id) else { continue };
            if entry.assigns().0 != mark {
                continue;
            }
            assert!(target.state.ended(), "row {id}, {mark:?} is still open");
            match target.state {
                state if state.applied() => expected = Some(entry.assigns().1),
                // Nobody knows.
                State::GivenUp => expected = None,
                _ => {}
            }
        }
        if let Some(expected) = expected {
            assert_eq!(is, expected, "{mark:?} of {id}: what the journal says{}", desk.story(id));
        }
    }
}

/// Undo brings back exactly what was there, through the same troubles.
#[test]
fn undo_restores_exactly() {
    with_seeds(async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut desk = opened(seed).await;
        let before = at_the_service(&desk).await;
        desk.road.trouble(dice.u8(0..50));
        let rows = desk.rows();
        let some: Vec<i64> = rows.iter().copied().filter(|_| dice.u8(0..3) == 0).collect();
        let (mark, to) = (MARKS[dice.usize(0..4)], dice.bool());
        let Some(done) = desk.mark(&some, mark, to) else { return };
        desk.settle().await;
        let changed: Vec<i64> = desk.store.journal().get(done).unwrap().changed().map(|t| t.id.get()).collect();
        let undone = desk.undo();
        assert_eq!(undone.is_some(), !changed.is_empty());
        desk.settle().await;
        let service = at_the_service(&desk).await;
        let back = undone.and_then(|entry| desk.store.journal().get(entry));
        for id in rows {
            let undo = back.and_then(|entry| entry.targets.iter().find(|t| t.id.get() == id));
            assert_eq!(undo.is_some(), changed.contains(&id), "row {id}: undo touches what was changed, and only that");
            if undo.is_none_or(|t| t.state.applied()) && desk.foreign.is_empty() {
                let first = desk.store.journal().get(done).unwrap().targets.iter().find(|t| t.id.get() == id);
                if first.is_none_or(|t| t.state != State::GivenUp) {
                    assert_eq!(service[&(id, mark)], before[&(id, mark)], "row {id}");
                }
            }
        }
    });
}
