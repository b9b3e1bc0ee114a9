//! What is done to domains on a road where things go wrong: one name or many, at once or worked off in the background,
//! and taken back.

use std::collections::BTreeSet;
use std::time::Duration;

use super::desk::Desk;
use super::trouble::Trouble;
use super::{check_deeds, with_seeds_of};
use crate::api::domains::Listing;
use crate::base::DomainName;
use crate::sandbox::Options;
use crate::store::filter::Filter;
use crate::store::intent::DomainAct;
use crate::store::{DomainKey, DomainSort, DomainTab, DomainView, Intent};

const NAMES: u32 = 24;
/// More than so many in one call are worked off in the background.
const AT_ONCE: u32 = 4;

pub async fn opened(seed: u64) -> Desk {
    let options = Options {
        inquiries: 2,
        domains: NAMES,
        seed,
        at_once: AT_ONCE,
        job_seconds: [1, 3, 12, 40][seed as usize % 4],
        ..Options::default()
    };
    let mut desk = Desk::of(options);
    desk.quiet().await;
    desk
}

/// The names a tab shows.
pub fn shown(desk: &Desk, tab: DomainTab) -> Vec<DomainName> {
    let view = DomainView::new(tab, Listing::All, &Filter::default(), DomainSort::default(), desk.now());
    let book = desk.store.domains();
    let row = |key: &DomainKey| book.row(*key).unwrap();
    book.view(&view).iter().map(|key| row(key).domain_name()).collect()
}

/// What the user does, at random: as on the screen, to names with which nothing is on its way.
async fn act(desk: &mut Desk, dice: &mut fastrand::Rng) {
    match dice.u8(0..20) {
        0..3 => {
            desk.undo();
        }
        3 => {
            desk.redo();
        }
        4 => drop(desk.refresh()),
        5 => desk.cancel(),
        6 => desk.store.sync_domains(desk.now()),
        _ => {
            let tab = DomainTab::ALL[dice.usize(0..5)];
            let acts: &[DomainAct] = match tab {
                DomainTab::MyDomains | DomainTab::Unverified => &[DomainAct::Delete, DomainAct::Retry],
                DomainTab::Verified => &[DomainAct::Delete],
                DomainTab::Detected => &[DomainAct::Approve, DomainAct::Ignore, DomainAct::Verify],
                DomainTab::Removed => &[DomainAct::AddBack, DomainAct::Verify],
            };
            let act = acts[dice.usize(0..acts.len())];
            let mut names = shown(desk, tab);
            names.retain(|name| desk.store.domains().pending(name.punycode()).is_none());
            dice.shuffle(&mut names);
            let most = if act == DomainAct::Verify { 2 } else { 9 };
            names.truncate(if dice.bool() { 1 } else { dice.usize(1..=most) });
            desk.confirm(Intent::Domains { act, names, tab });
        }
    }
    let wait = if dice.bool() { dice.u64(0..600) } else { dice.u64(0..60_000) };
    desk.run(Duration::from_millis(wait)).await;
}

/// The lists here are those of the service, row by row and state by state, and nothing is shown as on its way.
async fn check_lists(desk: &Desk) {
    for tab in DomainTab::ALL {
        let there = desk.road.on_tab(tab.as_str()).await;
        let here: BTreeSet<String> = shown(desk, *tab).iter().map(|name| name.punycode().to_owned()).collect();
        assert_eq!(
            here,
            there,
            "{} {:?}{}",
            tab.as_str(),
            desk.store.domains().walk(),
            story(desk, here.symmetric_difference(&there))
        );
        assert_eq!(desk.store.domains().total(*tab), Some(there.len() as u64), "{}", tab.as_str());
        let book = desk.store.domains();
        for (name, state) in desk.road.states(tab.as_str()).await {
            let row = book.row(book.find(&name).unwrap()).unwrap();
            assert_eq!(row.state_word(), state, "{name}{}", story(desk, [&name].into_iter()));
            assert_eq!(row.pending, None, "{name}");
        }
    }
}

pub fn story<'a>(desk: &Desk, names: impl Iterator<Item = &'a String>) -> String {
    let names: Vec<&String> = names.collect();
    let mut lines = Vec::new();
    for entry in desk.store.journal().entries() {
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
    for deed in desk.road.deeds().iter().filter(|d| names.iter().any(|n| d.subject.to_string().contains(n.as_str()))) {
        lines.push(format!("{deed:?}"));
    }
    format!("\n{}", lines.join("\n"))
}

pub async fn end(desk: &mut Desk) {
    desk.road.trouble(0);
    desk.settle().await;
    desk.quiet().await;
    // Whatever nobody told of is found by the look at the totals every ten minutes.
    desk.run(Duration::from_mins(11)).await;
    desk.quiet().await;
    check_deeds(desk).await;
    check_sends(desk);
    check_lists(desk).await;
}

/// No call about a name went to the service more often than the user confirmed it.
fn check_sends(desk: &Desk) {
    let deeds = desk.road.deeds();
    for entry in desk.store.journal().entries() {
        for target in &entry.targets {
            assert!(target.sends <= 1, "sent again: {target:?}");
        }
    }
    for deed in &deeds {
        let same = |other: &&super::road::Deed| other.verb == deed.verb && other.subject == deed.subject;
        let confirmed = desk
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
        let mut desk = opened(seed).await;
        check_lists(&desk).await;
        desk.road.trouble(dice.u8(0..60));
        for _ in 0..dice.usize(3..14) {
            act(&mut desk, &mut dice).await;
        }
        end(&mut desk).await;
    });
}

#[test]
fn a_long_day_with_domains_and_faults_of_every_kind_ends_equal_to_the_service() {
    with_seeds_of(1, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut desk = opened(seed).await;
        for part in 0..6 {
            desk.road.trouble(if part % 3 == 2 { 0 } else { dice.u8(10..50) });
            for _ in 0..30 {
                act(&mut desk, &mut dice).await;
            }
        }
        end(&mut desk).await;
    });
}

/// The way back of a delete: the names are in the account again, also when it was worked off in the background.
#[test]
fn what_was_deleted_is_added_back() {
    with_seeds_of(25, async |seed| {
        let mut dice = fastrand::Rng::with_seed(seed);
        let mut desk = opened(seed).await;
        let before = desk.road.on_tab("my_domains").await;
        let mut names = shown(&desk, DomainTab::MyDomains);
        dice.shuffle(&mut names);
        names.truncate(dice.usize(1..9));
        desk.road.trouble(dice.u8(0..40));
        desk.confirm(Intent::Domains { act: DomainAct::Delete, names, tab: DomainTab::MyDomains });
        desk.settle().await;
        let between = desk.road.on_tab("my_domains").await;
        let Some(back) = desk.undo() else {
            desk.road.trouble(0);
            let surely = desk.store.journal().entries().flat_map(|entry| &entry.targets);
            assert!(surely.filter(|target| target.state.applied()).count() == 0, "what was done can be taken back");
            return;
        };
        desk.road.trouble(0);
        desk.settle().await;
        desk.quiet().await;
        let undo = desk.store.journal().get(back).unwrap();
        let after = desk.road.on_tab("my_domains").await;
        for target in undo.targets.iter().filter(|target| target.state.applied()) {
            let name = target.subject.name().unwrap().punycode().to_owned();
            assert!(before.contains(&name) && !between.contains(&name), "nothing to add back: {name}");
            assert!(after.contains(&name), "{name} was not added back{}", story(&desk, [&name].into_iter()));
        }
        end(&mut desk).await;
    });
}

/// The connection breaks in every way around a delete of two thousand: one call, and what became of it is read back and
/// told name by name. The service is at it for a while.
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
        let mut desk = Desk::of(options);
        desk.quiet().await;
        let mut names = shown(&desk, DomainTab::MyDomains);
        names.truncate(2_000);
        assert_eq!(names.len(), 2_000);
        desk.road.next_write(trouble);
        let intent = Intent::Domains { act: DomainAct::Delete, names, tab: DomainTab::MyDomains };
        let entry = desk.confirm(intent).unwrap();
        desk.settle().await;
        assert!(desk.road.deeds().len() <= 2_000, "asked for once: {trouble:?}");
        let there = desk.road.on_tab("my_domains").await;
        for target in &desk.store.journal().get(entry).unwrap().targets {
            let name = target.subject.name().unwrap().punycode().to_owned();
            assert_eq!(target.state.applied(), !there.contains(&name), "{trouble:?}: {target:?}");
            assert_eq!(target.sends, 1);
        }
        desk.quiet().await;
        let here: BTreeSet<String> =
            shown(&desk, DomainTab::MyDomains).iter().map(|name| name.punycode().to_owned()).collect();
        assert_eq!(here, there, "{trouble:?}");
    });
}
