//! Tests of a CSV of prices sent while somebody else changes a price: it never replaces a value the user did not see.

use std::io::Write as _;
use std::time::Duration;

use serde_json::{Value as Json, json};
use tempfile::NamedTempFile;

use super::settings::change_of;
use super::simulation::Simulation;
use super::table::acts::{csv_import, on_tab};
use super::with_seeds_of;
use crate::api::types::DomainState;
use crate::base::{Currency, DomainName, digest};
use crate::sandbox::Options;
use crate::store::{DomainTab, Intent, State, Subject, Value};

/// States of the domains whose prices are imported; one domain for each.
const STATES: [DomainState; 3] = [DomainState::Verified, DomainState::Unverified, DomainState::Inactive];

async fn opened() -> (Simulation, [DomainName; 3]) {
    let options = Options { inquiries: 2, domains: 60, seed: 7, job_seconds: 2, ..Options::default() };
    let mut sim = Simulation::of(options);
    sim.run(Duration::from_secs(30)).await;
    sim.quiet().await;
    let index = sim.session.store.domains();
    let of = |state: &DomainState| {
        let is = |name: &DomainName| {
            let row = index.find(name.punycode()).and_then(|key| index.row(key)).expect("a row");
            row.state().as_ref() == Some(state)
        };
        on_tab(&sim, DomainTab::MyDomains).into_iter().find(is).expect("a name of that state")
    };
    let names = STATES.each_ref().map(of);
    for name in &names {
        sim.network.set_setting(Some(name), "bin_price", &json!(4_500)).await;
    }
    (sim, names)
}

/// A file that changes the price of each name from 4,500 to 4,979, and its import.
fn import(names: &[DomainName]) -> (NamedTempFile, Intent) {
    let (_, Intent::ImportCsv(mut import)) = csv_import() else { panic!("an import") };
    let rows: String = names.iter().flat_map(|name| [name.punycode(), ",4979\n"]).collect();
    let text = format!("domain,bin_price\n{rows}");
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.path().clone_into(&mut import.path);
    import.columns = Some(vec!["domain".to_owned(), "bin_price".to_owned()]);
    (import.bytes, import.digest) = (text.len() as u64, digest(text.as_bytes()));
    let edit =
        |name: &DomainName| change_of(Subject::domain(name), "bin_price", Some(Value::Whole(4_500)), json!(4_979));
    import.over = names.iter().map(edit).collect();
    (file, import.into())
}

async fn price(sim: &Simulation, name: &DomainName) -> Json {
    sim.network.settings(Some(name)).await["bin_price"]["domain_value"].clone()
}

#[test]
fn an_import_is_not_sent_over_a_price_changed_after_its_question() {
    with_seeds_of(1, async |_| {
        for changed in 0..STATES.len() {
            let (mut sim, names) = opened().await;
            let (_file, intent) = import(&names);
            sim.network.set_setting(Some(&names[changed]), "bin_price", &json!(12_345)).await;
            let before = sim.network.newest_import().await;
            let entry = sim.confirm(intent).expect("planned");
            sim.settle().await;
            let kept = sim.session.store.journal().get(entry).expect("kept").targets[0].clone();
            assert_eq!(kept.state, State::Refused, "{kept:?}");
            assert_eq!(sim.network.newest_import().await, before, "nothing was sent");
            let conflict = sim.session.store.conflict().expect("asked");
            let [moved] = conflict.moved.as_slice() else { panic!("{conflict:?}") };
            assert_eq!(moved.item.subject, Subject::domain(&names[changed]));
            assert_eq!((&moved.yours, &moved.seen), (&Value::Whole(4_979), &Some(Value::Whole(4_500))));
            assert_eq!(moved.now, Value::Whole(12_345));

            sim.confirm(conflict.over).expect("planned");
            sim.settle().await;
            sim.run(Duration::from_mins(1)).await;
            assert_eq!(sim.session.store.conflict(), None, "asked once for all that conflict");
            for name in &names {
                assert_eq!(price(&sim, name).await.as_f64(), Some(4_979.0), "the user said yes");
            }
        }
    });
}

#[test]
fn an_import_whose_prices_are_unchanged_is_sent_without_another_question() {
    with_seeds_of(1, async |_| {
        let (mut sim, names) = opened().await;
        let (_file, intent) = import(&names);
        // A value that somebody else has set to the same is not a conflict.
        sim.network.set_setting(Some(&names[1]), "bin_price", &json!(4_979)).await;
        let entry = sim.confirm(intent).expect("planned");
        sim.settle().await;
        assert!(sim.session.store.journal().get(entry).expect("kept").targets[0].state.applied());
        assert_eq!(sim.session.store.conflict(), None);
        sim.run(Duration::from_mins(1)).await;
        assert_eq!(price(&sim, &names[0]).await.as_f64(), Some(4_979.0));
    });
}

/// An import adds names that are not in the account, so it would bring back a removed domain without being asked to.
#[test]
fn an_import_is_not_sent_when_a_domain_it_changes_was_removed_after_its_question() {
    with_seeds_of(1, async |_| {
        for gone in 0..STATES.len() {
            let (mut sim, names) = opened().await;
            let (_file, intent) = import(&names);
            sim.network.remove_domain(&names[gone]).await;
            let before = sim.network.newest_import().await;
            let entry = sim.confirm(intent).expect("planned");
            sim.settle().await;
            assert_eq!(sim.network.newest_import().await, before, "nothing was sent");
            let kept = sim.session.store.journal().get(entry).expect("kept").targets[0].clone();
            assert!(!kept.state.applied(), "{kept:?}");
            let told = sim.session.store.outcome_words(entry).expect("ended");
            let why = format!("{} is no longer in the account", names[gone].both());
            assert!(told.contains(&why), "{told}");
            assert!(!sim.network.on_tab("my_domains").await.contains(names[gone].punycode()));
        }
    });
}

/// A name that is not in the account has no value to be replaced, so no question is needed.
#[test]
fn a_name_that_is_new_is_imported_with_its_price() {
    with_seeds_of(1, async |_| {
        let (mut sim, names) = opened().await;
        let new = DomainName::parse("never-seen.example").expect("a name");
        let with_new: Vec<DomainName> = names.iter().cloned().chain([new.clone()]).collect();
        let (_file, intent) = import(&with_new);
        let Intent::ImportCsv(mut csv) = intent else { panic!("an import") };
        csv.over.retain(|edit| edit.subject != Subject::domain(&new));
        let entry = sim.confirm(csv.into()).expect("planned");
        sim.settle().await;
        assert!(sim.session.store.journal().get(entry).expect("kept").targets[0].state.applied());
        sim.run(Duration::from_mins(1)).await;
        assert_eq!(price(&sim, &new).await.as_f64(), Some(4_979.0));
    });
}

/// The question gives prices in the account's currency; after a change of currency they would be other prices.
#[test]
fn an_import_is_not_sent_once_the_account_has_another_currency_than_its_question_said() {
    with_seeds_of(1, async |_| {
        for (now, is_sent) in [("USD", true), ("EUR", false)] {
            let (mut sim, names) = opened().await;
            sim.network.set_setting(None, "currency", &json!(now)).await;
            let (_file, intent) = import(&names[..1]);
            let Intent::ImportCsv(mut csv) = intent else { panic!("an import") };
            csv.currency = Some(Currency::new("USD"));
            let before = sim.network.newest_import().await;
            let entry = sim.confirm(csv.into()).expect("planned");
            sim.settle().await;
            assert_eq!(sim.network.newest_import().await != before, is_sent, "{now}");
            if !is_sent {
                let told = sim.session.store.outcome_words(entry).expect("ended");
                assert!(told.contains("prices are in EUR now, not in USD"), "{told}");
                assert_eq!(sim.session.store.price_currency(), Some(Currency::new(now)), "the next question has it");
            }
        }
    });
}
