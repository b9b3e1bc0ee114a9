//! Tests of the undo of a version. It is a write of values like any other: compared with the present values first,
//! and undoable.

use std::time::Duration;

use serde_json::json;

use super::simulation::Simulation;
use super::with_seeds_of;
use crate::sandbox::Options;
use crate::store::writes::intent::UndoVersion;
use crate::store::{Intent, State, Value};

/// Account whose lowest offer was 100 until a version set it to 250, and the undo of that version.
async fn opened() -> (Simulation, UndoVersion) {
    let mut sim = Simulation::of(Options { inquiries: 2, domains: 12, seed: 5, ..Options::default() });
    sim.run(Duration::from_secs(5)).await;
    for value in [100, 250] {
        sim.network.set_setting(None, "min_offer", &json!(value)).await;
    }
    let mut undo = sim.network.undo_of("min_offer").await;
    undo.changes[0].now = Some(Value::Whole(250));
    (sim, undo)
}

async fn least_offer(sim: &Simulation) -> i64 {
    sim.network.settings(None).await["min_offer"]["value"].as_f64().expect("a number") as i64
}

#[test]
fn the_undo_of_a_version_is_taken_back_by_the_next_undo_also_after_a_restart() {
    with_seeds_of(1, async |_| {
        for restarts in [false, true] {
            let (mut sim, undo) = opened().await;
            sim.confirm(undo.into()).expect("planned");
            sim.settle().await;
            assert_eq!(least_offer(&sim).await, 100, "the version is undone");
            if restarts {
                sim.restart();
                sim.run(Duration::from_secs(5)).await;
            }
            assert!(sim.undo().is_some(), "restarts: {restarts}");
            sim.settle().await;
            assert_eq!(least_offer(&sim).await, 250, "restarts: {restarts}");
            assert!(sim.redo().is_some());
            sim.settle().await;
            assert_eq!(least_offer(&sim).await, 100, "restarts: {restarts}");
        }
    });
}

#[test]
fn a_value_changed_after_the_question_about_a_version_is_asked_about() {
    with_seeds_of(1, async |_| {
        let (mut sim, undo) = opened().await;
        sim.network.set_setting(None, "min_offer", &json!(400)).await;
        let entry = sim.confirm(undo.into()).expect("planned");
        sim.settle().await;
        assert_eq!(least_offer(&sim).await, 400, "nothing is written over what nobody saw");
        assert_eq!(sim.session.store.journal().get(entry).expect("kept").targets[0].state, State::Refused);
        let conflict = sim.session.store.conflict().expect("asked");
        assert_eq!(conflict.moved[0].now, Value::Whole(400));
        let Intent::UndoVersion(_) = &conflict.over else { panic!("{conflict:?}") };
        sim.confirm(conflict.over).expect("planned");
        sim.settle().await;
        assert_eq!(least_offer(&sim).await, 100);
        sim.undo();
        sim.settle().await;
        assert_eq!(least_offer(&sim).await, 400, "back to what was there");
    });
}
