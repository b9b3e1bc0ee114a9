//! Tests of values of the profile and the portfolio site with refusals, lost answers, changes by others, undo, redo
//! and restarts. In the end the screen shows the values of the service, and undoing everything restores the first
//! ones.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::simulation::Simulation;
use super::undoing::clear_up;
use super::with_seeds_of;
use crate::api::{portfolio, profile};
use crate::client::Lane;
use crate::sandbox::Options;
use crate::store::writes::intent::{Edit, SavePortfolio, SaveProfile, portfolio_value, profile_value};
use crate::store::{EntryId, FieldName, Intent, Item, Origin, State, Store, Subject, Value};

/// Thing with fields, with its paths, its values and its writes.
struct Of {
    subject: Subject,
    /// Path of the values at the service, and key of the values in the answer.
    path: &'static str,
    /// Fields with values they take, as JSON; the last value of each is refused.
    fields: &'static [(&'static str, [&'static str; 4])],
    value: fn(&Store, &str) -> Option<Value>,
    /// Write of these edits; `None` while the fields were not read.
    intent: fn(Vec<Edit>, &Store) -> Option<Intent>,
}

const OF: [Of; 2] = [
    Of {
        subject: Subject::Profile,
        path: "profile",
        fields: &[
            ("display_name", [r#""Anna""#, r#""Harbour Lane""#, r#""Ähre & Söhne""#, r#"" ""#]),
            (
                "website",
                [r#""https://a.example""#, r#""https://b.example""#, r#""http://c.example/x""#, r#""no address""#],
            ),
            ("social_x", [r#""one""#, r#""two""#, r#""three""#, r#""@four five""#]),
            ("contact_icons_position", [r#""above""#, r#""below""#, r#""hidden""#, r#""left""#]),
            ("default_currency", [r#""USD""#, r#""EUR""#, r#""GBP""#, r#""BTC""#]),
        ],
        value: |store, field| profile_value(store.query(&profile::Get {}).value?, field),
        intent: |edits, _| Some(SaveProfile { edits }.into()),
    },
    Of {
        subject: Subject::Portfolio,
        path: "portfolio",
        fields: &[
            ("enabled", ["true", "false", "true", "false"]),
            ("public_name", [r#""quay-names""#, "null", r#""quay-two""#, r#""premium""#]),
            ("host_domain", ["null", "null", "null", r#""nobody.example""#]),
            ("tagline", [r#""Come in""#, "null", r#""Ähre""#, "7"]),
            ("columns", ["2", "3", "4", "9"]),
            ("languages", [r#"["en"]"#, r#"["de","en"]"#, r#"["fr"]"#, r#"["xx"]"#]),
        ],
        value: |store, field| portfolio_value(store.query(&portfolio::Get {}).value?, field),
        intent: |edits, store| Some(SavePortfolio::new(edits, store.query(&portfolio::Get {}).value?).into()),
    },
];

fn json(text: &str) -> Json {
    serde_json::from_str(text).expect("JSON")
}

/// Change of one field from the service's value.
pub fn edit(field: &'static str, profile: &Json, after: Json) -> SaveProfile {
    let before = Some(Value::from(profile[field].clone()));
    SaveProfile { edits: vec![Edit { field: FieldName::fixed(field), before, after: after.into() }] }
}

async fn opened(seed: u64) -> Simulation {
    let mut sim = Simulation::of(Options { inquiries: 2, domains: 2, seed, ..Options::default() });
    sim.in_front = |_, wants| {
        wants.want(&profile::Get {}, Lane::User);
        wants.want(&portfolio::Get {}, Lane::User);
    };
    sim.run(Duration::from_secs(5)).await;
    assert!(sim.session.store.query(&profile::Get {}).value.is_some());
    assert!(sim.session.store.query(&portfolio::Get {}).value.is_some());
    sim
}

/// Value that the screen shows of a field: the service's, with pending writes over it.
fn shown(sim: &Simulation, of: &Of, field: &'static str) -> Option<Value> {
    let item = Item::field(of.subject.clone(), FieldName::fixed(field));
    let store = &sim.session.store;
    store.pending_value(&item).cloned().or_else(|| (of.value)(store, field))
}

/// Makes a change of the user to one or several fields, from the values shown.
fn change(sim: &mut Simulation, of: &Of, dice: &mut fastrand::Rng) -> Option<EntryId> {
    let mut fields = of.fields.to_vec();
    dice.shuffle(&mut fields);
    let some = fields.into_iter().take(dice.usize(1..4));
    let edits = some.map(|(field, values)| {
        let may_be_wrong = if dice.u8(0..6) == 0 { 4 } else { 3 };
        let after = json(values[dice.usize(0..may_be_wrong)]).into();
        Edit { field: FieldName::fixed(field), before: shown(sim, of, field), after }
    });
    let intent = (of.intent)(edits.collect(), &sim.session.store)?;
    sim.confirm(intent)
}

/// Answers the questions about values that were changed elsewhere.
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

async fn ends_equal(sim: &mut Simulation, of: &Of, dice: &mut fastrand::Rng) {
    sim.network.trouble(0);
    sim.refresh();
    clear_up(sim).await;
    decide(sim, dice);
    sim.settle().await;
    sim.refresh();
    sim.run(Duration::from_secs(2 * 60)).await;
    let service = sim.network.fields(of.path).await;
    for (field, _) in of.fields {
        assert_eq!(shown(sim, of, field), Some(Value::from(service[field].clone())), "{field}{}", story(sim));
    }
}

fn story(sim: &Simulation) -> String {
    let entries: Vec<String> = sim.session.store.journal().entries().map(|entry| format!("\n  {entry:?}")).collect();
    entries.concat()
}

async fn whatever_goes_wrong(of: &Of, seed: u64) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut sim = opened(seed).await;
    sim.network.trouble(dice.u8(0..60));
    for _ in 0..dice.usize(4..16) {
        match dice.u8(0..20) {
            0..8 => drop(change(&mut sim, of, &mut dice)),
            8..11 => drop(sim.undo()),
            11 => drop(sim.redo()),
            12..15 => {
                let (field, values) = of.fields[dice.usize(0..of.fields.len())];
                sim.network.set_field(of.path, field, &json(values[dice.usize(0..3)])).await;
            }
            15 => sim.restart(),
            16 => drop(sim.refresh()),
            17 => sim.cancel(),
            _ => decide(&mut sim, &mut dice),
        }
        let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..45_000) };
        sim.run(Duration::from_millis(wait)).await;
    }
    ends_equal(&mut sim, of, &mut dice).await;
    // A write reported done was done exactly once, according to the service's own history.
    for entry in sim.session.store.journal().entries() {
        for target in &entry.targets {
            assert!(target.state.ended(), "{entry:?}");
            assert!(target.sends <= 1, "values are never sent again automatically: {entry:?}");
        }
    }
}

#[test]
fn whatever_goes_wrong_with_values_the_screen_ends_equal_to_the_service() {
    with_seeds_of(60, async |seed| {
        for of in &OF {
            Box::pin(whatever_goes_wrong(of, seed)).await;
        }
    });
}

async fn undoing_restores(of: &Of, seed: u64) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut sim = opened(seed).await;
    let before = sim.network.fields(of.path).await;
    sim.network.trouble(dice.u8(0..50));
    for _ in 0..dice.usize(3..12) {
        match dice.u8(0..12) {
            0..6 => drop(change(&mut sim, of, &mut dice)),
            6..9 => drop(sim.undo()),
            9 => drop(sim.redo()),
            10 => sim.restart(),
            _ => drop(sim.refresh()),
        }
        let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..45_000) };
        sim.run(Duration::from_millis(wait)).await;
    }
    ends_equal(&mut sim, of, &mut dice).await;
    for _ in 0..100 {
        let Some(back) = sim.undo() else { break };
        // The undo names up to a few values, and counts more.
        let said = sim.session.store.undo_words(back).expect("an undo").text;
        let kept = sim.session.store.journal().get(back).expect("kept");
        assert!(matches!(kept.origin, Origin::Undo(_)));
        let planned: Vec<_> = kept.targets.iter().filter(|target| target.state == State::Planned).collect();
        if planned.len() > 5 {
            assert!(said.contains(&kept.intent.rule().noun.count(planned.len())), "{said}");
        }
        for target in planned.iter().filter(|_| planned.len() <= 5) {
            let words = format!("{} set to {}", kept.intent.label(&target.item()), target.after.words());
            assert!(said.contains(&words), "{said}: {words}");
        }
        sim.settle().await;
    }
    assert_eq!(sim.undo(), None);
    assert_eq!(sim.network.fields(of.path).await, before, "{}", story(&sim));
}

#[test]
fn undoing_every_change_of_values_in_reverse_restores_the_first_state() {
    with_seeds_of(60, async |seed| {
        for of in &OF {
            Box::pin(undoing_restores(of, seed)).await;
        }
    });
}

/// Proves R-55: a value that somebody else has set since the user saw it is overwritten only if the user says so.
#[test]
fn a_value_changed_elsewhere_is_asked_about_with_all_three_values() {
    with_seeds_of(1, async |seed| {
        let mut sim = opened(seed).await;
        let profile = sim.network.fields("profile").await;
        sim.network.set_field("profile", "website", &json!("https://theirs.example")).await;
        let write = || edit("website", &profile, json!("https://mine.example"));
        let entry = sim.confirm(write().into()).expect("planned");
        sim.settle().await;
        assert_eq!(sim.network.fields("profile").await["website"], "https://theirs.example", "not overwritten");
        let conflict = sim.session.store.conflict().expect("asked");
        assert_eq!(conflict.entry, entry);
        let [moved] = conflict.moved.as_slice() else { panic!("{conflict:?}") };
        assert_eq!(moved.label, "Website");
        assert_eq!(moved.yours, Value::text("https://mine.example"));
        assert_eq!(moved.seen, Some(Value::from(profile["website"].clone())));
        assert_eq!(moved.now, Value::text("https://theirs.example"));
        sim.confirm(conflict.over);
        sim.settle().await;
        assert_eq!(sim.network.fields("profile").await["website"], "https://mine.example", "the user has said so");
        sim.undo().expect("undone");
        sim.settle().await;
        assert_eq!(
            sim.network.fields("profile").await["website"],
            "https://theirs.example",
            "what it replaced comes back"
        );
    });
}

/// A refusal names its field; the message says that the other fields of the save were not saved because of it.
#[test]
fn a_refusal_lands_on_its_field_in_the_words_of_the_service() {
    with_seeds_of(1, async |seed| {
        let mut sim = opened(seed).await;
        let profile = sim.network.fields("profile").await;
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
        assert_eq!(why("social_x"), crate::store::writes::intent::edit::OTHER_REFUSED);
        assert_eq!(sim.network.fields("profile").await, profile, "nothing of it was saved");
    });
}
