//! Tests of opening another account while this one has writes, reads and a walk under way: nothing of the first
//! account reaches the other, and its writes are settled when it is opened again.

use std::collections::HashMap;
use std::time::Duration;

use super::simulation::Simulation;
use super::table::acts::{added, csv_import};
use super::{ROWS, act, ends_equal, opened, with_seeds_of};
use crate::base::{DomainName, Id};
use crate::sandbox::Options;
use crate::store::writes::intent::Verb;
use crate::store::{Mark, State};

/// Domain of each known inquiry, by the inquiry's number.
fn subjects(sim: &Simulation) -> HashMap<i64, String> {
    let rows = sim.session.store.inquiries().snapshot();
    rows.iter()
        .map(|(row, ..)| (row.id.get(), row.get(crate::store::index::inquiries::Field::Domain).to_owned()))
        .collect()
}

impl Simulation {
    /// Switches to the account of `other`, which takes over the disk of this simulation. Requests of this account are
    /// still answered.
    fn leave_for(&mut self, other: &mut Self) {
        let now = self.now();
        let store = other.session.store.after_kill(now);
        other.session.store = self.session.store.after_kill(now);
        std::mem::swap(&mut self.network, &mut other.network);
        std::mem::swap(&mut self.told, &mut other.told);
        std::mem::swap(&mut self.resends, &mut other.resends);
        std::mem::swap(&mut self.foreign, &mut other.foreign);
        std::mem::swap(&mut self.states, &mut other.states);
        self.open(store);
        self.remember();
    }
}

/// Leaves everything of this account under way, opens the other one, and lets both services answer.
async fn switch(sim: &mut Simulation, other: &mut Simulation) {
    sim.leave_for(other);
    sim.run(Duration::from_secs(60)).await;
}

#[test]
fn nothing_of_an_account_reaches_the_one_opened_after_it_and_its_writes_are_settled_on_return() {
    let (mut late, mut unknown) = (0, 0);
    let totals = std::cell::RefCell::new((&mut late, &mut unknown));
    with_seeds_of(30, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        let before = sim.network.marks().await;
        let mut other = opened(seed + 1_000).await;
        let other_before = other.network.marks().await;
        let (ours, theirs) = (subjects(&sim), subjects(&other));
        assert_ne!(ours, theirs);

        sim.network.trouble(dice.u8(0..70));
        for _ in 0..dice.usize(1..8) {
            act(&mut sim, &mut dice).await;
        }
        // Work under way when the account is left: a write sent or queued, a walk, a refresh.
        sim.walk();
        let rows = sim.rows();
        let some: Vec<i64> = rows.iter().copied().filter(|_| dice.bool()).collect();
        sim.mark(&some, Mark::Starred, dice.bool());
        drop(sim.refresh());
        sim.run(Duration::from_millis(dice.u64(0..300))).await;
        let left: Vec<_> = sim.session.store.journal().entries().cloned().collect();

        other.network.trouble(dice.u8(0..40));
        switch(&mut sim, &mut other).await;
        assert_eq!(subjects(&sim), theirs, "the rows of the account opened");
        assert_eq!(sim.session.store.journal().entries().count(), 0, "no write of the account left");
        assert_eq!(sim.told, Vec::<String>::new(), "no message of the account left");
        for _ in 0..dice.usize(1..6) {
            act(&mut sim, &mut dice).await;
        }
        ends_equal(&mut sim, &other_before).await;

        sim.leave_for(&mut other);
        let open = sim.session.store.journal().entries().flat_map(|entry| &entry.targets);
        *totals.borrow_mut().1 += open.filter(|target| target.state == State::Unknown).count();
        *totals.borrow_mut().0 += sim.late;
        for entry in &left {
            let kept = sim.session.store.journal().get(entry.id);
            assert_eq!(kept.map(|kept| &kept.intent), Some(&entry.intent), "the journal of the account left");
        }
        assert!(subjects(&sim).keys().all(|id| ours.contains_key(id) || id > &i64::from(ROWS)));
        ends_equal(&mut sim, &before).await;
    });
    assert!(late > 0 && unknown > 0, "late messages {late}, unknown writes {unknown}: nothing was tried");
}

/// True when the account has this name.
fn has(sim: &Simulation, name: &str) -> bool {
    let name = DomainName::parse(name).unwrap();
    sim.session.store.domains().find(name.punycode()).is_some()
}

#[test]
fn imports_being_watched_and_an_upload_under_way_stay_with_their_account() {
    let (watched, under_way) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    with_seeds_of(24, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let job_seconds = [2, 20, 90][seed as usize % 3];
        let mut sim = Simulation::of(Options { inquiries: ROWS, domains: 12, seed, job_seconds, ..Options::default() });
        sim.quiet().await;
        let mut other = opened(seed + 1_000).await;
        other.quiet().await;
        let other_domains = other.session.store.domains().len();

        let typed = sim.confirm(added()).unwrap();
        sim.run(Duration::from_millis(dice.u64(0..8_000))).await;
        sim.network.trouble(dice.u8(0..70));
        let (file, upload) = csv_import();
        let upload = sim.confirm(upload).unwrap();
        sim.run(Duration::from_millis(dice.u64(0..1_500))).await;
        watched.set(watched.get() + usize::from(sim.session.store.jobs().running() > 0));
        let sent = sim.session.traffic.writes.sending_since().is_some();
        under_way.set(under_way.get() + usize::from(sent));

        sim.leave_for(&mut other);
        sim.run(Duration::from_secs(2 * 60)).await;
        assert_eq!(sim.session.store.journal().entries().count(), 0, "no write of the account left");
        assert_eq!(sim.network.deeds(), [], "nothing is sent to the account opened");
        assert_eq!(sim.session.store.jobs().running(), 0, "no import of the account left");
        assert_eq!(sim.told, Vec::<String>::new(), "nothing said about the account left");
        sim.quiet().await;
        assert_eq!(sim.session.store.domains().len(), other_domains);

        sim.leave_for(&mut other);
        sim.network.trouble(0);
        sim.settle().await;
        sim.quiet().await;
        for (entry, verb, name) in
            [(typed, Verb::ADD_DOMAINS, "typed-in.example"), (upload, Verb::IMPORT_CSV, "from-a-file.example")]
        {
            let target = &sim.session.store.journal().get(entry).unwrap().targets[0];
            let done = sim.network.count(verb).applied;
            assert!(done <= 1, "{verb:?} was sent again: {target:?}");
            assert!(target.state == State::GivenUp || target.state.applied() == (done == 1), "{done}: {target:?}");
            let known = target.made.is_some_and(|made| sim.session.store.jobs().import(Id::new(made)).is_some());
            assert!(!target.state.applied() || known, "the import is watched again: {target:?}");
            assert_eq!(has(&sim, name), done == 1, "{name}: {target:?}");
        }
        drop(file);
    });
    let (watched, under_way) = (watched.get(), under_way.get());
    assert!(
        watched > 0 && under_way > 0,
        "imports watched {watched}, uploads under way {under_way}: nothing was tried"
    );
}
