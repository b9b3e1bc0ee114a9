//! Tests of settings that others change, too: every kind of change, on names of every state, where somebody else
//! changes nothing, or the value before or after the question, or removes the name. The question shows the values of
//! the service, and no value is overwritten that the user did not see.

use std::time::Duration;

use serde_json::{Value as Json, json};

use super::settings::change_of;
use super::simulation::Simulation;
use super::table::acts::on_tab;
use super::with_seeds_of;
use crate::api::settings;
use crate::api::types::DomainState;
use crate::base::DomainName;
use crate::client::Lane;
use crate::sandbox::Options;
use crate::store::Repricing;
use crate::store::writes::intent::SettingEdit;
use crate::store::writes::plan::{Formula, Plan};
use crate::store::{DomainTab, FieldName, Intent, Item, State, Store, Subject, Value};

/// Change by somebody else, ordered by what it may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Elsewhere {
    Nothing,
    ChangedBefore,
    ChangedAfter,
    GoneBefore,
    GoneAfter,
}

const ELSEWHERE: [Elsewhere; 5] = [
    Elsewhere::Nothing,
    Elsewhere::ChangedBefore,
    Elsewhere::ChangedAfter,
    Elsewhere::GoneBefore,
    Elsewhere::GoneAfter,
];

/// States of the name; `None` is a verified name in an account of which nothing was read before.
const NAMES: [Option<DomainState>; 4] =
    [Some(DomainState::Verified), Some(DomainState::Unverified), Some(DomainState::Inactive), None];

/// A change, the value before it, and the value somebody else sets.
struct Write {
    name: &'static str,
    before: Json,
    theirs: Json,
    /// New value, or the formula that computes it.
    after: Result<Json, &'static str>,
}

fn writes() -> Vec<Write> {
    let write = |name, before, theirs, after| Write { name, before, theirs, after };
    vec![
        write("bin_price", json!(8_475), json!(9_900), Err("+10%")),
        write("bin_price", json!(8_475), json!(9_900), Ok(json!(500))),
        write("bin_price", json!(8_475), json!(9_900), Ok(Json::Null)),
        write("target_price", json!(700), json!(1_000), Err("-50%")),
        write("for_sale", json!(true), json!(false), Ok(Json::Null)),
        write("lander_headline", Json::Null, json!("Theirs"), Ok(json!("Ours"))),
    ]
}

/// Wants of the review for the plan.
fn review(store: &Store, wants: &mut crate::store::Wants) {
    if let Some(staging) = store.staging() {
        store.to_read(&staging.plan, staging.since).want(store, true, wants);
    }
}

/// Account in which everything was read, and a name of the state `of`.
async fn opened(of: Option<&DomainState>) -> (Simulation, DomainName) {
    let mut sim = Simulation::of(Options { inquiries: 2, domains: 60, seed: 7, ..Options::default() });
    sim.run(Duration::from_secs(30)).await;
    sim.quiet().await;
    let index = sim.session.store.domains();
    let is_of = |name: &DomainName| {
        let row = index.find(name.punycode()).and_then(|key| index.row(key)).expect("a row");
        row.state().as_ref() == Some(of.unwrap_or(&DomainState::Verified))
    };
    let name = on_tab(&sim, DomainTab::MyDomains).into_iter().find(is_of).expect("a name of that state");
    if of.is_none() {
        sim.open(Store::new("simulated"));
    }
    sim.in_front = review;
    (sim, name)
}

/// Stages a change, and reads the values its question needs.
async fn asked(sim: &mut Simulation, plan: Plan) -> Plan {
    sim.session.store.stage(plan);
    let now = sim.now();
    sim.session.store.reread_staged(now);
    for _ in 0..60 {
        sim.run(Duration::from_secs(1)).await;
        let staging = sim.session.store.staging().expect("staged");
        if sim.session.store.to_read(&staging.plan, staging.since).is_done() {
            return staging.plan.known(&sim.session.store);
        }
    }
    panic!("not read within a minute: {:?}", sim.session.store.staging());
}

async fn own(sim: &Simulation, name: &DomainName, setting: &str) -> Value {
    sim.network.settings(Some(name)).await[setting]["domain_value"].clone().into()
}

fn plan(name: &DomainName, write: &Write, seen: Option<Value>) -> Plan {
    let shown = |formula: &str| {
        let price = Formula::read(formula).unwrap().of(write.before.as_f64());
        json!(price)
    };
    let after = write.after.clone().unwrap_or_else(shown);
    let edit: SettingEdit = change_of(Subject::domain(name), write.name, seen, after);
    let formulas = write.after.clone().err().map(|formula| (edit.item(), formula.into()));
    Plan { edits: vec![edit], formulas: formulas.into_iter().collect(), ..Plan::default() }
}

/// Value that a change gives when it is applied to another one.
fn made(write: &Write, of: &Value) -> Value {
    match &write.after {
        Ok(after) => after.clone().into(),
        Err(formula) => json!(Formula::read(formula).unwrap().of(of.as_number())).into(),
    }
}

async fn written(of: Option<&DomainState>, write: &Write, elsewhere: Elsewhere) {
    let told = format!("{of:?} {} {:?} {elsewhere:?}", write.name, write.after);
    let (mut sim, name) = opened(of).await;
    sim.network.set_setting(Some(&name), write.name, &write.before).await;
    let seen = of.map(|_| write.before.clone().into());
    match elsewhere {
        Elsewhere::ChangedBefore => sim.network.set_setting(Some(&name), write.name, &write.theirs).await,
        Elsewhere::GoneBefore => sim.network.remove_domain(&name).await,
        _ => {}
    }
    let known = asked(&mut sim, plan(&name, write, seen.clone())).await;
    let [edit] = known.edits.as_slice() else { panic!("{told}: {known:?}") };
    if elsewhere == Elsewhere::GoneBefore {
        let unread = Plan { edits: vec![change_of(Subject::domain(&name), write.name, None, json!(1))], ..known };
        assert!(
            sim.confirm(Intent::from(unread.write())).is_none(),
            "{told}: nothing is written over what was not read"
        );
        return;
    }
    let service = own(&sim, &name, write.name).await;
    assert_eq!(edit.edit.before, Some(service.clone()), "{told}: the question names the value of the service");
    assert!(edit.edit.after.is_same(&made(write, &service)), "{told}: {edit:?}");
    let staged = sim.session.store.staging().expect("staged").plan.edits[0].clone();
    let moved = elsewhere == Elsewhere::ChangedBefore && seen.is_some() && !service.is_same(&edit.edit.after);
    assert_eq!(sim.session.store.moved_to(&staged).is_some(), moved, "{told}: a change elsewhere is told");
    match elsewhere {
        Elsewhere::ChangedAfter => sim.network.set_setting(Some(&name), write.name, &write.theirs).await,
        Elsewhere::GoneAfter => sim.network.remove_domain(&name).await,
        _ => {}
    }
    let entry = sim.confirm(Intent::from(known.write())).expect("planned");
    sim.settle().await;
    let item = Item::field(Subject::domain(&name), edit.edit.field.clone());
    let kept = sim.session.store.journal().get(entry).expect("kept").target(&item).expect("a target").clone();
    let conflict = sim.session.store.conflict();
    match elsewhere {
        Elsewhere::GoneAfter => assert!(!kept.state.applied(), "{told}: {kept:?}"),
        Elsewhere::ChangedAfter if !Value::from(write.theirs.clone()).is_same(&edit.edit.after) => {
            let theirs = Value::from(write.theirs.clone());
            assert_eq!(own(&sim, &name, write.name).await, theirs, "{told}: not written over");
            assert_eq!(kept.state, State::Refused, "{told}: {kept:?}");
            let conflict = conflict.expect("asked");
            let [moved] = conflict.moved.as_slice() else { panic!("{told}: {conflict:?}") };
            assert_eq!((&moved.yours, &moved.seen), (&edit.edit.after, &edit.edit.before), "{told}");
            assert_eq!(moved.now, theirs, "{told}");
        }
        _ => {
            assert!(conflict.is_none(), "{told}: {conflict:?}");
            assert!(own(&sim, &name, write.name).await.is_same(&edit.edit.after), "{told}");
        }
    }
}

/// Proves R-55 for names of every state and every kind of change.
#[test]
fn the_question_shows_the_values_of_the_service_and_no_unseen_value_is_overwritten() {
    with_seeds_of(1, async |_| {
        for of in NAMES.iter().map(Option::as_ref) {
            for write in writes() {
                for elsewhere in ELSEWHERE {
                    Box::pin(written(of, &write, elsewhere)).await;
                }
            }
        }
    });
}

/// The row shows 8,475 and the service has 9,900, so ten percent more is 10,890. This holds if the price was never
/// read (as after a start with an old cache), and if it was read as 8,475.
#[test]
fn a_formula_is_worked_out_from_the_price_of_the_service_and_not_from_the_row() {
    with_seeds_of(1, async |_| {
        for was_read in [false, true] {
            let (mut sim, name) = opened(Some(&DomainState::Verified)).await;
            sim.network.set_setting(Some(&name), "bin_price", &json!(8_475)).await;
            let now = sim.now();
            sim.session.store.sync_domains(now);
            sim.quiet().await;
            assert_eq!(sim.session.store.bin_of(name.punycode()), Some(8_475.0));
            if was_read {
                asked(&mut sim, plan(&name, &writes()[1], None)).await;
                sim.run(Duration::from_secs(2 * 60)).await;
            }
            sim.network.set_setting(Some(&name), "bin_price", &json!(9_900)).await;
            let mut work = Repricing::new([name.clone()].into(), "+10%").unwrap();
            let priced = work.go_on(&sim.session.store).unwrap();
            let known = asked(&mut sim, priced.expect("done at once").plan).await;
            assert_eq!(known.edits[0].edit.before, Some(Value::Whole(9_900)));
            assert_eq!(known.edits[0].edit.after, Value::Whole(10_890));
            sim.confirm(Intent::from(known.write())).expect("planned");
            sim.settle().await;
            assert_eq!(own(&sim, &name, "bin_price").await, Value::Whole(10_890), "was read: {was_read}");
        }
    });
}

#[test]
fn a_setting_of_the_account_is_read_again_where_the_screen_before_stood_on_its_answer() {
    with_seeds_of(1, async |seed| {
        let mut sim = Simulation::of(Options { inquiries: 2, domains: 60, seed, ..Options::default() });
        sim.in_front = |store, wants| {
            wants.want(&settings::Get {}, Lane::Ahead);
            review(store, wants);
        };
        // Wait until the values read are too old for a question.
        sim.run(Duration::from_secs(5 * 60)).await;
        let item = Item::field(Subject::Account, FieldName::fixed("min_offer"));
        let seen = sim.session.store.own_setting(&item);
        let edits = vec![change_of(Subject::Account, "min_offer", seen, json!(250))];
        let known = asked(&mut sim, Plan { edits, ..Plan::default() }).await;
        assert!(known.edits[0].edit.before.is_some());
    });
}
