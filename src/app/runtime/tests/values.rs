//! Values of the profile while everything goes wrong: refusals, lost answers, changes by others, undo and redo, restarts.
//! In the end the screen shows what is at the service, and undoing everything restores what was there first.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::simulation::Simulation;
use super::undoing::clear_up;
use super::with_seeds_of;
use crate::api::profile;
use crate::client::Lane;
use crate::sandbox::Options;
use crate::store::intent::{Edit, FieldName, SaveProfile, Value, profile_value};
use crate::store::{EntryId, Item, Origin, State, Subject};

/// Fields and values they take; the last of each is refused.
const FIELDS: [(&str, [&str; 4]); 5] = [
    ("display_name", ["Anna", "Harbour Lane", "Ähre & Söhne", " "]),
    ("website", ["https://a.example", "https://b.example", "http://c.example/x", "no address"]),
    ("social_x", ["one", "two", "three", "@four five"]),
    ("contact_icons_position", ["above", "below", "hidden", "left"]),
    ("default_currency", ["USD", "EUR", "GBP", "BTC"]),
];

/// A change of one field, over what the service has.
pub fn edit(field: &'static str, profile: &Json, after: Json) -> SaveProfile {
    let before = Some(Value::from(profile[field].clone()));
    SaveProfile { edits: vec![Edit { field: FieldName::fixed(field), before, after: after.into() }] }
}

async fn opened(seed: u64) -> Simulation {
    let mut sim = Simulation::of(Options { inquiries: 2, domains: 2, seed, ..Options::default() });
    sim.in_front = |_, wants| {
        wants.want(&profile::Get {}, Lane::User);
    };
    sim.run(Duration::from_secs(5)).await;
    assert!(sim.session.store.query(&profile::Get {}).value.is_some());
    sim
}

/// What the screen shows of a field: pending writes over what the service told.
fn shown(sim: &Simulation, field: &'static str) -> Option<Value> {
    let item = Item::field(Subject::Profile, FieldName::fixed(field));
    let known = || profile_value(sim.session.store.query(&profile::Get {}).value?, field);
    sim.session.store.pending_value(&item).cloned().or_else(known)
}

/// The user changes one field or several, over what the screen shows.
fn change(sim: &mut Simulation, dice: &mut fastrand::Rng) -> Option<EntryId> {
    let mut fields = FIELDS;
    dice.shuffle(&mut fields);
    let some = fields.into_iter().take(dice.usize(1..4));
    let edits = some.map(|(field, values)| {
        let may_be_wrong = if dice.u8(0..6) == 0 { 4 } else { 3 };
        let after = Value::text(values[dice.usize(0..may_be_wrong)]);
        Edit { field: FieldName::fixed(field), before: shown(sim, field), after }
    });
    let edits = edits.collect::<Vec<_>>();
    sim.confirm(SaveProfile { edits }.into())
}

/// The user answers the questions about values that were changed elsewhere.
fn decide(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    while let Some(conflict) = sim.session.store.conflict() {
        assert!(!conflict.moved.is_empty());
        for moved in &conflict.moved {
            assert!(moved.seen.as_ref() != Some(&moved.now) && moved.yours != moved.now, "{moved:?}");
        }
        let asked = sim.session.store.journal().get(conflict.entry).expect("kept");
        assert!(asked.targets.iter().all(|target| target.state == State::Refused), "nothing of it was sent: {asked:?}");
        if dice.bool() {
            sim.confirm(conflict.over);
        }
    }
}

async fn ends_equal(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    sim.network.trouble(0);
    sim.refresh();
    clear_up(sim).await;
    decide(sim, dice);
    sim.settle().await;
    sim.refresh();
    sim.run(Duration::from_mins(2)).await;
    let service = sim.network.profile().await;
    for (field, _) in FIELDS {
        assert_eq!(shown(sim, field), Some(Value::from(service[field].clone())), "{field}{}", story(sim));
    }
}

fn story(sim: &Simulation) -> String {
    let entries: Vec<String> = sim.session.store.journal().entries().map(|entry| format!("\n  {entry:?}")).collect();
    entries.concat()
}

#[test]
fn whatever_goes_wrong_with_values_the_screen_ends_equal_to_the_service() {
    with_seeds_of(60, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        sim.network.trouble(dice.u8(0..60));
        for _ in 0..dice.usize(4..16) {
            match dice.u8(0..20) {
                0..8 => drop(change(&mut sim, &mut dice)),
                8..11 => drop(sim.undo()),
                11 => drop(sim.redo()),
                12..15 => {
                    let (field, values) = FIELDS[dice.usize(0..FIELDS.len())];
                    sim.network.set_profile(field, &json!(values[dice.usize(0..3)])).await;
                }
                15 => sim.restart(),
                16 => drop(sim.refresh()),
                17 => sim.cancel(),
                _ => decide(&mut sim, &mut dice),
            }
            let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..45_000) };
            sim.run(Duration::from_millis(wait)).await;
        }
        ends_equal(&mut sim, &mut dice).await;
        // What is called done was done, once per write, as the service's own history tells.
        for entry in sim.session.store.journal().entries() {
            for target in &entry.targets {
                assert!(target.state.ended(), "{entry:?}");
                assert!(target.sends <= 1, "values are never sent again automatically: {entry:?}");
            }
        }
    });
}

#[test]
fn undoing_every_change_of_values_in_reverse_restores_the_first_state() {
    with_seeds_of(60, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        let before = sim.network.profile().await;
        sim.network.trouble(dice.u8(0..50));
        for _ in 0..dice.usize(3..12) {
            match dice.u8(0..12) {
                0..6 => drop(change(&mut sim, &mut dice)),
                6..9 => drop(sim.undo()),
                9 => drop(sim.redo()),
                10 => sim.restart(),
                _ => drop(sim.refresh()),
            }
            let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..45_000) };
            sim.run(Duration::from_millis(wait)).await;
        }
        ends_equal(&mut sim, &mut dice).await;
        for _ in 0..100 {
            let Some(back) = sim.undo() else { break };
            // It names every value it sets.
            let said = sim.session.store.undo_words(back).expect("an undo").text;
            let kept = sim.session.store.journal().get(back).expect("kept");
            assert!(matches!(kept.origin, Origin::Undo(_)));
            for target in kept.targets.iter().filter(|target| target.state == State::Planned) {
                let words = format!("{} {}", kept.intent.label(&target.item()), target.after.words());
                assert!(said.contains(&words), "{said}: {words}");
            }
            sim.settle().await;
        }
        assert_eq!(sim.undo(), None);
        assert_eq!(sim.network.profile().await, before, "{}", story(&sim));
    });
}

/// what somebody else has set since the user saw it is not overwritten, unless the user says so.
#[test]
fn a_value_changed_elsewhere_is_asked_about_with_all_three_values() {
    with_seeds_of(1, async |seed| {
        let mut sim = opened(seed).await;
        let profile = sim.network.profile().await;
        sim.network.set_profile("website", &json!("https://theirs.example")).await;
        let write = || edit("website", &profile, json!("https://mine.example"));
        let entry = sim.confirm(write().into()).expect("planned");
        sim.settle().await;
        assert_eq!(sim.network.profile().await["website"], "https://theirs.example", "not overwritten");
        let conflict = sim.session.store.conflict().expect("asked");
        assert_eq!(conflict.entry, entry);
        let [moved] = conflict.moved.as_slice() else { panic!("{conflict:?}") };
        assert_eq!(moved.label, "Website");
        assert_eq!(moved.yours, Value::text("https://mine.example"));
        assert_eq!(moved.seen, Some(Value::from(profile["website"].clone())));
        assert_eq!(moved.now, Value::text("https://theirs.example"));
        sim.confirm(conflict.over);
        sim.settle().await;
        assert_eq!(sim.network.profile().await["website"], "https://mine.example", "the user has said so");
        sim.undo().expect("undone");
        sim.settle().await;
        assert_eq!(sim.network.profile().await["website"], "https://theirs.example", "what it replaced comes back");
    });
}

/// A refusal names its field, and the others of the same save are told as not saved because of it.
#[test]
fn a_refusal_lands_on_its_field_in_the_words_of_the_service() {
    with_seeds_of(1, async |seed| {
        let mut sim = opened(seed).await;
        let profile = sim.network.profile().await;
        let mut write = edit("website", &profile, json!("no address"));
        write.edits.extend(edit("social_x", &profile, json!("two")).edits);
        let entry = sim.confirm(write.into()).expect("planned");
        sim.settle().await;
        let kept = sim.session.store.journal().get(entry).expect("kept");
        let why = |field: &'static str| {
            let item = Item::field(Subject::Profile, FieldName::fixed(field));
            kept.target(&item).expect("a target").evidence.clone()
        };
        assert!(why("website").contains("https://"), "{}", why("website"));
        assert_eq!(why("social_x"), crate::store::intent::edit::OTHER_REFUSED);
        assert_eq!(sim.network.profile().await, profile, "nothing of it was saved");
    });
}
