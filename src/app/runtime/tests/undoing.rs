//! Tests of undo and redo at any moment: of acts the service works on in the background, with lost answers, changes
//! by others, new inquiries and restarts. Undoing everything restores the first state.

use std::collections::BTreeSet;
use std::time::Duration;

use super::simulation::{MARKS, Simulation};
use super::{Marks, check_deeds, ends_equal, names, with_seeds_of};
use crate::api::Page;
use crate::api::inquiries::List;
use crate::base::Id;
use crate::client::Lane;
use crate::sandbox::Options;
use crate::store::filter::Filter;
use crate::store::writes::intent::{
    ActOnDomains, AllowSender, DomainAct, IgnoreSender, ListedSender, MarkAll, RequestEmail, SetMark, Verb, filter_body,
};
use crate::store::{DomainTab, Entry, EntryId, Intent, Mark, Origin, Sort, State, Subject, Tab, ViewSpec};

const ROWS: u32 = 24;
/// Number of rows in one call above which the service works on them in the background.
const AT_ONCE: u32 = 4;
const TABS: [Tab; 7] = [Tab::Active, Tab::Unread, Tab::Starred, Tab::Unsent, Tab::Archived, Tab::Hidden, Tab::All];

async fn opened(seed: u64) -> Simulation {
    let options = Options {
        inquiries: ROWS,
        domains: 12,
        seed,
        at_once: AT_ONCE,
        job_seconds: [1, 3, 12, 40][seed as usize % 4],
        arrive: Some(900),
        ..Options::default()
    };
    let mut sim = Simulation::of(options);
    sim.run(Duration::from_secs(5)).await;
    assert_eq!(sim.rows().len(), ROWS as usize);
    sim
}

/// The rows a tab shows.
pub fn on_tab(sim: &Simulation, tab: Tab) -> Vec<i64> {
    let spec = ViewSpec::new(tab, &Filter::default(), Sort::default(), sim.now());
    sim.session.store.inquiries().view(&spec).iter().map(|id| id.get()).collect()
}

/// Makes a change of the user: marks one row of a tab or many, ignores an address, or allows one again.
fn change(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    let now = sim.now();
    if dice.u8(0..6) == 0 {
        let some: std::collections::BTreeSet<u8> = (0..dice.u8(1..3)).map(|_| dice.u8(0..3)).collect();
        let addresses: Vec<String> = some.into_iter().map(|n| format!("buyer{n}@x.example")).collect();
        let made = |address: &String| {
            let subject = Subject::sender(address);
            let known = sim.session.store.journal().entries().filter_map(|entry| entry.target(&subject));
            known.filter(|target| target.state.applied()).find_map(|target| target.made)
        };
        let listed = addresses
            .iter()
            .map(|address| Some(ListedSender { address: address.clone(), id: Id::new(made(address)?) }));
        let intent = match listed.collect::<Option<Vec<_>>>().filter(|_| dice.bool()) {
            Some(senders) => Intent::AllowSender(AllowSender { senders }),
            None => Intent::IgnoreSender(IgnoreSender { addresses }),
        };
        let _ = sim.session.store.plan(intent, now);
        return;
    }
    let tab = TABS[dice.usize(0..TABS.len())];
    let mut rows = on_tab(sim, tab);
    dice.shuffle(&mut rows);
    rows.truncate(if dice.u8(0..3) == 0 { 1 } else { dice.usize(1..13) });
    let (mark, to) = match tab {
        Tab::Hidden => (Mark::Hidden, false),
        Tab::Archived if dice.bool() => (Mark::Archived, false),
        _ => (MARKS[dice.usize(0..4)], dice.u8(0..4) > 0),
    };
    sim.mark(&rows, mark, to);
}

/// Oldest act that undo may choose: the newest act that is not undone and has changed something, or still may.
fn newest_act(sim: &Simulation) -> Option<EntryId> {
    let journal = sim.session.store.journal();
    let undone = |id: EntryId| {
        let undoes = |entry: &&Entry| entry.origin == Origin::Undo(id);
        let lives = |entry: &Entry| entry.targets.iter().any(|target| !target.state.failed());
        journal.entries().filter(undoes).any(lives)
    };
    let did = |entry: &Entry| {
        let may = |state: State| matches!(state, State::Sending | State::Unknown);
        entry.changed().next().is_some()
            || entry.targets.iter().any(|t| {
                t.state == State::Planned
                    || (may(t.state) && entry.mark().is_none_or(|(_, to)| t.before == Some((!to).into())))
            })
    };
    let own = |entry: &&Entry| matches!(entry.origin, Origin::User | Origin::Redo(_));
    journal.entries().filter(own).find(|entry| did(entry) && !undone(entry.id)).map(|entry| entry.id)
}

/// Presses `u`. Checks that it undoes nothing older than [`newest_act`], and says "nothing to undo" only if there is
/// no such act.
fn undo(sim: &mut Simulation) -> Option<EntryId> {
    let newest = newest_act(sim);
    let back = sim.undo();
    let of = back.and_then(|back| sim.session.store.journal().get(back)?.origin.reverses());
    assert!(
        of >= newest,
        "undone was {of:?}, the newest act is {newest:?}: {:?}",
        newest.map(|id| sim.session.store.journal().get(id))
    );
    back
}

/// Reads again the outcomes that could not be determined, once there are no faults.
pub async fn clear_up(sim: &mut Simulation) {
    for _ in 0..4 {
        sim.settle().await;
        let now = sim.now();
        let all: Vec<EntryId> = sim.session.store.journal().entries().map(|entry| entry.id).collect();
        if all.into_iter().map(|entry| sim.session.store.check_again(entry, now)).sum::<usize>() == 0 {
            return;
        }
    }
}

/// Undoes acts until none is left.
async fn undo_everything(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    sim.network.trouble(0);
    clear_up(sim).await;
    for _ in 0..200 {
        if undo(sim).is_none() {
            sim.settle().await;
            if undo(sim).is_none() {
                return;
            }
        }
        if dice.bool() {
            sim.run(Duration::from_millis(dice.u64(0..20_000))).await;
        }
    }
    let last: Vec<String> = sim.session.store.journal().entries().take(6).map(|entry| format!("\n{entry:?}")).collect();
    panic!("there is always one more to undo: {}", last.concat());
}

async fn check_as_before(sim: &Simulation, before: &Marks, senders: &BTreeSet<String>) {
    let after = sim.network.marks().await;
    for (&(id, mark), &was) in before {
        if !sim.foreign.contains(&(id, mark)) {
            assert_eq!(after[&(id, mark)], was, "{mark:?} of {id} is not as it was{}", sim.story(id));
        }
    }
    assert_eq!(sim.network.senders().await, *senders);
}

#[test]
fn whatever_is_undone_at_whatever_moment_every_row_is_as_it_was() {
    with_seeds_of(80, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        let (before, senders) = (sim.network.marks().await, sim.network.senders().await);
        sim.network.trouble(dice.u8(0..50));
        for _ in 0..dice.usize(3..16) {
            match dice.u8(0..20) {
                0..9 => change(&mut sim, &mut dice),
                9..13 => drop(undo(&mut sim)),
                13..15 => drop(sim.redo()),
                15 => {
                    let rows = sim.rows();
                    let (one, mark) = (rows[dice.usize(0..rows.len())], MARKS[dice.usize(0..4)]);
                    sim.foreign.insert((one, mark));
                    sim.network.set(one, mark, dice.bool()).await;
                }
                16 => sim.restart(),
                17 => drop(sim.refresh()),
                18 => sim.walk(),
                _ => sim.cancel(),
            }
            let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..45_000) };
            sim.run(Duration::from_millis(wait)).await;
        }
        undo_everything(&mut sim, &mut dice).await;
        ends_equal(&mut sim, &before).await;
        check_as_before(&sim, &before, &senders).await;
    });
}

/// Totals are requested again when the service has done a queued archive, not when it has accepted it.
#[test]
fn undo_of_a_queued_archive_is_in_the_lists_the_service_counts() {
    fn unsent() -> List {
        List { filter: Tab::Unsent.question(), page: Page::new(1, 50) }
    }
    let fewer = std::cell::Cell::new(0);
    with_seeds_of(12, async |seed| {
        let mut sim = opened(seed).await;
        sim.in_front = |_, wants| {
            wants.want(&unsent(), Lane::User);
        };
        let total = |sim: &Simulation| sim.session.store.query(&unsent()).value?.pagination.total();
        sim.run(Duration::from_secs(5)).await;
        let before = total(&sim);
        assert!(before.is_some_and(|rows| rows > 0), "{before:?}");
        let active = on_tab(&sim, Tab::Active);
        let archived = sim.mark(&active, Mark::Archived, true).unwrap();
        sim.settle().await;
        assert!(sim.session.store.journal().get(archived).unwrap().changed().next().is_some());
        sim.run(Duration::from_secs(10)).await;
        fewer.set(fewer.get() + u32::from(total(&sim) < before));
        undo(&mut sim).unwrap();
        sim.settle().await;
        sim.run(Duration::from_secs(10)).await;
        assert_eq!(total(&sim), before);
    });
    assert!(fewer.get() > 3, "the archive is in them as well");
}

/// One call archives everything on a tab, and its undo comes in time or too late.
#[test]
fn marking_everything_is_undone_at_any_moment() {
    with_seeds_of(20, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        let (before, senders) = (sim.network.marks().await, sim.network.senders().await);
        let (tab, mark, to) = [
            (Tab::Active, Mark::Archived, true),
            (Tab::Active, Mark::Read, true),
            (Tab::Archived, Mark::Archived, false),
            (Tab::Archived, Mark::Starred, true),
        ][dice.usize(0..4)];
        let spec = ViewSpec::new(tab, &Filter::default(), Sort::default(), sim.now());
        let rows = on_tab(&sim, tab).into_iter().filter(|id| sim.shown(*id, mark) != Some(to));
        let ids: Vec<_> = rows.map(Id::new).collect();
        let of = ids.len() as u64;
        sim.confirm(Intent::MarkAll(MarkAll {
            known: SetMark { ids, mark, to },
            of,
            filter: filter_body(&spec.question),
        }));
        sim.run(Duration::from_millis(dice.u64(0..30_000))).await;
        let undone = undo(&mut sim).is_some();
        assert_eq!(undone, of > 0);
        if dice.bool() {
            sim.run(Duration::from_millis(dice.u64(0..30_000))).await;
            assert_eq!(sim.redo().is_some(), undone);
        }
        undo_everything(&mut sim, &mut dice).await;
        ends_equal(&mut sim, &before).await;
        check_as_before(&sim, &before, &senders).await;
    });
}

/// Domains are deleted, undone and redone; in the end all are in the account again.
#[test]
fn whatever_is_undone_at_whatever_moment_every_domain_is_in_the_account() {
    with_seeds_of(40, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = names::opened(seed).await;
        let before = sim.network.on_tab("my_domains").await;
        sim.network.trouble(dice.u8(0..40));
        for _ in 0..dice.usize(2..9) {
            match dice.u8(0..12) {
                0..5 => {
                    let mut names = names::shown(&sim, DomainTab::MyDomains);
                    names.retain(|name| sim.session.store.domains().pending(name.punycode()).is_none());
                    dice.shuffle(&mut names);
                    names.truncate(if dice.bool() { 1 } else { dice.usize(1..10) });
                    let (intent, now) = (
                        Intent::Domains(ActOnDomains { act: DomainAct::Delete, names, tab: DomainTab::MyDomains }),
                        sim.now(),
                    );
                    let _ = sim.session.store.plan(intent, now);
                }
                5..9 => drop(undo(&mut sim)),
                9 => drop(sim.redo()),
                10 => sim.restart(),
                _ => sim.cancel(),
            }
            let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..60_000) };
            sim.run(Duration::from_millis(wait)).await;
        }
        sim.network.trouble(0);
        // Refresh, because ctrl-c right after a restart may have stopped a reading.
        sim.refresh();
        clear_up(&mut sim).await;
        sim.quiet().await;
        while undo(&mut sim).is_some() {
            if dice.bool() {
                sim.run(Duration::from_millis(dice.u64(0..20_000))).await;
            }
            if newest_act(&sim).is_none() {
                clear_up(&mut sim).await;
            }
        }
        names::end(&mut sim).await;
        check_deeds(&sim).await;
        let not_known: BTreeSet<String> = sim
            .session
            .store
            .journal()
            .entries()
            .flat_map(|entry| &entry.targets)
            .filter(|target| matches!(target.state, State::GivenUp | State::Overruled))
            .filter_map(|target| Some(target.subject.name()?.punycode().to_owned()))
            .collect();
        let after = sim.network.on_tab("my_domains").await;
        let missing: Vec<&String> = before.difference(&after).filter(|name| !not_known.contains(*name)).collect();
        assert!(missing.is_empty(), "not added back: {missing:?}{}", names::story(&sim, missing.iter().copied()));
    });
}

/// An undo names an act that cannot be undone, before another undo goes on to an older one. Proves R-65.
#[test]
fn undo_stops_at_an_act_that_cannot_be_undone() {
    with_seeds_of(1, async |seed| {
        let mut sim = opened(seed).await;
        let one = sim.rows()[0];
        sim.mark(&[one], Mark::Starred, true);
        sim.settle().await;
        let mail =
            sim.confirm(Intent::RequestEmail(RequestEmail { ids: vec![Id::new(one)], to: String::new() })).unwrap();
        sim.settle().await;
        let sent = sim.session.store.journal().get(mail).unwrap();
        assert_eq!(sent.intent.verb(), Verb::REQUEST_EMAIL);
        assert!(sent.target(&Subject::Inquiry(Id::new(one))).is_some_and(|target| target.state.applied()));
        assert_eq!(sim.session.store.journal().undo_order(1, None).stop, Some(mail));
        assert!(sim.undo().is_some());
        sim.settle().await;
        assert_eq!(sim.network.mark(one, Mark::Starred).await, Some(false));
    });
}
