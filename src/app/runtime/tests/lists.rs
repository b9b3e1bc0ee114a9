//! Tests that the rows of the tabs equal the lists of the service after walks, pages, totals, bulk acts, undo and
//! changes by others in any order.

use std::time::Duration;

use super::simulation::Simulation;
use super::undoing::{clear_up, on_tab};
use super::{MARKS, with_seeds_of};
use crate::api::Page;
use crate::api::inquiries::List;
use crate::client::Lane;
use crate::sandbox::Options;
use crate::store::{Mark, Store, Tab, Want, Wants};

const ROWS: u32 = 60;
/// Rows per page of the list of unsent inquiries, so few that it has several pages.
const PAGE: u32 = 3;

fn unsent() -> List {
    List { filter: Tab::Unsent.question(), page: Page::new(1, PAGE) }
}

fn in_front(store: &Store, wants: &mut Wants) {
    store.want_set(&unsent(), Want::of(&unsent(), Lane::User), wants);
}

async fn opened(seed: u64) -> Simulation {
    let options = Options {
        inquiries: ROWS,
        domains: 12,
        seed,
        at_once: 8,
        job_seconds: [1, 3, 12, 40][seed as usize % 4],
        arrive: seed.is_multiple_of(3).then_some(600),
        ..Options::default()
    };
    let mut sim = Simulation::of(options);
    sim.run(Duration::from_secs(20)).await;
    assert!(sim.rows().len() >= ROWS as usize);
    sim
}

async fn step(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    match dice.u8(0..16) {
        0..4 => {
            let tab = [Tab::Active, Tab::Unsent, Tab::Archived][dice.usize(0..3)];
            let mut rows = on_tab(sim, tab);
            if dice.bool() {
                dice.shuffle(&mut rows);
                rows.truncate(dice.usize(1..12));
            }
            sim.mark(&rows, Mark::Archived, tab != Tab::Archived);
        }
        4 => {
            let rows = on_tab(sim, Tab::Unsent);
            sim.mark(&rows, MARKS[dice.usize(0..4)], dice.bool());
        }
        5..9 => drop(sim.undo()),
        9 => drop(sim.redo()),
        10 => drop(sim.refresh()),
        11 => sim.walk(),
        12 => sim.restart(),
        13 => {
            // Somebody else acts on several inquiries.
            let rows = on_tab(sim, Tab::Unsent);
            let to = dice.bool();
            for one in rows.into_iter().take(dice.usize(1..7)) {
                sim.foreign.insert((one, Mark::Archived));
                sim.network.set(one, Mark::Archived, to).await;
            }
        }
        // The user leaves the tab, or comes back to it.
        14 => sim.in_front = |_, _| {},
        _ => sim.in_front = in_front,
    }
    let wait = if dice.bool() { dice.u64(0..3_000) } else { dice.u64(0..60_000) };
    sim.run(Duration::from_millis(wait)).await;
}

#[test]
fn every_tab_ends_equal_to_the_service_to_the_row() {
    with_seeds_of(16, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        sim.in_front = in_front;
        sim.network.trouble(dice.u8(0..40));
        for _ in 0..dice.usize(4..16) {
            step(&mut sim, &mut dice).await;
        }
        sim.network.trouble(0);
        sim.in_front = in_front;
        sim.refresh();
        clear_up(&mut sim).await;
        sim.walked().await;
        sim.walk();
        sim.walked().await;
        // Wait until the list is read to its end and its total is read again.
        sim.run(Duration::from_secs(3 * 60)).await;
        for tab in Tab::ALL {
            let there = sim.network.inquiries(&tab.question()).await;
            assert_eq!(on_tab(&sim, tab), there, "{tab:?}");
        }
        assert!(sim.session.store.inquiries().is_set_whole(&Tab::Unsent.question()));
    });
}

/// A whole tab is archived and undone, while the list of unsent inquiries is read at every moment in between.
#[test]
fn no_unsent_inquiry_is_lost_by_a_bulk_archive_and_its_undo() {
    with_seeds_of(24, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        sim.in_front = in_front;
        sim.run(Duration::from_secs(30)).await;
        let before = on_tab(&sim, Tab::Unsent);
        assert!(before.len() > PAGE as usize, "several pages: {}", before.len());
        let active = on_tab(&sim, Tab::Active);
        sim.mark(&active, Mark::Archived, true);
        sim.run(Duration::from_millis(dice.u64(0..60_000))).await;
        sim.undo();
        clear_up(&mut sim).await;
        sim.run(Duration::from_secs(20)).await;
        let after = on_tab(&sim, Tab::Unsent);
        assert!(before.iter().all(|id| after.contains(id)), "{before:?} became {after:?}");
        assert!(sim.session.store.inquiries().is_set_whole(&Tab::Unsent.question()));
    });
}
