//! Tests of acts on domains and their undo over a network with faults: on one name or many, done at once or queued by
//! the service.

use std::collections::BTreeSet;
use std::time::Duration;

use super::simulation::Simulation;
use super::trouble::Trouble;
use super::{check_deeds, with_seeds_of};
use crate::api::domains::Listing;
use crate::base::DomainName;
use crate::sandbox::Options;
use crate::store::filter::Filter;
use crate::store::writes::intent::{ActOnDomains, DomainAct};
use crate::store::{DomainKey, DomainSort, DomainTab, DomainView, Intent};

const NAMES: u32 = 24;
/// Most names in a call that the service handles at once; it queues a larger call.
const AT_ONCE: u32 = 4;

pub async fn opened(seed: u64) -> Simulation {
    let options = Options {
        inquiries: 2,
        domains: NAMES,
        seed,
        at_once: AT_ONCE,
        job_seconds: [1, 3, 12, 40][seed as usize % 4],
        ..Options::default()
    };
    let mut sim = Simulation::of(options);
    sim.quiet().await;
    sim
}

/// The names a tab shows.
pub fn shown(sim: &Simulation, tab: DomainTab) -> Vec<DomainName> {
    let view = DomainView::new(tab, Listing::All, &Filter::default(), DomainSort::default(), sim.now());
    let index = sim.session.store.domains();
    let row = |key: &DomainKey| index.row(*key).unwrap();
    index.view(&view).iter().map(|key| row(key).domain_name()).collect()
}

/// Makes a random act of the user, on names without a change under way.
async fn act(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    match dice.u8(0..20) {
        0..3 => {
            sim.undo();
        }
        3 => {
            sim.redo();
        }
        4 => drop(sim.refresh()),
        5 => sim.cancel(),
        6 => sim.session.store.sync_domains(sim.now()),
        _ => {
            let tab = DomainTab::ALL[dice.usize(0..5)];
            let acts: &[DomainAct] = match tab {
                DomainTab::MyDomains | DomainTab::Unverified => &[DomainAct::Delete, DomainAct::Retry],
                DomainTab::Verified => &[DomainAct::Delete],
                DomainTab::Detected => &[DomainAct::Approve, DomainAct::Ignore, DomainAct::Verify],
                DomainTab::Removed => &[DomainAct::AddBack, DomainAct::Verify],
            };
            let act = acts[dice.usize(0..acts.len())];
            let mut names = shown(sim, tab);
            names.retain(|name| sim.session.store.domains().pending(name.punycode()).is_none());
            dice.shuffle(&mut names);
            let most = if act == DomainAct::Verify { 2 } else { 9 };
            names.truncate(if dice.bool() { 1 } else { dice.usize(1..=most) });
            sim.confirm(Intent::Domains(ActOnDomains { act, names, tab }));
        }
    }
    let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..60_000) };
    sim.run(Duration::from_millis(wait)).await;
}

/// Checks that the lists equal those of the service in rows and states, and that no row is shown as being changed.
async fn check_lists(sim: &Simulation) {
    for tab in DomainTab::ALL {
        let there = sim.network.on_tab(tab.as_str()).await;
        let here: BTreeSet<String> = shown(sim, *tab).iter().map(|name| name.punycode().to_owned()).collect();
        assert_eq!(
            here,
            there,
            "{} {:?}{}",
            tab.as_str(),
            sim.session.store.domains().walk(),
            story(sim, here.symmetric_difference(&there))
        );
        assert_eq!(sim.session.store.domains().total(*tab), Some(there.len() as u64), "{}", tab.as_str());
        let index = sim.session.store.domains();
        for (name, state) in sim.network.states(tab.as_str()).await {
            let row = index.row(index.find(&name).unwrap()).unwrap();
            assert_eq!(row.state_word(), state, "{name}{}", story(sim, [&name].into_iter()));
            assert_eq!(row.pending, None, "{name}");
        }
    }
}

pub fn story<'a>(sim: &Simulation, names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<&String> = names.collect();
    let mut lines = Vec::new();
    for entry in sim.session.store.journal().entries() {
        for target in entry.targets.iter().filter(|t| names.iter().any(|n| t.subject.to_string().contains(n.as_str())))
        {
            lines.push(format!(
                "{:?} {:?} {:?} at {}: {target:?}",
                entry.id,
                entry.origin,
                entry.intent.verb(),
                entry.at.0
            ));
        }
    }
    for deed in sim.network.deeds().iter().filter(|d| names.iter().any(|n| d.subject.to_string().contains(n.as_str())))
    {
        lines.push(format!("{deed:?}"));
    }
    format!("\n{}", lines.join("\n"))
}

pub async fn end(sim: &mut Simulation) {
    sim.network.trouble(0);
    sim.settle().await;
    sim.quiet().await;
    // Changes by others are noticed with the totals, which are read every ten minutes.
    sim.run(Duration::from_secs(11 * 60)).await;
    sim.quiet().await;
    check_deeds(sim).await;
    check_sends(sim);
    check_lists(sim).await;
}

/// Checks that no name was sent to the service more often than the user confirmed.
fn check_sends(sim: &Simulation) {
    let deeds = sim.network.deeds();
    for entry in sim.session.store.journal().entries() {
        for target in &entry.targets {
            assert!(target.sends <= 1, "sent again: {target:?}");
        }
    }
    for deed in &deeds {
        let same = |other: &&super::network::Deed| other.verb == deed.verb && other.subject == deed.subject;
        let confirmed = sim
            .session
            .store
            .journal()
            .entries()
            .filter(|entry| entry.intent.verb() == deed.verb && entry.target(&deed.subject).is_some())
            .count();
        let applied = deeds.iter().filter(same).filter(|other| other.applied).count();
        assert!(applied <= confirmed, "{deed:?}: done {applied} times, confirmed {confirmed} times");
    }
}

#[test]
fn whatever_goes_wrong_with_domains_the_lists_end_equal_to_the_service() {
    with_seeds_of(50, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        check_lists(&sim).await;
        sim.network.trouble(dice.u8(0..60));
        for _ in 0..dice.usize(3..14) {
            act(&mut sim, &mut dice).await;
        }
        end(&mut sim).await;
    });
}

#[test]
fn a_long_day_with_domains_and_faults_of_every_kind_ends_equal_to_the_service() {
    with_seeds_of(1, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        for part in 0..6 {
            sim.network.trouble(if part % 3 == 2 { 0 } else { dice.u8(10..50) });
            for _ in 0..30 {
                act(&mut sim, &mut dice).await;
            }
        }
        end(&mut sim).await;
    });
}

/// The undo of a delete adds the names to the account again, even if the service had queued the delete.
#[test]
fn removed_domains_are_added_back() {
    with_seeds_of(25, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        let before = sim.network.on_tab("my_domains").await;
        let mut names = shown(&sim, DomainTab::MyDomains);
        dice.shuffle(&mut names);
        names.truncate(dice.usize(1..9));
        sim.network.trouble(dice.u8(0..40));
        sim.confirm(Intent::Domains(ActOnDomains { act: DomainAct::Delete, names, tab: DomainTab::MyDomains }));
        sim.settle().await;
        let between = sim.network.on_tab("my_domains").await;
        let Some(back) = sim.undo() else {
            sim.network.trouble(0);
            let surely = sim.session.store.journal().entries().flat_map(|entry| &entry.targets);
            assert!(surely.filter(|target| target.state.applied()).count() == 0, "what was done can be taken back");
            return;
        };
        sim.network.trouble(0);
        sim.settle().await;
        sim.quiet().await;
        let undo = sim.session.store.journal().get(back).unwrap();
        let after = sim.network.on_tab("my_domains").await;
        for target in undo.targets.iter().filter(|target| target.state.applied()) {
            let name = target.subject.name().unwrap().punycode().to_owned();
            assert!(before.contains(&name) && !between.contains(&name), "nothing to add back: {name}");
            assert!(after.contains(&name), "{name} was not added back{}", story(&sim, [&name].into_iter()));
        }
        end(&mut sim).await;
    });
}

/// The connection breaks in every way around a delete of two thousand names, which takes the service a while. One
/// call is sent; its outcome is read back and reported name by name.
#[test]
fn a_delete_of_two_thousand_over_a_broken_connection_is_sent_once_and_told_truly() {
    let troubles = [
        Trouble::Reset { applied: false },
        Trouble::Reset { applied: true },
        Trouble::Late,
        Trouble::Cut,
        Trouble::Silence { applied: false },
        Trouble::Silence { applied: true },
    ];
    with_seeds_of(troubles.len() as u64, async |seed| {
        let trouble = troubles[seed as usize - 1];
        let options =
            Options { inquiries: 2, domains: 2_700, seed, at_once: 1_000, job_seconds: 50, ..Options::default() };
        let mut sim = Simulation::of(options);
        sim.quiet().await;
        let mut names = shown(&sim, DomainTab::MyDomains);
        names.truncate(2_000);
        assert_eq!(names.len(), 2_000);
        sim.network.next_write(trouble);
        let intent = Intent::Domains(ActOnDomains { act: DomainAct::Delete, names, tab: DomainTab::MyDomains });
        let entry = sim.confirm(intent).unwrap();
        sim.settle().await;
        assert!(sim.network.deeds().len() <= 2_000, "asked for once: {trouble:?}");
        let there = sim.network.on_tab("my_domains").await;
        for target in &sim.session.store.journal().get(entry).unwrap().targets {
            let name = target.subject.name().unwrap().punycode().to_owned();
            assert_eq!(target.state.applied(), !there.contains(&name), "{trouble:?}: {target:?}");
            assert_eq!(target.sends, 1);
        }
        sim.quiet().await;
        let here: BTreeSet<String> =
            shown(&sim, DomainTab::MyDomains).iter().map(|name| name.punycode().to_owned()).collect();
        assert_eq!(here, there, "{trouble:?}");
    });
}
