//! What waits is seen and goes out as soon as it may: the header, `ctrl-r`, `ctrl-c`, a restart.

use std::time::Duration;

use super::desk::Desk;
use super::trouble::Trouble;
use crate::api::domains::Listing;
use crate::base::Timestamp;
use crate::sandbox::Options;
use crate::store::disk::DiskEvent;
use crate::store::filter::Filter;
use crate::store::intent::DomainAct;
use crate::store::{DomainSort, DomainTab, DomainView, EntryId, Intent, Mark, State};

const SECOND: Duration = Duration::from_secs(1);

async fn opened(domains: u32) -> Desk {
    let mut desk = Desk::of(Options { inquiries: 12, domains, seed: 5, ..Options::default() });
    desk.run(SECOND * 5).await;
    desk
}

fn state(desk: &Desk, entry: EntryId) -> State {
    desk.store.journal().get(entry).unwrap().targets[0].state
}

/// A write that reads the newest import first.
fn verify(desk: &mut Desk) -> EntryId {
    let tab = DomainTab::Detected;
    let view = DomainView::new(tab, Listing::All, &Filter::default(), DomainSort::default(), desk.now());
    let book = desk.store.domains();
    let names = book.view(&view).iter().take(1).map(|key| book.row(*key).unwrap().domain_name()).collect();
    desk.confirm(Intent::Domains { act: DomainAct::Verify, names, tab }).unwrap()
}

#[tokio::test(start_paused = true)]
async fn ctrl_r_sends_during_a_long_wait_after_saying_how_long_it_is() {
    // The wait is known to the queue, or only to the client, because a read was refused.
    for by_read in [false, true] {
        let mut desk = opened(2).await;
        let id = desk.rows()[0];
        if by_read {
            desk.road.next_read(Trouble::Flood(Some(3_600)));
            desk.walk();
            desk.run(SECOND * 3).await;
        } else {
            desk.road.next_write(Trouble::Flood(Some(3_600)));
        }
        let entry = desk.mark(&[id], Mark::Starred, true).unwrap();
        desk.run(SECOND * 300).await;
        let sent = desk.road.attempts().len();
        assert_eq!((sent, state(&desk, entry)), (usize::from(!by_read), State::Planned));
        let header = desk.header(80);
        assert!(header.ends_with("m · 1 change · ctrl-r sends") && header.contains(" wait 5"), "{header}");
        let question = desk.refresh().expect("a question");
        assert_eq!(question.title, "Send 1 change now");
        assert!(question.consequence.starts_with("The service asked to wait until "), "{}", question.consequence);
        assert!(question.consequence.ends_with("m)."), "{}", question.consequence);
        desk.run(SECOND * 60).await;
        assert_eq!(desk.road.attempts().len(), sent, "nothing before the yes");
        desk.send_now();
        desk.run(SECOND * 3).await;
        assert!(state(&desk, entry).applied(), "{}", desk.story(id));
        assert_eq!(desk.road.attempts().len(), sent + 1);
        assert!(desk.header(80).ends_with(" live"), "{}", desk.header(80));
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_wait_ends_by_itself_when_the_service_said() {
    let mut desk = opened(2).await;
    let id = desk.rows()[0];
    desk.road.next_write(Trouble::Flood(Some(1_800)));
    let entry = desk.mark(&[id], Mark::Starred, true).unwrap();
    desk.run(SECOND * 1_790).await;
    assert_eq!(state(&desk, entry), State::Planned);
    desk.run(SECOND * 15).await;
    assert!(state(&desk, entry).applied());
}

#[tokio::test(start_paused = true)]
async fn a_wait_of_the_last_run_holds_writes_in_this_one() {
    let mut desk = opened(2).await;
    let (id, now) = (desk.rows()[0], desk.now());
    // The machine's clock was set back meanwhile, and was not: the longer of both is believed.
    let asked = Timestamp(now.0 - 100);
    desk.store.from_disk(DiskEvent::Wait { asked, until: Timestamp(now.0 + 300) }, now);
    let entry = desk.mark(&[id], Mark::Starred, true).unwrap();
    desk.run(SECOND * 60).await;
    assert_eq!((state(&desk, entry), desk.road.attempts().len()), (State::Planned, 0));
    assert!(desk.header(80).contains(" wait 4m · 1 change"), "{}", desk.header(80));
    desk.run(SECOND * 245).await;
    assert!(state(&desk, entry).applied());

    let mut desk = opened(2).await;
    let (id, now) = (desk.rows()[0], desk.now());
    desk.store.from_disk(DiskEvent::Wait { asked: now, until: Timestamp(now.0 + 3_000) }, now);
    let entry = desk.mark(&[id], Mark::Starred, true).unwrap();
    desk.run(SECOND * 5).await;
    assert!(desk.refresh().is_some());
    desk.send_now();
    desk.run(SECOND * 3).await;
    assert!(state(&desk, entry).applied(), "the user says so");
}

#[tokio::test(start_paused = true)]
async fn a_web_page_holds_its_own_call_and_the_header_says_so() {
    let mut desk = opened(24).await;
    desk.quiet().await;
    let id = desk.rows()[0];
    desk.road.reads(Some(Trouble::Page { applied: false }));
    let verified = verify(&mut desk);
    let marked = desk.mark(&[id], Mark::Starred, true).unwrap();
    desk.run(SECOND).await;
    assert!(desk.told.iter().any(|told| told.ends_with("Retrying in 5 s.")), "{:?}", desk.told);
    let header = desk.header(80);
    assert!(header.contains("retry") && header.contains("web page · 1 change"), "{header}");
    let header = desk.header(160);
    assert!(header.contains(": the service answered with a web page · 1 change waiting"), "{header}");
    desk.run(SECOND).await;
    assert!(state(&desk, marked).applied(), "another write does not wait for it");
    desk.road.reads(None);
    desk.run(SECOND * 12).await;
    assert!(state(&desk, verified).applied());
    assert!(desk.header(80).ends_with(" live"), "{}", desk.header(80));
}

#[tokio::test(start_paused = true)]
async fn a_stalled_write_is_counted_then_cancelled_and_the_next_goes_out() {
    let mut desk = opened(2).await;
    let [one, other] = [desk.rows()[0], desk.rows()[1]];
    desk.road.next_write(Trouble::Silence { applied: false });
    let stalled = desk.mark(&[one], Mark::Starred, true).unwrap();
    desk.run(Duration::from_millis(500)).await;
    assert!(desk.header(80).ends_with(" live"), "{}", desk.header(80));
    let waiting = desk.mark(&[other], Mark::Archived, true).unwrap();
    desk.run(SECOND * 5).await;
    assert!(desk.header(80).ends_with(" sending 5s · 1 change waiting"), "{}", desk.header(80));
    desk.run(SECOND * 26).await;
    assert!(desk.header(80).ends_with(" sending 31s · 1 change · ctrl-c cancels"), "{}", desk.header(80));
    let ms = desk.ms();
    assert!(desk.traffic.writes.cancel_stalled(ms));
    desk.run(SECOND).await;
    assert!(desk.told.iter().any(|told| told.starts_with("Cancelled. Sent, outcome unknown")), "{:?}", desk.told);
    assert_eq!((state(&desk, stalled), state(&desk, waiting)), (State::Unknown, State::Acknowledged));
    desk.settle().await;
    assert!(state(&desk, stalled).applied(), "read as not done, and sent once more");
    assert_eq!(desk.road.attempts().len(), 3);
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
        let mut desk = opened(2).await;
        desk.quiet().await;
        assert!(desk.header(80).ends_with(" live"), "{}", desk.header(80));
        desk.road.reads(Some(trouble));
        desk.refresh();
        desk.run(SECOND * 12).await;
        let header = desk.header(80);
        assert!(header.contains(words), "{trouble:?}: {header}");
        desk.road.reads(None);
        desk.run(SECOND * 400).await;
        assert!(desk.header(80).ends_with(" live"), "{trouble:?}: {}", desk.header(80));
    }
}

#[tokio::test(start_paused = true)]
async fn changes_made_offline_are_counted_in_the_header() {
    let mut desk = opened(2).await;
    desk.road.trouble_is(Some(Trouble::NotSent));
    for id in desk.rows().into_iter().take(5) {
        desk.mark(&[id], Mark::Starred, true).unwrap();
        desk.run(SECOND * 2).await;
    }
    let header = desk.header(80);
    assert!(header.contains("offline since ") && header.ends_with(" · 5 changes waiting"), "{header}");
    assert!(desk.told.iter().any(|told| told.starts_with("Queued: No connection")), "{:?}", desk.told);
    desk.road.trouble_is(None);
    desk.refresh();
    desk.settle().await;
    assert!(desk.header(80).ends_with(" live"), "{}", desk.header(80));
}

/// A confirmed act that reads first does not wait for the totals and pages of lists nobody asked for.
#[tokio::test(start_paused = true)]
async fn after_a_wait_a_confirmed_act_that_reads_goes_before_background_work() {
    let mut desk = opened(2_700).await;
    desk.quiet().await;
    desk.store.sync_domains(desk.now());
    desk.road.next_read(Trouble::Flood(Some(10)));
    desk.run(SECOND * 3).await;
    let entry = verify(&mut desk);
    desk.run(SECOND * 10).await;
    assert!(state(&desk, entry).applied(), "{:?}", desk.store.journal().get(entry));
}
