//! Tests of acts on names, addresses and images that somebody else has changed since the list was read. Each reported
//! result is true at the service, and an undo leaves the other person's changes. `repricing.rs` and `importing.rs`
//! are about values, `second_person.rs` about marks.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::json;

use super::names::{end, shown};
use super::simulation::Simulation;
use super::with_seeds_of;
use crate::api::domains::Casing;
use crate::api::types::DomainState;
use crate::base::{DomainName, Id};
use crate::sandbox::Options;
use crate::store::writes::intent::{
    ActOnDomains, AddDomains, AllowSender, DomainAct, IgnoreSender, Lines, RemoveImage, Verb,
};
use crate::store::{DomainTab, Intent};

/// Change that somebody else makes to the first names after the list was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meanwhile {
    Nothing,
    /// Another price, with which this act has nothing to do.
    Price,
    /// The same act as ours.
    Same,
    /// An action that takes the name off its tab.
    Takes(&'static str),
}

/// Act on the names of a tab that have this state.
struct Act {
    act: DomainAct,
    /// Name of the act at the service.
    word: &'static str,
    tab: DomainTab,
    state: DomainState,
    meanwhile: &'static [Meanwhile],
}

const OF_MINE: &[Meanwhile] = &[Meanwhile::Nothing, Meanwhile::Price, Meanwhile::Same];
const OF_CHECKS: &[Meanwhile] = &[Meanwhile::Nothing, Meanwhile::Price, Meanwhile::Takes("delete")];

fn acts() -> Vec<Act> {
    let act = |act, word, tab, state, meanwhile| Act { act, word, tab, state, meanwhile };
    let (mine, detected, removed) = (DomainTab::MyDomains, DomainTab::Detected, DomainTab::Removed);
    let of_detected: &[Meanwhile] = &[Meanwhile::Nothing, Meanwhile::Same, Meanwhile::Takes("ignore")];
    let of_ignored: &[Meanwhile] = &[Meanwhile::Nothing, Meanwhile::Same, Meanwhile::Takes("approve")];
    vec![
        act(DomainAct::Delete, "delete", mine, DomainState::Verified, OF_MINE),
        act(DomainAct::Delete, "delete", mine, DomainState::Unverified, OF_MINE),
        act(DomainAct::Delete, "delete", mine, DomainState::Inactive, OF_MINE),
        act(DomainAct::Retry, "retry", mine, DomainState::Verified, OF_CHECKS),
        act(DomainAct::Retry, "retry", mine, DomainState::Unverified, OF_CHECKS),
        act(DomainAct::Retry, "retry", mine, DomainState::Inactive, OF_CHECKS),
        act(DomainAct::Approve, "approve", detected, DomainState::Detected, of_detected),
        act(DomainAct::Ignore, "ignore", detected, DomainState::Detected, of_ignored),
        act(DomainAct::AddBack, "add_back", removed, DomainState::Removed, &[Meanwhile::Nothing, Meanwhile::Same]),
    ]
}

/// Simulation in which every list was read, and the names of a tab that have this state.
async fn opened(at_once: u32) -> Simulation {
    let options = Options { inquiries: 2, domains: 90, seed: 7, at_once, job_seconds: 2, ..Options::default() };
    let mut sim = Simulation::of(options);
    sim.run(Duration::from_secs(30)).await;
    sim.quiet().await;
    sim
}

async fn names(sim: &Simulation, tab: DomainTab, state: &DomainState) -> Vec<DomainName> {
    let index = sim.session.store.domains();
    let hosts = sim.network.hosts().await;
    let mut names = shown(sim, tab);
    names.retain(|name| {
        let row = index.find(name.punycode()).and_then(|key| index.row(key)).expect("a row");
        row.state().as_ref() == Some(state) && !hosts.contains(name.punycode())
    });
    names
}

/// Lists of the service on which each of these names is.
async fn places(sim: &Simulation, names: &[DomainName]) -> Vec<Vec<&'static str>> {
    let mut tabs: Vec<(&'static str, BTreeSet<String>)> = Vec::new();
    for tab in ["my_domains", "detected", "removed"] {
        tabs.push((tab, sim.network.on_tab(tab).await));
    }
    let of = |name: &DomainName| -> Vec<&'static str> {
        tabs.iter().filter(|(_, on)| on.contains(name.punycode())).map(|(tab, _)| *tab).collect()
    };
    names.iter().map(of).collect()
}

/// Lists on which a name must be once the act is done.
fn wished(act: DomainAct) -> &'static [&'static str] {
    match act {
        DomainAct::Delete => &["removed"],
        DomainAct::Ignore => &[],
        _ => &["my_domains"],
    }
}

async fn done(act: &Act, meanwhile: Meanwhile, many: usize, theirs: usize, at_once: u32) {
    let told = format!("{:?} of {many} {:?} names, {meanwhile:?}", act.act, act.state);
    let mut sim = opened(at_once).await;
    let mut names = names(&sim, act.tab, &act.state).await;
    names.truncate(many);
    assert!(!names.is_empty(), "{told}: no name in that state");
    let theirs = theirs.min(names.len());
    for name in &names[..theirs] {
        match meanwhile {
            Meanwhile::Nothing => {}
            Meanwhile::Price => sim.network.set_setting(Some(name), "bin_price", &json!(123_456)).await,
            Meanwhile::Same => sim.network.act_on(act.word, act.tab.as_str(), name).await,
            Meanwhile::Takes(action) => sim.network.act_on(action, act.tab.as_str(), name).await,
        }
    }
    if meanwhile != Meanwhile::Nothing {
        // Wait for the end of the other person's import.
        sim.run(Duration::from_secs(4)).await;
    }
    let intent = Intent::Domains(ActOnDomains { act: act.act, names: names.clone(), tab: act.tab });
    let entry = sim.confirm(intent).expect("planned");
    sim.settle().await;
    sim.quiet().await;
    let between = places(&sim, &names).await;
    let kept = sim.session.store.journal().get(entry).expect("kept").clone();
    for (name, place) in names.iter().zip(&between) {
        let target = kept.targets.iter().find(|target| target.subject.name().as_ref() == Some(name)).expect("a target");
        let is_so = place.as_slice() == wished(act.act);
        assert!(!target.state.applied() || is_so, "{told}: {name:?} is called done and is on {place:?}: {target:?}");
    }
    let words = sim.session.store.outcome_words(entry).expect("ended");
    let ours: Vec<bool> =
        names.iter().map(|name| kept.changed().any(|target| target.subject.name().as_ref() == Some(name))).collect();
    let taken = matches!(meanwhile, Meanwhile::Same | Meanwhile::Takes(_));
    for (place, ours) in ours.iter().enumerate() {
        assert_eq!(*ours, !taken || place >= theirs, "{told}: what is called ours, in {words}: {kept:?}");
    }
    if sim.undo().is_some() {
        sim.settle().await;
        sim.quiet().await;
    }
    let after = places(&sim, &names).await;
    for ((name, ours), (between, after)) in names.iter().zip(&ours).zip(between.iter().zip(&after)) {
        assert!(
            *ours || between == after,
            "{told}: the undo moved {name:?} of somebody else from {between:?} to {after:?}"
        );
    }
    end(&mut sim).await;
}

#[test]
fn results_about_names_changed_meanwhile_are_true_and_an_undo_reverses_ours_alone() {
    with_seeds_of(1, async |_| {
        for act in acts() {
            for meanwhile in act.meanwhile {
                // One name in a call, several names done at once, several queued by the service.
                for (many, theirs, at_once) in [(1, 1, 1_000), (6, 2, 1_000), (6, 2, 3)] {
                    Box::pin(done(&act, *meanwhile, many, theirs, at_once)).await;
                }
            }
        }
    });
}

#[test]
fn a_name_that_is_added_is_in_the_account_whatever_list_it_was_on() {
    with_seeds_of(1, async |_| {
        for (tab, state) in [
            (Some(DomainTab::MyDomains), DomainState::Verified),
            (Some(DomainTab::MyDomains), DomainState::Unverified),
            (Some(DomainTab::MyDomains), DomainState::Inactive),
            (Some(DomainTab::Detected), DomainState::Detected),
            (Some(DomainTab::Removed), DomainState::Removed),
            (None, DomainState::Verified),
        ] {
            for gone in [false, true] {
                let told = format!("{tab:?} {state:?}, taken off meanwhile: {gone}");
                let mut sim = opened(1_000).await;
                let name = match tab {
                    Some(tab) => names(&sim, tab, &state).await.swap_remove(0),
                    None => DomainName::parse("never-seen.example").expect("a name"),
                };
                let action = match tab {
                    Some(DomainTab::MyDomains) => Some("delete"),
                    Some(DomainTab::Detected) => Some("ignore"),
                    _ => None,
                };
                if let Some((action, tab)) = action.zip(tab).filter(|_| gone) {
                    sim.network.act_on(action, tab.as_str(), &name).await;
                }
                let lines = Lines([name.punycode().to_owned()].into());
                let entry = sim.confirm(AddDomains { lines, casing: Casing::Auto }.into()).expect("planned");
                sim.settle().await;
                sim.quiet().await;
                let kept = sim.session.store.journal().get(entry).expect("kept");
                assert!(kept.targets[0].state.applied(), "{told}: {kept:?}");
                assert_eq!(sim.network.count(Verb::ADD_DOMAINS).sent, 1, "{told}");
                assert_eq!(places(&sim, std::slice::from_ref(&name)).await, [["my_domains"]], "{told}");
                assert!(shown(&sim, DomainTab::MyDomains).contains(&name), "{told}: it is in the list here");
            }
        }
    });
}

#[test]
fn an_address_that_somebody_else_ignored_or_allowed_is_left_by_our_undo() {
    with_seeds_of(1, async |_| {
        for theirs in [false, true] {
            let mut sim = opened(1_000).await;
            let number = sim.network.ignore("listed@x.example").await;
            if theirs {
                sim.network.ignore("new@x.example").await;
                sim.network.allow(number).await;
            }
            let ignore = sim.confirm(IgnoreSender::one("new@x.example").into()).expect("planned");
            sim.settle().await;
            assert!(sim.session.store.journal().get(ignore).expect("kept").targets[0].state.applied());
            assert!(sim.network.senders().await.contains("new@x.example"));
            assert_eq!(sim.undo().is_some(), !theirs, "what they did is not ours to undo");
            sim.settle().await;
            assert_eq!(sim.network.senders().await.contains("new@x.example"), theirs);

            let allow = sim.confirm(AllowSender::one("listed@x.example", Id::new(number)).into()).expect("planned");
            sim.settle().await;
            assert!(sim.session.store.journal().get(allow).expect("kept").targets[0].state.applied());
            assert!(!sim.network.senders().await.contains("listed@x.example"));
            assert_eq!(sim.undo().is_some(), !theirs, "what they did is not ours to undo");
            sim.settle().await;
            assert_eq!(sim.network.senders().await.contains("listed@x.example"), !theirs);
        }
    });
}

#[test]
fn an_image_that_somebody_else_removed_is_removed_and_nothing_more_is_sent() {
    with_seeds_of(1, async |_| {
        for theirs in [false, true] {
            let mut sim = opened(1_000).await;
            let number = sim.network.add_image("https://pictures.example/unused.png").await;
            if theirs {
                sim.network.remove_image(number).await;
            }
            let entry = sim.confirm(RemoveImage { images: vec![Id::new(number)] }.into()).expect("planned");
            sim.settle().await;
            let kept = sim.session.store.journal().get(entry).expect("kept");
            assert!(kept.targets[0].state.applied(), "{kept:?}");
            assert_eq!(kept.changed().count(), usize::from(!theirs), "{kept:?}");
        }
    });
}
