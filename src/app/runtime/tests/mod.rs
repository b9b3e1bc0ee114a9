//! Tests of the write path against the sandbox, with every fault between them: one thread, paused time, a seed. Look
//! first at `simulation.rs`, which drives the session, and at `trouble.rs`, the faults.

mod accounts;
mod clocks;
mod elsewhere;
mod importing;
mod lists;
mod meanwhile;
mod names;
mod network;
mod portfolio;
mod repricing;
mod second_person;
mod settings;
mod simulation;
mod spelled;
mod table;
mod trouble;
mod undoing;
mod values;
mod versions;
mod waits;
mod watching;

use std::collections::HashMap;
use std::time::Duration;

use crate::base::{Clock, Id, Timestamp};
use crate::store::writes::intent::{IgnoreSender, RequestEmail, Unreachable, Verb};
use crate::store::{Intent, Mark, Origin, State, Subject, Target};
use network::Deed;
use simulation::{MARKS, Simulation};

/// Number of seeds a scenario runs with; `PARKADE_SEEDS` sets another one.
const SEEDS: u64 = 100;
const ROWS: u32 = 12;

/// Clock that shows tokio's paused time.
struct Ticking(tokio::time::Instant);

impl Clock for Ticking {
    fn now(&self) -> Timestamp {
        Timestamp(simulation::BEGAN + self.0.elapsed().as_secs().cast_signed())
    }
}

/// Runs a scenario with every seed; a failure names its seed. `PARKADE_SEED` runs only that one.
fn with_seeds(scenario: impl AsyncFn(u64)) {
    with_seeds_of(SEEDS, scenario);
}

fn with_seeds_of(usual: u64, scenario: impl AsyncFn(u64)) {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let most = number("PARKADE_SEEDS").unwrap_or(usual);
    for seed in number("PARKADE_SEED").map_or(1..most + 1, |seed| seed..seed + 1) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        let run = std::panic::AssertUnwindSafe(|| runtime.block_on(scenario(seed)));
        if let Err(panic) = std::panic::catch_unwind(run) {
            eprintln!("failed with PARKADE_SEED={seed}");
            std::panic::resume_unwind(panic);
        }
    }
}

fn about(id: i64) -> Subject {
    Subject::Inquiry(Id::new(id))
}

type Marks = HashMap<(i64, Mark), bool>;

async fn opened(seed: u64) -> Simulation {
    let mut sim = Simulation::new(seed, ROWS);
    sim.run(Duration::from_secs(5)).await;
    assert_eq!(sim.rows().len(), ROWS as usize);
    sim
}

/// Acts of the user and of others, at random.
async fn act(sim: &mut Simulation, dice: &mut fastrand::Rng) {
    let rows = sim.rows();
    let (mark, to) = (MARKS[dice.usize(0..4)], dice.bool());
    let one = rows[dice.usize(0..rows.len())];
    match dice.u8(0..25) {
        0..7 => {
            sim.mark(&[one], mark, to);
        }
        7..11 => {
            let some: Vec<i64> = (0..dice.usize(2..9)).map(|_| rows[dice.usize(0..rows.len())]).collect();
            sim.mark(&some, mark, to);
        }
        11..14 => {
            sim.undo();
        }
        14 => {
            sim.redo();
        }
        15 => drop(sim.refresh()),
        16 => sim.walk(),
        17 | 18 => {
            sim.foreign.insert((one, mark));
            sim.network.set(one, mark, to).await;
        }
        19 => sim.cancel(),
        20 | 21 => {
            sim.confirm(Intent::RequestEmail(RequestEmail { ids: vec![Id::new(one)], to: String::new() }));
        }
        22 => {
            sim.confirm(Intent::Unreachable(Unreachable { ids: vec![Id::new(one)] }));
        }
        _ => {
            let some: std::collections::BTreeSet<u8> = (0..dice.u8(1..3)).map(|_| dice.u8(0..3)).collect();
            let addresses = some.into_iter().map(|n| format!("buyer{n}@x.example")).collect();
            sim.confirm(Intent::IgnoreSender(IgnoreSender { addresses }));
        }
    }
    // Acts come in quick succession or some time apart.
    let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..45_000) };
    sim.run(Duration::from_millis(wait)).await;
}

/// No write is done twice or reported wrongly, and in the end the screen shows the state of the service. Proves R-51.
#[test]
fn whatever_goes_wrong_the_screen_ends_equal_to_the_service() {
    with_seeds(async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        let before = sim.network.marks().await;
        sim.network.trouble(dice.u8(0..70));
        for _ in 0..dice.usize(4..18) {
            act(&mut sim, &mut dice).await;
        }
        ends_equal(&mut sim, &before).await;
    });
}

/// One long day: every kind of write and undo, five hundred of them.
/// Proves R-51.
#[test]
fn five_hundred_acts_with_faults_of_every_kind_end_equal_to_the_service() {
    with_seeds_of(1, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        let before = sim.network.marks().await;
        for part in 0..10 {
            sim.network.trouble(if part % 3 == 2 { 0 } else { dice.u8(10..60) });
            for _ in 0..50 {
                act(&mut sim, &mut dice).await;
            }
        }
        ends_equal(&mut sim, &before).await;
    });
}

/// Checks the end: after the last fault and another reading, the screen shows the state of the service, and the
/// reported outcome of every write is true.
async fn ends_equal(sim: &mut Simulation, before: &Marks) {
    sim.network.trouble(0);
    // Refresh, because ctrl-c right after a restart may have stopped a reading.
    sim.refresh();
    sim.settle().await;
    // Two walks, because the first may have begun before the last fault.
    sim.walked().await;
    sim.walk();
    sim.walked().await;

    let service = sim.network.marks().await;
    for (&(id, mark), &is) in &service {
        assert_eq!(sim.shown(id, mark), Some(is), "{mark:?} of {id}: what is shown{}", sim.story(id));
    }
    check_log(sim);
    check_nothing_lost(sim, before, &service);
    check_deeds(sim).await;
}

/// Checks writes other than marks: none was carried out more often than confirmed, those reported done were done,
/// those reported not done were not, and the ignored senders are those in the journal.
async fn check_deeds(sim: &Simulation) {
    let deeds = sim.network.deeds();
    let mut applied: HashMap<(Verb, Subject), usize> = HashMap::new();
    for deed in deeds.iter().filter(|deed| deed.applied) {
        *applied.entry((deed.verb, deed.subject.clone())).or_default() += 1;
    }
    let (mut made, mut calls) = (std::collections::HashSet::new(), std::collections::HashSet::new());
    let (mut surely, mut perhaps): (HashMap<_, usize>, HashMap<_, usize>) = (HashMap::new(), HashMap::new());
    for entry in sim.session.store.journal().entries().filter(|entry| entry.mark().is_none()) {
        for target in &entry.targets {
            assert!(target.state.ended(), "{entry:?}");
            let subject = match &*entry.intent {
                Intent::AllowSender(allows) => {
                    Subject::Sender(allows.listed(&target.subject).unwrap().id.to_string().into())
                }
                _ => target.subject.clone(),
            };
            let key = (entry.intent.verb(), subject);
            // Ignoring an ignored address, or allowing an allowed one, changes nothing. Both writes may be reported
            // done, so count the address once.
            let number = match &*entry.intent {
                Intent::AllowSender(allows) if target.state.applied() => {
                    Some(allows.listed(&target.subject).unwrap().id.get())
                }
                _ => target.made,
            };
            let again = number.is_some_and(|number| !made.insert((key.clone(), number)));
            if again && matches!(key.0, Verb::IGNORE_SENDER | Verb::ALLOW_SENDER) {
                continue;
            }
            // The service refused because the value was set already, so this write made no change and may be reported
            // done.
            if entry.mark().is_none() && target.before.as_ref() == Some(&target.after) {
                continue;
            }
            // All values of one domain are sent in one call.
            if target.field.is_some() && !calls.insert((entry.id, key.clone(), target.state.applied())) {
                continue;
            }
            let counted = if target.state.applied() { &mut surely } else { &mut perhaps };
            *counted.entry(key).or_default() += usize::from(target.state.applied() || undetermined(target.state));
        }
    }
    let of = |counts: &HashMap<(Verb, Subject), usize>, key: &(Verb, Subject)| counts.get(key).copied().unwrap_or(0);
    for key in applied.keys().chain(surely.keys()).chain(perhaps.keys()) {
        let (done, sure, open) = (of(&applied, key), of(&surely, key), of(&perhaps, key));
        let story = || {
            // An address that is off the list is identified only by its former number.
            let about = |t: &Target| t.subject == key.1 || matches!(t.subject, Subject::Sender(_));
            let entries = sim.session.store.journal().entries().filter(|entry| entry.targets.iter().any(about));
            let entries: Vec<String> = entries.map(|entry| format!("{entry:?}")).collect();
            let about = |deed: &&Deed| deed.subject == key.1 || matches!(deed.subject, Subject::Sender(_));
            let sent: Vec<String> = deeds.iter().filter(about).map(|deed| format!("{deed:?}")).collect();
            format!("\n{}\nthe service, oldest first:\n{}", entries.join("\n"), sent.join("\n"))
        };
        assert!(sure <= done, "{key:?}: called done {sure} times, was done {done} times{}", story());
        assert!(
            done <= sure + open,
            "{key:?}: was done {done} times, called done {sure}, undetermined {open}{}",
            story()
        );
    }
    if perhaps.values().sum::<usize>() == 0 {
        let mut listed = std::collections::BTreeSet::new();
        let mut entries: Vec<_> = sim.session.store.journal().entries().collect();
        entries.reverse();
        for entry in entries {
            for target in entry.targets.iter().filter(|target| target.state.applied()) {
                match (&*entry.intent, &target.subject) {
                    (Intent::IgnoreSender(_), Subject::Sender(address)) => {
                        listed.insert(address.to_string());
                    }
                    (Intent::AllowSender(_), Subject::Sender(address)) => {
                        listed.remove(&**address);
                    }
                    _ => {}
                }
            }
        }
        let there = sim.network.senders().await;
        let ours: std::collections::BTreeSet<String> =
            there.into_iter().filter(|address| address.ends_with("@x.example")).collect();
        assert_eq!(ours, listed);
    }
}

fn undetermined(state: State) -> bool {
    matches!(state, State::GivenUp | State::Overruled)
}

/// Checks the requests: each confirmed change was done at most once, and sent again only if it was proven not done.
fn check_log(sim: &Simulation) {
    let mut done: HashMap<(i64, Mark, bool), usize> = HashMap::new();
    for attempt in sim.network.attempts() {
        for id in &attempt.done {
            *done.entry((*id, attempt.mark, attempt.to)).or_default() += 1;
            let foreign = sim.foreign.contains(&(*id, attempt.mark));
            let story = sim.story(*id);
            assert!(foreign || !attempt.judged.contains(id), "{id} was called not done, but was: {attempt:?}{story}");
        }
    }
    for ((id, mark, to), times) in done {
        let entries = sim.session.store.journal().entries();
        let confirmed =
            entries.filter(|entry| entry.mark() == Some((mark, to)) && entry.target(&about(id)).is_some()).count();
        let resent = sim.resends.get(&(id, mark, to)).copied().unwrap_or(0);
        assert!(resent <= confirmed, "row {id}, {mark:?} {to}: sent again {resent} times by itself");
        assert!(times <= confirmed + resent, "{mark:?} {to}: done {times} times{}", sim.story(id));
    }
}

/// Checks that the state of the service follows from the journal, where nobody else changed it.
fn check_nothing_lost(sim: &Simulation, before: &Marks, service: &Marks) {
    for (&(id, mark), &is) in service {
        if sim.foreign.contains(&(id, mark)) {
            continue;
        }
        // Inquiries that arrived later have no earlier mark.
        let Some(&was) = before.get(&(id, mark)) else { continue };
        let mut expected = Some(was);
        let mut entries: Vec<_> = sim.session.store.journal().entries().collect();
        entries.reverse();
        for entry in entries {
            let Some(target) = entry.target(&about(id)) else { continue };
            if entry.mark().is_none_or(|(known, _)| known != mark) {
                continue;
            }
            assert!(target.state.ended(), "row {id}, {mark:?} is still open");
            match target.state {
                state if state.applied() => expected = entry.mark().map(|(_, to)| to),
                // The outcome is not known.
                State::GivenUp => expected = None,
                _ => {}
            }
        }
        if let Some(expected) = expected {
            assert_eq!(is, expected, "{mark:?} of {id}: what the journal says{}", sim.story(id));
        }
    }
}

/// An undo restores exactly the earlier state, and changes only what was really changed, in spite of faults.
#[test]
fn an_undo_restores_exactly_what_was_there() {
    with_seeds(async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut sim = opened(seed).await;
        let before = sim.network.marks().await;
        sim.network.trouble(dice.u8(0..50));
        let rows = sim.rows();
        let some: Vec<i64> = rows.iter().copied().filter(|_| dice.u8(0..3) == 0).collect();
        let (mark, to) = (MARKS[dice.usize(0..4)], dice.bool());
        let mut last = sim.mark(&some, mark, to);
        if dice.bool() {
            // The user sets the marks back while the first write is being sent.
            sim.run(Duration::from_millis(dice.u64(0..600))).await;
            last = sim.mark(&some, mark, !to).or(last);
        }
        sim.settle().await;
        let between = sim.network.marks().await;
        let Some(back) = sim.undo() else {
            let changed =
                last.and_then(|entry| sim.session.store.journal().get(entry)).is_some_and(|e| e.changed().count() > 0);
            assert!(!changed, "what was changed can be taken back");
            return;
        };
        sim.settle().await;
        let after = sim.network.marks().await;

        let undo = sim.session.store.journal().get(back).unwrap();
        let Origin::Undo(of) = undo.origin else { panic!("{undo:?}") };
        let (_, was) = sim.session.store.journal().get(of).unwrap().mark().unwrap();
        for id in rows {
            let touched = undo.target(&about(id));
            if touched.is_none_or(|target| !target.state.applied()) {
                assert_eq!(after[&(id, mark)], between[&(id, mark)], "left alone: {}", sim.story(id));
                continue;
            }
            let attempts = sim.network.attempts();
            let mut of = attempts.iter().filter(|a| a.ids.contains(&id) && a.to == was);
            assert!(of.any(|a| a.done.contains(&id) && !a.already.contains(&id)), "nothing to undo: {}", sim.story(id));
            assert_eq!(after[&(id, mark)], !was, "not restored: {}", sim.story(id));
            if of_first(&sim, id) {
                assert_eq!(after[&(id, mark)], before[&(id, mark)], "not as before: {}", sim.story(id));
            }
        }
    });
}

/// True when one change and its undo are the only writes of the row.
fn of_first(sim: &Simulation, id: i64) -> bool {
    let touches = |entry: &&crate::store::Entry| entry.target(&about(id)).is_some();
    sim.session.store.journal().entries().filter(touches).count() == 2
}
