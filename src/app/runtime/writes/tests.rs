use crate::app::runtime::inbox::Envelope;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::*;
use crate::api::domains::Tab;
use crate::api::errors::ErrorEntry;
use crate::api::{Body, Request, Row, inquiries};
use crate::app::runtime::sleep::Sleeper;
use crate::base::{DomainName, Id};
use crate::sheets::picture::ImageFile;
use crate::store::writes::intent::{ActOnDomains, AddCampaign, AddImage, DomainAct, SaveCampaign, SetMark};
use crate::store::{Intent, Mark};

const NOW: Timestamp = Timestamp(1_000);

/// Write queue with a store of rows without marks, and the messages it sends.
struct Bench {
    store: Store,
    queue: WriteQueue,
    inbox: Inbox,
    messages: Receiver<Envelope>,
    /// Number of the batch sent last.
    last: u64,
    _pipe: Sleeper,
}

impl Bench {
    fn new(rows: i64) -> Self {
        let mut store = Store::new("test");
        for id in 1..=rows {
            let json = format!(
                r#"{{"inquiry_id":{id},"inquire_date":{id},"domain":"d{id}.com",
                "marks":{{"read":false,"starred":false,"archived":false,"removed":false}}}}"#
            );
            store.take_row(&Row::from_raw(&json).unwrap(), 0, NOW);
        }
        let (pipe, waker) = Sleeper::new().unwrap();
        let (inbox, messages) = Inbox::new(waker);
        Self { store, queue: WriteQueue::default(), inbox, messages, last: 0, _pipe: pipe }
    }

    fn plan(&mut self, id: i64, mark: Mark, to: bool) -> EntryId {
        self.store.plan(Intent::Mark(SetMark { ids: vec![Id::new(id)], mark, to }), NOW).unwrap()
    }

    /// Call that is sent at this time.
    fn sent(&mut self, ms: u64) -> Option<(Call, CancellationToken)> {
        self.queue.begin(&mut self.store, &self.inbox, NOW, ms);
        let message = self.messages.try_recv().ok().and_then(|envelope| self.inbox.open(envelope));
        let Some(Message::Journalled { batch, safe: true }) = message else { return None };
        self.last = batch;
        self.queue.journalled(&self.store, batch)
    }

    fn ended(&mut self, outcome: WriteOutcome, ms: u64) -> Notice {
        self.queue.ended(&mut self.store, self.last, outcome, NOW, ms)
    }

    fn state(&self, entry: EntryId) -> State {
        self.store.journal().get(entry).unwrap().targets[0].state
    }
}

fn failure(kind: FailureKind, retry_after: Option<u64>) -> Failure {
    let retry_after = retry_after.map(Duration::from_secs);
    Failure { kind, status: Some(429), errors: Vec::new(), retry_after, detail: String::new() }
}

fn flood(seconds: u64) -> WriteOutcome {
    WriteOutcome::Refused(failure(FailureKind::Flood, Some(seconds)))
}

#[test]
fn sixty_archives_typed_while_the_service_asks_to_wait_become_one_call() {
    let mut bench = Bench::new(60);
    bench.plan(1, Mark::Archived, true);
    let (call, _) = bench.sent(0).unwrap();
    assert_eq!(call.endpoint.name, inquiries::Archive::ENDPOINT.name);
    assert_eq!(bench.ended(flood(2), 0), None, "the wait passes in silence");
    for id in 2..=60 {
        bench.plan(id, Mark::Archived, true);
        assert!(bench.sent(1_999).is_none());
    }
    bench.plan(7, Mark::Starred, true);
    assert_eq!(bench.queue.next_due(), Some(2_000));
    let (call, _) = bench.sent(2_000).unwrap();
    assert_eq!(call.endpoint.name, inquiries::Bulk::ENDPOINT.name);
    let Body::Json(body) = &call.body else { panic!("{call:?}") };
    assert_eq!(body["action"], "archive");
    assert_eq!(body["ids"].as_array().unwrap().len(), 60);
    assert!(bench.sent(9_000).is_none(), "one write on its way at a time");
}

#[test]
fn after_five_waits_the_changes_are_kept_for_the_user() {
    let mut bench = Bench::new(1);
    let entry = bench.plan(1, Mark::Archived, true);
    for wait in 0..5 {
        assert!(bench.sent(wait * 1_000).is_some());
        assert_eq!(bench.ended(flood(1), wait * 1_000), None);
    }
    assert!(bench.sent(5_000).is_some());
    assert!(bench.ended(flood(1), 5_000).is_some_and(|(_, text)| text.contains("ctrl-r")));
    assert_eq!(bench.state(entry), State::Planned);
    bench.queue.resume(false);
    assert!(bench.sent(100_000).is_none(), "only the user goes on");
    bench.queue.resume(true);
    assert!(bench.sent(100_000).is_some());
}

/// Proves R-66.
#[test]
fn a_wait_longer_than_ten_minutes_is_told_and_ends_as_announced() {
    let mut bench = Bench::new(1);
    bench.plan(1, Mark::Archived, true);
    bench.sent(0).unwrap();
    let (_, text) = bench.ended(flood(3_600), 0).unwrap();
    assert!(text.contains("1 hour") && text.contains("ctrl-r"), "{text}");
    bench.queue.resume(false);
    bench.queue.resume(true);
    assert!(bench.sent(3_599_999).is_none(), "not unasked");
    assert!(bench.sent(3_600_000).is_some());
    // The service asks for a second wait: now the user decides.
    assert!(bench.ended(flood(1), 3_600_000).is_some());
    assert!(bench.sent(9_000_000).is_none());
}

#[test]
fn the_user_may_send_during_a_wait() {
    let mut bench = Bench::new(1);
    bench.plan(1, Mark::Archived, true);
    bench.sent(0).unwrap();
    bench.ended(flood(3_600), 0);
    assert_eq!(bench.queue.wait_left(60_000), Some(3_540_000));
    bench.queue.send_now();
    assert!(bench.sent(60_000).is_some());
}

#[test]
fn a_write_that_cannot_be_prepared_waits_alone() {
    let mut bench = Bench::new(1);
    let names = vec![DomainName::parse("a.com").unwrap()];
    bench.store.plan(Intent::Domains(ActOnDomains { act: DomainAct::Verify, names, tab: Tab::Detected }), NOW).unwrap();
    let read = |bench: &mut Bench, ms: u64| {
        let (looking, _) = bench.queue.begin(&mut bench.store, &bench.inbox, NOW, ms);
        let page = Err(failure(FailureKind::NotTheApi, None));
        bench.queue.looked(&mut bench.store, &bench.inbox, looking[0].batch, page, NOW, ms).unwrap().1
    };
    assert!(read(&mut bench, 0).ends_with("Retrying in 5 s."));
    let marked = bench.plan(1, Mark::Archived, true);
    assert!(bench.sent(1).is_some(), "another write goes out meanwhile");
    bench.ended(WriteOutcome::NotSent(failure(FailureKind::Offline, None)), 2);
    bench.queue.resume(false);
    assert_eq!(bench.state(marked), State::Planned);
    assert!(bench.sent(3).is_some());
    assert_eq!(bench.queue.next_due(), Some(5_000));
    bench.queue.cancel(&mut bench.store, NOW);
}

#[test]
fn a_change_whose_reading_the_service_does_not_know_is_given_up_at_once() {
    let mut bench = Bench::new(0);
    let entry = bench.store.plan(SaveCampaign::active(7, Some(true), false).into(), NOW).unwrap();
    let (looking, _) = bench.queue.begin(&mut bench.store, &bench.inbox, NOW, 0);
    let no_call = Failure { status: Some(405), ..failure(FailureKind::Refused, None) };
    let told = bench.queue.looked(&mut bench.store, &bench.inbox, looking[0].batch, Err(no_call), NOW, 0);
    let text = "Not saved: Active. This service does not offer changing campaigns.".to_owned();
    assert_eq!(told, Some((Tone::Warn, text)));
    assert_eq!((bench.state(entry), bench.queue.next_due()), (State::Refused, None));
    assert!(bench.store.plan(SaveCampaign::active(7, Some(true), false).into(), NOW).is_err());
}

#[test]
fn a_stalled_write_is_counted_named_and_cancelled_alone() {
    let mut bench = Bench::new(2);
    let stalled = bench.plan(1, Mark::Archived, true);
    let (_, token) = bench.sent(0).unwrap();
    bench.queue.moved(bench.last, 0);
    let waiting = bench.plan(2, Mark::Starred, true);
    assert_eq!((bench.queue.stalled_since(1_999), bench.queue.stalled_since(2_000)), (None, Some(0)));
    assert!(!bench.queue.cancel_stalled(1_999));
    assert_eq!(bench.queue.stalled_words(&bench.store, 3_500).unwrap(), "Archiving d1.com: sending, 3 s");
    assert_eq!(bench.queue.stalled_words(&bench.store, 31_000).unwrap(), "Archiving d1.com: no answer for 31 s");
    assert!(bench.queue.cancel_stalled(31_000) && token.is_cancelled());
    let (_, text) = bench.ended(WriteOutcome::Unknown(failure(FailureKind::Cancelled, None)), 31_000).unwrap();
    assert_eq!(text, "Cancelled. Archiving d1.com: sent, outcome unknown; checking.");
    assert_eq!([stalled, waiting].map(|entry| bench.state(entry)), [State::Unknown, State::Planned]);
    assert!(bench.sent(31_000).is_some(), "the next one goes out");
}

#[test]
fn a_reading_before_a_write_without_an_answer_is_counted_and_named() {
    let mut bench = Bench::new(1);
    let names = vec![DomainName::parse("a.com").unwrap()];
    bench.store.plan(Intent::Domains(ActOnDomains { act: DomainAct::Verify, names, tab: Tab::Detected }), NOW).unwrap();
    let (looking, _) = bench.queue.begin(&mut bench.store, &bench.inbox, NOW, 1_000);
    assert_eq!(looking.len(), 1);
    assert_eq!((bench.queue.stalled_since(2_999), bench.queue.stalled_since(3_000)), (None, Some(1_000)));
    let words = bench.queue.stalled_words(&bench.store, 41_000).unwrap();
    assert!(words.ends_with(": reading what is there now, 40 s"), "{words}");
    assert!(!bench.queue.cancel_stalled(41_000), "nothing went out that could be cut");
    bench.queue.cancel(&mut bench.store, NOW);
}

#[test]
fn unsent_writes_go_out_when_the_service_answers_again() {
    let mut bench = Bench::new(1);
    let entry = bench.plan(1, Mark::Archived, true);
    bench.sent(0).unwrap();
    assert!(bench.ended(WriteOutcome::NotSent(failure(FailureKind::Offline, None)), 0).is_some());
    assert_eq!(bench.state(entry), State::Planned);
    assert!(bench.sent(60_000).is_none());
    bench.queue.resume(false);
    assert!(bench.sent(60_000).is_some());
}

#[test]
fn a_write_the_client_held_back_for_a_long_wait_waits_for_its_end() {
    let mut bench = Bench::new(1);
    bench.plan(1, Mark::Archived, true);
    bench.sent(0).unwrap();
    assert_eq!(bench.ended(WriteOutcome::NotSent(failure(FailureKind::Flood, Some(300))), 0), None);
    bench.queue.resume(false);
    assert!(bench.sent(299_999).is_none(), "answers to reads end no wait for writes");
    assert!(bench.sent(300_000).is_some());
}

/// Proves R-66.
#[test]
fn cancelling_takes_back_only_unsent_writes() {
    let mut bench = Bench::new(2);
    let sending = bench.plan(1, Mark::Archived, true);
    let (_, token) = bench.sent(0).unwrap();
    let planned =
        [bench.plan(1, Mark::Starred, true), bench.plan(1, Mark::Starred, false), bench.plan(2, Mark::Read, true)];
    assert_eq!(bench.queue.cancel(&mut bench.store, NOW), 3);
    assert!(token.is_cancelled());
    assert_eq!(bench.state(sending), State::Sending);
    assert_eq!(planned.map(|entry| bench.state(entry)), [State::Refused; 3]);
    // The write was cut off while being sent and may have arrived, so its outcome is read.
    bench.ended(WriteOutcome::Unknown(failure(FailureKind::Cancelled, None)), 0);
    assert_eq!(bench.state(sending), State::Unknown);
    assert!(bench.sent(0).is_none());
}

#[test]
fn a_refused_check_is_told_with_its_meaning_and_the_next_step() {
    let told = |kind: FailureKind| {
        let mut bench = Bench::new(0);
        let names = vec![DomainName::parse("a.com").unwrap()];
        bench
            .store
            .plan(Intent::Domains(ActOnDomains { act: DomainAct::Verify, names, tab: Tab::Detected }), NOW)
            .unwrap();
        let (looking, _) = bench.queue.begin(&mut bench.store, &bench.inbox, NOW, 0);
        let found = Ok(vec![Found::NewestImport(Some(7))]);
        bench.queue.looked(&mut bench.store, &bench.inbox, looking[0].batch, found, NOW, 0);
        bench.last = looking[0].batch;
        bench.ended(WriteOutcome::Refused(failure(kind, None)), 0).unwrap().1
    };
    let (forbidden, unknown) = (told(FailureKind::Forbidden), told(FailureKind::NotFound));
    assert!(forbidden.starts_with("Not verified: a.com. ") && forbidden.contains("V on Mine checks"), "{forbidden}");
    assert!(unknown.contains("not detected and was never") && unknown.contains("add it by name"), "{unknown}");
}

#[test]
fn a_refused_logo_is_named() {
    let mut bench = Bench::new(0);
    let logo = Some("https://x.example/wide.png".to_owned());
    bench.store.plan(AddCampaign { horizontal_logo_url: logo, ..AddCampaign::default() }.into(), NOW).unwrap();
    let (looking, _) = bench.queue.begin(&mut bench.store, &bench.inbox, NOW, 0);
    bench.queue.looked(&mut bench.store, &bench.inbox, looking[0].batch, Ok(Vec::new()), NOW, 0);
    bench.last = looking[0].batch;
    let error = ErrorEntry { code: "logo_processing_failed".into(), message: "Not loaded.".into(), field: None };
    let refused = Failure { errors: vec![error], ..failure(FailureKind::Refused, None) };
    let (_, text) = bench.ended(WriteOutcome::Refused(refused), 0).unwrap();
    assert!(text.ends_with("Not loaded (https://x.example/wide.png); + opens the form again."), "{text}");
}

#[test]
fn a_change_the_journal_cannot_take_is_not_said_to_be_refused_by_the_service() {
    let mut bench = Bench::new(1);
    let entry = bench.plan(1, Mark::Archived, true);
    assert!(bench.sent(0).is_some());
    let (tone, text) = bench.queue.not_journalled(&mut bench.store, bench.last, NOW).unwrap();
    assert_eq!(tone, Tone::Bad);
    assert!(text.ends_with(": the journal cannot be written, so nothing was sent."), "{text}");
    assert!(text.starts_with("Not archived"), "{text}");
    let told = bench.store.outcome_words(entry).unwrap();
    assert!(told.contains("nothing was sent") && !told.contains("refused"), "{told}");
    assert!(bench.store.journal().open().next().is_none(), "it does not wait for a journal that cannot take it");
}

/// An upload can be cancelled while its bytes move, because on a good line they never pause.
#[test]
fn an_upload_that_moves_can_be_cancelled_and_is_told_to_have_stopped() {
    let mut bench = Bench::new(0);
    let (path, digest) = ("/a.png".into(), "d".to_owned());
    let file =
        ImageFile { path, file_name: "a.png".to_owned(), kind: "png".to_owned(), bytes: 8, digest: digest.clone() };
    let entry = bench.store.plan(AddImage::File(file).into(), NOW).unwrap();
    let (looking, _) = bench.queue.begin(&mut bench.store, &bench.inbox, NOW, 0);
    bench.last = looking[0].batch;
    let found = Ok(vec![Found::Images(Vec::new()), Found::File(Some(digest))]);
    bench.queue.looked(&mut bench.store, &bench.inbox, bench.last, found, NOW, 0);
    (0..=4).for_each(|second| bench.queue.moved(bench.last, second * 1_000));
    assert_eq!((bench.queue.stalled_since(1_900), bench.queue.stalled_since(4_100)), (None, Some(0)));
    assert_eq!(bench.queue.sending_since(), Some(4_000), "the header counts from the last piece");
    assert!(bench.queue.cancel_stalled(4_100));
    let told = bench.ended(WriteOutcome::NotSent(Failure::new(FailureKind::Cancelled, "")), 4_200);
    assert_eq!(told, Some((Tone::Info, "Not added: a.png. Cancelled.".to_owned())));
    assert!(!bench.store.journal().get(entry).unwrap().open());
}
