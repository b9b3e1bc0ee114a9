//! Tests that waiting writes are shown, and sent as soon as that is allowed: the header, `ctrl-r`, `ctrl-c`, a
//! restart.

use std::time::Duration;

use super::simulation::Simulation;
use super::trouble::Trouble;
use crate::api::domains::Listing;
use crate::api::settings;
use crate::base::Timestamp;
use crate::client::Lane;
use crate::sandbox::Options;
use crate::store::disk::DiskEvent;
use crate::store::filter::Filter;
use crate::store::writes::intent::{ActOnDomains, DomainAct, Edit, SettingEdit};
use crate::store::writes::plan::Plan;
use crate::store::{
    DomainSort, DomainTab, DomainView, EntryId, FieldName, Intent, Mark, State, Subject, Value, WriteHold,
};

const SECOND: Duration = Duration::from_secs(1);

async fn opened(domains: u32) -> Simulation {
    let mut sim = Simulation::of(Options { inquiries: 12, domains, seed: 5, ..Options::default() });
    sim.run(SECOND * 5).await;
    sim
}

fn state(sim: &Simulation, entry: EntryId) -> State {
    sim.session.store.journal().get(entry).unwrap().targets[0].state
}

/// Plans a write that reads the newest import first.
fn verify(sim: &mut Simulation) -> EntryId {
    let tab = DomainTab::Detected;
    let view = DomainView::new(tab, Listing::All, &Filter::default(), DomainSort::default(), sim.now());
    let index = sim.session.store.domains();
    let names = index.view(&view).iter().take(1).map(|key| index.row(*key).unwrap().domain_name()).collect();
    sim.confirm(Intent::Domains(ActOnDomains { act: DomainAct::Verify, names, tab })).unwrap()
}

#[tokio::test(start_paused = true)]
async fn ctrl_r_sends_during_a_long_wait_after_saying_how_long_it_is() {
    // Either the write queue knows the wait, or only the client, after a refused read.
    for by_read in [false, true] {
        let mut sim = opened(2).await;
        let id = sim.rows()[0];
        if by_read {
            sim.network.next_read(Trouble::Flood(Some(3_600)));
            sim.walk();
            sim.run(SECOND * 3).await;
        } else {
            sim.network.next_write(Trouble::Flood(Some(3_600)));
        }
        let held = sim.session.store.session().write_hold;
        assert_eq!(matches!(held, WriteHold::Until(_)), by_read, "{held:?}");
        let entry = sim.mark(&[id], Mark::Starred, true).unwrap();
        sim.run(SECOND * 300).await;
        let sent = sim.network.attempts().len();
        assert_eq!((sent, state(&sim, entry)), (usize::from(!by_read), State::Planned));
        let header = sim.header(80);
        assert!(header.ends_with("m · 1 change · ctrl-r sends") && header.contains(" wait 5"), "{header}");
        let question = sim.refresh().expect("a question");
        assert_eq!(question.title, "Send 1 change now");
        assert!(question.consequence.starts_with("The service asked to wait until "), "{}", question.consequence);
        assert!(question.consequence.ends_with("m)."), "{}", question.consequence);
        sim.run(SECOND * 60).await;
        assert_eq!(sim.network.attempts().len(), sent, "nothing before the yes");
        sim.send_now();
        sim.run(SECOND * 3).await;
        assert!(state(&sim, entry).applied(), "{}", sim.story(id));
        assert_eq!(sim.network.attempts().len(), sent + 1);
        assert!(sim.header(80).ends_with(" live"), "{}", sim.header(80));
    }
}

#[tokio::test(start_paused = true)]
async fn ctrl_r_never_cuts_a_short_wait_of_the_service_short_unasked() {
    for seconds in [3, 60, 120] {
        let mut sim = opened(2).await;
        let id = sim.rows()[0];
        sim.network.next_write(Trouble::Flood(Some(seconds)));
        let entry = sim.mark(&[id], Mark::Starred, true).unwrap();
        sim.run(SECOND * 2).await;
        assert_eq!((sim.network.attempts().len(), state(&sim, entry)), (1, State::Planned));
        let question = sim.refresh();
        sim.run(Duration::from_millis(500)).await;
        assert_eq!(sim.network.attempts().len(), 1, "nothing before the wait is over or the user says so");
        if let Some(question) = question {
            assert!(question.consequence.ends_with("s)."), "to the second: {}", question.consequence);
            sim.send_now();
            sim.run(SECOND).await;
        } else {
            assert_eq!(seconds, 3, "an answer would take longer");
            sim.run(SECOND * 2).await;
        }
        assert!(state(&sim, entry).applied(), "{}", sim.story(id));
        assert_eq!(sim.network.attempts().len(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn ctrl_r_ends_a_pause_of_our_own_at_once() {
    // Without a connection, a refresh tries again.
    let mut sim = opened(24).await;
    sim.quiet().await;
    let id = sim.rows()[0];
    sim.network.trouble_is(Some(Trouble::NotSent));
    let starred = sim.mark(&[id], Mark::Starred, true).unwrap();
    sim.run(SECOND * 20).await;
    sim.network.trouble_is(None);
    assert_eq!((sim.session.store.session().write_hold, state(&sim, starred)), (WriteHold::Offline, State::Planned));
    assert!(sim.refresh().is_none());
    sim.run(SECOND).await;
    assert!(state(&sim, starred).applied(), "{}", sim.story(id));
    // The reading before the write gets an error from the service.
    sim.network.reads(Some(Trouble::Status(500, false)));
    let verified = verify(&mut sim);
    sim.run(SECOND * 20).await;
    sim.network.reads(None);
    assert_eq!(state(&sim, verified), State::Planned);
    assert!(sim.refresh().is_none());
    sim.run(SECOND * 2).await;
    assert!(state(&sim, verified).applied());
}

#[tokio::test(start_paused = true)]
async fn a_long_wait_ends_by_itself_when_the_service_said() {
    let mut sim = opened(2).await;
    let id = sim.rows()[0];
    sim.network.next_write(Trouble::Flood(Some(1_800)));
    let entry = sim.mark(&[id], Mark::Starred, true).unwrap();
    sim.run(SECOND * 1_790).await;
    assert_eq!(state(&sim, entry), State::Planned);
    sim.run(SECOND * 15).await;
    assert!(state(&sim, entry).applied());
}

#[tokio::test(start_paused = true)]
async fn a_wait_of_the_last_run_holds_back_writes_of_this_one() {
    let mut sim = opened(2).await;
    let (id, now) = (sim.rows()[0], sim.now());
    // Wait noted 100 seconds ago, with 300 seconds left.
    let asked = Timestamp(now.0 - 100);
    sim.session.store.from_disk(DiskEvent::Wait { asked, until: Timestamp(now.0 + 300) }, now);
    let entry = sim.mark(&[id], Mark::Starred, true).unwrap();
    sim.run(SECOND * 60).await;
    assert_eq!((state(&sim, entry), sim.network.attempts().len()), (State::Planned, 0));
    assert!(sim.header(80).contains(" wait 4m · 1 change"), "{}", sim.header(80));
    sim.run(SECOND * 245).await;
    assert!(state(&sim, entry).applied());

    let mut sim = opened(2).await;
    let (id, now) = (sim.rows()[0], sim.now());
    sim.session.store.from_disk(DiskEvent::Wait { asked: now, until: Timestamp(now.0 + 3_000) }, now);
    let entry = sim.mark(&[id], Mark::Starred, true).unwrap();
    sim.run(SECOND * 5).await;
    assert!(sim.refresh().is_some());
    sim.send_now();
    sim.run(SECOND * 3).await;
    assert!(state(&sim, entry).applied(), "the user says so");
}

#[tokio::test(start_paused = true)]
async fn a_web_page_as_answer_delays_its_own_call_and_the_header_shows_it() {
    let mut sim = opened(24).await;
    sim.quiet().await;
    let id = sim.rows()[0];
    sim.network.reads(Some(Trouble::Page { applied: false }));
    let verified = verify(&mut sim);
    let marked = sim.mark(&[id], Mark::Starred, true).unwrap();
    sim.run(SECOND).await;
    assert!(sim.told.iter().any(|told| told.ends_with("Retrying in 5 s.")), "{:?}", sim.told);
    let header = sim.header(80);
    assert!(header.contains("retry") && header.contains("web page · 1 change"), "{header}");
    let header = sim.header(160);
    assert!(header.contains(": the service answered with a web page · 1 change waiting"), "{header}");
    sim.run(SECOND).await;
    assert!(state(&sim, marked).applied(), "another write does not wait for it");
    sim.network.reads(None);
    sim.run(SECOND * 12).await;
    assert!(state(&sim, verified).applied());
    assert!(sim.header(80).ends_with(" live"), "{}", sim.header(80));
}

#[tokio::test(start_paused = true)]
async fn a_value_needed_by_an_open_question_is_read_at_once() {
    let mut sim = opened(2).await;
    sim.in_front = |store, wants| {
        wants.want(&settings::Get {}, Lane::Ahead);
        let staging = store.staging().expect("something under review");
        store.to_read(&staging.plan, staging.since).want(store, true, wants);
    };
    let edit = Edit { field: FieldName::fixed("for_sale"), before: None, after: Value::Bool(false) };
    let edits = vec![SettingEdit { subject: Subject::Account, edit }];
    sim.session.store.stage(Plan { edits, ..Plan::default() });
    let is_read = |sim: &Simulation| {
        let staging = sim.session.store.staging().expect("something under review");
        sim.session.store.to_read(&staging.plan, staging.since).is_done()
    };
    sim.run(SECOND * 200).await;
    assert!(is_read(&sim));
    // Read something, because nothing else comes from the service for a while.
    let now = sim.now();
    sim.session.store.reread_staged(now);
    assert!(!is_read(&sim), "it was read long ago");
    sim.run(SECOND * 3).await;
    assert!(is_read(&sim), "the question does not wait for other news");
}

#[tokio::test(start_paused = true)]
async fn a_stalled_write_is_counted_then_cancelled_and_the_next_goes_out() {
    let mut sim = opened(2).await;
    let [one, other] = [sim.rows()[0], sim.rows()[1]];
    sim.network.next_write(Trouble::Silence { applied: false });
    let stalled = sim.mark(&[one], Mark::Starred, true).unwrap();
    sim.run(Duration::from_millis(500)).await;
    assert!(sim.header(80).ends_with(" live"), "{}", sim.header(80));
    let waiting = sim.mark(&[other], Mark::Archived, true).unwrap();
    sim.run(SECOND * 5).await;
    assert!(sim.header(80).ends_with(" sending 5s · 1 change"), "{}", sim.header(80));
    sim.run(SECOND * 26).await;
    assert!(sim.header(80).ends_with(" sending 31s · 1 change · ctrl-c cancels"), "{}", sim.header(80));
    let ms = sim.ms();
    assert!(sim.session.traffic.writes.cancel_stalled(ms));
    sim.run(SECOND).await;
    assert!(
        sim.told
            .iter()
            .any(|told| told.starts_with("Cancelled. Starring ") && told.contains("outcome unknown; checking.")),
        "{:?}",
        sim.told
    );
    assert_eq!((state(&sim, stalled), state(&sim, waiting)), (State::Unknown, State::Acknowledged));
    sim.settle().await;
    assert_eq!(state(&sim, stalled), State::SettledNotApplied, "read as not done, and not sent again");
    assert_eq!(sim.network.attempts().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_service_that_does_not_answer_is_not_called_live() {
    for (trouble, words) in [
        (Trouble::Silence { applied: false }, "no answer"),
        (Trouble::NotSent, "offline since "),
        (Trouble::Status(500, false), "error 500"),
        (Trouble::Page { applied: false }, "web page"),
        (Trouble::Cut, "cut off"),
        (Trouble::Reset { applied: false }, "lost"),
    ] {
        let mut sim = opened(2).await;
        sim.quiet().await;
        assert!(sim.header(80).ends_with(" live"), "{}", sim.header(80));
        sim.network.reads(Some(trouble));
        sim.refresh();
        sim.run(SECOND * 12).await;
        let header = sim.header(80);
        assert!(header.contains(words), "{trouble:?}: {header}");
        sim.network.reads(None);
        sim.run(SECOND * 400).await;
        assert!(sim.header(80).ends_with(" live"), "{trouble:?}: {}", sim.header(80));
    }
}

/// A lost connection is noticed even if no screen requests anything.
#[tokio::test(start_paused = true)]
async fn a_screen_without_requests_for_two_minutes_is_not_called_live() {
    let mut sim = opened(2).await;
    sim.quiet().await;
    sim.refresh();
    sim.run(SECOND * 2).await;
    sim.network.reads(Some(Trouble::NotSent));
    for _ in 0..150 {
        sim.run(SECOND).await;
        let heard = sim.session.worker().unwrap().client.status().borrow().last_answer.unwrap();
        let live = sim.header(80).ends_with(" live");
        assert!(!live || sim.now().0 - heard.0 < 120, "{}", sim.header(80));
    }
    assert!(sim.header(80).contains("offline since "), "{}", sim.header(80));
}

#[tokio::test(start_paused = true)]
async fn changes_made_offline_are_counted_in_the_header() {
    let mut sim = opened(2).await;
    sim.network.trouble_is(Some(Trouble::NotSent));
    for id in sim.rows().into_iter().take(5) {
        sim.mark(&[id], Mark::Starred, true).unwrap();
        sim.run(SECOND * 2).await;
    }
    let header = sim.header(80);
    assert!(header.contains("offline since ") && header.ends_with(" · 5 changes"), "{header}");
    assert!(
        sim.told.iter().any(|told| told.contains("will be starred when the service is back. The service cannot")),
        "{:?}",
        sim.told
    );
    sim.network.trouble_is(None);
    sim.refresh();
    sim.settle().await;
    assert!(sim.header(80).ends_with(" live"), "{}", sim.header(80));
}

/// A confirmed act that reads first does not wait for totals and pages that no key asked for.
#[tokio::test(start_paused = true)]
async fn after_a_wait_a_confirmed_act_that_reads_goes_before_background_work() {
    let mut sim = opened(2_700).await;
    sim.quiet().await;
    sim.session.store.sync_domains(sim.now());
    sim.network.next_read(Trouble::Flood(Some(10)));
    sim.run(SECOND * 3).await;
    let entry = verify(&mut sim);
    sim.run(SECOND * 10).await;
    assert!(state(&sim, entry).applied(), "{:?}", sim.session.store.journal().get(entry));
}
