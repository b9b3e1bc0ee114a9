//! Tests of settings of the account and of many domains with all faults. In the end the known values are those of the
//! service, and undoing everything restores the first ones.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::simulation::Simulation;
use super::table::acts::on_tab;
use super::trouble::Trouble;
use super::undoing::clear_up;
use super::with_seeds_of;
use crate::api::settings;
use crate::base::DomainName;
use crate::client::Lane;
use crate::sandbox::Options;
use crate::store::writes::intent::{Edit, SaveSettings, SettingEdit};
use crate::store::{DomainTab, EntryId, FieldName, Item, State, Subject, Value};

/// Settings of domains with values they take; null inherits, and the last value is refused.
const OF_DOMAINS: [(&str, [&str; 5]); 4] = [
    ("bin_price", ["null", "1200", "2495.5", "99", "-5"]),
    ("for_sale", ["null", "true", "false", "true", "\"maybe\""]),
    ("lander_headline", ["null", "\"Buy me\"", "\"Ähre\"", "\"\"", "17"]),
    ("cover_position", ["null", "\"top\"", "\"bottom\"", "\"center\"", "\"left\""]),
];
const OF_ACCOUNT: [(&str, [&str; 5]); 3] = [
    ("min_offer", ["100", "250", "1000", "5", "-1"]),
    ("lander_design", ["\"classic\"", "\"dark\"", "\"card\"", "\"split\"", "\"round\""]),
    ("ask_bant", ["true", "false", "true", "false", "\"maybe\""]),
];

fn json(text: &str) -> Json {
    serde_json::from_str(text).expect("JSON")
}

/// A change of one setting, as the user sees it.
pub fn change_of(subject: Subject, name: &str, before: Option<Value>, after: Json) -> SettingEdit {
    SettingEdit { subject, edit: Edit { field: FieldName::named(name), before, after: after.into() } }
}

/// A save whose labels are the names of the settings.
pub fn save(edits: Vec<SettingEdit>) -> SaveSettings {
    SaveSettings::new(edits, BTreeMap::new())
}

async fn opened(seed: u64) -> (Simulation, Vec<DomainName>) {
    let mut sim = Simulation::of(Options { inquiries: 2, domains: 30, seed, ..Options::default() });
    sim.in_front = |store, wants| {
        wants.want(&settings::Get {}, Lane::User);
        store.want_own_settings(wants);
    };
    sim.run(Duration::from_secs(30)).await;
    let mut names = on_tab(&sim, DomainTab::Verified);
    names.truncate(5);
    assert_eq!(names.len(), 5);
    (sim, names)
}

/// A setting as the user sees it.
fn shown(sim: &Simulation, item: &Item) -> Option<Value> {
    sim.session.store.pending_value(item).cloned().or_else(|| sim.session.store.own_setting(item))
}

fn edits(sim: &Simulation, dice: &mut fastrand::Rng, names: &[DomainName]) -> Vec<SettingEdit> {
    let most = if dice.u8(0..10) == 0 { 5 } else { 4 };
    let edit = |subject: Subject, name: &str, after: &str| {
        let item = Item::field(subject.clone(), FieldName::named(name));
        change_of(subject, name, shown(sim, &item), json(after))
    };
    if dice.u8(0..4) == 0 {
        let (name, values) = OF_ACCOUNT[dice.usize(0..OF_ACCOUNT.len())];
        return vec![edit(Subject::Account, name, values[dice.usize(0..most)])];
    }
    let mut all = Vec::new();
    for (name, values) in OF_DOMAINS {
        if dice.bool() {
            continue;
        }
        let same = values[dice.usize(0..most)];
        for domain in names {
            if dice.u8(0..3) == 0 {
                continue;
            }
            let value = if dice.u8(0..3) == 0 { values[dice.usize(0..4)] } else { same };
            all.push(edit(Subject::domain(domain), name, value));
        }
    }
    all
}

fn change(sim: &mut Simulation, dice: &mut fastrand::Rng, names: &[DomainName]) -> Option<EntryId> {
    let edits = edits(sim, dice, names);
    if edits.is_empty() { None } else { sim.confirm(save(edits).into()) }
}

fn decide(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    while let Some(conflict) = sim.session.store.conflict() {
        assert!(!conflict.moved.is_empty());
        for moved in &conflict.moved {
            assert!(moved.seen.as_ref() != Some(&moved.now) && moved.yours != moved.now, "{moved:?}");
        }
        if dice.bool() {
            sim.confirm(conflict.over);
        }
    }
}

/// Own values at the service of everything the tests may have changed.
async fn at_service(sim: &Simulation, names: &[DomainName]) -> BTreeMap<(String, String), Value> {
    let mut all = BTreeMap::new();
    let account = sim.network.settings(None).await;
    for (name, _) in OF_ACCOUNT {
        let own = if account[name]["source"] == "default" { Json::Null } else { account[name]["value"].clone() };
        all.insert((Subject::Account.to_string(), name.to_owned()), own.into());
    }
    for domain in names {
        let settings = sim.network.settings(Some(domain)).await;
        for (name, _) in OF_DOMAINS {
            let own = settings[name]["domain_value"].clone();
            all.insert((Subject::domain(domain).to_string(), name.to_owned()), own.into());
        }
    }
    all
}

fn story(sim: &Simulation) -> String {
    let entries: Vec<String> = sim.session.store.journal().entries().map(|entry| format!("\n  {entry:?}")).collect();
    entries.concat()
}

async fn ends(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    sim.network.trouble(0);
    sim.refresh();
    clear_up(sim).await;
    decide(sim, dice);
    sim.settle().await;
    sim.refresh();
    sim.run(Duration::from_secs(2 * 60)).await;
}

async fn trouble(sim: &mut Simulation, dice: &mut fastrand::Rng, names: &[DomainName], others: bool) {
    sim.network.trouble(dice.u8(0..50));
    for _ in 0..dice.usize(3..12) {
        match dice.u8(0..if others { 18 } else { 13 }) {
            0..7 => drop(change(sim, dice, names)),
            7..10 => drop(sim.undo()),
            10 => drop(sim.redo()),
            11 => sim.restart(),
            12 => drop(sim.refresh()),
            13..16 => {
                let (name, values) = OF_DOMAINS[dice.usize(0..OF_DOMAINS.len())];
                let domain = dice.choice(names).expect("a name").clone();
                sim.network.set_setting(Some(&domain), name, &json(values[dice.usize(0..4)])).await;
            }
            16 => sim.cancel(),
            _ => decide(sim, dice),
        }
        let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..45_000) };
        sim.run(Duration::from_millis(wait)).await;
    }
    ends(sim, dice).await;
}

#[test]
fn whatever_goes_wrong_with_settings_known_values_end_equal_to_the_service() {
    with_seeds_of(40, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let (mut sim, names) = opened(seed).await;
        trouble(&mut sim, &mut dice, &names, true).await;
        // Changes by others are seen only after another reading.
        sim.session.store.forget_own_settings();
        sim.run(Duration::from_secs(30)).await;
        for ((subject, name), value) in at_service(&sim, &names).await {
            let item = Item::field(Subject::parse(&subject).expect("a subject"), FieldName::named(name));
            assert_eq!(shown(&sim, &item), Some(value), "{item:?}{}", story(&sim));
        }
        for entry in sim.session.store.journal().entries() {
            assert!(entry.targets.iter().all(|target| target.state.ended() && target.sends <= 1), "{entry:?}");
        }
    });
}

#[test]
fn undoing_every_change_of_settings_in_reverse_restores_the_first_state() {
    with_seeds_of(40, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let (mut sim, names) = opened(seed).await;
        let before = at_service(&sim, &names).await;
        trouble(&mut sim, &mut dice, &names, false).await;
        for ((subject, name), value) in at_service(&sim, &names).await {
            let item = Item::field(Subject::parse(&subject).expect("a subject"), FieldName::named(name));
            assert_eq!(shown(&sim, &item), Some(value), "{item:?}{}", story(&sim));
        }
        for _ in 0..100 {
            if sim.undo().is_none() {
                break;
            }
            sim.settle().await;
        }
        assert_eq!(sim.undo(), None);
        assert_eq!(at_service(&sim, &names).await, before, "{}", story(&sim));
    });
}

/// An undo makes the price inherited again, while the account's settings were never read; of many domains a walk then
/// reads the prices.
#[test]
fn rows_show_the_prices_of_the_service_after_an_undo_without_the_accounts_settings() {
    with_seeds_of(2, async |seed| {
        let mut sim = Simulation::of(Options { inquiries: 2, domains: 300, seed, ..Options::default() });
        sim.in_front = |store, wants| store.want_own_settings(wants);
        sim.walk();
        sim.run(Duration::from_secs(60)).await;
        let names = on_tab(&sim, DomainTab::Verified);
        let row_of = |name: &DomainName| sim.session.store.domains().find(name.punycode());
        let international = |name: &&DomainName| name.unicode() != name.punycode() && row_of(name).is_some();
        let mut chosen: Vec<DomainName> = names.iter().filter(international).take(4).cloned().collect();
        assert!(!chosen.is_empty());
        if seed % 2 == 0 {
            chosen.extend(names.iter().rev().take(20).cloned());
        }
        let shown = |sim: &Simulation| -> Vec<(String, Option<f64>)> {
            let rows = chosen.iter().map(|name| sim.session.store.domains().find(name.punycode()).expect("a row"));
            let rows = rows.map(|key| sim.session.store.domains().row(key).expect("a row"));
            rows.map(|row| (row.name().to_owned(), row.bin().copied())).collect()
        };
        let before = shown(&sim);
        let edits = chosen.iter().map(|name| change_of(Subject::domain(name), "bin_price", None, json!(2_495)));
        sim.confirm(save(edits.collect()).into()).expect("planned");
        sim.settle().await;
        assert!(shown(&sim).iter().zip(&before).all(|(now, before)| now.1 == Some(2_495.0) && now.0 == before.0));
        sim.undo().expect("something to undo");
        sim.settle().await;
        sim.run(Duration::from_secs(60)).await;
        assert_eq!(shown(&sim), before, "{}", story(&sim));
    });
}

/// Proves R-55: of many names, those changed elsewhere are asked about, and the others are saved.
#[test]
fn of_many_domains_only_those_changed_elsewhere_are_asked_about() {
    with_seeds_of(1, async |seed| {
        let (mut sim, names) = opened(seed).await;
        let price = |domain: &DomainName| Item::field(Subject::domain(domain), FieldName::fixed("bin_price"));
        let mut before = BTreeMap::new();
        for name in &names {
            let settings = sim.network.settings(Some(name)).await;
            before.insert(name.clone(), Value::from(settings["bin_price"]["domain_value"].clone()));
        }
        let edit =
            |name: &DomainName| change_of(Subject::domain(name), "bin_price", before.get(name).cloned(), json!(777));
        sim.network.set_setting(Some(&names[1]), "bin_price", &json!(4_321)).await;
        let entry = sim.confirm(save(names.iter().map(edit).collect()).into()).expect("planned");
        sim.settle().await;
        let conflict = sim.session.store.conflict().expect("asked");
        let [moved] = conflict.moved.as_slice() else { panic!("{conflict:?}") };
        assert_eq!((&moved.yours, &moved.now), (&Value::Whole(777), &Value::Whole(4_321)));
        assert_eq!(conflict.over.items(), [price(&names[1])], "the others are not asked about");
        for name in &names {
            let now = sim.network.settings(Some(name)).await["bin_price"]["domain_value"].clone();
            assert_eq!(Value::from(now), Value::Whole(if *name == names[1] { 4_321 } else { 777 }));
        }
        let kept = sim.session.store.journal().get(entry).expect("kept");
        let settled = kept.targets.iter().filter(|target| target.state == State::SettledApplied);
        assert_eq!(settled.count(), names.len() - 1, "prices are read back: {kept:?}");
    });
}

/// A refusal is reported with its name and its setting.
#[test]
fn a_refusal_in_a_save_of_many_is_told_by_name_and_setting() {
    with_seeds_of(1, async |seed| {
        let (mut sim, mut names) = opened(seed).await;
        names.truncate(2);
        let other = DomainName::parse("not-ours.example").expect("a name");
        let edits = names
            .iter()
            .chain([&other])
            .map(|name| change_of(Subject::domain(name), "lander_headline", Some(Value::Null), json!("Come in")));
        let entry = sim.confirm(save(edits.collect()).into()).expect("planned");
        sim.settle().await;
        let kept = sim.session.store.journal().get(entry).expect("kept");
        let state = |name: &DomainName| {
            let target = kept.targets.iter().find(|target| target.subject == Subject::domain(name));
            target.expect("a target").state
        };
        assert!(names.iter().all(|name| state(name).applied()), "{kept:?}");
        assert!(!state(&other).applied(), "{kept:?}");
    });
}

/// After an unusable answer, a save for many names is settled by reading lists: one read for each name would make the
/// service ask to wait.
#[test]
fn the_outcome_for_900_names_after_a_bad_answer_is_read_in_few_requests() {
    with_seeds_of(1, async |seed| {
        let mut sim = Simulation::of(Options { inquiries: 2, domains: 1_300, seed, ..Options::default() });
        sim.in_front = |store, wants| store.want_own_settings(wants);
        sim.run(Duration::from_secs(60)).await;
        let mut names = on_tab(&sim, DomainTab::Verified);
        names.truncate(900);
        assert_eq!(names.len(), 900);
        let price = |name: &DomainName| {
            let item = Item::field(Subject::domain(name), FieldName::fixed("bin_price"));
            change_of(Subject::domain(name), "bin_price", sim.session.store.own_setting(&item), json!(4_321))
        };
        let edits: Vec<SettingEdit> = names.iter().map(price).collect();
        sim.in_front = |_, _| {};
        sim.run(Duration::from_secs(5)).await;
        sim.network.next_write(Trouble::Status(502, false));
        let asked = |sim: &Simulation| {
            let all = sim.network.reads_sent();
            all.iter().filter(|(_, path)| path.contains("settings")).count()
        };
        let before = asked(&sim);
        let entry = sim.confirm(save(edits).into()).expect("planned");
        sim.run(Duration::from_secs(45)).await;
        let kept = sim.session.store.journal().get(entry).expect("kept");
        assert!(!kept.open(), "two readings at least ten seconds apart agree by now");
        let count = |state: State| kept.targets.iter().filter(|target| target.state == state).count();
        assert_eq!((count(State::SettledNotApplied), count(State::SettledApplied)), (500, 400), "{}", story(&sim));
        let reads = asked(&sim) - before;
        assert!(reads < 40, "{reads} reads");
    });
}
